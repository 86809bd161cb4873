/* How a connection is made, and made again where it broke. */
#include "mariadb/mariadb.h"

#include "core/clock.h"

#include <errmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * READ COMMITTED: above it InnoDB locks gaps, in which creations wait for each other. Waiting for a lock is
 * not limited, since a move that waits and is legal then must succeed; whoever will not wait says so by his
 * own setting. The collation is that of Pawl's columns.
 */
static const char *const setup[] = {
    "set session transaction isolation level read committed",
    "set session innodb_lock_wait_timeout = 100000000, autocommit = 1, completion_type = 0,"
    " sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,"
    "PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION',"
    " collation_connection = utf8mb4_nopad_bin",
};

static const char since_start[] =
    "select unix_timestamp(now(6)) div 1 - variable_value from information_schema.global_status"
    " where variable_name = 'UPTIME'";

static void identify_session(struct mariadb *mariadb) {
    mariadb->session = (struct session){0};
    if (mariadb_ask(mariadb->connection, since_start, &mariadb->session.server_began_s))
        mariadb->session.thread = mysql_thread_id(mariadb->connection);
}

static enum pawl_status report_connection(MYSQL *connection, struct pawl_error *err) {
    error_set(err, PAWL_DB, "the connection to MariaDB failed: %s", mysql_error(connection));
    if (err)
        snprintf(err->sqlstate, sizeof err->sqlstate, "%s", mysql_sqlstate(connection));
    return PAWL_DB;
}

static void set_options(MYSQL *connection, const struct place *place) {
    const my_bool verifies = place->verifies_server, enforces = 1;
    mysql_options(connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (place->connect_timeout_s)
        mysql_options(connection, MYSQL_OPT_CONNECT_TIMEOUT, &place->connect_timeout_s);
    if (place->tls_version)
        mysql_options(connection, MARIADB_OPT_TLS_VERSION, place->tls_version);
    const bool uses_tls = place->uses_tls || place->ssl_ca || place->ssl_cert || place->ssl_key;
    if (!uses_tls)
        return;
    mysql_ssl_set(connection, place->ssl_key, place->ssl_cert, place->ssl_ca, NULL, place->ssl_cipher);
    mysql_options(connection, MYSQL_OPT_SSL_ENFORCE, &enforces);
    mysql_options(connection, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verifies);
}

enum pawl_status mariadb_make_connection(struct mariadb *mariadb, struct pawl_error *err) {
    const struct place *place = &mariadb->place;
    MYSQL *connection = mysql_init(NULL);
    if (!connection)
        return error_set(err, PAWL_NOMEM, "out of memory");
    set_options(connection, place);
    enum pawl_status status = PAWL_OK;
    if (!mysql_real_connect(connection, place->host, place->user, place->password, place->database,
                            place->port, place->socket, CLIENT_MULTI_STATEMENTS))
        status = report_connection(connection, err);
    for (size_t i = 0; status == PAWL_OK && i < sizeof setup / sizeof *setup; i++)
        if (!mariadb_run(connection, setup[i]))
            status = report_connection(connection, err);
    if (status != PAWL_OK) {
        mysql_close(connection);
        return status;
    }
    mariadb->connection = connection;
    mariadb->is_broken = mariadb->is_undone = mariadb->has_failed = false;
    identify_session(mariadb);
    return PAWL_OK;
}

bool mariadb_connection_lost(const struct pawl_db *db) {
    return of(db)->is_broken || of(db)->lost.thread;
}

#define END_WAITS_US 1000000

/*
 * The thread of the connection that broke, which may not have noticed, is ended; it leaves the list when its
 * transaction has. A server that has started again has given its number to another.
 */
static enum pawl_status end_lost(struct mariadb *mariadb, struct pawl_error *err) {
    const int64_t until_us = monotonic_us() + END_WAITS_US;
    char sql[128];
    for (int attempt = 1; mariadb->lost.thread; attempt++) {
        int64_t count = 0, began_s = 0;
        snprintf(sql, sizeof sql, "select count(*) from information_schema.processlist where id = %lu",
                 mariadb->lost.thread);
        if (!mariadb_ask(mariadb->connection, sql, &count) ||
            !mariadb_ask(mariadb->connection, since_start, &began_s))
            return report_connection(mariadb->connection, err);
        const int64_t differs_s = began_s - mariadb->lost.server_began_s;
        if (count == 0 || differs_s > 2) { /* both are rounded */
            mariadb->lost = (struct session){0};
            break;
        }
        if (monotonic_us() > until_us) {
            error_set(
                err, PAWL_DB,
                "the connection to MariaDB broke, and its thread %lu has not ended: what was sent there may "
                "still be done",
                mariadb->lost.thread);
            error_help(
                err, "it rolls back, or may not be ended by this login: see information_schema.processlist");
            return PAWL_DB;
        }
        snprintf(sql, sizeof sql, "kill connection %lu", mariadb->lost.thread);
        mariadb_run(mariadb->connection, sql); /* which it may have left by itself */
        pause_before_attempt(mariadb, attempt, until_us - monotonic_us() + 1);
    }
    return PAWL_OK;
}

enum pawl_status mariadb_connect_again(struct pawl_db *db, struct pawl_error *err) {
    struct mariadb *mariadb = of(db);
    if (mariadb->is_broken) {
        mariadb_forget_prepared(mariadb);
        if (!mariadb->lost.thread) {
            mariadb->lost = mariadb->session;
            mariadb->lost_unseen |= mariadb->session.thread == 0;
        }
        MYSQL *before = mariadb->connection;
        enum pawl_status status = mariadb_make_connection(mariadb, err);
        if (status != PAWL_OK)
            return status;
        mysql_close(before);
        db->reconnections++;
        if (db->session_setup && !mariadb_run(mariadb->connection, db->session_setup)) {
            mariadb->is_broken = true;
            return report_connection(mariadb->connection, err);
        }
    }
    return end_lost(mariadb, err);
}
