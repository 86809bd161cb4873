#include "flow/run.h"

#include "core/transaction.h"

#include <stdio.h>
#include <string.h>

/* Claims a run, and takes step after step until it ends or must wait. */

#define LEASE_US      INT64_C(60000000)
#define CONFLICTS_MAX 10

/* ---- what operators say ------------------------------------------------------------------------- */

static uint32_t step_of_run(const struct run *run) {
    return run->row.path && run->row.direction == RUN_FORWARD ? step_of_path(run->flow, run->row.path)
                                                              : PAWL_FLOW_NOTHING;
}

static bool stands_at(const struct run *run, enum pawl_step_kind kind) {
    const uint32_t step = step_of_run(run);
    return step != PAWL_FLOW_NOTHING && run->flow->steps[step].kind == kind;
}

/* A program that lacks the step parks it as a call that may have happened. A tx step was rolled back. */
static void forget_doubt_of_tx(struct run *run) {
    if (stands_at(run, PAWL_STEP_TX))
        run->row.is_uncertain = 0;
}

static enum pawl_status read_run(void *context, const struct cell *cells, struct pawl_error *err) {
    struct run *run = context;
    TRY(run_row_read(&run->memory[0], cells, &run->row, err));
    forget_doubt_of_tx(run);
    return PAWL_OK;
}

static enum pawl_status obey_going_back(struct run *run, struct run_step *row, int64_t until) {
    struct run_step unknown = run_step_of(run, run->row.path, run->row.iteration, "unknown");
    bool is_uncertain = run->row.is_uncertain != 0;
    enum pawl_status status = PAWL_OK;
    if (is_uncertain)
        status = step_generation(run, run->row.path, run->row.iteration, &unknown.generation);
    run_becomes(run, PAWL_RUN_READY);
    run->row.direction = RUN_UNDO;
    run->row.undoing = 0;
    run->row.undo_until = until;
    run->row.attempt = run->row.failures = run->row.is_uncertain = 0;
    run->row.waits_for = NULL;
    if (status == PAWL_OK && is_uncertain) /* it is undone like what was done; from here on it goes back */
        status = run_save(run, &unknown, RUN_RENEWS_LEASE, 0);
    return status == PAWL_OK ? run_save_obeyed(run, row, RUN_RENEWS_LEASE) : status;
}

static const char *was_irreversible(struct run *run, const char *place) {
    char text[PLACE_SIZE + 64];
    snprintf(text, sizeof text, "%s was done, and it is irreversible", place);
    return results_strdup(&run->memory[0], text);
}

static enum pawl_status obey_resume_from(struct run *run, struct run_step *row) {
    char path[512] = "";
    size_t length = strcspn(run->row.wish_place, "[");
    int64_t number = 0;
    snprintf(path, sizeof path, "%.*s", (int)length, run->row.wish_place);
    TRY(RUN_QUERY(done_at, read_number, &number, value_text(path), value_text(run->row.wish_place + length)));
    row->path = results_strdup(&run->memory[0], path);
    row->iteration = run->row.wish_place + length;
    TRY(memory_check(row->path, &run->err));
    int64_t irreversible = 0;
    char last[PLACE_SIZE] = "";
    if (number > 0)
        TRY(run_last_irreversible(run, &irreversible, last));
    if (irreversible >= number && number > 0) /* done since: going back would only park the run */
        row->error = was_irreversible(run, last);
    if (number == 0 || irreversible >= number) /* number 0: it was undone since */
        return run_save_obeyed(run, row, RUN_RENEWS_LEASE);
    return obey_going_back(run, row, number);
}

static enum pawl_status run_obey(struct run *run) {
    enum pawl_status status = run_commit_stretch(run);
    const int64_t claim = run->row.claim;
    if (status == PAWL_OK)
        status = RUN_QUERY(get, read_run, run, value_text(NULL));
    if (status != PAWL_OK || !run->row.wish)
        return status;
    if (run->row.claim != claim)
        return run_claim_is_lost(run);
    const char *wish = run->row.wish;
    struct run_step row = run_step_of(run, run->row.path ? run->row.path : "", run->row.iteration, wish);
    row.actor = run->row.wish_actor;
    if (is(wish, "cancel"))
        return run_end(run, &row, PAWL_RUN_CANCELLED);
    if (is(wish, "rollback"))
        return obey_going_back(run, &row, 0);
    if (is(wish, "resume_from"))
        return obey_resume_from(run, &row);
    if (is(wish, "pause")) {
        run_becomes(run, PAWL_RUN_PAUSED);
        run->row.waits_for = NULL;
        return run_save_obeyed(run, &row, RUN_NOT_READY);
    }
    bool passes = is(wish, "resume") && run->row.status == PAWL_RUN_PAUSED &&
                  stands_at(run, PAWL_STEP_PAUSE) && run->row.attempt > 0;
    run_becomes(run, PAWL_RUN_READY);
    run->row.failures = 0;
    run->row.error = NULL;
    status = run_save_obeyed(run, &row, RUN_RENEWS_LEASE);
    return status == PAWL_OK && passes ? run_pass_step(run, row.actor) : status;
}

/* ---- driving ------------------------------------------------------------------------------------ */

static enum pawl_status read_claimed(void *context, const struct cell *cells, struct pawl_error *err) {
    struct claimed_run *claimed = context;
    if (cells[0].is_null)
        return PAWL_OK;
    claimed->found = true;
    results_reset(&claimed->memory);
    claimed->status = run_row_read(&claimed->memory, cells, &claimed->row, err);
    claimed->is_first = claimed->row.claim == 1;
    return PAWL_OK;
}

/* A call before which there is nothing to enter. */
static const char *first_call(const struct pawl_flow *flow) {
    uint32_t around[SCOPES_AROUND_MAX];
    const bool is_first = flow->lock_count == 0 && flow->step_count > 0 &&
                          flow->steps[0].kind == PAWL_STEP_CALL && scopes_around(flow, 0, around) == 0;
    return is_first ? flow->steps[0].path : NULL;
}

static void prepare_claim(struct claimed_run *claimed, const struct run *run, int64_t which) {
    claimed->claim = (struct run_claim){.flow = run->flow->name,
                                        .run = which,
                                        .mine = -1,
                                        .lease_us = run->lease_us,
                                        .first = first_call(run->flow),
                                        /* of no other worker's claim */
                                        .claimer = now_us() * 1024 + (int64_t)(random_number(run) % 1024),
                                        .row = read_claimed,
                                        .context = claimed};
}

/* A claim whose answer was lost. */
struct unanswered_claim {
    int64_t run, claim; /* run 0: it was not made, or its lease is over */
    bool was_cut_off;
};

static enum pawl_status find_unanswered_claim(struct pawl_db *db, const struct claimed_run *claimed,
                                              struct unanswered_claim *before, struct pawl_error *err) {
    static const struct row_member members[] = {MEMBER(NUMBER, unanswered_claim, run),
                                                MEMBER(NUMBER, unanswered_claim, claim),
                                                MEMBER(TRUTH, unanswered_claim, was_cut_off)};
    struct row_reading reading = {NULL, members, sizeof members / sizeof *members, before};
    if (!claimed->unanswered || claimed->unanswered_flow != claimed->claim.flow)
        return PAWL_OK;
    return read_rows(db, db->driver->flows->find_claim,
                     VALUES(value_text(claimed->unanswered_flow), value_bigint(claimed->unanswered),
                            value_bigint(flow_clock_offset_us)),
                     row_read_one, &reading, err);
}

/* A run whose claim was answered to nobody is claimed again, and nothing was begun under that claim. */
static enum pawl_status claim_run_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct claimed_run *claimed = context;
    struct run_claim claim = claimed->claim;
    struct unanswered_claim before = {0};
    claimed->found = false;
    TRY(handle_ready(db, err));
    TRY(find_unanswered_claim(db, claimed, &before, err));
    if (before.run) {
        claim.run = before.run;
        claim.mine = before.claim;
    }
    claimed->sent_us = monotonic_us();
    enum pawl_status status = judge_lost_answer(db, db->driver->flows->claim(db, &claim, err), err);
    err->retryable |= status == PAWL_UNKNOWN || (status == PAWL_DB && connection_is_lost(db));
    if (status == PAWL_UNKNOWN) {
        claim_is_unanswered(claimed);
    } else if (status == PAWL_OK && claim.flow == claimed->unanswered_flow) {
        claimed->unanswered = 0;
    }
    if (status != PAWL_OK || !claimed->found)
        return status;
    if (before.run) {
        claimed->row.was_cut_off = before.was_cut_off;
        claimed->is_first = before.claim == 1;
    }
    return claimed->status;
}

/* Only the call itself makes it a run that has begun. Until then each save takes the place back. */
static void has_not_begun(struct run *run) {
    run->has_first_place = run->row.path != NULL;
    run->row.path = run->saved.path = NULL;
}

static void take_claimed(struct run *run, struct claimed_run *claimed) {
    results_free(&run->memory[0]);
    run->memory[0] = claimed->memory;
    run->row = claimed->row;
    forget_doubt_of_tx(run);
    run->saved = run->row;
    run_is_leased(run, claimed->sent_us, run->lease_us);
    run->has_first_place = false;
    if (claimed->is_first)
        has_not_begun(run);
    claimed->memory = (struct results){0};
    claimed->found = false;
}

static enum pawl_status claim_run(struct run *run, int64_t which, int64_t mine, bool early, bool *found) {
    struct claimed_run claimed = {0};
    if (run->next) {
        claimed.unanswered = run->next->unanswered;
        claimed.unanswered_flow = run->next->unanswered_flow;
    }
    prepare_claim(&claimed, run, which);
    claimed.claim.mine = mine;
    claimed.claim.early = early;
    enum pawl_status status = make_attempts(run->db, claim_run_once, &claimed, &run->err);
    if (run->next) {
        run->next->unanswered = claimed.unanswered;
        run->next->unanswered_flow = claimed.unanswered_flow;
    }
    *found = status == PAWL_OK && claimed.found;
    if (*found)
        take_claimed(run, &claimed);
    results_free(&claimed.memory);
    return status;
}

/*
 * Reads the run again from the database. CONFLICT, unless the caller still has the claim or has ended the
 * run. If the run is at a call, this program has not begun it: run_end_call saves the result of a begun call.
 */
static enum pawl_status take_up_again(struct run *run) {
    const int64_t claim = run->row.claim, steps = run->row.steps;
    const bool was_cut_off = run->row.was_cut_off, had_first_place = run->has_first_place;
    bool found = false;
    enum pawl_status status = claim_run(run, run->row.id, claim, false, &found);
    if (found && stands_at(run, PAWL_STEP_CALL))
        run->row.was_cut_off = run->saved.was_cut_off = was_cut_off && run->row.steps == steps;
    if (found && had_first_place && run->row.steps == steps)
        has_not_begun(run);
    if (status == PAWL_OK && !found)
        status = RUN_QUERY(get, read_run, run, value_text(NULL));
    if (status != PAWL_OK || found)
        return status;
    if (run->row.claim != claim || !run->row.ended_at)
        return run_claim_is_lost(run);
    claim_becomes(run, CLAIM_GIVEN_BACK);
    return PAWL_OK;
}

/*
 * The attempt collided with another transaction, was cancelled, or lost its connection, so the run continues
 * from its last save. If the database did not answer, the run is read again to find that save.
 */
static enum pawl_status start_over(struct run *run, enum pawl_status status) {
    bool lost = status == PAWL_UNKNOWN || connection_is_lost(run->db);
    struct pawl_error said = run->err;
    run_roll_back(run);
    if ((status != PAWL_DB && status != PAWL_UNKNOWN) || run->claim == CLAIM_LOST ||
        (!lost && !failure_is_cancelled(run->db, status, &said) &&
         (!said.retryable || run->db->waits.are_over)) ||
        ++run->conflicts > CONFLICTS_MAX)
        return status;
    pause_before_attempt(run, run->conflicts, INT64_MAX);
    return lost ? take_up_again(run) : PAWL_OK;
}

/* The last worker died during a step. */
static bool is_cut_off(const struct run *run) {
    return run->row.was_cut_off && run->row.status == PAWL_RUN_READY;
}

/* Or at a step that this program lacks. */
static bool may_be_at_call(const struct run *run) {
    return run->row.path && run->row.direction == RUN_FORWARD &&
           (step_of_run(run) == PAWL_FLOW_NOTHING || stands_at(run, PAWL_STEP_CALL));
}

static enum pawl_status one_back(struct run *run) {
    int64_t number = 0, irreversible = 0;
    char place[PLACE_SIZE] = "";
    enum pawl_status status = run_last_done(run, &number);
    if (is_cut_off(run) && may_be_at_call(run))
        run->row.is_uncertain = 1;
    if (run->row.is_uncertain)
        number = run->row.steps + 1;
    if (status == PAWL_OK)
        status = run_last_irreversible(run, &irreversible, place);
    if (status != PAWL_OK)
        return status;
    if (number > 0 && irreversible == number && !run->row.is_uncertain) {
        return error_set(&run->err, PAWL_ILLEGAL, "run %lld of %s: %s was done, and it is irreversible",
                         (long long)run->row.id, run->flow->name, place);
    }
    if (number == 0) {
        return error_set(&run->err, PAWL_ILLEGAL, "run %lld of %s has done nothing that could be undone",
                         (long long)run->row.id, run->flow->name);
    }
    struct run_step row = run_step_of(run, run->row.path ? run->row.path : "", run->row.iteration, "back");
    return obey_going_back(run, &row, number);
}

/* single: it is made even if the run is halted. A call that a worker's death cuts off is found READY. */
static enum pawl_status one_step(struct run *run, bool single) {
    const enum pawl_run_status status = run->row.status;
    const bool is_halted = status == PAWL_RUN_PAUSED || status == PAWL_RUN_PARKED;
    results_reset(&run->scratch);
    if (single && is_halted) {
        run_becomes(run, PAWL_RUN_READY);
        run->is_unsaved = true;
    }
    if (run->row.wish && !is_cut_off(run)) /* else what may have happened would be forgotten */
        return run_obey(run);
    if (!single && is_halted)
        return run_leave(run, NULL, status, -1);
    return run->row.direction == RUN_UNDO ? run_back(run) : run_forward(run);
}

static enum pawl_status drive_run(struct run *run, const struct drive *drive) {
    bool back = drive->single && drive->back;
    enum pawl_status status = back ? one_back(run) : PAWL_OK;
    bool over = false;
    if (drive->single && !back)
        run->row.failures = 0;
    for (size_t steps = 0; status == PAWL_OK && run->claim == CLAIM_HELD && !over; steps++) {
        bool is_enough = drive->step_limit > 0 && steps >= drive->step_limit;
        const bool is_over = is_enough || (run->stop && run->stop(run->stop_context));
        if (is_over && !is_cut_off(run) && !run->db->transaction_open) {
            status = run_leave(run, NULL, run->row.status, 0);
            break;
        }
        status = one_step(run, drive->single);
        if (status == PAWL_DB || status == PAWL_UNKNOWN)
            status = start_over(run, status);
        over = drive->single && (!back || run->row.direction == RUN_FORWARD);
    }
    if (status == PAWL_OK && drive->single)
        status = run_commit_stretch(run);
    if (status == PAWL_OK && drive->single && (run->claim == CLAIM_HELD || run->row.status == PAWL_RUN_READY))
        status = run_leave(run, NULL, PAWL_RUN_PAUSED, -1);
    if (status != PAWL_OK)
        run_roll_back(run);
    return status;
}

/*
 * This program cannot continue the run, but another one may try. If the last save is in doubt, this saves
 * nothing, and the run is free when its lease ends. The same holds for a run that was cut off, so that the
 * next worker learns of it.
 */
static void give_run_back(struct run *run) {
    struct pawl_error said = run->err;
    const bool is_retried = run->db->waits.add_up;
    run->db->waits.add_up |= run->db->waits.are_over; /* the other writer of the run has had enough time */
    if (run->claim == CLAIM_HELD && !connection_is_lost(run->db) && !is_cut_off(run))
        run_leave(run, NULL, run->row.status, run->lease_us / 4);
    run->db->waits.add_up = is_retried;
    run->err = said;
}

enum pawl_status flow_drive(struct pawl_db *db, const struct pawl_flow *flow, int64_t which,
                            struct drive *drive, struct pawl_error *err) {
    struct run run = {.db = db,
                      .flow = flow,
                      .actor = drive->actor,
                      .lease_us = drive->lease_us > 0 ? drive->lease_us : LEASE_US,
                      .stop = drive->stop,
                      .stop_context = drive->stop_context,
                      .next = drive->next,
                      .claims_until_us = drive->claims_until_us,
                      .err = PAWL_ERROR_INIT};
    enum pawl_status status = PAWL_OK;
    drive->found = drive->next && drive->next->found;
    if (drive->found)
        take_claimed(&run, drive->next);
    else
        status = claim_run(&run, which, -1, drive->single, &drive->found);
    if (run.next)
        prepare_claim(run.next, &run, 0);
    if (status == PAWL_OK && drive->found) {
        if (db->driver
                ->listening) /* a step may take its time, and need not keep others waiting for each other */
            db->driver->listening->wake(db);
        status = drive_run(&run, drive);
        if (status != PAWL_OK && status != PAWL_CONFLICT && status != PAWL_UNKNOWN)
            give_run_back(&run);
        drive->run = run.row.id;
        drive->left = run.row.status;
    }
    if (status != PAWL_OK)
        error_copy(err, &run.err);
    results_free(&run.memory[0]);
    results_free(&run.memory[1]);
    results_free(&run.scratch);
    return status;
}
