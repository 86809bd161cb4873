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

#define CALL(sql, read, ...)                                                                                 \
    db->driver->query(db, sql, (const struct value[]){__VA_ARGS__},                                          \
                      sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value), read, answer, err)

static struct value number_or_null(int64_t number) {
    return (struct value){.type = PAWL_TYPE_BIGINT, .is_null = number == 0, .number = number};
}

/* ---- until the end of the transaction ----------------------------------------------------------- */

/* Within the session's own limit, which is said beforehand. */
static enum pawl_status try_lock(struct pawl_db *db, const char *type, const char *key, const char *limit,
                                 struct lock_answer *answer, struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    enum pawl_status status = mariadb_exec(db, limit, err);
    if (status != PAWL_OK)
        return status;
    const struct value values[] = {value_text(type), value_text(key)};
    const bool had_failed = of(db)->has_failed;
    status = db->driver->query(db, sql_lock, values, 2, read_status, answer, &own);
    if (!of(db)->is_broken && !of(db)->is_undone)
        mariadb_exec(db, sql_waits_as_before, NULL);
    if (status == PAWL_DB && own.native_code == ER_LOCK_WAIT_TIMEOUT) {
        answer->status = PAWL_LOCKED;
        of(db)->has_failed = had_failed;
        return PAWL_OK;
    }
    error_copy(err, &own);
    return status;
}

static enum pawl_status mariadb_lock_key(struct pawl_db *db, const char *type, const char *key,
                                         int64_t timeout_ms, struct lock_answer *answer,
                                         struct pawl_error *err) {
    if (timeout_ms < 0)
        return try_lock(db, type, key, sql_waits_for_ever, answer, err);
    /* the server counts whole seconds */
    struct patience patience = patience_of(timeout_ms);
    enum pawl_status status;
    do
        status = try_lock(db, type, key, sql_waits_not, answer, err);
    while (status == PAWL_OK && answer->status == PAWL_LOCKED && patience_sleep(&patience));
    return status;
}

/* ---- held locks --------------------------------------------------------------------------------- */

static enum pawl_status mariadb_acquire(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                        int64_t waits_ms, struct lock_answer *answer,
                                        struct pawl_error *err) {
    return CALL(sql_acquire, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), number_or_null(lease_ms), value_number(PAWL_TYPE_BIGINT, waits_ms));
}

static enum pawl_status mariadb_renew(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                      struct lock_answer *answer, struct pawl_error *err) {
    return CALL(sql_renew, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), value_number(PAWL_TYPE_BIGINT, name->token),
                number_or_null(lease_ms));
}

static enum pawl_status mariadb_release(struct pawl_db *db, const struct lock_name *name,
                                        struct lock_answer *answer, struct pawl_error *err) {
    return CALL(sql_release, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(name->owner), value_number(PAWL_TYPE_BIGINT, name->token));
}

static enum pawl_status mariadb_take_away(struct pawl_db *db, const struct lock_name *name,
                                          const char *reason, struct lock_answer *answer,
                                          struct pawl_error *err) {
    return CALL(sql_break, read_lock_answer, value_text(name->type), value_text(name->key),
                value_text(reason));
}

/* ---- freezes, and what waits for them ------------------------------------------------------------ */

static enum pawl_status mariadb_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                                       int64_t until_us, const char *reason, struct lock_answer *answer,
                                       struct pawl_error *err) {
    return CALL(sql_freeze, read_lock_answer, value_text(machine),
                value_text(mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"), number_or_null(until_us),
                value_text(reason));
}

static enum pawl_status mariadb_thaw(struct pawl_db *db, const char *machine, struct lock_answer *answer,
                                     struct pawl_error *err) {
    return CALL(sql_thaw, read_lock_answer, value_text(machine));
}

static enum pawl_status mariadb_wake_machine(struct pawl_db *db, const char *machine,
                                             struct pawl_error *err) {
    struct value value = value_text(machine);
    return db->driver->query(db, sql_wake, &value, 1, NULL, NULL, err);
}

static enum pawl_status mariadb_defer(struct pawl_db *db, const struct deferred *event,
                                      struct lock_answer *answer, struct pawl_error *err) {
    answer->status = PAWL_MISMATCH; /* without a row */
    return CALL(sql_defer, read_lock_answer, value_text(event->machine), value_text(event->entity),
                value_text(event->request_id), value_text(event->event), value_text(event->arguments),
                value_text(event->actor), value_text(event->lock_owner), number_or_null(event->lock_token),
                value_text(event->fingerprint));
}

const struct lock_driver mariadb_locks = {
    .list = sql_list,
    .next_deferred = sql_next_deferred,
    .find_freeze = sql_find_freeze,
    .find_deferred = sql_find_deferred,
    .lock = mariadb_lock_key,
    .acquire = mariadb_acquire,
    .renew = mariadb_renew,
    .release = mariadb_release,
    .take_away = mariadb_take_away,
    .freeze = mariadb_freeze,
    .freeze_waits_for = sql_freeze_waits_for,
    .thaw = mariadb_thaw,
    .wake = mariadb_wake_machine,
    .defer = mariadb_defer,
};
