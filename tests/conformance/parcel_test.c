/*
 * Corners in which databases could differ: texts of four bytes, keys that no lock has, times of the year
 * 200,000, creations without a parent, events that move nothing.
 */
#include "../support/database.h"

#include <string.h>

#include "parcel.h"

#define YEAR_200000_US INT64_C(6249194496123456789)

static enum pawl_status pass(struct pawl_db *db, const struct crate_call *call, void *context,
                             struct pawl_error *failure) {
    (void)db, (void)failure;
    int *asked = context;
    ++*asked;
    return call->args.load->count > 0 ? PAWL_OK : PAWL_REFUSED;
}

static int create_database(void **state) {
    if (database_create_empty(state) != 0)
        return -1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table parcels (id text primary key, state text)");
    execute(db, "insert into parcels (id) values ('p1'), ('p2')");
    expect(PAWL_OK, parcel_apply(db, &err));
    expect(PAWL_OK, flag_apply(db, &err));
    expect(PAWL_OK, crate_apply(db, &err));
    expect(PAWL_OK, letter_apply(db, &err));
    if (on_postgres()) {
        grant_application(db, "select", "parcels");
        execute(db, "grant select, update on parcels to pawl_owner");
    }
    return close_handles(state);
}

static void create_parcels(struct pawl_db *db) {
    const struct parcel_create_args args = {.sender = "S"};
    parcel_create(db, "p1", &args, NULL, NULL, &err);
    parcel_create(db, "p2", &args, NULL, NULL, &err);
}

static void p10_texts_of_four_bytes_are_states_and_events(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct parcel_current current;
    create_parcels(db);
    expect(PAWL_OK, parcel_get(db, "p1", &current, &err));
    assert_string_equal(current.stored, "\xf0\x9f\x93\xa6");
    expect_rows(db, "\xf0\x9f\x93\xa6\n", "select state from parcels where id = 'p1'");
    expect(PAWL_OK, flag_create(db, "p1", NULL, NULL, &err));
    expect(PAWL_OK, flag_raise(db, "p1", NULL, NULL, &err));
}

static void p10_an_event_that_moves_nothing_is_illegal(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct flag_shake_args args = {true};
    const struct flag_shake_item items[] = {{.id = "p2", .args = args}};
    struct flag_result results[1];
    expect(PAWL_OK, flag_create(db, "p2", NULL, NULL, &err));
    expect(PAWL_ILLEGAL, flag_shake(db, "p2", &args, NULL, NULL, &err));
    expect(PAWL_OK, flag_shake_many(db, items, 1, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_ILLEGAL);
}

/* Of many in one call some have none, in any order. */
static void p10_no_key_is_no_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct crate_create_args full = {true};
    expect(PAWL_OK, crate_create(db, "p1", &full, NULL, NULL, &err));
    expect(PAWL_OK, crate_create(db, "p2", &full, NULL, NULL, &err));
    for (int i = 0; i < 4; i++) {
        const struct crate_weigh_item items[] = {{.id = "p1", .args.scale = i & 1 ? "a" : NULL},
                                                 {.id = "p2", .args.scale = i & 2 ? "b" : NULL}};
        struct crate_result results[2];
        expect(PAWL_OK, crate_weigh_many(db, items, 2, NULL, results, &err));
        assert_int_equal(results[0].status, PAWL_OK);
        assert_int_equal(results[1].status, PAWL_OK);
    }
}

static void p10_times_are_exact_in_any_year(void **state) {
    (void)state;
    static const int64_t times_us[] = {YEAR_200000_US, PAWL_TIME_MAX_US - 1, PAWL_TIME_MIN_US + 1, -1};
    struct pawl_db *db = open_application();
    create_parcels(db);
    for (size_t i = 0; i < sizeof times_us / sizeof *times_us; i++) {
        const struct parcel_expect_args args = {.arrives = times_us[i]};
        struct parcel_record record;
        expect(PAWL_OK, parcel_expect(db, "p1", &args, NULL, NULL, &err));
        expect(PAWL_OK, parcel_last_to(db, "p1", PARCEL_STATE_PACKED, &record, &err));
        assert_true(record.arrives.value_us == times_us[i]);
    }
    /* as one of many, and as an event that was deferred, it is the same request */
    const struct parcel_expect_item item = {.id = "p2", .args.arrives = YEAR_200000_US, .request_id = "far"};
    struct parcel_result result;
    expect(PAWL_OK, parcel_expect_many(db, &item, 1, NULL, &result, &err));
    const struct pawl_opts again = {.request_id = "far"};
    expect(PAWL_OK, parcel_expect(db, "p2", &item.args, &again, NULL, &err));
    expect(PAWL_OK,
           pawl_freeze(open_administrator(), "parcel", PAWL_FREEZE_SLEEP, 0, "maintenance", 20000, &err));
    const struct pawl_opts later = {.request_id = "later", .defer = true};
    expect(PAWL_DEFERRED, parcel_expect(db, "p2", &item.args, &later, NULL, &err));
    expect(PAWL_OK, pawl_thaw(open_administrator(), "parcel", &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &parcel_machine, NULL, &err));
    const struct pawl_opts asked_again = {.request_id = "later"};
    expect(PAWL_OK, parcel_expect(db, "p2", &item.args, &asked_again, NULL, &err));
}

/* The key is the entity's own, so it is known of what is not there. */
static void p10_a_lock_is_in_the_way_of_what_is_not_there(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int64_t token = 0;
    struct pawl_opts opts = {.lock_owner = "me", .lock_token = 12345};
    expect(PAWL_NOT_FOUND, parcel_hand_over(db, "p9", NULL, NULL, &err));
    expect(PAWL_LOCKED, parcel_hand_over(db, "p9", &opts, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_ENDED);
    expect(PAWL_OK, pawl_acquire(db, "parcel", "p9", "me", 0, 0, &token, &err));
    expect(PAWL_LOCKED, parcel_hand_over(db, "p9", NULL, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_HELD);
    opts.lock_token = token;
    expect(PAWL_NOT_FOUND, parcel_hand_over(db, "p9", &opts, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "parcel", "p9", "me", token, &err));
}

static void p10_a_key_may_be_longer_than_that_of_a_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    char address[PAWL_KEY_MAX_BYTES + 2];
    memset(address, 'a', sizeof address - 1);
    address[sizeof address - 1] = '\0';
    const struct letter_create_args args = {.address = address};
    const struct pawl_opts shown = {.lock_owner = "me", .lock_token = 12345};
    expect(PAWL_OK, letter_create(db, "l1", &args, NULL, NULL, &err));
    expect(PAWL_EXISTS, letter_create(db, "l1", &args, NULL, NULL, &err));
    expect(PAWL_LOCKED, letter_post(db, "l1", &shown, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_ENDED);
    expect(PAWL_OK, pawl_freeze(on_call, "letter", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    expect(PAWL_LOCKED, letter_create(db, "l2", &args, NULL, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_FROZEN);
    expect(PAWL_LOCKED, letter_post(db, "l1", NULL, NULL, &err));
    expect(PAWL_OK, pawl_thaw(on_call, "letter", &err));
    expect(PAWL_OK, letter_post(db, "l1", NULL, NULL, &err));
}

/* On MariaDB the column of the parent says how long its keys may be. */
static void p10_a_key_of_any_length_is_not_found(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char id[PAWL_KEY_MAX_BYTES + 1];
    memset(id, 'p', sizeof id - 1);
    id[sizeof id - 1] = '\0';
    const struct parcel_create_args args = {.sender = "S"};
    const struct crate_create_args full = {true};
    const struct parcel_hand_over_item items[] = {{.id = "p6"}, {.id = id}};
    const struct flag_raise_item flags[] = {{.id = id}, {.id = "p7"}};
    struct parcel_result results[2];
    struct flag_result raised[2];
    struct parcel_current current;
    create_parcels(db);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_NOT_FOUND, parcel_hand_over(db, id, NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, parcel_create(db, id, &args, NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, parcel_get(db, id, &current, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect(PAWL_NOT_FOUND, flag_raise(db, id, NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, flag_create(db, id, NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, crate_create(db, id, &full, NULL, NULL, &err));
    expect(PAWL_OK, parcel_hand_over_many(db, items, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_NOT_FOUND);
    assert_int_equal(results[1].status, PAWL_NOT_FOUND);
    expect(PAWL_OK, flag_raise_many(db, flags, 2, NULL, raised, &err));
    assert_int_equal(raised[0].status, PAWL_NOT_FOUND);
    assert_int_equal(raised[1].status, PAWL_NOT_FOUND);
}

static void p10_guards_are_asked_before_the_parent_is_looked_for(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int asked = 0;
    const struct crate_hooks hooks = {.context = &asked, .counted = pass};
    const struct crate_create_args full = {true}, empty = {false};
    const struct crate_load_args many = {2}, none = {0};
    const struct crate_create_item items[] = {{.id = "p8", .args = empty}, {.id = "p9", .args = full}};
    struct crate_result results[2];
    expect(PAWL_OK, crate_set_hooks(db, &hooks, &err));
    expect(PAWL_REFUSED, crate_create(db, "p9", &empty, NULL, NULL, &err));
    assert_string_equal(err.guard, "is_full");
    expect(PAWL_NOT_FOUND, crate_create(db, "p9", &full, NULL, NULL, &err));
    expect(PAWL_REFUSED, crate_load(db, "p9", &none, NULL, NULL, &err));
    assert_string_equal(err.guard, "counted");
    expect(PAWL_NOT_FOUND, crate_load(db, "p9", &many, NULL, NULL, &err));
    assert_int_equal(asked, 2);
    expect(PAWL_NOT_FOUND, crate_fill(db, "p9", NULL, NULL, &err));
    expect(PAWL_OK, crate_create_many(db, items, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_REFUSED);
    assert_int_equal(results[1].status, PAWL_NOT_FOUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_texts_of_four_bytes_are_states_and_events),
        TEST(p10_an_event_that_moves_nothing_is_illegal),
        TEST(p10_no_key_is_no_lock),
        TEST(p10_times_are_exact_in_any_year),
        TEST(p10_a_lock_is_in_the_way_of_what_is_not_there),
        TEST(p10_a_key_may_be_longer_than_that_of_a_lock),
        TEST(p10_a_key_of_any_length_is_not_found),
        TEST(p10_guards_are_asked_before_the_parent_is_looked_for),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_database, database_drop) : 77;
}
