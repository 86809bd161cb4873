/* Transactions: what begins, fails and ends them, and the queries in them. */
#include "mariadb/mariadb.h"

#include "core/ending.h"

#include <mysqld_error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the server says ----------------------------------------------------------------------- */

static bool server_has_transaction(const struct mariadb *mariadb) {
    const unsigned status = mariadb->connection->server_status;
    return (status & SERVER_STATUS_IN_TRANS) || !(status & SERVER_STATUS_AUTOCOMMIT);
}

void mariadb_look_at_server(struct mariadb *mariadb) {
    struct state *state = &mariadb->state;
    if (state_is_broken(state))
        return;
    const bool has_none = state->transaction == TRANSACTION_NONE || state->transaction == TRANSACTION_ENDED;
    /* the caller may end one that has failed without telling libpawl */
    const bool may_end = state->transaction == TRANSACTION_OPEN ||
                         (state->transaction == TRANSACTION_FAILED && mariadb->is_shared);
    if (has_none && server_has_transaction(mariadb))
        state_set_transaction(state, TRANSACTION_OPEN);
    else if (may_end && !server_has_transaction(mariadb))
        state_set_transaction(state, TRANSACTION_NONE);
}

bool mariadb_in_transaction(const struct pawl_db *db) {
    struct mariadb *mariadb = mariadb_of(db);
    const enum transaction_state transaction = mariadb->state.transaction;
    if (transaction == TRANSACTION_WAITS)
        return true;
    if (state_is_broken(&mariadb->state)) /* which has ended it */
        return false;
    return (transaction == TRANSACTION_UNDONE && !mariadb->is_shared) || server_has_transaction(mariadb);
}

/* ---- one that has failed ------------------------------------------------------------------------ */

/*
 * A mark of a transaction that has failed, where the caller may end it, or go back before the failure,
 * without telling libpawl: the mark goes with what he ends.
 */
static bool set_session_mark(const struct mariadb *mariadb) {
    return mariadb_run_surely(mariadb->connection, "savepoint pawl_failed");
}

static bool has_session_mark(const struct mariadb *mariadb) {
    if (mariadb_run(mariadb->connection, "release savepoint pawl_failed"))
        return set_session_mark(mariadb);
    return mysql_errno(mariadb->connection) != ER_SP_DOES_NOT_EXIST;
}

/* Where the server has ended it, another one keeps its place until the caller ends that: what he sends
 * meanwhile goes with it, and is not committed statement by statement. */
bool mariadb_keep_failed(struct mariadb *mariadb) {
    if (!set_session_mark(mariadb))
        return false;
    return (mariadb->connection->server_status & SERVER_STATUS_IN_TRANS) ||
           (mariadb_run_surely(mariadb->connection, "start transaction") && set_session_mark(mariadb));
}

/* The caller's own, of which he may have ended the one that failed, and begun another. */
static void look_for_end(const struct pawl_db *db) {
    struct mariadb *mariadb = mariadb_of(db);
    if (db->transaction_open || !mariadb->is_shared || state_is_broken(&mariadb->state) ||
        has_session_mark(mariadb))
        return;
    state_set_transaction(&mariadb->state, TRANSACTION_NONE);
    mariadb_look_at_server(mariadb);
}

static bool has_failed(const struct mariadb *mariadb) {
    return mariadb->state.transaction == TRANSACTION_FAILED ||
           mariadb->state.transaction == TRANSACTION_UNDONE;
}

bool mariadb_transaction_failed(const struct pawl_db *db) {
    struct mariadb *mariadb = mariadb_of(db);
    mariadb_look_at_server(mariadb);
    if (has_failed(mariadb))
        look_for_end(db);
    return has_failed(mariadb);
}

/* What was cancelled may be done again, also where somebody sees only now that it failed. */
static enum pawl_status had_failed(const struct mariadb *mariadb, struct pawl_error *err) {
    transaction_had_failed(err);
    if (err && mariadb->failure == ER_QUERY_INTERRUPTED)
        err->native_code = (int)mariadb->failure;
    return PAWL_DB;
}

/* DB: nothing but a rollback is let through. */
static enum pawl_status check_transaction(struct pawl_db *db, struct pawl_error *err) {
    if (mariadb_of(db)->state.transaction == TRANSACTION_LOST)
        return transaction_was_lost("MariaDB", err);
    return mariadb_transaction_failed(db) ? had_failed(mariadb_of(db), err) : PAWL_OK;
}

void mariadb_go_on(struct mariadb *mariadb) {
    if (mariadb->state.transaction == TRANSACTION_FAILED)
        state_set_transaction(&mariadb->state, TRANSACTION_OPEN);
}

/* ---- what waits --------------------------------------------------------------------------------- */

/* A transaction that has not begun is none any more. */
void mariadb_forget_waiting(struct mariadb *mariadb) {
    mariadb->waiting.count = 0;
    if (mariadb->state.transaction == TRANSACTION_WAITS)
        state_set_transaction(&mariadb->state, TRANSACTION_NONE);
}

/*
 * What others committed before and is not here yet would turn the transaction away later, at any of its
 * statements, and is what its caller may have been told. So it begins when that is here.
 */
#define BEGIN_ON_NODE "set statement wsrep_sync_wait = 1 for start transaction"

static enum pawl_status send_one_that_waits(struct mariadb *mariadb, const char *sql,
                                            struct pawl_error *err) {
    return strcmp(sql, BEGIN_ON_NODE) == 0 ? mariadb_follow_others(mariadb, sql, err)
                                           : mariadb_send_text(mariadb, sql, strlen(sql), err);
}

struct queries {
    const struct query *list;
    size_t count;
};

/* Once the begin is answered the transaction is open, and what is asked meanwhile is asked in it. */
static enum pawl_status send_once(struct pawl_db *db, const struct mariadb_waiting *waiting,
                                  struct queries queries, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    for (size_t i = 0; i < waiting->count; i++) {
        TRY(send_one_that_waits(mariadb, waiting->texts[i], err));
        if (mariadb->state.transaction == TRANSACTION_WAITS &&
            !state_set_transaction(&mariadb->state, TRANSACTION_OPEN))
            return mariadb_report_broken(err);
    }
    for (size_t i = 0; i < queries.count; i++)
        TRY(mariadb_send(db, &queries.list[i], err));
    return PAWL_OK;
}

/* Nothing of it stays on the connection that broke: what was sent there could only be committed later. */
static enum pawl_status begin_on_another(struct pawl_db *db, struct pawl_error *err) {
    struct state *state = &mariadb_of(db)->state;
    state_forgets_sent(state);
    return state_set_transaction(state, TRANSACTION_WAITS) ? mariadb_connect_again(db, err)
                                                           : mariadb_report_broken(err);
}

/*
 * What waits, and then queries. A connection that broke before the transaction had begun, or with its first
 * statements, takes nothing with it: they are sent again on another.
 */
static enum pawl_status send_with_waiting(struct pawl_db *db, struct queries queries,
                                          struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct state *state = &mariadb->state;
    const struct mariadb_waiting waiting = mariadb->waiting;
    const bool begins = state->transaction == TRANSACTION_WAITS;
    mariadb->waiting.count = 0;
    enum pawl_status status = send_once(db, &waiting, queries, err);
    if (status == PAWL_DB && begins && state_is_broken(state) && !connection_is_adopted(db)) {
        status = begin_on_another(db, err);
        if (status == PAWL_OK)
            status = send_once(db, &waiting, queries, err);
        if (status == PAWL_OK)
            error_clear(err);
    }
    if (status != PAWL_OK && state->transaction == TRANSACTION_WAITS) /* what comes next would be alone */
        state_set_transaction(state, state_is_broken(state) ? TRANSACTION_LOST : TRANSACTION_UNDONE);
    return status;
}

static enum pawl_status send_waiting_begin(struct pawl_db *db, struct pawl_error *err) {
    return mariadb_of(db)->waiting.count > 0 ? send_with_waiting(db, (struct queries){0}, err) : PAWL_OK;
}

/* ---- rolling back ------------------------------------------------------------------------------- */

/* One that is killed has undone nothing: the transaction would go on, with all its locks. */
static enum pawl_status send_rollback(struct pawl_db *db, const char *text, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    for (int asked = 1;; asked++) {
        enum pawl_status status = mariadb_send_all(db, mariadb_send_as_is, text, err);
        if (status == PAWL_OK && asked > 1)
            error_clear(err);
        if (status == PAWL_OK || asked == ATTEMPT_MAX || state_is_broken(&mariadb->state) ||
            mariadb->failure != ER_QUERY_INTERRUPTED)
            return status;
    }
}

/* rest: what follows the word ROLLBACK. What has failed is not committed either, as on PostgreSQL. */
static enum pawl_status roll_back_with(struct pawl_db *db, const char *rest, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct state *state = &mariadb->state;
    const bool is_over = state->transaction == TRANSACTION_WAITS || state_is_broken(state);
    mariadb_forget_waiting(mariadb);
    if (!is_over || *rest) {
        char *text = ending_as_rollback(rest);
        enum pawl_status status =
            text ? send_rollback(db, text, err) : error_set(err, PAWL_NOMEM, "out of memory");
        free(text);
        if (status != PAWL_OK && !*rest && !connection_is_adopted(db))
            state_breaks(state); /* the transaction goes with it */
        if (status != PAWL_OK)
            return status;
    }
    mariadb->savepoints = 0;
    state_set_transaction(state, TRANSACTION_NONE);
    mariadb_look_at_server(mariadb); /* rollback and chain */
    return PAWL_OK;
}

static enum pawl_status go_back(struct pawl_db *db) {
    char back[WAITING_SIZE], release[WAITING_SIZE];
    struct mariadb *mariadb = mariadb_of(db);
    snprintf(back, sizeof back, BACK_TO_SAVEPOINT "_%u", mariadb->savepoints);
    snprintf(release, sizeof release, RELEASE_SAVEPOINT "_%u", mariadb->savepoints);
    mariadb->savepoints--;
    TRY(send_waiting_begin(db, NULL));
    TRY(send_rollback(db, back, NULL));
    return send_rollback(db, release, NULL);
}

/* If the way back fails, the transaction stays failed: half a move may still be in it. */
void mariadb_undo(struct pawl_db *db, enum failure_since failure) {
    struct mariadb *mariadb = mariadb_of(db);
    const enum transaction_state before = mariadb->state.transaction;
    if (mariadb->savepoints == 0 || before == TRANSACTION_UNDONE || before == TRANSACTION_LOST)
        return;
    const bool is_back = go_back(db) == PAWL_OK;
    if (is_back && failure == FAILURE_IS_FORGOTTEN)
        mariadb_go_on(mariadb);
    if (is_back && before == TRANSACTION_FAILED && failure == FAILURE_STAYS && mariadb->is_shared)
        set_session_mark(mariadb);
}

/* ---- texts -------------------------------------------------------------------------------------- */

/* A savepoint of the caller's own ends a failure, unless that has undone all. */
static enum pawl_status send_in_transaction(struct pawl_db *db, mariadb_send_fn *send, const char *sql,
                                            enum ending ending, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    const bool goes_back = ending == ENDS_FAILURE && mariadb->state.transaction == TRANSACTION_FAILED;
    TRY(goes_back ? PAWL_OK : check_transaction(db, err));
    TRY(send_waiting_begin(db, err));
    TRY(mariadb_send_all(db, send, sql, err));
    if (goes_back)
        mariadb_go_on(mariadb);
    return PAWL_OK;
}

static enum pawl_status exec_by(struct pawl_db *db, mariadb_send_fn *send, const char *sql,
                                struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    const char *rest;
    const enum ending ending = ending_of(sql, &rest);
    mariadb_look_at_server(mariadb);
    const bool is_lost = mariadb->state.transaction == TRANSACTION_LOST;
    const bool rolls_back = ending == ENDS_BY_ROLLBACK ||
                            (ending == ENDS_BY_COMMIT && !is_lost && mariadb_transaction_failed(db));
    enum pawl_status status =
        rolls_back ? roll_back_with(db, rest, err) : send_in_transaction(db, send, sql, ending, err);
    mariadb_look_at_server(mariadb);
    const bool ends = ending == ENDS_BY_ROLLBACK || ending == ENDS_BY_COMMIT;
    if (status == PAWL_OK && ends && db->transaction_open && mariadb->state.transaction == TRANSACTION_NONE)
        state_set_transaction(&mariadb->state, TRANSACTION_ENDED);
    return status;
}

enum pawl_status mariadb_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    return exec_by(db, mariadb_send_as_is, sql, err);
}

enum pawl_status mariadb_exec_named(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    char *text = mariadb_with_names(mariadb_of(db), sql);
    enum pawl_status status =
        text ? exec_by(db, mariadb_send_named, text, err) : error_set(err, PAWL_NOMEM, "out of memory");
    free(text);
    return status;
}

/* ---- libpawl's own -------------------------------------------------------------------------------- */

static enum pawl_status begin_with_next(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    if (!state_set_transaction(&mariadb->state, TRANSACTION_WAITS))
        return mariadb_report_broken(err);
    mariadb->savepoints = 0;
    snprintf(mariadb->waiting.texts[mariadb->waiting.count++], WAITING_SIZE, "%s",
             is_node(mariadb) ? BEGIN_ON_NODE : sql);
    return PAWL_OK;
}

/* Outside of a transaction it would be nothing, and what follows would be committed by itself. */
static enum pawl_status mark_with_next(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    const enum transaction_state transaction = mariadb->state.transaction;
    if (transaction != TRANSACTION_OPEN && transaction != TRANSACTION_WAITS)
        return transaction_was_ended(err);
    char *text = mariadb->waiting.texts[mariadb->waiting.count++];
    if (strcmp(sql, SAVEPOINT) == 0)
        snprintf(text, WAITING_SIZE, SAVEPOINT "_%u", ++mariadb->savepoints);
    else
        snprintf(text, WAITING_SIZE, RELEASE_SAVEPOINT "_%u", mariadb->savepoints--);
    return PAWL_OK;
}

/* A savepoint of the same name would replace the one around it, so they are numbered. */
enum pawl_status mariadb_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                        struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    const bool is_mark = strcmp(sql, SAVEPOINT) == 0 || strcmp(sql, RELEASE_SAVEPOINT) == 0;
    enum pawl_status status = check_transaction(db, err);
    if (status == PAWL_OK && mariadb->waiting.count == WAITING_MAX)
        status = send_waiting_begin(db, err);
    if (status == PAWL_OK)
        status = is_mark ? mark_with_next(mariadb, sql, err) : begin_with_next(mariadb, sql, err);
    return status == PAWL_OK && next == NEXT_MAY_BE_CALLERS && mariadb->is_shared
               ? send_waiting_begin(db, err)
               : status;
}

/* The caller may use it from here on without telling, even in a transaction that pawl_begin begins later. */
void *mariadb_native(struct pawl_db *db) {
    struct mariadb *mariadb = mariadb_of(db);
    if (has_failed(mariadb) && !mariadb->is_shared && !mariadb_keep_failed(mariadb))
        state_breaks(&mariadb->state);
    mariadb->is_shared = true;
    send_waiting_begin(db, NULL);
    return mariadb->connection;
}

bool mariadb_was_ended(const struct pawl_db *db) {
    mariadb_look_at_server(mariadb_of(db));
    return mariadb_of(db)->state.transaction == TRANSACTION_ENDED && db->transaction_open;
}

/* Whether the commit itself was killed, and nobody knows which came first. */
static bool may_be_committed(const struct mariadb *mariadb) {
    return mariadb->state.transaction == TRANSACTION_UNDONE &&
           (mariadb->failure == ER_QUERY_INTERRUPTED || mariadb->failure == ER_ERROR_DURING_COMMIT);
}

enum pawl_status mariadb_commit(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct state *state = &mariadb->state;
    if (state->transaction == TRANSACTION_WAITS) { /* nothing has happened in it */
        mariadb_forget_waiting(mariadb);
        return PAWL_OK;
    }
    if (mariadb_transaction_failed(db))
        return had_failed(mariadb, err);
    mariadb_notice_hangup(mariadb);
    if (mariadb_connection_lost(db) || state->transaction == TRANSACTION_LOST) {
        state_forgets_sent(state);
        return transaction_was_lost("MariaDB", err);
    }
    if (mariadb_was_ended(db)) /* where COMMIT is no error */
        return transaction_was_ended(err);
    TRY(send_waiting_begin(db, err));
    enum pawl_status status = mariadb_send_text(mariadb, "commit", strlen("commit"), err);
    if (status != PAWL_OK && may_be_committed(mariadb))
        state_is_in_doubt(state);
    mariadb_look_at_server(mariadb);
    return status;
}

/* ---- queries ------------------------------------------------------------------------------------ */

enum pawl_status mariadb_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                   enum end_of_queries end, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    TRY(check_transaction(db, err));
    if (count > 0 && queries->kind == QUERY_GATHERS)
        return mariadb_gather(db, queries, count, err);
    /* a statement that is the whole transaction begins and commits by itself */
    const bool is_alone = count == 1 && end == QUERIES_COMMIT &&
                          mariadb->state.transaction == TRANSACTION_WAITS && mariadb->waiting.count == 1;
    if (is_alone)
        mariadb_forget_waiting(mariadb);
    enum pawl_status status = send_with_waiting(db, (struct queries){queries, count}, err);
    return status == PAWL_OK && end == QUERIES_COMMIT && !is_alone ? mariadb_commit(db, err) : status;
}

enum pawl_status mariadb_query_own(struct pawl_db *db, const char *sql, const struct value *values,
                                   size_t value_count, struct own_rows *rows, struct pawl_error *err) {
    const struct query query = {
        .sql = sql, .values = values, .value_count = value_count, .context = rows, .kind = QUERY_IS_OWN};
    return mariadb_query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}

enum pawl_status mariadb_query(struct pawl_db *db, const char *sql, const struct value *values,
                               size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    const struct query query = {
        .sql = sql, .values = values, .value_count = value_count, .row = row, .context = context};
    return mariadb_query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}
