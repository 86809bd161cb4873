#include "move/move.h"

#include "core/clock.h"
#include "core/deployment.h"
#include "core/key.h"
#include "outbox/outbox.h"
#include "queue/queue.h"

#include <string.h>

/* A move step by step, under the lock that the driver's begin has taken. */

static enum pawl_status read_current(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    move->status = PAWL_OK;
    move_remember_from(move, cells[0].text);
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
    move_remember_from(move, cells[1].text);
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

enum pawl_status unless_locked(struct pawl_db *db, struct move *move, enum pawl_status otherwise,
                               struct pawl_error *err) {
    char digits[KEY_DIGITS_SIZE];
    struct lock_key lock_key;
    TRY(find_lock_key(db, move->machine, move->key, move->event, move->parameters, &lock_key, err));
    struct lock_question question = {.machine = move->machine->name,
                                     .entity = key_as_text(move->machine, move->key, digits),
                                     .request_id = move->opts.request_id,
                                     .lock_key = lock_key.is_known ? lock_key.text : NULL,
                                     .lock_owner = move->opts.lock_owner,
                                     .lock_token = move->opts.lock_token};
    struct lock_answer answer = {.status = PAWL_OK};
    enum pawl_status status = db->driver->locks->steps->refuse(db, &question, &answer, err);
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
    const struct machine_moves moves = moves_from(machine, move->event_number, move->from);
    if (move->lacks_hooks && (moves.first != moves.end || pawl_next(machine, move->from, move->event_number)))
        return PAWL_MISUSE;
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
                                    : db->driver->steps->write(db, table, sql, values, count, err);
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
    TRY(judge_version(db, machine, status, err));
    bool exists = move->status == PAWL_OK;
    if (!move->event->is_creation && !exists)
        return unless_locked(db, move, PAWL_NOT_FOUND, err);
    if (exists) {
        status = find_request(db, move, err);
        if (status != PAWL_NOT_FOUND)
            return status;
    }
    TRY(unless_locked(db, move, PAWL_OK, err));
    if (move->event->is_creation && exists)
        return PAWL_EXISTS;
    if (move->opts.expect_sort_key && move->opts.expect_sort_key != move->sort_key)
        return move->status = PAWL_CONFLICT;
    if (move->opts.item) {
        status = queue_holds(db, machine, move->opts.item, err);
        if (status != PAWL_OK)
            return move->status = status;
    }
    TRY(choose_move(db, move, err));
    if (move->opts.request_id && queue_is_unrecorded(move))
        return move->status = PAWL_MISUSE;
    return move->event->is_creation ? find_parent(db, move, err) : PAWL_OK;
}

static enum pawl_status write_transition(struct pawl_db *db, const struct move *move,
                                         struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    struct value values[VALUE_MAX];
    size_t count = 0;
    const char *actor = actor_or_login(db, move->actor);
    TRY(memory_check(actor, err));
    values[count++] = value_key(machine, move->key);
    values[count++] = value_bigint(move->sort_key);
    values[count++] = value_text(move->event->stored);
    values[count++] = value_text(machine->states[move->from].stored);
    values[count++] = value_text(machine->states[move->to].stored);
    values[count++] = value_number(PAWL_TYPE_TIMESTAMP, move->created_at_us);
    values[count++] = value_text(actor);
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
    move_remember_from(move, NULL);
    move->to = 0;
    hooks_begin(move);
    return decide_move(db, move, err);
}

enum pawl_status move_write(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    move->created_at_us = move->time_us;
    if (queue_is_unrecorded(move))
        return queue_follow(db, move, err);
    move->sort_key += PAWL_SORT_KEY_STEP;
    TRY(write_current(db, move, err));
    TRY(write_transition(db, move, err));
    TRY(write_mirror(db, move, err));
    TRY(queue_follow(db, move, err));
    TRY(hooks_run_sql_effects(db, move, err));
    TRY(outbox_write(db, move, err));
    then_wait(db, move);
    return hooks_run_effects(db, move, err);
}

static enum pawl_status decide_and_write(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    const enum pawl_status status = move_decide(db, move, err);
    return status == PAWL_OK && !move->done_before ? move_write(db, move, err) : status;
}

enum pawl_status move_by_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    return steps_in_bracket(db, decide_and_write, context, err);
}
