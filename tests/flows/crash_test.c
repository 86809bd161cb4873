/*
 * The process is killed before and behind its n-th call of the database and its n-th callback, for every n;
 * another goes on when the lease is over. Whatever n is, the same effects are left.
 */
#include "oracle.h"

#include "../support/dying_driver.h"
#include "../support/failing_driver.h"

#include <flow/flow.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static enum pawl_status take_one_step(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                                      enum pawl_run_status *left, struct pawl_error *error) {
    return pawl_flow_step(db, flow, run, false, left, error);
}

/* True if it died, at that point or by itself; false where it came to an end before. */
static bool dies_while(enum pawl_status (*drives)(struct pawl_db *, const struct pawl_flow *, int64_t,
                                                  enum pawl_run_status *, struct pawl_error *),
                       enum play_flow flow, int64_t run, long point) {
    int how = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct pawl_error failure = PAWL_ERROR_INIT;
        struct pawl_db *db = reopen_play();
        make_dying(db);
        die_at(point);
        drives(db, played(flow), run, NULL, &failure);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    return WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL;
}

static bool dies_at(enum play_flow flow, int64_t run, long point) {
    return dies_while(pawl_flow_run, flow, run, point);
}

/* ---- what is left ------------------------------------------------------------------------------- */

struct scene {
    const char *name;
    enum play_flow flow;
    void (*script)(void);
    int64_t (*start)(struct pawl_db *db, int number);
    enum pawl_run_status end;
    const char *effects;
};

static void nothing_is_left_behind(struct pawl_db *db, int64_t run) {
    expect_rows(db, "0\n", "select count(*) from pawl_locks where owner = 'run %" PRId64 "'", run);
    expect_rows(db, "0\n", "select count(*) from pawl_run_ready where run = %" PRId64, run);
    expect_rows(db, "0\n", "select count(*) from pawl_run_waits where run = %" PRId64, run);
    /* nothing twice, and nothing undone that was not done */
    expect_rows(db, "",
                "select path, iteration from pawl_run_steps step where run = %" PRId64
                " and not is_undo and outcome in ('done', 'unknown') and not exists (select 1"
                " from pawl_run_steps later where later.run = step.run and later.undoes = step.number)"
                " group by path, iteration having count(*) > 1",
                run);
}

/* What was told, in its order, is what the history has, in its own. */
static void p3_events_are_those_of_the_history(struct pawl_db *db, int64_t run) {
    char sql[512];
    snprintf(sql, sizeof sql,
             "select event || ' ' || %s from pawl_outbox where entity = '%" PRId64
             "' and event in ('step', 'undo') order by created_at, sort_key",
             parameter_sql("step"), run);
    char *told = rows_of(db, sql);
    expect_rows(db, told,
                "select case when is_undo then 'undo' else 'step' end || ' ' || path from pawl_run_steps"
                " where run = %" PRId64 " and outcome in ('done', 'undone')"
                " and exists (select 1 from pawl_runs own where own.id = run and own.topic is not null)"
                " order by number",
                run);
    free(told);
    expect_rows(db, "",
                "select sort_key from pawl_outbox event where entity = '%" PRId64
                "' and sort_key <> 10 * (select count(*) from pawl_outbox other"
                " where other.entity = event.entity and other.sort_key <= event.sort_key)",
                run);
}

static void play(const struct scene *scene) {
    struct pawl_db *db = open_play();
    const char *every = getenv("PAWL_TEST_POINTS"); /* the n-th, and not each */
    long stride = every ? atol(every) : 5, point = (long)strlen(scene->name) % stride;
    for (bool died = true; died; point += stride) {
        scene->script();
        int64_t run = scene->start(db, (int)point);
        died = dies_at(scene->flow, run, point);
        if (died)
            move_clock(3600);
        enum pawl_run_status left = (enum pawl_run_status)0;
        expect(PAWL_OK, pawl_flow_run(db, played(scene->flow), run, &left, &err));
        if (left != scene->end)
            fail_msg("%s, killed at point %ld: run %" PRId64 " is %s", scene->name, point, run,
                     pawl_run_status_name(left));
        expect_effects(db, run, scene->effects);
        nothing_is_left_behind(db, run);
        p3_events_are_those_of_the_history(db, run);
    }
    assert_true(point > 10);
}

static int64_t start_numbered(struct pawl_db *db, const char *name, int number, int parts) {
    char customer[64];
    snprintf(customer, sizeof customer, "%s %d", name, number);
    return start_trip(db, customer, parts);
}

static void script_of_a_line(void) {
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
}
static int64_t start_line(struct pawl_db *db, int number) {
    return start_numbered(db, "line", number, 1);
}
static void a_line_survives(void **state) {
    (void)state;
    play(&(struct scene){"a line", TRIP, script_of_a_line, start_line, PAWL_RUN_DONE,
                         "book=1 confirm=1 pay=1"});
}

static int64_t start_nested(struct pawl_db *db, int number) {
    return start_numbered(db, "nested", number, 2);
}
static void a_nested_procedure_survives(void **state) {
    (void)state;
    play(&(struct scene){"a nested procedure", TRIP, forget_script, start_nested, PAWL_RUN_DONE,
                         "allocate=1 book=1 confirm=1 mount[0]=1 mount[1]=1 pay=1"});
}

static void script_of_loops(void) {
    forget_script();
    answer("begin_round[0]", 99, PAWL_SKIP);
    answer("last", 99, PAWL_REFUSED);
}
static int64_t start_loops(struct pawl_db *db, int number) {
    (void)number;
    return start_rounds(db, 2, 2);
}
static void a_loop_in_an_optional_survives(void **state) {
    (void)state;
    play(&(struct scene){"a loop in an optional", ROUNDS, script_of_loops, start_loops, PAWL_RUN_UNDONE,
                         "begin_round[1]=1 close=1 end_round[1]=1 note[1]=1 open=1 turn[1][0]=1 turn[1][1]=1 "
                         "turn_back[1][0]=1 turn_back[1][1]=1"});
}

static void script_of_a_failing_undo(void) {
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
    answer("confirm", 99, PAWL_REFUSED);
    answer_first("refund", PAWL_DB);
    answer_first("unbook", PAWL_DB);
}
static int64_t start_failing(struct pawl_db *db, int number) {
    return start_numbered(db, "failing", number, 1);
}
static void a_failing_undo_survives(void **state) {
    (void)state;
    play(&(struct scene){"a failing undo", TRIP, script_of_a_failing_undo, start_failing, PAWL_RUN_UNDONE,
                         "book=1 pay=1 refund=1 unbook=1"});
}

static int64_t start_locked(struct pawl_db *db, int number) {
    char account[32];
    snprintf(account, sizeof account, "account %d", number);
    return start_text(db, MOVE_MONEY, account);
}
static void locks_survive(void **state) {
    (void)state;
    play(&(struct scene){"locks", MOVE_MONEY, forget_script, start_locked, PAWL_RUN_DONE,
                         "look=1 put=1 take=1"});
}

static int64_t start_batch(struct pawl_db *db, int number) {
    (void)number;
    return start_text(db, BATCH, "2");
}
static void shared_transactions_survive(void **state) {
    (void)state;
    play(&(struct scene){"shared transactions", BATCH, forget_script, start_batch, PAWL_RUN_DONE,
                         "mark=1 read=1 report=1 seal=1 store[0]=1 store[1]=1"});
}

static int64_t start_knock(struct pawl_db *db, int number) {
    (void)number;
    return start_text(db, KNOCK, "a door");
}
static void a_first_call_survives(void **state) {
    (void)state;
    play(&(struct scene){"a first call", KNOCK, forget_script, start_knock, PAWL_RUN_DONE, "rap=1"});
}

/* ---- two that have the same run ------------------------------------------------------------------ */

static struct pawl_db *other;

/* The lease ends while the step is under way, and another worker goes on to the end. */
static void is_overtaken(const struct pawl_step *step) {
    enum pawl_run_status left;
    struct pawl_error failure = PAWL_ERROR_INIT;
    move_clock(3600);
    if (pawl_flow_run(other, played(TRIP), step->run, &left, &failure) != PAWL_OK || left != PAWL_RUN_DONE)
        fail_msg("%s", failure.message);
}

static void who_is_thawed_after_his_lease_writes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const char *const steps[] = {"pay", "book"};
    const char *const histories[] = {"book done; pay cut off; pay done; confirm done",
                                     "book done; pay done; confirm done"};
    other = reopen_play();
    for (int i = 0; i < (on_sqlite() ? 1 : 2); i++) { /* on SQLite a step that writes is alone */
        enum pawl_run_status left;
        forget_script();
        int64_t run = start_numbered(db, "thawed", i, 1);
        answer("wants_vm", 9, PAWL_OK);
        answer_with(steps[i], is_overtaken);
        expect(PAWL_CONFLICT, pawl_flow_run(db, played(TRIP), run, &left, &err));
        expect_message_has("somebody else has taken it");
        expect_run(db, run, PAWL_RUN_DONE, "");
        expect_effects(db, run, "book=1 confirm=1 pay=1");
        expect_history(db, run, histories[i]);
    }
}

static void die(const struct pawl_step *step) {
    (void)step;
    kill(getpid(), SIGKILL);
}

static void a_call_that_was_cut_off_may_have_happened(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_numbered(db, "cut off", 1, 1);
    answer_with("pay", die);
    assert_true(dies_at(TRIP, run, -1));
    forget_script();
    answer("pay", 2, PAWL_DB); /* a death takes no retry */
    move_clock(3600);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "pay~ pay~ refund~ unbook");
    expect_history(db, run,
                   "book done; pay cut off; pay failed; pay unknown; undo pay undone; undo book undone");
    /* what kills each worker comes to an end, too */
    run = start_numbered(db, "cut off", 2, 1);
    answer_with("book", die);
    for (int i = 0; i < PAWL_SPENT_ATTEMPTS; i++) {
        assert_true(dies_at(TRIP, run, -1));
        move_clock(3600);
    }
    forget_script();
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
    assert_string_equal(calls(), "");
    expect(PAWL_OK, pawl_run_retry(db, "trip", run, NULL, &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
}

/* So many workers die at a call of the run. */
static void workers_die(enum play_flow flow, int64_t run, int times) {
    for (int i = 0; i < times; i++) {
        assert_true(dies_at(flow, run, -1));
        move_clock(3600);
    }
    forget_script();
    calls();
}

static void p9_call_without_retry_outlives_its_worker(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, CALL_OUT, "once");
    answer_with("ring", die);
    workers_die(CALL_OUT, run, 2);
    assert_int_equal(drive(db, CALL_OUT, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "ring~ note_it");
    expect_history(db, run, "dial done; ring cut off; ring cut off; ring done; note_it done");
    /* a failure is still not tried again */
    run = start_text(db, CALL_OUT, "fails");
    answer_with("ring", die);
    workers_die(CALL_OUT, run, 1);
    answer("ring", 1, PAWL_DB);
    assert_int_equal(drive(db, CALL_OUT, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "ring~ hang_up~ undial");
    /* what kills each worker is undone */
    run = start_text(db, CALL_OUT, "kills");
    answer_with("ring", die);
    workers_die(CALL_OUT, run, PAWL_SPENT_ATTEMPTS);
    assert_int_equal(drive(db, CALL_OUT, run), PAWL_RUN_UNDONE);
    assert_string_equal(calls(), "hang_up~ undial");
    expect_as_history(db, CALL_OUT, run);
}

/* Nothing is saved between the claim and the call. */
static void p9_first_call_that_was_cut_off_may_have_happened(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, KNOCK, "once");
    answer_with("rap", die);
    workers_die(KNOCK, run, 1);
    assert_int_equal(drive(db, KNOCK, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "rap~");
    expect_history(db, run, "rap cut off; rap done");
    run = start_text(db, KNOCK, "sent back");
    answer_with("rap", die);
    workers_die(KNOCK, run, 1);
    expect(PAWL_OK, pawl_run_rollback(db, "knock", run, "ops", &err));
    assert_int_equal(drive(db, KNOCK, run), PAWL_RUN_UNDONE);
    assert_non_null(strstr(calls(), "hush"));
    expect_as_history(db, KNOCK, run);
}

/* The row of a paused run is READY before its call begins. */
static void p9_single_call_that_was_cut_off_may_have_happened(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_numbered(db, "single", 1, 1);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, NULL, &err));
    expect_run(db, run, PAWL_RUN_PAUSED, "pay");
    answer_with("pay", die);
    assert_true(dies_while(take_one_step, TRIP, run, -1));
    move_clock(3600);
    forget_script();
    answer("wants_vm", 9, PAWL_OK);
    calls();
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "pay~ wants_vm? confirm");
}

/* As soon as it has the run. */
static bool stops_behind_the_claim(void *run) {
    char sql[96];
    snprintf(sql, sizeof sql, "select claim from pawl_runs where id = %" PRId64, *(const int64_t *)run);
    char *claims = rows_of(other, sql);
    const bool stops = atol(claims) > 1;
    free(claims);
    return stops;
}

static void p9_worker_that_stops_forgets_no_cut_off_call(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const struct pawl_flow *flow = played(KNOCK);
    other = reopen_play();
    int64_t run = start_text(db, KNOCK, "stops");
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .once = true,
                                              .stop = stops_behind_the_claim,
                                              .context = &run,
                                              .flows = &flow,
                                              .flow_count = 1};
    answer_with("rap", die);
    workers_die(KNOCK, run, 1);
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    assert_string_equal(calls(), "");
    assert_int_equal(drive(db, KNOCK, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "rap~");
    expect_history(db, run, "rap cut off; rap done");
}

static void p9_worker_that_fails_forgets_no_cut_off_call(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_db *worker = open_failing();
    bool fails = true;
    set_play_hooks(worker);
    for (long number = 1; fails; number++) {
        int64_t run = start_text(db, KNOCK, "fails");
        answer_with("rap", die);
        workers_die(KNOCK, run, 1);
        fail_call(number);
        pawl_flow_run(worker, played(KNOCK), run, NULL, &err);
        fails = has_failed_call();
        move_clock(3600);
        if (fails)
            drive(db, KNOCK, run);
        expect_run(db, run, PAWL_RUN_DONE, "");
        char made[64];
        snprintf(made, sizeof made, "%s ", calls());
        assert_null(strstr(made, "rap "));
    }
}

/* Whatever is said to the run before somebody takes it up. */
static void what_may_have_happened_is_not_forgotten(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    for (int i = 0; i < 4; i++) {
        int64_t run = start_numbered(db, "not forgotten", i, 1);
        forget_script();
        answer_with("pay", die);
        assert_true(dies_at(TRIP, run, -1));
        forget_script();
        answer("pay", 9, PAWL_DB);
        move_clock(3600);
        if (i == 0) {
            expect(PAWL_OK, pawl_run_rollback(db, "trip", run, "ops", &err));
        } else if (i == 1) {
            expect(PAWL_OK, pawl_run_pause(db, "trip", run, "ops", &err));
            assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PAUSED);
            expect(PAWL_OK, pawl_run_resume(db, "trip", run, "ops", &err));
        } else if (i == 2) {
            expect(PAWL_OK, pawl_run_resume_from(db, "trip", run, "book", "ops", &err));
        } else {
            expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, true, NULL, &err));
            expect(PAWL_OK, pawl_run_rollback(db, "trip", run, "ops", &err));
        }
        assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
        assert_non_null(strstr(calls(), "refund~"));
        expect_as_history(db, TRIP, run);
    }
}

/* Whoever takes it over asks for that run, or for any. */
static void p9_what_is_left_behind_is_taken_when_its_lease_is_over(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const struct pawl_flow *flow = played(TRIP);
    if (on_postgres()) { /* it was deployed when there were sessions */
        struct pawl_db *admin = open_administrator();
        execute(admin, "alter table pawl_run_ready add column session integer");
        execute(admin, "drop table pawl_schema");
        expect(PAWL_OK, pawl_flow_apply(admin, flow, &err));
        expect_rows(db, "0\n",
                    "select count(*) from pg_attribute where attname = 'session' and not attisdropped"
                    " and attrelid = 'pawl_run_ready'::regclass");
    }
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = &flow, .flow_count = 1};
    for (int i = 0; i < 2; i++) {
        enum pawl_run_status left;
        int64_t run = start_numbered(db, "left behind", i, 1);
        forget_script();
        answer("wants_vm", 9, PAWL_OK);
        answer_with("pay", die);
        assert_true(dies_at(TRIP, run, -1));
        forget_script();
        answer("wants_vm", 9, PAWL_OK);
        expect(PAWL_LOCKED, pawl_flow_run(db, flow, run, &left, &err));
        expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
        expect_history(db, run, "book done");
        move_clock(3600);
        if (i == 0) {
            expect(PAWL_OK, pawl_flow_run(db, flow, run, &left, &err));
        } else {
            expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
            move_clock(3600); /* pay is tried again after 10 ms, which may have passed */
            expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
        }
        expect_run(db, run, PAWL_RUN_DONE, "");
        expect_history(db, run, "book done; pay cut off; pay done; confirm done");
    }
}

/* The server ends the session of whoever is at a call: he is there, and what he does outside goes on. */
static char session[32];

static void lose_session(const struct pawl_step *step) {
    enum pawl_run_status left;
    struct pawl_error failure = PAWL_ERROR_INIT;
    execute(open_administrator(),
            on_mariadb() ? "kill connection %s" : "select pg_terminate_backend(%s, 30000)", session);
    if (pawl_flow_run(other, played(TRIP), step->run, &left, &failure) != PAWL_LOCKED)
        fail_msg("somebody else may have it: %s", failure.message);
}

static void p9_who_loses_his_session_holds_his_run(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    other = reopen_play();
    int64_t run = start_numbered(db, "loses its session", 1, 1);
    char *own = rows_of(db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
    snprintf(session, sizeof session, "%s", own);
    free(own);
    forget_script();
    answer("wants_vm", 9, PAWL_OK);
    answer_with("pay", lose_session);
    expect(PAWL_OK, pawl_flow_run(db, played(TRIP), run, &left, &err));
    expect_history(db, run, "book done; pay done; confirm done");
}

/* When its lease ends, from now. */
static int64_t lease_left_us(int64_t run) {
    struct pawl_run row;
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_run_get(other, NULL, run, &row, &failure) != PAWL_OK)
        fail_msg("%s", failure.message);
    return row.due_at_us - flow_now_us();
}

static void has_long_lease(const struct pawl_step *step) {
    if (lease_left_us(step->run) < 2000000)
        fail_msg("the lease is over before the call must be");
}

static void has_short_lease(const struct pawl_step *step) {
    if (lease_left_us(step->run) > 1000000)
        fail_msg("the lease of a call is not over when the call is");
}

/* A call of at most two seconds, in a flow that a worker leases for one. */
static void p9_lease_lasts_as_long_as_a_call_may_take(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const struct pawl_flow *flow = played(TRIP);
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .lease_us = 1000000, .flows = &flow, .flow_count = 1};
    other = reopen_play();
    int64_t run = start_numbered(db, "lease", 1, 1);
    forget_script();
    answer("wants_vm", 9, PAWL_OK);
    answer_with("pay", has_long_lease);
    answer_with("confirm", has_short_lease);
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    expect_run(db, run, PAWL_RUN_DONE, "");
}

/* ---- another build ------------------------------------------------------------------------------ */

static void another_build_goes_by_paths(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_flow newer = *played(TRIP);
    struct pawl_flow_step steps[16];
    struct pawl_run row;
    enum pawl_run_status left;
    int64_t run = start_numbered(db, "build", 1, 1);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, NULL, &err));
    memcpy(steps, newer.steps, newer.step_count * sizeof *steps);
    steps[1].path = "pay_by_card";
    newer.steps = steps;
    newer.fingerprint = "another";
    expect(PAWL_OK, pawl_set_flow_hooks(db, &newer, play_hooks(TRIP), &err));
    expect(PAWL_OK, pawl_flow_run(db, &newer, run, &left, &err));
    assert_int_equal(left, PAWL_RUN_PARKED);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_string_equal(row.error, "this program's trip has no step pay");
    /* a build in which what was done stands behind what comes next does not do it again */
    steps[0] = newer.steps[1];
    steps[1] = played(TRIP)->steps[0];
    steps[0].path = "pay";
    calls();
    expect(PAWL_OK, pawl_run_retry(db, "trip", run, NULL, &err));
    expect(PAWL_OK, pawl_flow_run(db, &newer, run, &left, &err));
    assert_int_equal(left, PAWL_RUN_DONE);
    assert_string_equal(calls(), "pay wants_vm? allocate mount[0] confirm");
}

/* The flow, and its second step is named in another way. */
static void rename_step(struct pawl_flow *build, struct pawl_flow_step steps[16], enum play_flow flow,
                        size_t step) {
    *build = *played(flow);
    memcpy(steps, build->steps, build->step_count * sizeof *steps);
    steps[step].path = "another_step";
    build->steps = steps;
    build->fingerprint = "renamed";
}

static void p9_program_without_the_step_forgets_no_cut_off_call(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_flow build;
    struct pawl_flow_step steps[16];
    enum pawl_run_status left;
    const char *const killed[] = {"ring", "note_it"}, *const called[] = {"ring~ note_it", "note_it"};
    for (int i = 0; i < 2; i++) {
        int64_t run = start_text(db, CALL_OUT, killed[i]);
        answer_with(killed[i], die);
        workers_die(CALL_OUT, run, 1);
        rename_step(&build, steps, CALL_OUT, (size_t)i + 1);
        expect(PAWL_OK, pawl_set_flow_hooks(db, &build, play_hooks(CALL_OUT), &err));
        expect(PAWL_OK, pawl_flow_run(db, &build, run, &left, &err));
        assert_int_equal(left, PAWL_RUN_PARKED);
        expect(PAWL_OK, pawl_run_retry(db, "call_out", run, NULL, &err));
        assert_int_equal(drive(db, CALL_OUT, run), PAWL_RUN_DONE);
        assert_string_equal(calls(), called[i]);
    }
}

/* trip with a step more behind its steps, which is of the same callbacks as its last one. */
static void add_step(struct pawl_flow *newer, struct pawl_flow_step steps[16]) {
    *newer = *played(TRIP);
    memcpy(steps, newer->steps, newer->step_count * sizeof *steps);
    steps[newer->step_count] = steps[newer->step_count - 1];
    steps[newer->step_count++].path = "confirm_again";
    newer->steps = steps;
    newer->fingerprint = "with one more";
}

static void steps_that_were_added_are_done(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_flow newer;
    struct pawl_flow_step steps[16];
    enum pawl_run_status left;
    int64_t run = start_numbered(db, "added", 1, 1);
    answer("wants_vm", 9, PAWL_OK);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, NULL, &err));
    add_step(&newer, steps);
    expect(PAWL_OK, pawl_set_flow_hooks(db, &newer, play_hooks(TRIP), &err));
    expect(PAWL_OK, pawl_flow_run(db, &newer, run, &left, &err));
    assert_int_equal(left, PAWL_RUN_DONE);
    expect_history(db, run, "book done; pay resume; pay done; confirm done; confirm_again done");
}

static void what_is_done_and_nobody_can_undo_parks(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_flow newer;
    struct pawl_flow_step steps[16];
    struct pawl_run row;
    enum pawl_run_status left;
    int64_t run = start_numbered(db, "gone", 1, 1);
    answer("wants_vm", 9, PAWL_OK);
    add_step(&newer, steps);
    expect(PAWL_OK, pawl_set_flow_hooks(db, &newer, play_hooks(TRIP), &err));
    for (int i = 0; i < 4; i++)
        expect(PAWL_OK, pawl_flow_step(db, &newer, run, false, &left, &err));
    assert_int_equal(left, PAWL_RUN_DONE);
    run = start_numbered(db, "gone", 2, 1);
    steps[newer.step_count - 1].kind = PAWL_STEP_PAUSE;
    steps[0].path = "book_early";
    for (int i = 0; i < 3; i++)
        expect(PAWL_OK, pawl_flow_step(db, &newer, run, false, &left, &err));
    expect(PAWL_OK, pawl_run_rollback(db, "trip", run, NULL, &err));
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_string_equal(row.error,
                        "book_early was done, and this program's trip has no such step to undo it");
    /* the program that has it goes on */
    expect(PAWL_OK, pawl_run_retry(db, "trip", run, NULL, &err));
    expect(PAWL_OK, pawl_flow_run(db, &newer, run, &left, &err));
    assert_int_equal(left, PAWL_RUN_UNDONE);
    expect_effects(db, run, "book=1 confirm=1 pay=1 refund=1 unbook=1 unconfirm=1");
}

/* ---- callbacks that end their process ------------------------------------------------------------ */

static void abort_it(const struct pawl_step *step) {
    (void)step;
    abort();
}

static bool aborts(int64_t run) {
    int how = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct pawl_error failure = PAWL_ERROR_INIT;
        struct pawl_db *db = reopen_play();
        signal(SIGABRT, SIG_DFL); /* and not what the test's framework makes of it */
        fclose(stderr);
        pawl_flow_run(db, played(TRIP), run, NULL, &failure);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    return WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT;
}

static void a_callback_that_aborts_loses_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_run row;
    const char *const steps[] = {"book", "pay"};
    for (int i = 0; i < 2; i++) {
        forget_script();
        int64_t run = start_numbered(db, "aborted", i, 1);
        answer_with(steps[i], abort_it);
        assert_true(aborts(run));
        move_clock(70);
        forget_script();
        answer("wants_vm", 9, PAWL_OK);
        assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
        expect_as_history(db, TRIP, run);
    }
    /* one that does so each time is parked, and says why */
    int64_t run = start_numbered(db, "aborted", 2, 1);
    forget_script();
    answer_with("book", abort_it);
    for (int i = 0; i < PAWL_SPENT_ATTEMPTS; i++) {
        assert_true(aborts(run));
        move_clock(70);
    }
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    assert_string_equal(row.error, "its worker is gone before the next step is done");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_line_survives),
        TEST(a_nested_procedure_survives),
        TEST(a_loop_in_an_optional_survives),
        TEST(a_failing_undo_survives),
        TEST(locks_survive),
        TEST(shared_transactions_survive),
        TEST(a_first_call_survives),
        TEST(who_is_thawed_after_his_lease_writes_nothing),
        TEST(a_call_that_was_cut_off_may_have_happened),
        TEST(p9_call_without_retry_outlives_its_worker),
        TEST(p9_first_call_that_was_cut_off_may_have_happened),
        TEST(p9_single_call_that_was_cut_off_may_have_happened),
        TEST(p9_program_without_the_step_forgets_no_cut_off_call),
        TEST(p9_worker_that_stops_forgets_no_cut_off_call),
        TEST(p9_worker_that_fails_forgets_no_cut_off_call),
        TEST(what_may_have_happened_is_not_forgotten),
        TEST(p9_what_is_left_behind_is_taken_when_its_lease_is_over),
        TEST(p9_who_loses_his_session_holds_his_run),
        TEST(p9_lease_lasts_as_long_as_a_call_may_take),
        TEST(another_build_goes_by_paths),
        TEST(steps_that_were_added_are_done),
        TEST(what_is_done_and_nobody_can_undo_parks),
        TEST(a_callback_that_aborts_loses_nothing),
    };
    moves_only(NULL);
    return run_suite(tests);
}
