#include "move/move.h"

#include "core/deployment.h"
#include "core/key.h"
#include "core/text.h"

#include <string.h>

/* A move as one call of a function in the database. */

void move_remember_from(struct move *move, const char *text) {
    move->from = state_of_stored(move->machine, text);
    text_copy(move->from_text, sizeof move->from_text,
              move->from > 0 ? move->machine->states[move->from].name : text);
}

/* cells: status, from, to, sort_key, created_at, guard, number (from 1) of the tried move, detail */
enum pawl_status move_read_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    const char *answer = cells[0].text ? cells[0].text : "";
    (void)err;
    move->asks = strcmp(answer, "ASK") == 0;
    move->status = move->asks ? PAWL_OK : parse_status(answer);
    move_remember_from(move, cells[1].text);
    move->to = state_of_stored(move->machine, cells[2].text);
    move->sort_key = cells[3].number;
    move->created_at_us = cells[4].number;
    const char *guards = cells[5].text ? cells[5].text : "";
    guards_copy(move->guard, sizeof move->guard, guards, strlen(guards));
    const struct machine_moves tried = moves_from(move->machine, move->event_number, move->from);
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
    const struct pawl_event_calls *calls = &statements->calls[move->event_number];
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
    values[count++] = value_text(move->actor);
    values[count++] = value_text(move->opts.request_id);
    if (!move->event->is_creation)
        values[count++] = value_bigint_or_null(move->opts.expect_sort_key);
    if (move->machine->lock_key) {
        values[count++] = value_text(move->opts.lock_owner);
        values[count++] = value_bigint_or_null(move->opts.lock_token);
    }
    if (move->event->asks_hooks)
        values[count++] = value_text(verdicts);
    if (takes_item(move->machine, move->event))
        count += item_values(move, values + count);
    return (struct query){.sql = calls->one,
                          .alone = calls->alone,
                          .values = values,
                          .value_count = count,
                          .row = move_read_answer,
                          .context = move};
}

enum pawl_status move_call(struct pawl_db *db, struct move *move, const char *verdicts, bool commits,
                           struct pawl_error *err) {
    struct value values[VALUE_MAX];
    const struct query query = move_query(db, move, verdicts, values);
    return judge_version(
        db, move->machine,
        db->driver->calls->query_all(db, &query, 1, commits ? QUERIES_COMMIT : QUERIES_LEAVE_OPEN, err), err);
}

enum pawl_status move_by_function(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    enum pawl_status status = sending_begin(db, &move->sending, err);
    if (status == PAWL_OK)
        status = move_call(db, move, NULL, false, err);
    const bool may_be_done = status != PAWL_OK;
    if (status == PAWL_OK)
        status = move->status;
    if (status == PAWL_OK)
        then_wait(db, move);
    return sending_judge(db, &move->sending, status, may_be_done, err);
}
