/* How a connection is made, and made again where it broke. */
#include "mariadb/mariadb.h"

#include "core/clock.h"
#include "mariadb/connection.sql.h"

#include <mysqld_error.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/*
 * READ COMMITTED: above it InnoDB locks gaps, in which creations wait for each other. Waiting for a lock is
 * not limited, since a move that waits and is legal then must succeed; whoever will not wait says so by his
 * own setting. The collation is that of Pawl's columns. Nothing is cut off that was asked for; and messages
 * are in English, since help is found by words of them.
 */
static const char *const setup[] = {sql_isolate, sql_settings};

bool mariadb_identify(MYSQL *connection, struct session *session) {
    *session = (struct session){0};
    if (mariadb_ask(connection, sql_since_start, &session->server_began_s))
        session->thread = mysql_thread_id(connection);
    const bool is_known = mariadb_ask_text(connection, sql_own_address, session->node, sizeof session->node);
    const unsigned code = is_known ? 0 : mysql_errno(connection);
    return code != ER_UNKNOWN_COM_ERROR && !mariadb_breaks_connection(code);
}

static enum pawl_status report_connection(MYSQL *connection, struct pawl_error *err) {
    error_set(err, PAWL_DB, "the connection to MariaDB failed: %s", mysql_error(connection));
    if (mysql_errno(connection) == ER_DBACCESS_DENIED_ERROR)
        error_help(err,
                   "MariaDB accepts only a login with some right there: grant select on one of its tables");
    if (err)
        snprintf(err->sqlstate, sizeof err->sqlstate, "%s", mysql_sqlstate(connection));
    return PAWL_DB;
}

enum pawl_status mariadb_judge_library(unsigned long version, struct pawl_error *err) {
    if (version >= LIBRARY_FIRST && version < LIBRARY_END)
        return PAWL_OK;
    return error_advise(err, PAWL_MISMATCH, "let the loader find libmariadb 3.3 or 3.4",
                        "this program runs with libmariadb %lu.%lu.%lu, which libpawl does not know",
                        version / 10000, version / 100 % 100, version % 100);
}

/* The first one with json_table() and `skip locked`. */
#define OLDEST_SERVER 100600

/* A proxy may greet with another name than the server's own. */
enum pawl_status mariadb_judge_server(MYSQL *connection, struct pawl_error *err) {
    char version[64];
    snprintf(version, sizeof version, "%s", mysql_get_server_info(connection));
    if (!mariadb_connection(connection))
        mariadb_ask_text(connection, "select version()", version, sizeof version);
    if (!mariadb_connection(connection) && !strstr(version, "MariaDB"))
        error_set(err, PAWL_DB, "the server is MySQL %s, on which Pawl does not run", version);
    else if (mariadb_connection(connection) && mysql_get_server_version(connection) < OLDEST_SERVER)
        error_set(err, PAWL_DB, "the server is of version %s, which is too old", version);
    else
        return PAWL_OK;
    error_help(err, "use MariaDB 10.6 or later");
    return PAWL_DB;
}

static void set_options(MYSQL *connection, const struct mariadb_place *place) {
    const my_bool verifies = place->verifies_server, enforces = 1;
    mysql_options(connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (place->connect_timeout_s)
        mysql_options(connection, MYSQL_OPT_CONNECT_TIMEOUT, &place->connect_timeout_s);
    if (place->read_timeout_s)
        mysql_options(connection, MYSQL_OPT_READ_TIMEOUT, &place->read_timeout_s);
    if (place->tls_version)
        mysql_options(connection, MARIADB_OPT_TLS_VERSION, place->tls_version);
    const bool uses_tls = place->uses_tls || place->ssl_ca || place->ssl_cert || place->ssl_key;
    if (!uses_tls)
        return;
    mysql_ssl_set(connection, place->ssl_key, place->ssl_cert, place->ssl_ca, NULL, place->ssl_cipher);
    mysql_options(connection, MYSQL_OPT_SSL_ENFORCE, &enforces);
    mysql_options(connection, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verifies);
}

/* NULL: it fails. */
static MYSQL *connect_to(const struct mariadb_place *place, size_t host, unsigned timeout_s,
                         struct session *session, struct pawl_error *err) {
    MYSQL *connection = mysql_init(NULL);
    if (!connection) {
        error_set(err, PAWL_NOMEM, "out of memory");
        return NULL;
    }
    set_options(connection, place);
    if (timeout_s)
        mysql_options(connection, MYSQL_OPT_CONNECT_TIMEOUT, &timeout_s);
    bool is_made =
        mysql_real_connect(connection, place->hosts[host].name, place->user, place->password, place->database,
                           place->hosts[host].port, place->socket, CLIENT_MULTI_STATEMENTS) != NULL;
    if (is_made)
        socket_limit((int)mysql_get_socket(connection), &place->limits);
    if (is_made && mariadb_judge_server(connection, err) != PAWL_OK) {
        mysql_close(connection);
        return NULL;
    }
    for (size_t i = 0; is_made && i < sizeof setup / sizeof *setup; i++)
        is_made = mariadb_run(connection, setup[i]);
    is_made = is_made && mariadb_identify(connection, session);
    session->host = host;
    if (is_made && (!session->node[0] || mariadb_run(connection, sql_settings_of_node)))
        return connection;
    report_connection(connection, err);
    mysql_close(connection);
    return NULL;
}

enum pawl_status mariadb_make_connection(struct mariadb *mariadb, struct pawl_error *err) {
    struct mariadb_place *place = &mariadb->place;
    struct session session = {0};
    MYSQL *connection = NULL;
    for (size_t i = 0; !connection && i < place->host_count; i++) {
        const size_t host = (place->host + i) % place->host_count;
        connection = connect_to(place, host, place->connect_timeout_s, &session, err);
    }
    if (!connection)
        return err ? err->status : PAWL_DB;
    error_clear(err);
    mariadb->connection = connection;
    mariadb->session = session;
    place->host = session.host;
    return state_set_link(&mariadb->state, LINK_IDLE) ? PAWL_OK : mariadb_report_broken(err);
}

void mariadb_notice_hangup(struct mariadb *mariadb) {
    MYSQL *connection = mariadb->connection;
    struct pollfd socket = {.fd = (int)mysql_get_socket(connection), .events = POLLIN};
    if (socket.fd < 0 || (connection->status == MYSQL_STATUS_READY && poll(&socket, 1, 0) > 0))
        state_breaks(&mariadb->state);
}

bool mariadb_connection_lost(const struct pawl_db *db) {
    return state_is_broken(&mariadb_of(db)->state) || mariadb_of(db)->lost.thread;
}

#define END_WAITS_US 1000000
#define NODE_WAITS_US                                                                                        \
    20000000 /* a node that does not answer is given up by the others, by default after 15 s */

/*
 * Whether a thread has ended, which is told so; it is known until its transaction has ended. The list of
 * threads does not say it: a thread is hidden there while it runs a function that has its definer's rights,
 * unless one may see all, and may not be ended by its own login either. A server that has started again has
 * given its number to another. False: the connection does not say it.
 */
static bool end_thread(MYSQL *connection, const struct session *lost, bool *has_ended) {
    int64_t began_s = 0;
    char sql[64];
    if (!mariadb_ask(connection, sql_since_start, &began_s))
        return false;
    const int64_t differs_s = began_s - lost->server_began_s;
    if (differs_s > 2) /* both are rounded */
        return (*has_ended = true);
    snprintf(sql, sizeof sql, "kill connection %lu", lost->thread);
    const unsigned code = mariadb_run(connection, sql) ? 0 : mysql_errno(connection);
    *has_ended = code == ER_NO_SUCH_THREAD;
    return *has_ended || code == 0 || code == ER_KILL_DENIED_ERROR;
}

/* Of a node: what it has sent to the others before it left, they have by then; of what it has not, nothing
 * comes. */
static bool has_left_cluster(MYSQL *connection, const char *node) {
    char others[4096];
    if (!mariadb_ask_text(connection, sql_addresses, others, sizeof others))
        return false;
    const char *found = strstr(others, node);
    return !found || found[-1] != ',' || found[strlen(node)] != ',';
}

/* Of a connection to another host. */
static bool end_elsewhere(struct mariadb *mariadb, bool *has_ended) {
    struct session other;
    if (is_node(mariadb) && mariadb->lost.node[0] &&
        has_left_cluster(mariadb->connection, mariadb->lost.node))
        return (*has_ended = true);
    MYSQL *connection = connect_to(&mariadb->place, mariadb->lost.host, 1, &other, NULL);
    const bool is_told = connection && end_thread(connection, &mariadb->lost, has_ended);
    if (connection)
        mysql_close(connection);
    return is_told;
}

void mariadb_cancel_statement(struct pawl_db *db) {
    const struct mariadb *mariadb = mariadb_of(db);
    struct session other;
    char sql[64];
    MYSQL *connection = connect_to(&mariadb->place, mariadb->session.host, 1, &other, NULL);
    if (!connection)
        return;
    snprintf(sql, sizeof sql, "kill query %lu", mariadb->session.thread);
    mariadb_run(connection, sql);
    mysql_close(connection);
}

static enum pawl_status report_lost(const struct mariadb *mariadb, struct pawl_error *err) {
    return error_advise(
        err, PAWL_DB,
        "it rolls back, or waits in a function, and this login may not end it: see, with the "
        "right PROCESS, information_schema.processlist",
        "the connection to MariaDB broke, and its thread %lu%s%s has not ended: its last statement may "
        "still be done",
        mariadb->lost.thread, mariadb->lost.node[0] ? " on node " : "", mariadb->lost.node);
}

/*
 * The thread of the connection that broke, which may not have noticed, is ended. Where that server cannot be
 * asked, and none of its cluster's either, nobody knows.
 */
static enum pawl_status end_lost_client(struct mariadb *mariadb, struct pawl_error *err) {
    const bool is_elsewhere = mariadb->lost.host != mariadb->session.host;
    const bool has_others = is_elsewhere && is_node(mariadb) && mariadb->lost.node[0];
    const int64_t until_us = monotonic_us() + (has_others ? NODE_WAITS_US : END_WAITS_US);
    for (int attempt = 1; mariadb->lost.thread; attempt++) {
        bool has_ended = false;
        const bool is_told = is_elsewhere ? end_elsewhere(mariadb, &has_ended)
                                          : end_thread(mariadb->connection, &mariadb->lost, &has_ended);
        if (!is_told && !is_elsewhere)
            return report_connection(mariadb->connection, err);
        mariadb->lost_unseen |= !is_told && !has_others;
        if (has_ended || (!is_told && !has_others))
            mariadb->lost = (struct session){0};
        else if (monotonic_us() > until_us)
            return report_lost(mariadb, err);
        else
            pause_before_attempt(mariadb, attempt, until_us - monotonic_us() + 1);
    }
    return PAWL_OK;
}

enum pawl_status mariadb_connect_again(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    if (state_is_broken(&mariadb->state)) {
        mariadb_forget_prepared(mariadb);
        if (!mariadb->lost.thread) {
            mariadb->lost = mariadb->session;
            mariadb->lost_unseen |= mariadb->session.thread == 0;
        }
        MYSQL *before = mariadb->connection;
        mariadb->place.host = (mariadb->place.host + 1) % mariadb->place.host_count;
        TRY(mariadb_make_connection(mariadb, err));
        mysql_close(before);
        if (db->connection->session_setup &&
            !mariadb_run(mariadb->connection, db->connection->session_setup)) {
            state_breaks(&mariadb->state);
            return report_connection(mariadb->connection, err);
        }
    }
    return end_lost_client(mariadb, err);
}
