/* The test clock: what waits for weeks is due at once. Only a database that was set up with it has one. */
#include "../support/database.h"

#include <pawl_admin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rental.h"

#define DAYS(count) (INT64_C(86400000000) * (count))
#define PASS(days)  expect(PAWL_OK, pawl_test_clock_add(clock_db, DAYS(days), &err))

static struct pawl_db *clock_db;
static bool is_solvent, is_up;
static int charges;

static enum pawl_status solvent(struct pawl_db *db, const struct rental_call *call, void *context,
                                struct pawl_error *problem) {
    (void)db, (void)call, (void)context, (void)problem;
    return is_solvent ? PAWL_OK : PAWL_REFUSED;
}

static enum pawl_status look(struct pawl_db *db, const struct rental_work_call *work,
                             struct rental_work_result *result, void *context, struct pawl_error *problem) {
    (void)db, (void)context;
    if (work->item->attempts < 2) {
        strcpy(problem->message, "the workshop is closed");
        return PAWL_DB;
    }
    result->event = RENTAL_EVENT_PASS;
    return PAWL_OK;
}

static enum pawl_status charge(struct pawl_db *db, const struct pawl_step *step,
                               const struct renewal_args *args, void *context, struct pawl_error *problem) {
    (void)context, (void)db, (void)step, (void)args;
    charges++;
    if (!is_up)
        strcpy(problem->message, "the bank is closed");
    return is_up ? PAWL_OK : PAWL_DB;
}

static enum pawl_status refund(struct pawl_db *db, const struct pawl_step *step,
                               const struct renewal_args *args, void *context, struct pawl_error *problem) {
    (void)context, (void)db, (void)step, (void)args, (void)problem;
    return PAWL_OK;
}

static void deploy(struct pawl_db *admin) {
    expect(PAWL_OK, rental_apply(admin, &err));
    expect(PAWL_OK, visit_apply(admin, &err));
    expect(PAWL_OK, renewal_apply(admin, &err));
}

static int create_with_clock(void **state) {
    if (database_create_empty(state) != 0)
        return 1;
    struct pawl_db *admin = open_administrator();
    execute(admin, on_mariadb() ? "create table visits (id varchar(100) character set utf8mb4 collate "
                                  "utf8mb4_nopad_bin primary key)"
                                : "create table visits (id text primary key)");
    expect(PAWL_OK, pawl_test_clock_set_up(admin, &err));
    deploy(admin);
    deploy(open_administrator()); /* it stays, and keeps its grants */
    if (on_postgres())
        grant_application(admin, "select, insert", "visits");
    return close_handles(state);
}

static struct pawl_db *open_with_hooks(void) {
    static const struct rental_hooks hooks = {.solvent = solvent, .look = look};
    static const struct renewal_hooks flow_hooks = {.charge = charge, .refund = refund};
    struct pawl_db *db = clock_db = open_application();
    expect(PAWL_OK, rental_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, renewal_set_hooks(db, &flow_hooks, &err));
    return db;
}

static void work(struct pawl_db *db) {
    const struct pawl_machine *const machines[] = {&rental_machine, &visit_machine};
    const struct pawl_flow *const flows[] = {&renewal_flow};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    expect(PAWL_OK, pawl_work(db, machines, 2, &options, &err));
}

static void expect_rental(struct pawl_db *db, const char *id, enum rental_state state) {
    struct rental_current current;
    work(db);
    expect(PAWL_OK, rental_get(db, id, &current, &err));
    assert_string_equal(rental_state_name(current.state), rental_state_name(state));
}

static void create_rental(struct pawl_db *db, const char *id) {
    const struct rental_create_args args = {.until = now_us() + DAYS(50)};
    expect(PAWL_OK, rental_create(db, id, &args, NULL, NULL, &err));
}

static void a_timer_of_weeks_is_due(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    struct rental_current current;
    struct rental_history history;
    create_rental(db, "timer");
    PASS(44);
    expect_rental(db, "timer", RENTAL_STATE_LENT);
    PASS(2);
    expect_rental(db, "timer", RENTAL_STATE_LOST);
    expect(PAWL_OK, rental_history(db, "timer", &history, &err));
    assert_int_equal(history.count, 2);
    assert_true(history.rows[1].created_at_us - history.rows[0].created_at_us >= DAYS(46));
    expect(PAWL_OK, rental_get(db, "timer", &current, &err));
    assert_int_equal(current.since_us, history.rows[1].created_at_us);
}

static void a_time_in_a_parameter_moves_too(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    const struct visit_create_args args = {.until = now_us() + DAYS(50)};
    create_rental(db, "parameter");
    execute(db, "insert into visits (id) values ('v')");
    expect(PAWL_OK, visit_create(db, "v", &args, NULL, NULL, &err));
    PASS(20);
    expect(PAWL_OK, rental_extend(db, "parameter", NULL, NULL, &err));
    expect(PAWL_OK, visit_renew(db, "v", NULL, NULL, &err));
    PASS(29);
    expect_rental(db, "parameter", RENTAL_STATE_EXTENDED);
    PASS(2);
    expect_rental(db, "parameter", RENTAL_STATE_RETURNED);
    struct visit_history history;
    expect(PAWL_OK, visit_history(db, "v", &history, &err));
    assert_int_equal(history.count, 3);
    assert_true(history.rows[2].created_at_us - history.rows[0].created_at_us >= DAYS(51));
}

static void retries_are_due(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    is_solvent = false;
    create_rental(db, "refused");
    expect(PAWL_OK, rental_bill(db, "refused", NULL, NULL, &err));
    create_rental(db, "failed");
    expect(PAWL_OK, rental_check(db, "failed", NULL, NULL, &err));
    expect_rental(db, "failed", RENTAL_STATE_CHECKED);
    PASS(2);
    expect_rental(db, "refused", RENTAL_STATE_BILLED);
    is_solvent = true;
    expect_rental(db, "refused", RENTAL_STATE_BILLED);
    expect_rental(db, "failed", RENTAL_STATE_CHECKED);
    PASS(31);
    expect_rental(db, "refused", RENTAL_STATE_RETURNED);
    expect_rental(db, "failed", RENTAL_STATE_RETURNED);
}

static void leases_and_locks_end(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    struct pawl_item item, again;
    size_t count = 0;
    int64_t token = 0, other = 0;
    create_rental(db, "leased");
    expect(PAWL_OK, rental_check(db, "leased", NULL, NULL, &err));
    expect(PAWL_OK, pawl_claim(db, &rental_machine, PAWL_WORKS, 0, &item, 1, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_OK, pawl_claim(db, &rental_machine, PAWL_WORKS, 0, &again, 1, &count, &err));
    assert_int_equal(count, 0);
    expect(PAWL_OK, pawl_acquire(db, "rental", "leased", "clerk", 3600000, 0, &token, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, "rental", "leased", "other", 3600000, 0, &other, &err));
    PASS(1);
    expect(PAWL_OK, pawl_claim(db, &rental_machine, PAWL_WORKS, 0, &again, 1, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_CONFLICT, pawl_fail(db, &rental_machine, &item, "too late", &err));
    expect(PAWL_NOT_FOUND, pawl_renew(db, "rental", "leased", "clerk", token, 0, &err));
    expect(PAWL_OK, pawl_acquire(db, "rental", "leased", "other", 3600000, 0, &other, &err));
}

static void a_run_continues(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    const struct renewal_args args = {.rental = "r"};
    struct pawl_run run;
    int64_t id = 0;
    charges = 0;
    is_up = false;
    expect(PAWL_OK, renewal_start(db, &args, NULL, &id, &err));
    work(db);
    PASS(4);
    work(db);
    assert_int_equal(charges, 1);
    is_up = true;
    PASS(2);
    work(db);
    assert_int_equal(charges, 2);
    expect(PAWL_OK, pawl_run_get(db, "renewal", id, &run, &err));
    assert_int_equal(run.status, PAWL_RUN_WAITING);
    PASS(31);
    work(db);
    expect(PAWL_OK, pawl_run_get(db, "renewal", id, &run, &err));
    assert_int_equal(run.status, PAWL_RUN_UNDONE);
    assert_true(run.ended_at_us - run.started_at_us >= DAYS(37));
}

static void a_freeze_ends_and_its_events_are_fired(void **state) {
    (void)state;
    struct pawl_db *db = open_with_hooks();
    struct pawl_opts opts = {.request_id = "later", .defer = true};
    size_t fired = 0;
    create_rental(db, "asleep");
    expect(PAWL_OK, pawl_freeze(open_administrator(), "rental", PAWL_FREEZE_SLEEP, now_us() + DAYS(10),
                                "stocktaking", 10000, &err));
    expect(PAWL_DEFERRED, rental_extend(db, "asleep", &opts, NULL, &err));
    PASS(9);
    expect(PAWL_OK, pawl_fire_deferred(db, &rental_machine, &fired, &err));
    assert_int_equal(fired, 0);
    PASS(2);
    expect(PAWL_OK, pawl_fire_deferred(db, &rental_machine, &fired, &err));
    assert_int_equal(fired, 1);
    expect_rental(db, "asleep", RENTAL_STATE_EXTENDED);
}

static void it_is_moved_forward_between_transactions_only(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_MISUSE, pawl_test_clock_add(db, -1, &err));
    expect(PAWL_MISUSE, pawl_test_clock_add(db, 0, &err));
    expect(PAWL_MISUSE, pawl_test_clock_add(db, INT64_MAX, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_test_clock_add(db, 1, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_MISUSE, pawl_test_clock_set_up(NULL, &err));
}

/* The last test: it replaces the database. */
static void p8_a_database_without_a_clock_never_gets_one(void **state) {
    close_handles(state);
    assert_int_equal(database_drop(state), 0);
    assert_int_equal(database_create_empty(state), 0);
    struct pawl_db *admin = open_administrator();
    expect(PAWL_MISMATCH, pawl_test_clock_add(admin, 1, &err));
    expect(PAWL_OK, rental_apply(admin, &err));
    expect(PAWL_MISUSE, pawl_test_clock_add(admin, 1, &err));
    expect_message("this database has no test clock");
    expect(PAWL_OK, pawl_test_clock_set_up(admin, &err));
    expect(PAWL_MISUSE, rental_apply(admin, &err));
    expect_message("this database was deployed without a test clock; nothing was changed");
    admin = open_administrator();
    expect(PAWL_OK, rental_apply(admin, &err));
    expect(PAWL_MISUSE, pawl_test_clock_add(admin, 1, &err));
    if (on_sqlite()) { /* the mark alone is none */
        execute(admin, "create table pawl_test_clock (is_here integer not null primary key) without rowid");
        expect(PAWL_DB, pawl_exec(admin,
                                  "insert into pawl_objects (machine, object, definition) select '', 'table "
                                  "pawl_test_clock', sql from sqlite_master where name = 'pawl_test_clock'",
                                  &err));
        expect(PAWL_MISUSE, pawl_test_clock_add(admin, 1, &err));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_timer_of_weeks_is_due),
        TEST(a_time_in_a_parameter_moves_too),
        TEST(retries_are_due),
        TEST(leases_and_locks_end),
        TEST(a_run_continues),
        TEST(a_freeze_ends_and_its_events_are_fired),
        TEST(it_is_moved_forward_between_transactions_only),
        TEST(p8_a_database_without_a_clock_never_gets_one),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_with_clock, database_drop) : 77;
}
