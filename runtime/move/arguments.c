#include "move/move.h"

#include "queue/queue.h"

#include <inttypes.h>
#include <string.h>

/* The arguments and options of a move, checked and in the form in which they are stored. */

static enum pawl_status check_argument_text(const struct move *move, const char *what, const char *text,
                                            struct pawl_error *err) {
    struct complaint complaint;
    if (actor_check(text, &complaint) == PAWL_OK)
        return PAWL_OK;
    move_error(err, PAWL_MISUSE, move, ": %s is %s", what, complaint.problem);
    error_help(err, "%s", complaint.help);
    return PAWL_MISUSE;
}

enum pawl_status move_read_arguments(struct results *memory, struct move *move, const void *args,
                                     struct pawl_error *err) {
    const struct pawl_event *event = move->event;
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        struct value *value = &move->parameters[i];
        *value = args ? value_from_args(param, args) : (struct value){.type = param->type, .is_null = true};
        if (value->is_null && !param->optional) {
            move_error(err, PAWL_MISUSE, move, " needs %s, which is %s", param->name,
                       args ? "NULL" : "missing, since args is NULL");
            error_help(err, "set %s in the args struct, or declare it as `%s: ...?` in the .fsm file",
                       param->name, param->name);
            return PAWL_MISUSE;
        }
        struct complaint complaint;
        enum pawl_status status = value_settle(memory, value, &complaint);
        if (status == PAWL_NOMEM)
            return error_set(err, status, "out of memory");
        if (status != PAWL_OK) {
            move_error(err, status, move, ": %s is %s", param->name, complaint.problem);
            error_help(err, "%s", complaint.help);
            return status;
        }
    }
    return PAWL_OK;
}

/* The trace of the callback that fires it, if any. */
static const char *trace_around(const struct pawl_db *db) {
    const struct running *running = db->running;
    while (running && !running->trace)
        running = running->outer;
    return running ? running->trace : NULL;
}

enum pawl_status move_read_actor(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    struct pawl_opts *opts = &move->opts;
    struct complaint complaint;
    const char *known = opts->trace ? NULL : actor_trace(opts->actor);
    if (known) {
        const char *name = actor_name(operation_results(db), opts->actor);
        TRY(memory_check(name, err));
        opts->actor = *name ? name : NULL;
        opts->trace = known;
    }
    if (!opts->trace && opts->item && *opts->item->trace)
        opts->trace = opts->item->trace;
    if (!opts->trace)
        opts->trace = trace_around(db);
    move->actor = opts->actor;
    if (opts->trace) {
        if (trace_check(opts->trace, &complaint) != PAWL_OK) {
            move_error(err, PAWL_MISUSE, move, ": the trace is %s", complaint.problem);
            error_help(err, "%s", complaint.help);
            return PAWL_MISUSE;
        }
        move->actor = actor_with_trace(operation_results(db), opts->actor ? opts->actor : "", opts->trace);
        TRY(memory_check(move->actor, err));
    }
    return check_argument_text(move, opts->trace ? "the actor with the trace" : "the actor", move->actor,
                               err);
}

static enum pawl_status check_lock(const struct move *move, struct pawl_error *err) {
    bool has_owner = move->opts.lock_owner != NULL;
    if (has_owner == (move->opts.lock_token != 0) && (!has_owner || move->machine->lock_key))
        return check_argument_text(move, "the lock's owner", move->opts.lock_owner, err);
    move_error(err, PAWL_MISUSE, move, ": %s",
               !move->machine->lock_key ? "its machine honours no locks, so none can be shown"
               : has_owner              ? "the lock's owner comes without the token"
                                        : "the lock's token comes without the owner");
    error_help(err, move->machine->lock_key ? "set lock_owner and lock_token as pawl_acquire had them"
                                            : "write `key ...;` in the .fsm file, or leave lock_owner NULL");
    return PAWL_MISUSE;
}

/* That of the first programs of this ABI. */
#define OPTS_SIZE_MIN offsetof(struct pawl_opts, done)

enum pawl_status move_read_options(struct move *move, const struct pawl_opts *given, struct pawl_error *err) {
    move->opts = opts_of(given);
    const struct pawl_opts *opts = &move->opts;
    if (opts->struct_size > 0 && opts->struct_size < OPTS_SIZE_MIN) {
        move_error(err, PAWL_MISUSE, move, ": struct_size is %zu, and no struct pawl_opts was ever so small",
                   opts->struct_size);
        error_help(err, "set it to sizeof(struct pawl_opts)");
        return PAWL_MISUSE;
    }
    size_t length = opts->request_id ? strlen(opts->request_id) : 1;
    if (length == 0 || length > PAWL_REQUEST_ID_MAX_BYTES) {
        move_error(err, PAWL_MISUSE, move, ": the request id has %zu bytes; 1 to %d are possible", length,
                   PAWL_REQUEST_ID_MAX_BYTES);
        error_help(err, "give it that many, or none at all");
        return PAWL_MISUSE;
    }
    if (opts->expect_sort_key < 0 || opts->expect_sort_key > INT32_MAX ||
        (opts->expect_sort_key && move->event->is_creation)) {
        move_error(err, PAWL_MISUSE, move, " cannot expect the sort_key %" PRId64, opts->expect_sort_key);
        error_help(err, move->event->is_creation
                            ? "an entity has no transition before its creation: leave it 0"
                            : "take it from the result of an earlier call");
        return PAWL_MISUSE;
    }
    if (opts->done) {
        move_error(err, PAWL_MISUSE, move, " cannot be called with `done` here");
        error_help(
            err,
            "several transitions, or one within a transaction, end before the call returns: leave it NULL");
        return PAWL_MISUSE;
    }
    if (opts->defer && (!opts->request_id || opts->item)) {
        move_error(err, PAWL_MISUSE, move, " cannot be deferred %s",
                   opts->item ? "with a claim, which ends" : "without a request id");
        error_help(err, opts->item ? "give the item back: pawl_not_yet"
                                   : "set request_id, by which its outcome can be asked for");
        return PAWL_MISUSE;
    }
    TRY(timeout_check(move->event->name, "wait_ms", opts->wait_ms, err));
    TRY(check_lock(move, err));
    if (opts->item)
        TRY(queue_check_item(move->machine, move->key, move->event_number, opts->item, err));
    return check_argument_text(move, "the request id", move->opts.request_id, err);
}
