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

#define CALL(sql, read, ...)                                                                                 \
    db->driver->query(db, sql, (const struct value[]){__VA_ARGS__},                                          \
                      sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value), read, answer, err)

static enum pawl_status postgres_lock_key(struct pawl_db *db, const char *type, const char *key,
                                          int64_t timeout_ms, struct lock_answer *answer,
                                          struct pawl_error *err) {
    struct value timeout = {.type = PAWL_TYPE_BIGINT, .is_null = timeout_ms < 0, .number = timeout_ms};
    return CALL(sql_lock, read_status, value_text(type), value_text(key), timeout);
}

static enum pawl_status postgres_acquire(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                         int64_t waits_ms, struct lock_answer *answer,
                                         struct pawl_error *err) {
    return CALL(sql_acquire, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), value_bigint_or_null(lease_ms), value_bigint(waits_ms));
}

static enum pawl_status postgres_renew(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                       struct lock_answer *answer, struct pawl_error *err) {
    return CALL(sql_renew, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), value_bigint(name->token), value_bigint_or_null(lease_ms));
}

static enum pawl_status postgres_release(struct pawl_db *db, const struct lock_name *name,
                                         struct lock_answer *answer, struct pawl_error *err) {
    return CALL(sql_release, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), value_bigint(name->token));
}

static enum pawl_status postgres_take_away(struct pawl_db *db, const struct lock_name *name,
                                           const char *reason, struct lock_answer *answer,
                                           struct pawl_error *err) {
    return CALL(sql_break, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(reason));
}

static enum pawl_status postgres_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                                        int64_t until_us, const char *reason, struct lock_answer *answer,
                                        struct pawl_error *err) {
    return CALL(sql_freeze, read_lock_answer, value_text(machine),
                value_text(mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"), value_bigint_or_null(until_us),
                value_text(reason));
}

static enum pawl_status postgres_thaw(struct pawl_db *db, const char *machine, struct lock_answer *answer,
                                      struct pawl_error *err) {
    return CALL(sql_thaw, read_lock_answer, value_text(machine));
}

static enum pawl_status postgres_wake_machine(struct pawl_db *db, const char *machine,
                                              struct pawl_error *err) {
    struct value value = value_text(machine);
    return db->driver->query(db, sql_wake, &value, 1, NULL, NULL, err);
}

static enum pawl_status postgres_defer(struct pawl_db *db, const struct deferred *event,
                                       struct lock_answer *answer, struct pawl_error *err) {
    answer->status = PAWL_MISMATCH; /* without a row */
    return CALL(sql_defer, read_lock_answer, value_text(event->machine), value_text(event->entity),
                value_text(event->request_id), value_text(event->event), value_text(event->arguments),
                value_text(event->actor), value_text(event->lock_owner),
                value_bigint_or_null(event->lock_token), value_text(event->fingerprint));
}

const struct lock_driver postgres_locks = {
    .list = sql_list,
    .next_deferred = sql_next_deferred,
    .find_freeze = sql_find_freeze,
    .find_deferred = sql_find_deferred,
    .lock = postgres_lock_key,
    .acquire = postgres_acquire,
    .renew = postgres_renew,
    .release = postgres_release,
    .take_away = postgres_take_away,
    .freeze = postgres_freeze,
    .freeze_waits_for = sql_freeze_waits_for,
    .thaw = postgres_thaw,
    .wake = postgres_wake_machine,
    .defer = postgres_defer,
};
