#include "bench.h"
#include "delay_proxy.h"

#include "payment.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 15, BUFFER_SAMPLES = 100 };

static void expect(enum pawl_status status, enum pawl_status expected, const struct pawl_error *err) {
    if (status != expected) {
        bench_fail("%s where %s was expected: %s", pawl_status_name(status), pawl_status_name(expected),
                   err->message);
    }
}

static struct pawl_db *open_db(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    expect(pawl_open(&db, where, &err), PAWL_OK, &err);
    return db;
}

static enum pawl_status fire(struct pawl_db *db, enum payment_event event, long number,
                             struct pawl_error *err) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    switch (event) {
    case PAYMENT_EVENT_CREATE:
        return payment_create(db, id, &(struct payment_create_args){.amount = 1250, .currency = "EUR"}, NULL,
                              NULL, err);
    case PAYMENT_EVENT_SUBMIT:
        return payment_submit(db, id, &(struct payment_submit_args){.submission_id = "SB1"}, NULL, NULL, err);
    case PAYMENT_EVENT_CONFIRM:
        return payment_confirm(db, id, NULL, NULL, err);
    case PAYMENT_EVENT_CANCEL:
        return payment_cancel(db, id, &(struct payment_cancel_args){.reason = "too late"}, NULL, NULL, err);
    case PAYMENT_EVENT_NONE:
    case PAYMENT_EVENT_UNKNOWN:
        break;
    }
    bench_fail("no such event: %d", (int)event);
}

/* ---- round trips on the wire ------------------------------------------------------------------------ */

void measure_round_trips(const struct postgres *postgres, const struct delay_proxy *proxy) {
    static const struct {
        const char *name;
        enum payment_event event;
        enum pawl_status expected;
        bool of_missing_payment;
    } outcomes[] = {
        {"create: OK", PAYMENT_EVENT_CREATE, PAWL_OK, false},
        {"create: EXISTS", PAYMENT_EVENT_CREATE, PAWL_EXISTS, false},
        {"create: NOT_FOUND", PAYMENT_EVENT_CREATE, PAWL_NOT_FOUND, true},
        {"submit: OK", PAYMENT_EVENT_SUBMIT, PAWL_OK, false},
        {"submit: ILLEGAL", PAYMENT_EVENT_SUBMIT, PAWL_ILLEGAL, false},
        {"submit: NOT_FOUND", PAYMENT_EVENT_SUBMIT, PAWL_NOT_FOUND, true},
    };
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_db(postgres->distant);

    /* a statement is prepared when it is first used, which is no part of a move */
    long first = bench_take_numbers(SAMPLES + 1);
    char sql[128];
    snprintf(sql, sizeof sql, "insert into payments select 'PM' || n from generate_series(%ld, %ld) n", first,
             first + SAMPLES);
    expect(pawl_exec(db, sql, &err), PAWL_OK, &err);
    expect(fire(db, PAYMENT_EVENT_CREATE, first + SAMPLES, &err), PAWL_OK, &err);
    expect(fire(db, PAYMENT_EVENT_SUBMIT, first + SAMPLES, &err), PAWL_OK, &err);

    figures_heading("round trips per move, on the wire");
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        double samples[SAMPLES];
        for (int sample = 0; sample < SAMPLES; sample++) {
            long number = outcomes[i].of_missing_payment ? bench_take_numbers(1) : first + sample;
            uint64_t before = delay_proxy_round_trips(proxy);
            expect(fire(db, outcomes[i].event, number, &err), outcomes[i].expected, &err);
            samples[sample] = (double)(delay_proxy_round_trips(proxy) - before);
        }
        figure(outcomes[i].name, samples, SAMPLES, 0, GOAL_AT_MOST, 1);
    }
    pawl_close(db);
}

/* ---- WAL and buffers -------------------------------------------------------------------------------- */

static PGconn *connect_owner(const struct postgres *postgres) {
    PGconn *connection = PQconnectdb(postgres->owner);
    if (PQstatus(connection) != CONNECTION_OK) {
        bench_fail("%s", PQerrorMessage(connection));
    }
    return connection;
}

static PGresult *query(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK && PQresultStatus(result) != PGRES_COMMAND_OK) {
        bench_fail("%s: %s", sql, PQerrorMessage(connection));
    }
    return result;
}

static double wal_of_moves(PGconn *watch, struct pawl_db *db, enum payment_event event, long first,
                           long count) {
    struct pawl_error err = PAWL_ERROR_INIT;
    double before = wal_position(watch);
    for (long number = first; number < first + count; number++) {
        expect(fire(db, event, number, &err), PAWL_OK, &err);
    }
    return (wal_position(watch) - before) / (double)count;
}

static void measure_wal_of_pawl(const struct postgres *postgres, PGconn *watch, long moves) {
    static const struct {
        const char *name;
        enum payment_event event;
        int first_half, halves; /* of the payments of a batch: one half is paid, the other cancelled */
    } moved[] = {
        {"create", PAYMENT_EVENT_CREATE, 0, 2},
        {"submit", PAYMENT_EVENT_SUBMIT, 0, 1},
        {"confirm", PAYMENT_EVENT_CONFIRM, 0, 1},
        {"cancel", PAYMENT_EVENT_CANCEL, 1, 1},
    };
    enum { MOVED = sizeof moved / sizeof *moved };
    double samples[MOVED][SAMPLES];
    double of_all[SAMPLES];
    struct pawl_db *db = open_db(postgres->service);

    for (int sample = -1; sample < SAMPLES; sample++) { /* -1 warms up */
        long first = bench_take_numbers(2 * moves);
        char sql[128];
        snprintf(sql, sizeof sql, "insert into payments select 'PM' || n from generate_series(%ld, %ld) n",
                 first, first + 2 * moves - 1);
        PQclear(query(watch, sql));
        double bytes_of_all = 0;
        int halves_of_all = 0;
        for (int i = 0; i < MOVED; i++) {
            double bytes = wal_of_moves(watch, db, moved[i].event, first + moves * moved[i].first_half,
                                        moves * moved[i].halves);
            bytes_of_all += bytes * moved[i].halves;
            halves_of_all += moved[i].halves;
            if (sample >= 0) {
                samples[i][sample] = bytes;
                of_all[sample] = bytes_of_all / halves_of_all;
            }
        }
    }
    for (int i = 0; i < MOVED; i++) {
        figure(moved[i].name, samples[i], SAMPLES, 0, GOAL_NONE, 0);
    }
    figure("over the life of a payment", of_all, SAMPLES, 0, GOAL_AT_MOST, 620);
    pawl_close(db);
}

static void measure_wal_by_hand(const struct postgres *postgres, PGconn *watch, const struct way *way,
                                long moves) {
    double samples[SAMPLES];
    void *connection = way->open(postgres->service);
    for (int sample = -1; sample < SAMPLES; sample++) {
        long first = bench_take_numbers(moves);
        way->prepare(connection, first, moves);
        double before = wal_position(watch);
        for (long number = first; number < first + moves; number++) {
            way->submit(connection, number);
        }
        if (sample >= 0) {
            samples[sample] = (wal_position(watch) - before) / (double)moves;
        }
    }
    figure(way->name, samples, SAMPLES, 0, GOAL_NONE, 0);
    way->close(connection);
}

/* What EXPLAIN says of the very statement that libpawl sends: hits and reads of the whole move. */
static double buffers_of_submit(PGconn *connection, long number) {
    char id[BENCH_ID_BYTES];
    char sql[4096];
    bench_id(id, number);
    snprintf(sql, sizeof sql, "explain (analyze, buffers, timing off) %s",
             payment_machine.sql[PAWL_DIALECT_POSTGRES]->calls[PAYMENT_EVENT_SUBMIT].one);
    PGresult *result = PQexecParams(connection, sql, 5, NULL,
                                    (const char *const[]){id, "SB1", NULL, NULL, NULL}, NULL, NULL, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("explain: %s", PQerrorMessage(connection));
    }
    long hits = -1;
    long reads = 0;
    for (int row = 0; row < PQntuples(result) && hits < 0; row++) {
        const char *found = strstr(PQgetvalue(result, row, 0), "shared hit=");
        if (found != NULL) {
            char *end = NULL;
            hits = strtol(found + strlen("shared hit="), &end, 10);
            if (strncmp(end, " read=", strlen(" read=")) == 0) {
                reads = strtol(end + strlen(" read="), NULL, 10);
            }
        }
    }
    PQclear(result);
    if (hits < 0) {
        bench_fail("EXPLAIN did not say how many buffers %s used", id);
    }
    return (double)(hits + reads);
}

void measure_wal_and_buffers(const struct postgres *postgres, bool quick) {
    const long moves = quick ? 50 : 200;
    PGconn *watch = connect_owner(postgres);

    PQclear(query(watch, "checkpoint"));
    figures_heading("WAL bytes per move of Pawl");
    measure_wal_of_pawl(postgres, watch, moves);
    figures_heading("WAL bytes per move by hand");
    measure_wal_by_hand(postgres, watch, &way_postgres_article, moves);
    measure_wal_by_hand(postgres, watch, &way_postgres_update, moves);
    PQfinish(watch);

    double samples[BUFFER_SAMPLES];
    long first = bench_take_numbers(BUFFER_SAMPLES + 1);
    void *db = way_pawl.open(postgres->service);
    way_pawl.prepare(db, first, BUFFER_SAMPLES + 1);
    way_pawl.close(db);
    PGconn *connection = PQconnectdb(postgres->service);
    buffers_of_submit(connection, first + BUFFER_SAMPLES); /* fills the session's caches */
    for (int i = 0; i < BUFFER_SAMPLES; i++) {
        samples[i] = buffers_of_submit(connection, first + i);
    }
    PQfinish(connection);
    figures_heading("shared buffers per move of Pawl");
    figure("submit", samples, BUFFER_SAMPLES, 0, GOAL_NONE, 0);
}
