/* What pawl_stats and pawl_pool_stats count: of one handle, of all handles of a pool, and while threads
 * count. */
#include "crew.h"

#include "pool/pool.h"

#include <stdatomic.h>

enum { THREADS = 8, FLIPS = 20 };

static struct pawl_pool *pool;
static struct pawl_db *admin;

static int finish(void **state) {
    pawl_pool_close(pool);
    pool = NULL;
    return close_handles(state);
}

static struct pawl_counters stats_of(const struct pawl_db *db) {
    struct pawl_counters stats = {.struct_size = sizeof stats};
    pawl_stats(db, &stats);
    return stats;
}

static int64_t total(const struct pawl_histogram *histogram) {
    int64_t count = 0;
    for (size_t i = 0; i < PAWL_HISTOGRAM_SIZE; i++)
        count += histogram->counts[i];
    return count;
}

/* ---- one handle ----------------------------------------------------------------------------------- */

static void a_handle_counts_its_calls_and_results(void **state) {
    (void)state;
    struct door_current current;
    struct pawl_db *db = open_application();
    const struct pawl_counters before = stats_of(db);
    expect(PAWL_OK, door_create(db, "one", NULL, NULL, &err));
    expect(PAWL_OK, door_flip(db, "one", NULL, NULL, &err));
    expect(PAWL_EXISTS, door_create(db, "one", NULL, NULL, &err));
    expect(PAWL_ILLEGAL, door_unlock(db, "one", NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, door_flip(db, "none", NULL, NULL, &err));
    expect(PAWL_OK, door_get(db, "one", &current, &err));
    const struct pawl_counters after = stats_of(db);
    assert_int_equal(after.calls - before.calls, 6);
    assert_int_equal(after.transitions[PAWL_OK], 2);
    assert_int_equal(after.transitions[PAWL_EXISTS], 1);
    assert_int_equal(after.transitions[PAWL_ILLEGAL], 1);
    assert_int_equal(after.transitions[PAWL_NOT_FOUND], 1);
    assert_int_equal(total(&after.latency_us), 5);
    assert_true(after.latency_us.sum > 0);
    assert_int_equal(after.retries, 0);
    assert_int_equal(total(&after.batch_size) + total(&after.wait_us), 0);
    if (on_sqlite())
        assert_int_equal(after.round_trips, 0);
    else
        assert_in_range(after.round_trips - before.round_trips, 6, 40);
    const struct pawl_counters others = stats_of(admin);
    assert_int_equal(others.transitions[PAWL_OK], 0);
}

/* A move by a statement that is prepared is one round trip. */
static void a_move_is_one_round_trip(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "trip", NULL, NULL, &err));
    expect(PAWL_OK, door_flip(db, "trip", NULL, NULL, &err));
    const int64_t before = stats_of(db).round_trips;
    expect(PAWL_OK, door_flip(db, "trip", NULL, NULL, &err));
    assert_int_equal(stats_of(db).round_trips - before, on_sqlite() ? 0 : 1);
}

static enum pawl_status fail_once(struct pawl_db *db, void *context, struct pawl_error *error) {
    int *calls = context;
    enum pawl_status status = door_flip(db, "again", NULL, NULL, error);
    error->retryable = ++*calls == 1;
    return *calls == 1 ? PAWL_DB : status;
}

static void retries_are_counted_and_results_that_were_rolled_back(void **state) {
    (void)state;
    int calls = 0;
    struct pawl_db *db = open_application();
    const struct pawl_counters before = stats_of(db);
    expect(PAWL_OK, door_create(db, "again", NULL, NULL, &err));
    expect(PAWL_OK, pawl_transact(db, fail_once, &calls, &err));
    const struct pawl_counters stats = stats_of(db);
    assert_int_equal(stats.retries, 1);
    assert_int_equal(stats.transitions[PAWL_OK], 3);
    assert_int_equal(stats.calls - before.calls, 2);
}

static void many_and_all_count_each(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct door_create_item items[3] = {{.id = "a"}, {.id = "b"}, {.id = "a1"}};
    struct door_result results[3];
    expect(PAWL_OK, door_create(db, "b", NULL, NULL, &err));
    expect(PAWL_OK, door_create_many(db, items, 3, NULL, results, &err));
    struct pawl_counters stats = stats_of(db);
    assert_int_equal(stats.transitions[PAWL_OK], 3);
    assert_int_equal(stats.transitions[PAWL_EXISTS], 1);
    const struct pawl_request requests[] = {
        {.machine = &door_machine, .key = {.text = "a"}, .event = DOOR_EVENT_FLIP},
        {.machine = &door_machine, .key = {.text = "b"}, .event = DOOR_EVENT_FLIP}};
    struct pawl_transition moved[2];
    expect(PAWL_OK, pawl_fire_all(db, requests, 2, moved, NULL, &err));
    stats = stats_of(db);
    assert_int_equal(stats.transitions[PAWL_OK], 5);
}

static void no_more_is_written_than_there_is_room(void **state) {
    (void)state;
    struct pawl_counters stats;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "room", NULL, NULL, &err));
    memset(&stats, '?', sizeof stats);
    stats.struct_size = offsetof(struct pawl_counters, retries);
    pawl_stats(db, &stats);
    assert_true(stats.calls > 0);
    assert_int_equal(stats.struct_size, offsetof(struct pawl_counters, retries));
    assert_memory_equal(&stats.retries, "????????", 8);
    stats.struct_size = 0;
    pawl_stats(db, &stats);
    assert_int_equal(stats.transitions[PAWL_OK], 1);
    pawl_stats(NULL, &stats);
    assert_int_equal(stats.calls + stats.transitions[PAWL_OK] + stats.latency_us.sum, 0);
    pawl_pool_stats(NULL, &stats);
    assert_int_equal(stats.calls, 0);
    pawl_stats(db, NULL);
}

/* ---- a pool --------------------------------------------------------------------------------------- */

static atomic_bool is_over;

/* It only rises, whoever counts meanwhile. */
static void *watch(void *context) {
    struct pawl_counters last = {0}, stats = {0};
    while (!is_over) {
        pawl_stats(context, &stats);
        assert_true(stats.calls >= last.calls && stats.transitions[PAWL_OK] >= last.transitions[PAWL_OK]);
        last = stats;
        sleep_ms(1);
    }
    return NULL;
}

struct flipper {
    struct pawl_db *db;
    char key[16];
    enum pawl_status status;
};

static void *flip_often(void *context) {
    struct flipper *flipper = context;
    for (int i = 0; i < FLIPS && flipper->status == PAWL_OK; i++)
        flipper->status = door_flip(flipper->db, flipper->key, NULL, NULL, NULL);
    return NULL;
}

static void hear(void *context, enum pawl_status status, const struct pawl_transition *moved,
                 const struct pawl_error *error) {
    (void)moved, (void)error;
    *(enum pawl_status *)context = status;
}

static void handles_of_a_pool_count_together(void **state) {
    (void)state;
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 2, .lanes = 1};
    struct flipper flippers[THREADS];
    struct pawl_counters stats = {.struct_size = sizeof stats};
    pthread_t watcher;
    pool = open_pool(application_where(), &options);
    pool_gathers_always(pool);
    is_over = false;
    for (int i = 0; i < THREADS; i++) {
        flippers[i] = (struct flipper){.db = open_handle(pool), .status = PAWL_OK};
        snprintf(flippers[i].key, sizeof flippers[i].key, "pool %d", i);
        expect(PAWL_OK, door_create(admin, flippers[i].key, NULL, NULL, &err));
    }
    assert_int_equal(pthread_create(&watcher, NULL, watch, flippers[0].db), 0);
    run_crew(flip_often, flippers, sizeof *flippers, THREADS);
    is_over = true;
    pthread_join(watcher, NULL);
    pawl_pool_stats(pool, &stats);
    const struct pawl_counters of_handle = stats_of(flippers[1].db);
    assert_memory_equal(&stats, &of_handle, sizeof stats);
    assert_int_equal(stats.transitions[PAWL_OK], THREADS * FLIPS);
    assert_int_equal(total(&stats.latency_us), THREADS * FLIPS);
    assert_true(stats.calls >= THREADS * FLIPS);
    assert_true(total(&stats.batch_size) > 0 && stats.batch_size.sum >= THREADS * FLIPS / 2);
    assert_true(total(&stats.batch_size) <= stats.batch_size.sum);
    assert_true(total(&stats.wait_us) > 0);

    enum pawl_status heard = PAWL_PENDING;
    const struct pawl_opts opts = {.struct_size = sizeof opts, .done = hear, .done_context = &heard};
    expect(PAWL_PENDING, door_flip(flippers[0].db, "pool 0", &opts, NULL, &err));
    for (int i = 0; i < 2000 && heard == PAWL_PENDING; i++) {
        pawl_pool_drive(pool);
        sleep_ms(5);
    }
    assert_int_equal(heard, PAWL_OK);
    pawl_pool_stats(pool, &stats);
    assert_int_equal(stats.transitions[PAWL_OK], THREADS * FLIPS + 1);
    assert_int_equal(stats.transitions[PAWL_PENDING], 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(flippers[i].status, PAWL_OK);
        pawl_close(flippers[i].db);
    }
    pawl_pool_stats(pool, &stats); /* what closed handles have counted stays */
    assert_int_equal(stats.transitions[PAWL_OK], THREADS * FLIPS + 1);
}

static int next_test(void **state) {
    (void)state;
    admin = open_administrator();
    forge("delete from door_transitions");
    forge("delete from door_current");
    return 0;
}
#define EACH(function) cmocka_unit_test_setup_teardown(function, next_test, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(a_handle_counts_its_calls_and_results),
        EACH(a_move_is_one_round_trip),
        EACH(retries_are_counted_and_results_that_were_rolled_back),
        EACH(many_and_all_count_each),
        EACH(no_more_is_written_than_there_is_room),
        EACH(handles_of_a_pool_count_together),
    };
    moves_only(&door_machine, NULL);
    return run_suite(tests);
}
