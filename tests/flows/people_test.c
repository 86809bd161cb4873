/* Runs that wait: for people, for signals, for their next attempt; and what operators say to them. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a worker that works until nothing is due ---------------------------------------------------- */

static const struct pawl_flow *worked[PLAY_FLOW_COUNT];

static void work_once(struct pawl_db *db) {
    for (int i = 0; i < PLAY_FLOW_COUNT; i++)
        worked[i] = played((enum play_flow)i);
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .once = true,
                                        .actor = "worker",
                                        .flows = worked,
                                        .flow_count = PLAY_FLOW_COUNT};
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
}

static void workers_run_what_is_due(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t trip = start_trip(db, "worked", 1), rounds = start_rounds(db, 1, 1);
    answer("pay", 1, PAWL_DB);
    work_once(db);
    expect_run(db, rounds, PAWL_RUN_DONE, "");
    move_clock(1);
    work_once(db);
    expect_run(db, trip, PAWL_RUN_DONE, "");
    struct pawl_run_steps history;
    expect(PAWL_OK, pawl_run_history(db, NULL, trip, &history, &err));
    assert_string_equal(history.rows[0].actor, "worker");
}

/* The next step at once, or later, when the others have had their turn. */
static void workers_go_from_run_to_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const struct pawl_flow *flows[] = {played(TRIP), played(BATCH)};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    answer("wants_vm", 99, PAWL_OK);
    for (size_t steps = 0; steps < 3; steps++) {
        static const char *const expected[] = {"book pay wants_vm? confirm book pay wants_vm? confirm",
                                               "book book pay pay wants_vm? confirm wants_vm? confirm",
                                               "book pay book pay wants_vm? confirm wants_vm? confirm"};
        char customer[32];
        for (int i = 0; i < 2; i++) {
            snprintf(customer, sizeof customer, "turn %zu %d", steps, i);
            start_trip(db, customer, 1);
        }
        options.run_steps = steps;
        expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
        assert_string_equal(calls(), expected[steps]);
    }
    /* what shares a transaction is not parted */
    options.flow_count = 2;
    options.run_steps = 1;
    start_text(db, BATCH, "2");
    start_text(db, BATCH, "1");
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    assert_string_equal(calls(), "read store[0] store[1] read store[0] report report mark seal mark seal");
}

static void a_worker_needs_the_hooks(void **state) {
    (void)state;
    open_play();
    struct pawl_db *stranger = open_stranger();
    worked[0] = played(TRIP);
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = worked, .flow_count = 1};
    expect(PAWL_MISUSE, pawl_work(stranger, NULL, 0, &options, &err));
    expect_message("flow trip needs the hooks of trip, and the handle has none");
}

static void a_pause_lasts_until_it_is_resumed(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_review(db);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    expect_run(db, run, PAWL_RUN_PAUSED, "for_review");
    work_once(db);
    assert_string_equal(calls(), "prepare");
    expect(PAWL_OK, pawl_run_resume(db, "review", run, "boss", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_WAITING);
    expect_history(db, run, "prepare done; for_review resume; for_review done; reviewed done");
    assert_string_equal(calls(), "reviewed");
    expect(PAWL_ILLEGAL, pawl_run_resume(db, "review", run, "boss", &err));
    expect(PAWL_OK, pawl_run_cancel(db, "review", run, "boss", &err));
    drive(db, REVIEW, run);
}

static int64_t waiting_review(struct pawl_db *db) {
    int64_t run = start_review(db);
    drive(db, REVIEW, run);
    expect(PAWL_OK, pawl_run_resume(db, "review", run, "boss", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_WAITING);
    calls();
    return run;
}

static void a_signal_ends_the_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = waiting_review(db);
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_string_equal(row.waits_for, "approved");
    expect(PAWL_OK, pawl_run_signal(db, "review", run, "something_else", NULL, &err));
    work_once(db);
    assert_string_equal(calls(), "");
    expect(PAWL_OK, pawl_run_signal(db, "review", run, "approved", "boss", &err));
    expect(PAWL_EXISTS, pawl_run_signal(db, "review", run, "approved", "boss", &err));
    work_once(db);
    assert_string_equal(calls(), "publish");
    expect_run(db, run, PAWL_RUN_DONE, "");
    expect(PAWL_ILLEGAL, pawl_run_signal(db, "review", run, "approved", "boss", &err));
    expect(PAWL_NOT_FOUND, pawl_run_signal(db, "review", 4711, "approved", "boss", &err));
}

static void a_signal_may_come_first(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_review(db);
    expect(PAWL_OK, pawl_run_signal(db, "review", run, "approved", NULL, &err));
    drive(db, REVIEW, run);
    expect(PAWL_OK, pawl_run_resume(db, "review", run, NULL, &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "prepare reviewed publish");
}

static void a_column_may_come_while_programs_stay(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* where a session goes on with what a function that it has called knew of a table */
    struct pawl_db *db = open_play();
    for (int round = 0; round < 2; round++) {
        int64_t told = start_trip(db, round == 0 ? "before" : "behind", 1), run = waiting_review(db);
        assert_int_equal(drive(db, TRIP, told), PAWL_RUN_DONE);
        expect(PAWL_OK, pawl_run_signal(db, "review", run, "approved", NULL, &err));
        assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_DONE);
        if (round == 0)
            add_column_on_mariadb("pawl_runs");
    }
}

static void a_wait_ends_in_time(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = waiting_review(db);
    move_clock(3500);
    work_once(db);
    expect_run(db, run, PAWL_RUN_WAITING, "approved");
    move_clock(200);
    work_once(db);
    expect_run(db, run, PAWL_RUN_UNDONE, "");
    assert_string_equal(calls(), "unreviewed unprepare");
}

static void operators_pause_and_resume(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "paused", 1);
    expect(PAWL_OK, pawl_run_pause(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PAUSED);
    assert_string_equal(calls(), "");
    expect(PAWL_ILLEGAL, pawl_run_pause(db, "trip", run, "ops", &err));
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    expect_history(db, run,
                   " pause;  resume; book done; pay done; build.allocate done; build.mount[0] done; "
                   "confirm done");
    expect(PAWL_ILLEGAL, pawl_run_resume(db, "trip", run, "ops", &err));
    expect_message_has("is done: it does not accept resume");
    expect(PAWL_NOT_FOUND, pawl_run_pause(db, "rounds", run, "ops", &err));
}

static struct pawl_db *other;
static void pause_meanwhile(const struct pawl_step *step) {
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_run_pause(other, "trip", step->run, "ops", &failure) != PAWL_OK)
        fail_msg("%s", failure.message);
}

static void the_step_under_way_ends_first(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    other = open_stranger();
    int64_t run = start_trip(db, "under way", 1);
    answer_with("pay", pause_meanwhile);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PAUSED);
    assert_string_equal(calls(), "book pay");
    expect_history(db, run, "book done; pay done; build.allocate pause");
}

static void operators_roll_back_and_cancel(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = waiting_review(db);
    expect(PAWL_OK, pawl_run_rollback(db, "review", run, "ops", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "unreviewed unprepare");
    run = waiting_review(db);
    expect(PAWL_OK, pawl_run_cancel(db, "review", run, "ops", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_CANCELLED);
    assert_string_equal(calls(), "");
    expect_effects(db, run, "prepare=1 reviewed=1");
    expect(PAWL_ILLEGAL, pawl_run_rollback(db, "review", run, "ops", &err));
}

static void a_run_resumes_from_a_step(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_rounds(db, 2, 2);
    answer("last", 1, PAWL_DB);
    enum pawl_run_status left;
    for (int i = 0; i < 9; i++)
        expect(PAWL_OK, pawl_flow_step(db, played(ROUNDS), run, false, &left, &err));
    assert_string_equal(calls(), "open deep? begin_round[0] turn[0][0] turn[0][1] note[0] begin_round[1] "
                                 "turn[1][0] turn[1][1] note[1]");
    expect(PAWL_ILLEGAL, pawl_run_resume_from(db, "rounds", run, "turn[2][0]", "ops", &err));
    expect(PAWL_OK, pawl_run_resume_from(db, "rounds", run, "turn[0][1]", "ops", &err));
    assert_int_equal(drive(db, ROUNDS, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "turn_back[1][1] turn_back[1][0] end_round[1] turn_back[0][1] turn[0][1] "
                                 "note[0] begin_round[1] turn[1][0] turn[1][1] note[1] last last");
}

/* Before an irreversible step there is no place to resume from: the run would park, and again at each retry.
 */
static void a_run_resumes_from_no_step_before_an_irreversible_one(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    int64_t run = start_text(db, SEAL_DEAL, "resumed");
    for (int i = 0; i < 3; i++)
        expect(PAWL_OK, pawl_flow_step(db, played(SEAL_DEAL), run, false, &left, &err));
    assert_string_equal(calls(), "draft sign file");
    expect(PAWL_ILLEGAL, pawl_run_resume_from(db, "seal_deal", run, "draft", "ops", &err));
    assert_non_null(strstr(err.message, "cannot resume from draft: sign was done, and it is irreversible"));
    expect(PAWL_ILLEGAL, pawl_run_resume_from(db, "seal_deal", run, "sign", "ops", &err));
    expect(PAWL_ILLEGAL, pawl_run_resume_from(db, "seal_deal", run, "enter", "ops", &err));
    assert_non_null(strstr(err.message, "enter is nothing that it has done"));
    expect(PAWL_OK, pawl_run_resume_from(db, "seal_deal", run, "file", "ops", &err));
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "file listed? enter");
}

static void a_run_resumes_from_no_step_before_one_that_may_have_happened(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, SEAL_DEAL, "uncertain");
    answer("sign", 1, PAWL_UNKNOWN);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_PARKED);
    expect(PAWL_ILLEGAL, pawl_run_resume_from(db, "seal_deal", run, "draft", "ops", &err));
    assert_non_null(strstr(err.message, "sign was done, and it is irreversible"));
    expect(PAWL_OK, pawl_run_retry(db, "seal_deal", run, "ops", &err));
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "draft sign sign~ file listed? enter");
}

static void resume_from_draft_meanwhile(const struct pawl_step *step) {
    expect(PAWL_OK, pawl_run_resume_from(other, "seal_deal", step->run, "draft", "ops", &err));
}

/* It was legal when the operator said it, and the step under way is irreversible. */
static void what_became_irreversible_since_is_not_undone(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    other = open_stranger();
    int64_t run = start_text(db, SEAL_DEAL, "meanwhile");
    answer_with("sign", resume_from_draft_meanwhile);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "draft sign file listed? enter");
    expect_history(db, run, "draft done; sign done; draft resume_from; file done; enter done");
}

static void one_step_back_over_an_irreversible_one_is_illegal(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    int64_t run = start_text(db, SEAL_DEAL, "back");
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, pawl_flow_step(db, played(SEAL_DEAL), run, false, &left, &err));
    expect(PAWL_ILLEGAL, pawl_flow_step(db, played(SEAL_DEAL), run, true, &left, &err));
    assert_non_null(strstr(err.message, "sign was done, and it is irreversible"));
    expect(PAWL_OK, pawl_run_resume(db, "seal_deal", run, "ops", &err));
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "draft sign file listed? enter");
}

static void what_is_wrong_is_said(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_run row;
    struct pawl_run_steps history;
    enum pawl_run_status left;
    int64_t run = 0;
    expect(PAWL_NOT_FOUND, pawl_run_get(db, NULL, 4711, &row, &err));
    expect_message("there is no run 4711");
    expect(PAWL_NOT_FOUND, pawl_run_history(db, "trip", 4711, &history, &err));
    expect(PAWL_NOT_FOUND, pawl_flow_run(db, played(TRIP), 4711, &left, &err));
    expect(PAWL_NOT_FOUND, pawl_run_cancel(db, NULL, 4711, NULL, &err));
    expect(PAWL_MISUSE, pawl_run_signal(db, NULL, 4711, "", NULL, &err));
    struct trip_args args = {.customer = NULL};
    expect(PAWL_MISUSE, pawl_flow_start(db, played(TRIP), &args, NULL, &run, &err));
    expect_message("trip: customer is NULL, and it is not optional");
    char *large = malloc(PAWL_RUN_DATA_MAX_BYTES + 1);
    memset(large, 'x', PAWL_RUN_DATA_MAX_BYTES);
    large[PAWL_RUN_DATA_MAX_BYTES] = '\0';
    struct review_args review = {.item = large};
    expect(PAWL_MISUSE, pawl_flow_start(db, played(REVIEW), &review, NULL, &run, &err));
    expect_message_has("at most 1048576 are possible");
    free(large);
    run = start_review(db);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_flow_run(db, played(REVIEW), run, &left, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    answer("prepare", 2, (enum pawl_status)99);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_UNDONE);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_string_equal(row.error, "prepare has answered 99, which is no status");
}

static void data_have_a_largest_size(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_run row;
    int64_t run = start_review(db);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    note_so_much(PAWL_RUN_DATA_MAX_BYTES);
    expect(PAWL_OK, pawl_run_resume(db, "review", run, "boss", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_UNDONE);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    if (!row.error || !strstr(row.error, "review: reviewed: ") ||
        !strstr(row.error, "at most 1048576 are possible"))
        fail_msg("the error is %s", row.error);
    expect_effects(db, run, "prepare=1 unprepare=1");
    run = start_review(db);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    note_so_much(PAWL_RUN_DATA_MAX_BYTES - 100);
    expect(PAWL_OK, pawl_run_resume(db, "review", run, "boss", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_WAITING);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_true(strlen(row.data) > PAWL_RUN_DATA_MAX_BYTES - 100);
    expect(PAWL_OK, pawl_run_cancel(db, NULL, run, "boss", &err));
    drive(db, REVIEW, run);
}

static void pause_and_resume_take_each_other_back(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "to and fro", 1);
    expect(PAWL_OK, pawl_run_pause(db, "trip", run, "ops", &err));
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    run = start_trip(db, "to and fro again", 1);
    expect(PAWL_OK, pawl_run_pause(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PAUSED);
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, "ops", &err));
    expect(PAWL_OK, pawl_run_pause(db, "trip", run, "ops", &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PAUSED);
}

static void roll_back_meanwhile(const struct pawl_step *step) {
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_run_rollback(other, NULL, step->run, "ops", &failure) != PAWL_OK)
        fail_msg("%s", failure.message);
}

/* It was acknowledged: the run may not simply end. */
static void a_rollback_during_the_last_step_is_obeyed(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    other = open_stranger();
    int64_t run = start_trip(db, "the last moment", 1);
    answer("wants_vm", 9, PAWL_OK);
    if (!on_sqlite()) /* there the step that writes is alone */
        answer_with("confirm", roll_back_meanwhile);
    else
        answer_with("pay", roll_back_meanwhile);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    expect_effects(db, run, "book=1 pay=1 refund=1 unbook=1");
}

static void end_the_transaction(const struct pawl_step *step) {
    (void)step;
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_commit(other, &failure) != PAWL_MISUSE)
        fail_msg("a step has committed");
    if (pawl_exec(other, "commit", &failure) != PAWL_MISUSE)
        fail_msg("a step has committed by SQL");
}

static void a_step_cannot_end_its_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    other = db;
    int64_t run = start_review(db);
    answer_with("prepare", end_the_transaction);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
}

static void a_frozen_flow_rests(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *admin = open_administrator();
    int64_t run = start_review(db), refused = 0;
    struct review_args args = {.item = "x"};
    enum pawl_run_status left;
    expect(PAWL_OK, pawl_freeze(admin, "review", PAWL_FREEZE_REJECT, 0, "maintenance", PAWL_WAIT, &err));
    expect(PAWL_LOCKED, pawl_flow_start(db, played(REVIEW), &args, NULL, &refused, &err));
    expect_message("flow review is frozen: maintenance");
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_FROZEN);
    expect(PAWL_LOCKED, pawl_flow_run(db, played(REVIEW), run, &left, &err));
    expect_message_has(": flow review is frozen: maintenance");
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_FROZEN);
    assert_string_equal(err.obstacle_reason, "maintenance");
    work_once(db);
    assert_string_equal(calls(), "");
    expect(PAWL_OK, pawl_freeze(admin, "review", PAWL_FREEZE_SLEEP, 0, "a nap", PAWL_WAIT, &err));
    expect(PAWL_ASLEEP, pawl_flow_start(db, played(REVIEW), &args, NULL, &refused, &err));
    expect(PAWL_OK, pawl_thaw(admin, "review", &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
}

static void nobody_else_writes_runs(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    start_review(db);
    static const char *const attempts[] = {
        "update pawl_runs set status = 'done'",
        "delete from pawl_runs",
        "delete from pawl_run_steps",
        "update pawl_run_steps set outcome = 'done'",
        "update pawl_run_ready set due_at = due_at",
        ("insert into pawl_run_signals (run, name, actor, sent_at) select id, 'approved', 'me', started_at"
         " from pawl_runs"),
    };
    drive(db, REVIEW, start_review(db));
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        expect(PAWL_DB, pawl_exec(db, attempts[i], &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(workers_run_what_is_due),
        TEST(workers_go_from_run_to_run),
        TEST(a_worker_needs_the_hooks),
        TEST(a_pause_lasts_until_it_is_resumed),
        TEST(a_signal_ends_the_wait),
        TEST(a_signal_may_come_first),
        TEST(a_wait_ends_in_time),
        TEST(operators_pause_and_resume),
        TEST(the_step_under_way_ends_first),
        TEST(operators_roll_back_and_cancel),
        TEST(a_run_resumes_from_a_step),
        TEST(a_run_resumes_from_no_step_before_an_irreversible_one),
        TEST(a_run_resumes_from_no_step_before_one_that_may_have_happened),
        TEST(what_became_irreversible_since_is_not_undone),
        TEST(one_step_back_over_an_irreversible_one_is_illegal),
        TEST(what_is_wrong_is_said),
        TEST(data_have_a_largest_size),
        TEST(pause_and_resume_take_each_other_back),
        TEST(a_rollback_during_the_last_step_is_obeyed),
        TEST(a_step_cannot_end_its_transaction),
        TEST(a_frozen_flow_rests),
        TEST(a_column_may_come_while_programs_stay),
        TEST(nobody_else_writes_runs),
    };
    moves_only(NULL);
    return run_suite(tests);
}
