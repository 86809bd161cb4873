#include "failing_driver.h"

#include <core/handle.h>

static const struct driver *real;
static struct driver failing;
static long calls_left; /* 0: none fails */

static bool fails_now(void) {
    return calls_left > 0 && --calls_left == 0;
}

static enum pawl_status fail_one(struct pawl_db *db, struct pawl_error *error) {
    return real->exec(db, "this call fails", error);
}

static enum pawl_status failing_exec(struct pawl_db *db, const char *sql, struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->exec(db, sql, error);
}

static enum pawl_status failing_commit(struct pawl_db *db, struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->commit(db, error);
}

static enum pawl_status failing_query(struct pawl_db *db, const char *sql, const struct value *values,
                                      size_t value_count, row_fn *row, void *context,
                                      struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->query(db, sql, values, value_count, row, context, error);
}

static enum pawl_status failing_exec_with_next(struct pawl_db *db, const char *sql, bool hands_over,
                                               struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->exec_with_next(db, sql, hands_over, error);
}

/* Several calls in one. */
static enum pawl_status failing_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                          bool commits, struct pawl_error *error) {
    for (size_t i = 0; i < count + commits; i++) {
        if (!fails_now())
            continue;
        enum pawl_status status = i ? real->query_all(db, queries, i, false, error) : PAWL_OK;
        return status == PAWL_OK ? fail_one(db, error) : status;
    }
    return real->query_all(db, queries, count, commits, error);
}

static enum pawl_status failing_write(struct pawl_db *db, const char *table, const char *sql,
                                      const struct value *values, size_t value_count,
                                      struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->write(db, table, sql, values, value_count, error);
}

struct pawl_db *open_failing(void) {
    struct pawl_db *db = open_application();
    real = db->driver;
    failing = *real;
    failing.exec = failing_exec;
    failing.exec_with_next = failing_exec_with_next;
    failing.commit = failing_commit;
    failing.query = failing_query;
    if (real->query_all)
        failing.query_all = failing_query_all;
    if (real->write)
        failing.write = failing_write;
    db->driver = &failing;
    return db;
}

void fail_call(long number) {
    calls_left = number;
}

bool has_failed_call(void) {
    bool has_failed = calls_left == 0;
    calls_left = 0;
    return has_failed;
}
