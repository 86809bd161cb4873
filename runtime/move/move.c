#include "move/move.h"

#include "core/clock.h"
#include "core/key.h"
#include "core/operation.h"
#include "move/later.h"
#include "queue/queue.h"

#include <string.h>

/* Refuses calls of a callback: all of a guard, and any that fires the entity that is moving. */
static enum pawl_status check_reentry(const struct pawl_db *db, const struct move *move,
                                      struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    if (db->running && db->running->in_guard) {
        move_error(err, PAWL_MISUSE, move, " is fired within a guard");
        error_help(err, "a guard only reads: fire it from an effect");
        return PAWL_MISUSE;
    }
    for (const struct running *running = db->running; running; running = running->outer) {
        if (!running->machine || strcmp(running->machine->name, machine->name) != 0 ||
            key_compare(machine, running->key, move->key) != 0)
            continue;
        move_error(err, PAWL_MISUSE, move, " is fired within an effect of its own %s",
                   machine->events[running->event].name);
        error_help(err, "fire it after that transition's commit, for instance from `then`");
        return PAWL_MISUSE;
    }
    return PAWL_OK;
}

/* For an event whose parameters are all optional, where the caller gives none. */
static const struct pawl_optional_timestamp no_args[PAWL_COLUMN_MAX];

static enum pawl_status prepare_move(struct pawl_db *db, struct move *move,
                                     const struct pawl_machine *machine, struct pawl_key key, int event,
                                     const void *args, const struct pawl_opts *opts, struct pawl_error *err) {
    TRY(key_settle(operation_results(db), machine, &key, err));
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
    move->asks = move->done_before = move->leads_batch = move->lacks_hooks = false;
    move->status = PAWL_OK;
    move->from = move->to = 0;
    move->sort_key = move->created_at_us = 0;
    move->from_text[0] = move->lock_detail[0] = '\0';
    hooks_begin(move);
    const enum pawl_status status = move_read_options(move, opts, err);
    const bool is_of_claim = move->opts.item && !move->opts.request_id;
    move->sending =
        (struct sending){.has_request_id = move->opts.request_id || is_of_claim, .is_of_claim = is_of_claim};
    TRY(status);
    TRY(move_read_arguments(operation_results(db), move, args, err));
    TRY(move_read_actor(db, move, err));
    return check_reentry(db, move, err);
}

enum pawl_status fire_check(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct value *parameters, const char **actor, struct pawl_error *err) {
    struct move move;
    TRY(prepare_move(db, &move, machine, key, event, args, opts, err));
    for (uint16_t i = 0; parameters && i < move.event->param_count; i++)
        parameters[i] = move.parameters[i];
    if (actor)
        *actor = move.actor;
    return PAWL_OK;
}

enum pawl_status show_lock_of_run(struct pawl_db *db, struct move *move, struct pawl_error *err) {
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
    move->begun_us = monotonic_us();
    TRY(prepare_move(db, move, machine, key, event, args, opts, err));
    TRY(show_lock_of_run(db, move, err));
    return hooks_find(db, move, err);
}

struct pawl_transition move_transition(const struct move *move, enum pawl_status status) {
    return (struct pawl_transition){.event = move->event_number,
                                    .from = move->from,
                                    .to = status == PAWL_OK ? move->to : 0,
                                    .sort_key = move->sort_key,
                                    .created_at_us = move->created_at_us};
}

/* ---- its way ---------------------------------------------------------------------------------------- */

/* Returns whether other sessions prevent the transition on this connection. */
static bool collides(const struct pawl_db *db, enum pawl_status status, const struct pawl_error *err) {
    const struct session_driver *sessions = db->driver->sessions;
    return breaks_transaction(status) && !db->waits.are_over && !connection_is_lost(db) &&
           (err->retryable || (sessions && sessions->is_busy(err)));
}

enum pawl_status attempt_move(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    attempt_fn *attempt = db->driver->steps         ? move_by_steps
                          : move->lacks_hooks       ? move_without_hooks
                          : move->event->asks_hooks ? move_with_callbacks
                                                    : move_by_function;
    /* what was fired since the last attempt may have used the memory for `then` */
    enum pawl_status status = then_prepare(db, move, 1, err);
    if (status == PAWL_OK)
        status = attempt(db, move, err);
    if (!move->leads_batch || !collides(db, status, err))
        return status;
    move->leads_batch = false;
    return PAWL_CONFLICT;
}

/* The answer of a batch, or what the pool has refused to send, or to send again. */
static enum pawl_status judge_in_pool(struct pawl_db *db, struct move *move, enum pawl_status status,
                                      struct pawl_error *err) {
    if (status == PAWL_OK)
        then_wait(db, move);
    return move->sending.answer_was_lost ? sending_judge(db, &move->sending, PAWL_UNKNOWN, true, err)
                                         : status;
}

/*
 * Uses the handle's connection, or one from its pool. If the transition collides on a batch connection, for
 * which others wait, it returns that connection and gets another one.
 */
static enum pawl_status attempt_until_final(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    enum pawl_status status = handle_connect(db, err);
    for (;;) {
        const bool leads_batch = move->leads_batch;
        if (status == PAWL_OK)
            status = operation_go_to(db, move->machine, &move->key, err);
        if (status != PAWL_OK)
            return judge_in_pool(db, move, status, err);
        status = make_attempts(db, attempt_move, move, err);
        if (move->leads_batch == leads_batch)
            return status;
        error_clear(err);
        status = db->pool->check_out(db, err);
    }
}

enum pawl_status fire_move(struct pawl_db *db, struct move *move, struct pawl_transition *out,
                           struct pawl_error *err) {
    const bool joined = pawl_in_transaction(db);
    const bool may_join_others = !db->connection && gather_takes(db, move);
    bool is_answered = false;
    enum pawl_status status = PAWL_OK;
    if (may_join_others) {
        TRY(then_prepare(db, move, 1, err));
        is_answered = db->pool->gather(db, (struct gathered){.move = move, .err = err}, &status);
        move->leads_batch = db->connection != NULL;
    }
    const struct move *outer = db->moving;
    db->moving = move;
    status = is_answered ? judge_in_pool(db, move, status, err) : attempt_until_final(db, move, err);
    if (status == PAWL_ASLEEP && !move->callback_has_failed) {
        move->leads_batch = false;
        status = handle_connect(db, err);
        status = status == PAWL_OK ? while_asleep(db, move, err) : status;
    }
    bool answered = status == PAWL_OK || status == PAWL_IGNORED || status == PAWL_EXISTS ||
                    status == PAWL_ILLEGAL || status == PAWL_REFUSED || status == PAWL_LOCKED ||
                    status == PAWL_ASLEEP || status == PAWL_REUSED || move->status == PAWL_CONFLICT;
    if (out && answered && !move->callback_has_failed)
        *out = move_transition(move, status);
    move_explain(move, status, err);
    stats_transition(db->stats, status, move->begun_us);
    log_transition(db, move, status, err);
    db->moving = outer;
    if (status == PAWL_OK && !joined)
        after_commit(db, BEGUN_BY_LIBPAWL);
    return status;
}

/* If the state or a lock refuses the event, every caller gets that answer, whatever hooks he has. */
static enum pawl_status fire_without_hooks(struct pawl_db *db, struct move *move, struct pawl_transition *out,
                                           struct pawl_error *err) {
    const struct pawl_error lacking = *err;
    error_clear(err);
    const enum pawl_status status = fire_move(db, move, out, err);
    if (status == PAWL_MISUSE)
        *err = lacking;
    return status;
}

enum pawl_status fire_one(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          int event, const void *args, const struct pawl_opts *opts,
                          struct pawl_transition *out, struct pawl_error *err) {
    struct pawl_error own; /* whether the version is refused stands there */
    struct move move;
    err = error_or(err, &own);
    const struct pawl_opts known = opts_of(opts);
    if (known.done)
        return fire_later(db, machine, key, event, args, &known, err);
    if (out)
        *out = (struct pawl_transition){.event = event};
    move.lacks_hooks = false;
    enum pawl_status status = move_begin(db, &move, machine, key, event, args, opts, err);
    return move.lacks_hooks    ? fire_without_hooks(db, &move, out, err)
           : status == PAWL_OK ? fire_move(db, &move, out, err)
                               : status;
}

bool move_answer_stands(const struct move *move, enum pawl_status status) {
    return move->deferred && !move->asks && !move->callback_has_failed && status == move->status &&
           status != PAWL_ASLEEP;
}

enum pawl_status pawl_fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                           int event, const void *args, const struct pawl_opts *opts,
                           struct pawl_transition *out, struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_transition){.event = event};
    TRY(operation_begin_apart(db, machine, err));
    TRY(event_check(machine, event, err));
    return fire_one(db, machine, key, event, args, opts, out, err);
}

enum pawl_status pawl_move_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, const struct pawl_opts *opts, struct pawl_transition *out,
                              struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_transition){0};
    TRY(operation_begin_apart(db, machine, err));
    if (state < 1 || state > machine->state_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no state number %d", machine->name, state);
    if (!machine->move_to || !machine->move_to[state])
        return error_advise(
            err, PAWL_MISUSE, "fire the event that is meant",
            "%s: there is no single event for %s: one that leads only there, needs no parameter, and is "
            "neither a timer's nor one that creates",
            machine->name, machine->states[state].name);
    return fire_one(db, machine, key, machine->move_to[state], NULL, opts, out, err);
}

enum pawl_status pawl_complete(struct pawl_db *db, const struct pawl_machine *machine,
                               const struct pawl_item *item, int event, const void *args,
                               const struct pawl_opts *opts, struct pawl_transition *out,
                               struct pawl_error *err) {
    OPERATION(db, err);
    TRY(queue_begin(db, machine, item, err));
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    if (event == 0 && (!pending->is_work || item->is_spent))
        event = pending->event;
    if (event == 0)
        return error_advise(err, PAWL_MISUSE, "name the event for its result",
                            "%s: %s is completed with an event", machine->name, pending->name);
    struct pawl_opts with_item = opts_of(opts);
    with_item.struct_size = sizeof with_item;
    with_item.item = item;
    return pawl_fire(db, machine, pawl_item_key(item), event, args, &with_item, out, err);
}
