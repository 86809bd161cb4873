/*
 * Measures moves on PostgreSQL and SQLite beside the same work by hand. README.md says what and how.
 *
 *   bench [--quick] disk|memory DIRECTORY
 *
 * On disk, where a commit waits for its flush, all is measured, and the floor is judged; in memory only
 * PostgreSQL's speed, and the protocols are judged.
 *
 * DIRECTORY holds a PostgreSQL cluster in data/ and the socket of its server on port 5432, whose superuser is
 * postgres; the SQLite file and the socket of the proxy are put there, too. tests/bench/run makes it.
 */
#include "bench.h"
#include "delay_proxy.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SERVER_PORT = 5432, PROXY_PORT = 5433, ONE_WAY_DELAY_NS = 250000 };

double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void bench_id(char id[BENCH_ID_BYTES], long number) {
    snprintf(id, BENCH_ID_BYTES, "PM%ld", number);
}

long bench_take_numbers(long count) {
    static long next = BENCH_FIRST_NUMBER;
    long first = next;
    next += count;
    return first;
}

static void conninfo(char out[WHERE_BYTES], const char *directory, int port, const char *user) {
    snprintf(out, WHERE_BYTES, "host=%s port=%d user=%s dbname=postgres", directory, port, user);
}

static void print_settings(const struct postgres *postgres) {
    static const char *const sql =
        "select name, setting, unit from pg_settings where name in "
        "('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', "
        "'autovacuum', 'checkpoint_timeout', 'max_wal_size', 'shared_buffers') order by name";
    PGconn *connection = PQconnectdb(postgres->owner);
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("%s", PQerrorMessage(connection));
    }
    puts("PostgreSQL settings");
    for (int row = 0; row < PQntuples(result); row++) {
        printf("  %-20s %s %s\n", PQgetvalue(result, row, 0), PQgetvalue(result, row, 1),
               PQgetvalue(result, row, 2));
    }
    PQclear(result);
    PQfinish(connection);
    printf("SQLite settings\n  %-20s %s\n  %-20s wal\n  %-20s full\n", "version", sqlite3_libversion(),
           "journal_mode", "synchronous");
}

/* How far away the proxy really makes the server: a fifth of a millisecond too much would flatter Pawl. */
static void measure_distance(const struct postgres *postgres) {
    enum { SAMPLES = 200 };
    double milliseconds[2][SAMPLES];
    const char *const where[2] = {postgres->service, postgres->distant};
    for (int i = 0; i < 2; i++) {
        PGconn *connection = PQconnectdb(where[i]);
        for (int sample = 0; sample < SAMPLES; sample++) {
            double started_at = bench_seconds();
            PGresult *result = PQexec(connection, "select 1");
            milliseconds[i][sample] = (bench_seconds() - started_at) * 1e3;
            if (PQresultStatus(result) != PGRES_TUPLES_OK) {
                bench_fail("%s", PQerrorMessage(connection));
            }
            PQclear(result);
        }
        PQfinish(connection);
    }
    figures_heading("one `select 1`, milliseconds");
    figure("direct", milliseconds[0], SAMPLES, 3, GOAL_NONE, 0);
    figure("behind the proxy", milliseconds[1], SAMPLES, 3, GOAL_NONE, 0);
}

static int read_server_pid(const char *directory) {
    char path[WHERE_BYTES];
    int pid = 0;
    snprintf(path, sizeof path, "%s/data/postmaster.pid", directory);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &pid) != 1) {
        bench_fail("%s: no process id of a server in it", path);
    }
    fclose(file);
    return pid;
}

static void measure_postgres(const char *directory, bool in_memory, bool quick) {
    struct postgres postgres;
    char server_path[WHERE_BYTES];
    char proxy_path[WHERE_BYTES];
    conninfo(postgres.owner, directory, SERVER_PORT, "postgres");
    conninfo(postgres.service, directory, SERVER_PORT, "bench");
    conninfo(postgres.distant, directory, PROXY_PORT, "bench");
    snprintf(server_path, sizeof server_path, "%s/.s.PGSQL.%d", directory, SERVER_PORT);
    snprintf(proxy_path, sizeof proxy_path, "%s/.s.PGSQL.%d", directory, PROXY_PORT);

    int server_pid = read_server_pid(directory);
    setup_postgres(&postgres);
    print_settings(&postgres);
    struct delay_proxy *proxy = delay_proxy_start(proxy_path, server_path, ONE_WAY_DELAY_NS);
    if (!in_memory) {
        measure_round_trips(&postgres, proxy);
        measure_wal_and_buffers(&postgres, quick);
    }
    measure_distance(&postgres);

    measure_bulk(in_memory ? "PostgreSQL in memory" : "PostgreSQL", postgres.service, server_pid,
                 in_memory ? 0 : 10, quick);

    const char *const here = postgres.service;
    const char *const far = postgres.distant;
    struct comparison comparison = {.ways = {&way_pawl, &way_postgres_article, &way_postgres_update},
                                    .where_to_prepare = {here, here, here},
                                    .at_least_update = in_memory ? 0 : 0.5};
    for (int distant = 0; distant < 2; distant++) {
        for (int connections = 1; connections <= 8; connections += 7) {
            char name[96];
            const char *where = distant ? far : here;
            snprintf(name, sizeof name, "PostgreSQL%s%s, %d connection%s", in_memory ? " in memory" : "",
                     distant ? " 0.5 ms away" : "", connections, connections == 1 ? "" : "s");
            comparison.name = name;
            comparison.connections = connections;
            comparison.server_pid = connections == 1 ? server_pid : 0;
            comparison.where[0] = comparison.where[1] = comparison.where[2] = where;
            comparison.at_least_article = !in_memory ? 0 : distant ? 2.7 : 1.35;
            measure_speed(&comparison, quick);
        }
    }
}

static void measure_sqlite(const char *directory, bool quick) {
    char path[WHERE_BYTES];
    char where[WHERE_BYTES + 8];
    snprintf(path, sizeof path, "%s/bench.db", directory);
    snprintf(where, sizeof where, "sqlite:%s", path);
    setup_sqlite(path);
    measure_bulk("SQLite", where, 0, 0, quick);
    for (int connections = 1; connections <= 8; connections += 7) {
        measure_speed(
            &(struct comparison){.name = connections == 1 ? "SQLite, 1 connection" : "SQLite, 8 connections",
                                 .ways = {&way_pawl, &way_sqlite_article, &way_sqlite_update},
                                 .where = {where, path, path},
                                 .where_to_prepare = {where, path, path},
                                 .connections = connections},
            quick);
    }
}

int main(int argc, char **argv) {
    bool quick = argc == 4 && strcmp(argv[1], "--quick") == 0;
    bool in_memory = argc >= 3 && strcmp(argv[argc - 2], "memory") == 0;
    if ((argc != 3 && !quick) || (!in_memory && strcmp(argv[argc - 2], "disk") != 0)) {
        fputs("usage: bench [--quick] disk|memory DIRECTORY; see tests/bench/run\n", stderr);
        return 2;
    }
    const char *directory = argv[argc - 1];
    measure_postgres(directory, in_memory, quick);
    if (!in_memory) {
        measure_sqlite(directory, quick);
    }
    return figures_fall_short() ? 1 : 0;
}
