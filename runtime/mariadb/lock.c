/* Locks on MariaDB: each question is one call of a function there, which decides. */
#include "lock/lock.h"

#include "core/clock.h"
#include "mariadb/lock.sql.h"
#include "mariadb/mariadb.h"

#include <mysqld_error.h>
#include <stdio.h>

/* cells: status, token, until, detail */
static enum pawl_status read_lock_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct lock_answer *answer = context;
    (void)err;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    answer->token = cells[1].number;
    snprintf(answer->detail, sizeof answer->detail, "%s", cells[3].text ? cells[3].text : "");
    return PAWL_OK;
}

/* Of a function that answers with a status alone. */
static enum pawl_status read_status(void *context, const struct cell *cells, struct pawl_error *err) {
    struct lock_answer *answer = context;
    (void)err;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    return PAWL_OK;
}

#define CALL(sql, read, ...) db->driver->query(db, sql, VALUES(__VA_ARGS__), read, answer, err)

/* ---- until the end of the transaction ----------------------------------------------------------- */

/* is_over: it has waited longer for a lock than the session's limit says, which is set beforehand. */
static enum pawl_status query_within(struct pawl_db *db, const struct query *query, const char *limit,
                                     bool *is_over, struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    *is_over = false;
    enum pawl_status status = mariadb_exec(db, limit, err);
    if (status != PAWL_OK)
        return status;
    const bool had_failed = of(db)->has_failed;
    status = mariadb_query_all(db, query, 1, false, &own);
    *is_over = status == PAWL_DB && own.native_code == ER_LOCK_WAIT_TIMEOUT;
    if (*is_over)
        of(db)->has_failed = had_failed;
    if (!of(db)->is_broken && !of(db)->is_undone && !of(db)->has_failed)
        mariadb_exec(db, sql_waits_as_before, NULL);
    if (*is_over)
        return PAWL_OK;
    error_copy(err, &own);
    return status;
}

/* The server counts whole seconds. */
enum pawl_status mariadb_query_patiently(struct pawl_db *db, const struct query *query, int64_t timeout_ms,
                                         bool *is_over, struct pawl_error *err) {
    if (timeout_ms < 0)
        return query_within(db, query, sql_waits_for_ever, is_over, err);
    struct patience patience = patience_of(timeout_ms);
    enum pawl_status status;
    do
        status = query_within(db, query, sql_waits_not, is_over, err);
    while (status == PAWL_OK && *is_over && patience_sleep(&patience));
    return status;
}

static enum pawl_status mariadb_lock_key(struct pawl_db *db, const char *type, const char *key,
                                         int64_t timeout_ms, struct lock_answer *answer,
                                         struct pawl_error *err) {
    const struct value values[] = {value_text(type), value_text(key)};
    const struct query query = {
        .sql = sql_lock, .values = values, .value_count = 2, .row = read_status, .context = answer};
    bool is_over = false;
    enum pawl_status status = mariadb_query_patiently(db, &query, timeout_ms, &is_over, err);
    if (is_over)
        *answer = (struct lock_answer){.status = PAWL_LOCKED};
    return status;
}

/* ---- held locks, freezes, and what waits for them ------------------------------------------------ */

/* What is under way is waited for a second; the caller asks again. */
static enum pawl_status wait_a_second(struct pawl_db *db, const struct query *query, const char *under_way,
                                      struct lock_answer *answer, struct pawl_error *err) {
    bool is_over = false;
    enum pawl_status status = query_within(db, query, sql_waits_a_second, &is_over, err);
    if (is_over) {
        answer->status = PAWL_LOCKED;
        snprintf(answer->detail, sizeof answer->detail, "%s", under_way);
    }
    return status;
}

static enum pawl_status acquire(struct pawl_db *db, const struct lock_call *call, struct lock_answer *answer,
                                struct pawl_error *err) {
    const struct value values[] = {value_text(call->lock.type), value_text(call->lock.key),
                                   value_text(call->lock.owner), value_bigint_or_null(call->lease_ms),
                                   value_bigint(call->waits_ms)};
    const struct query query = {
        .sql = sql_acquire, .values = values, .value_count = 5, .row = read_lock_answer, .context = answer};
    return wait_a_second(
        db, &query,
        "moves of this key are under way, or transactions that lock gaps, as above READ COMMITTED", answer,
        err);
}

static enum pawl_status freeze(struct pawl_db *db, const struct lock_call *call, struct lock_answer *answer,
                               struct pawl_error *err) {
    const struct value values[] = {value_text(call->lock.type),
                                   value_text(call->mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"),
                                   value_bigint_or_null(call->until_us), value_text(call->reason)};
    const struct query query = {
        .sql = sql_freeze, .values = values, .value_count = 4, .row = read_lock_answer, .context = answer};
    return wait_a_second(db, &query,
                         "moves outside of a transaction are under way, or transactions that have read an "
                         "earlier freeze or lock gaps",
                         answer, err);
}

/* Others wait behind one who waits for a transaction in which a move was refused: so he lets them by, again
 * and again. */
static enum pawl_status thaw(struct pawl_db *db, const struct lock_call *call, struct lock_answer *answer,
                             struct pawl_error *err) {
    const struct value type = value_text(call->lock.type);
    const struct query query = {
        .sql = sql_thaw, .values = &type, .value_count = 1, .row = read_lock_answer, .context = answer};
    struct patience patience = patience_of(PAWL_WAIT);
    enum pawl_status status;
    bool is_over = false;
    do
        status = query_within(db, &query, sql_waits_a_second, &is_over, err);
    while (status == PAWL_OK && is_over && patience_sleep(&patience));
    return status;
}

static enum pawl_status mariadb_ask_lock(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    struct lock_answer *answer = &call->answer;
    const struct value type = value_text(call->lock.type), key = value_text(call->lock.key);
    const struct value owner = value_text(call->lock.owner), token = value_bigint(call->lock.token);
    const struct value reason = value_text(call->reason);
    const struct deferred *event = call->deferred;
    switch (call->request) {
    case LOCK_ACQUIRE:
        return acquire(db, call, answer, err);
    case LOCK_RENEW:
        return CALL(sql_renew, read_lock_answer, type, key, owner, token,
                    value_bigint_or_null(call->lease_ms));
    case LOCK_RELEASE:
        return CALL(sql_release, read_lock_answer, type, key, owner, token);
    case LOCK_BREAK:
        return CALL(sql_break, read_lock_answer, type, key, reason);
    case LOCK_FREEZE:
        return freeze(db, call, answer, err);
    case LOCK_THAW:
        return thaw(db, call, answer, err);
    case LOCK_DEFER:
    case LOCK_REQUEST_COUNT:
        break;
    }
    answer->status = PAWL_MISMATCH; /* without a row */
    return CALL(sql_defer, read_lock_answer, value_text(event->machine), value_text(event->entity),
                value_text(event->request_id), value_text(event->event), value_text(event->arguments),
                value_text(event->actor), value_text(event->lock_owner),
                value_bigint_or_null(event->lock_token), value_text(event->fingerprint));
}

/* A freeze that cannot be forgotten yet is in nobody's way: see thaw. */
static enum pawl_status mariadb_wake_machine(struct pawl_db *db, const char *machine,
                                             struct pawl_error *err) {
    const struct value name = value_text(machine);
    const struct query query = {.sql = sql_wake, .values = &name, .value_count = 1};
    bool is_over = false;
    return query_within(db, &query, sql_waits_a_second, &is_over, err);
}

const struct lock_driver mariadb_locks = {
    .list = sql_list,
    .next_deferred = sql_next_deferred,
    .find_freeze = sql_find_freeze,
    .find_deferred = sql_find_deferred,
    .lock = mariadb_lock_key,
    .ask = mariadb_ask_lock,
    .freeze_waits_for = sql_freeze_waits_for,
    .wake = mariadb_wake_machine,
};
