/* Millions of moves, with the server's own maintenance running: what grows, and whether it gets slower. */
#include "bench.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CONNECTIONS = 8, ROUNDS = 40 };

struct worker {
    pthread_t thread;
    void *connection;
    atomic_long *next;
    long end;
};

static void *work(void *argument) {
    struct worker *worker = argument;
    for (long number; (number = atomic_fetch_add(worker->next, 1)) < worker->end;) {
        way_spread_doors.submit(worker->connection, number);
    }
    return NULL;
}

static void print_sizes(PGconn *connection, long moves, double rate) {
    static const char *const sql =
        "select pg_size_pretty(pg_table_size('door_transitions')), "
        "pg_size_pretty(pg_indexes_size('door_transitions')), pg_size_pretty(pg_table_size('door_current')), "
        "pg_size_pretty(pg_indexes_size('door_current')), "
        "(select n_dead_tup from pg_stat_user_tables where relname = 'door_current'), "
        "(select n_tup_hot_upd * 100 / greatest(n_tup_upd, 1) from pg_stat_user_tables "
        "where relname = 'door_current')";
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("%s", PQerrorMessage(connection));
    }
    printf("  %11ld %11.0f", moves, rate);
    for (int column = 0; column < PQnfields(result); column++) {
        printf(" %13s", PQgetvalue(result, 0, column));
    }
    putchar('\n');
    fflush(stdout);
    PQclear(result);
}

void measure_soak(const struct postgres *postgres, long moves) {
    struct worker workers[CONNECTIONS];
    double rates[ROUNDS];
    atomic_long next = 0;
    PGconn *connection = PQconnectdb(postgres->owner);
    setup_doors(postgres->owner);
    for (int i = 0; i < CONNECTIONS; i++) {
        workers[i] = (struct worker){.connection = way_spread_doors.open(postgres->service), .next = &next};
    }
    printf("\nsoak, %d connections\n  %11s %11s %13s %13s %13s %13s %13s %13s\n", CONNECTIONS, "moves",
           "a second", "history", "its indexes", "heads", "their indexes", "dead heads", "% HOT");
    for (int round = 0; round < ROUNDS; round++) {
        double started_at = bench_seconds();
        long begin = next;
        for (int i = 0; i < CONNECTIONS; i++) {
            workers[i].end = moves * (round + 1) / ROUNDS;
            if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
                bench_fail("only %d of %d threads could be started", i, CONNECTIONS);
            }
        }
        for (int i = 0; i < CONNECTIONS; i++) {
            pthread_join(workers[i].thread, NULL);
        }
        next = workers[0].end; /* each has taken one number too many */
        rates[round] = (double)(next - begin) / (bench_seconds() - started_at);
        print_sizes(connection, next, rates[round]);
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        way_spread_doors.close(workers[i].connection);
    }
    PQfinish(connection);
    /* the last fifth beside the first, round by round */
    double ratios[ROUNDS / 5];
    for (int i = 0; i < ROUNDS / 5; i++) {
        ratios[i] = rates[ROUNDS - ROUNDS / 5 + i] / rates[i];
    }
    figures_heading("at the end as at the start");
    figure("moves per second, last fifth / first fifth", ratios, ROUNDS / 5, 2, GOAL_AT_LEAST, 0.8);
}
