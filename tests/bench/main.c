/*
 * Measures moves on PostgreSQL, SQLite and MariaDB beside the same work by hand. README.md says what and how.
 *
 *   bench [--quick]
 * disk|memory|sqlite|mariadb|surcharges|relay|jobs|field|ledger|flows|pool|mariadb-pool|entities|curve|soak
 * DIRECTORY
 *
 * On disk, where a commit waits for its flush, the floor is judged, and round trips and bytes are counted; in
 * memory only the speed is measured, and the protocols are judged.
 *
 * DIRECTORY holds a PostgreSQL cluster in data/ and the socket of its server on port 5432, whose superuser is
 * postgres; the socket of the proxy is put there, too. For SQLite it is an empty folder, for MariaDB that of
 * a server with the socket `s`. tests/bench/run makes it.
 */
#include "bench.h"
#include "delay_proxy.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct effort careful = {.rounds = 31, .slice_ms = 400};
static const struct effort quick = {.rounds = 7, .slice_ms = 100};
static const struct effort for_a_pool = {.rounds = 15, .slice_ms = 400};
static const struct effort for_a_curve = {.rounds = 7, .slice_ms = 400};

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

static struct postgres postgres_in(const char *directory) {
    struct postgres postgres;
    conninfo(postgres.owner, directory, SERVER_PORT, "postgres");
    conninfo(postgres.service, directory, SERVER_PORT, "bench");
    conninfo(postgres.distant, directory, PROXY_PORT, "bench");
    setup_postgres(&postgres);
    print_settings(&postgres);
    return postgres;
}

/* Eight connections on four rows wait for each other, and none of them is told of a conflict. */
static void measure_contention(const struct postgres *postgres, bool in_memory, struct effort effort) {
    setup_doors(postgres->owner);
    measure_speed(
        &(struct comparison){.name = in_memory ? "PostgreSQL in memory, 8 connections"
                                               : "PostgreSQL, 8 connections",
                             .connections = 8,
                             .way_count = 2,
                             .ways = {{&way_hot_doors, postgres->service, postgres->service, 0},
                                      {&way_spread_doors, postgres->service, postgres->service, 0.5}}},
        effort);
}

static void measure_postgres(const char *directory, bool in_memory, struct effort effort) {
    struct postgres postgres = postgres_in(directory);
    char server_path[WHERE_BYTES];
    char proxy_path[WHERE_BYTES];
    snprintf(server_path, sizeof server_path, "%s/.s.PGSQL.%d", directory, SERVER_PORT);
    snprintf(proxy_path, sizeof proxy_path, "%s/.s.PGSQL.%d", directory, PROXY_PORT);

    int server_pid = read_server_pid(directory);
    struct delay_proxy *proxy = delay_proxy_start(proxy_path, server_path, ONE_WAY_DELAY_NS);
    if (!in_memory) {
        measure_round_trips(&postgres, proxy);
        measure_wal_and_buffers(&postgres, effort.rounds < careful.rounds);
    }
    measure_distance(&postgres);

    const char *const here = postgres.service;
    const char *const far = postgres.distant;
    for (int distant = 0; distant < 2; distant++) {
        for (int connections = 1; connections <= 8; connections += 7) {
            char name[96];
            const char *where = distant ? far : here;
            snprintf(name, sizeof name, "PostgreSQL%s%s, %d connection%s", in_memory ? " in memory" : "",
                     distant ? " 0.5 ms away" : "", connections, connections == 1 ? "" : "s");
            measure_speed(
                &(struct comparison){.name = name,
                                     .connections = connections,
                                     .server_pid = connections == 1 ? server_pid : 0,
                                     .counted_pid = connections > 1 && !distant ? server_pid : 0,
                                     .way_count = distant ? 3 : 4,
                                     .ways = {{&way_pawl, where, here, 0},
                                              {&way_postgres_article, where, here,
                                               !in_memory ? 0
                                               : distant  ? 2.7
                                                          : 1.35},
                                              {&way_postgres_update, where, here, in_memory ? 0 : 0.5},
                                              {&way_postgres_trigger, where, here, 0}}},
                effort);
        }
    }
    measure_contention(&postgres, in_memory, effort);
    measure_surcharges(&postgres, in_memory, effort);
    measure_ledger(&postgres, in_memory, effort);
    measure_flows(&postgres, in_memory, effort);
}

/* Moves per second against connections. */
static void measure_curve(const char *directory) {
    struct postgres postgres = postgres_in(directory);
    const char *const here = postgres.service;
    for (int connections = 1; connections <= CONNECTIONS_MAX; connections *= 2) {
        char name[96];
        snprintf(name, sizeof name, "PostgreSQL, %d connection%s", connections, connections == 1 ? "" : "s");
        measure_speed(&(struct comparison){.name = name,
                                           .connections = connections,
                                           .way_count = 3,
                                           .ways = {{&way_pawl, here, here, 0},
                                                    {&way_postgres_article, here, here, 0},
                                                    {&way_postgres_update, here, here, 0}}},
                      for_a_curve);
    }
}

static void measure_sqlite(const char *directory, struct effort effort) {
    char path[WHERE_BYTES];
    char where[WHERE_BYTES + 8];
    snprintf(path, sizeof path, "%s/bench.db", directory);
    snprintf(where, sizeof where, "sqlite:%s", path);
    setup_sqlite(path);
    printf("SQLite settings\n  %-20s %s\n  %-20s wal\n  %-20s full\n", "version", sqlite3_libversion(),
           "journal_mode", "synchronous");
    for (int connections = 1; connections <= 8; connections += 7) {
        measure_speed(
            &(struct comparison){.name = connections == 1 ? "SQLite, 1 connection" : "SQLite, 8 connections",
                                 .connections = connections,
                                 .way_count = 4,
                                 .ways = {{&way_pawl, where, where, 0},
                                          {&way_sqlite_same_rows, path, path, 0.85},
                                          {&way_sqlite_article, path, path, 0},
                                          {&way_sqlite_update, path, path, 0}}},
            effort);
    }
}

int main(int argc, char **argv) {
    bool is_quick = argc == 4 && strcmp(argv[1], "--quick") == 0;
    const char *what = argc == 3 || is_quick ? argv[argc - 2] : "";
    const char *directory = argv[argc - 1];
    struct effort effort = is_quick ? quick : careful;
    if (strcmp(what, "disk") == 0 || strcmp(what, "memory") == 0) {
        measure_postgres(directory, strcmp(what, "memory") == 0, effort);
    } else if (strcmp(what, "surcharges") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_surcharges(&postgres, false, effort);
    } else if (strcmp(what, "relay") == 0) {
        struct postgres postgres = postgres_in(directory);
        setup_surcharges(&postgres);
        measure_relay(&postgres, true);
    } else if (strcmp(what, "jobs") == 0) {
        struct postgres postgres = postgres_in(directory);
        setup_surcharges(&postgres);
        measure_jobs(&postgres, read_server_pid(directory));
    } else if (strcmp(what, "field") == 0) {
        struct postgres postgres = postgres_in(directory);
        setup_surcharges(&postgres);
        measure_field(&postgres, directory, read_server_pid(directory), is_quick);
    } else if (strcmp(what, "ledger") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_ledger(&postgres, false, effort);
    } else if (strcmp(what, "flows") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_flows(&postgres, false, effort);
    } else if (strcmp(what, "postgres-pool") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_postgres_pool(&postgres, read_server_pid(directory), effort);
    } else if (strcmp(what, "batches") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_postgres_batches(&postgres, read_server_pid(directory), is_quick ? quick : for_a_pool);
    } else if (strcmp(what, "sqlite-pool") == 0) {
        measure_sqlite_pool(directory, is_quick ? quick : for_a_pool);
    } else if (strcmp(what, "entities") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_entities(&postgres, read_server_pid(directory), is_quick ? quick : for_a_pool);
    } else if (strcmp(what, "sqlite") == 0) {
        measure_sqlite(directory, effort);
    } else if (strcmp(what, "mariadb") == 0) {
        measure_mariadb(directory, is_quick, effort);
    } else if (strcmp(what, "mariadb-pool") == 0) {
        measure_mariadb_pool(directory, is_quick ? quick : for_a_pool);
    } else if (strcmp(what, "curve") == 0) {
        measure_curve(directory);
    } else if (strcmp(what, "soak") == 0) {
        struct postgres postgres = postgres_in(directory);
        measure_soak(&postgres, is_quick ? 200000 : 10000000);
    } else {
        fputs("usage: bench [--quick] "
              "disk|memory|sqlite|mariadb|surcharges|relay|jobs|field|ledger|flows|postgres-pool|batches|"
              "sqlite-pool|mariadb-pool|entities|curve|soak DIRECTORY; "
              "see tests/bench/run\n",
              stderr);
        return 2;
    }
    return figures_fall_short() ? 1 : 0;
}
