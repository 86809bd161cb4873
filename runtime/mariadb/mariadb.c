#include "mariadb/mariadb.h"
#include "mariadb/mariadb.sql.h"

#include "core/clock.h"
#include "core/transaction.h"
#include "flow/flow.h"
#include "lock/lock.h"
#include "outbox/outbox.h"

#include <errmsg.h>
#include <mysqld_error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening and closing ------------------------------------------------------------------------ */

/* It is put into names and into literals of what is deployed, whose text others copy. */
static bool is_nameable(const char *name) {
    for (const unsigned char *at = (const unsigned char *)name; *at; at++)
        if (*at < ' ' || strchr("'\"`\\", *at))
            return false;
    return true;
}

static enum pawl_status set_names(struct mariadb *mariadb, const char *application, const char *pawl,
                                  struct pawl_error *err) {
    const int length = pawl ? snprintf(mariadb->database, sizeof mariadb->database, "%s", pawl)
                            : snprintf(mariadb->database, sizeof mariadb->database, "%s_pawl", application);
    if (length >= (int)sizeof mariadb->database || strlen(application) >= sizeof mariadb->application)
        return error_set(err, PAWL_MISUSE, "the name of the database is too long");
    const char *wrong = is_nameable(application) ? mariadb->database : application;
    if (!is_nameable(wrong))
        return error_advise(err, PAWL_MISUSE,
                            "the deployed SQL contains it: give it another name; that of Pawl's own may be "
                            "another one, pawl_database=NAME",
                            "the database %s has a name with ', \", `, \\ or a character that is none",
                            wrong);
    strcpy(mariadb->application, application);
    if (strcmp(mariadb->database, application) != 0)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "pawl_database=%s is the database of the entities' tables", application);
    error_help(
        err,
        "Pawl's database is another one, since rights on both would be the same: pawl_database=%s_pawl, "
        "or leave it out",
        application);
    return PAWL_MISUSE;
}

/* On other nodes nobody waits for a lock of this one: who comes second learns it when all is done. */
#define NODE_ATTEMPT_MAX 40

/* False: out of memory, and the connection stays the caller's. */
static bool take_client(struct pawl_db *db, struct mariadb *mariadb) {
    struct connections *connections = calloc(1, sizeof *connections);
    if (!connections)
        return false;
    connections->current = connections->of_host[mariadb->home] = mariadb;
    connection_is_made(db, connections);
    return true;
}

static void mariadb_free(struct mariadb *mariadb, bool closes) {
    mariadb_forget_prepared(mariadb);
    if (closes)
        mysql_close(mariadb->connection);
    mariadb_place_free(&mariadb->place);
    results_free(&mariadb->rows);
    free(mariadb);
}

enum pawl_status mariadb_make(const char *where, size_t host, struct mariadb **made, struct pawl_error *err) {
    TRY(mariadb_judge_library(mysql_get_client_version(), err));
    struct mariadb *mariadb = calloc(1, sizeof *mariadb);
    TRY(memory_check(mariadb, err));
    enum pawl_status status = mariadb_place_read(where, &mariadb->place, err);
    if (status == PAWL_OK)
        status = set_names(mariadb, mariadb->place.database, mariadb->place.pawl_database, err);
    struct mariadb_place *place = &mariadb->place;
    if (status == PAWL_OK && host < place->host_count)
        place->host = host;
    else if (status == PAWL_OK && (place->begins_anywhere || place->goes_by_entity))
        place->host = random_number(mariadb) % place->host_count;
    mariadb->home = place->host;
    mariadb->looks_home_us = monotonic_us() + place->away_timeout_s * INT64_C(1000000);
    const bool is_named = status == PAWL_OK;
    if (is_named)
        status = mariadb_make_connection(mariadb, err);
    if (is_named && status == PAWL_DB && err && !err->help[0] &&
        (err->native_code == CR_SERVER_GONE_ERROR || err->native_code == CR_SERVER_LOST))
        error_help(err, "the server ended the connection as it was made: try again");
    else if (is_named && status == PAWL_DB && err && !err->help[0])
        error_help(err, "name a server that is there, and a database and a login on it: "
                        "mariadb://user@host:port/database, or ...?socket=PATH");
    if (status != PAWL_OK) {
        mariadb_place_free(&mariadb->place);
        free(mariadb);
        return status;
    }
    *made = mariadb;
    return PAWL_OK;
}

static enum pawl_status mariadb_open(struct pawl_db *db, const char *where, struct pawl_error *err) {
    struct mariadb *mariadb = NULL;
    TRY(mariadb_make(where, HOST_MAX, &mariadb, err));
    char *again = mariadb->place.goes_by_entity && is_node(mariadb) ? strdup(where) : NULL;
    const bool is_whole = again || !mariadb->place.goes_by_entity || !is_node(mariadb);
    if (!is_whole || !take_client(db, mariadb)) {
        free(again);
        mariadb_free(mariadb, true);
        return error_set(err, PAWL_NOMEM, "out of memory");
    }
    ((struct connections *)db->connection->of_driver)->where = again;
    return PAWL_OK;
}

static enum pawl_status read_database(MYSQL *connection, char name[DATABASE_NAME_SIZE],
                                      struct pawl_error *err) {
    if (mariadb_ask_text(connection, "select database()", name, DATABASE_NAME_SIZE))
        return PAWL_OK;
    const char *why = mysql_error(connection);
    return error_advise(err, PAWL_DB, "mysql_select_db, with the database of the entities' tables",
                        "pawl_adopt_mariadb: the connection %s%s", *why ? "is not open: " : "has no database",
                        why);
}

static enum pawl_status mariadb_adopt(struct pawl_db *db, void *connection, struct pawl_error *err) {
    char application[DATABASE_NAME_SIZE];
    TRY(mariadb_judge_library(mysql_get_client_version(), err));
    TRY(mariadb_judge_server(connection, err));
    TRY(read_database(connection, application, err));
    const char *charset = mysql_character_set_name(connection);
    if (strcmp(charset, "utf8mb4") != 0)
        return error_advise(err, PAWL_DB, "mysql_set_character_set(connection, \"utf8mb4\")",
                            "pawl_adopt_mariadb: the connection's character set is %s, not utf8mb4", charset);
    struct mariadb *mariadb = calloc(1, sizeof *mariadb);
    TRY(memory_check(mariadb, err));
    mariadb->connection = connection;
    state_set_link(&mariadb->state, LINK_IDLE);
    mariadb->is_shared = true;
    mariadb_identify(connection, &mariadb->session);
    enum pawl_status status = set_names(mariadb, application, NULL, err);
    if (status == PAWL_OK && !take_client(db, mariadb))
        status = error_set(err, PAWL_NOMEM, "out of memory");
    if (status != PAWL_OK)
        free(mariadb);
    return status;
}

static void mariadb_close(struct pawl_db *db) {
    struct connections *connections = db->connection->of_driver;
    for (size_t i = 0; i < HOST_MAX; i++)
        if (connections->of_host[i])
            mariadb_free(connections->of_host[i], !connection_is_adopted(db));
    free(connections->where);
    free(connections);
}

/* cells: what is unwise, or null */
static enum pawl_status read_warning(void *context, const struct cell *cells, struct pawl_error *err) {
    char *warning = context;
    (void)err;
    if (cells[0].text && !*warning)
        snprintf(warning, sizeof((struct pawl_db *)0)->warning, "%s", cells[0].text);
    return PAWL_OK;
}

static void mariadb_warn(struct pawl_db *db, char *warning, size_t size) {
    (void)size;
    if (mariadb_in_transaction(db))
        return;
    mariadb_query(db, sql_unwise, NULL, 0, read_warning, warning, NULL);
    if (!*warning)
        mariadb_query(db, sql_unwise_triggers, NULL, 0, read_warning, warning, NULL);
}

enum pawl_status mariadb_ready(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    mariadb->stats = db->stats;
    state_forgets_sent(&mariadb->state);
    mariadb_notice_hangup(mariadb);
    if (!mariadb_connection_lost(db)) /* what is asked would be committed by itself */
        return mariadb_was_ended(db) ? transaction_was_ended(err) : PAWL_OK;
    const bool waits = mariadb->state.transaction == TRANSACTION_WAITS;
    if (transaction_is_ours(db) && !waits)
        return transaction_was_lost("MariaDB", err);
    if (connection_is_adopted(db))
        return error_advise(err, PAWL_DB, "close the handle, open another connection and adopt that",
                            "the connection to MariaDB, which was adopted, is broken");
    if (!transaction_is_ours(db)) { /* the caller's own went with its connection */
        mariadb_forget_waiting(mariadb);
        if (state_is_broken(&mariadb->state))
            state_set_transaction(&mariadb->state, TRANSACTION_NONE);
    }
    return mariadb_connect_again(db, err);
}

static bool mariadb_answer_lost(const struct pawl_db *db) {
    return state_is_undecided(&mariadb_of(db)->state);
}

/* Sessions that gather wait for no lock at all, since the server counts whole seconds. On a node whoever is
   turned away would take all with him. */
static bool mariadb_can_gather(const struct pawl_db *db) {
    return !is_node(mariadb_of(db));
}

static int mariadb_attempt_max(const struct pawl_db *db) {
    return is_node(mariadb_of(db)) ? NODE_ATTEMPT_MAX : ATTEMPT_MAX;
}

static bool mariadb_ends_what_was_sent(const struct pawl_db *db) {
    return !mariadb_of(db)->lost_unseen;
}

/*
 * A script that has failed leaves behind its settings, its role, and the lock that allows one deployment at a
 * time. If the session cannot be restored, its connection is given up.
 */
static void restore_session(struct mariadb *mariadb) {
    static const char *const texts[] = {sql_restore_settings, sql_restore_role, sql_release_deployment};
    for (size_t i = 0; !state_is_broken(&mariadb->state) && i < sizeof texts / sizeof *texts; i++) {
        char *sql = mariadb_with_names(mariadb, texts[i]);
        if (!sql || !mariadb_run_surely(mariadb->connection, sql))
            state_breaks(&mariadb->state);
        free(sql);
    }
}

static enum pawl_status mariadb_exec_script(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    enum pawl_status status = mariadb_exec_named(db, sql, err);
    if (status != PAWL_OK)
        restore_session(mariadb_of(db));
    return status;
}

/* Of a function, table or right that is not there; rights go with what they are on. One that a guard or
 * effect names is not Pawl's own. */
static bool mariadb_is_missing(const struct pawl_error *err, const char *machine) {
    char qualified[80], quoted[80];
    const int code = err->native_code;
    snprintf(qualified, sizeof qualified, ".%s_", machine);
    snprintf(quoted, sizeof quoted, "`%s_", machine);
    return (code == ER_SP_DOES_NOT_EXIST || code == ER_NO_SUCH_TABLE || code == ER_PROCACCESS_DENIED_ERROR ||
            code == ER_TABLEACCESS_DENIED_ERROR || code == ER_SP_WRONG_NO_OF_ARGS) &&
           !mariadb_find_hook(err->message) &&
           (strstr(err->message, qualified) || strstr(err->message, quoted));
}

/* Roles belong to all databases of the server, and are called after Pawl's. */
static void mariadb_name_role(const struct pawl_db *db, const char *named, char name[ROLE_NAME_SIZE]) {
    snprintf(name, ROLE_NAME_SIZE, "%s%s", mariadb_of(db)->database, named + strlen("pawl"));
}

/* Asked without the transaction, which may have failed. */
static MYSQL_RES *named_rows(struct mariadb *mariadb, const char *text) {
    char *sql = state_is_broken(&mariadb->state) ? NULL : mariadb_with_names(mariadb, text);
    MYSQL_RES *result = sql ? mariadb_rows_of(mariadb->connection, sql) : NULL;
    free(sql);
    return result;
}

static bool mariadb_find_role(struct pawl_db *db, const char *named, struct role *role) {
    MYSQL_RES *result = named_rows(mariadb_of(db), sql_find_roles);
    bool is_there = false;
    mariadb_name_role(db, named, role->name);
    role->is_set_by_login = true;
    for (MYSQL_ROW row; result && (row = mysql_fetch_row(result));) {
        snprintf(role->login, sizeof role->login, "%s", row[0]);
        role->sees_all = *row[1] == '1';
        role->is_granted |= row[3] && strcmp(row[3], role->name) == 0;
        role->is_used |= *row[2] == '1' || (row[4] && strcmp(row[4], role->name) == 0);
        is_there = true;
    }
    mysql_free_result(result);
    return is_there;
}

/* Of a GRANT the server tells what it takes itself, too: "GRANT, SELECT". */
static const char *without_grant(const char *right) {
    static const char granting[] = "grant, ";
    return strncmp(right, granting, strlen(granting)) == 0 ? right + strlen(granting) : right;
}

/* What this deployment was denied, as a grant; "": that says the rest. */
static void name_denied(const struct mariadb *mariadb, const struct pawl_error *err, const char *login,
                        char *grant, size_t size) {
    char right[DENIED_RIGHT_SIZE], object[DENIED_OBJECT_SIZE], of_database[DATABASE_NAME_SIZE + 16];
    snprintf(of_database, sizeof of_database, "to database '%s'", mariadb->application);
    *grant = '\0';
    if (err->native_code == ER_TABLEACCESS_DENIED_ERROR && mariadb_read_denied(err, right, object))
        snprintf(grant, size, "grant %s on %s to %s with grant option", without_grant(right), object, login);
    else if (err->native_code == ER_DBACCESS_DENIED_ERROR && strstr(err->message, of_database))
        snprintf(grant, size, "grant create routine, alter routine on `%s`.* to %s with grant option",
                 mariadb->application, login);
}

/* Each right by itself, so that none is cut off in the middle: what has no room is told the next time. */
static void mariadb_help_deployer(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    MYSQL_RES *result = named_rows(mariadb, sql_find_lacking);
    MYSQL_ROW row = result ? mysql_fetch_row(result) : NULL;
    char grant[DATABASE_NAME_SIZE + ROLE_LOGIN_SIZE + 2 * sizeof err->help];
    if (row && (err->native_code != 0 || *row[2] == '0')) {
        name_denied(mariadb, err, row[0], grant, sizeof grant);
        if (row[1] && *grant && strlen(row[1]) + strlen(grant) + strlen("; ") < sizeof err->help)
            error_help(err, "%s; %s", row[1], grant);
        else
            error_help(err, "%s", row[1] ? row[1] : grant);
    }
    mysql_free_result(result);
}

/* The second: a kill within JSON_TABLE. */
static bool mariadb_is_cancelled(const struct pawl_error *err) {
    return err->native_code == ER_QUERY_INTERRUPTED ||
           (err->native_code == ER_JSON_SYNTAX && strstr(err->message, "'JSON_TABLE'"));
}

/* On a node, DDL of another ends what uses the table. No row of a read was handed over before its end. */
static bool mariadb_ends_reads(const struct pawl_db *db, const struct pawl_error *err) {
    return err->native_code == ER_QUERY_INTERRUPTED && is_node(mariadb_of(db)) && !mariadb_in_transaction(db);
}

/* ---- the driver --------------------------------------------------------------------------------- */

static const struct call_driver mariadb_calls = {.query_all = mariadb_query_all, .gathers_from = 4};

static const struct login_driver mariadb_logins = {.hides_unseen = true,
                                                   .warn = mariadb_warn,
                                                   .is_denied = mariadb_is_denied,
                                                   .name_role = mariadb_name_role,
                                                   .find_role = mariadb_find_role,
                                                   .help_deployer = mariadb_help_deployer};

static const struct session_driver mariadb_sessions = {.ends_what_was_sent = mariadb_ends_what_was_sent,
                                                       .is_busy = mariadb_is_busy,
                                                       .is_cancelled = mariadb_is_cancelled,
                                                       .cancel = mariadb_cancel_statement,
                                                       .can_gather = mariadb_can_gather,
                                                       .begin_gathering = sql_begin_gathering,
                                                       .end_gathering = sql_end_gathering,
                                                       .begin_asking = sql_begin_asking,
                                                       .end_asking = sql_end_asking,
                                                       .skip_guard = sql_skip_guard,
                                                       .end_skipping = sql_end_skipping};

static const struct cluster_driver cluster = {
    .go_to = mariadb_go_to, .catch_up = mariadb_catch_up, .ends_reads = mariadb_ends_reads};

const struct driver mariadb_driver = {
    .name = "mariadb",
    .dialect = PAWL_DIALECT_MARIADB,
    .places = "mariadb://user@host/database",
    .opens = mariadb_opens,
    .open = mariadb_open,
    .adopt = mariadb_adopt,
    .close = mariadb_close,
    .native = mariadb_native,
    .ready = mariadb_ready,
    .connection_lost = mariadb_connection_lost,
    .answer_lost = mariadb_answer_lost,
    .begin = "start transaction",
    .in_transaction = mariadb_in_transaction,
    .transaction_failed = mariadb_transaction_failed,
    .commit = mariadb_commit,
    .undo = mariadb_undo,
    .exec = mariadb_exec,
    .exec_with_next = mariadb_exec_with_next,
    .query_own = mariadb_query_own,
    .query = mariadb_query,
    .deploys_in_steps = true,
    .schema = mariadb_schema,
    .find_schema = sql_find_schema,
    .schema_version = sql_schema_version,
    .find_versions = sql_find_versions,
    .find_test_clock = sql_find_test_clock,
    .pass_time = sql_pass_time,
    .exec_script = mariadb_exec_script,
    .apply = mariadb_exec_script,
    .is_missing = mariadb_is_missing,
    .locks = &mariadb_locks,
    .flows = &mariadb_flows,
    .outbox = &mariadb_outbox,
    .calls = &mariadb_calls,
    .logins = &mariadb_logins,
    .sessions = &mariadb_sessions,
    .cluster = &cluster,
    .owner_clause = "definer = pawl_database_owner ",
    .find_oldest = sql_find_oldest,
    .attempt_max = mariadb_attempt_max,
};

enum pawl_status pawl_adopt_mariadb(struct pawl_db **out, struct st_mysql *connection,
                                    struct pawl_error *err) {
    return adopt_connection(out, &mariadb_driver, connection, "pawl_adopt_mariadb", err);
}
