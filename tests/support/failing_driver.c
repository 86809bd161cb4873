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

/* Three calls in one: before, the query, the commit. */
static enum pawl_status failing_round_trip(struct pawl_db *db, const char *before, const char *sql,
                                           const struct value *values, size_t value_count, row_fn *row,
                                           void *context, bool commits, struct pawl_error *error) {
    if (before && fails_now())
        return fail_one(db, error);
    if (fails_now())
        return real->round_trip(db, before, "this call fails", NULL, 0, NULL, NULL, commits, error);
    if (commits && fails_now()) {
        enum pawl_status status =
            real->round_trip(db, before, sql, values, value_count, row, context, false, error);
        return status == PAWL_OK ? fail_one(db, error) : status;
    }
    return real->round_trip(db, before, sql, values, value_count, row, context, commits, error);
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
    failing.commit = failing_commit;
    failing.query = failing_query;
    if (real->round_trip)
        failing.round_trip = failing_round_trip;
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
