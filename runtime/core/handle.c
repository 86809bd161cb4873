#include "core/handle.h"

#include "core/transaction.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- opening and closing ------------------------------------------------------------------------ */

static struct pawl_db *new_handle(const struct driver *driver, struct pawl_error *err) {
    struct pawl_db *db = calloc(1, sizeof *db);
    if (!db) {
        error_set(err, PAWL_NOMEM, "out of memory");
        return NULL;
    }
    db->driver = driver;
    db->stats = &db->own_stats;
    db->process = getpid();
    return db;
}

static enum pawl_status open_or_adopt(struct pawl_db **out, const struct driver *driver, const char *where,
                                      void *adopted, struct pawl_error *err) {
    struct pawl_db *db = new_handle(driver, err);
    if (!db)
        return PAWL_NOMEM;
    db->own.is_adopted = adopted != NULL;
    enum pawl_status status = adopted ? driver->adopt(db, adopted, err) : driver->open(db, where, err);
    if (status != PAWL_OK) {
        free(db);
        return status;
    }
    if (driver->logins)
        driver->logins->warn(db, db->warning, sizeof db->warning);
    *out = db;
    return PAWL_OK;
}

enum pawl_status adopt_connection(struct pawl_db **out, const struct driver *driver, void *connection,
                                  const char *function, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!out || !connection)
        return error_set(err, PAWL_MISUSE, "%s: %s is NULL", function, out ? "connection" : "out");
    return open_or_adopt(out, driver, NULL, connection, err);
}

enum pawl_status open_connection(struct pawl_db **out, const struct driver *driver, const char *where,
                                 struct pawl_error *err) {
    return open_or_adopt(out, driver, where, NULL, err);
}

enum pawl_status open_pooled(struct pawl_db **out, const struct driver *driver, const struct pool_calls *pool,
                             void *place, struct stats *stats, struct pawl_error *err) {
    struct pawl_db *db = new_handle(driver, err);
    if (!db)
        return PAWL_NOMEM;
    db->pool = pool;
    db->place = place;
    db->stats = stats;
    *out = db;
    return PAWL_OK;
}

static bool is_handle_of_this_process(const struct pawl_db *db) {
    return db->process == getpid();
}

/* In a process forked from the handle's, all stays as it is: whatever was said to the database now would end
 * the session, or the transaction, of the other. */
void pawl_close(struct pawl_db *db) {
    if (!db || !is_handle_of_this_process(db))
        return;
    if (db->transaction_open || (db->pool && pawl_in_transaction(db)))
        pawl_rollback(db, NULL);
    if (db->pool)
        db->pool->leave(db);
    else
        db->driver->close(db);
    results_free(&db->results[0]);
    results_free(&db->results[1]);
    results_free(&db->after.memory);
    free(db->hooks);
    free(db->known.machines);
    free(db);
}

const char *pawl_warning(const struct pawl_db *db) {
    return db && db->warning[0] ? db->warning : NULL;
}

const char *pawl_dialect(const struct pawl_db *db) {
    return db ? db->driver->name : "";
}

/* ---- the connection ------------------------------------------------------------------------------ */

/*
 * Whether a statement that changes nothing can be sent again, its connection having broken, on a new one. The
 * hang-up of an idle server may arrive just after it was looked for.
 */
static bool connects_again(struct pawl_db *db, enum pawl_status status, struct pawl_error *err) {
    if (status != PAWL_DB || transaction_is_ours(db) || !connection_is_lost(db) ||
        handle_ready(db, err) != PAWL_OK)
        return false;
    error_clear(err);
    return true;
}

enum pawl_status judge_connecting(struct pawl_db *db, enum pawl_status status, struct pawl_error *err) {
    db->is_away = status == PAWL_DB && !connection_is_adopted(db) && !transaction_is_ours(db);
    if (!db->is_away || !err)
        return status;
    err->retryable = true;
    if (!err->help[0])
        error_help(err, "call again when the server is there and takes connections");
    return status;
}

/* Whoever is to stop tries to connect until it was in vain once. */
enum pawl_status handle_ready(struct pawl_db *db, struct pawl_error *err) {
    struct hurry *hurry = &db->hurry;
    const bool was_lost = hurry->is_hurried && connection_is_lost(db);
    if (was_lost && hurry->given_up > 1)
        return judge_connecting(db, error_set(err, PAWL_DB, "the database does not answer"), err);
    const bool is_broken = connection_is_lost(db);
    enum pawl_status status = db->driver->ready(db, err);
    if (is_broken && status == PAWL_OK)
        log_write(db, PAWL_LOG_CONNECTED, status, NULL, NULL, "a broken connection was replaced");
    if (was_lost && connection_is_lost(db) && hurry->is_hurried(hurry->context))
        hurry->given_up = 2;
    return judge_connecting(db, status, err);
}

enum pawl_status read_rows(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    enum pawl_status status = db->driver->query(db, sql, values, value_count, row, context, err);
    if (connects_again(db, status, err))
        status = db->driver->query(db, sql, values, value_count, row, context, err);
    return judge_right(db, ROLE_APP, status, err);
}

enum pawl_status begin_behind_others(struct pawl_db *db, struct pawl_error *err) {
    const struct cluster_driver *cluster = db->driver->cluster;
    if (!cluster)
        return PAWL_OK;
    enum pawl_status status = cluster->catch_up(db, err);
    return connects_again(db, status, err) ? cluster->catch_up(db, err) : status;
}

bool looks_again(struct pawl_db *db, bool fits, enum pawl_status *status, struct pawl_error *err) {
    if (*status != PAWL_OK || fits || !db->driver->cluster)
        return false;
    *status = db->driver->cluster->catch_up(db, err);
    return *status == PAWL_OK;
}

enum pawl_status handle_connect(struct pawl_db *db, struct pawl_error *err) {
    return db->connection ? PAWL_OK : db->pool->check_out(db, err);
}

void *pawl_native(struct pawl_db *db) {
    OPERATION_OR(db, NULL);
    if (!db || (db->connection ? handle_ready(db, NULL) : handle_connect(db, NULL)) != PAWL_OK)
        return NULL;
    db->is_pinned |= db->pool && db->depth == 1 && !pawl_in_transaction(db);
    return db->driver->native(db);
}

/* ---- the start and the end of every call ---------------------------------------------------------- */

/* Of each thread that is alive another one. */
static uintptr_t number_of_thread(void) {
    static _Thread_local char of_thread;
    return (uintptr_t)&of_thread;
}

struct pawl_db *operation_enter(struct pawl_db *db) {
    const uintptr_t thread = number_of_thread();
    uintptr_t user = 0;
    if (!db || !is_handle_of_this_process(db) ||
        (!atomic_compare_exchange_strong_explicit(&db->user, &user, thread, memory_order_acquire,
                                                  memory_order_relaxed) &&
         user != thread))
        return NULL;
    if (db->depth++ == 0)
        stats_add(db->stats, STAT(calls), 1);
    return db;
}

enum pawl_status refuse_other_process(const char *what, struct pawl_error *err) {
    error_clear(err);
    return error_advise(err, PAWL_MISUSE, "open a handle after fork()",
                        "the %s was opened by another process, from which this one was forked", what);
}

enum pawl_status refuse_other_user(const struct pawl_db *db, struct pawl_error *err) {
    if (!is_handle_of_this_process(db))
        return refuse_other_process("handle", err);
    error_clear(err);
    return error_advise(err, PAWL_MISUSE,
                        "give each thread a handle of its own: pawl_open, or pawl_pool_handle",
                        "the handle is in use: a call of another thread is under way");
}

static bool is_in_callers_transaction(const struct pawl_db *db) {
    return !db->transaction_open && pawl_in_transaction(db);
}

void operation_end(struct pawl_db *const *of) {
    struct pawl_db *db = *of;
    if (!db || --db->depth > 0)
        return;
    /* with a connection goes whatever transaction was open on it, also one that only the caller knows of */
    if (connection_is_lost(db))
        after_rollback(db, BEGUN_BY_CALLER);
    db->in_callers_transaction = !connection_is_lost(db) && is_in_callers_transaction(db);
    if (db->pool && db->connection && !db->is_pinned && !pawl_in_transaction(db))
        db->pool->check_in(db);
    atomic_store_explicit(&db->user, 0, memory_order_release);
}

void turn_results(struct pawl_db *db) {
    struct results oldest = db->results[1];
    db->results[1] = db->results[0];
    db->results[0] = oldest;
    results_reset(&db->results[0]);
}

enum pawl_status connection_begin(struct pawl_db *db, struct pawl_error *err) {
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "the database handle is NULL");
    turn_results(db);
    if (db->depth <= 1 &&
        !connection_is_lost(db)) /* on the connection itself he may have ended it, or begun */
        db->in_callers_transaction = is_in_callers_transaction(db);
    return db->connection ? handle_ready(db, err) : handle_connect(db, err);
}
