#include "sqlite/flow.h"

#include "sqlite/flow_locks.sql.h"

#include <inttypes.h>

/* Locks of runs on SQLite, and the queues in which runs wait for them, step by step. */

/* ---- the queue of a lock ------------------------------------------------------------------------ */

struct wait {
    int64_t run; /* 0: none */
    const char *key, *type, *flow;
    int64_t number;
};
static const struct row_member wait_members[] = {MEMBER(NUMBER, wait, run), MEMBER(TEXT, wait, key),
                                                 MEMBER(TEXT, wait, type), MEMBER(TEXT, wait, flow),
                                                 MEMBER(NUMBER, wait, number)};

/* Makes a queued run ready now, also if it is to retry when a lease ends. It finds out itself whether the
 * lock is free. */
static enum pawl_status wake_one(struct pawl_db *db, const struct wait *wait, struct pawl_error *err) {
    const int64_t now = flow_now_us();
    struct ready ready;
    enum pawl_status status = sqlite_find_ready(db, wait->run, &ready, err);
    if (status != PAWL_OK || (ready.run && (ready.is_leased || ready.due_at <= now)))
        return status;
    return sqlite_set_ready(db, wait->run, wait->flow, now, false, err);
}

enum pawl_status sqlite_wake_runs(struct pawl_db *db, const char *key, struct pawl_error *err) {
    struct wait global = {0}, head;
    bool is_first = true;
    TRY(QUERY_ROW(sql_first_wait_of_all_types, wait_members, &global, value_text(key)));
    for (const char *type = "";; type = head.type) {
        head = (struct wait){0};
        TRY(QUERY_ROW(sql_first_wait_of_next_type, wait_members, &head, value_text(key), value_text(type)));
        if (!head.run)
            break;
        if (global.run && head.number > global.number)
            continue;
        is_first = false;
        TRY(wake_one(db, &head, err));
    }
    return is_first && global.run ? wake_one(db, &global, err) : PAWL_OK;
}

/* ---- locks -------------------------------------------------------------------------------------- */

#define OWNER_SIZE 32

static const char *owner_of(int64_t run, char owner[OWNER_SIZE]) {
    snprintf(owner, OWNER_SIZE, "run %" PRId64, run);
    return owner;
}

enum pawl_status sqlite_leave_queue(struct pawl_db *db, int64_t run, bool wakes, struct pawl_error *err) {
    for (;;) {
        struct wait wait = {0};
        TRY(QUERY_ROW(sql_any_wait, wait_members, &wait, value_bigint(run)));
        if (!wait.run)
            return PAWL_OK;
        TRY(WRITE("pawl_run_waits", sql_delete_wait, value_bigint(run), value_text(wait.key),
                  value_text(wait.type)));
        if (wakes)
            TRY(sqlite_wake_runs(db, wait.key, err));
    }
}

static enum pawl_status take_one(struct pawl_db *db, int64_t run, const struct run_lock *lock, int64_t now,
                                 int64_t *token, struct pawl_error *err) {
    char owner[OWNER_SIZE];
    struct lock_row own;
    const struct lock_name name = {lock->type, lock->key, owner_of(run, owner), 0};
    TRY(sqlite_delete_expired(db, lock->type, lock->key, now, false, err));
    TRY(sqlite_find_lock(db, lock->type, lock->key, &own, err));
    *token = own.owner ? own.token : 0;
    return own.owner ? PAWL_OK : sqlite_insert_lock(db, &name, NULL, now, 0, token, err);
}

enum pawl_status sqlite_take_locks(struct pawl_db *db, int64_t run, const char *flow,
                                   const struct run_lock *locks, size_t count, bool *taken,
                                   const char **gained, int64_t *looks_again_us, struct pawl_error *err) {
    int64_t now = flow_now_us(), ends_at = 0, first_end = INT64_MAX, token = 0;
    struct json json = {.memory = operation_results(db)};
    *taken = true;
    for (size_t i = 0; i < count; i++) {
        TRY(QUERY(sql_end_of_obstacle, read_number, &ends_at, value_text(locks[i].key),
                  value_text(locks[i].type), value_bigint(run), value_bigint(now)));
        *taken &= ends_at == 0;
        if (ends_at && ends_at < first_end)
            first_end = ends_at;
    }
    *looks_again_us = first_end == INT64_MAX ? -1 : first_end - now;
    for (size_t i = 0; i < count; i++) {
        TRY(*taken ? take_one(db, run, &locks[i], now, &token, err)
                   : WRITE_FOUND("pawl_run_waits", sql_new_wait, sql_insert_wait, value_bigint(run),
                                 value_text(locks[i].key), value_text(locks[i].type), value_text(flow)));
        run_lock_write(&json, &(struct run_lock){locks[i].scope, locks[i].type, locks[i].key, token});
    }
    if (*taken)
        TRY(sqlite_leave_queue(db, run, false, err));
    *gained = json_end(&json);
    return memory_check(*gained, err);
}

enum pawl_status sqlite_free_lock(struct pawl_db *db, int64_t run, const struct run_lock *lock,
                                  struct pawl_error *err) {
    char owner[OWNER_SIZE];
    struct lock_row held;
    enum pawl_status status = sqlite_find_lock(db, lock->type, lock->key, &held, err);
    if (status != PAWL_OK || !held.owner || strcmp(held.owner, owner_of(run, owner)) != 0)
        return status;
    status = sqlite_delete_lock(db, lock->key, &held, err);
    return status == PAWL_OK ? sqlite_wake_runs(db, lock->key, err) : status;
}
