/*
 * A transfer between two of a thousand accounts: by the example's ledger, and by hand. The number of the
 * payment that the bench hands out is that of the transfer, and says which accounts.
 */
#include "bench.h"

#include "ledger.h"
#include "statistics.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ACCOUNTS = 1000, AMOUNT = 5 };
#define OPENING INT64_C(1000000000)

/* Neighbours of a number are far from each other's accounts. */
static void accounts_of(long number, char payer[16], char payee[16]) {
    long from = number * 7919 % ACCOUNTS;
    long to = (from + 1 + number * 104729 % (ACCOUNTS - 1)) % ACCOUNTS;
    snprintf(payer, 16, "A%ld", from + 1);
    snprintf(payee, 16, "A%ld", to + 1);
}

static void no_preparation(void *connection, long first, long count) {
    (void)connection, (void)first, (void)count;
}

/* ---- the example ---------------------------------------------------------------------------------- */

static void *open_ledger(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &err) != PAWL_OK) {
        bench_fail("opening: %s", err.message);
    }
    return db;
}

static void close_ledger(void *connection) {
    pawl_close(connection);
}

static void expect_ok(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

static void transfer(struct pawl_db *db, long number, bool together) {
    char id[BENCH_ID_BYTES], payer[16], payee[16];
    struct pawl_error err = PAWL_ERROR_INIT;
    enum transfer_state state;
    bench_id(id, number);
    accounts_of(number, payer, payee);
    struct transfer_create_args wanted = {.payer = payer, .payee = payee, .amount = AMOUNT};
    if (together) {
        expect_ok(ledger_transfer(db, id, &wanted, &state, &err), "a transfer", &err);
    } else {
        expect_ok(ledger_record(db, id, &wanted, &err), "recording a transfer", &err);
        expect_ok(ledger_decide(db, id, &state, &err), "deciding it", &err);
    }
    if (state != TRANSFER_STATE_SUCCESSFUL) {
        bench_fail("transfer %s is %s", id, transfer_state_name(state));
    }
}

static void transfer_together(void *connection, long number) {
    transfer(connection, number, true);
}

static void transfer_apart(void *connection, long number) {
    transfer(connection, number, false);
}

/* ---- by hand -------------------------------------------------------------------------------------- */

static PGresult *run(PGconn *connection, const char *statement, int count, const char *const *values) {
    PGresult *result = PQexecPrepared(connection, statement, count, values, NULL, NULL, 0);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        bench_fail("%s: %s", statement, PQerrorMessage(connection));
    }
    return result;
}

static void *open_by_hand(const char *where) {
    static const char *const statements[][2] = {
        {"begin", "begin"},
        {"lock", "select id, balance from hand_accounts where id in ($1, $2) order by id for no key update"},
        {"take", "update hand_accounts set balance = balance - $2::bigint where id = $1"},
        {"give", "update hand_accounts set balance = balance + $2::bigint where id = $1"},
        {"write", "insert into hand_transfers (id, payer, payee, amount, state) values ($1, $2, $3, $4, "
                  "'successful')"},
        {"commit", "commit"},
    };
    PGconn *connection = PQconnectdb(where);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        PGresult *result = PQprepare(connection, statements[i][0], statements[i][1], 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) {
            bench_fail("%s: %s", statements[i][0], PQerrorMessage(connection));
        }
        PQclear(result);
    }
    return connection;
}

static void transfer_by_hand(void *connection, long number) {
    char id[BENCH_ID_BYTES], payer[16], payee[16], amount[16];
    bench_id(id, number);
    accounts_of(number, payer, payee);
    snprintf(amount, sizeof amount, "%d", AMOUNT);
    PQclear(run(connection, "begin", 0, NULL));
    PGresult *locked = run(connection, "lock", 2, (const char *const[]){payer, payee});
    if (PQntuples(locked) != 2) {
        bench_fail("no such accounts: %s, %s", payer, payee);
    }
    int row = strcmp(PQgetvalue(locked, 0, 0), payer) == 0 ? 0 : 1;
    if (strtoll(PQgetvalue(locked, row, 1), NULL, 10) < AMOUNT) {
        bench_fail("too little money in %s", payer);
    }
    PQclear(locked);
    PQclear(run(connection, "take", 2, (const char *const[]){payer, amount}));
    PQclear(run(connection, "give", 2, (const char *const[]){payee, amount}));
    PQclear(run(connection, "write", 4, (const char *const[]){id, payer, payee, amount}));
    PQclear(run(connection, "commit", 0, NULL));
}

static void close_by_hand(void *connection) {
    PQfinish(connection);
}

/* ---- beside each other ---------------------------------------------------------------------------- */

static const struct way way_by_hand = {"by hand", open_by_hand, no_preparation, transfer_by_hand,
                                       close_by_hand};
static const struct way way_together = {"recorded and decided in one transaction", open_ledger,
                                        no_preparation, transfer_together, close_ledger};
static const struct way way_apart = {"recorded, then decided", open_ledger, no_preparation, transfer_apart,
                                     close_ledger};

static void set_up(const char *owner) {
    char sql[512];
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_ledger(owner);
    expect_ok(ledger_set_up(db, ACCOUNTS, OPENING, &err), "the ledger", &err);
    snprintf(sql, sizeof sql,
             "create table hand_accounts (id text primary key, balance bigint not null check (balance >= 0));"
             "insert into hand_accounts select id, balance from accounts;"
             "create table hand_transfers (id text primary key, payer text not null, payee text not null,"
             " amount bigint not null, state text not null, created_at timestamptz not null default now());"
             "grant select, insert, update on hand_accounts, hand_transfers to bench;"
             "analyze accounts, hand_accounts");
    expect_ok(pawl_exec(db, sql, &err), "tables", &err);
    pawl_close(db);
}

/* ---- a line before one account, worked off by two clocks ------------------------------------------- */

static atomic_long line_left;

static void count_decided(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                          enum pawl_status status, const struct pawl_error *err) {
    (void)context, (void)machine, (void)item, (void)err;
    line_left -= status == PAWL_OK;
}

static bool is_line_empty(void *context) {
    (void)context;
    return line_left <= 0;
}

static void *work_off(void *where) {
    static const struct pawl_machine *const machines[] = {&transfer_machine};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .told = count_decided, .stop = is_line_empty};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_ledger(where);
    expect_ok(pawl_work(db, machines, 1, &options, &err), "a clock", &err);
    pawl_close(db);
    return NULL;
}

/* Transfers that everybody has forgotten, all of one payer: decided a second, from the time when all are due.
 */
static double drain(const char *where, long first, long length) {
    struct pawl_db *db = open_ledger(where);
    struct pawl_error err = PAWL_ERROR_INIT;
    for (long i = 0; i < length; i++) {
        char id[BENCH_ID_BYTES];
        bench_id(id, first + i);
        struct transfer_create_args wanted = {.payer = "A1", .payee = "A2", .amount = AMOUNT};
        expect_ok(ledger_record(db, id, &wanted, &err), "recording a transfer", &err);
    }
    pawl_close(db);
    nanosleep(&(struct timespec){.tv_sec = 2, .tv_nsec = 100000000},
              NULL); /* transfer.fsm: after 2s decide */
    pthread_t clocks[2];
    line_left = length;
    const double started = bench_seconds();
    for (size_t i = 0; i < 2; i++) {
        pthread_create(&clocks[i], NULL, work_off, (void *)(uintptr_t)where);
    }
    for (size_t i = 0; i < 2; i++) {
        pthread_join(clocks[i], NULL);
    }
    return (double)length / (bench_seconds() - started);
}

/* The goal: each of many takes as long as each of few. */
static void measure_line(const char *where) {
    enum { FEW = 200, MANY = 1600, RUNS = SAMPLES_MIN };
    double samples[RUNS];
    for (long i = 0; i < RUNS; i++) {
        const double of_few = drain(where, (2 * i + 1) * 100000000, FEW);
        const double of_many = drain(where, (2 * i + 2) * 100000000, MANY);
        samples[i] = of_many / of_few;
    }
    figures_heading("a line of forgotten transfers, two clocks");
    figure("a second, 1,600 of them beside 200", samples, RUNS, 2, GOAL_AT_LEAST, 0.7);
}

/* What has been made by hand is the whole of a transfer, so the goal is for the whole in one transaction. */
void measure_ledger(const struct postgres *postgres, bool in_memory, struct effort effort) {
    const char *const here = postgres->service;
    set_up(postgres->owner);
    for (int connections = 1; connections <= 8; connections += 7) {
        char name[96];
        snprintf(name, sizeof name, "PostgreSQL%s, %d connection%s, transfers", in_memory ? " in memory" : "",
                 connections, connections == 1 ? "" : "s");
        measure_speed(&(struct comparison){.name = name,
                                           .connections = connections,
                                           .way_count = 3,
                                           .others_to_first = true,
                                           .ways = {{&way_by_hand, here, here, 0},
                                                    {&way_together, here, here, in_memory ? 0 : 0.5},
                                                    {&way_apart, here, here, 0}}},
                      effort);
    }
    if (!in_memory) {
        measure_line(here);
    }
}
