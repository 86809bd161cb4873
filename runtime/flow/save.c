#include "flow/run.h"

#include "core/transaction.h"

#include <stdio.h>
#include <string.h>

/* How what a run has done gets into the database. */

#define LEASE_MARGIN_US INT64_C(10000000) /* a call's lease is so much longer than the call may take */
#define LEASE_LEFT_US   INT64_C(5000000)  /* so much of it is left at least when the call begins */

enum pawl_status run_values(struct run *run, void **args, void **data) {
    const struct pawl_flow *flow = run->flow;
    *args = results_alloc(&run->scratch, flow->args_size + 1);
    *data = results_alloc(&run->scratch, flow->data_size + 1);
    TRY(memory_check(*args && *data, &run->err));
    memset(*args, 0, flow->args_size + 1);
    memset(*data, 0, flow->data_size + 1);
    TRY(values_read(&run->scratch, flow->args, flow->arg_count, run->row.args, *args, &run->err));
    return values_read(&run->scratch, flow->data, flow->data_count, run->row.data, *data, &run->err);
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
    run->ends_stretch = run->leaves_queue = false;
}

/* What the texts of earlier rows took is used again. */
static enum pawl_status keep_row(struct run *run) {
    struct results oldest = run->memory[1];
    struct run_row row;
    results_reset(&oldest);
    bool copied = run_row_copy(&oldest, &run->row, &row);
    run->memory[1] = run->memory[0];
    run->memory[0] = oldest;
    TRY(memory_check(copied, &run->err));
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

void run_is_leased(struct run *run, int64_t since_us, int64_t lease_us) {
    run->leased_at_us = since_us;
    run->leased_for_us = lease_us;
}

enum pawl_status run_claim_is_lost(struct run *run) {
    claim_becomes(run, CLAIM_LOST);
    return error_advise(
        &run->err, PAWL_CONFLICT,
        "the run continues under that claim; give longer leases if steps take longer, or the call a timeout",
        "run %lld of %s: somebody else has taken it, since its lease was over", (long long)run->row.id,
        run->flow->name);
}

/*
 * An operator sent the run back during its last step, so the run has not ended. A tx step is rolled back; a
 * call may have happened, as after a crash.
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
    int64_t lease_us; /* that restarts; 0: the run's */
    bool ends;        /* the run */
    bool obeys;       /* the operator's wish is fulfilled */
    bool stays_open;  /* the transaction, if there is one; else it is committed */
};

/* Asked instead of saving a result once more. */
struct result_search {
    struct run *run;
    struct run_row row; /* as the database has it */
};

static enum pawl_status read_row_of_result(void *context, const struct cell *cells, struct pawl_error *err) {
    struct result_search *search = context;
    return run_row_read(&search->run->memory[0], cells, &search->row, err);
}

/*
 * The answer of an earlier save of this result was lost. Sets is_known and save->answer if that save was
 * committed. A save without a row of the history is repeated: under the same claim it writes the same.
 */
static enum pawl_status find_result(struct run *run, struct run_save *save, bool *is_known) {
    struct result_search search = {.run = run, .row = {.claim = -1}};
    TRY(begin_behind_others(run->db, &run->err));
    TRY(RUN_QUERY(get, read_row_of_result, &search, value_text(NULL)));
    const bool is_saved = save->step && search.row.steps >= save->step->number;
    *is_known = search.row.claim != run->row.claim || is_saved;
    save->answer.status = search.row.claim != run->row.claim ? PAWL_CONFLICT : PAWL_OK;
    save->answer.detail = search.row.wish;
    return PAWL_OK;
}

/* The next run is claimed with the end of this one, which saves a commit; but not if the save is repeated. */
static enum pawl_status claim_next(struct run *run, struct run_save *save) {
    struct pawl_db *db = run->db;
    struct claimed_run *next = run->next;
    run->next = NULL;
    if (!next || monotonic_us() > run->claims_until_us || (run->stop && run->stop(run->stop_context)))
        return PAWL_OK;
    save->next = &next->claim;
    next->sent_us = monotonic_us();
    if (db->transaction_open)
        return PAWL_OK;
    enum pawl_status status =
        db->driver->exec_with_next(db, db->driver->begin, NEXT_MAY_BE_CALLERS, &run->err);
    db->transaction_open = status == PAWL_OK;
    return status;
}

static enum pawl_status save_run(struct run *run, const struct run_step *step, struct saving saving) {
    struct pawl_db *db = run->db;
    if (run->claim == CLAIM_LOST)
        return run_claim_is_lost(run);
    const bool was_open = db->transaction_open;
    struct claimed_run *const next = run->next;
    bool commits = db->transaction_open && !saving.stays_open;
    struct run_step numbered;
    if (step) {
        numbered = *step;
        numbered.number = run->row.steps + 1;
    }
    const bool is_long = run->leased_for_us > run->lease_us; /* for a call, which is over */
    if (saving.due == RUN_KEEPS_LEASE && (is_long || monotonic_us() - run->leased_at_us > run->lease_us / 2))
        saving.due = RUN_RENEWS_LEASE;
    struct run_save save = {.row = &run->row,
                            .step = step ? &numbered : NULL,
                            .due = saving.due,
                            .due_us = saving.due_us,
                            .lease_us = saving.lease_us ? saving.lease_us : run->lease_us,
                            .obeys = saving.obeys,
                            .ends = saving.ends,
                            .leaves_queue = run->leaves_queue,
                            .freed = run->freed,
                            .freed_count = run->freed_count};
    results_reset(operation_results(db));
    enum pawl_status status = PAWL_OK;
    bool is_known = false;
    if (run->claim == CLAIM_IN_DOUBT)
        status = find_result(run, &save, &is_known);
    if (status == PAWL_OK && !is_known && saving.ends)
        status = claim_next(run, &save);
    commits |= db->transaction_open && !was_open;
    const int64_t sent_us = monotonic_us();
    if (status == PAWL_OK && !is_known)
        status = db->driver->flows->save(db, &save, commits, &run->err);
    if (!db->transaction_open || commits)
        status = judge_lost_answer(db, status, &run->err);
    if (status == PAWL_OK && save.answer.status == PAWL_CONFLICT)
        status = run_claim_is_lost(run);
    if (next && (status != PAWL_OK || save.answer.status != PAWL_OK || next->status != PAWL_OK))
        next->found = false;
    if (save.next && status == PAWL_UNKNOWN)
        claim_is_unanswered(next);
    if (status == PAWL_OK && save.answer.status == PAWL_REFUSED)
        return is_sent_back(run, step, was_open);
    if (status != PAWL_OK)
        return status;
    if (saving.due == RUN_RENEWS_LEASE)
        run_is_leased(run, sent_us, save.lease_us);
    run->row.steps += step != NULL;
    run->row.was_cut_off = 0;
    run->row.wish = save.answer.detail ? results_strdup(&run->memory[0], save.answer.detail) : NULL;
    run->freed = NULL;
    run->freed_count = 0;
    run->leaves_queue = run->is_unsaved = run->has_first_place = false;
    run->conflicts = 0;
    if (commits) {
        db->transaction_open = false;
        after_commit(db, BEGUN_BY_LIBPAWL);
    }
    if (db->transaction_open)
        return PAWL_OK;
    status = keep_row(run);
    if (status == PAWL_OK && (saving.due == RUN_DUE_AFTER || saving.due == RUN_NOT_READY))
        claim_becomes(run, CLAIM_GIVEN_BACK);
    return status;
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
    TRY(lock_scope_free(run, NULL));
    run_becomes(run, status);
    run->row.path = NULL;
    run->row.iteration = "";
    run->row.entered = 0;
    run->row.waits_for = NULL;
    return save_run(run, step,
                    (struct saving){.due = RUN_NOT_READY, .ends = true, .obeys = status != PAWL_RUN_DONE});
}

enum pawl_status run_leave(struct run *run, const struct run_step *step, enum pawl_run_status status,
                           int64_t due_us) {
    run_becomes(run, status);
    return run_save(run, step, due_us < 0 ? RUN_NOT_READY : RUN_DUE_AFTER, due_us);
}

enum pawl_status run_park(struct run *run, const struct run_step *step, const char *error) {
    run->row.error = results_strdup(&run->memory[0], error);
    return run->row.error ? run_leave(run, step, PAWL_RUN_PARKED, -1) : PAWL_NOMEM;
}

/* A second, if the policy has no first pause. */
enum pawl_status run_not_yet(struct run *run, const struct pawl_retry_policy *policy) {
    return run_leave(run, NULL, PAWL_RUN_READY, policy->from_us > 0 ? policy->from_us : 1000000);
}

/* ---- calls to the outside ------------------------------------------------------------------------ */

enum pawl_status run_prepare_call(struct run *run, int64_t limit_us, bool saves_row) {
    const int64_t longer_us = limit_us > 0 ? limit_us + LEASE_MARGIN_US : 0;
    const int64_t lease_us = longer_us > run->lease_us ? longer_us : run->lease_us;
    const int64_t needed_us = limit_us > 0 ? limit_us + LEASE_LEFT_US : lease_us / 2;
    const int64_t left_us = run->leased_at_us + run->leased_for_us - monotonic_us();
    if (left_us >= needed_us && (!saves_row || !run->is_unsaved))
        return PAWL_OK;
    return save_run(run, NULL, (struct saving){.due = RUN_RENEWS_LEASE, .lease_us = lease_us});
}

static enum pawl_status result_is_lost(struct run *run) {
    char why[sizeof run->err.message];
    snprintf(why, sizeof why, "%s", run->err.message);
    claim_becomes(run, CLAIM_LOST);
    return error_advise(&run->err, PAWL_UNKNOWN,
                        "when its lease is over, it counts as a call that may have happened",
                        "run %lld of %s: the result of its call could not be saved: %.400s",
                        (long long)run->row.id, run->flow->name, why);
}

enum pawl_status run_end_call(struct run *run, end_call_fn *end, const struct ended_call *ended) {
    const int64_t until_us = monotonic_us() + run->leased_for_us;
    enum pawl_status status = PAWL_OK;
    bool again = true;
    keep_point(run);
    for (int attempt = 1; again; attempt++) {
        error_clear(&run->err);
        status = handle_ready(run->db, &run->err);
        if (status == PAWL_OK)
            status = end(run, ended);
        again = status == PAWL_DB || status == PAWL_UNKNOWN;
        if (!again)
            break;
        if (status == PAWL_UNKNOWN)
            claim_becomes(run, CLAIM_IN_DOUBT);
        run_roll_back(run);
        again = saves_result_again(run->db, attempt, until_us, run->stop && run->stop(run->stop_context));
    }
    if (status == PAWL_OK && run->claim == CLAIM_IN_DOUBT)
        claim_becomes(run, CLAIM_HELD);
    return status == PAWL_OK || status == PAWL_CONFLICT ? status : result_is_lost(run);
}

/* ---- failures ----------------------------------------------------------------------------------- */

static enum pawl_status run_turn_round(struct run *run, const struct run_step *step) {
    run_becomes(run, PAWL_RUN_READY);
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
    TRY(memory_check(run->row.error, &run->err));
    if (policy->count == PAWL_FOREVER || run->row.failures <= policy->count)
        return run_leave(run, step, PAWL_RUN_READY,
                         backoff_pause(policy->from_us, policy->to_us, run->row.failures));
    if (step->is_undo)
        return run_park(run, step, run->row.error);
    if (run->row.is_uncertain && is_irreversible)
        return run_park(run, step, "it may have happened, nobody knows, and it cannot be undone");
    int64_t irreversible = 0;
    char place[PLACE_SIZE];
    TRY(run_last_irreversible(run, &irreversible, place));
    if (irreversible) /* what fails there for good is no step that the compiler knows of: a predicate, or a
                     process */
        return run_park(run, step, run->row.error);
    if (run->row.is_uncertain)
        step->outcome = "unknown";
    return run_turn_round(run, step);
}
