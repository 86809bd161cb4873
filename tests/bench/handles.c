/* Handles of Pawl: with a connection each, or of the one pool. */
#include "bench.h"

#include "pawl.h"

#include <poll.h>
#include <string.h>

enum { PATIENCE_MS = 30000 };

static struct pawl_pool *pool;

static void must(enum pawl_status status, const char *where, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("opening %s: %s: %s", where, pawl_status_name(status), err->message);
    }
}

void bench_open_pool(const char *where) {
    struct pawl_error err = PAWL_ERROR_INIT;
    must(pawl_pool_open(&pool, where, NULL, &err), where, &err);
}

void bench_close_pool(void) {
    pawl_pool_close(pool);
    pool = NULL;
}

void bench_drive_pool(void) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pollfd told = {.fd = pawl_pool_fd(pool, &err), .events = POLLIN};
    if (told.fd < 0 || poll(&told, 1, PATIENCE_MS) != 1) {
        bench_fail("the pool has told nothing for %d ms: %s", PATIENCE_MS, err.message);
    }
    pawl_pool_drive(pool);
}

struct pawl_db *bench_open(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    must(strcmp(where, BENCH_POOL) == 0 ? pawl_pool_handle(pool, &db, &err) : pawl_open(&db, where, &err),
         where, &err);
    return db;
}

void bench_close(void *handle) {
    pawl_close(handle);
}
