#include "sqlite/flow.h"

#include "sqlite/lock.sql.h"
#include "sqlite/sqlite.h"

#include <string.h>

/*
 * Locks on SQLite, step by step. One connection writes at a time, so a transaction that writes is the mutex
 * of all keys, and no move is under way while it changes a lock.
 */

#define LEASE_OF_WAITERS_US   INT64_C(10000000)
#define RENEWAL_OF_WAITERS_US INT64_C(5000000)

/* ---- one write ---------------------------------------------------------------------------------- */

#define WRITER_LIMIT_MS 200

enum pawl_status all_or_nothing_soon(struct pawl_db *db, pawl_work_fn *steps, void *context,
                                     struct lock_answer *answer, const char *busy, struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    struct pawl_error *failure = err ? err : &own;
    db->driver->limit_waiting(db, WRITER_LIMIT_MS);
    enum pawl_status status = all_or_nothing(db, steps, context, failure);
    db->driver->limit_waiting(db, PAWL_WAIT);
    if (status != PAWL_DB || !failure->retryable)
        return status;
    answer->status = PAWL_LOCKED;
    snprintf(answer->detail, sizeof answer->detail, "%s", busy);
    return PAWL_OK;
}

enum pawl_status write_log(struct pawl_db *db, const char *action, const struct lock_name *name,
                           const char *reason, struct pawl_error *err) {
    int64_t next = 0;
    enum pawl_status status = db->driver->query(db, sql_next_log_number, NULL, 0, read_number, &next, err);
    if (status != PAWL_OK)
        return status;
    return WRITE("pawl_lock_log", sql_insert_log, value_bigint(next), value_bigint(now_us()),
                 value_text(db->driver->login(db)), value_text(action), value_text(name->type),
                 value_text(name->key), value_text(name->owner), value_bigint_or_null(name->token),
                 value_text(reason));
}

enum pawl_status machine_exists(struct pawl_db *db, const char *machine, int64_t *exists,
                                struct pawl_error *err) {
    enum pawl_status status = QUERY(sql_machine_exists, read_number, exists, value_text(machine));
    if (status != PAWL_OK || *exists)
        return status;
    return QUERY(sql_flow_exists, read_number, exists, value_text(machine));
}

/* ---- held locks --------------------------------------------------------------------------------- */

struct held {
    struct pawl_db *db;
    const struct lock_name *name;
    int64_t lease_ms, waits_ms, now;
    const char *reason;
    struct lock_answer *answer;
    /* the row that was found */
    bool found;
    char type[PAWL_KEY_MAX_BYTES + 1], owner[LOCK_OWNER_MAX_BYTES + 1];
    int64_t token, since, until;
};

/* cells: type, owner, token, since, until */
static enum pawl_status read_held_lock(void *context, const struct cell *cells, struct pawl_error *err) {
    struct held *held = context;
    (void)err;
    held->found = true;
    copy_text(&cells[0], held->type, sizeof held->type);
    copy_text(&cells[1], held->owner, sizeof held->owner);
    held->token = cells[2].number;
    held->since = cells[3].number;
    held->until = cells[4].is_null ? 0 : cells[4].number;
    return PAWL_OK;
}

static void say_holder(const struct held *held, struct lock_answer *answer) {
    char until[UNTIL_SIZE];
    answer->status = PAWL_LOCKED;
    snprintf(answer->detail, sizeof answer->detail, "held%s%s by %s", *held->type ? "" : " in all machines",
             until_text(held->until, until), held->owner);
}

/* Who is in the way of a lock of that type, or of a move of that machine. */
static enum pawl_status find_holder(struct pawl_db *db, struct held *held, const char *type, const char *key,
                                    const char *owner, struct pawl_error *err) {
    held->found = false;
    return QUERY(sql_find_holder, read_held_lock, held, value_text(type), value_text(key), value_text(owner),
                 value_bigint(held->now));
}

/* The owner's own lock, also one whose time is over. */
static enum pawl_status find_own(struct pawl_db *db, struct held *held, struct pawl_error *err) {
    held->found = false;
    return QUERY(sql_find_own, read_held_lock, held, value_text(held->name->type),
                 value_text(held->name->key));
}

static enum pawl_status delete_held_lock(struct pawl_db *db, const struct held *held,
                                         struct pawl_error *err) {
    enum pawl_status status =
        WRITE("pawl_locks", sql_delete_lock, value_text(held->name->key), value_text(held->type),
              value_text(held->owner), value_bigint(held->token));
    return status == PAWL_OK ? sqlite_wake_runs(db, held->name->key, err) : status;
}

static enum pawl_status update_held(struct pawl_db *db, const struct held *held, int64_t until,
                                    struct pawl_error *err) {
    return WRITE("pawl_locks", sql_update_lock, value_text(held->name->key), value_text(held->type),
                 value_text(held->owner), value_bigint(held->token), value_bigint(held->since),
                 value_bigint_or_null(until));
}

static int64_t end_of(const struct held *held) {
    return held->lease_ms ? held->now + held->lease_ms * 1000 : 0;
}

/* All that is over and was in the way. */
static enum pawl_status delete_expired(struct pawl_db *db, struct held *held, struct pawl_error *err) {
    for (;;) {
        held->found = false;
        enum pawl_status status = QUERY(sql_find_expired, read_held_lock, held, value_text(held->name->type),
                                        value_text(held->name->key), value_bigint(held->now));
        if (status == PAWL_OK && held->found)
            status = delete_held_lock(db, held, err);
        if (status != PAWL_OK || !held->found)
            return status;
    }
}

enum pawl_status sqlite_next_token(struct pawl_db *db, const char *key, int64_t *token,
                                   struct pawl_error *err) {
    *token = 0;
    enum pawl_status status = QUERY(sql_last_token, read_number, token, value_text(key));
    if (status != PAWL_OK)
        return status;
    return ++*token == 1 ? WRITE("pawl_lock_keys", sql_insert_token, value_text(key), value_bigint(*token))
                         : WRITE("pawl_lock_keys", sql_update_token, value_text(key), value_bigint(*token));
}

/* The caller's row among those who wait: there while he does, and renewed now and then. */
static enum pawl_status note_waiting(struct pawl_db *db, const struct held *held, bool waits,
                                     struct pawl_error *err) {
    const struct lock_name *name = held->name;
    int64_t left = held->waits_ms < LEASE_OF_WAITERS_US / 1000 ? held->waits_ms * 1000 : LEASE_OF_WAITERS_US;
    int64_t until = 0, wanted = held->now + left;
    enum pawl_status status = QUERY(sql_waits_until, read_number, &until, value_text(name->key),
                                    value_text(name->type), value_text(name->owner));
    if (status != PAWL_OK || (waits && until >= wanted - RENEWAL_OF_WAITERS_US))
        return status;
    if (until)
        status = WRITE("pawl_lock_waiters", sql_delete_waiter, value_text(name->key), value_text(name->type),
                       value_text(name->owner));
    if (status != PAWL_OK || !waits)
        return status;
    return WRITE("pawl_lock_waiters", sql_insert_waiter, value_text(name->key), value_text(name->type),
                 value_text(name->owner), value_bigint(held->now), value_bigint(wanted));
}

static enum pawl_status acquire_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct held *held = context;
    const struct lock_name *name = held->name;
    int64_t exists = 1;
    enum pawl_status status = *name->type ? machine_exists(db, name->type, &exists, err) : PAWL_OK;
    if (status != PAWL_OK || !exists) {
        held->answer->status = PAWL_MISUSE;
        return status;
    }
    status = find_holder(db, held, name->type, name->key, name->owner, err);
    if (status != PAWL_OK)
        return status;
    if (held->found) {
        say_holder(held, held->answer);
        return note_waiting(db, held, held->waits_ms > 0, err);
    }
    status = note_waiting(db, held, false, err);
    if (status == PAWL_OK)
        status = delete_expired(db, held, err);
    if (status == PAWL_OK)
        status = find_own(db, held, err);
    if (status != PAWL_OK)
        return status;
    if (held->found) {
        held->answer->token = held->token;
        return update_held(db, held, end_of(held), err);
    }
    status = sqlite_next_token(db, name->key, &held->answer->token, err);
    if (status != PAWL_OK)
        return status;
    return WRITE("pawl_locks", sql_insert_lock, value_text(name->key), value_text(name->type),
                 value_text(name->owner), value_bigint(held->answer->token), value_bigint(held->now),
                 value_bigint_or_null(end_of(held)));
}

static bool is_own(const struct held *held) {
    return held->found && held->token == held->name->token && strcmp(held->owner, held->name->owner) == 0;
}

static enum pawl_status renew_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct held *held = context;
    enum pawl_status status = find_own(db, held, err);
    if (status != PAWL_OK)
        return status;
    if (!is_own(held) || (held->until && held->until <= held->now)) {
        held->answer->status = PAWL_NOT_FOUND;
        return PAWL_OK;
    }
    held->answer->token = held->token;
    return update_held(db, held, end_of(held), err);
}

static enum pawl_status release_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct held *held = context;
    enum pawl_status status = find_own(db, held, err);
    if (status == PAWL_OK && is_own(held))
        return delete_held_lock(db, held, err);
    held->answer->status = PAWL_NOT_FOUND;
    return status;
}

static enum pawl_status break_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct held *held = context;
    enum pawl_status status = find_own(db, held, err);
    if (status != PAWL_OK || !held->found) {
        held->answer->status = PAWL_NOT_FOUND;
        return status;
    }
    struct lock_name broken = {held->name->type, held->name->key, held->owner, held->token};
    held->answer->token = held->token;
    status = delete_held_lock(db, held, err);
    return status == PAWL_OK ? write_log(db, "break", &broken, held->reason, err) : status;
}

static enum pawl_status change_held(struct pawl_db *db, pawl_work_fn *steps, struct held *held,
                                    struct lock_answer *answer, struct pawl_error *err) {
    *answer = (struct lock_answer){.status = PAWL_OK};
    held->answer = answer;
    held->now = now_us();
    return all_or_nothing(db, steps, held, err);
}

static enum pawl_status sqlite_acquire(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                       int64_t waits_ms, struct lock_answer *answer, struct pawl_error *err) {
    struct held held = {
        .name = name, .lease_ms = lease_ms, .waits_ms = waits_ms, .now = now_us(), .answer = answer};
    *answer = (struct lock_answer){.status = PAWL_OK};
    return all_or_nothing_soon(db, acquire_steps, &held, answer, "moves of this key are under way", err);
}

static enum pawl_status sqlite_renew(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                     struct lock_answer *answer, struct pawl_error *err) {
    struct held held = {.name = name, .lease_ms = lease_ms};
    return change_held(db, renew_steps, &held, answer, err);
}

static enum pawl_status sqlite_release(struct pawl_db *db, const struct lock_name *name,
                                       struct lock_answer *answer, struct pawl_error *err) {
    struct held held = {.name = name};
    return change_held(db, release_steps, &held, answer, err);
}

static enum pawl_status sqlite_take_away(struct pawl_db *db, const struct lock_name *name, const char *reason,
                                         struct lock_answer *answer, struct pawl_error *err) {
    struct held held = {.name = name, .reason = reason};
    return change_held(db, break_steps, &held, answer, err);
}

/* The transaction itself is the lock of every key, once it writes. */
static enum pawl_status sqlite_lock_key(struct pawl_db *db, const char *type, const char *key,
                                        int64_t timeout_ms, struct lock_answer *answer,
                                        struct pawl_error *err) {
    (void)type, (void)key;
    struct pawl_error own = PAWL_ERROR_INIT;
    struct pawl_error *failure = err ? err : &own;
    db->driver->limit_waiting(db, timeout_ms);
    enum pawl_status status = db->driver->query(db, db->driver->lock, NULL, 0, NULL, NULL, failure);
    db->driver->limit_waiting(db, PAWL_WAIT);
    if (status == PAWL_DB && failure->retryable && timeout_ms >= 0) {
        answer->status = PAWL_LOCKED;
        return PAWL_OK;
    }
    return status;
}

/* ---- moves ------------------------------------------------------------------------------------------- */

/* A lock of the owner's on the key, of this machine or of all, that has not ended. */
static enum pawl_status owner_holds_lock(struct pawl_db *db, const struct lock_question *question,
                                         int64_t now, int64_t *count, struct pawl_error *err) {
    return QUERY(sql_owner_holds_lock, read_number, count, value_text(question->machine),
                 value_text(question->lock_key), value_text(question->lock_owner),
                 value_bigint(question->lock_token), value_bigint(now));
}

enum pawl_status sqlite_refuse_held(struct pawl_db *db, const struct lock_question *question,
                                    struct lock_answer *answer, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    int64_t now = now_us(), held_by_owner = 1;
    if (question->lock_owner)
        status = owner_holds_lock(db, question, now, &held_by_owner, err);
    if (status != PAWL_OK)
        return status;
    if (!held_by_owner) {
        answer->status = PAWL_LOCKED;
        snprintf(answer->detail, sizeof answer->detail, "the lock of %s with token %lld has ended",
                 question->lock_owner, (long long)question->lock_token);
        return PAWL_OK;
    }
    struct held held = {.now = now};
    status = find_holder(db, &held, question->machine, question->lock_key,
                         question->lock_owner ? question->lock_owner : "", err);
    if (status == PAWL_OK && held.found)
        say_holder(&held, answer);
    return status;
}

const struct lock_driver sqlite_locks = {
    .list = sql_list,
    .next_deferred = sql_next_deferred,
    .find_freeze = sql_find_freeze,
    .find_deferred = sql_find_deferred,
    .lock = sqlite_lock_key,
    .acquire = sqlite_acquire,
    .renew = sqlite_renew,
    .release = sqlite_release,
    .take_away = sqlite_take_away,
    .freeze = sqlite_freeze,
    .thaw = sqlite_thaw,
    .wake = sqlite_wake,
    .defer = sqlite_defer,
    .deferred_done = sqlite_deferred_done,
    .refuse = sqlite_refuse,
};
