/* Locks of runs: taken with the start or around a part, waited for in turn, and always let go. */
#include "play.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void expect_holders(struct pawl_db *db, const char *expected) {
    struct pawl_held_locks locks;
    char words[1024] = "";
    size_t length = 0;
    expect(PAWL_OK, pawl_list_locks(db, NULL, NULL, 100, &locks, &err));
    for (size_t i = 0; i < locks.count; i++)
        length += (size_t)snprintf(words + length, sizeof words - length, "%s%s/%s %s", i > 0 ? ", " : "",
                                   locks.rows[i].type, locks.rows[i].key, locks.rows[i].owner);
    if (strcmp(words, expected) != 0)
        fail_msg("the locks are\n%s\nand not\n%s", words, expected);
}

static void expect_holder(struct pawl_db *db, const char *format, int64_t run) {
    char expected[256];
    snprintf(expected, sizeof expected, format, (long long)run);
    expect_holders(db, expected);
}

static void a_run_holds_its_locks_to_its_end(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t first = start_text(db, MOVE_MONEY, "A"), second = start_text(db, MOVE_MONEY, "A");
    int64_t apart = start_text(db, MOVE_MONEY, "B");
    expect_run(db, first, PAWL_RUN_READY, "");
    expect_run(db, second, PAWL_RUN_BLOCKED, "");
    expect_rows(db, "0\n", "select count(*) from pawl_run_ready where run = %lld", (long long)second);
    assert_int_equal(drive(db, MOVE_MONEY, second), PAWL_RUN_BLOCKED);
    assert_int_equal(drive(db, MOVE_MONEY, apart), PAWL_RUN_DONE);
    assert_int_equal(drive(db, MOVE_MONEY, first), PAWL_RUN_DONE);
    /* it is told, and takes the lock when it is run */
    expect_holders(db, "");
    assert_int_equal(drive(db, MOVE_MONEY, second), PAWL_RUN_DONE);
    expect_holders(db, "");
    assert_string_equal(calls(), "take look put take look put take look put");
}

static void runs_are_found_by_the_key_that_they_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_runs runs;
    const int64_t holder = start_text(db, MOVE_MONEY, "found"), waiter = start_text(db, LOCAL_ONE, "found");
    const int64_t other = start_text(db, MOVE_MONEY, "another");
    const struct pawl_run_filter of_key = {.lock = "found"}, of_flow = {.flow = "local_one", .lock = "found"};
    expect(PAWL_OK, pawl_run_list(db, &of_key, 0, 10, &runs, &err));
    assert_int_equal(runs.count, 2);
    assert_int_equal(runs.rows[0].id, holder);
    assert_int_equal(runs.rows[1].id, waiter);
    expect(PAWL_OK, pawl_run_list(db, &of_flow, 0, 10, &runs, &err));
    assert_int_equal(runs.count, 1);
    assert_int_equal(runs.rows[0].id, waiter);
    drive(db, MOVE_MONEY, holder);
    drive(db, LOCAL_ONE, waiter);
    drive(db, MOVE_MONEY, other);
    expect(PAWL_OK, pawl_run_list(db, &of_key, 0, 10, &runs, &err));
    assert_int_equal(runs.count, 0);
}

static void whoever_came_first_is_served_first(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t runs[4];
    for (int i = 0; i < 4; i++)
        runs[i] = start_text(db, MOVE_MONEY, "C");
    assert_int_equal(drive(db, MOVE_MONEY, runs[0]), PAWL_RUN_DONE);
    /* nobody overtakes, not even a newcomer while the lock is free */
    int64_t newcomer = start_text(db, MOVE_MONEY, "C");
    expect_run(db, newcomer, PAWL_RUN_BLOCKED, "");
    assert_int_equal(drive(db, MOVE_MONEY, runs[3]), PAWL_RUN_BLOCKED);
    for (int i = 1; i < 4; i++)
        assert_int_equal(drive(db, MOVE_MONEY, runs[i]), PAWL_RUN_DONE);
    assert_int_equal(drive(db, MOVE_MONEY, newcomer), PAWL_RUN_DONE);
    expect_rows(db, "0\n", "select count(*) from pawl_run_waits");
}

static void global_and_local_conflict_in_either_order(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t local = start_text(db, LOCAL_ONE, "D"), global = start_text(db, MOVE_MONEY, "D");
    expect_holder(db, "local_one/D run %lld", local);
    expect_run(db, global, PAWL_RUN_BLOCKED, "");
    int64_t behind = start_text(db, LOCAL_ONE, "D");
    expect_run(db, behind, PAWL_RUN_BLOCKED, "");
    assert_int_equal(drive(db, LOCAL_ONE, local), PAWL_RUN_DONE);
    assert_int_equal(drive(db, LOCAL_ONE, behind), PAWL_RUN_BLOCKED);
    assert_int_equal(drive(db, MOVE_MONEY, global), PAWL_RUN_DONE);
    assert_int_equal(drive(db, LOCAL_ONE, behind), PAWL_RUN_DONE);
    expect_holders(db, "");
}

static void the_part_is_locked_while_it_is_done(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t first = start_text(db, MOVE_MONEY, "G"), second = start_text(db, MOVE_MONEY, "H");
    answer("look", 1, PAWL_NOT_YET);
    struct pawl_work_options once = {.struct_size = sizeof once, .once = true};
    const struct pawl_flow *flows[] = {played(MOVE_MONEY)};
    once.flows = flows;
    once.flow_count = 1;
    expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
    /* the first stands at the part, which the second needs, too */
    expect_run(db, first, PAWL_RUN_READY, "look");
    expect_run(db, second, PAWL_RUN_BLOCKED, "look");
    expect_rows(db, "2\n", "select count(*) from pawl_locks where owner = 'run %lld'", (long long)first);
    move_clock(2);
    expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
    expect_run(db, first, PAWL_RUN_DONE, "");
    expect_run(db, second, PAWL_RUN_DONE, "");
    expect_holders(db, "");
    assert_string_equal(calls(), "take look take look put look put");
}

static void what_is_undone_keeps_the_lock_until_then(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, MOVE_MONEY, "I"), next = start_text(db, MOVE_MONEY, "I");
    answer("put", 1, PAWL_REFUSED);
    answer("give_back", 1, PAWL_REFUSED);
    assert_int_equal(drive(db, MOVE_MONEY, run), PAWL_RUN_PARKED);
    expect_holder(db, "/I run %lld", run);
    expect_run(db, next, PAWL_RUN_BLOCKED, "");
    expect(PAWL_OK, pawl_run_cancel(db, NULL, run, "ops", &err));
    assert_int_equal(drive(db, MOVE_MONEY, run), PAWL_RUN_CANCELLED);
    assert_int_equal(drive(db, MOVE_MONEY, next), PAWL_RUN_DONE);
    expect_holders(db, "");
}

static void nothing_done_keeps_no_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t first = start_text(db, DOCK, "J"), second = start_text(db, DOCK, "J");
    answer("loaded", 1, PAWL_OK);
    assert_int_equal(drive(db, DOCK, first), PAWL_RUN_WAITING);
    expect_holders(db, "");
    assert_int_equal(drive(db, DOCK, second), PAWL_RUN_WAITING);
    expect_holder(db, "/J run %lld", second);
    assert_string_equal(calls(), "loaded? loaded? unload");
    int64_t third = start_text(db, DOCK, "J");
    assert_int_equal(drive(db, DOCK, third), PAWL_RUN_BLOCKED);
    expect(PAWL_OK, pawl_run_signal(db, NULL, first, "cleared", NULL, &err));
    assert_int_equal(drive(db, DOCK, first), PAWL_RUN_DONE);
    expect_run(db, third, PAWL_RUN_BLOCKED, "unload");
    expect(PAWL_OK, pawl_run_rollback(db, NULL, second, NULL, &err));
    assert_int_equal(drive(db, DOCK, second), PAWL_RUN_UNDONE);
    assert_int_equal(drive(db, DOCK, third), PAWL_RUN_WAITING);
    assert_string_equal(calls(), "reload loaded? unload");
    expect(PAWL_OK, pawl_run_cancel(db, NULL, third, NULL, &err));
    assert_int_equal(drive(db, DOCK, third), PAWL_RUN_CANCELLED);
}

static void a_lock_that_is_broken_wakes_the_next(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *admin = open_administrator();
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(db, NULL, "K", "a person", 0, 0, &token, &err));
    int64_t run = start_text(db, MOVE_MONEY, "K");
    expect_run(db, run, PAWL_RUN_BLOCKED, "");
    expect(PAWL_OK, pawl_break(admin, NULL, "K", "he is on holiday", &err));
    assert_int_equal(drive(db, MOVE_MONEY, run), PAWL_RUN_DONE);
    /* and one that ends by itself */
    expect(PAWL_OK, pawl_acquire(db, NULL, "K", "a person", 60000, 0, &token, &err));
    run = start_text(db, MOVE_MONEY, "K");
    expect_run(db, run, PAWL_RUN_BLOCKED, "");
    move_clock(61);
    assert_int_equal(drive(db, MOVE_MONEY, run), PAWL_RUN_DONE);
}

/* Workers claim what is due; a run that was to retry when the lease ends becomes due before. */
static void p9_a_lease_that_ends_early_wakes_the_next(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *admin = open_administrator();
    const struct pawl_flow *flow = played(MOVE_MONEY);
    struct pawl_work_options once = {
        .struct_size = sizeof once, .once = true, .flows = &flow, .flow_count = 1};
    for (int is_broken = 0; is_broken < 2; is_broken++) {
        int64_t token = 0;
        expect(PAWL_OK, pawl_acquire(db, NULL, "K", "a person", 60000, 0, &token, &err));
        const int64_t run = start_text(db, MOVE_MONEY, "K");
        expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
        expect_run(db, run, PAWL_RUN_BLOCKED, "");
        if (is_broken)
            expect(PAWL_OK, pawl_break(admin, NULL, "K", "he is on holiday", &err));
        else
            expect(PAWL_OK, pawl_release(db, NULL, "K", "a person", token, &err));
        expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
        expect_run(db, run, PAWL_RUN_DONE, "");
    }
}

/* Whoever frees it has not seen who waits since then, and does not tell him: he looks again by himself. */
static void p9_a_lock_that_is_being_freed_keeps_nobody_waiting(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* where one connection writes at a time */
    struct pawl_db *db = open_play(), *admin = open_administrator();
    const struct pawl_flow *flow = played(MOVE_MONEY);
    struct pawl_work_options once = {
        .struct_size = sizeof once, .once = true, .flows = &flow, .flow_count = 1};
    static const char *const keys[] = {"R", "1"}; /* of the whole, and of a part */
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        int64_t token = 0;
        expect(PAWL_OK, pawl_acquire(db, NULL, keys[i], "a person", 0, 0, &token, &err));
        expect(PAWL_OK, pawl_begin(admin, &err));
        expect(PAWL_OK, pawl_break(admin, NULL, keys[i], "he has gone home", &err));
        int64_t run = start_text(db, MOVE_MONEY, "R");
        expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
        expect_run(db, run, PAWL_RUN_BLOCKED, i == 0 ? "" : "look");
        expect(PAWL_OK, pawl_commit(admin, &err));
        move_clock(1);
        expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
        expect_run(db, run, PAWL_RUN_DONE, "");
    }
}

/* Whoever looks for any run passes by what others are changing. */
static void a_run_that_is_being_changed_keeps_nobody_from_the_others(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* where one connection writes at a time */
    struct pawl_db *db = open_play(), *other = open_stranger();
    const struct pawl_flow *flow = played(MOVE_MONEY);
    struct pawl_work_options once = {
        .struct_size = sizeof once, .once = true, .flows = &flow, .flow_count = 1};
    int64_t changed = start_text(db, MOVE_MONEY, "S"), next = start_text(db, MOVE_MONEY, "T");
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, pawl_run_cancel(other, NULL, changed, NULL, &err));
    expect(PAWL_OK, pawl_work(db, NULL, 0, &once, &err));
    expect_run(db, next, PAWL_RUN_DONE, "");
    expect(PAWL_OK, pawl_commit(other, &err));
    assert_int_equal(drive(db, MOVE_MONEY, changed), PAWL_RUN_CANCELLED);
}

/* Whoever loses his lock goes on, and lets go of nothing that is somebody else's now. */
static void a_run_whose_lock_was_broken_frees_nobody_elses(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *admin = open_administrator();
    enum pawl_run_status left;
    int64_t first = start_text(db, MOVE_MONEY, "P"), second = start_text(db, MOVE_MONEY, "P");
    expect(PAWL_OK, pawl_flow_step(db, played(MOVE_MONEY), first, false, &left, &err));
    expect(PAWL_OK, pawl_break(admin, NULL, "P", "the first takes too long", &err));
    expect_rows(db, "P|the first takes too long\n", "select key, reason from pawl_lock_log where key = 'P'");
    expect(PAWL_OK, pawl_flow_step(db, played(MOVE_MONEY), second, false, &left, &err));
    expect_holder(db, "/P run %lld", second);
    expect(PAWL_OK, pawl_run_resume(db, NULL, first, NULL, &err));
    assert_int_equal(drive(db, MOVE_MONEY, first), PAWL_RUN_DONE);
    expect_holder(db, "/P run %lld", second);
    expect(PAWL_OK, pawl_run_resume(db, NULL, second, NULL, &err));
    assert_int_equal(drive(db, MOVE_MONEY, second), PAWL_RUN_DONE);
    expect_holders(db, "");
}

static void whoever_waits_is_counted(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct pawl_held_locks locks;
    int64_t runs[3];
    for (int i = 0; i < 3; i++)
        runs[i] = start_text(db, MOVE_MONEY, "Q");
    expect(PAWL_OK, pawl_list_locks(db, "Q", NULL, 10, &locks, &err));
    assert_int_equal(locks.count, 1);
    assert_int_equal(locks.rows[0].waiting, 2);
    for (int i = 0; i < 3; i++)
        assert_int_equal(drive(db, MOVE_MONEY, runs[i]), PAWL_RUN_DONE);
}

static void a_blocked_run_can_be_cancelled(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t first = start_text(db, MOVE_MONEY, "L"), second = start_text(db, MOVE_MONEY, "L");
    int64_t third = start_text(db, MOVE_MONEY, "L");
    expect(PAWL_OK, pawl_run_cancel(db, NULL, second, NULL, &err));
    assert_int_equal(drive(db, MOVE_MONEY, second), PAWL_RUN_CANCELLED);
    assert_int_equal(drive(db, MOVE_MONEY, first), PAWL_RUN_DONE);
    assert_int_equal(drive(db, MOVE_MONEY, third), PAWL_RUN_DONE);
    expect_rows(db, "0\n", "select count(*) from pawl_run_waits");
    expect_rows(db, "0\n", "select count(*) from pawl_run_ready");
}

static int64_t seen_token;
static void see_token(const struct pawl_step *step) {
    seen_token = pawl_step_token(step, "M");
    assert_int_equal(pawl_step_token(step, "other"), 0);
}

static void a_step_is_told_its_token(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, MOVE_MONEY, "M");
    char expected[32];
    answer_with("take", see_token);
    drive(db, MOVE_MONEY, run);
    snprintf(expected, sizeof expected, "%lld\n", (long long)seen_token);
    assert_true(seen_token > 0);
    expect_rows(db, expected, "select last_token from pawl_lock_keys where key = 'M'");
}

/* ---- many at once --------------------------------------------------------------------------------- */

enum { STARTERS = 8, STARTS = 25 };

struct starter {
    pthread_t thread;
    struct pawl_db *db;
    int started;
    struct pawl_error error;
};

static void *start_many(void *context) {
    struct starter *starter = context;
    starter->error = (struct pawl_error)PAWL_ERROR_INIT;
    for (int i = 0; i < STARTS && !starter->error.message[0]; i++) {
        int64_t run = 0;
        const struct move_money_args args = {.account = "N", .branch = 1};
        starter->started += move_money_start(starter->db, &args, "me", &run, &starter->error) == PAWL_OK;
    }
    return NULL;
}

/* One gets the lock, and all others stand in the queue for it, which they enter at the same moment. */
static void all_who_want_one_lock_are_started(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    struct starter starters[STARTERS] = {0};
    for (int i = 0; i < STARTERS; i++) {
        starters[i].db = open_application();
        assert_int_equal(pthread_create(&starters[i].thread, NULL, start_many, &starters[i]), 0);
    }
    for (int i = 0; i < STARTERS; i++)
        pthread_join(starters[i].thread, NULL);
    for (int i = 0; i < STARTERS; i++) {
        assert_string_equal(starters[i].error.message, "");
        assert_int_equal(starters[i].started, STARTS);
    }
    char expected[32];
    snprintf(expected, sizeof expected, "%d|1\n", STARTERS * STARTS - 1);
    expect_rows(db, expected,
                on_mariadb() ? "select (select count(*) from pawl_run_waits where lock_key = 'N'),"
                               " (select count(*) from pawl_locks where lock_key = 'N')"
                             : "select (select count(*) from pawl_run_waits where key = 'N'),"
                               " (select count(*) from pawl_locks where key = 'N')");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_run_holds_its_locks_to_its_end),
        TEST(runs_are_found_by_the_key_that_they_lock),
        TEST(whoever_came_first_is_served_first),
        TEST(global_and_local_conflict_in_either_order),
        TEST(the_part_is_locked_while_it_is_done),
        TEST(what_is_undone_keeps_the_lock_until_then),
        TEST(nothing_done_keeps_no_lock),
        TEST(a_lock_that_is_broken_wakes_the_next),
        /* a node sees what another one freed a moment later */
        TEST_ON_ONE_NODE(p9_a_lease_that_ends_early_wakes_the_next),
        TEST_ON_ONE_NODE(p9_a_lock_that_is_being_freed_keeps_nobody_waiting),
        TEST_ON_ONE_NODE(a_run_that_is_being_changed_keeps_nobody_from_the_others),
        TEST(a_run_whose_lock_was_broken_frees_nobody_elses),
        TEST(whoever_waits_is_counted),
        TEST(a_blocked_run_can_be_cancelled),
        TEST(a_step_is_told_its_token),
        TEST_ON_ONE_NODE(all_who_want_one_lock_are_started),
    };
    moves_only(NULL);
    return run_suite(tests);
}
