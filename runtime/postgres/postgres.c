#include "postgres/postgres.h"
#include "core/transaction.h"
#include "flow/flow.h"
#include "lock/lock.h"
#include "outbox/outbox.h"
#include "postgres/array.h"
#include "postgres/postgres.sql.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum pawl_status postgres_report_connection(const struct postgres *postgres, struct pawl_error *err) {
    const char *message = PQerrorMessage(postgres->connection);
    return error_set(err, PAWL_DB, "the connection to PostgreSQL failed: %s", *message ? message : "closed");
}

/* Of what the server says besides, only the warnings of a deployment are for the program. */
static void note_warning(void *context, const PGresult *result) {
    struct postgres *postgres = context;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const char *hint = PQresultErrorField(result, PG_DIAG_MESSAGE_HINT);
    if (!postgres->warning || !severity || strcmp(severity, "WARNING") != 0 || postgres->warning_count++ > 0)
        return;
    error_set(postgres->warning, PAWL_OK, "%s", message ? message : "");
    error_help(postgres->warning, "%s", hint ? hint : "");
}

/* The texts name the schema public, and roles without a prefix. */
static enum pawl_status exec_with_names(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    const struct postgres *postgres = postgres_of(db);
    const char *prefix = strstr(sql, "pawl_") ? postgres_roles(db) : "";
    if (!*prefix && !*postgres->schema)
        return postgres_exec(db, sql, err);
    TRY(postgres_refuse_names(postgres, sql, prefix, err));
    char *text = postgres_with_names(postgres, sql, prefix);
    TRY(memory_check(text, err));
    enum pawl_status status = postgres_exec(db, text, err);
    free(text);
    return status;
}

static enum pawl_status postgres_apply(struct pawl_db *db, const char *schema, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    struct pawl_error warning = PAWL_ERROR_INIT;
    postgres->warning = &warning;
    postgres->warning_count = 0;
    enum pawl_status status = exec_with_names(db, schema, err);
    postgres->warning = NULL;
    if (status != PAWL_OK || postgres->warning_count == 0)
        return status;
    if (postgres->warning_count == 1)
        error_set(err, PAWL_OK, "%s", warning.message);
    else
        error_set(err, PAWL_OK, "%s (and %zu more)", warning.message, postgres->warning_count - 1);
    error_help(err, "%s", warning.help);
    return PAWL_OK;
}

/* ---- the server's processes --------------------------------------------------------------------- */

/* With as many of these values as the statement has parameters: 1 process, 2 when it began. */
static PGresult *ask_of_process(const struct postgres *postgres, const char *sql,
                                const struct postgres_backend *backend, int count) {
    char pid[16];
    snprintf(pid, sizeof pid, "%d", backend->pid);
    const char *const values[] = {pid, backend->began_us};
    return postgres_ask(postgres, sql, count, values);
}

/*
 * A pooler names a process of its own invention. The server's own is not ended while it is idle. False: the
 * connection is broken.
 */
static bool identify_backend(struct postgres *postgres) {
    const struct postgres_backend own = {.pid = PQbackendPID(postgres->connection)};
    postgres->backend = (struct postgres_backend){0};
    if (!postgres->prepares || PQstatus(postgres->connection) != CONNECTION_OK)
        return PQstatus(postgres->connection) == CONNECTION_OK;
    PGresult *result = ask_of_process(postgres, sql_identify_backend, &own, 1);
    const bool is_told = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    postgres->has_nodes = is_told && strcmp(PQgetvalue(result, 0, 2), "t") == 0;
    postgres_note_owner(postgres, is_told ? PQgetvalue(result, 0, 4) : "");
    if (is_told && atoi(PQgetvalue(result, 0, 0)) == own.pid) {
        postgres->backend.pid = own.pid;
        snprintf(postgres->backend.began_us, sizeof postgres->backend.began_us, "%s",
                 PQgetvalue(result, 0, 1));
    }
    PQclear(result);
    return PQstatus(postgres->connection) == CONNECTION_OK;
}

#define END_WAITS_US 1000000

/*
 * The process of the connection that broke, which may not have noticed, is ended; it leaves the list when its
 * transaction has. One that has committed and waits for a standby is waited for, since nobody may be told of
 * its move before.
 */
static enum pawl_status end_lost(struct postgres *postgres, struct pawl_error *err) {
    const int64_t until_us = monotonic_us() + END_WAITS_US;
    for (int attempt = 1; postgres->lost.pid; attempt++) {
        PGresult *result = ask_of_process(postgres, sql_find_lost, &postgres->lost, 2);
        const bool is_told = PQresultStatus(result) == PGRES_TUPLES_OK;
        const bool is_gone = is_told && PQntuples(result) == 0;
        PQclear(result);
        if (!is_told)
            return postgres_report_connection(postgres, err);
        if (is_gone) {
            postgres->lost = (struct postgres_backend){0};
            break;
        }
        if (monotonic_us() > until_us)
            return error_advise(
                err, PAWL_DB,
                "it is stopped, waits for a standby, or may not be ended by this login: see "
                "pg_stat_activity",
                "the connection to PostgreSQL broke, and its server process %d has not ended: its last "
                "statement may still be done",
                postgres->lost.pid);
        /* which a login may have been forbidden */
        PQclear(ask_of_process(postgres, sql_end_lost, &postgres->lost, 2));
        pause_before_attempt(postgres, attempt, until_us - monotonic_us() + 1);
    }
    return PAWL_OK;
}

/* ---- opening and closing ------------------------------------------------------------------------ */

static enum pawl_status postgres_open(struct pawl_db *db, const char *given, struct pawl_error *err) {
    struct postgres *postgres = calloc(1, sizeof *postgres);
    char *where = strdup(given);
    enum pawl_status status = PAWL_NOMEM;
    if (postgres && where)
        status = postgres_connect(where, postgres, err);
    else
        error_set(err, PAWL_NOMEM, "out of memory");
    free(where);
    if (status != PAWL_OK) {
        free(postgres);
        return status;
    }
    if (!identify_backend(postgres)) {
        postgres_report_connection(postgres, err);
        error_help(err, "name a server that is there, and a database and a login on it: "
                        "postgresql://user@host:port/database");
        PQfinish(postgres->connection);
        free(postgres);
        return PAWL_DB;
    }
    PQsetNoticeReceiver(postgres->connection, note_warning, postgres);
    connection_is_made(db, postgres);
    return PAWL_OK;
}

enum pawl_status postgres_check_encoding(PGconn *connection, struct pawl_error *err) {
    const char *encoding = PQparameterStatus(connection, "client_encoding");
    if (!encoding || strcmp(encoding, "UTF8") == 0)
        return PAWL_OK;
    return error_advise(
        err, PAWL_DB, "PQsetClientEncoding(connection, \"UTF8\"), or client_encoding=UTF8 where it is opened",
        "the connection's client_encoding is %s, not UTF8", encoding);
}

static enum pawl_status postgres_adopt(struct pawl_db *db, void *connection, struct pawl_error *err) {
    if (PQstatus(connection) != CONNECTION_OK) {
        return error_set(err, PAWL_DB, "pawl_adopt_postgres: the connection is not open: %s",
                         PQerrorMessage(connection));
    }
    TRY(postgres_check_encoding(connection, err));
    struct postgres *postgres = calloc(1, sizeof *postgres);
    TRY(memory_check(postgres, err));
    postgres->connection = connection;
    postgres->prepares = postgres->is_shared = true;
    enum pawl_status status = postgres_find_schema(postgres, err);
    if (status == PAWL_OK)
        connection_is_made(db, postgres);
    else
        free(postgres);
    return status;
}

static void postgres_close(struct pawl_db *db) {
    struct postgres *postgres = postgres_of(db);
    if (connection_is_adopted(db))
        postgres_deallocate(postgres);
    else
        PQfinish(postgres->connection);
    postgres_forget_prepared(postgres);
    free(postgres);
}

/* Not where an adopted connection is in a transaction that has failed, and can answer nothing. */
static void postgres_warn(struct pawl_db *db, char *warning, size_t size) {
    PGconn *connection = postgres_of(db)->connection;
    PGTransactionStatusType transaction = PQtransactionStatus(connection);
    if (transaction != PQTRANS_IDLE && transaction != PQTRANS_INTRANS)
        return;
    PGresult *result = postgres_ask(postgres_of(db), sql_rights_of_login, 0, NULL);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 && !PQgetisnull(result, 0, 0))
        snprintf(warning, size, "the login %s %s: Pawl's tables are not protected from it",
                 PQgetvalue(result, 0, 1), PQgetvalue(result, 0, 0));
    PQclear(result);
}

bool postgres_in_transaction(const struct pawl_db *db) {
    const struct postgres *postgres = postgres_of(db);
    PGTransactionStatusType status = PQtransactionStatus(postgres->connection);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE ||
           (status == PQTRANS_IDLE && postgres->begin_waits);
}

void postgres_notice_hangup(PGconn *connection) {
    struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
    for (int i = 0; i < 8 && PQstatus(connection) == CONNECTION_OK && poll(&socket, 1, 0) > 0; i++) {
        PQconsumeInput(connection);
        PQisBusy(connection); /* parses what was read */
    }
}

/* Nothing is done on a connection that is not as its handle's must be. */
static bool run_setup(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return done;
}

/*
 * Texts of a script are read as the SQL standard has them. PostgreSQL reads all of it before it does any, so
 * the script cannot say so itself.
 */
static enum pawl_status postgres_exec_script(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    PGconn *connection = postgres_of(db)->connection;
    const char *setting = PQparameterStatus(connection, "standard_conforming_strings");
    TRY(postgres_check_encoding(connection, err));
    if (!setting || strcmp(setting, "off") != 0)
        return exec_with_names(db, sql, err);
    TRY(postgres_exec(db, "set standard_conforming_strings = on", err));
    enum pawl_status status = exec_with_names(db, sql, err);
    bool is_off = false;
    for (int asked = 0; !is_off && asked < ATTEMPT_MAX && PQstatus(connection) == CONNECTION_OK; asked++) {
        if (postgres_transaction_failed(db))
            run_setup(connection, "rollback");
        is_off = run_setup(connection, "set standard_conforming_strings = off"); /* unless it is cancelled */
    }
    if (!is_off && status == PAWL_OK)
        status = postgres_report_connection(postgres_of(db), err);
    return status;
}

enum pawl_status postgres_connect_again(struct pawl_db *db, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    if (PQstatus(postgres->connection) != CONNECTION_OK) {
        postgres_forget_prepared(postgres);
        postgres->sleep = (struct sleep){0};
        if (!postgres->lost.pid) {
            postgres->lost = postgres->backend;
            postgres->lost_unseen |= postgres->backend.pid == 0 || postgres->has_nodes;
        }
        PQreset(postgres->connection);
        postgres_limit_socket(postgres->connection);
        if (!identify_backend(postgres))
            return postgres_report_connection(postgres, err);
        if (db->connection->session_setup != NULL &&
            !run_setup(postgres->connection, db->connection->session_setup))
            return postgres_report_connection(postgres, err);
    }
    return end_lost(postgres, err);
}

static enum pawl_status postgres_ready(struct pawl_db *db, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    sent_becomes(&postgres->sent, SENT_NOTHING);
    postgres->hurry = &db->hurry;
    postgres->stats = db->stats;
    postgres_notice_hangup(postgres->connection);
    if (!postgres_connection_lost(db)) /* what is asked would be committed by itself */
        return db->transaction_open && !postgres_in_transaction(db) ? transaction_was_ended(err) : PAWL_OK;
    if (transaction_is_ours(db) && !postgres->begin_waits)
        return transaction_was_lost("PostgreSQL", err);
    if (connection_is_adopted(db))
        return error_advise(err, PAWL_DB, "close the handle, open another connection and adopt that",
                            "the connection to PostgreSQL, which was adopted, is broken");
    if (!transaction_is_ours(db))
        postgres_forget_waiting(postgres);
    return postgres_connect_again(db, err);
}

/* A pooler, which names another process, would give the session, with its settings, to others. */
static bool postgres_can_gather(const struct pawl_db *db) {
    return postgres_of(db)->backend.pid != 0 && !connection_is_adopted(db);
}

bool postgres_transaction_failed(const struct pawl_db *db) {
    return PQtransactionStatus(postgres_of(db)->connection) == PQTRANS_INERROR;
}

bool postgres_connection_lost(const struct pawl_db *db) {
    return PQstatus(postgres_of(db)->connection) == CONNECTION_BAD || postgres_of(db)->lost.pid;
}

static bool postgres_answer_lost(const struct pawl_db *db) {
    const enum sent sent = postgres_of(db)->sent;
    return sent == SENT_UNDECIDED || (sent == SENT_SOMETHING && postgres_connection_lost(db));
}

static bool postgres_ends_what_was_sent(const struct pawl_db *db) {
    return !postgres_of(db)->lost_unseen;
}

static void postgres_undo(struct pawl_db *db, enum failure_since failure) {
    if (failure == FAILURE_IS_FORGOTTEN || !postgres_transaction_failed(db))
        postgres_exec(db, BACK_TO_SAVEPOINT "; " RELEASE_SAVEPOINT, NULL);
}

/* ---- LISTEN ------------------------------------------------------------------------------------- */

/* For pawl_notify (runtime/postgres/schema/workers.sql). */
static struct value sign_of(const struct postgres *postgres, const char *channel) {
    return value_bigint(postgres_lock_number(postgres, pawl_key_number("sleeping worker", channel)));
}

/* False where somebody who looks for it has it for a moment. */
static bool give_sign(struct pawl_db *db, const char *channel) {
    const struct value sign = sign_of(postgres_of(db), channel);
    int64_t is_given = 0;
    return postgres_query(db, sql_give_sign, &sign, 1, read_number, &is_given, NULL) == PAWL_OK &&
           is_given != 0;
}

/*
 * Not on a pooler's connection, which is another one each time, nor on one that is not ours alone: there the
 * words would be taken from somebody else.
 */
static bool postgres_listen(struct pawl_db *db, const char *const *channels, size_t count) {
    struct sleep *sleep = &postgres_of(db)->sleep;
    const char *schema = postgres_of(db)->schema;
    if (postgres_of(db)->backend.pid == 0 || connection_is_adopted(db))
        return false;
    for (size_t i = 0; i < count && sleep->hears == HEARS_NOTHING; i++) {
        char sql[256]; /* the server cuts off a name that is too long, as pawl_notify does */
        snprintf(sql, sizeof sql, "listen \"%s%s%s\"", schema, *schema ? "." : "", channels[i]);
        if (postgres_exec(db, sql, NULL) != PAWL_OK)
            return false;
    }
    if (sleep->hears == HEARS_NOTHING)
        hears_becomes(&sleep->hears, HEARS_SOME);
    sleep->channels = channels;
    sleep->channel_count = count;
    while (sleep->sign_count < count && give_sign(db, channels[sleep->sign_count]))
        sleep->sign_count++;
    return true;
}

/*
 * A move has its number before it looks for the sign. So whoever looked before it was given has a smaller one
 * than a transaction that begins now, and all of these have ended when the oldest that is under way has a
 * greater.
 */
static bool postgres_hears_all(struct pawl_db *db) {
    struct sleep *sleep = &postgres_of(db)->sleep;
    int64_t oldest = 0;
    if (sleep->hears == HEARS_NOTHING || sleep->sign_count < sleep->channel_count)
        return false;
    if (sleep->hears == HEARS_ALL)
        return true;
    if (sleep->older_than == 0 &&
        postgres_query(db, sql_own_transaction, NULL, 0, read_number, &sleep->older_than, NULL) != PAWL_OK)
        return false;
    if (postgres_query(db, sql_oldest_transaction, NULL, 0, read_number, &oldest, NULL) == PAWL_OK &&
        oldest > sleep->older_than)
        hears_becomes(&sleep->hears, HEARS_ALL);
    return sleep->hears == HEARS_ALL;
}

static bool take_words(PGconn *connection) {
    bool heard = false;
    for (PGnotify *word; (word = PQnotifies(connection)); heard = true)
        PQfreemem(word);
    return heard;
}

static bool postgres_wait_for_word(struct pawl_db *db, int timeout_ms) {
    PGconn *connection = postgres_of(db)->connection;
    struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
    /* what came with the answer of the last statement, of which the socket knows nothing any more */
    if (take_words(connection))
        return true;
    if (poll(&socket, 1, timeout_ms) <= 0)
        return false;
    bool is_broken = !PQconsumeInput(connection); /* whoever waits finds out */
    return take_words(connection) || is_broken;
}

static void postgres_wake(struct pawl_db *db) {
    struct sleep *sleep = &postgres_of(db)->sleep;
    while (sleep->sign_count > 0) {
        const struct value sign = sign_of(postgres_of(db), sleep->channels[--sleep->sign_count]);
        postgres_query(db, sql_take_sign_back, &sign, 1, NULL, NULL, NULL);
    }
    sleep->older_than = 0;
    if (sleep->hears == HEARS_ALL)
        hears_becomes(&sleep->hears, HEARS_SOME);
}

static void postgres_unlisten(struct pawl_db *db) {
    struct sleep *sleep = &postgres_of(db)->sleep;
    if (sleep->hears != HEARS_NOTHING && PQstatus(postgres_of(db)->connection) == CONNECTION_OK) {
        postgres_wake(db);
        postgres_exec(db, "unlisten *", NULL);
    }
    *sleep = (struct sleep){0};
}

/* A URL, or libpq's "host=... dbname=...", whose first name ends before any colon. */
static bool postgres_opens(const char *where) {
    static const char url[] = "postgresql://", short_url[] = "postgres://";
    return strncmp(where, url, sizeof url - 1) == 0 || strncmp(where, short_url, sizeof short_url - 1) == 0 ||
           where[strcspn(where, ":=")] == '=';
}

static bool postgres_is_missing(const struct pawl_error *err, const char *machine) {
    char own[128];
    snprintf(own, sizeof own, ".%s_", machine);
    /* undefined_function, undefined_table, invalid_schema_name */
    return ((strcmp(err->sqlstate, "42883") == 0 || strcmp(err->sqlstate, "42P01") == 0) &&
            strstr(err->message, own) != NULL) ||
           strcmp(err->sqlstate, "3F000") == 0;
}

/* insufficient_privilege */
static bool postgres_is_denied(const struct pawl_error *err) {
    return strcmp(err->sqlstate, "42501") == 0;
}

static void postgres_name_role(const struct pawl_db *db, const char *named, char name[ROLE_NAME_SIZE]) {
    snprintf(name, ROLE_NAME_SIZE, "%s%s", postgres_roles(db), named);
}

/*
 * In a transaction that has failed nothing can be asked: there the error says that it is not used, or, from
 * within a function of Pawl's, that it is.
 */
static bool postgres_find_role(struct pawl_db *db, const char *named, struct role *role) {
    PGconn *connection = postgres_of(db)->connection;
    postgres_name_role(db, named, role->name);
    snprintf(role->login, sizeof role->login, "%s", PQuser(connection));
    role->is_used = postgres_of(db)->failed_within;
    if (PQtransactionStatus(connection) != PQTRANS_IDLE)
        return true;
    PGresult *result = postgres_ask(postgres_of(db), sql_find_role, 1, (const char *const[]){role->name});
    const bool is_there = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    if (is_there) {
        snprintf(role->login, sizeof role->login, "%s", PQgetvalue(result, 0, 0));
        role->is_used |= *PQgetvalue(result, 0, 1) == 't';
    }
    PQclear(result);
    return is_there;
}

/* What a file is denied says itself what its login lacks; here is what is asked before one is run. */
static void postgres_help_deployer(struct pawl_db *db, struct pawl_error *err) {
    PGconn *connection = postgres_of(db)->connection;
    if (PQtransactionStatus(connection) != PQTRANS_IDLE)
        return;
    PGresult *result = postgres_ask(postgres_of(db), sql_find_lacking, 0, NULL);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 && !PQgetisnull(result, 0, 0))
        error_help(err, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
}

/* lock_not_available */
static bool postgres_is_busy(const struct pawl_error *err) {
    return strcmp(err->sqlstate, "55P03") == 0;
}

/* query_canceled, which a timeout of the session also is: that would end each repetition, too. */
static bool postgres_is_cancelled(const struct pawl_error *err) {
    return strcmp(err->sqlstate, "57014") == 0 && !strstr(err->message, "timeout");
}

static void postgres_cancel(struct pawl_db *db) {
    char unused[256];
    PGcancel *cancel = PQgetCancel(postgres_of(db)->connection);
    if (cancel)
        PQcancel(cancel, unused, sizeof unused);
    PQfreeCancel(cancel);
}

/* ---- the driver --------------------------------------------------------------------------------- */

static const struct call_driver postgres_calls = {.query_all = postgres_query_all};

static const struct login_driver postgres_logins = {.warn = postgres_warn,
                                                    .is_denied = postgres_is_denied,
                                                    .name_role = postgres_name_role,
                                                    .find_role = postgres_find_role,
                                                    .choose_roles = postgres_choose_roles,
                                                    .help_deployer = postgres_help_deployer};

static const struct session_driver postgres_sessions = {.ends_what_was_sent = postgres_ends_what_was_sent,
                                                        .is_busy = postgres_is_busy,
                                                        .is_cancelled = postgres_is_cancelled,
                                                        .cancel = postgres_cancel,
                                                        .can_gather = postgres_can_gather,
                                                        .begin_gathering = sql_begin_gathering,
                                                        .end_gathering = sql_end_gathering,
                                                        .begin_asking = "set local lock_timeout = '1ms'"};

static const struct listen_driver listening = {.listen = postgres_listen,
                                               .hears_all = postgres_hears_all,
                                               .wait_for_word = postgres_wait_for_word,
                                               .wake = postgres_wake,
                                               .unlisten = postgres_unlisten};

const struct driver postgres_driver = {
    .name = "postgres",
    .dialect = PAWL_DIALECT_POSTGRES,
    .places = "postgresql://..., libpq's host=... dbname=...",
    .opens = postgres_opens,
    .open = postgres_open,
    .adopt = postgres_adopt,
    .close = postgres_close,
    .native = postgres_native,
    .ready = postgres_ready,
    .connection_lost = postgres_connection_lost,
    .answer_lost = postgres_answer_lost,
    .begin = "begin",
    .in_transaction = postgres_in_transaction,
    .transaction_failed = postgres_transaction_failed,
    .commit = postgres_send_commit,
    .undo = postgres_undo,
    .exec = postgres_exec,
    .exec_with_next = postgres_exec_with_next,
    .query_own = postgres_query_own,
    .query = postgres_query,
    .schema = postgres_schema,
    .find_schema = sql_find_schema,
    .schema_version = sql_schema_version,
    .find_versions = sql_find_versions,
    .find_test_clock = sql_find_test_clock,
    .pass_time = sql_pass_time,
    .exec_script = postgres_exec_script,
    .apply = postgres_apply,
    .is_missing = postgres_is_missing,
    .locks = &postgres_locks,
    .flows = &postgres_flows,
    .outbox = &postgres_outbox,
    .calls = &postgres_calls,
    .logins = &postgres_logins,
    .sessions = &postgres_sessions,
    .listening = &listening,
    .array = postgres_array,
};

enum pawl_status pawl_adopt_postgres(struct pawl_db **out, struct pg_conn *connection,
                                     struct pawl_error *err) {
    return adopt_connection(out, &postgres_driver, connection, "pawl_adopt_postgres", err);
}
