#include "sqlite/flow.h"

#include "sqlite/lock.sql.h"

#include <string.h>

/*
 * Locks on SQLite, step by step. One connection writes at a time, so a transaction that writes is the mutex
 * of all keys, and no move is under way while it changes a lock.
 */

#define LEASE_OF_WAITERS_US   INT64_C(10000000)
#define RENEWAL_OF_WAITERS_US INT64_C(5000000)

/* ---- what all share ------------------------------------------------------------------------------ */

enum pawl_status write_log(struct pawl_db *db, const char *action, const struct lock_name *name,
                           const char *reason, struct pawl_error *err) {
    return WRITE_FOUND("pawl_lock_log", sql_new_log, sql_insert_log, value_bigint(now_us()),
                       value_text(db->driver->steps->login(db)), value_text(action), value_text(name->type),
                       value_text(name->key), value_text(name->owner), value_bigint_or_null(name->token),
                       value_text(reason));
}

/* ---- rows of locks ------------------------------------------------------------------------------ */

static const struct row_member lock_members[] = {
    MEMBER(TEXT, lock_row, type), MEMBER(TEXT, lock_row, owner), MEMBER(NUMBER, lock_row, token),
    MEMBER(NUMBER, lock_row, since), MEMBER(NUMBER, lock_row, until)};

static void say_holder(const struct lock_row *held, struct lock_answer *answer) {
    char until[UNTIL_SIZE];
    answer->status = PAWL_LOCKED;
    snprintf(answer->detail, sizeof answer->detail, "held%s%s by %s", *held->type ? "" : " in all machines",
             until_text(held->until, until), held->owner);
}

/* Who is in the way of a lock of that type, or of a move of that machine. */
static enum pawl_status find_holder(struct pawl_db *db, const char *type, const char *key, const char *owner,
                                    int64_t now, struct lock_row *held, struct pawl_error *err) {
    *held = (struct lock_row){0};
    return QUERY_ROW(sql_find_holder, lock_members, held, value_text(type), value_text(key),
                     value_text(owner), value_bigint(now));
}

enum pawl_status sqlite_find_lock(struct pawl_db *db, const char *type, const char *key,
                                  struct lock_row *found, struct pawl_error *err) {
    *found = (struct lock_row){0};
    return QUERY_ROW(sql_find_own, lock_members, found, value_text(type), value_text(key));
}

enum pawl_status sqlite_delete_lock(struct pawl_db *db, const char *key, const struct lock_row *lock,
                                    struct pawl_error *err) {
    return WRITE("pawl_locks", sql_delete_lock, value_text(key), value_text(lock->type),
                 value_text(lock->owner), value_bigint(lock->token));
}

enum pawl_status sqlite_delete_expired(struct pawl_db *db, const char *type, const char *key, int64_t now,
                                       bool wakes, struct pawl_error *err) {
    static const struct row_write deletes = {"pawl_locks", sql_delete_lock};
    int64_t count = 0;
    enum pawl_status status = db->driver->steps->write_found(
        db, sql_find_expired, VALUES(value_text(type), value_text(key), value_bigint(now)), &deletes, 1,
        &count, err);
    return status == PAWL_OK && wakes && count > 0 ? sqlite_wake_runs(db, key, err) : status;
}

/* With that token or a greater one. */
static enum pawl_status next_token(struct pawl_db *db, const char *key, int64_t *token,
                                   struct pawl_error *err) {
    int64_t last = 0;
    TRY(QUERY(sql_last_token, read_number, &last, value_text(key)));
    *token = last >= *token ? last + 1 : *token;
    const char *sql = last == 0 ? sql_insert_token : sql_update_token;
    return WRITE("pawl_lock_keys", sql, value_text(key), value_bigint(*token));
}

static enum pawl_status insert_under(struct pawl_db *db, const struct lock_name *name, const char *key,
                                     int64_t now, int64_t until, int64_t token, struct pawl_error *err) {
    return WRITE("pawl_locks", sql_insert_lock, value_text(key), value_text(name->type),
                 value_text(name->owner), value_bigint(token), value_bigint(now),
                 value_bigint_or_null(until));
}

enum pawl_status sqlite_insert_lock(struct pawl_db *db, const struct lock_name *name, const char *also,
                                    int64_t now, int64_t until, int64_t *token, struct pawl_error *err) {
    *token = 1;
    TRY(next_token(db, name->key, token, err));
    if (also)
        TRY(next_token(db, also, token, err)); /* no less: each key's tokens only increase */
    if (also)
        TRY(insert_under(db, name, also, now, until, *token, err));
    return insert_under(db, name, name->key, now, until, *token, err);
}

/* The end of the lease restarts; the answer is its token. */
static enum pawl_status lock_prolong(struct pawl_db *db, const struct sqlite_asking *asking,
                                     const struct lock_row *held, int64_t until, struct pawl_error *err) {
    const struct lock_name *name = &asking->call->lock;
    struct lock_row also = {.owner = ""};
    asking->call->answer.token = held->token;
    TRY(WRITE_FOUND("pawl_locks", sql_prolonged, sql_update_lock, value_text(name->type),
                    value_text(name->key), value_bigint(asking->is_uuid), value_bigint_or_null(until)));
    if (asking->also)
        TRY(sqlite_find_lock(db, name->type, asking->also, &also, err));
    return also.owner ? PAWL_OK : insert_under(db, name, asking->also, asking->now, until, held->token, err);
}

/* ---- held locks --------------------------------------------------------------------------------- */

static int64_t end_of(const struct sqlite_asking *asking) {
    return asking->call->lease_ms ? asking->now + asking->call->lease_ms * 1000 : 0;
}

/* The caller's row among those who wait: there while he does, and renewed now and then. */
static enum pawl_status note_waiting(struct pawl_db *db, const struct sqlite_asking *asking, const char *key,
                                     bool waits, struct pawl_error *err) {
    const struct lock_name *name = &asking->call->lock;
    const int64_t waits_ms = asking->call->waits_ms;
    int64_t left = waits_ms < LEASE_OF_WAITERS_US / 1000 ? waits_ms * 1000 : LEASE_OF_WAITERS_US;
    int64_t until = 0, wanted = asking->now + left;
    enum pawl_status status = QUERY(sql_waits_until, read_number, &until, value_text(key),
                                    value_text(name->type), value_text(name->owner));
    if (status != PAWL_OK || (waits && until >= wanted - RENEWAL_OF_WAITERS_US))
        return status;
    if (until)
        status = WRITE("pawl_lock_waiters", sql_delete_waiter, value_text(key), value_text(name->type),
                       value_text(name->owner));
    if (status != PAWL_OK || !waits)
        return status;
    return WRITE("pawl_lock_waiters", sql_insert_waiter, value_text(key), value_text(name->type),
                 value_text(name->owner), value_bigint(asking->now), value_bigint(wanted));
}

static enum pawl_status read_key_type(void *context, const struct cell *cells, struct pawl_error *err) {
    static const struct {
        const char *name;
        enum pawl_type type;
    } types[] = {{"text", PAWL_TYPE_TEXT},
                 {"bigint", PAWL_TYPE_BIGINT},
                 {"int", PAWL_TYPE_INT},
                 {"uuid", PAWL_TYPE_UUID}};
    unsigned *seen = context;
    (void)err;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (cells[0].text && strcmp(cells[0].text, types[i].name) == 0)
            *seen |= 1U << types[i].type;
    return PAWL_OK;
}

/* member: as of the query. */
static enum pawl_status spell_key(struct pawl_db *db, const char *type, const char *member, const char **key,
                                  struct lock_answer *answer, struct pawl_error *err) {
    unsigned types = 0;
    TRY(QUERY(sql_lock_types, read_key_type, &types, value_text(type), value_text(member)));
    if (!lock_key_settle(operation_results(db), type, types, key, answer->detail))
        answer->status = PAWL_MISUSE;
    return PAWL_OK;
}

static enum pawl_status spell_lock_key(struct pawl_db *db, struct sqlite_asking *asking,
                                       struct pawl_error *err) {
    struct lock_name *name = &asking->call->lock;
    char none[LOCK_DETAIL_SIZE];
    name->key = asking->given;
    if (*name->type)
        return spell_key(db, name->type, "$.lock_types", &name->key, &asking->call->answer, err);
    asking->is_uuid = lock_key_settle(operation_results(db), "", 1U << PAWL_TYPE_UUID, &name->key, none);
    asking->also = strcmp(asking->given, name->key) != 0 ? asking->given : NULL;
    return PAWL_OK;
}

static enum pawl_status acquire_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct sqlite_asking *asking = context;
    const struct lock_name *name = &asking->call->lock;
    struct lock_answer *answer = &asking->call->answer;
    struct lock_row held;
    int64_t has_key = 2;
    enum pawl_status status =
        *name->type ? QUERY(sql_machine_has_key, read_number, &has_key, value_text(name->type)) : PAWL_OK;
    if (status != PAWL_OK || has_key < 2) {
        answer->status = PAWL_MISUSE;
        if (has_key)
            snprintf(answer->detail, sizeof answer->detail,
                     "machine %s has no `key`, so its transitions ignore locks", name->type);
        return status;
    }
    status = spell_lock_key(db, asking, err);
    if (status != PAWL_OK || answer->status != PAWL_OK)
        return status;
    const char *keys[] = {name->key, asking->also};
    const size_t count = asking->also ? 2 : 1;
    TRY(find_holder(db, name->type, name->key, name->owner, asking->now, &held, err));
    if (!held.owner && asking->also)
        TRY(find_holder(db, name->type, asking->also, name->owner, asking->now, &held, err));
    for (size_t i = 0; i < count; i++) {
        TRY(note_waiting(db, asking, keys[i], held.owner && asking->call->waits_ms > 0, err));
        if (!held.owner)
            TRY(sqlite_delete_expired(db, name->type, keys[i], asking->now, true, err));
    }
    if (held.owner) {
        say_holder(&held, answer);
        return PAWL_OK;
    }
    TRY(sqlite_find_lock(db, name->type, name->key, &held, err));
    return held.owner
               ? lock_prolong(db, asking, &held, end_of(asking), err)
               : sqlite_insert_lock(db, name, asking->also, asking->now, end_of(asking), &answer->token, err);
}

/* Who breaks a lock need not hold it. */
static bool may_change(const struct sqlite_asking *asking, const struct lock_row *held) {
    const struct lock_call *call = asking->call;
    const bool is_over = call->request == LOCK_RENEW && held->until && held->until <= asking->now;
    return held->owner && !is_over &&
           (call->request == LOCK_BREAK ||
            (held->token == call->lock.token && strcmp(held->owner, call->lock.owner) == 0));
}

/* Under each spelling. */
static enum pawl_status lock_free(struct pawl_db *db, const struct sqlite_asking *asking,
                                  struct pawl_error *err) {
    struct spelling {
        const char *key;
    };
    static const struct row_member members[] = {MEMBER(TEXT, spelling, key)};
    const struct lock_name *name = &asking->call->lock;
    for (;;) {
        struct spelling found = {0};
        struct lock_row held;
        TRY(QUERY_ROW(sql_first_spelling, members, &found, value_text(name->type), value_text(name->key),
                      value_bigint(asking->is_uuid)));
        if (!found.key)
            return PAWL_OK;
        TRY(sqlite_find_lock(db, name->type, found.key, &held, err));
        TRY(sqlite_delete_lock(db, found.key, &held, err));
        TRY(sqlite_wake_runs(db, found.key, err));
    }
}

static enum pawl_status change_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct sqlite_asking *asking = context;
    struct lock_call *call = asking->call;
    const struct lock_name *name = &call->lock;
    struct lock_row held = {0};
    enum pawl_status status = spell_lock_key(db, asking, err);
    if (status == PAWL_OK && call->answer.status == PAWL_OK)
        status = sqlite_find_lock(db, name->type, name->key, &held, err);
    if (status != PAWL_OK || call->answer.status != PAWL_OK || !may_change(asking, &held)) {
        if (call->answer.status == PAWL_OK)
            call->answer.status = PAWL_NOT_FOUND;
        return status;
    }
    if (call->request == LOCK_RENEW) {
        asking->also = NULL;
        return lock_prolong(db, asking, &held, end_of(asking), err);
    }
    TRY(lock_free(db, asking, err));
    if (call->request != LOCK_BREAK)
        return PAWL_OK;
    call->answer.token = held.token;
    const struct lock_name broken = {name->type, name->key, held.owner, held.token};
    return write_log(db, "break", &broken, call->reason, err);
}

/* ---- asking ------------------------------------------------------------------------------------- */

#define WRITER_LIMIT_MS 200

/*
 * Those who go on asking are told soon where another connection writes, which may be a move under way: they
 * are LOCKED by what is `busy`.
 */
static enum pawl_status sqlite_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    static const struct {
        attempt_fn *steps;
        const char *busy;
    } requests[LOCK_REQUEST_COUNT] = {
        [LOCK_ACQUIRE] = {acquire_steps, "transitions of this key are under way"},
        [LOCK_RENEW] = {change_steps, NULL},
        [LOCK_RELEASE] = {change_steps, NULL},
        [LOCK_BREAK] = {change_steps, NULL},
        [LOCK_FREEZE] = {sqlite_freeze, "transitions are under way"},
        [LOCK_THAW] = {sqlite_thaw, NULL},
        [LOCK_DEFER] = {sqlite_defer, NULL},
    };
    const char *busy = requests[call->request].busy;
    struct sqlite_asking asking = {.call = call, .now = now_us(), .given = call->lock.key};
    struct pawl_error own = PAWL_ERROR_INIT;
    struct pawl_error *failure = err ? err : &own;
    if (busy)
        db->driver->steps->limit_waiting(db, WRITER_LIMIT_MS);
    enum pawl_status status = steps_in_bracket(db, requests[call->request].steps, &asking, failure);
    call->lock.key = asking.given;
    if (busy)
        db->driver->steps->limit_waiting(db, PAWL_WAIT);
    if (!busy || status != PAWL_DB || !failure->retryable)
        return status;
    call->answer.status = PAWL_LOCKED;
    snprintf(call->answer.detail, sizeof call->answer.detail, "%s", busy);
    return PAWL_OK;
}

/* The transaction itself is the lock of every key, once it writes. */
static enum pawl_status sqlite_lock_key(struct pawl_db *db, const char *type, const char *key,
                                        int64_t timeout_ms, struct lock_answer *answer,
                                        struct pawl_error *err) {
    TRY(spell_key(db, type, "$.serialize_types", &key, answer, err));
    if (answer->status != PAWL_OK)
        return PAWL_OK;
    struct pawl_error own = PAWL_ERROR_INIT;
    struct pawl_error *failure = err ? err : &own;
    db->driver->steps->limit_waiting(db, timeout_ms);
    enum pawl_status status = db->driver->query(db, db->driver->steps->lock, NULL, 0, NULL, NULL, failure);
    db->driver->steps->limit_waiting(db, PAWL_WAIT);
    if (status == PAWL_DB && failure->retryable && timeout_ms >= 0) {
        answer->status = PAWL_LOCKED;
        return PAWL_OK;
    }
    return status;
}

/* ---- moves ------------------------------------------------------------------------------------------- */

enum pawl_status sqlite_refuse_held(struct pawl_db *db, const struct lock_question *question,
                                    struct lock_answer *answer, struct pawl_error *err) {
    int64_t now = now_us(), held_by_owner = 1;
    if (question->lock_owner)
        TRY(QUERY(sql_owner_holds_lock, read_number, &held_by_owner, value_text(question->machine),
                  value_text(question->lock_key), value_text(question->lock_owner),
                  value_bigint(question->lock_token), value_bigint(now)));
    if (!held_by_owner) {
        answer->status = PAWL_LOCKED;
        snprintf(answer->detail, sizeof answer->detail, "the lock of %s with token %lld has ended",
                 question->lock_owner, (long long)question->lock_token);
        return PAWL_OK;
    }
    struct lock_row held;
    TRY(find_holder(db, question->machine, question->lock_key,
                    question->lock_owner ? question->lock_owner : "", now, &held, err));
    if (held.owner)
        say_holder(&held, answer);
    return PAWL_OK;
}

static const struct lock_steps sqlite_lock_steps = {.deferred_done = sqlite_deferred_done,
                                                    .refuse = sqlite_refuse};

const struct lock_driver sqlite_locks = {
    SQL_MEMBERS, /* what lock.sql has of it */
    .lock = sqlite_lock_key,
    .ask = sqlite_ask,
    .wake = sqlite_wake,
    .steps = &sqlite_lock_steps,
};
