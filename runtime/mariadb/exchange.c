/* What is sent, and what comes back: statements without parameters, scripts, errors, transactions. */
#include "mariadb/mariadb.h"

#include "core/ending.h"

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
           code ==
               ER_NET_PACKETS_OUT_OF_ORDER; /* what a server that is taken down may say, and then no more */
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

/* The guard or effect in which it happened, which its function has put behind the message. */
static void name_hook(const struct mariadb *mariadb, struct pawl_error *err) {
    const char *found = strrchr(err->message, '[');
    const bool is_hook = found && (strncmp(found, "[guard ", 7) == 0 || strncmp(found, "[effect ", 8) == 0);
    char right[DENIED_RIGHT_SIZE], object[DENIED_OBJECT_SIZE];
    if (!is_hook)
        return;
    const int length = (int)strcspn(found + 1, "]");
    if (mariadb_read_denied(err, right, object))
        error_help(err, "it happened in %.*s, which runs as %s_hooks: grant %s on %s to %s_hooks", length,
                   found + 1, mariadb->database, right, object, mariadb->database);
    else
        error_help(err, "it happened in %.*s", length, found + 1);
}

/* What to do about errors whose messages do not say it. */
static void name_remedy(struct pawl_error *err) {
    static const struct {
        unsigned code;
        const char *part; /* of the message; "": whatever it says */
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
         "another transaction has held what it needs for too long: information_schema.innodb_trx lists them; "
         "end that, and try again"},
        {ER_JSON_SYNTAX, "'JSON_TABLE'", /* of libpawl's own text */
         "somebody has killed the statement (kill query), which the server says so: ask again"},
        {ER_STATEMENT_TIMEOUT, "", "max_statement_time of the server, the login or the session has ended it"},
        {ER_KEY_DOES_NOT_EXISTS, "'(null)'", /* as functions of events read what must be tables */
         "what is named there must be a table, and something else has its name now"},
        {ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, "",
         "its transactions are read only: set session transaction read write, or connect to the server that "
         "takes writes"},
        {ER_RECORD_FILE_FULL, "",
         "make room on the disk of the database, then ask again: nothing was written"},
        {ER_DISK_FULL, "", "make room on the disk of the database, then ask again: nothing was written"},
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
 * A mark of a transaction that has failed, where the caller may end it, or go back before the failure,
 * without telling libpawl: the mark goes with what he ends.
 */
static bool set_mark(const struct mariadb *mariadb) {
    return mariadb_run(mariadb->connection, "savepoint pawl_failed");
}

static bool has_mark(const struct mariadb *mariadb) {
    if (mariadb_run(mariadb->connection, "release savepoint pawl_failed"))
        return set_mark(mariadb);
    return mysql_errno(mariadb->connection) != ER_SP_DOES_NOT_EXIST;
}

/* Where the server has ended it, another one keeps its place until the caller ends that: what he sends
 * meanwhile goes with it, and is not committed statement by statement. */
static bool keep_failed(struct mariadb *mariadb) {
    if (!set_mark(mariadb))
        return false;
    return (mariadb->connection->server_status & SERVER_STATUS_IN_TRANS) ||
           (mariadb_run(mariadb->connection, "start transaction") && set_mark(mariadb));
}

/*
 * A deadlock ends the whole transaction, and the next statement would be a transaction of its own. The server
 * says whether one is open with what it answers, but not with an error.
 */
static void look_for_transaction(struct mariadb *mariadb, bool was_open) {
    if (!was_open || mariadb->is_broken)
        return;
    mariadb->has_failed = true;
    bool is_told = false;
    for (int asked = 0; !is_told && asked < ATTEMPT_MAX; asked++) {
        is_told = mariadb_run(mariadb->connection, "do 0");
        if (!is_told && mysql_errno(mariadb->connection) != ER_QUERY_INTERRUPTED)
            break;
    }
    if (!is_told) /* a commit that has failed may have been made */
        mariadb->is_broken = true;
    if (!(mariadb->connection->server_status & SERVER_STATUS_IN_TRANS))
        mariadb->is_undone = true;
    if (is_told && mariadb->is_shared && !keep_failed(mariadb))
        mariadb->is_broken = mariadb_breaks_connection(mysql_errno(mariadb->connection));
}

/* A node that does nothing without the others, or, where there are other hosts, a server that has become a
 * replica. */
static bool is_left(const struct mariadb *mariadb, unsigned code, const char *message) {
    return (code == ER_UNKNOWN_COM_ERROR && is_node(mariadb)) ||
           (code == ER_OPTION_PREVENTS_STATEMENT && strstr(message, "read-only") &&
            mariadb->place.host_count > 1);
}

/* Nothing was done here, and another one will. */
static void leave_host(struct mariadb *mariadb) {
    mariadb->is_broken = true;
    mariadb->sent = false;
}

enum pawl_status mariadb_report(struct mariadb *mariadb, unsigned code, const char *sqlstate,
                                const char *message, struct pawl_error *err) {
    const bool was_open = (mariadb->connection->server_status & SERVER_STATUS_IN_TRANS) != 0;
    mariadb->failure = code;
    mariadb->is_broken |= mariadb_breaks_connection(code);
    if (is_left(mariadb, code, message))
        leave_host(mariadb);
    /* killed within its commit, it may be done */
    mariadb->is_undecided = !was_open && (code == ER_QUERY_INTERRUPTED || code == ER_ERROR_DURING_COMMIT);
    error_set(err, PAWL_DB, "MariaDB %u (%s): %s", code, sqlstate, message);
    if (err) {
        snprintf(err->sqlstate, sizeof err->sqlstate, "%s", sqlstate);
        err->native_code = (int)code;
        err->retryable = code == ER_LOCK_DEADLOCK || code == ER_CHECKREAD || code == ER_TABLE_DEF_CHANGED ||
                         code == ER_NEED_REPREPARE || strcmp(sqlstate, "40001") == 0 ||
                         strcmp(sqlstate, "PW007") == 0;
        name_hook(mariadb, err);
        name_remedy(err);
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
 * MariaDB 10.11 forgets the deadlock where a node has given the transaction up for another's while the
 * session stood still, and what comes next is to be prepared. What is executed then would be committed by
 * itself.
 */
enum pawl_status mariadb_is_still_open(struct mariadb *mariadb, struct pawl_error *err) {
    MYSQL *connection = mariadb->connection;
    if (!mariadb_run(connection, "do 0"))
        return mariadb_report_last(mariadb, err);
    if (connection->server_status & SERVER_STATUS_IN_TRANS)
        return PAWL_OK;
    connection->server_status |=
        SERVER_STATUS_IN_TRANS; /* as no answer has told otherwise; the server is asked */
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

bool mariadb_ask(MYSQL *connection, const char *sql, int64_t *number) {
    if (mysql_query(connection, sql) != 0)
        return false;
    MYSQL_RES *result = mysql_store_result(connection);
    MYSQL_ROW row = result ? mysql_fetch_row(result) : NULL;
    const bool found = row && row[0];
    if (found)
        *number = strtoll(row[0], NULL, 10);
    mysql_free_result(result);
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

/* A node that is cut off from the others, or far behind them, ends such a wait with the error of a lock. */
enum pawl_status mariadb_follow_others(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    mariadb->sent = false; /* nothing has been done */
    mariadb->is_undecided = false;
    if (mariadb_run(mariadb->connection, sql)) {
        error_clear(err);
        return PAWL_OK;
    }
    const unsigned code = mysql_errno(mariadb->connection);
    if (code != ER_LOCK_WAIT_TIMEOUT)
        return mariadb_report_last(mariadb, err);
    leave_host(mariadb);
    error_set(err, PAWL_DB, "MariaDB %u: node %s waits in vain for what the others have committed", code,
              mariadb->session.node);
    error_help(err, "it is cut off from them, or far behind: name the other nodes in the URI, too; there "
                    "show status like 'wsrep%%' says how it is");
    if (err)
        err->native_code = (int)code;
    return PAWL_DB;
}

/* Less than this every server takes whose configuration is sound; and so much there may be around values. */
#define SMALL_BYTES       (64 * 1024)
#define PACKET_MORE_BYTES 1024

/* A server ends the connection of whoever sends it more, and nobody would know what became of the move. */
enum pawl_status mariadb_fits(struct mariadb *mariadb, size_t bytes, struct pawl_error *err) {
    int64_t *max_bytes = &mariadb->session.packet_max_bytes;
    if (bytes < SMALL_BYTES)
        return PAWL_OK;
    if (*max_bytes == 0 && !mariadb_ask(mariadb->connection, "select @@max_allowed_packet", max_bytes))
        return mariadb_report_last(mariadb, err);
    if (bytes + PACKET_MORE_BYTES <= (size_t)*max_bytes)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE,
              "what is to be sent has %zu bytes, and MariaDB takes at most %" PRId64 " at once",
              bytes + PACKET_MORE_BYTES, *max_bytes);
    error_help(err, "send less, or raise max_allowed_packet of the server");
    return PAWL_MISUSE;
}

static bool is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", text[i]))
            return false;
    return true;
}

static enum pawl_status send_text(struct mariadb *mariadb, const char *sql, size_t length,
                                  struct pawl_error *err) {
    if (is_blank(sql, length))
        return PAWL_OK;
    enum pawl_status status = mariadb_fits(mariadb, length, err);
    if (status != PAWL_OK)
        return status;
    mariadb->sent = true;
    mariadb->is_undecided = false;
    if (mysql_real_query(mariadb->connection, sql, length) != 0)
        return mariadb_report_last(mariadb, err);
    return drop_results(mariadb, err);
}

#define ROUTINES     "delimiter //\n"
#define ROUTINE_END  " //\n"
#define ROUTINES_END "delimiter ;\n"

/* Between the lines by which the shell knows where routines end, each is a statement of its own. */
static enum pawl_status send_routines(struct mariadb *mariadb, const char *script, const char *from,
                                      const char *end, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    while (status == PAWL_OK && from < end) {
        const char *found = strstr(from, ROUTINE_END);
        if (!found || found > end)
            found = end;
        status = send_text(mariadb, from, (size_t)(found - from), err);
        if (status != PAWL_OK && !mariadb->is_broken)
            error_name_hook(err, script, from, err && mariadb_is_denied(err));
        from = found < end ? found + strlen(ROUTINE_END) : end;
    }
    return status;
}

static enum pawl_status send_as_is(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    return send_text(mariadb, sql, strlen(sql), err);
}

static enum pawl_status send_named(struct mariadb *mariadb, const char *sql, struct pawl_error *err) {
    const char *const script = sql;
    enum pawl_status status = PAWL_OK;
    while (status == PAWL_OK && *sql) {
        const char *routines = strstr(sql, ROUTINES);
        const size_t length = routines ? (size_t)(routines - sql) : strlen(sql);
        status = send_text(mariadb, sql, length, err);
        sql += length;
        if (status != PAWL_OK || !routines)
            break;
        sql += strlen(ROUTINES);
        const char *end = strstr(sql, ROUTINES_END);
        if (!end)
            end = sql + strlen(sql);
        status = send_routines(mariadb, script, sql, end, err);
        sql = *end ? end + strlen(ROUTINES_END) : end;
    }
    return status;
}

typedef enum pawl_status send_fn(struct mariadb *mariadb, const char *text, struct pawl_error *err);

/* A kill is asked for again. If several statements stay allowed, the connection is given up. */
static enum pawl_status allow_several(struct mariadb *mariadb, bool allow, struct pawl_error *err) {
    const enum enum_mysql_set_option option =
        allow ? MYSQL_OPTION_MULTI_STATEMENTS_ON : MYSQL_OPTION_MULTI_STATEMENTS_OFF;
    for (int asked = 1; mysql_set_server_option(mariadb->connection, option) != 0; asked++) {
        if (asked < ATTEMPT_MAX && mysql_errno(mariadb->connection) == ER_QUERY_INTERRUPTED)
            continue;
        /* a node says here, too, that it has given the transaction up */
        enum pawl_status status = mariadb_report_last(mariadb, err);
        mariadb->is_broken |= !allow;
        return status;
    }
    return PAWL_OK;
}

/* An adopted connection may take one statement at a time. */
static enum pawl_status send_all(struct pawl_db *db, send_fn *send, const char *text,
                                 struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    const bool changes =
        connection_is_adopted(db) && !(mariadb->connection->client_flag & CLIENT_MULTI_STATEMENTS);
    enum pawl_status status = changes ? allow_several(mariadb, true, err) : PAWL_OK;
    if (status != PAWL_OK)
        return status;
    status = send(mariadb, text, err);
    if (!changes || mariadb->is_broken)
        return status;
    enum pawl_status ended = allow_several(mariadb, false, status == PAWL_OK ? err : NULL);
    return status == PAWL_OK ? ended : status;
}

/* ---- transactions ------------------------------------------------------------------------------- */

bool mariadb_in_transaction(const struct pawl_db *db) {
    const struct mariadb *mariadb = of(db);
    const unsigned status = mariadb->connection->server_status;
    if (mariadb->is_broken) /* which has ended it */
        return mariadb->begin_waits;
    return mariadb->begin_waits || (mariadb->is_undone && !mariadb->is_shared) ||
           (status & SERVER_STATUS_IN_TRANS) || !(status & SERVER_STATUS_AUTOCOMMIT);
}

/* The caller's own, of which he may have ended the one that failed, and begun another. */
static void look_for_end(const struct pawl_db *db) {
    struct mariadb *mariadb = of(db);
    if (db->transaction_open || !mariadb->is_shared || mariadb->is_broken)
        return;
    if (!has_mark(mariadb))
        mariadb->is_undone = mariadb->has_failed = false;
}

bool mariadb_transaction_failed(const struct pawl_db *db) {
    const struct mariadb *mariadb = of(db);
    if (mariadb->is_undone || mariadb->has_failed)
        look_for_end(db);
    return mariadb->is_undone || (mariadb->has_failed && mariadb_in_transaction(db));
}

void mariadb_forget_waiting(struct mariadb *mariadb) {
    mariadb->waiting_count = 0;
    mariadb->begin_waits = false;
}

/*
 * What others committed before and is not here yet would turn the transaction away later, at any of its
 * statements, and is what its caller may have been told. So it begins when that is here.
 */
#define BEGIN_ON_NODE "set statement wsrep_sync_wait = 1 for start transaction"

static enum pawl_status send_waiting_once(struct mariadb *mariadb, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < mariadb->waiting_count; i++) {
        const char *sql = mariadb->waiting[i];
        status = strcmp(sql, BEGIN_ON_NODE) == 0 ? mariadb_follow_others(mariadb, sql, err)
                                                 : send_text(mariadb, sql, strlen(sql), err);
    }
    return status;
}

static enum pawl_status send_waiting(struct pawl_db *db, struct pawl_error *err);

/* Nothing has been said of a transaction that begins now. */
static void begin_anew(struct mariadb *mariadb) {
    mariadb->is_undone = mariadb->has_failed = false;
    mariadb->savepoints = 0;
}

/* One that is killed has undone nothing: the transaction would go on, with all its locks. */
static enum pawl_status send_rollback(struct pawl_db *db, const char *text, struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    for (int asked = 1;; asked++) {
        enum pawl_status status = send_all(db, send_as_is, text, err);
        if (status == PAWL_OK && asked > 1)
            error_clear(err);
        if (status == PAWL_OK || asked == ATTEMPT_MAX || mariadb->is_broken ||
            mariadb->failure != ER_QUERY_INTERRUPTED)
            return status;
        begin_anew(mariadb);
    }
}

/* rest: what follows the word ROLLBACK. What has failed is not committed either, as on PostgreSQL. */
static enum pawl_status roll_back(struct pawl_db *db, const char *rest, struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    const bool is_over = (mariadb->begin_waits || mariadb->is_broken) && !*rest;
    mariadb_forget_waiting(mariadb);
    begin_anew(mariadb);
    if (is_over)
        return PAWL_OK;
    char *text = ending_as_rollback(rest);
    enum pawl_status status =
        text ? send_rollback(db, text, err) : error_set(err, PAWL_NOMEM, "out of memory");
    free(text);
    if (status != PAWL_OK && !*rest && !connection_is_adopted(db))
        mariadb->is_broken = true; /* the transaction goes with it */
    return status;
}

static enum pawl_status exec_by(struct pawl_db *db, send_fn *send, const char *sql, struct pawl_error *err) {
    const char *rest;
    const enum ending ending = ending_of(sql, &rest);
    of(db)->is_ended = db->transaction_open && (ending == ENDS_BY_ROLLBACK || ending == ENDS_BY_COMMIT);
    if (ending == ENDS_BY_ROLLBACK || (ending == ENDS_BY_COMMIT && mariadb_transaction_failed(db)))
        return roll_back(db, rest, err);
    /* a savepoint of the caller's own ends a failure, unless that has undone all */
    const bool goes_back = ending == ENDS_FAILURE && !of(db)->is_undone;
    const bool had_failed = of(db)->has_failed;
    of(db)->has_failed = had_failed && !goes_back;
    if (mariadb_transaction_failed(db))
        return transaction_had_failed(err);
    enum pawl_status status = send_waiting(db, err);
    if (status == PAWL_OK)
        status = send_all(db, send, sql, err);
    of(db)->has_failed |= status != PAWL_OK && had_failed;
    return status;
}

enum pawl_status mariadb_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    return exec_by(db, send_as_is, sql, err);
}

enum pawl_status mariadb_exec_named(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    char *text = mariadb_with_names(of(db), sql);
    enum pawl_status status =
        text ? exec_by(db, send_named, text, err) : error_set(err, PAWL_NOMEM, "out of memory");
    free(text);
    return status;
}

#define SAVEPOINT "savepoint pawl_move"
#define RELEASE   "release savepoint pawl_move"

/* A begin, or a savepoint of the one name that libpawl has for them, or its end. */
enum pawl_status mariadb_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                        struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    if (mariadb_transaction_failed(db))
        return transaction_had_failed(err);
    enum pawl_status status = mariadb->waiting_count == WAITING_MAX ? send_waiting(db, err) : PAWL_OK;
    if (status != PAWL_OK)
        return status;
    if (!mariadb_in_transaction(db)) {
        begin_anew(mariadb);
        mariadb->is_ended = false;
        mariadb->begin_waits = true;
    }
    char *text = mariadb->waiting[mariadb->waiting_count++];
    if (strcmp(sql, SAVEPOINT) == 0)
        snprintf(text, WAITING_SIZE, SAVEPOINT "_%u", ++mariadb->savepoints);
    else if (strcmp(sql, RELEASE) == 0)
        snprintf(text, WAITING_SIZE, RELEASE "_%u", mariadb->savepoints--);
    else
        snprintf(text, WAITING_SIZE, "%s", is_node(mariadb) ? BEGIN_ON_NODE : sql);
    return next == NEXT_MAY_BE_CALLERS && mariadb->is_shared ? send_waiting(db, err) : PAWL_OK;
}

void mariadb_undo(struct pawl_db *db, enum failure_since failure) {
    struct mariadb *mariadb = of(db);
    char back[WAITING_SIZE], release[WAITING_SIZE];
    if (mariadb->is_undone || mariadb->savepoints == 0)
        return;
    snprintf(back, sizeof back, "rollback to " SAVEPOINT "_%u", mariadb->savepoints);
    snprintf(release, sizeof release, RELEASE "_%u", mariadb->savepoints);
    mariadb->savepoints--;
    const bool had_failed = mariadb->has_failed;
    if (send_waiting(db, NULL) == PAWL_OK && send_text(mariadb, back, strlen(back), NULL) == PAWL_OK)
        send_text(mariadb, release, strlen(release), NULL);
    mariadb->has_failed = had_failed && failure == FAILURE_STAYS;
    if (mariadb->has_failed && mariadb->is_shared)
        set_mark(mariadb);
}

/* The caller may use it from here on without telling, even in a transaction that pawl_begin begins later. */
void *mariadb_native(struct pawl_db *db) {
    struct mariadb *mariadb = of(db);
    if ((mariadb->is_undone || mariadb->has_failed) && !mariadb->is_shared)
        keep_failed(mariadb);
    mariadb->is_shared = true;
    send_waiting(db, NULL);
    return mariadb->connection;
}

bool mariadb_was_ended(const struct pawl_db *db) {
    return of(db)->is_ended && db->transaction_open && !mariadb_in_transaction(db);
}

enum pawl_status mariadb_commit(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    if (mariadb_transaction_failed(db))
        return transaction_had_failed(err);
    if (mariadb->begin_waits) { /* nothing has happened in it */
        mariadb_forget_waiting(mariadb);
        return PAWL_OK;
    }
    mariadb_notice_hangup(mariadb);
    if (mariadb_connection_lost(db)) {
        mariadb->sent = mariadb->is_undecided = false;
        return transaction_was_lost("MariaDB", err);
    }
    if (mariadb_was_ended(db)) /* where COMMIT is no error */
        return transaction_was_ended(err);
    enum pawl_status status = send_waiting(db, err);
    return status == PAWL_OK ? send_text(mariadb, "commit", strlen("commit"), err) : status;
}

/* ---- queries ------------------------------------------------------------------------------------ */

struct queries {
    const struct query *list;
    size_t count;
};

static enum pawl_status send_once(struct pawl_db *db, struct queries queries, struct pawl_error *err) {
    enum pawl_status status = send_waiting_once(of(db), err);
    for (size_t i = 0; status == PAWL_OK && i < queries.count; i++)
        status = mariadb_send(db, &queries.list[i], err);
    return status;
}

/*
 * What waits, and then queries. A connection that broke before the transaction had begun, or with its first
 * statements, takes nothing with it: they are sent again on another.
 */
static enum pawl_status send_with_waiting(struct pawl_db *db, struct queries queries,
                                          struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    const bool begins = mariadb->begin_waits;
    enum pawl_status status = send_once(db, queries, err);
    if (status == PAWL_DB && mariadb->is_broken && begins && !connection_is_adopted(db)) {
        mariadb->sent = false; /* what can still be committed */
        status = mariadb_connect_again(db, err);
        if (status == PAWL_OK)
            status = send_once(db, queries, err);
        if (status == PAWL_OK)
            error_clear(err);
    }
    mariadb_forget_waiting(mariadb);
    return status;
}

static enum pawl_status send_waiting(struct pawl_db *db, struct pawl_error *err) {
    return of(db)->waiting_count > 0 ? send_with_waiting(db, (struct queries){0}, err) : PAWL_OK;
}

enum pawl_status mariadb_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                   enum end_of_queries end, struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    if (mariadb_transaction_failed(db))
        return transaction_had_failed(err);
    if (count > 0 && queries->kind == QUERY_GATHERS)
        return mariadb_gather(db, queries, count, err);
    /* a statement that is the whole transaction begins and commits by itself */
    const bool is_alone =
        count == 1 && end == QUERIES_COMMIT && mariadb->begin_waits && mariadb->waiting_count == 1;
    if (is_alone)
        mariadb_forget_waiting(mariadb);
    enum pawl_status status = send_with_waiting(db, (struct queries){queries, count}, err);
    return status == PAWL_OK && end == QUERIES_COMMIT && !is_alone ? mariadb_commit(db, err) : status;
}

enum pawl_status mariadb_query(struct pawl_db *db, const char *sql, const struct value *values,
                               size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    const struct query query = {
        .sql = sql, .values = values, .value_count = value_count, .row = row, .context = context};
    return mariadb_query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}
