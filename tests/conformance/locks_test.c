#include "machines.h"

#include <pthread.h>

static struct fire submit_of(const char *key) {
    return (struct fire){
        .machine = &payment_machine, .key = key, .event = PAYMENT_EVENT_SUBMIT, .args = &to_bank};
}

/* ---- P4: decided under the lock, on fresh reads --------------------------------------------------- */

static void p4_uncommitted_move_is_waited_for(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "wait");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "wait"));
    struct fire second = submit_of("wait");
    fire_start(&second);
    bool waited = fire_waits(&second);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&second);
    assert_true(waited);
    assert_int_equal(second.status, PAWL_ILLEGAL);
    assert_int_equal(second.moved.from, PAYMENT_STATE_SUBMITTED);
    assert_int_equal(second.moved.sort_key, 20);
    assert_string_equal(second.error.message, "payment wait: submit is not allowed in submitted");
    expect_payment(db, "wait", "submitted|2\n");
}

static void p4_move_that_was_rolled_back_does_not_count(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "undone");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, payment_cancel(db, "undone", &(struct payment_cancel_args){0}, NULL, NULL, &err));
    struct fire second = submit_of("undone");
    fire_start(&second);
    bool waited = fire_waits(&second);
    expect(PAWL_OK, pawl_rollback(db, &err));
    fire_join(&second);
    assert_true(waited);
    assert_string_equal(second.error.message, "");
    assert_int_equal(second.moved.from, PAYMENT_STATE_PENDING_SUBMISSION);
    expect_payment(db, "undone", "submitted|2\n");
}

/* The same state once more is not the same move. */
static void p4_expectation_is_of_what_the_winner_left(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const char *keys[] = {"gone", "still"};
    const struct pawl_opts first_move = {.expect_sort_key = 10};
    for (size_t i = 0; i < 2; i++) {
        expect(PAWL_OK, door_create(db, keys[i], NULL, NULL, &err));
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, door_flip(db, keys[i], NULL, NULL, &err));
        expect(PAWL_OK, door_flip(db, keys[i], NULL, NULL, &err));
        struct fire second = {
            .machine = &door_machine, .key = keys[i], .event = DOOR_EVENT_FLIP, .opts = &first_move};
        fire_start(&second);
        bool waited = fire_waits(&second);
        expect(PAWL_OK, i == 0 ? pawl_commit(db, &err) : pawl_rollback(db, &err));
        fire_join(&second);
        assert_true(waited);
        assert_int_equal(second.status, i == 0 ? PAWL_CONFLICT : PAWL_OK);
        assert_string_equal(second.error.message,
                            i == 0 ? "door gone: flip expects sort_key 10, and it is 30, in closed" : "");
        assert_int_equal(second.moved.from, DOOR_STATE_CLOSED);
        assert_int_equal(second.moved.sort_key, i == 0 ? 30 : 20);
    }
    expect_rows(db, "gone|closed|30\nstill|opened|20\n",
                "select door_id, state, sort_key from door_current where door_id in ('gone', 'still') "
                "order by door_id");
}

static void p4_uncommitted_creation_is_waited_for(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) values ('birth'), ('miscarriage')");
    const char *keys[] = {"birth", "miscarriage"};
    for (size_t i = 0; i < 2; i++) {
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, payment_create(db, keys[i], &ten_euros, NULL, NULL, &err));
        struct fire second = {
            .machine = &payment_machine, .key = keys[i], .event = PAYMENT_EVENT_CREATE, .args = &ten_euros};
        fire_start(&second);
        bool waited = fire_waits(&second);
        expect(PAWL_OK, i == 0 ? pawl_commit(db, &err) : pawl_rollback(db, &err));
        fire_join(&second);
        assert_true(waited);
        assert_int_equal(second.status, i == 0 ? PAWL_EXISTS : PAWL_OK);
        expect_payment(db, keys[i], "pending_submission|1\n");
    }
}

static void p4_of_sixteen_one_wins_and_fifteen_name_its_state(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    for (int round = 0; round < 3; round++) {
        char key[16];
        snprintf(key, sizeof key, "sixteen%d", round);
        new_payment(db, key);
        struct fire fires[16];
        for (size_t i = 0; i < 16; i++)
            fires[i] = submit_of(key);
        fire_together(fires, 16);
        int won = 0;
        for (size_t i = 0; i < 16; i++) {
            if (fires[i].status == PAWL_OK) {
                won++;
                continue;
            }
            if (fires[i].status != PAWL_ILLEGAL)
                fail_msg("%s: %s", pawl_status_name(fires[i].status), fires[i].error.message);
            assert_int_equal(fires[i].moved.from, PAYMENT_STATE_SUBMITTED);
            assert_non_null(strstr(fires[i].error.message, "submit is not allowed in submitted"));
        }
        assert_int_equal(won, 1);
        expect_payment(db, key, "submitted|2\n");
        close_handles(NULL);
        db = open_application();
    }
}

/* What was read before the lock must not decide: the snapshot is older than the other's move. */
static void p4_old_snapshot_is_retryable_and_never_a_false_answer(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    new_payment(db, "snapshot");
    begin_with_snapshot(db);
    expect(PAWL_OK, submit(other, "snapshot"));
    /* legal in truth, and illegal in the snapshot */
    expect_serialization_failure(payment_confirm(db, "snapshot", NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(db, "snapshot", "submitted|2\n");
    expect(PAWL_OK, payment_confirm(db, "snapshot", NULL, NULL, &err));
}

static void p4_creation_that_an_old_snapshot_lacks_is_retryable(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    execute(db, "insert into payments (id) values ('unseen')");
    begin_with_snapshot(db);
    expect(PAWL_OK, payment_create(other, "unseen", &ten_euros, NULL, NULL, &err));
    expect_serialization_failure(payment_create(db, "unseen", &ten_euros, NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_EXISTS, payment_create(db, "unseen", &ten_euros, NULL, NULL, &err));
}

struct snapshot_work {
    struct pawl_db *other;
    const char *key;
    int runs, interruptions;
};

static enum pawl_status flip_on_old_snapshot(struct pawl_db *db, void *context, struct pawl_error *error) {
    struct snapshot_work *work = context;
    work->runs++;
    enum pawl_status status = pawl_exec(
        db, "set transaction isolation level repeatable read; select count(*) from payments", error);
    if (status != PAWL_OK)
        return status;
    if (work->runs <= work->interruptions)
        status = door_flip(work->other, work->key, NULL, NULL, error);
    return status == PAWL_OK ? door_flip(db, work->key, NULL, NULL, error) : status;
}

static void p4_transact_runs_the_whole_work_again(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* its transactions hold the write lock from the start, so nothing can come in between */
    struct pawl_db *db = open_application();
    struct snapshot_work work = {.other = open_application(), .key = "again", .interruptions = 2};
    expect(PAWL_OK, door_create(db, work.key, NULL, NULL, &err));
    expect(PAWL_OK, pawl_transact(db, flip_on_old_snapshot, &work, &err));
    assert_int_equal(work.runs, 3);
    expect_rows(db, "opened|40\n", "select state, sort_key from door_current where door_id = 'again'");
    assert_false(pawl_in_transaction(db));
}

static void why_on_an_old_snapshot_ends_no_transaction(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* as above */
    struct pawl_db *db = open_application();
    struct pawl_reason reasons[DOOR_EVENT_COUNT + 1];
    expect(PAWL_OK, door_create(db, "asked", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "set transaction isolation level repeatable read; select count(*) from payments");
    expect(PAWL_OK, door_flip(open_application(), "asked", NULL, NULL, &err));
    expect(PAWL_OK, door_why(db, "asked", NULL, reasons, &err));
    assert_int_equal(reasons[DOOR_EVENT_FLIP].status, strcmp(STATE, "state") == 0 ? PAWL_CONFLICT : PAWL_OK);
    expect(PAWL_OK, door_create(db, "asked again", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
}

static void p4_transact_gives_up_with_conflict(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* as above */
    struct pawl_db *db = open_application();
    struct snapshot_work work = {.other = open_application(), .key = "never", .interruptions = 1000};
    expect(PAWL_OK, door_create(db, work.key, NULL, NULL, &err));
    expect(PAWL_CONFLICT, pawl_transact(db, flip_on_old_snapshot, &work, &err));
    assert_int_equal(work.runs, 10);
    expect_message_has("10 attempts");
    assert_true(strlen(err.help) > 0);
    expect_rows(db, "closed|110\n", "select state, sort_key from door_current where door_id = 'never'");
}

static void p4_lone_move_is_repeated_under_repeatable_read(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* it has no isolation levels */
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "lone", NULL, NULL, &err));
    execute(open_administrator(),
            "do 'begin execute format(''alter database %%I set default_transaction_isolation = "
            "''''repeatable read'''''', current_database()); end'");
    struct fire second = {.machine = &door_machine, .key = "lone", .event = DOOR_EVENT_FLIP};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "lone", NULL, NULL, &err));
    fire_start(&second);
    bool waited = fire_waits(&second);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&second);
    execute(open_administrator(), "do 'begin execute format(''alter database %%I reset all'', "
                                  "current_database()); end'");
    assert_true(waited);
    assert_string_equal(second.error.message, "");
    assert_int_equal(second.moved.from, DOOR_STATE_OPENED);
    expect_rows(db, "closed|30\n", "select state, sort_key from door_current where door_id = 'lone'");
}

struct crossing {
    pthread_t thread;
    struct pawl_db *db;
    const char *first, *second;
    pthread_barrier_t *both_hold_one;
    bool waited;
    int runs;
    enum pawl_status status;
    struct pawl_error error;
};

static enum pawl_status flip_both(struct pawl_db *db, void *context, struct pawl_error *error) {
    struct crossing *crossing = context;
    crossing->runs++;
    enum pawl_status status = door_flip(db, crossing->first, NULL, NULL, error);
    if (!crossing->waited && on_postgres()) {
        crossing->waited = true;
        pthread_barrier_wait(crossing->both_hold_one);
    }
    return status == PAWL_OK ? door_flip(db, crossing->second, NULL, NULL, error) : status;
}

static void *cross(void *context) {
    struct crossing *crossing = context;
    crossing->status = pawl_transact(crossing->db, flip_both, crossing, &crossing->error);
    return NULL;
}

static void p4_deadlock_of_two_transactions_does_not_surface(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "left", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "right", NULL, NULL, &err));
    pthread_barrier_t both_hold_one;
    pthread_barrier_init(&both_hold_one, NULL, 2);
    struct crossing crossings[] = {{.first = "left", .second = "right"},
                                   {.first = "right", .second = "left"}};
    for (size_t i = 0; i < 2; i++) {
        crossings[i].db = open_application();
        crossings[i].both_hold_one = &both_hold_one;
        crossings[i].error = (struct pawl_error)PAWL_ERROR_INIT;
        assert_int_equal(pthread_create(&crossings[i].thread, NULL, cross, &crossings[i]), 0);
    }
    for (size_t i = 0; i < 2; i++)
        pthread_join(crossings[i].thread, NULL);
    pthread_barrier_destroy(&both_hold_one);
    assert_string_equal(crossings[0].error.message, "");
    assert_string_equal(crossings[1].error.message, "");
    if (on_postgres())
        assert_true(crossings[0].runs + crossings[1].runs > 2); /* one at least had to start again */
    expect_rows(db, "left|closed|30\nright|closed|30\n",
                "select door_id, state, sort_key from door_current where door_id in ('left', 'right') "
                "order by door_id");
}

/* ---- P5: who had to wait and is legal from where the winner left the row succeeds ----------------- */

static void p5_waiting_move_continues_from_the_winners_state(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "patient", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "patient", NULL, NULL, &err));
    struct fire second = {.machine = &door_machine, .key = "patient", .event = DOOR_EVENT_FLIP};
    fire_start(&second);
    bool waited = fire_waits(&second);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&second);
    assert_true(waited);
    assert_string_equal(second.error.message, "");
    assert_int_equal(second.moved.from, DOOR_STATE_OPENED);
    assert_int_equal(second.moved.to, DOOR_STATE_CLOSED);
    assert_int_equal(second.moved.sort_key, 30);
}

static void p5_move_only_legal_from_the_winners_state_succeeds(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "after");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "after"));
    struct fire second = {.machine = &payment_machine, .key = "after", .event = PAYMENT_EVENT_CONFIRM};
    fire_start(&second);
    bool waited = fire_waits(&second);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&second);
    assert_true(waited);
    assert_string_equal(second.error.message, "");
    expect_payment(db, "after", "paid|3\n");
}

static void p5_none_of_many_racing_moves_is_lost(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "many", NULL, NULL, &err));
    struct fire fires[16];
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < 16; i++)
            fires[i] = (struct fire){.machine = &door_machine, .key = "many", .event = DOOR_EVENT_FLIP};
        fire_together(fires, 16);
        for (size_t i = 0; i < 16; i++)
            assert_string_equal(fires[i].error.message, "");
    }
    expect_rows(db, "closed|330\n", "select state, sort_key from door_current where door_id = 'many'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST_ON_ONE_NODE(p4_uncommitted_move_is_waited_for),
        TEST_ON_ONE_NODE(p4_move_that_was_rolled_back_does_not_count),
        TEST_ON_ONE_NODE(p4_expectation_is_of_what_the_winner_left),
        TEST_ON_ONE_NODE(p4_uncommitted_creation_is_waited_for),
        TEST(p4_of_sixteen_one_wins_and_fifteen_name_its_state),
        TEST(p4_old_snapshot_is_retryable_and_never_a_false_answer),
        TEST(p4_creation_that_an_old_snapshot_lacks_is_retryable),
        TEST(p4_transact_runs_the_whole_work_again),
        TEST_ON_ONE_NODE(why_on_an_old_snapshot_ends_no_transaction),
        TEST(p4_transact_gives_up_with_conflict),
        TEST_ON_ONE_NODE(p4_lone_move_is_repeated_under_repeatable_read),
        TEST(p4_deadlock_of_two_transactions_does_not_surface),
        TEST_ON_ONE_NODE(p5_waiting_move_continues_from_the_winners_state),
        TEST_ON_ONE_NODE(p5_move_only_legal_from_the_winners_state_succeeds),
        TEST(p5_none_of_many_racing_moves_is_lost),
    };
    moves_only(&payment_machine, &door_machine, NULL);
    return run_suite(tests);
}
