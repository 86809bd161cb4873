/*
 * Each operation on runs with its first call of the database failing, then its second, and so on until none
 * is left to fail: what failed is said, nothing is half done, and the same handle goes on the next time.
 */
#include "oracle.h"

#include "../support/failing_driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int64_t run;
static char customer[64];

/* ---- operations, each on a run of its own -------------------------------------------------------- */

static enum pawl_status start(struct pawl_db *db) {
    struct trip_args args = {.customer = customer, .parts = 1, .amount = 7};
    return pawl_flow_start(db, played(TRIP), &args, NULL, &run, &err);
}

static enum pawl_status start_with_locks(struct pawl_db *db) {
    struct move_money_args args = {.account = customer, .branch = 1};
    return pawl_flow_start(db, played(MOVE_MONEY), &args, NULL, &run, &err);
}

static enum pawl_status start_in_transaction(struct pawl_db *db) {
    enum pawl_status status = pawl_begin(db, &err);
    if (status == PAWL_OK)
        status = start(db);
    if (status == PAWL_OK)
        return pawl_commit(db, &err);
    if (pawl_in_transaction(db))
        pawl_rollback(db, NULL);
    return status;
}

static enum pawl_status run_it(struct pawl_db *db) {
    return pawl_flow_run(db, played(TRIP), run, NULL, &err);
}

static enum pawl_status run_with_locks(struct pawl_db *db) {
    return pawl_flow_run(db, played(MOVE_MONEY), run, NULL, &err);
}

static enum pawl_status run_batch(struct pawl_db *db) {
    return pawl_flow_run(db, played(BATCH), run, NULL, &err);
}

static enum pawl_status step_forward(struct pawl_db *db) {
    return pawl_flow_step(db, played(TRIP), run, false, NULL, &err);
}

static enum pawl_status step_back(struct pawl_db *db) {
    return pawl_flow_step(db, played(TRIP), run, true, NULL, &err);
}

static enum pawl_status work(struct pawl_db *db) {
    const struct pawl_flow *flows[] = {played(TRIP)};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    return pawl_work(db, NULL, 0, &options, &err);
}

#define SAYS(function)                                                                                       \
    static enum pawl_status function(struct pawl_db *db) {                                                   \
        return pawl_run_##function(db, "trip", run, "ops", &err);                                            \
    }
SAYS(pause)
SAYS(resume)
SAYS(retry)
SAYS(rollback)
SAYS(cancel)

static enum pawl_status resume_from(struct pawl_db *db) {
    return pawl_run_resume_from(db, "trip", run, "book", "ops", &err);
}

static enum pawl_status send(struct pawl_db *db) {
    return pawl_run_signal(db, "trip", run, "approved", "ops", &err);
}

static enum pawl_status get(struct pawl_db *db) {
    struct pawl_run row;
    return pawl_run_get(db, "trip", run, &row, &err);
}

static enum pawl_status get_values(struct pawl_db *db) {
    struct pawl_run row;
    struct trip_args args;
    struct trip_data data;
    return pawl_flow_get(db, played(TRIP), run, &row, &args, &data, &err);
}

static enum pawl_status list(struct pawl_db *db) {
    struct pawl_runs runs;
    struct pawl_run_filter filter = {.flow = "trip"};
    return pawl_run_list(db, &filter, 0, 10, &runs, &err);
}

static enum pawl_status history(struct pawl_db *db) {
    struct pawl_run_steps rows;
    return pawl_run_history(db, "trip", run, &rows, &err);
}

/* ---- what there is before ----------------------------------------------------------------------- */

static void nothing(struct pawl_db *db) {
    (void)db;
}

static void started(struct pawl_db *db) {
    run = start_trip(db, customer, 1);
}

static void paused_behind_one_step(struct pawl_db *db) {
    started(db);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, NULL, &err));
}

static void ready_behind_one_step(struct pawl_db *db) {
    paused_behind_one_step(db);
    expect(PAWL_OK, pawl_run_resume(db, NULL, run, "ops", &err));
}

static void going_back(struct pawl_db *db) {
    ready_behind_one_step(db);
    expect(PAWL_OK, pawl_run_rollback(db, NULL, run, "ops", &err));
}

static void started_with_locks(struct pawl_db *db) {
    run = start_text(db, MOVE_MONEY, customer);
}

static void started_batch(struct pawl_db *db) {
    run = start_text(db, BATCH, "2");
}

static const struct operation {
    const char *name;
    enum pawl_status (*operate)(struct pawl_db *db);
    void (*prepare)(struct pawl_db *db);
    enum play_flow flow;
    bool runs; /* callbacks; one of theirs that fails is tried again within the operation */
} operations[] = {
    {"start", start, nothing, TRIP, false},
    {"start with locks", start_with_locks, nothing, MOVE_MONEY, false},
    {"start in transaction", start_in_transaction, nothing, TRIP, false},
    {"run", run_it, started, TRIP, true},
    {"run back", run_it, going_back, TRIP, true},
    {"run with locks", run_with_locks, started_with_locks, MOVE_MONEY, true},
    {"run batch", run_batch, started_batch, BATCH, true},
    {"step", step_forward, started, TRIP, true},
    {"step back", step_back, paused_behind_one_step, TRIP, true},
    {"work", work, started, TRIP, true},
    {"pause", pause, started, TRIP, false},
    {"resume", resume, paused_behind_one_step, TRIP, false},
    {"retry", retry, started, TRIP, false},
    {"rollback", rollback, ready_behind_one_step, TRIP, false},
    {"cancel", cancel, ready_behind_one_step, TRIP, false},
    {"resume from", resume_from, ready_behind_one_step, TRIP, false},
    {"signal", send, ready_behind_one_step, TRIP, false},
    {"get", get, started, TRIP, false},
    {"get values", get_values, started, TRIP, false},
    {"list", list, started, TRIP, false},
    {"history", history, ready_behind_one_step, TRIP, false},
};

/* ---- tests -------------------------------------------------------------------------------------- */

/* False where the operation makes fewer calls. */
static bool fails_at(const struct operation *operation, long number) {
    struct pawl_db *db = open_play();
    struct pawl_db *failing = open_failing(); /* also the first look at what is deployed can fail */
    set_play_hooks(failing);
    snprintf(customer, sizeof customer, "%s %ld", operation->name, number);
    run = 0;
    operation->prepare(db);
    fail_call(number);
    enum pawl_status status = operation->operate(failing);
    bool has_failed = has_failed_call();
    if (pawl_in_transaction(failing))
        fail_msg("%s, call %ld: a transaction is open", operation->name, number);
    if (!has_failed)
        expect(PAWL_OK, status);
    else if (status == PAWL_OK && !operation->runs)
        fail_msg("%s, call %ld failed, and nobody was told", operation->name, number);
    else if (status != PAWL_OK && (status != PAWL_DB || !err.message[0]))
        fail_msg("%s, call %ld: %s (%s)", operation->name, number, pawl_status_name(status), err.message);
    const char *pay = strstr(calls(), "pay");
    if (pay && (pay[3] == '~' || strstr(pay + 3, "pay")))
        fail_msg("%s, call %ld: the result of pay was thrown away: %s", operation->name, number, pay);
    /* the same handle does it now, where it was not done or may be done again */
    if (!run) {
        expect(PAWL_OK, operation->operate(failing));
    } else if (status != PAWL_OK && !operation->runs) {
        expect(PAWL_OK, operation->operate(failing));
    }
    move_clock(70); /* what a claim has left */
    bring_to_end(failing, operation->flow, run);
    expect_as_history(db, operation->flow, run);
    close_handles(NULL);
    return has_failed;
}

static void whatever_fails_is_said_and_can_be_done_again(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        long number = 1;
        while (fails_at(&operations[i], number))
            number++;
        assert_true(number > 2);
    }
}

/* Whoever runs it reads what was saved, and saves nothing else over it. */
static void p7_what_may_be_saved_is_not_saved_over(void **state) {
    (void)state;
    static const struct {
        enum play_flow flow;
        void (*prepare)(struct pawl_db *db);
        enum pawl_status (*operate)(struct pawl_db *db);
    } runs[] = {{TRIP, started, run_it},
                {MOVE_MONEY, started_with_locks, run_with_locks},
                {BATCH, started_batch, run_batch}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        bool has_lost = true;
        for (long number = 1; has_lost; number++) {
            struct pawl_db *failing = open_failing(), *db = open_play();
            set_play_hooks(failing);
            snprintf(customer, sizeof customer, "unknown %zu %ld", i, number);
            runs[i].prepare(db);
            lose_answer(number);
            enum pawl_status status = runs[i].operate(failing);
            has_lost = has_lost_answer();
            if (status != PAWL_OK)
                fail_msg("answer %ld was lost: %s (%s)", number, pawl_status_name(status), err.message);
            bring_to_end(failing, runs[i].flow, run);
            expect_as_history(db, runs[i].flow, run);
            close_handles(NULL);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p7_what_may_be_saved_is_not_saved_over),
        TEST(whatever_fails_is_said_and_can_be_done_again),
    };
    moves_only(NULL);
    return run_suite(tests);
}
