/* How fast a relay empties the outbox, where whoever it delivers to takes no time. */
#include "bench.h"

#include "outbox/outbox.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 9, EVENTS = 20000, BARE_BATCH = 1000, SLOTS = 16, ROWS = 250 };

static void run(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("%s: %s", sql, PQerrorMessage(connection));
    }
    PQclear(result);
}

/* Moves that write as many events; and the same rows in a table of our own. */
static void fill(PGconn *connection) {
    char sql[512];
    long first = bench_take_numbers(EVENTS), last = first + EVENTS - 1;
    snprintf(sql, sizeof sql, "insert into bench_rows (id) select n from generate_series(%ld, %ld) n", first,
             last);
    run(connection, sql);
    snprintf(sql, sizeof sql, "select emitting_create(n) from generate_series(%ld, %ld) n", first, last);
    run(connection, sql);
    run(connection,
        "insert into bench_outbox (slot, created_at, machine, entity, sort_key, event, from_state,"
        " to_state, request_id, topic, fingerprint, parameters)"
        " select * from pawl_outbox order by created_at");
}

static double by_relay(struct pawl_db *db) {
    static const struct outbox_limits limits = {30000, SLOTS, ROWS};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct outbox_batch batch = {0};
    long delivered = 0;
    double started_at = bench_seconds();
    do {
        if (outbox_claim(db, "bench", &limits, &batch, &err) != PAWL_OK) {
            bench_fail("outbox_claim: %s", err.message);
        }
        for (size_t i = 0; i < batch.count; i++) {
            if (outbox_message(&batch.memory, &batch.rows[i]) == NULL) {
                bench_fail("out of memory");
            }
            batch.rows[i].is_delivered = true;
        }
        delivered += (long)batch.count;
        if (outbox_settle(db, &batch, 0, &err) != PAWL_OK) {
            bench_fail("outbox_settle: %s", err.message);
        }
    } while (batch.count > 0);
    double taken = bench_seconds() - started_at;
    outbox_batch_free(&batch);
    return (double)delivered / taken;
}

static double by_hand(PGconn *connection) {
    char sql[256];
    long delivered = 0;
    int count;
    snprintf(sql, sizeof sql,
             "delete from bench_outbox where number = any (array(select number from bench_outbox"
             " order by number limit %d for update skip locked)) returning *",
             BARE_BATCH);
    double started_at = bench_seconds();
    do {
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_TUPLES_OK) {
            bench_fail("%s", PQerrorMessage(connection));
        }
        count = PQntuples(result);
        delivered += count;
        PQclear(result);
    } while (count > 0);
    return (double)delivered / (bench_seconds() - started_at);
}

void measure_relay(const struct postgres *postgres, bool is_judged) {
    double rates[SAMPLES], ratios[SAMPLES];
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = NULL;
    PGconn *owner = PQconnectdb(postgres->owner);
    if (pawl_open(&db, postgres->owner, &err) != PAWL_OK) {
        bench_fail("opening: %s", err.message);
    }
    run(owner,
        "create table bench_outbox (number bigserial primary key, slot integer, created_at timestamptz,"
        " machine text, entity text, sort_key integer, event text, from_state text, to_state text,"
        " request_id text, topic text, fingerprint text, parameters json)");
    by_relay(db);                                       /* what the moves before have left */
    for (int sample = -1; sample < SAMPLES; sample++) { /* -1 warms up */
        fill(owner);
        double rate = by_relay(db), bare = by_hand(owner);
        run(owner, "vacuum pawl_outbox, bench_outbox");
        if (sample >= 0) {
            rates[sample] = rate;
            ratios[sample] = rate / bare;
        }
    }
    pawl_close(db);
    PQfinish(owner);
    figures_heading("outbox");
    figure("events per second that a relay takes out", rates, SAMPLES, 0, GOAL_NONE, 0);
    figure("beside `delete ... returning`, 1,000 at a time", ratios, SAMPLES, 2,
           is_judged ? GOAL_AT_LEAST : GOAL_NONE, 0.5);
}
