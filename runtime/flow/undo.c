#include "flow/run.h"

#include <stdio.h>
#include <string.h>

/* The rollback of a run: undoes the last step of its history that is not undone yet, then the one before. */

struct done_step {
    int64_t number; /* 0: there is none */
    const char *path, *iteration;
    int64_t generation;
    const char *outcome;
};

static enum pawl_status last_done(struct run *run, int64_t before, struct done_step *done) {
    static const struct row_member members[] = {
        MEMBER(NUMBER, done_step, number), MEMBER(TEXT, done_step, path), MEMBER(TEXT, done_step, iteration),
        MEMBER(NUMBER, done_step, generation), MEMBER(TEXT, done_step, outcome)};
    struct row_reading reading = {&run->memory[0], members, sizeof members / sizeof *members, done};
    *done = (struct done_step){0};
    return RUN_QUERY(last_done, row_read_one, &reading, value_bigint(before ? before : INT64_MAX));
}

/* The last one of all; 0: none. */
enum pawl_status run_last_done(struct run *run, int64_t *number) {
    struct done_step done;
    enum pawl_status status = last_done(run, 0, &done);
    *number = status == PAWL_OK ? done.number : 0;
    return status;
}

static bool is_irreversible(const struct pawl_flow *flow, const char *path) {
    uint32_t step = path ? step_of_path(flow, path) : PAWL_FLOW_NOTHING;
    return step != PAWL_FLOW_NOTHING && flow->steps[step].is_irreversible;
}

enum pawl_status run_last_irreversible(struct run *run, int64_t *number, char place[PLACE_SIZE]) {
    const struct pawl_flow *flow = run->flow;
    struct done_step done = {.number = INT64_MAX};
    bool may_be = false;
    *number = 0;
    for (uint32_t i = 0; i < flow->step_count; i++)
        may_be = may_be || flow->steps[i].is_irreversible;
    if (run->row.is_uncertain && is_irreversible(flow, run->row.path)) {
        *number = run->row.steps + 1;
        snprintf(place, PLACE_SIZE, "%s%s", run->row.path, run->row.iteration);
    }
    while (may_be && *number == 0) {
        enum pawl_status status = last_done(run, done.number, &done);
        if (status != PAWL_OK || done.number == 0)
            return status;
        if (!is_irreversible(flow, done.path))
            continue;
        *number = done.number;
        snprintf(place, PLACE_SIZE, "%s%s", done.path, done.iteration);
    }
    return PAWL_OK;
}

enum pawl_status run_can_undo_in(struct run *run, uint32_t scope, const int64_t *iteration, bool *can) {
    const struct pawl_flow *flow = run->flow;
    const uint16_t depth = flow->scopes[scope].depth;
    struct done_step done = {.number = INT64_MAX};
    *can = false;
    while (!*can) { /* the steps within the scope are the last ones */
        int64_t within[RUN_DEPTH_MAX];
        enum pawl_status status = last_done(run, done.number, &done);
        uint32_t step = status == PAWL_OK && done.path ? step_of_path(flow, done.path) : PAWL_FLOW_NOTHING;
        if (step == PAWL_FLOW_NOTHING || !lies_in(flow, flow->steps[step].scope, scope) ||
            !iteration_read(done.iteration, flow->steps[step].depth, within) ||
            memcmp(within, iteration, depth * sizeof *iteration) != 0)
            return status;
        *can = flow->steps[step].undo >= 0;
    }
    return PAWL_OK;
}

/* It is undone, or passed over; perhaps it was the last one of those that are to be undone. */
static enum pawl_status dealt_with(struct run *run, const struct done_step *done, struct flow_place *place) {
    uint32_t around[SCOPES_AROUND_MAX];
    enum pawl_status status = place_forget(run, place);
    run->row.undoing = done->number;
    run->row.path = done->path;
    run->row.iteration = done->iteration;
    run->row.entered = (int64_t)scopes_around(run->flow, place->step, around);
    run->row.attempt = run->row.failures = 0;
    run->is_unsaved = true;
    if (status != PAWL_OK || done->number != run->row.undo_until)
        return status;
    run->row.direction = RUN_FORWARD;
    run->row.undoing = run->row.undo_until = 0;
    status = place_begin_anew(run, place);
    run->row.entered = place->entered;
    return status;
}

static enum pawl_status undo_ended(struct run *run, const struct ended_call *ended) {
    const struct done_step *done = ended->done;
    const struct step_call *call = ended->call;
    const enum pawl_status status = ended->status;
    const struct pawl_retry_policy *policy = &run->flow->retry;
    struct flow_place place = *ended->place;
    struct run_step described = *ended->row, *row = &described;
    if (status != PAWL_OK) {
        run_roll_back(run);
        if (status == PAWL_NOT_YET)
            return run_not_yet(run, policy);
        run->row.path = done->path;
        run->row.iteration = done->iteration;
        row->attempt = ++run->row.attempt;
        row->outcome = "failed";
        row->error = status == PAWL_SKIP ? "an undo cannot answer SKIP" : call->said.message;
        return run_failed(run, row, policy, false);
    }
    row->undoes = done->number;
    row->after = call->has_changed ? call->data : NULL;
    if (call->has_changed)
        run->row.data = call->data;
    run->row.undone++;
    const enum pawl_status dealt = dealt_with(run, done, &place);
    return dealt == PAWL_OK ? run_save(run, row, RUN_KEEPS_LEASE, 0) : dealt;
}

static enum pawl_status undo_step(struct run *run, const struct pawl_flow_step *step,
                                  const struct done_step *done, struct flow_place *place) {
    const struct pawl_callback *callback =
        &(step->procedure ? step->procedure->callbacks : run->flow->callbacks)[step->undo];
    bool is_tx = callback->kind == PAWL_CALLBACK_UNDO_TX;
    struct run_step row = run_step_of(run, done->path, done->iteration, "undone");
    row.is_undo = true;
    row.generation = done->generation;
    row.attempt = run->row.attempt + 1;
    struct step_call call = call_of(run, step, place, row.attempt);
    call.callback = step->undo;
    call.in_transaction = is_tx;
    call.told.may_have_happened = is(done->outcome, "unknown");
    enum pawl_status status = is_tx ? run_begin(run) : run_prepare_call(run, step->time_us, false);
    if (!is_tx)
        call.told.key = step_key(run, done->path, done->iteration, done->generation);
    if (status != PAWL_OK || (!is_tx && !call.told.key))
        return status == PAWL_OK ? error_set(&run->err, PAWL_NOMEM, "out of memory") : status;
    status = step_call(run, &call);
    row.duration_us = call.duration_us;
    const struct ended_call ended = {step, done, place, &call, &row, status};
    if (!is_tx)
        return run_end_call(run, undo_ended, &ended);
    if (status == PAWL_DB && (call.said.retryable || connection_is_lost(run->db))) {
        error_copy(&run->err, &call.said);
        return status;
    }
    return undo_ended(run, &ended);
}

/* The worker that began this undo is gone: a tx left nothing, and a call is repeated under its key. */
static enum pawl_status undo_was_cut_off(struct run *run, const struct done_step *done) {
    struct run_step row = run_step_of(run, done->path, done->iteration, "cut off");
    row.is_undo = true;
    row.generation = done->generation;
    row.attempt = ++run->row.attempt;
    row.error = "its worker was gone";
    return run->row.attempt < PAWL_SPENT_ATTEMPTS ? run_save(run, &row, RUN_RENEWS_LEASE, 0)
                                                  : run_park(run, &row, row.error);
}

enum pawl_status run_back(struct run *run) {
    const struct pawl_flow *flow = run->flow;
    struct done_step done;
    struct flow_place place = {0};
    char error[400];
    TRY(last_done(run, run->row.undoing, &done));
    if (done.number == 0 || done.number < run->row.undo_until)
        return run_end(run, NULL, PAWL_RUN_UNDONE);
    place.step = step_of_path(flow, done.path);
    if (place.step == PAWL_FLOW_NOTHING ||
        !iteration_read(done.iteration, flow->steps[place.step].depth, place.iteration)) {
        snprintf(error, sizeof error, "%s%s was done, and this program's %s has no such step to undo it",
                 done.path, done.iteration, flow->name);
        return run_park(run, NULL, error);
    }
    const struct pawl_flow_step *step = &flow->steps[place.step];
    if (step->undo >= 0 && run->row.was_cut_off && run->row.status == PAWL_RUN_READY)
        return undo_was_cut_off(run, &done);
    run_becomes(run, PAWL_RUN_READY);
    if (step->undo >= 0)
        return undo_step(run, step, &done, &place);
    if (step->is_irreversible) {
        snprintf(error, sizeof error, "%s%s was done, and it is irreversible", done.path, done.iteration);
        return run_park(run, NULL, error);
    }
    TRY(dealt_with(run, &done, &place));
    return run->row.direction == RUN_FORWARD ? run_save(run, NULL, RUN_KEEPS_LEASE, 0) : PAWL_OK;
}
