/*
 * No allocation of libpawl's own on a move after the first. Linked with --wrap for what is counted here,
 * which reaches libpawl and these tests but not libpq and SQLite, that are shared libraries.
 */
#include "../support/database.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door.h"

static atomic_long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    allocations++;
    return __real_realloc(old, size);
}

char *__wrap_strdup(const char *text) {
    allocations++;
    return __real_strdup(text);
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

int main(void) {
    const struct CMUnitTest tests[] = {TEST(moves_and_reads_allocate_nothing)};
    return run_suite(tests);
}
