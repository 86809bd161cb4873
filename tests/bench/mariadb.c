/* What is measured on MariaDB, and where. */
#include "bench.h"
#include "delay_proxy.h"

#include "payment.h"

#include <mysql.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ONE_WAY_DELAY_NS = 250000, SAMPLES = 15 };

/* As Statesman makes it on MySQL, where there is no index on some of the rows: what is not the newest is
 * null. */
static const char tables[] =
    "create table payments (id varchar(100) primary key);"
    "create table article_payments (id varchar(100) primary key, state varchar(100) not null,"
    " sort_key integer not null);"
    "create table article_transitions (id bigint auto_increment primary key, payment_id varchar(100) not null"
    " references article_payments (id), to_state varchar(100) not null, most_recent boolean,"
    " sort_key integer not null, created_at datetime(6) not null default now(6),"
    " updated_at datetime(6) not null default now(6), event varchar(100) not null,"
    " from_state varchar(100) not null, actor varchar(100) not null, amount bigint, currency text,"
    " submission_id text, reason text, unique index by_most_recent (payment_id, most_recent),"
    " unique index by_sort_key (payment_id, sort_key));"
    "create table bare_payments (id varchar(100) primary key, state varchar(100) not null);"
    /* what a pool writes, and nothing protects it */
    "create table batch_payments (id varchar(100) primary key, state varchar(255) not null,"
    " sort_key integer not null, since bigint not null, index by_state (state, since));"
    "create table batch_history (id varchar(100) not null, sort_key integer not null,"
    " event varchar(255) not null, from_state varchar(255) not null, to_state varchar(255) not null,"
    " created_at bigint not null, actor varchar(255) not null, submission_id text, primary key (id, "
    "sort_key));"
    "insert into article_payments (id, state, sort_key) select seq, 'closed', 10 from seq_0_to_3;"
    "insert into article_transitions (payment_id, to_state, most_recent, sort_key, event, from_state, actor)"
    " select seq, 'closed', true, 10, 'create', '', 'bench' from seq_0_to_3;";

struct mariadb {
    char socket[WHERE_BYTES];
    char distant_socket[WHERE_BYTES];
    char owner[WHERE_BYTES + 64];   /* whoever may do everything */
    char service[WHERE_BYTES + 64]; /* the application's login */
    char distant[WHERE_BYTES + 64]; /* the same, through the proxy */
    int pid;
};

static struct pawl_db *open_db(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &err) != PAWL_OK) {
        bench_fail("%s: %s", where, err.message);
    }
    return db;
}

static void execute(struct pawl_db *db, const char *sql) {
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_exec(db, sql, &err) != PAWL_OK) {
        bench_fail("setting up: %s", err.message);
    }
}

static void set_up(const struct mariadb *mariadb) {
    char server[WHERE_BYTES + 64];
    struct pawl_error err = PAWL_ERROR_INIT;
    snprintf(server, sizeof server, "mariadb://root@localhost/mysql?socket=%s", mariadb->socket);
    struct pawl_db *db = open_db(server);
    execute(
        db,
        "create database bench character set utf8mb4 collate utf8mb4_nopad_bin; create user bench@localhost;"
        "grant select, insert, update on bench.* to bench@localhost");
    pawl_close(db);
    db = open_db(mariadb->owner);
    execute(db, tables);
    if (payment_apply(db, &err) != PAWL_OK) {
        bench_fail("setting up: %s", err.message);
    }
    execute(db,
            "grant bench_pawl_app to bench@localhost; set default role bench_pawl_app for bench@localhost");
    pawl_close(db);
    setup_doors(mariadb->owner);
}

static struct mariadb mariadb_in(const char *directory) {
    struct mariadb mariadb;
    char path[WHERE_BYTES];
    snprintf(mariadb.socket, sizeof mariadb.socket, "%s/s", directory);
    snprintf(mariadb.distant_socket, sizeof mariadb.distant_socket, "%s/p", directory);
    snprintf(mariadb.owner, sizeof mariadb.owner, "mariadb://root@localhost/bench?socket=%s", mariadb.socket);
    snprintf(mariadb.service, sizeof mariadb.service, "mariadb://bench@localhost/bench?socket=%s",
             mariadb.socket);
    snprintf(mariadb.distant, sizeof mariadb.distant, "mariadb://bench@localhost/bench?socket=%s",
             mariadb.distant_socket);
    snprintf(path, sizeof path, "%s/pid", directory);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &mariadb.pid) != 1) {
        bench_fail("%s: no process id of a server in it", path);
    }
    fclose(file);
    set_up(&mariadb);
    return mariadb;
}

static void print_settings(const struct mariadb *mariadb) {
    static const char sql[] =
        "select variable_name, variable_value from information_schema.global_variables where variable_name in"
        " ('VERSION', 'INNODB_FLUSH_LOG_AT_TRX_COMMIT', 'INNODB_BUFFER_POOL_SIZE', 'INNODB_LOG_FILE_SIZE',"
        " 'INNODB_FLUSH_METHOD', 'LOG_BIN', 'INNODB_DOUBLEWRITE') order by variable_name";
    struct pawl_db *db = open_db(mariadb->owner);
    MYSQL *connection = pawl_native(db);
    if (mysql_query(connection, sql) != 0) {
        bench_fail("%s", mysql_error(connection));
    }
    MYSQL_RES *result = mysql_store_result(connection);
    puts("MariaDB settings");
    for (MYSQL_ROW row; (row = mysql_fetch_row(result)) != NULL;) {
        printf("  %-32s %s\n", row[0], row[1]);
    }
    mysql_free_result(result);
    pawl_close(db);
}

/* ---- round trips on the wire ------------------------------------------------------------------------ */

static void measure_way_round_trips(const struct mariadb *mariadb, const struct delay_proxy *proxy,
                                    const struct way *way, const char *here, const char *far,
                                    enum goal goal) {
    double samples[SAMPLES];
    void *preparing = way->open(here), *connection = way->open(far);
    const long first = bench_take_numbers(SAMPLES + 1);
    (void)mariadb;
    way->prepare(preparing, first, SAMPLES + 1);
    way->submit(connection, first + SAMPLES); /* prepares statements */
    for (int i = 0; i < SAMPLES; i++) {
        const uint64_t before = delay_proxy_round_trips(proxy);
        way->submit(connection, first + i);
        samples[i] = (double)(delay_proxy_round_trips(proxy) - before);
    }
    figure(way->name, samples, SAMPLES, 0, goal, 1);
    way->close(preparing);
    way->close(connection);
}

/* ---- processor time of the server ------------------------------------------------------------------- */

struct served {
    const struct way *way;
    const char *where;
};

enum { SERVED_MAX = 3, HISTORY_SMALL = 1000, PURGE_SECONDS_MAX = 60 };

/* What was measured before leaves old rows behind, whose removal is no part of what is measured next. */
static void wait_for_purge(const struct mariadb *mariadb) {
    static const char sql[] = "select variable_value from information_schema.global_status"
                              " where variable_name = 'INNODB_HISTORY_LIST_LENGTH'";
    struct pawl_db *db = open_db(mariadb->owner);
    MYSQL *connection = pawl_native(db);
    long length = HISTORY_SMALL;
    for (int seconds = 0; length >= HISTORY_SMALL && seconds < PURGE_SECONDS_MAX; seconds++) {
        MYSQL_RES *result = mysql_query(connection, sql) == 0 ? mysql_store_result(connection) : NULL;
        MYSQL_ROW row = result != NULL ? mysql_fetch_row(result) : NULL;
        if (row == NULL) {
            bench_fail("history list length: %s", mysql_error(connection));
        }
        length = strtol(row[0], NULL, 10);
        mysql_free_result(result);
        sleep(1);
    }
    pawl_close(db);
}

static double server_time(const struct mariadb *mariadb, const struct way *way, void *connection,
                          long moves) {
    const long first = bench_take_numbers(moves);
    way->prepare(connection, first, moves);
    const double before = server_microseconds(mariadb->pid);
    for (long number = first; number < first + moves; number++) {
        way->submit(connection, number);
    }
    return (server_microseconds(mariadb->pid) - before) / (double)moves;
}

/* In turn, so that what the server does by itself falls on all of them. */
static void measure_server_time(const struct mariadb *mariadb, const struct served *served, size_t count,
                                long moves) {
    double samples[SERVED_MAX][SAMPLES];
    void *connections[SERVED_MAX];
    for (size_t i = 0; i < count; i++) {
        connections[i] = served[i].way->open(served[i].where);
    }
    wait_for_purge(mariadb);
    for (int sample = -1; sample < SAMPLES; sample++) { /* -1 warms up */
        for (size_t i = 0; i < count; i++) {
            const double microseconds = server_time(mariadb, served[i].way, connections[i], moves);
            if (sample >= 0) {
                samples[i][sample] = microseconds;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        figure(served[i].way->name, samples[i], SAMPLES, 0, GOAL_NONE, 0);
        served[i].way->close(connections[i]);
    }
}

/* ---- all of it -------------------------------------------------------------------------------------- */

/* The protocol needs as many round trips as statements: 0.5 ms away that is most of it. */
static double goal_beside_the_article(bool distant, int connections) {
    return connections > 8 ? 0 : distant ? 2 : connections == 1 ? 1.3 : 1;
}

void measure_mariadb(const char *directory, bool quick, struct effort effort) {
    const struct mariadb mariadb = mariadb_in(directory);
    const struct delay_proxy *proxy =
        delay_proxy_start(mariadb.distant_socket, mariadb.socket, ONE_WAY_DELAY_NS);
    print_settings(&mariadb);

    figures_heading("round trips per move, on the wire");
    measure_way_round_trips(&mariadb, proxy, &way_pawl, mariadb.service, mariadb.distant, GOAL_AT_MOST);
    measure_way_round_trips(&mariadb, proxy, &way_mariadb_article, mariadb.socket, mariadb.distant_socket,
                            GOAL_NONE);
    measure_way_round_trips(&mariadb, proxy, &way_mariadb_update, mariadb.socket, mariadb.distant_socket,
                            GOAL_AT_MOST);

    for (int distant = 0; distant < 2; distant++) {
        for (int connections = 1; connections <= (distant ? 8 : CONNECTIONS_MAX); connections *= 8) {
            char name[96];
            const char *where = distant ? mariadb.distant : mariadb.service;
            const char *socket = distant ? mariadb.distant_socket : mariadb.socket;
            snprintf(name, sizeof name, "MariaDB%s, %d connection%s", distant ? " 0.5 ms away" : "",
                     connections, connections == 1 ? "" : "s");
            measure_speed(&(struct comparison){.name = name,
                                               .connections = connections,
                                               .server_pid = connections == 1 ? mariadb.pid : 0,
                                               .way_count = 3,
                                               .ways = {{&way_pawl, where, mariadb.service, 0},
                                                        {&way_mariadb_article, socket, mariadb.socket,
                                                         goal_beside_the_article(distant, connections)},
                                                        {&way_mariadb_update, socket, mariadb.socket, 0}}},
                          effort);
        }
    }
    measure_speed(
        &(struct comparison){.name = "MariaDB, 8 connections",
                             .connections = 8,
                             .way_count = 3,
                             .ways = {{&way_hot_doors, mariadb.service, mariadb.service, 0},
                                      {&way_mariadb_hot_article, mariadb.socket, mariadb.socket, 1.5},
                                      {&way_spread_doors, mariadb.service, mariadb.service, 0}}},
        effort);

    figures_heading("processor time of the server, microseconds a move");
    const long moves = quick ? 50 : 500;
    const struct served served[] = {{&way_pawl, mariadb.service},
                                    {&way_mariadb_article, mariadb.socket},
                                    {&way_mariadb_update, mariadb.socket}};
    measure_server_time(&mariadb, served, sizeof served / sizeof *served, moves);
}

/* How much of what the database can do with two connections, a pool's lanes, the pool makes. */
static void measure_batches(const struct mariadb *mariadb, struct effort effort) {
    measure_speed(
        &(struct comparison){
            .pool = mariadb->service,
            .name = "MariaDB, 64 threads, and batches by hand",
            .connections = CONNECTIONS_MAX,
            .counted_pid = mariadb->pid,
            .way_count = 3,
            .others_to_first = true,
            .ways = {{.way = &way_mariadb_update, .where = mariadb->socket, .name = "bare UPDATE, 64"},
                     {.way = &way_pawl, .where = BENCH_POOL, .name = "a pool"},
                     {.way = &way_mariadb_batch, .where = mariadb->socket, .connections = 2}}},
        effort);
}

void measure_mariadb_pool(const char *directory, struct effort effort) {
    const struct mariadb mariadb = mariadb_in(directory);
    measure_batches(&mariadb, effort);
    measure_pooled(&(struct pooled){.database = "MariaDB",
                                    .where = mariadb.service,
                                    .bare = &way_mariadb_update,
                                    .where_by_hand = mariadb.socket,
                                    .server_pid = mariadb.pid},
                   effort);
}
