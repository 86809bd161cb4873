/* What is sent, and what comes back: statements without parameters, scripts, errors. */
#include "core/script.h"
#include "mariadb/mariadb.h"

#include <ctype.h>
#include <errmsg.h>
#include <inttypes.h>
#include <mysqld_error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------------------------------- */

bool mariadb_breaks_connection(unsigned code) {
    return code == CR_SERVER_GONE_ERROR || code == CR_SERVER_LOST || code == CR_COMMANDS_OUT_OF_SYNC ||
           code == CR_MALFORMED_PACKET || code == ER_CONNECTION_KILLED || code == ER_SERVER_SHUTDOWN ||
           code == ER_NET_PACKETS_OUT_OF_ORDER; /* a server that shuts down may send it as its last error */
}

/* 1467: another statement holds the lock of a table's auto_increment. */
bool mariadb_is_busy(const struct pawl_error *err) {
    return err->native_code == ER_LOCK_WAIT_TIMEOUT || err->native_code == ER_AUTOINC_READ_FAILED;
}

bool mariadb_is_denied(const struct pawl_error *err) {
    switch (err->native_code) {
    case ER_DBACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_ERROR:
    case ER_TABLEACCESS_DENIED_ERROR:
    case ER_COLUMNACCESS_DENIED_ERROR:
    case ER_SPECIFIC_ACCESS_DENIED_ERROR:
    case ER_PROCACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
        return true;
    default:
        return false;
    }
}

/* "SELECT command denied to user ''@'' for table `shop`.`accounts`", or "execute ... for routine
 * 'shop.rate'": the login in it is none that anybody has. */
bool mariadb_read_denied(const struct pawl_error *err, char right[DENIED_RIGHT_SIZE],
                         char object[DENIED_OBJECT_SIZE]) {
    static const char said[] = " command denied to user ", on_table[] = "for table ",
                      on_routine[] = "for routine '";
    const bool is_table = err->native_code == ER_TABLEACCESS_DENIED_ERROR;
    const char *begin = strstr(err->message, "): "), *denied = strstr(err->message, said);
    const char *name = denied ? strstr(denied, is_table ? on_table : on_routine) : NULL;
    if ((!is_table && err->native_code != ER_PROCACCESS_DENIED_ERROR) || !begin || !name || begin > denied)
        return false;
    begin += strlen("): ");
    name += is_table ? strlen(on_table) : strlen(on_routine);
    snprintf(right, DENIED_RIGHT_SIZE, "%.*s", (int)(denied - begin), begin);
    snprintf(object, DENIED_OBJECT_SIZE, "%s%.*s", is_table ? "" : "function ", (int)strcspn(name, " /'"),
             name);
    for (char *letter = right; *letter; letter++)
        *letter = (char)tolower((unsigned char)*letter);
    return true;
}

const char *mariadb_find_hook(const char *message) {
    const char *found = strrchr(message, '[');
    return found && (strncmp(found, "[guard ", 7) == 0 || strncmp(found, "[effect ", 8) == 0) ? found : NULL;
}

static void name_denied_hook(const struct mariadb *mariadb, struct pawl_error *err) {
    const char *found = mariadb_find_hook(err->message);
    char right[DENIED_RIGHT_SIZE], object[DENIED_OBJECT_SIZE];
    if (!found)
        return;
    const int length = (int)strcspn(found + 1, "]");
    const char *own = mariadb->database;
    const bool is_denied = mariadb_read_denied(err, right, object);
    if (is_denied && strstr(object, "_state`"))
        error_help(err,
                   "it happened in %.*s: if a machine's view is meant, write %s.NAME; else grant %s on %s to "
                   "%s_hooks",
                   length, found + 1, own, right, object, own);
    else if (is_denied)
        error_help(err, "it happened in %.*s, which runs as %s_hooks: grant %s on %s to %s_hooks", length,
                   found + 1, own, right, object, own);
    else if (err->native_code == ER_NO_SUCH_TABLE)
        error_help(err, "it happened in %.*s: if a machine's view is meant, write %s.NAME", length, found + 1,
                   own);
    else
        error_help(err, "it happened in %.*s", length, found + 1);
}

/* Adds a help to errors whose messages have none. */
static void name_remedy_of_code(struct pawl_error *err) {
    static const struct {
        unsigned code;
        const char *part; /* of the message; "": any message */
        const char *help;
    } remedies[] = {
        {ER_CANT_CREATE_TABLE, "errno: 150",
         "the entity's table must be a table of InnoDB, no view, and its key have an index of its own, such "
         "as "
         "the primary key"},
        {ER_BLOB_KEY_WITHOUT_LENGTH, "",
         "the entity's key must be indexed whole: make it a varchar, no text"},
        {ER_INDEX_COLUMN_TOO_LONG, "",
         "its tables need room for longer keys: set global innodb_default_row_format = dynamic, and in the "
         "server's configuration"},
        {ER_WRONG_DB_NAME, "",
         "a name has at most 64 characters: give Pawl's database a shorter one, pawl_database=NAME in the "
         "URI"},
        {ER_LOCK_WAIT_TIMEOUT, "",
         "another transaction has held a lock for too long: information_schema.innodb_trx lists them; end "
         "that, and try again"},
        {ER_JSON_SYNTAX, "'JSON_TABLE'", /* of libpawl's own text */
         "somebody has killed the statement (kill query): call again"},
        {ER_STATEMENT_TIMEOUT, "", "max_statement_time of the server, the login or the session has ended it"},
        {ER_KEY_DOES_NOT_EXISTS, "'(null)'", /* as functions of events read what must be tables */
         "this must be a table, and something else has its name now"},
        {ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, "",
         "its transactions are read only: set session transaction read write, or connect to the server that "
         "takes writes"},
        {ER_RECORD_FILE_FULL, "",
         "make room on the disk of the database, then call again: nothing was written"},
        {ER_DISK_FULL, "", "make room on the disk of the database, then call again: nothing was written"},
        {ER_BINLOG_UNSAFE_ROUTINE, "",
         "it keeps a log for replicas: set global log_bin_trust_function_creators = 1, and in its "
         "configuration, and binlog_format = ROW"},
        {ER_BINLOG_CREATE_ROUTINE_NEED_SUPER, "",
         "it keeps a log for replicas: set global log_bin_trust_function_creators = 1, and in its "
         "configuration, and binlog_format = ROW"},
        {ER_BINLOG_STMT_MODE_AND_ROW_ENGINE, "", "set binlog_format = ROW on the server"},
        {ER_OPTION_PREVENTS_STATEMENT, "",
         "connect to the server that takes writes, or end that option there"},
    };
    for (size_t i = 0; !err->help[0] && i < sizeof remedies / sizeof *remedies; i++)
        if ((unsigned)err->native_code == remedies[i].code && strstr(err->message, remedies[i].part))
            error_help(err, "%s", remedies[i].help);
}

/*
 * A deadlock ends the whole transaction, and the next statement would be a transaction of its own. The server
 * reports the state of the transaction with a result, but not with an error: so `do 0` is sent.
 */
static void look_for_transaction(struct mariadb *mariadb, bool was_open) {
    struct state *state = &mariadb->state;
    if (!was_open || state_is_broken(state))
        return;
    if (state->transaction != TRANSACTION_UNDONE)
        state_set_transaction(state, TRANSACTION_FAILED);
    if (!mariadb_run_surely(mariadb->connection, "do 0")) { /* a failed commit may have been made */
        state_breaks(state);
        return;
    }
    if (!(mariadb->connection->server_status & SERVER_STATUS_IN_TRANS))
        state_set_transaction(state, TRANSACTION_UNDONE);
    if (mariadb->is_shared && !mariadb_keep_failed(mariadb))
        state_breaks(state);
}

/* A node that does nothing without the others, or, if there are other hosts, a server that became a replica.
 */
static bool is_left(const struct mariadb *mariadb, unsigned code, const char *message) {
    return (code == ER_UNKNOWN_COM_ERROR && is_node(mariadb)) ||
           (code == ER_OPTION_PREVENTS_STATEMENT && strstr(message, "read-only") &&
            mariadb->place.host_count > 1);
}

enum pawl_status mariadb_report(struct mariadb *mariadb, unsigned code, const char *sqlstate,
                                const char *message, struct pawl_error *err) {
    const bool was_open = (mariadb->connection->server_status & SERVER_STATUS_IN_TRANS) != 0;
    mariadb->failure = code;
    mariadb_look_at_server(mariadb);
    if (mariadb_breaks_connection(code))
        state_breaks(&mariadb->state);
    else if (is_left(mariadb, code, message)) /* this server did nothing, and another one can */
        state_breaks_decided(&mariadb->state);
    else if (!was_open && (code == ER_QUERY_INTERRUPTED || code == ER_ERROR_DURING_COMMIT))
        state_is_in_doubt(&mariadb->state); /* killed within its commit, it may be done */
    error_set(err, PAWL_DB, "MariaDB %u (%s): %s", code, sqlstate, message);
    if (err) {
        snprintf(err->sqlstate, sizeof err->sqlstate, "%s", sqlstate);
        err->native_code = (int)code;
        err->retryable = code == ER_LOCK_DEADLOCK || code == ER_CHECKREAD || code == ER_TABLE_DEF_CHANGED ||
                         code == ER_NEED_REPREPARE || strcmp(sqlstate, "40001") == 0 ||
                         strcmp(sqlstate, "PW007") == 0;
        name_denied_hook(mariadb, err);
        name_remedy_of_code(err);
    }
    look_for_transaction(mariadb, was_open);
    return PAWL_DB;
}

enum pawl_status mariadb_report_last(struct mariadb *mariadb, struct pawl_error *err) {
    char message[512], sqlstate[6];
    snprintf(message, sizeof message, "%s", mysql_error(mariadb->connection));
    snprintf(sqlstate, sizeof sqlstate, "%s", mysql_sqlstate(mariadb->connection));
    return mariadb_report(mariadb, mysql_errno(mariadb->connection), sqlstate, message, err);
}

/*
 * If a node rolls back a transaction for that of another node while the session is idle, MariaDB 10.11 does
 * not report the deadlock to a statement that is prepared next. What is executed then would commit by itself.
 */
enum pawl_status mariadb_is_still_open(struct mariadb *mariadb, struct pawl_error *err) {
    MYSQL *connection = mariadb->connection;
    if (!mariadb_run(connection, "do 0"))
        return mariadb_report_last(mariadb, err);
    if (connection->server_status & SERVER_STATUS_IN_TRANS)
        return PAWL_OK;
    connection->server_status |= SERVER_STATUS_IN_TRANS; /* as before; mariadb_report asks the server */
    return mariadb_report(mariadb, ER_LOCK_DEADLOCK, "40001",
                          "the node has given the transaction up for that of another one", err);
}

/* ---- without libpawl's transactions ------------------------------------------------------------- */

bool mariadb_run(MYSQL *connection, const char *sql) {
    if (mysql_query(connection, sql) != 0)
        return false;
    mysql_free_result(mysql_store_result(connection));
    return mysql_errno(connection) == 0;
}

bool mariadb_run_surely(MYSQL *connection, const char *sql) {
    for (int asked = 0; asked < ATTEMPT_MAX; asked++) {
        if (mariadb_run(connection, sql))
            return true;
        if (mysql_errno(connection) != ER_QUERY_INTERRUPTED)
            break;
    }
    return false;
}

MYSQL_RES *mariadb_rows_of(MYSQL *connection, const char *sql) {
    return mysql_query(connection, sql) == 0 ? mysql_store_result(connection) : NULL;
}

bool mariadb_ask_text(MYSQL *connection, const char *sql, char *text, size_t size) {
    MYSQL_RES *result = mariadb_rows_of(connection, sql);
    MYSQL_ROW row = result ? mysql_fetch_row(result) : NULL;
    const bool found = row && row[0] && strlen(row[0]) < size;
    if (found)
        strcpy(text, row[0]);
    mysql_free_result(result);
    return found;
}

bool mariadb_ask(MYSQL *connection, const char *sql, int64_t *number) {
    char digits[24];
    const bool found = mariadb_ask_text(connection, sql, digits, sizeof digits);
    if (found)
        *number = strtoll(digits, NULL, 10);
    return found;
}

/* ---- several statements in one text ------------------------------------------------------------- */

static enum pawl_status drop_results(struct mariadb *mariadb, struct pawl_error *err) {
    MYSQL *connection = mariadb->connection;
    int next;
    do {
        MYSQL_RES *result = mysql_store_result(connection);
        if (!result && mysql_errno(connection) != 0)
            return mariadb_report_last(mariadb, err);
        mysql_free_result(result);
        next = mysql_next_result(connection);
    } while (next == 0);
    return next > 0 ? mariadb_report_last(mariadb, err) : PAWL_OK;
}

/* A node that is cut off from the others, or far behind them, ends this wait with the error of a lock. */
enum pawl_status mariadb_follow_others(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    if (state_is_broken(&mariadb->state))
        return mariadb_report_broken(err);
    state_forgets_sent(&mariadb->state); /* nothing has been done */
    if (mariadb_run(mariadb->connection, sql)) {
        error_clear(err);
        return PAWL_OK;
    }
    const unsigned code = mysql_errno(mariadb->connection);
    if (code != ER_LOCK_WAIT_TIMEOUT)
        return mariadb_report_last(mariadb, err);
    state_breaks_decided(&mariadb->state);
    error_set(err, PAWL_DB, "MariaDB %u: node %s does not receive the commits of the others", code,
              mariadb->session.node);
    error_help(err, "it is cut off from them, or late: name the other nodes in the URI, too; there show "
                    "status like 'wsrep%%' shows its state");
    if (err)
        err->native_code = (int)code;
    return PAWL_DB;
}

/* Every well configured server accepts SMALL_BYTES; PACKET_MORE_BYTES may surround the values. */
#define SMALL_BYTES       (64 * 1024)
#define PACKET_MORE_BYTES 1024

/* A server closes a connection that sends more, and the result of the transition would be unknown. */
enum pawl_status mariadb_fits(struct mariadb *mariadb, size_t bytes, struct pawl_error *err) {
    int64_t *max_bytes = &mariadb->session.packet_max_bytes;
    if (bytes < SMALL_BYTES)
        return PAWL_OK;
    if (*max_bytes == 0 && !mariadb_ask(mariadb->connection, "select @@max_allowed_packet", max_bytes))
        return mariadb_report_last(mariadb, err);
    if (bytes + PACKET_MORE_BYTES <= (size_t)*max_bytes)
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "send less, or raise max_allowed_packet of the server",
                        "the statement has %zu bytes, and MariaDB takes at most %" PRId64 " at once",
                        bytes + PACKET_MORE_BYTES, *max_bytes);
}

static bool is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", text[i]))
            return false;
    return true;
}

enum pawl_status mariadb_report_broken(struct pawl_error *err) {
    return error_advise(err, PAWL_DB, "call again: libpawl connects again when the server is there",
                        "the connection to MariaDB is broken: nothing was sent");
}

enum pawl_status mariadb_begin_sending(struct mariadb *mariadb, struct pawl_error *err) {
    if (state_is_broken(&mariadb->state))
        return mariadb_report_broken(err);
    stats_round_trip(mariadb->stats);
    return state_set_link(&mariadb->state, LINK_USED) ? PAWL_OK : mariadb_report_broken(err);
}

enum pawl_status mariadb_send_text(struct mariadb *mariadb, const char *sql, size_t length,
                                   struct pawl_error *err) {
    if (is_blank(sql, length))
        return PAWL_OK;
    TRY(mariadb_fits(mariadb, length, err));
    TRY(mariadb_begin_sending(mariadb, err));
    if (mysql_real_query(mariadb->connection, sql, length) != 0)
        return mariadb_report_last(mariadb, err);
    return drop_results(mariadb, err);
}

#define ROUTINES     "delimiter //\n"
#define ROUTINE_END  " //\n"
#define ROUTINES_END "delimiter ;\n"

/* Each routine between the shell's `delimiter` lines is a statement of its own. */
static enum pawl_status send_routines(struct mariadb *mariadb, const char *script, const char *from,
                                      const char *end, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    while (status == PAWL_OK && from < end) {
        const char *found = strstr(from, ROUTINE_END);
        if (!found || found > end)
            found = end;
        status = mariadb_send_text(mariadb, from, (size_t)(found - from), err);
        if (status != PAWL_OK && !state_is_broken(&mariadb->state))
            error_name_hook(err, script, from, err && mariadb_is_denied(err));
        from = found < end ? found + strlen(ROUTINE_END) : end;
    }
    return status;
}

enum pawl_status mariadb_send_as_is(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    return mariadb_send_text(mariadb, sql, strlen(sql), err);
}

enum pawl_status mariadb_send_named(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    const char *const script = sql;
    enum pawl_status status = PAWL_OK;
    while (status == PAWL_OK && *sql) {
        const char *routines = script_line(sql, ROUTINES);
        const size_t length = routines ? (size_t)(routines - sql) : strlen(sql);
        status = mariadb_send_text(mariadb, sql, length, err);
        sql += length;
        if (status != PAWL_OK || !routines)
            break;
        sql += strlen(ROUTINES);
        const char *end = script_line(sql, ROUTINES_END);
        if (!end)
            end = sql + strlen(sql);
        status = send_routines(mariadb, script, sql, end, err);
        sql = *end ? end + strlen(ROUTINES_END) : end;
    }
    return status;
}

/* Repeats a killed call. If several statements stay allowed, the connection is closed. */
static enum pawl_status allow_several(struct mariadb *mariadb, bool allow, struct pawl_error *err) {
    const enum enum_mysql_set_option option =
        allow ? MYSQL_OPTION_MULTI_STATEMENTS_ON : MYSQL_OPTION_MULTI_STATEMENTS_OFF;
    for (int asked = 1; mysql_set_server_option(mariadb->connection, option) != 0; asked++) {
        if (asked < ATTEMPT_MAX && mysql_errno(mariadb->connection) == ER_QUERY_INTERRUPTED)
            continue;
        /* a node may report here that it has rolled the transaction back */
        enum pawl_status status = mariadb_report_last(mariadb, err);
        if (!allow)
            state_breaks(&mariadb->state);
        return status;
    }
    return PAWL_OK;
}

/* An adopted connection may take one statement at a time. */
enum pawl_status mariadb_send_all(struct pawl_db *db, mariadb_send_fn *send, const char *text,
                                  struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    const bool changes =
        connection_is_adopted(db) && !(mariadb->connection->client_flag & CLIENT_MULTI_STATEMENTS);
    if (state_is_broken(&mariadb->state))
        return mariadb_report_broken(err);
    TRY(changes ? allow_several(mariadb, true, err) : PAWL_OK);
    enum pawl_status status = send(mariadb, text, err);
    if (!changes || state_is_broken(&mariadb->state))
        return status;
    enum pawl_status ended = allow_several(mariadb, false, status == PAWL_OK ? err : NULL);
    return status == PAWL_OK ? ended : status;
}
