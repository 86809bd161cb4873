/* What freezes and held locks mean to moves of many, to all types, to callbacks, and to workers. */
#include "loans.h"
#include "queue_rows.h"

#include "document.h"
#include "transfer.h"

static int create_database(void **state) {
    if (loans_create(state) != 0)
        return -1;
    struct pawl_db *db = open_administrator();
    expect(PAWL_OK, transfer_apply(db, &err));
    expect(PAWL_OK, document_apply(db, &err));
    return close_handles(state);
}

static void freeze(const char *machine, enum pawl_freeze_mode mode) {
    expect(PAWL_OK, pawl_freeze(open_administrator(), machine, mode, 0, "maintenance", 20000, &err));
    wait_for_all_nodes();
}

static void thaw(const char *machine) {
    expect(PAWL_OK, pawl_thaw(open_administrator(), machine, &err));
    wait_for_all_nodes();
}

/* ---- what is in the way --------------------------------------------------------------------------- */

static void expect_obstacle(enum pawl_obstacle obstacle, const char *owner, const char *reason) {
    assert_int_equal(err.obstacle, obstacle);
    assert_string_equal(err.obstacle_owner, owner);
    assert_string_equal(err.obstacle_reason, reason);
}

/* The one number that a program may wait for: over by then, and not long before. */
static void expect_end(int64_t until_us) {
    assert_true(err.obstacle_until_us >= until_us && err.obstacle_until_us < until_us + 1000000);
}

static void frozen_and_sleeping_machines_are_told_apart(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    const int64_t end_us = INT64_C(4102444800) * 1000000 + 1; /* 2100-01-01 00:00 UTC, and a little */
    const struct transfer_create_args args = {.account = "OB1"};
    freeze("transfer", PAWL_FREEZE_REJECT);
    expect(PAWL_LOCKED, transfer_create(db, "ob1", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_FROZEN, "", "maintenance");
    assert_int_equal(err.obstacle_until_us, 0);
    expect(PAWL_OK, pawl_freeze(on_call, "transfer", PAWL_FREEZE_SLEEP, end_us, "night until dawn: by one",
                                20000, &err));
    expect(PAWL_ASLEEP, transfer_create(db, "ob1", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_ASLEEP, "", "night until dawn: by one");
    expect_end(end_us);
    const struct pawl_opts deferring = {.request_id = "later", .defer = true};
    expect(PAWL_DEFERRED, transfer_create(db, "ob1", &args, &deferring, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_ASLEEP, "", "night until dawn: by one");
    expect(PAWL_OK, pawl_begin(db, &err));
    const struct pawl_request requests[] = {transfer_create_move("ob1", &args, NULL)};
    struct pawl_transition moved[1];
    expect(PAWL_ASLEEP, pawl_fire_all(db, requests, 1, moved, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_ASLEEP, "", "night until dawn: by one");
    expect(PAWL_OK, pawl_rollback(db, &err));
    forge(on_postgres() ? "update pawl_freezes set until = clock_timestamp() where machine = 'transfer'"
                        : "update pawl_freezes set until = 1 where machine = 'transfer'");
    expect(PAWL_OK, pawl_begin(db, &err)); /* outside of one it would fire what was deferred */
    expect(PAWL_ASLEEP, transfer_create(db, "ob1", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_WAKING, "", "");
    expect(PAWL_OK, pawl_rollback(db, &err));
    thaw("transfer");
    expect(PAWL_OK, pawl_fire_deferred(db, &transfer_machine, NULL, &err));
    expect(PAWL_EXISTS, transfer_create(db, "ob1", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_NONE, "", "");
}

static void holders_of_locks_are_told_apart(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct transfer_create_args args = {.account = "OB2"};
    const char *odd = "one until 2100-01-01 00:00:00 UTC by two";
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(db, "transfer", "OB2", odd, 0, 0, &token, &err));
    expect(PAWL_LOCKED, transfer_create(db, "ob2", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_HELD, odd, "");
    assert_int_equal(err.obstacle_until_us, 0);
    expect(PAWL_LOCKED, pawl_acquire(db, "transfer", "OB2", "another", 0, 0, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_HELD, odd, "");
    expect(PAWL_OK, pawl_release(db, "transfer", "OB2", odd, token, &err));
    const struct pawl_opts late = {.lock_owner = odd, .lock_token = token};
    expect(PAWL_LOCKED, transfer_create(db, "ob2", &args, &late, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_ENDED, "", "");

    struct pawl_held_locks held;
    expect(PAWL_OK, pawl_acquire(db, NULL, "OB2", odd, 60000, 0, &token, &err));
    expect(PAWL_OK, pawl_list_locks(db, "OB2", NULL, 1, &held, &err));
    const int64_t until_us = held.rows[0].until_us;
    expect(PAWL_LOCKED, transfer_create(db, "ob2", &args, NULL, NULL, &err));
    expect_obstacle(PAWL_OBSTACLE_HELD_ALL, odd, "");
    expect_end(until_us);
    expect(PAWL_OK, pawl_release(db, NULL, "OB2", odd, token, &err));

    struct pawl_db *other = open_application();
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, pawl_lock(other, "transfer", "OB2", 0, &err));
    if (on_postgres()) { /* on SQLite a transaction waits for the other one to begin */
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_LOCKED, pawl_lock(db, "transfer", "OB2", 0, &err));
        expect_obstacle(PAWL_OBSTACLE_BUSY, "", "");
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    expect(PAWL_OK, pawl_rollback(other, &err));
}

/* Of a program that was compiled when the struct had fewer members: nothing is written behind them. */
static void older_error_structs_are_not_exceeded(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct transfer_create_args args = {.account = "OB3"};
    struct pawl_error older = {.struct_size = offsetof(struct pawl_error, obstacle),
                               .obstacle = PAWL_OBSTACLE_BUSY,
                               .obstacle_reason = "not libpawl's"};
    freeze("transfer", PAWL_FREEZE_REJECT);
    assert_int_equal(transfer_create(db, "ob3", &args, NULL, NULL, &older), PAWL_LOCKED);
    assert_string_equal(older.message, "transfer ob3: create is locked out: frozen: maintenance");
    assert_int_equal(older.obstacle, PAWL_OBSTACLE_BUSY);
    assert_string_equal(older.obstacle_reason, "not libpawl's");
    thaw("transfer");
}

/* ---- many ----------------------------------------------------------------------------------------- */

static void p4_many_of_a_frozen_machine_are_each_refused(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct door_create_item doors[3] = {{.id = "m3"}, {.id = "m1"}, {.id = "m2", .request_id = "once"}};
    struct door_flip_item flips[3] = {{.id = "m1"}, {.id = "m2", .request_id = "before"}, {.id = "none"}};
    struct door_result results[3];
    expect(PAWL_OK, door_create_many(db, doors, 3, NULL, results, &err));
    expect(PAWL_OK, door_flip_many(db, flips, 3, NULL, results, &err));
    assert_int_equal(results[2].status, PAWL_NOT_FOUND);
    freeze("door", PAWL_FREEZE_REJECT);
    expect(PAWL_OK, door_flip_many(db, flips, 3, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_LOCKED);
    assert_int_equal(results[0].moved.from, DOOR_STATE_OPENED);
    assert_int_equal(results[1].status, PAWL_OK); /* what was done, was done */
    assert_int_equal(results[1].moved.sort_key, 20);
    assert_int_equal(results[2].status, PAWL_LOCKED);
    doors[0].id = "m4";
    expect(PAWL_OK, door_create_many(db, doors, 3, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_LOCKED);
    assert_int_equal(results[1].status, PAWL_LOCKED);
    assert_int_equal(results[2].status, PAWL_OK);
    thaw("door");
    freeze("door", PAWL_FREEZE_SLEEP);
    expect(PAWL_OK, door_flip_many(db, flips, 1, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_ASLEEP);
    struct pawl_opts patient = {.wait_ms = 1};
    expect(PAWL_MISUSE, door_flip_many(db, flips, 1, &patient, results, &err));
    expect_message("door: flip of many: many neither wait for a machine that is paused nor are deferred");
    expect_rows(db, "m1|20\nm2|20\nm3|10\n",
                "select door_id, sort_key from door_current where door_id like 'm_' order by door_id");
    thaw("door");
    expect(PAWL_OK, door_create_many(db, doors, 3, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[1].status, PAWL_EXISTS);
    expect(PAWL_OK, door_flip_many(db, flips, 1, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
}

static void p4_freeze_waits_for_many_under_way(void **state) {
    (void)state;
    if (on_sqlite())
        return; /* nobody else writes meanwhile */
    struct pawl_db *db = open_application(), *other = open_application();
    struct door_create_item doors[2] = {{.id = "w1"}, {.id = "w2"}};
    struct door_flip_item flips[2] = {{.id = "w1"}, {.id = "w2"}};
    struct door_result results[2];
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_create_many(db, doors, 2, NULL, results, &err));
    expect(PAWL_LOCKED, pawl_freeze(open_administrator(), "door", PAWL_FREEZE_REJECT, 0, "x", 100, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    thaw("door");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip_many(db, flips, 2, NULL, results, &err));
    expect(PAWL_LOCKED, pawl_freeze(open_administrator(), "door", PAWL_FREEZE_REJECT, 0, "x", 100, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    freeze("door", PAWL_FREEZE_REJECT);
    expect(PAWL_OK, door_flip_many(other, flips, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_LOCKED);
    thaw("door");
}

static void p4_many_honour_held_locks(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct transfer_create_item begun[2] = {{.id = "t1", .args = {.account = "A"}},
                                            {.id = "t2", .args = {.account = "B"}}};
    struct transfer_pay_item pays[2] = {{.id = "t1"}, {.id = "t2"}};
    struct transfer_result results[2];
    int64_t token = 0;
    expect(PAWL_OK, transfer_create_many(db, begun, 2, NULL, results, &err));
    expect(PAWL_OK, pawl_acquire(db, "transfer", "A", "nightly", 0, 0, &token, &err));
    expect(PAWL_OK, transfer_pay_many(db, pays, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_LOCKED);
    assert_int_equal(results[1].status, PAWL_OK);
    struct pawl_opts holder = {.lock_owner = "nightly", .lock_token = token};
    expect(PAWL_OK, transfer_pay_many(db, pays, 1, &holder, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    expect(PAWL_OK, pawl_release(db, "transfer", "A", "nightly", token, &err));
}

/* ---- all types ------------------------------------------------------------------------------------ */

static void p10_all_types_come_back_as_they_were_deferred(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static const char bytes[] = "\0nul\xff-#5;";
    struct document_create_args args = {.amount = "+007.50",
                                        .number = "6BA7B810-9dad-11d1-80b4-00c04fd430c8",
                                        .content = " {\"a\": [1, \"é\"]} ",
                                        .image = {bytes, sizeof bytes - 1}};
    struct pawl_opts opts = {.defer = true, .request_id = "d1"};
    freeze("document", PAWL_FREEZE_SLEEP);
    expect(PAWL_DEFERRED, document_create(db, "all", &args, &opts, NULL, &err));
    struct document_amend_args change = {.new_image = {true, {bytes, 0}}}, nothing = {0};
    opts.request_id = "d2";
    expect(PAWL_DEFERRED, document_amend(db, "all", &change, &opts, NULL, &err));
    opts.request_id = "d3";
    expect(PAWL_DEFERRED, document_amend(db, "all", &nothing, &opts, NULL, &err));
    thaw("document");
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &document_machine, &fired, &err));
    assert_int_equal(fired, 3);
    struct document_history history;
    expect(PAWL_OK, document_history(db, "all", &history, &err));
    assert_int_equal(history.count, 3);
    assert_string_equal(history.rows[0].amount, "7.50");
    assert_string_equal(history.rows[0].number, "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    assert_string_equal(history.rows[0].content, args.content);
    assert_int_equal(history.rows[0].image.value.size, sizeof bytes - 1);
    assert_memory_equal(history.rows[0].image.value.data, bytes, sizeof bytes - 1);
    assert_true(history.rows[1].new_image.set);
    assert_int_equal(history.rows[1].new_image.value.size, 0);
    assert_false(history.rows[2].new_image.set);
    opts.request_id = "d1"; /* the same request, asked for again */
    expect(PAWL_OK, document_create(db, "all", &args, &opts, NULL, &err));
}

/* ---- callbacks ------------------------------------------------------------------------------------ */

static void deferred_event_waits_for_a_program_with_its_hooks(void **state) {
    (void)state;
    static struct clerk clerk;
    static struct loan_hooks hooks;
    struct pawl_db *db = open_with_clerk(&clerk, &hooks), *without = open_application();
    new_loan(db, "later");
    freeze("loan", PAWL_FREEZE_SLEEP);
    struct pawl_opts opts = {.defer = true, .request_id = "l1"};
    expect(PAWL_DEFERRED, loan_note(db, "later", &a_note, &opts, NULL, &err));
    assert_int_equal(clerk.calls, 0);
    thaw("loan");
    size_t fired = 0;
    expect(PAWL_MISUSE, pawl_fire_deferred(without, &loan_machine, &fired, &err));
    expect(PAWL_DEFERRED,
           pawl_deferred_outcome(db, &loan_machine, (struct pawl_key){.text = "later"}, "l1", NULL, &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &loan_machine, &fired, &err));
    assert_int_equal(fired, 1);
    assert_true(clerk.calls > 0);
    expect_rows(db, "2\n", "select count(*) from loan_transitions where loan_id = 'later'");
}

/* ---- workers -------------------------------------------------------------------------------------- */

static enum pawl_status finish(struct pawl_db *db, const struct job_work_call *work,
                               struct job_work_result *result, void *context, struct pawl_error *said) {
    int *calls = context;
    (void)db, (void)work, (void)said;
    ++*calls;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "fine"};
    return PAWL_OK;
}

static void workers_leave_a_frozen_machine_alone(void **state) {
    (void)state;
    static int calls;
    static const struct job_hooks hooks = {.context = &calls, .run = finish, .step = finish};
    struct pawl_db *db = open_application();
    struct pawl_item items[2];
    size_t count = 9;
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, job_create(db, "claimed", NULL, NULL, &err));
    expect(PAWL_OK, job_create(db, "frozen", NULL, NULL, &err));
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, INT64_C(60000000), items, 1, &count, &err));
    assert_int_equal(count, 1);
    freeze("job", PAWL_FREEZE_SLEEP);
    /* what was claimed before is given back, and no attempt is counted */
    struct job_done_args done = {.result = "late"};
    expect(PAWL_ASLEEP, pawl_complete(db, &job_machine, &items[0], JOB_EVENT_DONE, &done, NULL, NULL, &err));
    expect(PAWL_OK, pawl_not_yet(db, &job_machine, &items[0], 0, &err));
    expect_rows(db, "0\n", "select attempts from job_pending where job_id = 'claimed'");
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, 0, items, 2, &count, &err));
    assert_int_equal(count, 0);
    work_once(db, &job_machine, 0);
    assert_int_equal(calls, 0);
    struct pawl_opts opts = {.defer = true, .request_id = "j1"};
    expect(PAWL_DEFERRED, job_pause(db, "claimed", &opts, NULL, &err));
    thaw("job");
    work_once(db, &job_machine, 0);
    assert_int_equal(calls, 1);
    expect_rows(db, "claimed|paused\nfrozen|finished\n",
                "select job_id, state from job_current order by job_id");
    opts.item = &items[0];
    expect(PAWL_MISUSE, job_pause(db, "claimed", &opts, NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(frozen_and_sleeping_machines_are_told_apart),
        TEST(holders_of_locks_are_told_apart),
        TEST(older_error_structs_are_not_exceeded),
        TEST(p4_many_of_a_frozen_machine_are_each_refused),
        TEST_ON_ONE_NODE(p4_freeze_waits_for_many_under_way),
        TEST(p4_many_honour_held_locks),
        TEST(p10_all_types_come_back_as_they_were_deferred),
        TEST(deferred_event_waits_for_a_program_with_its_hooks),
        TEST(workers_leave_a_frozen_machine_alone),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(&door_machine, &job_machine, NULL);
    return cmocka_run_group_tests(tests, create_database, database_drop);
}
