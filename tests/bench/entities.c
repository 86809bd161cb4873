/* Whether a move costs more where there are more entities: in databases of one server, slice by slice. */
#include "bench.h"

#include <libpq-fe.h>
#include <stdio.h>

enum { SIZES = 3, CONNECTIONS = 8 };
static const long counts[SIZES] = {1000, 100000, 1000000};
static const char *const names[SIZES] = {"1,000 entities", "100,000 entities", "1,000,000 entities"};

void measure_entities(const struct postgres *postgres, int server_pid, struct effort effort) {
    char owner[SIZES][WHERE_BYTES + 32], service[SIZES][WHERE_BYTES + 32];
    struct comparison comparison = {.name = "PostgreSQL, 8 connections, by the number of entities",
                                    .connections = CONNECTIONS,
                                    .counted_pid = server_pid,
                                    .others_to_first = true,
                                    .way_count = SIZES};
    PGconn *connection = PQconnectdb(postgres->owner);
    for (int i = 0; i < SIZES; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "create database " CROWD_DATABASE "%ld", counts[i]);
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) {
            bench_fail("%s", PQerrorMessage(connection));
        }
        PQclear(result);
        /* what stands last in a conninfo counts */
        snprintf(owner[i], sizeof owner[i], "%s dbname=" CROWD_DATABASE "%ld", postgres->owner, counts[i]);
        snprintf(service[i], sizeof service[i], "%s dbname=" CROWD_DATABASE "%ld", postgres->service,
                 counts[i]);
        setup_crowd(owner[i], counts[i]);
        comparison.ways[i] = (struct compared){&way_crowd, service[i], service[i], 0, .name = names[i]};
    }
    PQfinish(connection);
    measure_speed(&comparison, effort);
}
