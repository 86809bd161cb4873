#include "flow/calls.h"

#include "postgres/flow.sql.h"
#include "postgres/postgres.h"

/* Runs on PostgreSQL: each question is one call of a function there. */

static struct value type_of(const void *context, size_t index) {
    return value_text(((const struct run_lock *)context)[index].type);
}

static struct value key_of(const void *context, size_t index) {
    return value_text(((const struct run_lock *)context)[index].key);
}

/* Two arrays: types and keys. */
static enum pawl_status lock_arrays(struct pawl_db *db, const struct run_lock *locks, size_t count,
                                    struct value values[2], struct pawl_error *err) {
    TRY(db->driver->array(db, PAWL_TYPE_TEXT, count, type_of, locks, &values[0], err));
    return db->driver->array(db, PAWL_TYPE_TEXT, count, key_of, locks, &values[1], err);
}

static enum pawl_status postgres_lock_for_run(struct pawl_db *db, const struct run_row *row,
                                              const struct run_lock *locks, size_t count,
                                              struct run_answer *answer, struct pawl_error *err) {
    struct run_reading reading = {db, answer};
    struct value values[] = {value_bigint(row->id),
                             value_bigint(row->claim),
                             value_text(locks[0].scope),
                             {0},
                             {0},
                             value_bigint(flow_clock_offset_us)};
    TRY(lock_arrays(db, locks, count, &values[3], err));
    return db->driver->query(db, sql_lock, values, sizeof values / sizeof *values, run_read_answer, &reading,
                             err);
}

const struct flow_driver postgres_flows = {
    SQL_MEMBERS, /* what flow.sql has of it */
    .lock_values = lock_arrays,
    .start = flow_call_start,
    .claim = flow_call_claim,
    .lock = postgres_lock_for_run,
    .save = flow_call_save,
    .say = flow_call_say,
};
