/* Runs go to their end, fail, and are undone: in one thread, without workers. */
#include "play.h"

#include <stdio.h>
#include <string.h>

/* Comes first: the others make the tables. */
static void a_flow_without_tables_says_how_to_make_them(void **state) {
    (void)state;
    int64_t run;
    const struct trip_args args = {.customer = "ann", .parts = 1, .amount = 1};
    expect(PAWL_MISMATCH, pawl_flow_start(open_stranger(), played(TRIP), &args, NULL, &run, &err));
    expect_message("flow trip: this database does not have this version of it");
    assert_non_null(strstr(err.help, "_apply"));
}

static void a_run_does_its_steps_in_order(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "ann", 2);
    expect_run(db, run, PAWL_RUN_READY, "");
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "book pay wants_vm? allocate mount[0] mount[1] confirm");
    expect_history(db, run,
                   "book done; pay done; build.allocate done; build.mount[0] done; build.mount[1] done; "
                   "confirm done");
    expect_effects(db, run, "allocate=1 book=1 confirm=1 mount[0]=1 mount[1]=1 pay=1");
    struct pawl_run row;
    struct trip_args args;
    struct trip_data data;
    expect(PAWL_OK, pawl_flow_get(db, played(TRIP), run, &row, &args, &data, &err));
    assert_string_equal(args.customer, "ann");
    assert_int_equal(args.parts, 2);
    assert_true(data.total.set);
    assert_int_equal(data.total.value, 100 + run);
    char vm[64];
    snprintf(vm, sizeof vm, "vm-%lld/build.allocate#1", (long long)run);
    assert_string_equal(data.vm, vm);
    assert_true(row.ended_at_us >= row.started_at_us && row.started_at_us > 0);
    /* driven again it is still done */
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "");
}

#define TRACE "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

static void expect_trace(const struct pawl_step *step) {
    assert_non_null(step->trace);
    assert_string_equal(step->trace, TRACE);
}

static void steps_get_the_trace_of_the_start(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    for (int i = 0; i < 2; i++) {
        const struct trip_args args = {.customer = i == 0 ? "tracy" : "trudy", .parts = 1, .amount = 1};
        int64_t run = 0;
        answer_with("book", expect_trace);
        answer_with("pay", expect_trace);
        expect(PAWL_OK,
               pawl_flow_start(db, played(TRIP), &args, i == 0 ? "ann " TRACE : " " TRACE, &run, &err));
        assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
        expect_rows(db, "0\n",
                    i == 0 ? "select count(*) from pawl_runs where id = %lld and actor <> 'ann " TRACE "'"
                           : "select count(*) from pawl_runs where id = %lld and actor like ' %%'",
                    (long long)run);
    }
}

static void an_optional_is_left_out(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "bob", 2);
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "book pay wants_vm? confirm");
    run = start_text(db, LUNCH, "soup"); /* asked within the transaction of the steps around it */
    assert_int_equal(drive(db, LUNCH, run), PAWL_RUN_DONE);
    expect_rows(db, "eat\ngo_back\nsit_down\n",
                "select what from played where run = (select max(id) from pawl_runs) order by what");
    expect_rows(db, "0\n", "select count(*) from played where what = 'written by a predicate'");
}

static void data_before_and_after_stand_in_the_history(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_run_steps history;
    int64_t run = start_trip(db, "carl", 1);
    drive(db, TRIP, run);
    expect(PAWL_OK, pawl_run_history(db, "trip", run, &history, &err));
    char total[64];
    snprintf(total, sizeof total, "{\"total\": %lld}", (long long)(100 + run));
    assert_string_equal(history.rows[0].before, "{}");
    assert_string_equal(history.rows[0].after, total);
    assert_string_equal(history.rows[1].before, total);
    assert_string_equal(history.rows[1].after, total);
    assert_non_null(strstr(history.rows[2].after, "\"vm\": \"vm-"));
}

static void what_ran_is_undone_in_reverse(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "dora", 2);
    answer("confirm", 9, PAWL_REFUSED);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "book pay wants_vm? allocate mount[0] mount[1] confirm confirm confirm "
                                 "unmount[1] unmount[0] free_vm refund unbook");
    expect_history(db, run,
                   "book done; pay done; build.allocate done; build.mount[0] done; build.mount[1] done; "
                   "confirm failed; confirm failed; confirm failed; undo build.mount[1] undone; "
                   "undo build.mount[0] undone; undo build.allocate undone; undo pay undone; "
                   "undo book undone");
    /* nothing of the step that failed is left */
    expect_effects(db, run,
                   "allocate=1 book=1 free_vm=1 mount[0]=1 mount[1]=1 pay=1 refund=1 unbook=1 unmount[0]=1 "
                   "unmount[1]=1");
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(db, "trip", run, &row, &err));
    assert_string_equal(row.error, "confirm does not work");
}

static void a_retry_has_the_same_key_and_may_succeed(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "emil", 1);
    char expected[128];
    answer("pay", 1, PAWL_DB);
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "book pay pay wants_vm? confirm");
    snprintf(expected, sizeof expected, "%lld/pay#1 %lld/pay#1", (long long)run, (long long)run);
    assert_string_equal(keys(), expected);
    expect_history(db, run, "book done; pay failed; pay done; confirm done");
}

static void what_may_have_happened_is_undone_first(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "fred", 1);
    answer("pay", 2, PAWL_UNKNOWN);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "book pay pay~ refund~ unbook");
    expect_history(db, run, "book done; pay failed; pay unknown; undo pay undone; undo book undone");
}

/* An attempt may have happened, and the next one finds nothing to be done: that is no proof. */
static void what_may_have_happened_and_is_skipped_is_undone(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 1, 1);
    answer("turn", 1, PAWL_UNKNOWN);
    answer("turn", 1, PAWL_SKIP);
    answer("last", 2, PAWL_REFUSED);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(),
                        "open deep? begin_round[0] turn[0][0] turn[0][0]~ note[0] last last turn_back[0][0]~ "
                        "end_round[0] close");
}

/* What has begun outside and is not ready is nobody's but the undo's to end. */
static void what_was_not_ready_is_undone_when_it_fails(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "nora", 1);
    answer("pay", 2, PAWL_NOT_YET);
    answer("pay", 2, PAWL_REFUSED);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "book pay pay~ pay~ pay~ refund~ unbook");
    expect_history(db, run, "book done; pay failed; pay unknown; undo pay undone; undo book undone");
    expect_effects(db, run, "book=1 pay=1 refund=1 unbook=1");
}

static void what_was_not_ready_is_undone_when_it_is_sent_back(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    int64_t run = start_trip(db, "nina", 1);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    answer("pay", 1, PAWL_NOT_YET);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    expect(PAWL_OK, pawl_run_rollback(db, NULL, run, "boss", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "book pay refund~ unbook");
    expect_effects(db, run, "book=1 pay=1 refund=1 unbook=1");
}

static void what_was_not_ready_and_is_done_is_done_once(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "nell", 1);
    answer("pay", 1, PAWL_NOT_YET);
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "book pay pay~ wants_vm? confirm");
    expect_history(db, run, "book done; pay done; confirm done");
}

/* Nobody can say what became of it, and there is no way back. */
static void what_was_not_ready_and_is_irreversible_parks(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, SEAL_DEAL, "a deal");
    answer("sign", 1, PAWL_NOT_YET);
    answer("sign", 99, PAWL_REFUSED);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_PARKED);
    expect_run(db, run, PAWL_RUN_PARKED, "sign");
}

/* ---- pauses ---------------------------------------------------------------------------------------- */

enum { PAUSE_US = 150000 };

/* Between the attempts of a place, by the database's clock. */
static int64_t least_pause_us(struct pawl_db *db, int64_t run, const char *place) {
    struct pawl_run_steps history;
    int64_t least = INT64_MAX, before = 0;
    expect(PAWL_OK, pawl_run_history(db, NULL, run, &history, &err));
    for (size_t i = 0; i < history.count; i++) {
        if (strcmp(history.rows[i].place, place) != 0)
            continue;
        if (before && history.rows[i].at_us - before < least)
            least = history.rows[i].at_us - before;
        before = history.rows[i].at_us;
    }
    return least;
}

static struct pawl_retry_policy *policy_of(enum play_flow flow, size_t step) {
    return &((struct pawl_flow_step *)(uintptr_t)&played(flow)->steps[step])->retry;
}

static void pauses_before_retries_are_slept_through(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_retry_policy *policy = policy_of(TRIP, 0), before = *policy;
    *policy = (struct pawl_retry_policy){.count = 2, .from_us = PAUSE_US, .to_us = PAUSE_US};
    int64_t run = start_trip(db, "rita", 1);
    answer("book", 2, PAWL_DB);
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    *policy = before;
    expect_history(db, run, "book failed; book failed; book done; pay done; confirm done");
    assert_true(least_pause_us(db, run, "book") >= PAUSE_US);
}

static void an_operator_ends_a_pause(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_retry_policy *policy = policy_of(TRIP, 0), before = *policy;
    enum pawl_run_status left;
    *policy = (struct pawl_retry_policy){.count = 2, .from_us = 3600 * INT64_C(1000000), .to_us = INT64_MAX};
    int64_t run = start_trip(db, "olga", 1);
    answer("book", 1, PAWL_DB);
    answer("wants_vm", 1, PAWL_OK);
    const struct pawl_flow *flows[] = {played(TRIP)};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    expect_history(db, run, "book failed");                                     /* it is due in an hour */
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err)); /* which asks for it now */
    expect(PAWL_OK, pawl_run_resume(db, NULL, run, "boss", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    *policy = before;
}

/* To look at a run that waits does not end its wait. */
static void who_runs_what_waits_does_not_end_the_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, REVIEW, "reviews");
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    expect(PAWL_OK, pawl_run_resume(db, NULL, run, "boss", &err));
    for (int i = 0; i < 3; i++)
        assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_WAITING);
    expect(PAWL_OK, pawl_run_signal(db, NULL, run, "approved", "boss", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_DONE);
}

static void a_late_answer_counts_no_more(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "gina", 1);
    struct pawl_flow_step *pay = (struct pawl_flow_step *)(uintptr_t)&played(TRIP)->steps[1];
    int64_t timeout_us = pay->time_us;
    pay->time_us = 20000;
    answer_late("pay", 2, 50);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    pay->time_us = timeout_us;
    assert_string_equal(calls(), "book pay pay~ refund~ unbook");
    expect_history(db, run, "book done; pay timed out; pay unknown; undo pay undone; undo book undone");
}

static void an_undo_that_keeps_failing_parks_the_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "hans", 1);
    answer("confirm", 3, PAWL_DB);
    answer("refund", 3, PAWL_DB);
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
    expect_run(db, run, PAWL_RUN_PARKED, "pay");
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
    struct pawl_run_filter parked = {.flow = "trip", .status = PAWL_RUN_PARKED};
    struct pawl_runs runs;
    expect(PAWL_OK, pawl_run_list(db, &parked, 0, 10, &runs, &err));
    assert_int_equal(runs.count, 1);
    assert_string_equal(runs.rows[0].error, "refund does not work");
    expect(PAWL_OK, pawl_run_retry(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(),
                        "book pay wants_vm? confirm confirm confirm refund refund refund refund unbook");
}

static void loops_lie_in_each_other(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 2, 2);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "open deep? begin_round[0] turn[0][0] turn[0][1] note[0] begin_round[1] "
                                 "turn[1][0] turn[1][1] note[1] last");
    run = start_rounds(db, 0, 2);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "open deep? last");
    run = start_rounds(db, 1, 0);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "open deep? begin_round[0] turn[0][0] note[0] last");
}

static void an_iteration_is_skipped(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 2, 2);
    answer("begin_round[0]", 1, PAWL_SKIP);
    answer("turn[1][0]", 1, PAWL_SKIP);
    answer("last", 2, PAWL_DB);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(),
                        "open deep? begin_round[0] begin_round[1] turn[1][0] turn[1][1] note[1] last "
                        "last turn_back[1][1] end_round[1] close");
    expect_effects(db, run,
                   "begin_round[1]=1 close=1 end_round[1]=1 note[1]=1 open=1 turn[1][1]=1 "
                   "turn_back[1][1]=1");
}

static void a_count_that_does_not_fit_turns_the_run_round(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 6, 1);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "open deep? close");
    run = start_rounds(db, 1, -1);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "open deep? begin_round[0] end_round[0] close");
}

static void a_predicate_that_fails_is_asked_again(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 1, 1);
    answer("deep", 1, PAWL_DB);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "open deep? deep? begin_round[0] turn[0][0] note[0] last");
}

static void behind_what_is_irreversible_it_only_goes_on(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, SEAL_DEAL, "x");
    answer("file", 3, PAWL_DB);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "draft sign file file file file listed? enter");
    run = start_text(db, SEAL_DEAL, "y");
    answer("sign", 1, PAWL_UNKNOWN);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_PARKED);
    run = start_text(db, SEAL_DEAL, "z");
    answer("sign", 1, PAWL_DB);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "draft sign draft sign undraft");
}

/* The compiler refuses steps that could turn it round there; this is none. */
static void a_predicate_that_fails_for_good_there_parks_the_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, SEAL_DEAL, "w");
    answer("listed", 1, PAWL_DB);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_PARKED);
    expect_run(db, run, PAWL_RUN_PARKED, "enter");
    assert_string_equal(calls(), "draft sign file listed?");
    expect_effects(db, run, "draft=1 file=1 sign=1");
    expect(PAWL_OK, pawl_run_retry(db, "seal_deal", run, NULL, &err));
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "listed? enter");
}

static void what_is_unique_is_one_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t first = start_trip(db, "ida", 1), again = 0;
    struct trip_args args = {.customer = "ida", .parts = 1, .amount = 7};
    expect(PAWL_EXISTS, pawl_flow_start(db, played(TRIP), &args, NULL, &again, &err));
    assert_int_equal(again, first);
    args.parts = 2;
    expect(PAWL_REUSED, pawl_flow_start(db, played(TRIP), &args, NULL, &again, &err));
    args.amount = 8;
    expect(PAWL_OK, pawl_flow_start(db, played(TRIP), &args, NULL, &again, &err));
    assert_int_not_equal(again, first);
}

static void a_run_is_started_from_texts(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct trip_run_row row;
    int64_t run = 0, again = 0;
    const char *const texts[] = {"parts=2", "amount=-70", "customer=a=b"};
    expect(PAWL_MISUSE, pawl_flow_start_text(db, played(TRIP), texts, 2, NULL, &run, &err));
    expect_message("trip needs customer: add customer=VALUE");
    assert_string_equal(err.help, "trip takes customer: text, parts: int, amount: bigint");
    expect(PAWL_OK, pawl_flow_start_text(db, played(TRIP), texts, 3, NULL, &run, &err));
    expect(PAWL_EXISTS, pawl_flow_start_text(db, played(TRIP), texts, 3, NULL, &again, &err));
    assert_int_equal(again, run);
    expect(PAWL_OK, trip_get(db, run, &row, &err));
    assert_string_equal(row.args.customer, "a=b");
    assert_int_equal(row.args.parts, 2);
    assert_int_equal(row.args.amount, -70);
}

static void a_start_joins_a_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_run row;
    expect(PAWL_OK, pawl_begin(db, &err));
    int64_t run = start_trip(db, "karl", 1);
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_NOT_FOUND, pawl_run_get(db, "trip", run, &row, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    run = start_trip(db, "karl", 1);
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_run(db, run, PAWL_RUN_READY, "");
    expect(PAWL_NOT_FOUND, pawl_run_get(db, "rounds", run, &row, &err));
}

static void steps_share_transactions(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, BATCH, "2");
    assert_int_equal(drive(db, BATCH, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "read store[0] store[1] report mark seal");
    expect_history(db, run, "read done; store[0] done; store[1] done; report done; mark done; seal done");
    /* all of them or none: the retry begins at the first of them */
    run = start_text(db, BATCH, "2");
    answer("store[1]", 1, PAWL_DB);
    assert_int_equal(drive(db, BATCH, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "read store[0] store[1] read store[0] store[1] report mark seal");
    expect_effects(db, run, "mark=1 read=1 report=1 seal=1 store[0]=1 store[1]=1");
    run = start_text(db, BATCH, "2");
    answer("store[1]", 2, PAWL_DB);
    assert_int_equal(drive(db, BATCH, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "read store[0] store[1] read store[0] store[1]");
    expect_effects(db, run, "");
    run = start_text(db, BATCH, "2");
    answer("seal", 2, PAWL_DB);
    assert_int_equal(drive(db, BATCH, run), PAWL_RUN_UNDONE);
    assert_string_equal(
        calls(), "read store[0] store[1] report mark seal mark seal unreport unstore[1] unstore[0] unread");
}

static void exactly_one_step_forward_or_back(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "lena", 2);
    enum pawl_run_status left;
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    assert_int_equal(left, PAWL_RUN_PAUSED);
    assert_string_equal(calls(), "book");
    for (int i = 0; i < 3; i++)
        expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    assert_string_equal(calls(), "pay wants_vm? allocate mount[0]");
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, true, &left, &err));
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, true, &left, &err));
    assert_int_equal(left, PAWL_RUN_PAUSED);
    assert_string_equal(calls(), "unmount[0] free_vm");
    expect_run(db, run, PAWL_RUN_PAUSED, "build.allocate");
    keys();
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    assert_string_equal(calls(), "allocate");
    char expected[64]; /* it was undone: another key */
    snprintf(expected, sizeof expected, "%lld/build.allocate#2", (long long)run);
    assert_string_equal(keys(), expected);
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, NULL, &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "mount[0] mount[1] confirm");
    expect(PAWL_ILLEGAL, pawl_flow_step(db, played(TRIP), run, true, &left, &err));
}

static struct pawl_db *writer;

static void keep_others_from_writing(const struct pawl_step *step) {
    (void)step;
    expect(PAWL_OK, pawl_begin(writer, NULL));
}

/* Each of ten attempts would wait as long as SQLite is told to. */
static void a_run_waits_once_for_another_writer(void **state) {
    (void)state;
    if (!on_sqlite())
        skip(); /* where no transaction keeps all others from writing */
    char where[600];
    struct pawl_db *db;
    enum pawl_run_status left;
    writer = open_play();
    int64_t run = start_trip(writer, "wanda", 1);
    snprintf(where, sizeof where, "%s?wait_ms=300", application_where());
    expect(PAWL_OK, pawl_open(&db, where, &err));
    set_play_hooks(db);
    answer_with("wants_vm", keep_others_from_writing);
    expect(PAWL_DB, pawl_flow_run(db, played(TRIP), run, &left, &err));
    expect_message_has("another connection of this process has kept others from writing");
    expect_message_has("for more than 300 ms");
    assert_true(err.retryable);
    expect(PAWL_OK, pawl_rollback(writer, &err));
    pawl_close(db);
    expect_run(writer, run, PAWL_RUN_READY, "build.allocate");
}

/* ---- time that passes ---------------------------------------------------------------------------- */

int64_t __real_monotonic_us(void);
int64_t __wrap_monotonic_us(void);

static int64_t passed_us;

int64_t __wrap_monotonic_us(void) {
    return __real_monotonic_us() + passed_us;
}

static struct pawl_db *watcher;
static int64_t leased_until_us[2];

static int64_t end_of_lease(const struct pawl_step *step) {
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(watcher, "rounds", step->run, &row, &err));
    assert_true(row.is_leased);
    return row.due_at_us;
}

/* More than half of a lease, of which no clock that is set knows. */
static void take_long(const struct pawl_step *step) {
    leased_until_us[0] = end_of_lease(step);
    passed_us += INT64_C(45000000);
}

static void look_at_lease(const struct pawl_step *step) {
    leased_until_us[1] = end_of_lease(step);
}

static void a_lease_is_renewed_by_the_time_that_has_passed(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    watcher = open_stranger();
    answer_with("open", take_long);
    answer_with("begin_round", look_at_lease);
    int64_t run = start_rounds(db, 1, 1);
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_true(leased_until_us[1] > leased_until_us[0]);
}

static int told;

/* The claim on the next run is over meanwhile, and another worker has run it. */
static void tell_for_an_hour(void *context, const struct pawl_flow *flow, int64_t run,
                             enum pawl_run_status left, enum pawl_status status,
                             const struct pawl_error *error) {
    (void)flow, (void)run, (void)left, (void)status, (void)error;
    if (told++ > 0)
        return;
    move_clock(3600);
    passed_us += INT64_C(3600000000);
    expect(PAWL_OK, pawl_flow_run(watcher, played(KNOCK), *(const int64_t *)context, NULL, &err));
}

static void p9_run_that_is_claimed_early_is_called_once(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const struct pawl_flow *flow = played(KNOCK);
    watcher = reopen_play();
    start_text(db, KNOCK, "told for an hour");
    int64_t next = start_text(db, KNOCK, "taken");
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .once = true,
                                              .told_run = tell_for_an_hour,
                                              .context = &next,
                                              .flows = &flow,
                                              .flow_count = 1};
    told = 0;
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    assert_int_equal(told, 2);
    assert_string_equal(calls(), "rap rap~");
    expect_run(db, next, PAWL_RUN_DONE, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_flow_without_tables_says_how_to_make_them),
        TEST(a_run_does_its_steps_in_order),
        TEST(a_lease_is_renewed_by_the_time_that_has_passed),
        TEST(p9_run_that_is_claimed_early_is_called_once),
        TEST(steps_get_the_trace_of_the_start),
        TEST(an_optional_is_left_out),
        TEST(data_before_and_after_stand_in_the_history),
        TEST(what_ran_is_undone_in_reverse),
        TEST(a_retry_has_the_same_key_and_may_succeed),
        TEST(what_may_have_happened_is_undone_first),
        TEST(what_may_have_happened_and_is_skipped_is_undone),
        TEST(what_was_not_ready_is_undone_when_it_fails),
        TEST(what_was_not_ready_is_undone_when_it_is_sent_back),
        TEST(what_was_not_ready_and_is_done_is_done_once),
        TEST(what_was_not_ready_and_is_irreversible_parks),
        TEST(pauses_before_retries_are_slept_through),
        TEST(an_operator_ends_a_pause),
        TEST(who_runs_what_waits_does_not_end_the_wait),
        TEST(a_late_answer_counts_no_more),
        TEST(an_undo_that_keeps_failing_parks_the_run),
        TEST(loops_lie_in_each_other),
        TEST(an_iteration_is_skipped),
        TEST(a_count_that_does_not_fit_turns_the_run_round),
        TEST(a_predicate_that_fails_is_asked_again),
        TEST(behind_what_is_irreversible_it_only_goes_on),
        TEST(a_predicate_that_fails_for_good_there_parks_the_run),
        TEST(what_is_unique_is_one_run),
        TEST(a_run_is_started_from_texts),
        TEST(a_start_joins_a_transaction),
        TEST(steps_share_transactions),
        TEST(exactly_one_step_forward_or_back),
        TEST(a_run_waits_once_for_another_writer),
    };
    return run_suite(tests);
}
