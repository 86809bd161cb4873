/*
 * No allocation of libpawl's own on a move after the first; and what is answered where one fails. Linked with
 * --wrap for what is counted here, which reaches libpawl and these tests but not libpq and SQLite, that are
 * shared libraries.
 */
#include "../support/database.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bid.h"
#include "door.h"

static atomic_long allocations, left; /* so many until one fails; 0: none does */

static bool fails_now(void) {
    allocations++;
    return left > 0 && --left == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size) {
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails_now() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text) {
    return fails_now() ? NULL : __real_strdup(text);
}

/* A move that is done, one that is refused, one that is repeated under its id, and a read. */
static void use_once(struct pawl_db *db, int number) {
    char id[32];
    struct door_current current;
    struct pawl_opts opts = {.actor = "somebody", .request_id = id};
    snprintf(id, sizeof id, "request %d", number);
    expect(PAWL_OK, door_flip(db, "front", &opts, NULL, &err));
    expect(PAWL_OK, door_flip(db, "front", &opts, NULL, &err));
    expect(PAWL_ILLEGAL, door_unlock(db, "front", NULL, NULL, &err));
    expect(PAWL_OK, door_get(db, "front", &current, &err));
}

static void moves_and_reads_allocate_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "front", NULL, NULL, &err));
    assert_int_not_equal(allocations, 0); /* they are counted at all */
    /* twice: the results of a call and of the one before it have a memory each */
    use_once(db, 0);
    use_once(db, 1);
    long before = allocations;
    for (int number = 2; number < 100; number++)
        use_once(db, number);
    assert_int_equal(allocations - before, 0);
}

/* ---- where there is no memory --------------------------------------------------------------------- */

enum { BIDS = 300 };

static int create_with_bids(void **state) {
    if (database_create(state) != 0)
        return -1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table purses (bid text primary key, amount bigint not null)");
    expect(PAWL_OK, bid_apply(db, &err));
    if (on_postgres())
        execute(db, "grant select, insert on notes to pawl_owner; grant select on purses to pawl_owner");
    return close_handles(state);
}

static char ids[BIDS][16];
static struct bid_raise_item raises[BIDS];

/* Of every second one the guard refuses the amount. */
static void name_bids(void) {
    static struct bid_create_item creations[BIDS];
    struct bid_result results[BIDS];
    for (int i = 0; i < BIDS; i++) {
        snprintf(ids[i], sizeof ids[i], "b%d", i);
        creations[i] = (struct bid_create_item){.id = ids[i]};
        raises[i] = (struct bid_raise_item){.id = ids[i], .args.amount = i % 2 ? 1 : 100};
    }
    expect(PAWL_OK, bid_create_many(open_administrator(), creations, BIDS, NULL, results, &err));
}

static enum pawl_status flip(struct pawl_db *db) {
    return door_flip(db, "poor", NULL, NULL, &err);
}

static enum pawl_status raise_all(struct pawl_db *db) {
    struct bid_result results[BIDS];
    return bid_raise_many(db, raises, BIDS, NULL, results, &err);
}

/* Each allocation fails in turn, on a handle that has its memory from none before. */
static void expect_truth(enum pawl_status (*move)(struct pawl_db *db), const char *moves) {
    struct pawl_db *admin = open_administrator();
    bool has_failed = true;
    for (long number = 1; has_failed; number++) {
        struct pawl_db *db = NULL;
        expect(PAWL_OK, pawl_open(&db, application_where(), &err));
        char *before = rows_of(admin, moves);
        left = number;
        const enum pawl_status status = move(db);
        has_failed = left == 0;
        left = 0;
        char *after = rows_of(admin, moves);
        pawl_close(db);
        const bool is_moved = strcmp(before, after) != 0;
        free(before);
        free(after);
        if (status != PAWL_UNKNOWN && is_moved != (status == PAWL_OK))
            fail_msg("without allocation %ld it answers %s (%s), and it %s", number, pawl_status_name(status),
                     err.message, is_moved ? "is done" : "is not done");
        if (is_moved)
            execute(admin, "delete from notes");
    }
}

static void p6_without_memory_nothing_is_told_that_is_not_so(void **state) {
    (void)state;
    expect(PAWL_OK, door_create(open_administrator(), "poor", NULL, NULL, &err));
    expect_truth(flip, "select sort_key from door_current where door_id = 'poor'");
    name_bids();
    expect_truth(raise_all, "select sum(sort_key) from bid_current");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(moves_and_reads_allocate_nothing),
        TEST(p6_without_memory_nothing_is_told_that_is_not_so),
    };
    moves_only(&door_machine, NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_with_bids, database_drop) : 77;
}
