#include "failing_driver.h"

#include <driver.h>

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

/* Two calls in one. */
static enum pawl_status failing_query_and_commit(struct pawl_db *db, const char *sql,
                                                 const struct value *values, size_t value_count, row_fn *row,
                                                 void *context, struct pawl_error *error) {
    if (fails_now())
        return real->query_and_commit(db, "this call fails", NULL, 0, NULL, NULL, error);
    if (fails_now()) {
        enum pawl_status status = real->query(db, sql, values, value_count, row, context, error);
        return status == PAWL_OK ? fail_one(db, error) : status;
    }
    return real->query_and_commit(db, sql, values, value_count, row, context, error);
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
    if (real->query_and_commit)
        failing.query_and_commit = failing_query_and_commit;
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
