#include "outbox/outbox.h"

#include "core/clock.h"
#include "core/key.h"
#include "core/text.h"
#include "move/gather.h"
#include "move/later.h"
#include "move/move.h"
#include "queue/queue.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* error_set, with the move before the words: "payment PM123: confirm..." */
__attribute__((format(printf, 4, 5))) static enum pawl_status move_error(struct pawl_error *err,
                                                                         enum pawl_status status,
                                                                         const struct move *move,
                                                                         const char *format, ...) {
    char words[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_of_entity(err, status, move->machine, move->key, "%s%s", move->event->name, words);
}

/* ---- arguments ---------------------------------------------------------------------------------- */

static enum pawl_status check_text(const struct move *move, const char *what, const char *text,
                                   struct pawl_error *err) {
    struct complaint complaint;
    if (actor_check(text, &complaint) == PAWL_OK)
        return PAWL_OK;
    move_error(err, PAWL_MISUSE, move, ": %s is %s", what, complaint.problem);
    error_help(err, "%s", complaint.help);
    return PAWL_MISUSE;
}

static enum pawl_status read_arguments(struct results *memory, struct move *move, const void *args,
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
    return check_text(move, "the actor", move->opts.actor, err);
}

static enum pawl_status check_lock(const struct move *move, struct pawl_error *err) {
    bool has_owner = move->opts.lock_owner != NULL;
    if (has_owner == (move->opts.lock_token != 0) && (!has_owner || move->machine->lock_key))
        return check_text(move, "the lock's owner", move->opts.lock_owner, err);
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

static enum pawl_status read_options(struct move *move, const struct pawl_opts *given,
                                     struct pawl_error *err) {
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
        error_help(err, "leave it NULL where there is none");
        return PAWL_MISUSE;
    }
    if (opts->expect_sort_key < 0 || opts->expect_sort_key > INT32_MAX ||
        (opts->expect_sort_key && move->event->is_creation)) {
        move_error(err, PAWL_MISUSE, move, " cannot expect the sort_key %" PRId64, opts->expect_sort_key);
        error_help(err, move->event->is_creation ? "what is created has no move yet: leave it 0"
                                                 : "take it from what an earlier call has answered");
        return PAWL_MISUSE;
    }
    if (opts->done) {
        move_error(err, PAWL_MISUSE, move, " cannot be asked for with `done` here");
        error_help(err,
                   "moves that are made together, or within a transaction, are waited for: leave it NULL");
        return PAWL_MISUSE;
    }
    if (opts->defer && (!opts->request_id || opts->item)) {
        move_error(err, PAWL_MISUSE, move, " cannot be deferred %s",
                   opts->item ? "with a claim, which ends" : "without a request id");
        error_help(err, opts->item ? "give the item back: pawl_not_yet"
                                   : "set request_id, by which its outcome can be asked for");
        return PAWL_MISUSE;
    }
    enum pawl_status status = timeout_check(move->event->name, "wait_ms", opts->wait_ms, err);
    if (status == PAWL_OK)
        status = check_lock(move, err);
    if (status == PAWL_OK && opts->item)
        status = queue_check_item(move->machine, move->key, move->event_number, opts->item, err);
    return status == PAWL_OK ? check_text(move, "the request id", move->opts.request_id, err) : status;
}

/* ---- a move as one call of a function in the database -------------------------------------------- */

static void remember_from(struct move *move, const char *text) {
    move->from = state_of_stored(move->machine, text);
    text_copy(move->from_text, sizeof move->from_text,
              move->from > 0 ? move->machine->states[move->from].name : text);
}

/* cells: status, from, to, sort_key, created_at, guard, place from 1 among the moves that were tried, detail
 */
enum pawl_status move_read_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    const char *answer = cells[0].text ? cells[0].text : "";
    (void)err;
    move->asks = strcmp(answer, "ASK") == 0;
    move->status = move->asks ? PAWL_OK : parse_status(answer);
    remember_from(move, cells[1].text);
    move->to = state_of_stored(move->machine, cells[2].text);
    move->sort_key = cells[3].number;
    move->created_at_us = cells[4].number;
    text_copy(move->guard, sizeof move->guard, cells[5].text);
    const struct moves tried = moves_from(move->machine, move->event_number, move->from);
    move->chosen = cells[6].number >= 1 && cells[6].number <= tried.end - tried.first
                       ? tried.first + cells[6].number - 1
                       : NULL;
    text_copy(move->lock_detail, sizeof move->lock_detail, cells[7].text);
    return PAWL_OK;
}

/* All NULL where there is none. */
static size_t item_values(const struct move *move, struct value *values) {
    const struct pawl_item *item = move->opts.item;
    values[0] = value_text(item ? move->machine->queue->pending[item->pending].name : NULL);
    values[1] = value_bigint_if(item, item ? item->fence : 0);
    values[2] = value_bigint_if(item, item ? item->claim : 0);
    return 3;
}

struct query move_query(const struct pawl_db *db, struct move *move, const char *verdicts,
                        struct value *values) {
    const struct pawl_statements *statements = statements_of(db, move->machine);
    size_t count = 0;
    if (move->deferred) { /* the database has its arguments */
        values[count++] = value_bigint(move->deferred);
        values[count++] = value_text(verdicts);
        return (struct query){.sql = statements->fire_deferred,
                              .values = values,
                              .value_count = count,
                              .row = move_read_answer,
                              .context = move};
    }
    values[count++] = value_key(move->machine, move->key);
    for (uint16_t i = 0; i < move->event->param_count; i++)
        values[count++] = move->parameters[i];
    values[count++] = value_text(move->opts.actor);
    values[count++] = value_text(move->opts.request_id);
    if (!move->event->is_creation)
        values[count++] = value_bigint_or_null(move->opts.expect_sort_key);
    if (move->machine->lock_key) {
        values[count++] = value_text(move->opts.lock_owner);
        values[count++] = value_bigint_or_null(move->opts.lock_token);
    }
    if (move->event->asks_hooks)
        values[count++] = value_text(verdicts);
    if (move->machine->queue && !move->event->is_creation)
        count += item_values(move, values + count);
    return (struct query){.sql = statements->fire[move->event_number],
                          .values = values,
                          .value_count = count,
                          .row = move_read_answer,
                          .context = move};
}

enum pawl_status move_call(struct pawl_db *db, struct move *move, const char *verdicts, bool commits,
                           struct pawl_error *err) {
    struct value values[VALUE_MAX];
    const struct query query = move_query(db, move, verdicts, values);
    return judge_version(db, move->machine, db->driver->query_all(db, &query, 1, commits, err), err);
}

static enum pawl_status move_by_function(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    bool joined = pawl_in_transaction(db);
    enum pawl_status status = sending_begin(db, &move->sending, err);
    if (status == PAWL_OK)
        status = move_call(db, move, NULL, false, err);
    const bool may_be_done = status != PAWL_OK;
    if (status == PAWL_OK)
        status = move->status;
    if (status == PAWL_OK)
        then_wait(db, move);
    return joined ? status : sending_judge(db, &move->sending, status, may_be_done, err);
}

/* ---- a move step by step, under the lock that the driver's begin has taken ----------------------- */

static enum pawl_status read_current(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    move->status = PAWL_OK;
    remember_from(move, cells[0].text);
    move->sort_key = cells[1].number;
    move->created_at_us = cells[2].number;
    return PAWL_OK;
}

/* cells: event, from, to, sort_key, created_at, columns... */
static enum pawl_status read_earlier(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    bool same = event_of_stored(move->machine, cells[0].text) == move->event_number;
    for (uint16_t i = 0; same && i < move->event->param_count; i++) {
        const uint16_t column = move->event->params[i].column;
        const bool is_erased = move->machine->columns[column].is_personal && cells[5 + column].is_null;
        same = is_erased || value_is(&move->parameters[i], &cells[5 + column]);
    }
    move->status = same ? PAWL_OK : PAWL_REUSED;
    move->done_before = same;
    remember_from(move, cells[1].text);
    move->to = state_of_stored(move->machine, cells[2].text);
    move->sort_key = cells[3].number;
    move->created_at_us = cells[4].number;
    return PAWL_OK;
}

/* NOT_FOUND where the request id is new, or there is none. */
static enum pawl_status find_request(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    if (!move->opts.request_id)
        return PAWL_NOT_FOUND;
    move->status = PAWL_NOT_FOUND;
    enum pawl_status status =
        db->driver->query(db, statements_of(db, move->machine)->find_request,
                          VALUES(value_key(move->machine, move->key), value_text(move->opts.request_id)),
                          read_earlier, move, err);
    return status == PAWL_OK ? move->status : status;
}

/* NOT_FOUND where the entity's own row is not there. */
static enum pawl_status find_parent(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const char *find_parent = statements_of(db, move->machine)->find_parent;
    bool parent = false;
    if (!find_parent)
        return PAWL_OK;
    enum pawl_status status = db->driver->query(db, find_parent, VALUES(value_key(move->machine, move->key)),
                                                row_found, &parent, err);
    return status == PAWL_OK && !parent ? PAWL_NOT_FOUND : status;
}

/* LOCKED or ASLEEP where a lock forbids the move; else the answer that it would have without locks. */
static enum pawl_status unless_locked(struct pawl_db *db, struct move *move, enum pawl_status otherwise,
                                      struct pawl_error *err) {
    char digits[KEY_DIGITS_SIZE];
    struct lock_key lock_key;
    enum pawl_status status =
        find_lock_key(db, move->machine, move->key, move->event, move->parameters, &lock_key, err);
    if (status != PAWL_OK)
        return status;
    struct lock_question question = {.machine = move->machine->name,
                                     .entity = key_as_text(move->machine, move->key, digits),
                                     .request_id = move->opts.request_id,
                                     .lock_key = lock_key.is_known ? lock_key.text : NULL,
                                     .lock_owner = move->opts.lock_owner,
                                     .lock_token = move->opts.lock_token};
    struct lock_answer answer;
    status = db->driver->locks->refuse(db, &question, &answer, err);
    if (status != PAWL_OK || answer.status == PAWL_OK)
        return status == PAWL_OK ? otherwise : status;
    memcpy(move->lock_detail, answer.detail, sizeof move->lock_detail);
    return answer.status;
}

static enum pawl_status choose_move(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    /* or else the time of the last move: history never runs backwards */
    int64_t now = now_us();
    move->time_us = now > move->created_at_us ? now : move->created_at_us;
    const struct moves moves = moves_from(machine, move->event_number, move->from);
    if (moves.first != moves.end)
        return hooks_choose(db, move, moves, err);
    move->to = pawl_next(machine, move->from, move->event_number);
    if (move->to)
        return PAWL_OK;
    return pawl_ignores(machine, move->from, move->event_number) ? PAWL_IGNORED : PAWL_ILLEGAL;
}

/* Others may write what its tables hold: there is no head, but the row of the latest move. */
static bool shares_rows(const struct pawl_db *db, const struct pawl_machine *machine) {
    return !statements_of(db, machine)->insert_current;
}

static enum pawl_status write_machine_row(struct pawl_db *db, const struct pawl_machine *machine,
                                          const char *table, const char *sql, const struct value *values,
                                          size_t count, struct pawl_error *err) {
    return shares_rows(db, machine) ? db->driver->query(db, sql, values, count, NULL, NULL, err)
                                    : db->driver->write(db, table, sql, values, count, err);
}

static enum pawl_status decide_move(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const struct pawl_statements *statements = statements_of(db, machine);
    const bool needs_parent = statements->set_mirror || shares_rows(db, machine);
    enum pawl_status status = needs_parent ? find_parent(db, move, err) : PAWL_OK;
    if (status != PAWL_OK)
        return status == PAWL_NOT_FOUND ? unless_locked(db, move, status, err) : status;
    move->status = PAWL_NOT_FOUND;
    status = db->driver->query(db, statements->get, VALUES(value_key(machine, move->key)), read_current, move,
                               err);
    status = judge_version(db, machine, status, err);
    if (status != PAWL_OK)
        return status;
    bool exists = move->status == PAWL_OK;
    if (!move->event->is_creation && !exists)
        return unless_locked(db, move, PAWL_NOT_FOUND, err);
    if (exists) {
        status = find_request(db, move, err);
        if (status != PAWL_NOT_FOUND)
            return status;
    }
    status = unless_locked(db, move, PAWL_OK, err);
    if (status != PAWL_OK)
        return status;
    if (move->event->is_creation && exists)
        return PAWL_EXISTS;
    if (move->opts.expect_sort_key && move->opts.expect_sort_key != move->sort_key)
        return move->status = PAWL_CONFLICT;
    if (move->opts.item) {
        status = queue_holds(db, machine, move->opts.item, err);
        if (status != PAWL_OK)
            return move->status = status;
    }
    status = choose_move(db, move, err);
    return status == PAWL_OK && move->event->is_creation ? find_parent(db, move, err) : status;
}

static enum pawl_status write_transition(struct pawl_db *db, const struct move *move,
                                         struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    struct value values[VALUE_MAX];
    size_t count = 0;
    values[count++] = value_key(machine, move->key);
    values[count++] = value_bigint(move->sort_key);
    values[count++] = value_text(move->event->stored);
    values[count++] = value_text(machine->states[move->from].stored);
    values[count++] = value_text(machine->states[move->to].stored);
    values[count++] = value_number(PAWL_TYPE_TIMESTAMP, move->created_at_us);
    values[count++] = value_text(move->opts.actor ? move->opts.actor : db->driver->login(db));
    values[count++] = value_text(move->opts.request_id);
    for (uint16_t column = 0; column < machine->column_count; column++)
        values[count + column] = value_text(NULL);
    for (uint16_t i = 0; i < move->event->param_count; i++)
        values[count + move->event->params[i].column] = move->parameters[i];
    return write_machine_row(db, machine, machine->table_transitions,
                             statements_of(db, machine)->insert_transition, values,
                             count + machine->column_count, err);
}

static enum pawl_status write_current(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const struct pawl_statements *statements = statements_of(db, machine);
    const char *sql = move->event->is_creation ? statements->insert_current : statements->update_current;
    return sql ? write_machine_row(db, machine, machine->table_current, sql,
                                   VALUES(value_key(machine, move->key),
                                          value_text(machine->states[move->to].stored),
                                          value_bigint(move->sort_key),
                                          value_number(PAWL_TYPE_TIMESTAMP, move->created_at_us)),
                                   err)
               : PAWL_OK;
}

static enum pawl_status write_mirror(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const char *set_mirror = statements_of(db, move->machine)->set_mirror;
    return set_mirror ? db->driver->query(db, set_mirror,
                                          VALUES(value_key(move->machine, move->key),
                                                 value_text(move->machine->states[move->to].stored)),
                                          NULL, NULL, err)
                      : PAWL_OK;
}

enum pawl_status move_decide(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    move->status = PAWL_OK;
    move->done_before = false;
    move->sort_key = move->created_at_us = 0;
    remember_from(move, NULL);
    move->to = 0;
    hooks_begin(move);
    return decide_move(db, move, err);
}

enum pawl_status move_write(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    move->created_at_us = move->time_us;
    move->sort_key += PAWL_SORT_KEY_STEP;
    enum pawl_status status = write_current(db, move, err);
    if (status == PAWL_OK)
        status = write_transition(db, move, err);
    if (status == PAWL_OK)
        status = write_mirror(db, move, err);
    if (status == PAWL_OK)
        status = queue_follow(db, move, err);
    if (status == PAWL_OK)
        status = hooks_run_sql_effects(db, move, err);
    if (status == PAWL_OK)
        status = outbox_write(db, move, err);
    if (status != PAWL_OK)
        return status;
    then_wait(db, move);
    return hooks_run_effects(db, move, err);
}

static enum pawl_status decide_and_write(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    const enum pawl_status status = move_decide(db, move, err);
    return status == PAWL_OK && !move->done_before ? move_write(db, move, err) : status;
}

enum pawl_status move_by_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct after_mark mark = after_mark(db);
    enum pawl_status status = all_or_nothing(db, decide_and_write, context, err);
    if (status != PAWL_OK)
        after_undo(mark);
    return status;
}

/* ---- the answer --------------------------------------------------------------------------------- */

/* "allowed there: confirm, cancel" */
static void help_with_allowed(const struct move *move, struct pawl_error *err) {
    char list[sizeof err->help - 32];
    size_t length = 0;
    if (move->from < 1)
        return;
    for (int event = 1; event <= move->machine->event_count; event++) {
        if (!leads_somewhere(move->machine, move->from, event))
            continue;
        int added = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                             move->machine->events[event].name);
        if (added < 0 || length + (size_t)added >= sizeof list)
            break;
        length += (size_t)added;
    }
    list[length] = '\0';
    if (length)
        error_help(err, "allowed there: %s", list);
    else
        error_help(err, "nothing leaves %s", move->from_text);
}

static void explain_answer(const struct move *move, enum pawl_status status, struct pawl_error *err) {
    const char *machine = move->machine->name;
    const char *event = move->event->name;
    if (move->callback_has_failed)
        return; /* it has said why */
    switch (status) {
    case PAWL_NOT_FOUND:
        if (move->event->is_creation) {
            move_error(err, status, move, " finds no parent row with this key");
            error_help(err, "insert the row that is to move first");
        } else {
            move_error(err, status, move, " finds no such %s", machine);
            error_help(err, "create it first");
        }
        break;
    case PAWL_EXISTS:
        move_error(err, status, move, ": it exists already, in %s", move->from_text);
        break;
    case PAWL_ILLEGAL:
        move_error(err, status, move, " is not allowed in %s", move->from_text);
        if (err)
            help_with_allowed(move, err);
        break;
    case PAWL_REFUSED:
        move_error(err, status, move, " is refused by %s%s%s%s%s", move->guard,
                   move->from_text[0] ? " in " : "", move->from_text, move->said.message[0] ? ": " : "",
                   move->said.message);
        error_help(err, "%s", move->said.help);
        if (err)
            memcpy(err->guard, move->guard, sizeof err->guard);
        break;
    case PAWL_REUSED:
        move_error(err, status, move, ": the request id %s stands for another request",
                   move->opts.request_id);
        error_help(err, "give each request an id of its own; that one made the move with sort_key %" PRId64,
                   move->sort_key);
        break;
    case PAWL_MISUSE:
    case PAWL_MISMATCH:
        if (err && !err->message[0]) {
            error_of_entity(err, status, move->machine, move->key, "the database answered %s to %s",
                            pawl_status_name(status), event);
            error_help(err, "apply the SQL that was generated together with this program");
        }
        break;
    case PAWL_CONFLICT:
        if (move->status == PAWL_CONFLICT && move->opts.item &&
            (!move->opts.expect_sort_key || move->opts.expect_sort_key == move->sort_key)) {
            move_error(err, status, move, ": the claim on %s does not hold any more",
                       move->machine->queue->pending[move->opts.item->pending].name);
            error_help(err, "its lease has ended, or the %s has moved: drop the item", machine);
            break;
        }
        if (move->status == PAWL_CONFLICT) {
            move_error(err, status, move, " expects sort_key %" PRId64 ", and it is %" PRId64 ", in %s",
                       move->opts.expect_sort_key, move->sort_key, move->from_text);
            error_help(err, "somebody has moved it: read it again and decide anew");
            break;
        }
        /* fall through */
    case PAWL_DB:
    case PAWL_UNKNOWN:
        if (err)
            move_error(err, status, move, ": %s", err->message);
        break;
    case PAWL_LOCKED:
        move_error(err, status, move, " is locked out: %s", move->lock_detail);
        error_help(err, move->opts.lock_owner ? "stop what the lock was for, or acquire it again"
                                              : "try again when that is over");
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_ASLEEP:
        move_error(err, status, move, " must wait: %s", move->lock_detail);
        error_help(err, "try again when that is over, or set wait_ms or defer in the options");
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_DEFERRED:
        move_error(err, status, move, " is kept until the machine wakes: %s", move->lock_detail);
        error_help(err, "ask pawl_deferred_outcome for the request id %s", move->opts.request_id);
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_OK:
    case PAWL_IGNORED:
    case PAWL_NOT_YET:
    case PAWL_SKIP:
    case PAWL_PENDING:
    case PAWL_NOMEM:
        break;
    }
}

/* From within a callback: nothing from a guard, and not the entity that is being moved. */
static enum pawl_status check_reentry(const struct pawl_db *db, const struct move *move,
                                      struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    if (db->running && db->running->in_guard) {
        move_error(err, PAWL_MISUSE, move, " is fired within a guard");
        error_help(err, "a guard only reads: fire it from an effect");
        return PAWL_MISUSE;
    }
    for (const struct running *running = db->running; running; running = running->outer) {
        bool same_key = machine->key_type == PAWL_TYPE_TEXT
                            ? running->key.text && strcmp(running->key.text, move->key.text) == 0
                            : running->key.number == move->key.number;
        if (!same_key || strcmp(running->machine->name, machine->name) != 0)
            continue;
        move_error(err, PAWL_MISUSE, move, " is fired within an effect of its own %s",
                   machine->events[running->event].name);
        error_help(err, "fire it when that move is committed, for instance from `then`");
        return PAWL_MISUSE;
    }
    return PAWL_OK;
}

/* For an event whose parameters are all optional, where the caller gives none. */
static const struct pawl_optional_timestamp no_args[PAWL_COLUMN_MAX];

static pawl_work_fn *way_of(const struct pawl_db *db, const struct pawl_event *event) {
    if (!db->driver->moves_by_function)
        return move_by_steps;
    return event->asks_hooks ? move_with_callbacks : move_by_function;
}

/* Once more: what was fired meanwhile may have used the memory for `then`. */
static enum pawl_status attempt_again(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    enum pawl_status status = then_prepare(db, move, 1, err);
    return status == PAWL_OK ? way_of(db, move->event)(db, move, err) : status;
}

/* The machine is asleep: waits for it, or has the event deferred, as the options say. */
static enum pawl_status sleep_on(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    struct sleeper sleeper = {.machine = move->machine,
                              .key = move->key,
                              .event = {.machine = move->machine->name,
                                        .fingerprint = move->machine->fingerprint,
                                        .request_id = move->opts.request_id,
                                        .event = move->event->stored,
                                        .actor = move->opts.actor,
                                        .lock_owner = move->opts.lock_owner,
                                        .lock_token = move->opts.lock_token},
                              .described = move->event,
                              .parameters = move->parameters,
                              .wait_ms = move->opts.wait_ms,
                              .defer = move->opts.defer,
                              .attempt = attempt_again,
                              .move = move};
    return while_asleep(db, &sleeper, err);
}

static enum pawl_status prepare_move(struct pawl_db *db, struct move *move,
                                     const struct pawl_machine *machine, struct pawl_key key, int event,
                                     const void *args, const struct pawl_opts *opts, struct pawl_error *err) {
    enum pawl_status status = key_check(machine, key, err);
    if (status != PAWL_OK)
        return status;
    /* member by member, since the parameters are many and mostly unused */
    move->machine = machine;
    move->event = &machine->events[event];
    move->event_number = event;
    move->key = key;
    move->args = args || move->event->param_count == 0 ? args : no_args;
    move->hooks = NULL;
    move->then = NULL;
    move->verdicts = NULL;
    move->deferred = 0;
    move->asks = move->done_before = false;
    move->status = PAWL_OK;
    move->from = move->to = 0;
    move->sort_key = move->created_at_us = 0;
    move->from_text[0] = move->lock_detail[0] = '\0';
    hooks_begin(move);
    status = read_options(move, opts, err);
    move->sending = (struct sending){.has_request_id = move->opts.request_id != NULL};
    if (status == PAWL_OK)
        status = read_arguments(operation_results(db), move, args, err);
    return status == PAWL_OK ? check_reentry(db, move, err) : status;
}

enum pawl_status fire_check(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct value *parameters, struct pawl_error *err) {
    struct move move;
    enum pawl_status status = prepare_move(db, &move, machine, key, event, args, opts, err);
    for (uint16_t i = 0; status == PAWL_OK && parameters && i < move.event->param_count; i++)
        parameters[i] = move.parameters[i];
    return status;
}

/* Within a tx step of a flow whose run holds a lock on the entity's key: the move shows it. */
static enum pawl_status show_lock_of_run(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct running *running = db->running;
    struct lock_key key = {.is_known = false};
    while (running && !running->step)
        running = running->outer;
    if (!running || !running->global_token || !move->machine->lock_key || move->opts.lock_owner)
        return PAWL_OK;
    enum pawl_status status =
        find_lock_key(db, move->machine, move->key, move->event, move->parameters, &key, err);
    int64_t token = status == PAWL_OK && key.is_known ? running->global_token(running->step, key.text) : 0;
    if (token) {
        move->opts.lock_owner = running->step->lock_owner;
        move->opts.lock_token = token;
    }
    return status;
}

enum pawl_status move_begin(struct pawl_db *db, struct move *move, const struct pawl_machine *machine,
                            struct pawl_key key, int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err) {
    enum pawl_status status = prepare_move(db, move, machine, key, event, args, opts, err);
    if (status == PAWL_OK)
        status = show_lock_of_run(db, move, err);
    return status == PAWL_OK ? hooks_find(db, move, err) : status;
}

struct pawl_transition move_transition(const struct move *move, enum pawl_status status) {
    return (struct pawl_transition){.event = move->event_number,
                                    .from = move->from,
                                    .to = status == PAWL_OK ? move->to : 0,
                                    .sort_key = move->sort_key,
                                    .created_at_us = move->created_at_us};
}

/* What the pool has refused to send, or to send again. */
static enum pawl_status judge_unsent(struct pawl_db *db, struct move *move, enum pawl_status status,
                                     struct pawl_error *err) {
    return move->sending.answer_was_lost ? sending_judge(db, &move->sending, PAWL_UNKNOWN, true, err)
                                         : status;
}

static enum pawl_status retry_at_entity(struct pawl_db *db, struct move *move, pawl_work_fn *attempt,
                                        struct pawl_error *err) {
    enum pawl_status status = operation_go_to(db, move->machine, &move->key, err);
    return status == PAWL_OK ? retry(db, attempt, move, err) : status;
}

/* On a handle of a pool that has no connection: with what others ask for, or else with a connection. */
static enum pawl_status fire_in_pool(struct pawl_db *db, struct move *move, pawl_work_fn *attempt,
                                     struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    if (gather_takes(db, move) && db->pool->gather(db, move, &status, err)) {
        if (status == PAWL_OK)
            then_wait(db, move);
        return judge_unsent(db, move, status, err);
    }
    if (db->connection) {
        db->has_waited = false;
        status = attempt(db, move, err);
        if (breaks_transaction(status) && err->retryable && connection_is_lost(db))
            status = retry(db, attempt, move, err);
        if (status == PAWL_DB && db->has_waited)
            return give_up_waiting(err);
        const bool is_busy = err->retryable || (db->driver->is_busy && db->driver->is_busy(err));
        if (!breaks_transaction(status) || !is_busy || connection_is_lost(db))
            return status;
        db->pool->step_aside(db); /* others wait for it, and this may take a while */
    }
    status = handle_connect(db, err);
    return status == PAWL_OK ? retry_at_entity(db, move, attempt, err) : judge_unsent(db, move, status, err);
}

enum pawl_status fire_move(struct pawl_db *db, struct move *move, struct pawl_transition *out,
                           struct pawl_error *err) {
    enum pawl_status status = then_prepare(db, move, 1, err);
    if (status != PAWL_OK)
        return status;
    pawl_work_fn *attempt = way_of(db, move->event);
    bool joined = pawl_in_transaction(db);
    if (!db->connection)
        status = fire_in_pool(db, move, attempt, err);
    else if (!joined)
        status = retry_at_entity(db, move, attempt, err);
    else if ((status = operation_go_to(db, move->machine, &move->key, err)) == PAWL_OK)
        status = attempt(db, move, err);
    if (status == PAWL_ASLEEP && !move->callback_has_failed) {
        status = handle_connect(db, err);
        status = status == PAWL_OK ? sleep_on(db, move, err) : status;
    }
    bool answered = status == PAWL_OK || status == PAWL_IGNORED || status == PAWL_EXISTS ||
                    status == PAWL_ILLEGAL || status == PAWL_REFUSED || status == PAWL_LOCKED ||
                    status == PAWL_ASLEEP || status == PAWL_REUSED || move->status == PAWL_CONFLICT;
    if (out && answered && !move->callback_has_failed)
        *out = move_transition(move, status);
    explain_answer(move, status, err);
    if (status == PAWL_OK && !joined)
        after_commit(db, BEGUN_BY_LIBPAWL);
    return status;
}

enum pawl_status fire_one(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          int event, const void *args, const struct pawl_opts *opts,
                          struct pawl_transition *out, struct pawl_error *err) {
    struct pawl_error own; /* whether the version is refused stands there */
    struct move move;
    if (!err) {
        own = (struct pawl_error)PAWL_ERROR_INIT;
        err = &own;
    }
    const struct pawl_opts known = opts_of(opts);
    if (known.done)
        return fire_later(db, machine, key, event, args, &known, err);
    if (out)
        *out = (struct pawl_transition){.event = event};
    enum pawl_status status = move_begin(db, &move, machine, key, event, args, opts, err);
    return status == PAWL_OK ? fire_move(db, &move, out, err) : status;
}

/* ---- of deferred events --------------------------------------------------------------------------- */

bool move_answer_stands(const struct move *move, enum pawl_status status) {
    return move->deferred && !move->asks && !move->callback_has_failed && status == move->status &&
           status != PAWL_ASLEEP;
}

enum pawl_status fire_deferred_event(struct pawl_db *db, struct deferred_firing *firing,
                                     struct pawl_error *err) {
    struct move move;
    firing->is_recorded = firing->was_asked = false;
    firing->detail[0] = '\0';
    firing->moved = (struct pawl_transition){.event = firing->event};
    enum pawl_status status =
        move_begin(db, &move, firing->machine, firing->key, firing->event, firing->args, firing->opts, err);
    if (status == PAWL_OK) {
        firing->was_asked = true;
        move.deferred = db->driver->moves_by_function ? firing->number : 0;
        status = fire_move(db, &move, &firing->moved, err);
        firing->is_recorded = move_answer_stands(&move, status);
    }
    if (status == PAWL_REFUSED && !move.callback_has_failed)
        snprintf(firing->detail, sizeof firing->detail, "%s%s%s", move.guard,
                 move.said.message[0] ? ": " : "", move.said.message);
    else if (status == PAWL_LOCKED && !move.callback_has_failed)
        snprintf(firing->detail, sizeof firing->detail, "%s", move.lock_detail);
    else if (status != PAWL_OK)
        snprintf(firing->detail, sizeof firing->detail, "%s", err->message);
    return status;
}

void deferred_explain(const struct pawl_machine *machine, struct pawl_key key, const char *request_id,
                      const struct pawl_transition *moved, enum pawl_status status, const char *detail,
                      struct pawl_error *err) {
    struct move move = {.machine = machine, .key = key, .opts.request_id = request_id, .status = status};
    const bool is_whole =
        status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_MISUSE || status == PAWL_MISMATCH;
    if (moved->event < 1 || is_whole) {
        error_set(err, status, "%s", detail);
        return;
    }
    move.event_number = moved->event;
    move.event = &machine->events[moved->event];
    move.from = moved->from;
    move.sort_key = moved->sort_key;
    snprintf(move.from_text, sizeof move.from_text, "%s",
             moved->from > 0 ? machine->states[moved->from].name : "");
    const size_t guard = strcspn(detail, ":"); /* what a callback has said comes behind its name */
    snprintf(move.guard, sizeof move.guard, "%.*s", (int)guard, detail);
    if (status == PAWL_REFUSED && detail[guard])
        snprintf(move.said.message, sizeof move.said.message, "%s", detail + guard + strlen(": "));
    snprintf(move.lock_detail, sizeof move.lock_detail, "%s", detail);
    explain_answer(&move, status, err);
}

enum pawl_status pawl_fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                           int event, const void *args, const struct pawl_opts *opts,
                           struct pawl_transition *out, struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_transition){.event = event};
    enum pawl_status status = operation_begin_apart(db, machine, err);
    if (status == PAWL_OK)
        status = event_check(machine, event, err);
    return status == PAWL_OK ? fire_one(db, machine, key, event, args, opts, out, err) : status;
}

enum pawl_status pawl_move_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, const struct pawl_opts *opts, struct pawl_transition *out,
                              struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_transition){0};
    enum pawl_status status = operation_begin_apart(db, machine, err);
    if (status != PAWL_OK)
        return status;
    if (state < 1 || state > machine->state_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no state number %d", machine->name, state);
    if (!machine->move_to || !machine->move_to[state]) {
        error_set(
            err, PAWL_MISUSE,
            "%s: there is no single event for %s: one that leads only there, needs no parameter, and is "
            "neither a timer's nor one that creates",
            machine->name, machine->states[state].name);
        error_help(err, "fire the event that is meant");
        return PAWL_MISUSE;
    }
    return fire_one(db, machine, key, machine->move_to[state], NULL, opts, out, err);
}

enum pawl_status pawl_complete(struct pawl_db *db, const struct pawl_machine *machine,
                               const struct pawl_item *item, int event, const void *args,
                               const struct pawl_opts *opts, struct pawl_transition *out,
                               struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = queue_begin(db, machine, item, err);
    if (status != PAWL_OK)
        return status;
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    if (event == 0 && (!pending->is_work || item->is_spent))
        event = pending->event;
    if (event == 0) {
        error_set(err, PAWL_MISUSE, "%s: %s is completed with an event", machine->name, pending->name);
        error_help(err, "name the event that says how it came out");
        return PAWL_MISUSE;
    }
    struct pawl_opts with_item = opts_of(opts);
    with_item.struct_size = sizeof with_item;
    with_item.item = item;
    return pawl_fire(db, machine, pawl_item_key(item), event, args, &with_item, out, err);
}
