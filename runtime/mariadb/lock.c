/* Locks on MariaDB: each question is one call of a function there, which decides. */
#include "lock/calls.h"

#include "mariadb/lock.sql.h"
#include "mariadb/mariadb.h"

#include <stdio.h>

/* ---- until the end of the transaction ----------------------------------------------------------- */

/*
 * How long it waits for locks its own text limits. is_over: it has waited longer; nothing of it was done, and
 * the transaction goes on.
 */
static enum pawl_status query_within(struct pawl_db *db, const struct query *query, bool *is_over,
                                     struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    enum pawl_status status = mariadb_query_all(db, query, 1, QUERIES_LEAVE_OPEN, &own);
    /* unless the server undoes more than the statement (innodb_rollback_on_timeout) */
    *is_over =
        status == PAWL_DB && mariadb_is_busy(&own) && mariadb_of(db)->state.transaction != TRANSACTION_UNDONE;
    if (*is_over) {
        mariadb_go_on(mariadb_of(db));
        return PAWL_OK;
    }
    error_copy(err, &own);
    return status;
}

/* The server counts whole seconds. */
enum pawl_status mariadb_query_patiently(struct pawl_db *db, const struct query *query, int64_t timeout_ms,
                                         bool *is_over, struct pawl_error *err) {
    struct patience patience = patience_of(timeout_ms);
    enum pawl_status status;
    do
        status = query_within(db, query, is_over, err);
    while (status == PAWL_OK && *is_over && patience_sleep(&patience));
    return status;
}

static enum pawl_status mariadb_lock_key(struct pawl_db *db, const char *type, const char *key,
                                         int64_t timeout_ms, struct lock_answer *answer,
                                         struct pawl_error *err) {
    const bool waits_for_ever = timeout_ms < 0;
    const struct value values[] = {value_text(type), value_text(key)};
    const struct query query = {.sql = waits_for_ever ? sql_lock_in_time : sql_lock_at_once,
                                .values = values,
                                .value_count = 2,
                                .row = lock_read_status,
                                .context = answer};
    bool is_over = false;
    enum pawl_status status =
        mariadb_query_patiently(db, &query, waits_for_ever ? 0 : timeout_ms, &is_over, err);
    if (is_over)
        *answer = (struct lock_answer){.status = PAWL_LOCKED};
    return status;
}

/* ---- held locks, freezes, and what waits for them ------------------------------------------------ */

/* What is under way is waited for a second; the caller asks again. */
static enum pawl_status wait_a_second(struct pawl_db *db, const struct query *query, const char *under_way,
                                      struct lock_answer *answer, struct pawl_error *err) {
    bool is_over = false;
    enum pawl_status status = query_within(db, query, &is_over, err);
    if (is_over) {
        answer->status = PAWL_LOCKED;
        snprintf(answer->detail, sizeof answer->detail, "%s", under_way);
    }
    return status;
}

static enum pawl_status mariadb_ask_lock(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    struct value values[LOCK_VALUE_MAX];
    const struct query query = lock_call_query(db, call, values);
    if (call->request == LOCK_ACQUIRE)
        return wait_a_second(
            db, &query,
            "transitions of this key are under way, or transactions that lock gaps, as above READ COMMITTED",
            &call->answer, err);
    if (call->request == LOCK_FREEZE)
        return wait_a_second(db, &query,
                             "moves outside of a transaction are under way, or transactions that have read "
                             "an earlier freeze or lock gaps",
                             &call->answer, err);
    bool is_over = false;
    /* others wait behind it as long as it waits for a transaction in which a move was refused: it lets them
     * by */
    if (call->request == LOCK_THAW)
        return mariadb_query_patiently(db, &query, PAWL_WAIT, &is_over, err);
    return mariadb_query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}

/* A freeze that cannot be forgotten yet is in nobody's way: see LOCK_THAW. */
static enum pawl_status mariadb_wake_machine(struct pawl_db *db, const char *machine,
                                             struct pawl_error *err) {
    const struct value name = value_text(machine);
    const struct query query = {.sql = sql_wake, .values = &name, .value_count = 1};
    bool is_over = false;
    return query_within(db, &query, &is_over, err);
}

const struct lock_driver mariadb_locks = {
    SQL_MEMBERS, /* what lock.sql has of it */
    .lock = mariadb_lock_key,
    .ask = mariadb_ask_lock,
    .wake = mariadb_wake_machine,
};
