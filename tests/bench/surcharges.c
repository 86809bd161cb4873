/* What each feature adds to a move: the machines of surcharges.fsm beside the one that has none. */
#include "bench.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "payment.h"
#include "surcharges.h"

enum { SAMPLES = 9, WAL_MOVES = 2000, CLAIMABLE = 20000, CLAIM_BATCH = 100, MANY = 500 };

static void must(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

static void run(struct pawl_db *db, const char *sql) {
    struct pawl_error err = PAWL_ERROR_INIT;
    must(pawl_exec(db, sql, &err), sql, &err);
}

/* ---- single moves --------------------------------------------------------------------------------- */

static void make(struct pawl_db *db, const struct pawl_machine *machine, const char *arguments, long first,
                 long count) {
    char sql[256];
    run(db, "begin");
    snprintf(sql, sizeof sql, "insert into bench_rows (id) select n from generate_series(%ld, %ld) n", first,
             first + count - 1);
    run(db, sql);
    snprintf(sql, sizeof sql, "select %s_create(%s) from generate_series(%ld, %ld) n", machine->name,
             arguments, first, first + count - 1);
    run(db, sql);
    run(db, "commit");
}

static void submit(struct pawl_db *db, const struct pawl_machine *machine, long number) {
    struct pawl_error err = PAWL_ERROR_INIT;
    int event = pawl_event_parse(machine, "submit");
    must(pawl_fire(db, machine, (struct pawl_key){.number = number}, event, NULL, NULL, NULL, &err), "submit",
         &err);
}

static enum pawl_status looks_good(struct pawl_db *db, const struct asked_call *call, void *context,
                                   struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    return PAWL_OK;
}

static void *open_feature(const char *where) {
    static const struct asked_hooks hooks = {.looks_good = looks_good};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(where);
    must(asked_set_hooks(db, &hooks, &err), "hooks", &err);
    return db;
}

#define FEATURE(machine, name, arguments)                                                                    \
    static void make_##machine(void *connection, long first, long count) {                                   \
        make(connection, &machine##_machine, arguments, first, count);                                       \
    }                                                                                                        \
    static void submit_##machine(void *connection, long number) {                                            \
        submit(connection, &machine##_machine, number);                                                      \
    }                                                                                                        \
    const struct way way_##machine = {name, open_feature, make_##machine, submit_##machine, bench_close};
FEATURE(plain, "nothing more", "n")
FEATURE(unindexed, "no index by state", "n")
FEATURE(timed, "a timer", "n")
FEATURE(worked, "work", "n")
FEATURE(mirrored, "a mirrored column", "n")
FEATURE(keyed, "a key", "n, 'account ' || n")
FEATURE(shared, "storage transitions", "n")
FEATURE(guarded, "a guard in SQL", "n")
FEATURE(affecting, "an effect in SQL", "n")
FEATURE(checked, "a guard and an effect in SQL", "n")
FEATURE(emitting, "an event for a relay", "n")
FEATURE(asked, "a guard in C", "n")
#undef FEATURE

/* ---- many at once --------------------------------------------------------------------------------- */

struct batch {
    struct pawl_db *db;
    size_t count;
    char ids[MANY][BENCH_ID_BYTES];
    struct payment_submit_item items[MANY];
    struct payment_result results[MANY];
};

static void *open_many(const char *where) {
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        bench_fail("out of memory");
    }
    batch->db = bench_open(where);
    return batch;
}

static void make_many(void *connection, long first, long count) {
    struct batch *batch = connection;
    way_pawl.prepare(batch->db, first, count);
}

static void send(struct batch *batch) {
    struct pawl_error err = PAWL_ERROR_INIT;
    must(payment_submit_many(batch->db, batch->items, batch->count, NULL, batch->results, &err),
         "payment_submit_many", &err);
    for (size_t i = 0; i < batch->count; i++) {
        must(batch->results[i].status, "one of many", &err);
    }
    batch->count = 0;
}

static void submit_many(void *connection, long number) {
    struct batch *batch = connection;
    bench_id(batch->ids[batch->count], number);
    batch->items[batch->count] =
        (struct payment_submit_item){.id = batch->ids[batch->count], .args = {.submission_id = "SB1"}};
    if (++batch->count == MANY) {
        send(batch);
    }
}

static void close_many(void *connection) {
    struct batch *batch = connection;
    if (batch->count > 0) {
        send(batch);
    }
    pawl_close(batch->db);
    free(batch);
}

static const struct way way_many = {"500 at a time", open_many, make_many, submit_many, close_many};

/* ---- bytes of WAL, and claims --------------------------------------------------------------------- */

static void measure_wal(const struct postgres *postgres, const struct way *const *ways, size_t count) {
    PGconn *watch = PQconnectdb(postgres->owner);
    figures_heading("bytes of WAL of a move with");
    for (size_t i = 0; i < count; i++) {
        double samples[SAMPLES];
        void *connection = ways[i]->open(postgres->service);
        for (int sample = -1; sample < SAMPLES; sample++) { /* -1 warms up */
            long first = bench_take_numbers(WAL_MOVES);
            ways[i]->prepare(connection, first, WAL_MOVES);
            double before = wal_position(watch);
            for (long number = first; number < first + WAL_MOVES; number++) {
                ways[i]->submit(connection, number);
            }
            if (sample >= 0) {
                samples[sample] = (wal_position(watch) - before) / WAL_MOVES;
            }
        }
        figure(ways[i]->name, samples, SAMPLES, 0, GOAL_NONE, 0);
        ways[i]->close(connection);
    }
    PQfinish(watch);
}

static void measure_claims(const struct postgres *postgres, bool is_judged) {
    static struct pawl_item items[CLAIM_BATCH];
    double rates[SAMPLES];
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(postgres->service);
    for (int sample = 0; sample < SAMPLES; sample++) {
        char sql[160];
        long first = bench_take_numbers(CLAIMABLE);
        make(db, &worked_machine, "n", first, CLAIMABLE);
        snprintf(sql, sizeof sql, "select worked_submit(n) from generate_series(%ld, %ld) n", first,
                 first + CLAIMABLE - 1);
        run(db, sql);
        size_t claimed = 0;
        double started_at = bench_seconds();
        while (claimed < CLAIMABLE) {
            size_t count = 0;
            must(pawl_claim(db, &worked_machine, PAWL_WORKS, INT64_C(86400000000), items, CLAIM_BATCH, &count,
                            &err),
                 "pawl_claim", &err);
            if (count == 0) {
                bench_fail("only %zu of %d could be claimed", claimed, CLAIMABLE);
            }
            claimed += count;
        }
        rates[sample] = CLAIMABLE / (bench_seconds() - started_at);
    }
    pawl_close(db);
    figures_heading("work");
    figure("claims per second, 100 at a time", rates, SAMPLES, 0, is_judged ? GOAL_AT_LEAST : GOAL_NONE,
           8000);
}

/* ---- all ------------------------------------------------------------------------------------------ */

void setup_surcharges(const struct postgres *postgres) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(postgres->owner);
    run(db,
        "create table bench_rows (id bigint primary key, amount bigint not null default 1000, state text);"
        "create table bench_notes (id bigint not null, note text not null);"
        "grant select, insert on bench_rows to bench;"
        "do 'begin if not exists (select from pg_roles where rolname = ''pawl_owner'') then"
        " create role pawl_owner nologin; end if; end';"
        "grant select on bench_rows to pawl_owner; grant insert on bench_notes to pawl_owner");
    must(plain_apply(db, &err), "plain", &err);
    must(unindexed_apply(db, &err), "unindexed", &err);
    must(timed_apply(db, &err), "timed", &err);
    must(worked_apply(db, &err), "worked", &err);
    must(mirrored_apply(db, &err), "mirrored", &err);
    must(keyed_apply(db, &err), "keyed", &err);
    must(shared_apply(db, &err), "shared", &err);
    must(guarded_apply(db, &err), "guarded", &err);
    must(affecting_apply(db, &err), "affecting", &err);
    must(checked_apply(db, &err), "checked", &err);
    must(emitting_apply(db, &err), "emitting", &err);
    must(asked_apply(db, &err), "asked", &err);
    pawl_close(db);
}

void measure_surcharges(const struct postgres *postgres, bool in_memory, struct effort effort) {
    const struct way *const ways[] = {&way_plain,  &way_timed,   &way_worked,    &way_mirrored, &way_keyed,
                                      &way_shared, &way_guarded, &way_affecting, &way_emitting, &way_asked};
    enum { WAYS = sizeof ways / sizeof *ways };
    const char *const here = postgres->service;
    struct comparison comparison = {.name = in_memory ? "PostgreSQL in memory, a move with"
                                                      : "PostgreSQL, a move with",
                                    .connections = 1,
                                    .way_count = WAYS,
                                    .others_to_first = true};
    setup_surcharges(postgres);
    if (!in_memory) {
        measure_wal(postgres, ways, WAYS);
    }
    for (int i = 0; i < WAYS; i++) {
        double at_least = in_memory ? 0 : ways[i] == &way_asked ? 0.55 : ways[i] == &way_emitting ? 0.85 : 0;
        comparison.ways[i] = (struct compared){.way = ways[i], .where = here, .at_least = at_least};
    }
    measure_speed(&comparison, effort);
    /* who is told of work by NOTIFY commits alone: PostgreSQL keeps what it says in the order of the commits
     */
    comparison = (struct comparison){
        .name = in_memory ? "PostgreSQL in memory, 8 connections, a move with"
                          : "PostgreSQL, 8 connections, a move with",
        .connections = 8,
        .way_count = 3,
        .others_to_first = true,
        .ways = {{&way_plain, here, here, 0}, {&way_timed, here, here, 0}, {&way_worked, here, here, 0}}};
    measure_speed(&comparison, effort);
    comparison = (struct comparison){
        .name = in_memory ? "PostgreSQL in memory, 1 connection" : "PostgreSQL, 1 connection",
        .connections = 1,
        .way_count = 2,
        .ways = {{&way_many, here, here, 0}, {&way_pawl, here, here, in_memory ? 0 : 10}}};
    measure_speed(&comparison, effort);
    measure_claims(postgres, !in_memory);
    measure_relay(postgres, !in_memory);
}
