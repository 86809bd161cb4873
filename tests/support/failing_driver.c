#include "failing_driver.h"

#include <core/handle.h>
#include <flow/flow.h>

static const struct driver *real;
static struct driver failing;
static struct call_driver failing_calls;
static struct step_driver failing_steps;
static struct flow_driver failing_flows;
static long calls_left;   /* 0: none fails */
static long answers_left; /* 0: none is lost */
static bool answer_is_lost, is_claiming;

static bool fails_now(void) {
    answer_is_lost = false;
    return calls_left > 0 && --calls_left == 0;
}

static enum pawl_status fail_one(struct pawl_db *db, struct pawl_error *error) {
    return real->exec(db, "this call fails", error);
}

static enum pawl_status failing_exec(struct pawl_db *db, const char *sql, struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->exec(db, sql, error);
}

static enum pawl_status lose_it(enum pawl_status status, struct pawl_error *error) {
    if (status != PAWL_OK || is_claiming || answers_left == 0 || --answers_left > 0)
        return status;
    answer_is_lost = true;
    return error_set(error, PAWL_DB, "it was ended, and nobody knows when");
}

static bool failing_answer_lost(const struct pawl_db *db) {
    return answer_is_lost || real->answer_lost(db);
}

static enum pawl_status failing_commit(struct pawl_db *db, struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : lose_it(real->commit(db, error), error);
}

static enum pawl_status failing_claim(struct pawl_db *db, const struct run_claim *claim,
                                      struct pawl_error *error) {
    is_claiming = true;
    enum pawl_status status = real->flows->claim(db, claim, error);
    is_claiming = false;
    return status;
}

static enum pawl_status failing_save(struct pawl_db *db, struct run_save *save, bool commits,
                                     struct pawl_error *error) {
    const long before = answers_left;
    enum pawl_status status = real->flows->save(db, save, commits, error);
    const bool is_committed = save->answer.status == PAWL_OK && (commits || !db->transaction_open);
    return is_committed && answers_left == before ? lose_it(status, error) : status;
}

static enum pawl_status failing_query(struct pawl_db *db, const char *sql, const struct value *values,
                                      size_t value_count, row_fn *row, void *context,
                                      struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->query(db, sql, values, value_count, row, context, error);
}

static enum pawl_status failing_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                               struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->exec_with_next(db, sql, next, error);
}

/* Several calls in one. */
static enum pawl_status failing_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                          enum end_of_queries end, struct pawl_error *error) {
    for (size_t i = 0; i < count + (end == QUERIES_COMMIT); i++) {
        if (!fails_now())
            continue;
        enum pawl_status status =
            i ? real->calls->query_all(db, queries, i, QUERIES_LEAVE_OPEN, error) : PAWL_OK;
        return status == PAWL_OK ? fail_one(db, error) : status;
    }
    return real->calls->query_all(db, queries, count, end, error);
}

static enum pawl_status failing_write(struct pawl_db *db, const char *table, const char *sql,
                                      const struct value *values, size_t value_count,
                                      struct pawl_error *error) {
    return fails_now() ? fail_one(db, error) : real->steps->write(db, table, sql, values, value_count, error);
}

struct pawl_db *open_failing(void) {
    struct pawl_db *db = open_application();
    real = db->driver;
    failing = *real;
    failing.exec = failing_exec;
    failing.exec_with_next = failing_exec_with_next;
    failing.commit = failing_commit;
    failing.query = failing_query;
    failing.answer_lost = failing_answer_lost;
    failing_flows = *real->flows;
    failing_flows.claim = failing_claim;
    failing_flows.save = failing_save;
    failing.flows = &failing_flows;
    if (real->calls) {
        failing_calls = *real->calls;
        failing_calls.query_all = failing_query_all;
        failing.calls = &failing_calls;
    }
    if (real->steps) {
        failing_steps = *real->steps;
        failing_steps.write = failing_write;
        failing.steps = &failing_steps;
    }
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

void lose_answer(long number) {
    answers_left = number;
}

bool has_lost_answer(void) {
    bool has_lost = answers_left == 0;
    answers_left = 0;
    return has_lost;
}
