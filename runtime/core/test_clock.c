#include "core/error.h"
#include "core/json.h"
#include "core/schema.h"
#include "core/transact.h"
#include "core/transaction.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * A test moves the clock forward by moving everything that Pawl has stored back: nothing is added to the
 * statements of transitions, and only a database that was set up for it has the function that may do so.
 */

enum pawl_status pawl_test_clock_set_up(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "pawl_test_clock_set_up: db is NULL");
    db->sets_test_clock = true;
    return PAWL_OK;
}

static enum pawl_status add_moving_statement(void *context, const struct cell *cells,
                                             struct pawl_error *err) {
    struct json *statements = context;
    json_printf(statements, "%s;", cells[0].text);
    return memory_check(!statements->failed, err);
}

static enum pawl_status move_times(struct pawl_db *db, void *context, struct pawl_error *err) {
    const int64_t *duration_us = context;
    const struct value value = value_bigint(*duration_us);
    struct json statements = {.memory = operation_results(db)};
    if (db->driver->steps) {
        TRY(db->driver->query(db, db->driver->pass_time, &value, 1, add_moving_statement, &statements, err));
        return db->driver->exec(db, statements.text, err);
    }
    char call[160];
    snprintf(call, sizeof call, "%s %" PRId64 ")", db->driver->pass_time, *duration_us);
    return db->driver->exec_script(db, call, err);
}

static enum pawl_status move_times_in_bracket(struct pawl_db *db, void *context, struct pawl_error *err) {
    return steps_in_bracket(db, move_times, context, err);
}

enum pawl_status pawl_test_clock_add(struct pawl_db *db, int64_t duration_us, struct pawl_error *err) {
    OPERATION(db, err);
    int64_t test_clock = 0;
    TRY(schema_begin(db, err));
    TRY(check_outside(db, "pawl_test_clock_add", "commit first: it moves the times of all entities", err));
    TRY(duration_check("pawl_test_clock_add", "duration_us", duration_us, 1, 1, err));
    TRY(read_rows(db, db->driver->find_test_clock, NULL, 0, read_number, &test_clock, err));
    if (test_clock <= 0)
        return error_advise(err, PAWL_MISUSE,
                            "a test clock is set up in an empty database, before its first machine or flow: "
                            "with pawlctl apply --test-clock, or pawl_test_clock_set_up",
                            "this database has no test clock");
    return judge_right(db, ROLE_APP, make_attempts(db, move_times_in_bracket, &duration_us, err), err);
}
