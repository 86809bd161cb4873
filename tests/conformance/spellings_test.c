/*
 * Where the parent's column takes several texts for the same key, they are one entity, whatever is asked of
 * it, and all that names it does so by its parent's spelling.
 */
#include "../support/database.h"

#include "seat.h"

static enum pawl_status permit(struct pawl_db *db, const struct seat_call *call, void *context,
                               struct pawl_error *error) {
    (void)db, (void)call, (void)context, (void)error;
    return PAWL_OK;
}

static int create_with_keys(void **state, const char *type) {
    database_create(state);
    struct pawl_db *db = open_administrator();
    execute(db, "create table seats (id %s primary key)", type);
    expect(PAWL_OK, seat_apply(db, &err));
    return close_handles(state);
}

static int create_with_texts(void **state) {
    return create_with_keys(state, "varchar(20) character set utf8mb4 collate utf8mb4_general_ci");
}

static int create_with_uuids(void **state) {
    return create_with_keys(state, "uuid");
}

static struct pawl_db *open_with_seat(const char *id) {
    static const struct seat_hooks hooks = {.permitted = permit};
    struct pawl_db *db = open_application();
    expect(PAWL_OK, seat_set_hooks(db, &hooks, &err));
    execute(db, "insert into seats values ('%s')", id);
    expect(PAWL_OK, seat_create(db, id, NULL, NULL, &err));
    return db;
}

static const struct seat_book_args by_ann = {.guest = "ann"};

static enum pawl_status outcome_of(struct pawl_db *db, const char *id, const char *request_id) {
    return pawl_deferred_outcome(db, &seat_machine, (struct pawl_key){.text = id}, request_id, NULL, &err);
}

static void p4_deferred_events_of_one_entity_keep_their_order(void **state) {
    (void)state;
    struct pawl_db *db = open_with_seat("A1");
    const struct pawl_opts booking = {.defer = true, .request_id = "books"},
                           leaving = {.defer = true, .request_id = "leaves"};
    expect(PAWL_OK, pawl_freeze(open_administrator(), "seat", PAWL_FREEZE_SLEEP, 0, "night", 20000, &err));
    expect(PAWL_DEFERRED, seat_book(db, "a1", &by_ann, &booking, NULL, &err));
    expect(PAWL_DEFERRED, seat_book(db, "A1", &by_ann, &booking, NULL, &err)); /* once */
    expect(PAWL_DEFERRED, seat_leave(db, "A1", &leaving, NULL, &err));
    expect(PAWL_DEFERRED, outcome_of(db, "A1", "books"));
    expect(PAWL_DEFERRED, outcome_of(db, "a1", "leaves"));
    expect(PAWL_NOT_FOUND, outcome_of(db, "no key of that column is as long as this one", "leaves"));
    expect(PAWL_OK, pawl_thaw(open_administrator(), "seat", &err));
    expect(PAWL_OK, pawl_begin(db, &err)); /* in which nothing deferred is fired */
    expect(PAWL_ASLEEP, seat_leave(db, "A1", NULL, NULL, &err));
    expect(PAWL_ASLEEP, seat_leave(db, "a1", NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &seat_machine, &fired, &err));
    assert_int_equal(fired, 2);
    expect_rows(db, "A1|10|free\nA1|20|booked\nA1|30|free\n",
                "select seat_id, sort_key, to_state from seat_transitions where seat_id = 'A1' order by 2");
    expect(PAWL_OK, outcome_of(db, "a1", "books"));
    expect(PAWL_OK, outcome_of(db, "A1", "leaves"));
}

static void of_many_items_each_is_another_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_with_seat("M1");
    open_with_seat("M2");
    struct seat_result results[3];
    const struct seat_book_item twice[] = {
        {.id = "M1", .args = by_ann}, {.id = "m2", .args = by_ann}, {.id = "m1", .args = by_ann}};
    expect(PAWL_MISUSE, seat_book_many(db, twice, 3, NULL, results, &err));
    expect_message(
        "seat: book of many: some of the items are one entity, whose key is spelled in several ways");
    expect(PAWL_OK, seat_book_many(db, twice, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[1].status, PAWL_OK);
    /* what asks a guard in C is made one by one */
    const struct seat_clean_item cleaned[] = {{.id = "M1"}, {.id = "m1"}};
    expect(PAWL_MISUSE, seat_clean_many(db, cleaned, 2, NULL, results, &err));
    expect_message("seat M1: clean of many: it occurs twice among the items, at 0 and 1");
    expect_rows(db, "M1|10\nM1|20\nM2|10\nM2|20\n",
                "select seat_id, sort_key from seat_transitions where seat_id like 'M%%' order by 1, 2");
}

static void lock_is_in_the_way(const char *id, const char *other_spelling) {
    struct pawl_db *db = open_with_seat(id);
    struct pawl_reason reasons[SEAT_EVENT_COUNT + 1];
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(db, "seat", id, "cleaner", 60000, 0, &token, &err));
    const struct pawl_opts shown = {.lock_owner = "cleaner", .lock_token = token};
    const char *const spellings[] = {id, other_spelling};
    for (size_t i = 0; i < 2; i++) {
        expect(PAWL_OK, seat_why(db, spellings[i], NULL, reasons, &err));
        assert_int_equal(reasons[SEAT_EVENT_BOOK].status, PAWL_LOCKED);
        expect(PAWL_OK, seat_why(db, spellings[i], &shown, reasons, &err));
        assert_int_not_equal(reasons[SEAT_EVENT_BOOK].status, PAWL_LOCKED);
        expect(PAWL_LOCKED, seat_book(db, spellings[i], &by_ann, NULL, NULL, &err));
    }
    expect(PAWL_OK, seat_book(db, other_spelling, &by_ann, &shown, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "seat", id, "cleaner", token, &err));
}

static void lock_of_its_key_is_in_the_way_of_each_spelling(void **state) {
    (void)state;
    lock_is_in_the_way("L1", "l1");
}

/* ---- a type of their own ------------------------------------------------------------------------- */

static void of_many_uuids_each_is_another_entity(void **state) {
    (void)state;
    static const char *const spellings[] = {"6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                                            "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"};
    struct pawl_db *db = open_with_seat(spellings[0]);
    open_with_seat("6ba7b811-9dad-11d1-80b4-00c04fd430c8");
    struct seat_result results[2];
    const struct seat_book_item twice[] = {{.id = spellings[0], .args = by_ann},
                                           {.id = spellings[1], .args = by_ann}};
    expect(PAWL_MISUSE, seat_book_many(db, twice, 2, NULL, results, &err));
    const struct seat_book_item both[] = {{.id = spellings[1], .args = by_ann},
                                          {.id = "6ba7b811-9dad-11d1-80b4-00c04fd430c8", .args = by_ann}};
    expect(PAWL_OK, seat_book_many(db, both, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[1].status, PAWL_OK);
    expect_rows(db, "2\n", "select count(*) from seat_current where state = 'booked'");
}

static void lock_of_its_uuid_is_in_the_way_of_each_spelling(void **state) {
    (void)state;
    lock_is_in_the_way("6ba7b812-9dad-11d1-80b4-00c04fd430c8", "6BA7B812-9DAD-11D1-80B4-00C04FD430C8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p4_deferred_events_of_one_entity_keep_their_order),
        TEST(of_many_items_each_is_another_entity),
        TEST(lock_of_its_key_is_in_the_way_of_each_spelling),
    };
    const struct CMUnitTest tests_of_uuids[] = {
        TEST(of_many_uuids_each_is_another_entity),
        TEST(lock_of_its_uuid_is_in_the_way_of_each_spelling),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(NULL);
    return cmocka_run_group_tests(tests, create_with_texts, database_drop) +
           cmocka_run_group_tests(tests_of_uuids, create_with_uuids, database_drop);
}
