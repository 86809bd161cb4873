#include "lock/calls.h"

#include "postgres/lock.sql.h"
#include "postgres/postgres.h"

/* Locks on PostgreSQL: each question is one call of a function there, which decides. */

static enum pawl_status postgres_lock_key(struct pawl_db *db, const char *type, const char *key,
                                          int64_t timeout_ms, struct lock_answer *answer,
                                          struct pawl_error *err) {
    struct value timeout = {.type = PAWL_TYPE_BIGINT, .is_null = timeout_ms < 0, .number = timeout_ms};
    return db->driver->query(db, sql_lock, VALUES(value_text(type), value_text(key), timeout),
                             lock_read_status, answer, err);
}

static enum pawl_status postgres_wake_machine(struct pawl_db *db, const char *machine,
                                              struct pawl_error *err) {
    return db->driver->query(db, sql_wake, VALUES(value_text(machine)), NULL, NULL, err);
}

const struct lock_driver postgres_locks = {
    SQL_MEMBERS, /* what lock.sql has of it */
    .lock = postgres_lock_key,
    .ask = lock_call_ask,
    .wake = postgres_wake_machine,
};
