#include "sqlite/flow.h"

#include "sqlite/flow_locks.sql.h"

#include <inttypes.h>

/* Locks of runs on SQLite, and the queues in which runs wait for them, step by step. */

/* ---- the queue of a lock ------------------------------------------------------------------------ */

struct wait {
    struct results *memory;
    bool found;
    int64_t run, number;
    const char *key, *type, *flow;
};

/* cells: run, key, type, flow, number */
static enum pawl_status read_wait(void *context, const struct cell *cells, struct pawl_error *err) {
    struct wait *wait = context;
    wait->found = true;
    wait->run = cells[0].number;
    wait->key = results_strdup(wait->memory, cells[1].text);
    wait->type = results_strdup(wait->memory, cells[2].text);
    wait->flow = results_strdup(wait->memory, cells[3].text);
    wait->number = cells[4].number;
    return wait->key && wait->type && wait->flow ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

/* The one whose turn it is; it finds out itself whether the lock is free. */
static enum pawl_status wake_one(struct pawl_db *db, const struct wait *wait, struct pawl_error *err) {
    struct ready ready;
    enum pawl_status status = sqlite_find_ready(db, wait->run, &ready, err);
    if (status != PAWL_OK || ready.found)
        return status;
    return sqlite_set_ready(db, wait->run, wait->flow, flow_now_us(), false, err);
}

enum pawl_status sqlite_wake_runs(struct pawl_db *db, const char *key, struct pawl_error *err) {
    struct results *memory = operation_results(db);
    struct wait global = {.memory = memory}, head;
    bool is_first = true;
    enum pawl_status status = QUERY(sql_first_wait_of_all_types, read_wait, &global, value_text(key));
    for (const char *type = ""; status == PAWL_OK; type = head.type) {
        head = (struct wait){.memory = memory};
        status = QUERY(sql_first_wait_of_next_type, read_wait, &head, value_text(key), value_text(type));
        if (status != PAWL_OK || !head.found)
            break;
        if (global.found && head.number > global.number)
            continue;
        is_first = false;
        status = wake_one(db, &head, err);
    }
    return status == PAWL_OK && is_first && global.found ? wake_one(db, &global, err) : status;
}

/* ---- locks -------------------------------------------------------------------------------------- */

#define OWNER_SIZE 32

static const char *owner_of(int64_t run, char owner[OWNER_SIZE]) {
    snprintf(owner, OWNER_SIZE, "run %" PRId64, run);
    return owner;
}

/* cells: until */
static enum pawl_status read_end(void *context, const struct cell *cells, struct pawl_error *err) {
    int64_t *in_the_way = context;
    (void)err;
    *in_the_way = cells[0].is_null ? INT64_MAX : cells[0].number;
    return PAWL_OK;
}

/* When what is in the way ends: 0 for nothing, INT64_MAX for never. */
static enum pawl_status in_the_way(struct pawl_db *db, int64_t run, const struct run_lock *lock, int64_t now,
                                   int64_t *ends_at, struct pawl_error *err) {
    char owner[OWNER_SIZE];
    int64_t waits = 0, own = INT64_MAX;
    *ends_at = 0;
    enum pawl_status status =
        QUERY(sql_end_of_lock_in_the_way, read_end, ends_at, value_text(lock->key), value_text(lock->type),
              value_text(owner_of(run, owner)), value_bigint(now));
    if (status == PAWL_OK && !*ends_at)
        status = QUERY(sql_place_in_queue, read_number, &own, value_bigint(run), value_text(lock->key),
                       value_text(lock->type));
    if (status == PAWL_OK && !*ends_at)
        status = QUERY(sql_wait_in_the_way, read_number, &waits, value_text(lock->key),
                       value_text(lock->type), value_bigint(run), value_bigint(own));
    if (waits)
        *ends_at = INT64_MAX;
    return status;
}

enum pawl_status sqlite_leave_queue(struct pawl_db *db, int64_t run, bool wakes, struct pawl_error *err) {
    for (;;) {
        struct wait wait = {.memory = operation_results(db)};
        enum pawl_status status = QUERY(sql_any_wait, read_wait, &wait, value_bigint(run));
        if (status != PAWL_OK || !wait.found)
            return status;
        status = WRITE("pawl_run_waits", sql_delete_wait, value_bigint(run), value_text(wait.key),
                       value_text(wait.type));
        if (status == PAWL_OK && wakes)
            status = sqlite_wake_runs(db, wait.key, err);
        if (status != PAWL_OK)
            return status;
    }
}

static enum pawl_status take_one(struct pawl_db *db, int64_t run, const struct run_lock *lock, int64_t now,
                                 int64_t *token, struct pawl_error *err) {
    char owner[OWNER_SIZE];
    struct lock_row own;
    const struct lock_name name = {lock->type, lock->key, owner_of(run, owner), 0};
    enum pawl_status status = sqlite_delete_expired(db, lock->type, lock->key, now, false, err);
    if (status == PAWL_OK)
        status = sqlite_find_lock(db, lock->type, lock->key, &own, err);
    if (status != PAWL_OK)
        return status;
    *token = own.found ? own.token : 0;
    return own.found ? PAWL_OK : sqlite_insert_lock(db, &name, now, 0, token, err);
}

enum pawl_status sqlite_take_locks(struct pawl_db *db, int64_t run, const char *flow,
                                   const struct run_lock *locks, size_t count, bool *taken,
                                   const char **gained, int64_t *looks_again_us, struct pawl_error *err) {
    int64_t now = flow_now_us(), ends_at = 0, first_end = INT64_MAX, token = 0;
    struct json json = {.memory = operation_results(db)};
    enum pawl_status status = PAWL_OK;
    *taken = true;
    for (size_t i = 0; i < count && status == PAWL_OK; i++) {
        status = in_the_way(db, run, &locks[i], now, &ends_at, err);
        *taken &= ends_at == 0;
        if (ends_at && ends_at < first_end)
            first_end = ends_at;
    }
    *looks_again_us = first_end == INT64_MAX ? -1 : first_end - now;
    for (size_t i = 0; i < count && status == PAWL_OK; i++) {
        status = *taken ? take_one(db, run, &locks[i], now, &token, err)
                        : WRITE_FOUND("pawl_run_waits", sql_new_wait, sql_insert_wait, value_bigint(run),
                                      value_text(locks[i].key), value_text(locks[i].type), value_text(flow));
        run_lock_write(&json, &(struct run_lock){locks[i].scope, locks[i].type, locks[i].key, token});
    }
    if (status == PAWL_OK && *taken)
        status = sqlite_leave_queue(db, run, false, err);
    *gained = json_end(&json);
    if (status == PAWL_OK && !*gained)
        status = error_set(err, PAWL_NOMEM, "out of memory");
    return status;
}

enum pawl_status sqlite_free_lock(struct pawl_db *db, int64_t run, const struct run_lock *lock,
                                  struct pawl_error *err) {
    char owner[OWNER_SIZE];
    struct lock_row held;
    enum pawl_status status = sqlite_find_lock(db, lock->type, lock->key, &held, err);
    if (status != PAWL_OK || !held.found || strcmp(held.owner, owner_of(run, owner)) != 0)
        return status;
    status = sqlite_delete_lock(db, lock->key, &held, err);
    return status == PAWL_OK ? sqlite_wake_runs(db, lock->key, err) : status;
}
