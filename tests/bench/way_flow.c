/* A flow of five steps that do nothing, beside a loop by hand that keeps a cursor and a history as durably.
 */
#include "bench.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

#include "five.h"

enum { STEPS = 5, RUNS_MAX = 1 << 23 };

static void must(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

/* ---- Pawl --------------------------------------------------------------------------------------- */

static int64_t runs[RUNS_MAX]; /* by the number of the payment that would be moved */

static enum pawl_status do_nothing(struct pawl_db *db, const struct pawl_step *step,
                                   const struct five_args *args, void *context, struct pawl_error *err) {
    (void)context, (void)db, (void)step, (void)args, (void)err;
    return PAWL_OK;
}

static void *open_flow(const char *where) {
    static const struct five_hooks hooks = {
        .one = do_nothing, .two = do_nothing, .three = do_nothing, .four = do_nothing, .five = do_nothing};
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    must(pawl_open(&db, where, &err), "opening", &err);
    must(five_set_hooks(db, &hooks, &err), "hooks", &err);
    return db;
}

static void start_runs(void *connection, long first, long count) {
    struct pawl_error err = PAWL_ERROR_INIT;
    must(pawl_begin(connection, &err), "begin", &err);
    for (long number = first; number < first + count; number++) {
        struct five_args args = {.number = number};
        if (number - BENCH_FIRST_NUMBER >= RUNS_MAX) {
            bench_fail("more than %d runs", RUNS_MAX);
        }
        must(five_start(connection, &args, NULL, &runs[number - BENCH_FIRST_NUMBER], &err), "start", &err);
    }
    must(pawl_commit(connection, &err), "commit", &err);
}

static void run_flow(void *connection, long number) {
    struct pawl_error err = PAWL_ERROR_INIT;
    enum pawl_run_status left = PAWL_RUN_READY;
    must(five_run(connection, runs[number - BENCH_FIRST_NUMBER], &left, &err), "run", &err);
    if (left != PAWL_RUN_DONE) {
        bench_fail("run %ld is %s", number, pawl_run_status_name(left));
    }
}

static void close_flow(void *connection) {
    pawl_close(connection);
}

static const struct way way_flow = {"flow of 5 empty steps", open_flow, start_runs, run_flow, close_flow};

/* ---- by hand ------------------------------------------------------------------------------------ */

static void check(PGconn *connection, PGresult *result, const char *doing) {
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        bench_fail("%s: %s", doing, PQerrorMessage(connection));
    }
    PQclear(result);
}

static void *open_by_hand(const char *where) {
    static const char *const statements[][2] = {
        {"begin", "begin"},
        {"advance", "update hand_runs set step = $2::int, updated_at = now() where id = $1::bigint"},
        {"note", "insert into hand_steps (run, number, step, outcome) values ($1::bigint, $2::int, 'a step', "
                 "'done')"},
        {"commit", "commit"},
    };
    PGconn *connection = PQconnectdb(where);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        check(connection, PQprepare(connection, statements[i][0], statements[i][1], 0, NULL), "prepare");
    }
    return connection;
}

static void make_by_hand(void *connection, long first, long count) {
    char sql[160];
    snprintf(sql, sizeof sql, "insert into hand_runs (id, step) select n, 0 from generate_series(%ld, %ld) n",
             first, first + count - 1);
    check(connection, PQexec(connection, sql), sql);
}

static void run_statement(PGconn *connection, const char *name, int count, const char *const *values) {
    check(connection, PQexecPrepared(connection, name, count, values, NULL, NULL, 0), name);
}

static void run_by_hand(void *connection, long number) {
    char id[24], step[8];
    const char *const values[] = {id, step};
    snprintf(id, sizeof id, "%ld", number);
    for (int i = 1; i <= STEPS; i++) {
        snprintf(step, sizeof step, "%d", i);
        run_statement(connection, "begin", 0, NULL);
        run_statement(connection, "advance", 2, values);
        run_statement(connection, "note", 2, values);
        run_statement(connection, "commit", 0, NULL);
    }
}

static void close_by_hand(void *connection) {
    PQfinish(connection);
}

static const struct way way_by_hand = {"the same by hand", open_by_hand, make_by_hand, run_by_hand,
                                       close_by_hand};

/* ---- beside each other -------------------------------------------------------------------------- */

static void set_up(const struct postgres *postgres) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = NULL;
    must(pawl_open(&db, postgres->owner, &err), "opening", &err);
    must(pawl_exec(
             db,
             "create table hand_runs (id bigint primary key, step int not null,"
             " updated_at timestamptz not null default now()) with (fillfactor = 70);"
             "create table hand_steps (run bigint, number int, step text not null, outcome text not null,"
             " at timestamptz not null default now(), primary key (run, number));"
             "grant select, insert, update on hand_runs, hand_steps to bench",
             &err),
         "tables", &err);
    must(five_apply(db, &err), "five", &err);
    pawl_close(db);
}

void measure_flows(const struct postgres *postgres, bool in_memory, struct effort effort) {
    const char *const here = postgres->service;
    set_up(postgres);
    for (int connections = 1; connections <= 8; connections += 7) {
        char name[96];
        snprintf(name, sizeof name, "PostgreSQL%s, %d connection%s, runs of flows",
                 in_memory ? " in memory" : "", connections, connections == 1 ? "" : "s");
        measure_speed(
            &(struct comparison){.name = name,
                                 .connections = connections,
                                 .way_count = 2,
                                 .ways = {{&way_flow, here, here, 0}, {&way_by_hand, here, here, 0.75}}},
            effort);
    }
}
