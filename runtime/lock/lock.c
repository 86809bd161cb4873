#include "lock/lock.h"

#include "core/clock.h"
#include "core/schema.h"

#include <inttypes.h>
#include <string.h>

/* ---- waiting ------------------------------------------------------------------------------------ */

struct patience patience_of(int64_t timeout_ms) {
    int64_t now = monotonic_us();
    bool for_ever = timeout_ms < 0 || timeout_ms > (INT64_MAX - now) / 1000;
    return (struct patience){.end_us = for_ever ? INT64_MAX : now + timeout_ms * 1000};
}

static int64_t patience_left_ms(const struct patience *patience) {
    int64_t now = monotonic_us();
    return patience->end_us > now ? (patience->end_us - now) / 1000 + 1 : 0;
}

bool patience_sleep(struct patience *patience) {
    int64_t left_us = patience->end_us - monotonic_us();
    if (left_us <= 0)
        return false;
    pause_before_attempt(patience, ++patience->pauses + 3, left_us < PAUSE_MAX_US ? left_us : PAUSE_MAX_US);
    return true;
}

/* ---- asking ------------------------------------------------------------------------------------- */

static bool is_of_operators(enum lock_request request) {
    return request == LOCK_BREAK || request == LOCK_FREEZE || request == LOCK_THAW;
}

static enum pawl_status ask_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = context;
    enum pawl_status status = sending_begin(db, &call->sending, err);
    call->answer = (struct lock_answer){.status = PAWL_OK};
    if (status == PAWL_OK)
        status = judge_right(db, is_of_operators(call->request) ? ROLE_OPERATOR : ROLE_APP,
                             db->driver->locks->ask(db, call, err), err);
    const bool may_be_done = status != PAWL_OK;
    /* what is gone is gone, perhaps since the answer was lost that said so */
    if (call->answer.status == PAWL_NOT_FOUND && call->sending.answer_was_lost &&
        (call->request == LOCK_RELEASE || call->request == LOCK_BREAK))
        call->answer.status = PAWL_OK;
    if (status == PAWL_OK)
        status = call->answer.status;
    return sending_judge(db, &call->sending, status, may_be_done, err);
}

enum pawl_status lock_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    call->sending = (struct sending){.has_request_id = true}; /* each call does the same when repeated */
    return make_attempts(db, ask_once, call, err);
}

/* ---- until the end of the transaction ----------------------------------------------------------- */

enum pawl_status pawl_lock(struct pawl_db *db, const char *type, const char *key, int64_t timeout_ms,
                           struct pawl_error *err) {
    OPERATION(db, err);
    TRY(schema_begin(db, err));
    TRY(text_check("pawl_lock", "the type", type, PAWL_KEY_MAX_BYTES, err));
    TRY(text_check("pawl_lock", "the key", key, PAWL_KEY_MAX_BYTES, err));
    TRY(timeout_check("pawl_lock", "timeout_ms", timeout_ms, err));
    if (!pawl_in_transaction(db))
        return error_advise(
            err, PAWL_MISUSE,
            "call pawl_begin first; a lock that outlives transactions is taken by pawl_acquire",
            "pawl_lock outside a transaction");
    struct lock_answer answer = {.status = PAWL_OK};
    TRY(db->driver->locks->lock(db, type, key, timeout_ms, &answer, err));
    if (answer.status == PAWL_LOCKED) {
        error_set(err, PAWL_LOCKED, "%s %.64s: another transaction holds the lock", type, key);
        error_obstacle(err, "");
    } else if (answer.status == PAWL_MISUSE) {
        error_set(err, PAWL_MISUSE, "%s", answer.detail);
        error_help(err, "pass the value by which transitions are serialized");
    }
    return answer.status;
}

/* ---- held locks --------------------------------------------------------------------------------- */

static enum pawl_status begin_held(struct pawl_db *db, const char *function, struct lock_call *call,
                                   bool has_owner, struct pawl_error *err) {
    if (!call->lock.type)
        call->lock.type = "";
    TRY(schema_begin(db, err));
    if (*call->lock.type)
        TRY(text_check(function, "the type", call->lock.type, PAWL_KEY_MAX_BYTES, err));
    TRY(text_check(function, "the key", call->lock.key, PAWL_KEY_MAX_BYTES, err));
    if (has_owner)
        TRY(text_check(function, "the owner", call->lock.owner, LOCK_OWNER_MAX_BYTES, err));
    return duration_check(function, "lease_ms", call->lease_ms, 1000, 0, err);
}

static enum pawl_status explain_held(const struct lock_call *call, enum pawl_status status,
                                     struct pawl_error *err) {
    const struct lock_name *lock = &call->lock;
    const char *type = *lock->type ? lock->type : "all machines";
    if (status == PAWL_LOCKED) {
        error_set(err, status, "the lock on %.64s of %s: %s", lock->key, type, call->answer.detail);
        error_help(err, "wait for it with timeout_ms, or try later");
        error_obstacle(err, call->answer.detail);
    } else if (status == PAWL_NOT_FOUND && lock->owner) {
        error_set(err, status, "the lock on %.64s of %s is not held by %s with token %" PRId64, lock->key,
                  type, lock->owner, lock->token);
        error_help(err, "it has ended, or was broken: stop the work under it, and acquire it again");
    } else if (status == PAWL_NOT_FOUND) {
        error_set(err, status, "nobody holds the lock on %.64s of %s", lock->key, type);
    } else if (status == PAWL_MISUSE && *call->answer.detail) {
        error_set(err, status, "%s", call->answer.detail);
        error_help(err, "lock a machine with `key`, by the value that its `key` names");
    } else if (status == PAWL_MISUSE) {
        error_set(err, status, "there is no machine %s in this database", type);
        error_help(err, "lock a machine, by its name, or the key in all machines, with NULL");
    }
    return status;
}

enum pawl_status pawl_acquire(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t lease_ms, int64_t timeout_ms, int64_t *token, struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_ACQUIRE, .lock = {type, key, owner, 0}, .lease_ms = lease_ms};
    TRY(begin_held(db, "pawl_acquire", &call, true, err));
    TRY(timeout_check("pawl_acquire", "timeout_ms", timeout_ms, err));
    enum pawl_status status;
    struct patience patience = patience_of(pawl_in_transaction(db) ? 0 : timeout_ms);
    for (;;) {
        call.waits_ms = patience_left_ms(&patience);
        status = lock_ask(db, &call, err);
        if (status != PAWL_LOCKED || call.waits_ms == 0)
            break;
        patience_sleep(&patience);
    }
    if (status == PAWL_OK && token)
        *token = call.answer.token;
    return explain_held(&call, status, err);
}

enum pawl_status pawl_renew(struct pawl_db *db, const char *type, const char *key, const char *owner,
                            int64_t token, int64_t lease_ms, struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_RENEW, .lock = {type, key, owner, token}, .lease_ms = lease_ms};
    enum pawl_status status = begin_held(db, "pawl_renew", &call, true, err);
    return status == PAWL_OK ? explain_held(&call, lock_ask(db, &call, err), err) : status;
}

enum pawl_status pawl_release(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t token, struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_RELEASE, .lock = {type, key, owner, token}};
    enum pawl_status status = begin_held(db, "pawl_release", &call, true, err);
    return status == PAWL_OK ? explain_held(&call, lock_ask(db, &call, err), err) : status;
}

enum pawl_status pawl_break(struct pawl_db *db, const char *type, const char *key, const char *reason,
                            struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_BREAK, .lock = {type, key, NULL, 0}, .reason = reason};
    TRY(begin_held(db, "pawl_break", &call, false, err));
    TRY(text_check("pawl_break", "the reason", reason, LOCK_REASON_MAX_BYTES, err));
    return explain_held(&call, lock_ask(db, &call, err), err);
}

/* ---- who holds what ----------------------------------------------------------------------------- */

struct locks_listing {
    struct pawl_db *db;
    struct result_rows rows;
};

/* cells: type, key, owner, token, since, until, waiting */
static enum pawl_status add_lock(void *context, const struct cell *cells, struct pawl_error *err) {
    struct locks_listing *listing = context;
    struct results *results = operation_results(listing->db);
    struct pawl_held_lock *row = results_add_row(results, &listing->rows, sizeof *row);
    if (!row)
        return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
    *row = (struct pawl_held_lock){
        .type = results_strdup(results, cells[0].text),
        .key = results_strdup(results, cells[1].text),
        .owner = results_strdup(results, cells[2].text),
        .token = cells[3].number,
        .since_us = cells[4].number,
        .until_us = cells[5].is_null ? 0 : cells[5].number,
        .waiting = cells[6].number,
    };
    if (!row->type || !row->key || !row->owner)
        return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
    return PAWL_OK;
}

enum pawl_status pawl_list_locks(struct pawl_db *db, const char *key, const struct pawl_held_lock *after,
                                 size_t limit, struct pawl_held_locks *out, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(schema_begin(db, err));
    if (key)
        TRY(text_check("pawl_list_locks", "the key", key, PAWL_KEY_MAX_BYTES, err));
    if (after)
        TRY(text_check("pawl_list_locks", "the key of after", after->key, PAWL_KEY_MAX_BYTES, err));
    if (after && !(after->type && !*after->type)) /* "": of all machines */
        TRY(text_check("pawl_list_locks", "the type of after", after->type, PAWL_KEY_MAX_BYTES, err));
    TRY(page_check("pawl_list_locks", limit, out, err));
    struct locks_listing listing = {.db = db};
    const char *lower = key; /* so that a uuid finds locks of machines that have it in small letters, too */
    char none[LOCK_DETAIL_SIZE];
    if (key)
        lock_key_settle(operation_results(db), "", 1U << PAWL_TYPE_UUID, &lower, none);
    *out = (struct pawl_held_locks){0};
    TRY(read_rows(db, db->driver->locks->list,
                  VALUES(value_text(key), value_text(after ? after->key : NULL),
                         value_text(after ? after->type : NULL), value_bigint((int64_t)limit),
                         value_text(lower)),
                  add_lock, &listing, err));
    *out = (struct pawl_held_locks){listing.rows.rows, listing.rows.count};
    return PAWL_OK;
}
