#include "database.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool on_citus(void) {
    const char *workers = getenv("PAWL_TEST_CITUS");
    return workers && *workers;
}

/* Whole, as psql would: it begins and commits by itself. */
static void run_file(struct pawl_db *admin, const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (!file || getdelim(&text, &size, '\0', file) <= 0)
        fail_msg("cannot read %s", path);
    fclose(file);
    PGresult *result = PQexec(pawl_native(admin), text);
    free(text);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", path, PQresultErrorMessage(result));
    PQclear(result);
}

void on_workers(const char *database, const char *sql) {
    if (!on_citus())
        return;
    char ports[256], *rest = ports;
    snprintf(ports, sizeof ports, "%s", getenv("PAWL_TEST_CITUS"));
    for (char *port; (port = strtok_r(rest, " ", &rest)) != NULL;) {
        char where[256];
        snprintf(where, sizeof where, "host=127.0.0.1 port=%s user=postgres dbname=%s", port, database);
        PGconn *worker = PQconnectdb(where);
        PGresult *result = PQexec(worker, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_msg("worker %s: %s: %s%s", port, sql, PQresultErrorMessage(result), PQerrorMessage(worker));
        PQclear(result);
        PQfinish(worker);
    }
}

static void join_nodes(struct pawl_db *admin, const char *name) {
    char sql[256], ports[256], *rest = ports;
    snprintf(sql, sizeof sql, "create database %s", name);
    on_workers("postgres", sql);
    on_workers(name, "create extension citus");
    execute(admin, "create extension citus");
    free(rows_of(admin, "select citus_set_coordinator_host('127.0.0.1', current_setting('port')::integer)"));
    snprintf(ports, sizeof ports, "%s", getenv("PAWL_TEST_CITUS"));
    for (char *port; (port = strtok_r(rest, " ", &rest)) != NULL;) {
        snprintf(sql, sizeof sql, "select citus_add_node('127.0.0.1', %s)", port);
        free(rows_of(admin, sql));
    }
}

void prepare_nodes(struct pawl_db *admin, const char *name) {
    if (on_citus()) {
        join_nodes(admin, name);
    } else {
        run_file(admin, PAWL_TEST_STAND_IN);
        execute(admin, "set citus.enable_unsafe_triggers = on");
    }
    run_file(admin, PAWL_TEST_GENERATED "/pawl.postgres.sql");
}

void deploy_machine(struct pawl_db *admin, const struct pawl_machine *machine) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.postgres.sql", PAWL_TEST_GENERATED, machine->name);
    run_file(admin, path);
}

void spread_table(struct pawl_db *admin, const char *table, const char *key) {
    char sql[256];
    snprintf(sql, sizeof sql, "select create_distributed_table('%s', '%s')", table, key);
    free(rows_of(admin, sql));
}
