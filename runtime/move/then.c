#include "move/move.h"

#include <string.h>

/*
 * `then`: the callbacks for after the commit. Their arguments are copied before the transition is written, so
 * that nothing can fail between the commit and the call.
 */
struct then {
    struct after after; /* first, as core/after.h wants it */
    const struct pawl_machine *machine;
    const struct pawl_move *move;
    struct pawl_call call;
};

/* ---- copies ------------------------------------------------------------------------------------- */

void *args_copy(struct results *memory, const struct pawl_event *event, const void *args) {
    const size_t size = args_size(event);
    char *copy = results_alloc(memory, size);
    if (!copy)
        return NULL;
    memset(copy, 0, size);
    for (uint16_t i = 0; i < event->param_count; i++) {
        struct value value = value_from_args(&event->params[i], args);
        if (!value_keep(memory, &value))
            return NULL;
        value_to_args(&event->params[i], &value, copy);
    }
    return copy;
}

static void call_then(struct pawl_db *db, const struct after *after) {
    const struct then *then = (const struct then *)after;
    const void *hooks = hooks_of(db, then->machine);
    struct pawl_error said;
    for (uint16_t i = 0; hooks && i < then->move->after_count; i++)
        hook_call(db, then->machine, hooks, then->move->after[i], &then->call, &said);
}

static bool event_has_after(const struct move *move) {
    const struct machine_moves moves = moves_of_event(move->machine, move->event_number);
    for (const struct pawl_move *each = moves.first; each != moves.end; each++)
        if (each->after_count > 0)
            return true;
    return false;
}

static enum pawl_status copy_then(struct results *memory, struct move *move, struct pawl_error *err) {
    if (!move->hooks || !event_has_after(move))
        return PAWL_OK;
    struct then *then = results_alloc(memory, sizeof *then);
    TRY(memory_check(then, err));
    *then = (struct then){.after.call = call_then,
                          .machine = move->machine,
                          .call = {.key = move->key,
                                   .event = move->event_number,
                                   .actor = move->opts.actor,
                                   .trace = move->opts.trace,
                                   .request_id = move->opts.request_id}};
    if (!results_keep(memory, &then->call.key.text) || !results_keep(memory, &then->call.actor) ||
        !results_keep(memory, &then->call.trace) || !results_keep(memory, &then->call.request_id) ||
        (move->event->param_count > 0 && !(then->call.args = args_copy(memory, move->event, move->args))))
        return error_set(err, PAWL_NOMEM, "out of memory");
    move->then = then;
    return PAWL_OK;
}

enum pawl_status then_prepare(struct pawl_db *db, struct move *moves, size_t count, struct pawl_error *err) {
    struct results *memory = &db->after.memory;
    if (after_is_idle(db) && !db->running)
        results_reset(memory);
    for (size_t i = 0; i < count; i++)
        TRY(copy_then(memory, &moves[i], err));
    return PAWL_OK;
}

void then_wait(struct pawl_db *db, const struct move *move) {
    struct then *then = move->then;
    if (!then || !move->chosen || move->chosen->after_count == 0)
        return;
    then->move = move->chosen;
    then->call.from = move->from;
    then->call.to = move->to;
    then->call.sort_key = move->sort_key;
    then->call.created_at_us = move->created_at_us;
    after_wait(db, &then->after);
}
