#include "dying_driver.h"

#include <core/handle.h>
#include <signal.h>

static const struct driver *real;
static struct driver dying;
static struct call_driver dying_calls;
static struct step_driver dying_steps;
static long points_left = -1;
static void (*at_point)(void);

static void die(void) {
    raise(SIGKILL);
}

void call_at(long point, void (*function)(void)) {
    points_left = point;
    at_point = function;
}

void die_at(long point) {
    call_at(point, die);
}

void pass_point(void) {
    if (points_left >= 0 && points_left-- == 0)
        at_point();
}

static enum pawl_status behind(enum pawl_status status) {
    pass_point();
    return status;
}

static enum pawl_status dying_exec(struct pawl_db *db, const char *sql, struct pawl_error *error) {
    pass_point();
    return behind(real->exec(db, sql, error));
}

static enum pawl_status dying_commit(struct pawl_db *db, struct pawl_error *error) {
    pass_point();
    return behind(real->commit(db, error));
}

static enum pawl_status dying_query(struct pawl_db *db, const char *sql, const struct value *values,
                                    size_t value_count, row_fn *row, void *context,
                                    struct pawl_error *error) {
    pass_point();
    return behind(real->query(db, sql, values, value_count, row, context, error));
}

static enum pawl_status dying_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                             struct pawl_error *error) {
    pass_point();
    return behind(real->exec_with_next(db, sql, next, error));
}

static enum pawl_status dying_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                        enum end_of_queries end, struct pawl_error *error) {
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < count; i++) {
        pass_point();
        status = behind(real->calls->query_all(db, &queries[i], 1, QUERIES_LEAVE_OPEN, error));
    }
    return status == PAWL_OK && end == QUERIES_COMMIT ? behind(real->commit(db, error)) : status;
}

static enum pawl_status dying_write(struct pawl_db *db, const char *table, const char *sql,
                                    const struct value *values, size_t value_count,
                                    struct pawl_error *error) {
    pass_point();
    return behind(real->steps->write(db, table, sql, values, value_count, error));
}

void make_dying(struct pawl_db *db) {
    if (db->driver == &dying)
        return;
    real = db->driver;
    dying = *real;
    dying.exec = dying_exec;
    dying.exec_with_next = dying_exec_with_next;
    dying.commit = dying_commit;
    dying.query = dying_query;
    if (real->calls) {
        dying_calls = *real->calls;
        dying_calls.query_all = dying_query_all;
        dying.calls = &dying_calls;
    }
    if (real->steps) {
        dying_steps = *real->steps;
        dying_steps.write = dying_write;
        dying.steps = &dying_steps;
    }
    db->driver = &dying;
}
