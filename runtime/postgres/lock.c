#include "lock/lock.h"

#include "postgres/lock.sql.h"
#include "postgres/postgres.h"

#include <stdio.h>

/* Locks on PostgreSQL: each question is one call of a function there, which decides. */

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

static enum pawl_status postgres_lock_key(struct pawl_db *db, const char *type, const char *key,
                                          int64_t timeout_ms, struct lock_answer *answer,
                                          struct pawl_error *err) {
    struct value timeout = {.type = PAWL_TYPE_BIGINT, .is_null = timeout_ms < 0, .number = timeout_ms};
    return CALL(sql_lock, read_status, value_text(type), value_text(key), timeout);
}

static enum pawl_status postgres_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    struct lock_answer *answer = &call->answer;
    const struct value type = value_text(call->lock.type), key = value_text(call->lock.key);
    const struct value owner = value_text(call->lock.owner), token = value_bigint(call->lock.token);
    const struct value lease = value_bigint_or_null(call->lease_ms), reason = value_text(call->reason);
    const struct deferred *event = call->deferred;
    switch (call->request) {
    case LOCK_ACQUIRE:
        return CALL(sql_acquire, read_lock_answer, type, key, owner, lease, value_bigint(call->waits_ms));
    case LOCK_RENEW:
        return CALL(sql_renew, read_lock_answer, type, key, owner, token, lease);
    case LOCK_RELEASE:
        return CALL(sql_release, read_lock_answer, type, key, owner, token);
    case LOCK_BREAK:
        return CALL(sql_break, read_lock_answer, type, key, reason);
    case LOCK_FREEZE:
        return CALL(sql_freeze, read_lock_answer, type,
                    value_text(call->mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"),
                    value_bigint_or_null(call->until_us), reason);
    case LOCK_THAW:
        return CALL(sql_thaw, read_lock_answer, type);
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

static enum pawl_status postgres_wake_machine(struct pawl_db *db, const char *machine,
                                              struct pawl_error *err) {
    return db->driver->query(db, sql_wake, VALUES(value_text(machine)), NULL, NULL, err);
}

const struct lock_driver postgres_locks = {
    .list = sql_list,
    .next_deferred = sql_next_deferred,
    .find_freeze = sql_find_freeze,
    .find_deferred = sql_find_deferred,
    .lock = postgres_lock_key,
    .ask = postgres_ask,
    .freeze_waits_for = sql_freeze_waits_for,
    .wake = postgres_wake_machine,
};
