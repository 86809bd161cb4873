#include "flow/run.h"

#include "core/transaction.h"

#include <stdio.h>
#include <string.h>

/* How what a run has done gets into the database. */

enum pawl_status run_values(struct run *run, void **args, void **data) {
    const struct pawl_flow *flow = run->flow;
    *args = results_alloc(&run->scratch, flow->args_size + 1);
    *data = results_alloc(&run->scratch, flow->data_size + 1);
    if (!*args || !*data)
        return error_set(&run->err, PAWL_NOMEM, "out of memory");
    memset(*args, 0, flow->args_size + 1);
    memset(*data, 0, flow->data_size + 1);
    enum pawl_status status =
        values_read(&run->scratch, flow->args, flow->arg_count, run->row.args, *args, &run->err);
    return status == PAWL_OK
               ? values_read(&run->scratch, flow->data, flow->data_count, run->row.data, *data, &run->err)
               : status;
}

struct run_step run_step_of(const struct run *run, const char *path, const char *iteration,
                            const char *outcome) {
    return (struct run_step){.path = path,
                             .iteration = iteration,
                             .outcome = outcome,
                             .actor = run->actor,
                             .generation = 1,
                             .attempt = run->row.attempt};
}

/* ---- transactions ------------------------------------------------------------------------------- */

/* What the row says now is where a transaction that fails leaves it. */
static void keep_point(struct run *run) {
    run->saved = run->row;
    run->saved_freed = run->freed;
    run->saved_freed_count = run->freed_count;
    run->saved_is_unsaved = run->is_unsaved;
}

enum pawl_status run_begin(struct run *run) {
    keep_point(run);
    enum pawl_status status =
        run->db->driver->exec_with_next(run->db, run->db->driver->begin, NEXT_MAY_BE_CALLERS, &run->err);
    run->db->transaction_open = status == PAWL_OK;
    return status;
}

void run_roll_back(struct run *run) {
    struct pawl_db *db = run->db;
    if (db->transaction_open) {
        after_rollback(db, BEGUN_BY_LIBPAWL);
        db->transaction_open = false;
        if (db->driver->in_transaction(db))
            db->driver->exec(db, "rollback", NULL);
    }
    run->row = run->saved;
    run->freed = run->saved_freed;
    run->freed_count = run->saved_freed_count;
    run->is_unsaved = run->saved_is_unsaved;
    run->stretch = 0;
    run->ends_stretch = run->leaves_queue = run->is_left = false;
}

/* What the texts of earlier rows took is used again. */
static enum pawl_status keep_row(struct run *run) {
    struct results oldest = run->memory[1];
    struct run_row row;
    results_reset(&oldest);
    bool copied = run_row_copy(&oldest, &run->row, &row);
    run->memory[1] = run->memory[0];
    run->memory[0] = oldest;
    if (!copied)
        return error_set(&run->err, PAWL_NOMEM, "out of memory");
    run->row = row;
    run->stretch = 0;
    run->is_unsaved = run->ends_stretch = false;
    keep_point(run);
    return PAWL_OK;
}

enum pawl_status run_commit_stretch(struct run *run) {
    struct pawl_db *db = run->db;
    if (!db->transaction_open)
        return PAWL_OK;
    enum pawl_status status = judge_lost_answer(db, db->driver->commit(db, &run->err), &run->err);
    db->transaction_open = false;
    if (status != PAWL_OK) {
        after_rollback(db, BEGUN_BY_LIBPAWL);
        return status;
    }
    after_commit(db, BEGUN_BY_LIBPAWL);
    return keep_row(run);
}

/* ---- saving ------------------------------------------------------------------------------------- */

void run_is_leased(struct run *run) {
    run->leased_at_us = monotonic_us();
    run->leased_on = run->db->connection->reconnections;
}

static enum pawl_status run_claim_is_lost(struct run *run) {
    error_set(&run->err, PAWL_CONFLICT,
              "run %lld of %s: somebody else has taken it, since its lease was over", (long long)run->row.id,
              run->flow->name);
    error_help(&run->err,
               "nothing of this step was saved; give longer leases where steps take longer, unless its "
               "connection had broken");
    return PAWL_CONFLICT;
}

/*
 * An operator has sent the run back while its last step was under way, so the run has not ended. A tx step
 * is rolled back; a call may have happened, like one that was cut off.
 */
static enum pawl_status is_sent_back(struct run *run, const struct run_step *step, bool was_open) {
    uint32_t number =
        step && strcmp(step->outcome, "done") == 0 ? step_of_path(run->flow, step->path) : PAWL_FLOW_NOTHING;
    run_roll_back(run);
    run->row.wish = "rollback"; /* or another: whoever obeys reads it again */
    if (!was_open && number != PAWL_FLOW_NOTHING && run->flow->steps[number].kind == PAWL_STEP_CALL)
        run->row.is_uncertain = 1;
    return PAWL_OK;
}

/* What a save does beside writing down where the run stands. */
struct saving {
    enum run_due due;
    int64_t due_us;
    bool ends;       /* the run */
    bool obeys;      /* the operator's wish is fulfilled */
    bool stays_open; /* the transaction, if there is one; else it is committed */
};

static enum pawl_status save_run(struct run *run, const struct run_step *step, struct saving saving) {
    struct pawl_db *db = run->db;
    const bool commits = db->transaction_open && !saving.stays_open;
    struct run_step numbered;
    if (step) {
        numbered = *step;
        numbered.number = run->row.steps + 1;
    }
    if (saving.due == RUN_KEEPS_LEASE && monotonic_us() - run->leased_at_us > run->lease_us / 2)
        saving.due = RUN_RENEWS_LEASE;
    struct run_save save = {.row = &run->row,
                            .step = step ? &numbered : NULL,
                            .due = saving.due,
                            .due_us = saving.due_us,
                            .lease_us = run->lease_us,
                            .obeys = saving.obeys,
                            .ends = saving.ends,
                            .leaves_queue = run->leaves_queue,
                            .freed = run->freed,
                            .freed_count = run->freed_count};
    results_reset(operation_results(db));
    enum pawl_status status = db->driver->flows->save(db, &save, commits, &run->err);
    if (!db->transaction_open || commits)
        status = judge_lost_answer(db, status, &run->err);
    if (status == PAWL_OK && save.answer.status == PAWL_CONFLICT)
        status = run_claim_is_lost(run);
    if (status == PAWL_OK && save.answer.status == PAWL_REFUSED)
        return is_sent_back(run, step, db->transaction_open);
    if (status != PAWL_OK)
        return status;
    if (saving.due == RUN_RENEWS_LEASE)
        run_is_leased(run);
    run->row.steps += step != NULL;
    run->row.was_cut_off = 0;
    run->row.wish = save.answer.detail ? results_strdup(&run->memory[0], save.answer.detail) : NULL;
    run->freed = NULL;
    run->freed_count = 0;
    run->leaves_queue = run->is_unsaved = false;
    run->conflicts = 0;
    if (commits) {
        db->transaction_open = false;
        after_commit(db, BEGUN_BY_LIBPAWL);
    }
    return db->transaction_open ? PAWL_OK : keep_row(run);
}

enum pawl_status run_save(struct run *run, const struct run_step *step, enum run_due due, int64_t due_us) {
    return save_run(run, step, (struct saving){.due = due, .due_us = due_us});
}

enum pawl_status run_save_on(struct run *run, const struct run_step *step) {
    return save_run(run, step, (struct saving){.due = RUN_KEEPS_LEASE, .stays_open = true});
}

enum pawl_status run_save_obeyed(struct run *run, const struct run_step *step, enum run_due due) {
    return save_run(run, step, (struct saving){.due = due, .obeys = true});
}

enum pawl_status run_end(struct run *run, const struct run_step *step, enum pawl_run_status status) {
    enum pawl_status freed = lock_scope_free(run, NULL);
    if (freed != PAWL_OK)
        return freed;
    run->leaves_queue |= run->row.status == PAWL_RUN_BLOCKED;
    run->row.status = status;
    run->row.path = NULL;
    run->row.iteration = "";
    run->row.entered = 0;
    run->row.waits_for = NULL;
    run->is_left = true;
    run->due_us = -1;
    return save_run(run, step,
                    (struct saving){.due = RUN_NOT_READY, .ends = true, .obeys = status != PAWL_RUN_DONE});
}

enum pawl_status run_leave(struct run *run, const struct run_step *step, enum pawl_run_status status,
                           int64_t due_us) {
    run->row.status = status;
    run->is_left = true;
    run->due_us = due_us;
    return run_save(run, step, due_us < 0 ? RUN_NOT_READY : RUN_DUE_AFTER, due_us);
}

enum pawl_status run_park(struct run *run, const struct run_step *step, const char *error) {
    run->row.error = results_strdup(&run->memory[0], error);
    return run->row.error ? run_leave(run, step, PAWL_RUN_PARKED, -1) : PAWL_NOMEM;
}

/* ---- failures ----------------------------------------------------------------------------------- */

static enum pawl_status run_turn_round(struct run *run, const struct run_step *step) {
    run->row.status = PAWL_RUN_READY;
    run->row.direction = RUN_UNDO;
    run->row.undoing = run->row.undo_until = 0;
    run->row.attempt = run->row.failures = run->row.is_uncertain = 0;
    run->row.waits_for = NULL;
    return run_save(run, step, RUN_RENEWS_LEASE, 0);
}

enum pawl_status run_failed(struct run *run, struct run_step *step, const struct pawl_retry_policy *policy,
                            bool is_irreversible) {
    run->row.failures++;
    run->row.error = results_strdup(&run->memory[0], step->error ? step->error : "failed");
    if (!run->row.error)
        return error_set(&run->err, PAWL_NOMEM, "out of memory");
    if (policy->count == PAWL_FOREVER || run->row.failures <= policy->count)
        return run_leave(run, step, PAWL_RUN_READY,
                         backoff_pause(policy->from_us, policy->to_us, run->row.failures));
    if (step->is_undo)
        return run_park(run, step, run->row.error);
    if (run->row.is_uncertain && is_irreversible)
        return run_park(run, step, "it may have happened, nobody knows, and it cannot be undone");
    int64_t irreversible = 0;
    char place[PLACE_SIZE];
    enum pawl_status status = run_last_irreversible(run, &irreversible, place);
    if (status != PAWL_OK)
        return status;
    if (irreversible) /* what fails there for good is no step that the compiler knows of: a predicate, or a
                     process */
        return run_park(run, step, run->row.error);
    if (run->row.is_uncertain)
        step->outcome = "unknown";
    return run_turn_round(run, step);
}
