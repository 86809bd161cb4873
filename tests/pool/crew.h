/* Threads with a handle of one pool each, and connections that are cut or ended below it. */
#ifndef TEST_POOL_CREW_H
#define TEST_POOL_CREW_H

#include "../conformance/machines.h"

#include <pthread.h>

/* Opens a pool for the test, or fails. */
static inline struct pawl_pool *open_pool(const char *where, const struct pawl_pool_options *options) {
    struct pawl_pool *pool = NULL;
    expect(PAWL_OK, pawl_pool_open(&pool, where, options, &err));
    return pool;
}

static inline struct pawl_db *open_handle(struct pawl_pool *pool) {
    struct pawl_db *db = NULL;
    expect(PAWL_OK, pawl_pool_handle(pool, &db, &err));
    return db;
}

/* Runs work(members[i]) in a thread each, all at once, and waits for all. size: of a member. */
static inline void run_crew(void *(*work)(void *), void *members, size_t size, size_t count) {
    pthread_t threads[64];
    assert_true(count <= sizeof threads / sizeof *threads);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (char *)members + i * size), 0);
    for (size_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

#endif
