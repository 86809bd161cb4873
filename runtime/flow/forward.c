#include "flow/run.h"

#include "core/bracket.h"
#include "core/transaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A run that goes forward: into the scopes before a step, the step, and on. */

#define CONFLICTS_MAX     10
#define WITHOUT_RETRIES() (&(struct pawl_retry_policy){0})

/* A row about a step, with the generation that it has now. */
static enum pawl_status row_of_step(struct run *run, const struct pawl_flow_step *step,
                                    const struct flow_place *place, const char *outcome,
                                    struct run_step *row) {
    const char *iteration = iteration_write(&run->memory[0], place->iteration, step->depth);
    TRY(memory_check(iteration, &run->err));
    *row = run_step_of(run, step->path, iteration, outcome);
    return step_generation(run, step->path, iteration, &row->generation);
}

/* ---- entering ----------------------------------------------------------------------------------- */

static enum pawl_status cannot_enter(struct run *run, const struct flow_place *place, const char *error,
                                     const struct pawl_retry_policy *policy) {
    struct run_step row;
    run_roll_back(run);
    enum pawl_status status = place_set(run, place);
    run->row.attempt++;
    if (status == PAWL_OK)
        status = row_of_step(run, &run->flow->steps[place->step], place, "failed", &row);
    row.error = error;
    return status == PAWL_OK ? run_failed(run, &row, policy, false) : status;
}

static bool may_run_pass(const struct run *run, enum pawl_status status, const struct pawl_error *said) {
    return status == PAWL_DB &&
           (connection_is_lost(run->db) ||
            (said->retryable && !run->db->waits.are_over && run->conflicts < CONFLICTS_MAX));
}

/* A predicate only reads. If it writes, the write is rolled back, and the row stays as it is. */
static enum pawl_status call_reading(struct run *run, struct step_call *call) {
    struct bracket bracket = bracket_of(run->db);
    enum pawl_status status = bracket_open(&bracket, BRACKET_OF_CALLBACK, &run->err);
    if (status == PAWL_OK) {
        const enum pawl_status answer = step_call(run, call);
        status = bracket_undo(&bracket, FAILURE_IS_FORGOTTEN, &run->err); /* run_roll_back tries it again */
        if (status == PAWL_OK)
            return answer;
    }
    error_copy(&call->said, &run->err);
    return status;
}

static enum pawl_status ask_predicate(struct run *run, const struct pawl_flow_scope *optional, uint32_t use,
                                      const struct flow_place *place, struct step_call *call) {
    const struct pawl_flow_step *step = &run->flow->steps[place->step];
    *call = (struct step_call){
        .procedure = optional->procedure,
        .use = use,
        .callback = optional->predicate,
        .told = {.run = run->row.id,
                 .path = step->path,
                 .depth = optional->depth,
                 .iteration = place->iteration,
                 .attempt = (int)run->row.attempt + 1},
    };
    return call_reading(run, call);
}

/* The loop's count, fixed from here on; false, with why, where it is none. */
static bool count_loop(struct run *run, const struct pawl_flow_scope *loop, int64_t *count, char *error,
                       size_t error_size) {
    void *args = NULL, *data = NULL;
    const struct pawl_param *param =
        &(loop->count.is_data ? run->flow->data : run->flow->args)[loop->count.index];
    error[0] = '\0';
    if (run_values(run, &args, &data) != PAWL_OK)
        return false;
    if (!value_as_count(param, loop->count.is_data ? data : args, count))
        snprintf(error, error_size, "loop %s: its count %s is not set", loop->path, param->name);
    else if (*count < 0 || *count > loop->max)
        snprintf(error, error_size,
                 "loop %s: its count %s is %" PRId64 ", and it runs 0 to %" PRId64 " times", loop->path,
                 param->name, *count, loop->max);
    if (*count < loop->min)
        *count = loop->min;
    return error[0] == '\0';
}

static uint32_t innermost_use(const struct pawl_flow *flow, uint32_t scope) {
    while (scope != PAWL_FLOW_NOTHING && flow->scopes[scope].kind != PAWL_SCOPE_USE)
        scope = flow->scopes[scope].parent;
    return scope;
}

/* One scope further in, or past it. False: the run is left, or has turned round. */
static enum pawl_status enter_scope(struct run *run, struct flow_place *place, uint32_t number,
                                    bool *goes_on) {
    const struct pawl_flow_scope *scope = &run->flow->scopes[number];
    enum pawl_status status = PAWL_OK;
    struct step_call call = {.yes = true};
    int64_t count = 1;
    char error[sizeof run->err.message];
    const char *name = NULL;
    switch (scope->kind) {
    case PAWL_SCOPE_USE:
        break;
    case PAWL_SCOPE_OPTIONAL:
        status = ask_predicate(run, scope, innermost_use(run->flow, scope->parent), place, &call);
        if (status != PAWL_OK) {
            *goes_on = false;
            if (may_run_pass(run, status, &call.said)) {
                error_copy(&run->err, &call.said);
                return status;
            }
            return cannot_enter(run, place, call.said.message, &run->flow->retry);
        }
        break;
    case PAWL_SCOPE_REPEAT:
        if (!count_loop(run, scope, &count, error, sizeof error)) {
            *goes_on = false;
            return error[0] ? cannot_enter(run, place, error, WITHOUT_RETRIES()) : run->err.status;
        }
        place->iteration[scope->depth] = 0;
        if (count > 0)
            status = loop_count_set(run, scope, place->iteration, count);
        break;
    case PAWL_SCOPE_LOCK:
        name = lock_scope_name(run, number, place->iteration);
        TRY(memory_check(name, &run->err));
        if (lock_scope_is_held(run, name))
            break;
        status = place_set(run, place);
        if (status == PAWL_OK)
            status = run_take_locks(run, name, &scope->lock, 1, goes_on);
        if (status == PAWL_MISUSE) {
            *goes_on = false;
            snprintf(error, sizeof error, "%s", run->err.message);
            return cannot_enter(run, place, error, WITHOUT_RETRIES());
        }
        break;
    }
    if (status != PAWL_OK || !*goes_on)
        return status;
    if (!call.yes || count == 0)
        return place_pass(run, place, number);
    place->entered++;
    run->is_unsaved = true;
    return PAWL_OK;
}

static enum pawl_status enter_scopes(struct run *run, struct flow_place *place, bool *goes_on) {
    uint32_t around[SCOPES_AROUND_MAX];
    enum pawl_status status = PAWL_OK;
    *goes_on = true;
    while (status == PAWL_OK && *goes_on && place->step < run->flow->step_count) {
        size_t count = scopes_around(run->flow, place->step, around);
        if (place->entered >= (int64_t)count)
            break;
        status = enter_scope(run, place, around[place->entered], goes_on);
    }
    return status;
}

/* ---- behind a step ------------------------------------------------------------------------------ */

/* Whether the transaction of the step stays open for the next one. */
static bool stretch_goes_on(const struct run *run, const struct pawl_flow_step *step,
                            const struct flow_place *next) {
    uint32_t around[SCOPES_AROUND_MAX];
    if (step->stretch == 0 || run->ends_stretch || run->freed_count > 0 ||
        next->step >= run->flow->step_count || run->flow->steps[next->step].stretch != step->stretch)
        return false;
    size_t count = scopes_around(run->flow, next->step, around);
    for (size_t i = (size_t)next->entered; i < count; i++)
        if (run->flow->scopes[around[i]].kind == PAWL_SCOPE_LOCK)
            return false;
    return true;
}

static enum pawl_status go_on(struct run *run, const struct pawl_flow_step *step, struct flow_place *place,
                              struct run_step *row, bool leaves_out) {
    run_becomes(run, PAWL_RUN_READY);
    run->row.error = run->row.waits_for = NULL;
    TRY(leaves_out ? place_leave_out(run, place) : place_leave(run, place));
    TRY(place_set(run, place));
    if (place->step >= run->flow->step_count)
        return run_end(run, row, PAWL_RUN_DONE);
    if (!leaves_out && run->db->transaction_open && stretch_goes_on(run, step, place))
        return run_save_on(run, row);
    return run_save(run, row, RUN_KEEPS_LEASE, 0);
}

enum pawl_status run_pass_step(struct run *run, const char *actor) {
    struct flow_place place;
    struct run_step row;
    if (!place_of_run(run, &place) || place.step >= run->flow->step_count)
        return PAWL_OK;
    const struct pawl_flow_step *step = &run->flow->steps[place.step];
    enum pawl_status status = row_of_step(run, step, &place, "done", &row);
    if (actor)
        row.actor = actor;
    return status == PAWL_OK ? go_on(run, step, &place, &row, false) : status;
}

/* ---- steps -------------------------------------------------------------------------------------- */

static bool in_loop(const struct pawl_flow_step *step) {
    return step->depth > 0;
}

static void describe_step(struct run_step *row, const struct pawl_flow_step *step,
                          const struct step_call *call, enum pawl_status status) {
    const bool is_skipped = status == PAWL_SKIP && in_loop(step);
    row->duration_us = call->duration_us;
    row->outcome = status == PAWL_OK ? "done" : is_skipped ? "skipped" : "failed";
    row->error = status == PAWL_OK || is_skipped ? NULL
                 : status == PAWL_SKIP           ? "it answered SKIP, and is in no loop"
                                                 : call->said.message;
    row->after = status == PAWL_OK && call->has_changed ? call->data : NULL;
}

/* The rollback, with `save off`, also undoes the earlier steps that shared the transaction. */
static enum pawl_status tx_failed(struct run *run, const struct pawl_flow_step *step, struct run_step *row,
                                  enum pawl_status status) {
    run_roll_back(run);
    if (status == PAWL_NOT_YET)
        return run_not_yet(run, &step->retry);
    row->attempt = ++run->row.attempt;
    return run_failed(run, row, &step->retry, false);
}

/* The bracket stays closed if the step has a transaction of its own, which its save commits. */
static enum pawl_status begin_tx(struct run *run, const struct pawl_flow_step *step,
                                 struct bracket *bracket) {
    if (step->stretch == 0 || step->stretch != run->stretch)
        TRY(run_commit_stretch(run));
    *bracket = bracket_of(run->db);
    enum pawl_status status =
        bracket->joined ? bracket_open(bracket, BRACKET_OF_CALLBACK, &run->err) : run_begin(run);
    run->stretch = step->stretch;
    run->stretch_scope = step->stretch_scope;
    return status;
}

/* A step that was left out has written nothing. */
static void take_back_writes(struct run *run, struct bracket *bracket) {
    if (bracket->is_open)
        bracket_undo(bracket, FAILURE_IS_FORGOTTEN, NULL);
    else
        run_roll_back(run);
}

static enum pawl_status do_tx(struct run *run, const struct pawl_flow_step *step, struct flow_place *place) {
    struct run_step row;
    struct bracket bracket;
    TRY(begin_tx(run, step, &bracket));
    TRY(row_of_step(run, step, place, "done", &row));
    row.attempt = run->row.attempt + 1;
    struct step_call call = call_of(run, step, place, row.attempt);
    enum pawl_status status = step_call(run, &call);
    if (may_run_pass(run, status, &call.said)) {
        error_copy(&run->err, &call.said);
        return status;
    }
    describe_step(&row, step, &call, status);
    if (status == PAWL_SKIP && in_loop(step)) {
        take_back_writes(run, &bracket);
        return go_on(run, step, place, &row, true);
    }
    if (status != PAWL_OK)
        return tx_failed(run, step, &row, status);
    if (bracket.is_open)
        TRY(bracket_keep(&bracket, &run->err));
    if (call.has_changed)
        run->row.data = call.data;
    status = go_on(run, step, place, &row, false);
    if (status != PAWL_DB || may_run_pass(run, status, &run->err) ||
        (run->conflicts < CONFLICTS_MAX && failure_is_cancelled(run->db, status, &run->err)))
        return status;
    call.said = run->err; /* what it wrote cannot be committed */
    describe_step(&row, step, &call, status);
    return tx_failed(run, step, &row, status);
}

static enum pawl_status call_ended(struct run *run, const struct ended_call *ended) {
    const struct pawl_flow_step *step = ended->step;
    const struct step_call *call = ended->call;
    const enum pawl_status status = ended->status;
    struct flow_place next = *ended->place, *place = &next;
    struct run_step described = *ended->row, *row = &described;
    bool is_late = step->time_us > 0 && call->duration_us > step->time_us;
    char late[96];
    describe_step(row, step, call, status);
    run->row.attempt = row->attempt;
    if (is_late) {
        snprintf(late, sizeof late, "it took longer than %" PRId64 " ms", step->time_us / 1000);
        row->outcome = "timed out";
        row->error = late;
        row->after = NULL;
    } else if (status == PAWL_OK) {
        if (call->has_changed)
            run->row.data = call->data;
        return go_on(run, step, place, row, false);
    } else if (status == PAWL_SKIP && in_loop(step)) {
        if (run->row.is_uncertain) /* an earlier attempt, which whoever turns round has to undo */
            row->outcome = "unknown";
        return go_on(run, step, place, row, true);
    } else if (status == PAWL_NOT_YET) {
        run->row.attempt--;
        run->row.is_uncertain = 1; /* what it has begun outside, nobody but its undo can end */
        return run_not_yet(run, &step->retry);
    }
    run->row.is_uncertain |= is_late || status == PAWL_UNKNOWN;
    return run_failed(run, row, &step->retry, step->is_irreversible);
}

static enum pawl_status do_call(struct run *run, const struct pawl_flow_step *step,
                                struct flow_place *place) {
    struct run_step row;
    TRY(run_commit_stretch(run));
    TRY(run_prepare_call(run, step->time_us, true)); /* the row says that it may have begun */
    TRY(row_of_step(run, step, place, "done", &row));
    row.attempt = run->row.attempt + 1;
    struct step_call call = call_of(run, step, place, row.attempt);
    call.told.key = step_key(run, row.path, row.iteration, row.generation);
    call.told.deadline_us = step->time_us > 0 ? flow_now_us() + step->time_us : 0;
    TRY(memory_check(call.told.key, &run->err));
    const enum pawl_status status = step_call(run, &call);
    return run_end_call(run, call_ended, &(struct ended_call){step, NULL, place, &call, &row, status});
}

static enum pawl_status do_pause(struct run *run) {
    TRY(run_commit_stretch(run));
    if (run->row.attempt > 0)
        return run_pass_step(run, NULL);
    run->row.attempt = 1;
    return run_leave(run, NULL, PAWL_RUN_PAUSED, -1);
}

static enum pawl_status do_wait(struct run *run, const struct pawl_flow_step *step,
                                const struct flow_place *place) {
    bool was_waiting = run->row.status == PAWL_RUN_WAITING;
    int64_t sent = 0;
    struct run_step row;
    char error[128];
    TRY(run_commit_stretch(run));
    TRY(RUN_QUERY(find_signal, read_number, &sent, value_text(step->signal)));
    if (sent)
        return run_pass_step(run, NULL);
    if (!was_waiting || step->time_us == 0) {
        run->row.waits_for = step->signal;
        run->row.attempt = 1;
        return run_leave(run, NULL, PAWL_RUN_WAITING, step->time_us > 0 ? step->time_us : -1);
    }
    TRY(row_of_step(run, step, place, "timed out", &row));
    snprintf(error, sizeof error, "no signal %s within %" PRId64 " s", step->signal, step->time_us / 1000000);
    row.error = error;
    run->row.waits_for = NULL;
    /* it has waited as long as it may: waiting once more would be longer */
    return run_failed(run, &row, WITHOUT_RETRIES(), false);
}

/* ---- what was there before ---------------------------------------------------------------------- */

/* Its worker died at this step, which is no failure: a tx left nothing, and a call is repeated under its key.
 * A step that no undo can undo is repeated only as often as its `retry` permits. */
static enum pawl_status step_was_cut_off(struct run *run, const struct pawl_flow_step *step,
                                         const struct flow_place *place) {
    struct run_step row;
    run->row.attempt++;
    TRY(row_of_step(run, step, place, "cut off", &row));
    row.attempt = run->row.attempt;
    row.error = "its worker was gone";
    run->row.is_uncertain |= step->kind == PAWL_STEP_CALL;
    const bool is_repeated = step->kind == PAWL_STEP_TX || !step->is_irreversible;
    if (is_repeated && run->row.attempt < PAWL_SPENT_ATTEMPTS)
        return run_save(run, &row, RUN_RENEWS_LEASE, 0);
    return run_failed(run, &row, step->kind == PAWL_STEP_TX ? WITHOUT_RETRIES() : &step->retry,
                      step->is_irreversible);
}

/* Before a step is saved as begun, only predicates and a tx step ran, and the rollback undid them. */
static enum pawl_status was_cut_off_before(struct run *run) {
    run->row.attempt++;
    if (run->row.attempt < PAWL_SPENT_ATTEMPTS)
        return run_save(run, NULL, RUN_RENEWS_LEASE, 0);
    return run_park(run, NULL, "its worker is gone before the next step is done");
}

/* Under another version of the flow, it may have been done before its place changed. */
static enum pawl_status is_done(struct run *run, const struct pawl_flow_step *step,
                                const struct flow_place *place, bool *done) {
    const char *iteration = iteration_write(&run->scratch, place->iteration, step->depth);
    int64_t number = 0;
    *done = false;
    if (strcmp(run->row.fingerprint, run->flow->fingerprint) == 0)
        return PAWL_OK;
    enum pawl_status status =
        RUN_QUERY(done_at, read_number, &number, value_text(step->path), value_text(iteration));
    *done = number > 0;
    return status;
}

static enum pawl_status begin_flow(struct run *run, bool *goes_on) {
    const struct pawl_flow *flow = run->flow;
    *goes_on = true;
    if (run->row.path || flow->lock_count == 0 || lock_scope_is_held(run, ""))
        return PAWL_OK;
    return run_take_locks(run, "", flow->locks, flow->lock_count, goes_on);
}

enum pawl_status run_forward(struct run *run) {
    struct flow_place place;
    uint32_t around[SCOPES_AROUND_MAX];
    const bool cut_off = run->row.was_cut_off && run->row.status == PAWL_RUN_READY;
    bool goes_on = true, done = false;
    if (!place_of_run(run, &place)) {
        char error[400];
        snprintf(error, sizeof error, "this program's %s has no step %s%s", run->flow->name, run->row.path,
                 run->row.iteration);
        run->row.is_uncertain |= cut_off; /* only a program that has the step knows whether it is a call */
        return run_park(run, NULL, error);
    }
    bool has_begun = run->row.path && place.entered >= (int64_t)scopes_around(run->flow, place.step, around);
    if (cut_off && !has_begun)
        return was_cut_off_before(run);
    if (cut_off && run->flow->steps[place.step].kind <= PAWL_STEP_CALL)
        return step_was_cut_off(run, &run->flow->steps[place.step], &place);
    TRY(begin_flow(run, &goes_on));
    if (goes_on)
        TRY(enter_scopes(run, &place, &goes_on));
    if (!goes_on)
        return PAWL_OK;
    if (place.step >= run->flow->step_count) {
        TRY(run_commit_stretch(run));
        return run_end(run, NULL, PAWL_RUN_DONE);
    }
    const struct pawl_flow_step *step = &run->flow->steps[place.step];
    TRY(place_set(run, &place));
    TRY(is_done(run, step, &place, &done));
    if (done) {
        TRY(place_leave(run, &place));
        return place_set(run, &place);
    }
    switch (step->kind) {
    case PAWL_STEP_TX:
        return do_tx(run, step, &place);
    case PAWL_STEP_CALL:
        return do_call(run, step, &place);
    case PAWL_STEP_PAUSE:
        return do_pause(run);
    case PAWL_STEP_WAIT:
        break;
    }
    return do_wait(run, step, &place);
}
