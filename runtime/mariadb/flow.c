/* Runs on MariaDB: each question is one call of a function there. */
#include "flow/calls.h"

#include "core/json.h"
#include "mariadb/flow.sql.h"
#include "mariadb/mariadb.h"

/* How long others who change the same locks are waited for, before the run stands in the queue. */
#define LOCK_WAITS_MS 200

#define COUNT(values) (sizeof(values) / sizeof *(values))

/* One list of [type, key], and nothing. */
static enum pawl_status lock_list(struct pawl_db *db, const struct run_lock *locks, size_t count,
                                  struct value values[2], struct pawl_error *err) {
    struct json json = {.memory = operation_results(db)};
    for (size_t i = 0; i < count; i++) {
        json_printf(&json, "%s[", i > 0 ? ", " : "[");
        json_put_string(&json, locks[i].type);
        json_printf(&json, ", ");
        json_put_string(&json, locks[i].key);
        json_printf(&json, "]");
    }
    json_printf(&json, "%s", count > 0 ? "]" : "[]");
    const char *text = json_end(&json);
    values[0] = value_text(text);
    values[1] = value_text(NULL);
    return memory_check(text, err);
}

static enum pawl_status claim_found_run(struct pawl_db *db, const struct run_claim *claim,
                                        struct pawl_error *err) {
    if (claim->run != 0)
        return flow_call_claim(db, claim, err);
    struct value values[CLAIM_DUE_VALUES];
    claim_due_values(claim, values);
    return db->driver->query(db, mariadb_flows.call_claim_due, values, COUNT(values), claim->row,
                             claim->context, err);
}

/*
 * A call that takes locks, first by the text that waits for nobody. is_busy, one of its values, says whether
 * those who change them were waited for in vain: within a function MariaDB lets nobody go on who has waited
 * too long.
 */
static enum pawl_status ask_for_locks(struct pawl_db *db, const char *at_once, const char *sql,
                                      struct value *values, size_t count, struct value *is_busy,
                                      struct run_answer *answer, struct pawl_error *err) {
    struct run_reading reading = {db, answer};
    struct query query = {
        .sql = at_once, .values = values, .value_count = count, .row = run_read_answer, .context = &reading};
    bool is_over = false;
    *is_busy = value_number(PAWL_TYPE_BOOL, false);
    enum pawl_status status = mariadb_query_patiently(db, &query, LOCK_WAITS_MS, &is_over, err);
    if (status != PAWL_OK || !is_over)
        return status;
    *is_busy = value_number(PAWL_TYPE_BOOL, true);
    query.sql = sql;
    return db->driver->calls->query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}

static enum pawl_status lock_for_run(struct pawl_db *db, const struct run_row *row,
                                     const struct run_lock *locks, size_t count, struct run_answer *answer,
                                     struct pawl_error *err) {
    struct value given[2];
    TRY(lock_list(db, locks, count, given, err));
    struct value values[] = {value_bigint(row->id),
                             value_bigint(row->claim),
                             value_text(locks[0].scope),
                             given[0],
                             {0},
                             value_bigint(flow_clock_offset_us)};
    return ask_for_locks(db, sql_lock_at_once, sql_lock, values, COUNT(values), &values[4], answer, err);
}

/* With locks it is two calls: only where they are taken, nobody is waited for. */
static enum pawl_status start_and_enter(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_start *start = context;
    struct value given[2];
    enum pawl_status status = flow_call_start(db, start, err);
    if (status != PAWL_OK || start->answer.status != PAWL_OK)
        return status;
    TRY(lock_list(db, start->locks, start->lock_count, given, err));
    struct value values[] = {
        value_bigint(start->answer.run), given[0], {0}, value_bigint(flow_clock_offset_us)};
    return ask_for_locks(db, sql_enter_at_once, sql_enter, values, COUNT(values), &values[2], &start->answer,
                         err);
}

static enum pawl_status start_run(struct pawl_db *db, struct run_start *start, struct pawl_error *err) {
    return start->lock_count > 0 ? steps_in_bracket(db, start_and_enter, start, err)
                                 : flow_call_start(db, start, err);
}

const struct flow_driver mariadb_flows = {
    SQL_MEMBERS, /* what flow.sql has of it */
    .lock_values = lock_list,
    .start = start_run,
    .claim = claim_found_run,
    .lock = lock_for_run,
    .save = flow_call_save,
    .say = flow_call_say,
};
