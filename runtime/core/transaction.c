#include "core/transaction.h"

#include "core/ending.h"
#include "core/text.h"

enum pawl_status judge_lost_answer(const struct pawl_db *db, enum pawl_status status,
                                   struct pawl_error *err) {
    if ((status != PAWL_DB && !is_unread(status)) || !db->driver->answer_lost(db))
        return status;
    if (err) {
        err->status = PAWL_UNKNOWN;
        err->retryable = false;
        error_help(err, "it was sent, and may have been done or not: read the state before you repeat it");
    }
    return PAWL_UNKNOWN;
}

bool failure_is_cancelled(const struct pawl_db *db, enum pawl_status status, const struct pawl_error *err) {
    const struct session_driver *sessions = db->driver->sessions;
    return status == PAWL_DB && sessions && sessions->is_cancelled(err);
}

/* A guard, an effect or a tx step does not end the transaction that it runs in. */
static enum pawl_status check_not_ended_by(const struct pawl_db *db, const char *sql,
                                           struct pawl_error *err) {
    const char *rest = NULL;
    const enum ending ending = db->running && pawl_in_transaction(db) ? ending_of(sql, &rest) : ENDS_NOTHING;
    if (ending == ENDS_BY_COMMIT || ending == ENDS_BY_ROLLBACK)
        return check_not_in_callback(db, ending == ENDS_BY_COMMIT ? "COMMIT" : "ROLLBACK", err);
    return PAWL_OK;
}

enum pawl_status pawl_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(connection_begin(db, err));
    if (!sql || !text_is_utf8(sql))
        return error_set(err, PAWL_MISUSE, "pawl_exec: sql is %s", sql ? "not valid UTF-8" : "NULL");
    TRY(check_not_ended_by(db, sql, err));
    enum pawl_status status = db->driver->exec(db, sql, err);
    return pawl_in_transaction(db) ? status : judge_lost_answer(db, status, err);
}

bool pawl_in_transaction(const struct pawl_db *db) {
    return db && (db->transaction_open || (db->connection && db->driver->in_transaction(db)));
}

enum pawl_status check_outside(const struct pawl_db *db, const char *function, const char *instead,
                               struct pawl_error *err) {
    if (!pawl_in_transaction(db))
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, instead, "%s inside an open transaction", function);
}

enum pawl_status pawl_begin(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (db && pawl_in_transaction(db))
        return error_advise(err, PAWL_MISUSE, "commit it or roll it back first; transactions do not nest",
                            "pawl_begin: a transaction is open already");
    TRY(connection_begin(db, err));
    TRY(db->driver->exec_with_next(db, db->driver->begin, NEXT_MAY_BE_CALLERS, err));
    db->transaction_open = true;
    return PAWL_OK;
}

enum pawl_status check_not_in_callback(const struct pawl_db *db, const char *function,
                                       struct pawl_error *err) {
    if (!db->running)
        return PAWL_OK;
    bool in_step = db->running->step != NULL;
    error_set(err, PAWL_MISUSE, "%s within %s of %s", function, in_step ? "a step" : "a guard or effect",
              db->running->machine->name);
    error_help(err, "the transaction belongs to the %s: answer PAWL_OK or %s instead",
               in_step ? "step" : "move", in_step ? "another status" : "PAWL_REFUSED");
    return PAWL_MISUSE;
}

static enum pawl_status check_open(const struct pawl_db *db, const char *function, struct pawl_error *err) {
    error_clear(err);
    if (!db || !pawl_in_transaction(db))
        return error_set(err, PAWL_MISUSE, "%s: %s", function, db ? "no transaction is open" : "db is NULL");
    return check_not_in_callback(db, function, err);
}

static enum transaction_owner owner_of_transaction(const struct pawl_db *db) {
    return db->transaction_open ? BEGUN_BY_LIBPAWL : BEGUN_BY_CALLER;
}

/* If the database, or a broken connection, has ended the transaction, it is rolled back already. */
static enum pawl_status roll_back(struct pawl_db *db, struct pawl_error *err) {
    after_rollback(db, owner_of_transaction(db));
    db->transaction_open = false;
    return db->driver->in_transaction(db) ? db->driver->exec(db, "rollback", err) : PAWL_OK;
}

enum pawl_status pawl_commit(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(check_open(db, "pawl_commit", err));
    enum pawl_status status = judge_lost_answer(db, db->driver->commit(db, err), err);
    if (status != PAWL_OK) { /* whether it was committed or not: nothing of it stays open */
        roll_back(db, NULL);
        return status;
    }
    const enum transaction_owner owner = owner_of_transaction(db);
    db->transaction_open = false;
    after_commit(db, owner);
    return status;
}

enum pawl_status pawl_rollback(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = check_open(db, "pawl_rollback", err);
    return status == PAWL_OK ? roll_back(db, err) : status;
}

static enum pawl_status check_ended(const struct pawl_db *db, const char *function, struct pawl_error *err) {
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "%s: db is NULL", function);
    enum pawl_status status = check_not_in_callback(db, function, err);
    if (status != PAWL_OK || !pawl_in_transaction(db))
        return status;
    return error_advise(
        err, PAWL_MISUSE,
        "call it after your own COMMIT or ROLLBACK; pawl_commit and pawl_rollback need no such word",
        "%s: the transaction is still open", function);
}

enum pawl_status pawl_committed(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(check_ended(db, "pawl_committed", err));
    after_commit(db, BEGUN_BY_CALLER);
    return PAWL_OK;
}

enum pawl_status pawl_rolled_back(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(check_ended(db, "pawl_rolled_back", err));
    after_rollback(db, BEGUN_BY_CALLER);
    return PAWL_OK;
}
