/* What a pool makes of the moves of many threads, beside handles that have a connection each. */
#include "bench.h"

#include "payment.h"
#include "pool.sql.h"

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 64, LANES = 2, FEW = 8, IN_FLIGHT = 1024 };

/* The best rate of a bare UPDATE is that of the number of connections that suits the machine: all have to be
 * beaten.
 */
static void measure_many_threads(const struct pooled *pooled, struct effort effort) {
    const struct way *const bare = pooled->bare;
    const char *const here = pooled->where, *const by_hand = pooled->where_by_hand;
    char name[64];
    snprintf(name, sizeof name, "%s, 64 threads", pooled->database);
    measure_speed(
        &(struct comparison){
            .pool = here,
            .name = name,
            .connections = THREADS,
            .counted_pid = pooled->server_pid,
            .way_count = 6,
            .ways =
                {{.way = &way_pawl, .where = BENCH_POOL, .name = "a pool"},
                 {.way = &way_pawl, .where = here, .name = "64 plain handles", .is_to_be_sooner = true},
                 {.way = bare,
                  .where = by_hand,
                  .name = "bare UPDATE, 64",
                  .at_least = 3,
                  .is_to_be_sooner = true},
                 {.way = bare, .where = by_hand, .name = "bare UPDATE, 8", .at_least = 2, .connections = FEW},
                 {.way = bare,
                  .where = by_hand,
                  .name = "bare UPDATE, 16",
                  .at_least = 2,
                  .connections = 2 * FEW},
                 {.way = bare,
                  .where = by_hand,
                  .name = "bare UPDATE, 32",
                  .at_least = 2,
                  .connections = 4 * FEW}}},
        effort);
}

static void measure_few_threads(const struct pooled *pooled, struct effort effort) {
    for (int threads = 1; threads <= FEW; threads *= FEW) {
        char name[64];
        snprintf(name, sizeof name, "%s, %d thread%s", pooled->database, threads, threads == 1 ? "" : "s");
        measure_speed(&(struct comparison){.pool = pooled->where,
                                           .name = name,
                                           .connections = threads,
                                           .server_pid = threads == 1 ? pooled->server_pid : 0,
                                           .counted_pid = pooled->server_pid,
                                           .way_count = 2,
                                           .ways = {{.way = &way_pawl, .where = BENCH_POOL, .name = "a pool"},
                                                    {.way = &way_pawl,
                                                     .where = pooled->where,
                                                     .name = "plain handles",
                                                     .at_least = threads == 1 ? 0.97 : 1}}},
                      effort);
    }
}

/* ---- one thread, and many moves under way ------------------------------------------------------------ */

struct flight {
    struct pawl_db *db;
    long under_way;
};

static void *open_flight(const char *where) {
    struct flight *flight = calloc(1, sizeof *flight);
    if (flight == NULL) {
        bench_fail("out of memory");
    }
    flight->db = bench_open(where);
    return flight;
}

static void prepare_flight(void *connection, long first, long count) {
    way_pawl.prepare(((struct flight *)connection)->db, first, count);
}

static void land_one(void *context, enum pawl_status status, const struct pawl_transition *moved,
                     const struct pawl_error *err) {
    struct flight *flight = context;
    (void)moved;
    if (status != PAWL_OK) {
        bench_fail("submit: %s: %s", pawl_status_name(status), err->message);
    }
    flight->under_way--;
}

static void fly_down_to(const struct flight *flight, long most) {
    while (flight->under_way > most) {
        bench_drive_pool();
    }
}

/* As an event loop does it: whenever some have landed, as many more are asked for. */
static void submit_in_flight(void *connection, long number) {
    struct flight *flight = connection;
    char id[BENCH_ID_BYTES];
    struct payment_submit_args args = {.submission_id = "SB1"};
    struct pawl_opts opts = {.struct_size = sizeof opts, .done = land_one, .done_context = flight};
    struct pawl_error err = PAWL_ERROR_INIT;
    bench_id(id, number);
    if (payment_submit(flight->db, id, &args, &opts, NULL, &err) != PAWL_PENDING) {
        bench_fail("submit: %s", err.message);
    }
    flight->under_way++;
    fly_down_to(flight, IN_FLIGHT - 1);
}

static long land(void *connection) {
    struct flight *flight = connection;
    const long left = flight->under_way;
    fly_down_to(flight, 0);
    return left;
}

static void close_flight(void *connection) {
    struct flight *flight = connection;
    pawl_close(flight->db);
    free(flight);
}

static const struct way way_in_flight = {"1,024 in flight", open_flight, prepare_flight, submit_in_flight,
                                         close_flight};

static void measure_in_flight(const struct pooled *pooled, struct effort effort) {
    char name[64];
    snprintf(name, sizeof name, "%s, one thread of a pool", pooled->database);
    measure_speed(
        &(struct comparison){
            .pool = pooled->where,
            .name = name,
            .connections = THREADS,
            .counted_pid = pooled->server_pid,
            .moves_at_least = 8 * IN_FLIGHT,
            .way_count = 2,
            .ways = {{.way = &way_in_flight, .where = BENCH_POOL, .connections = 1, .land = land},
                     {.way = pooled->bare,
                      .where = pooled->where_by_hand,
                      .name = "bare UPDATE, 64",
                      .at_least = 5}}},
        effort);
}

/* ---- what else is asked of a pool ------------------------------------------------------------------- */

/* None may be lost: what the database holds is what was answered. */
static void measure_hot_rows(const struct pooled *pooled, struct effort effort) {
    const long flipped = doors_flipped(), moved = doors_moved(pooled->where);
    char name[64];
    snprintf(name, sizeof name, "%s, 4 hot rows", pooled->database);
    measure_speed(
        &(struct comparison){
            .pool = pooled->where,
            .name = name,
            .connections = THREADS,
            .counted_pid = pooled->server_pid,
            .way_count = 2,
            .ways = {{.way = &way_hot_doors, .where = BENCH_POOL, .name = "64 threads, a pool"},
                     {.way = &way_hot_doors,
                      .where = pooled->where,
                      .name = "8 plain handles",
                      .at_least = 3,
                      .connections = FEW}}},
        effort);
    if (doors_moved(pooled->where) - moved != doors_flipped() - flipped) {
        bench_fail("%ld flips of hot rows were answered, and %ld made", doors_flipped() - flipped,
                   doors_moved(pooled->where) - moved);
    }
}

/* What a move has beyond the plain one may cost a fifth. */
static void measure_features(const char *here, int server_pid, struct effort effort) {
    struct comparison comparison = {.pool = here,
                                    .name = "PostgreSQL, 64 threads of a pool, moves",
                                    .connections = THREADS,
                                    .counted_pid = server_pid,
                                    .others_to_first = true};
    const struct way *const ways[] = {&way_plain, &way_emitting, &way_checked, &way_timed};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        comparison.ways[comparison.way_count++] =
            (struct compared){.way = ways[i], .where = BENCH_POOL, .at_least = 0.8};
    }
    measure_speed(&comparison, effort);
    measure_speed(
        &(struct comparison){.pool = here,
                             .name = "PostgreSQL, 64 threads of a pool, payments",
                             .connections = THREADS,
                             .counted_pid = server_pid,
                             .way_count = 2,
                             .others_to_first = true,
                             .ways = {{.way = &way_pawl, .where = BENCH_POOL, .name = "without"},
                                      {.way = &way_pawl_named, .where = BENCH_POOL, .at_least = 0.8}}},
        effort);
}

void measure_sqlite_pool(const char *directory, struct effort effort) {
    char path[WHERE_BYTES], where[WHERE_BYTES + 8];
    snprintf(path, sizeof path, "%s/bench.db", directory);
    snprintf(where, sizeof where, "sqlite:%s", path);
    setup_sqlite(path);
    measure_speed(
        &(struct comparison){
            .pool = where,
            .name = "SQLite, synchronous FULL, 64 threads",
            .connections = THREADS,
            .way_count = 3,
            .ways = {{.way = &way_pawl, .where = BENCH_POOL, .name = "a pool"},
                     {.way = &way_pawl, .where = where, .name = "64 plain handles", .at_least = 12},
                     {.way = &way_pawl,
                      .where = where,
                      .name = "1 plain handle",
                      .at_least = 3,
                      .connections = 1}}},
        effort);
}

void measure_pooled(const struct pooled *pooled, struct effort effort) {
    measure_many_threads(pooled, effort);
    measure_in_flight(pooled, effort);
    measure_few_threads(pooled, effort);
    measure_hot_rows(pooled, effort);
}

void measure_postgres_pool(const struct postgres *postgres, int server_pid, struct effort effort) {
    const char *const here = postgres->service;
    setup_doors(postgres->owner);
    setup_surcharges(postgres);
    measure_pooled(&(struct pooled){.database = "PostgreSQL",
                                    .where = here,
                                    .bare = &way_postgres_update,
                                    .where_by_hand = here,
                                    .server_pid = server_pid},
                   effort);
    measure_features(here, server_pid, effort);
}

static void leave_own_work_out(const char *owner) {
    struct pawl_db *db = bench_open(owner);
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_exec(db, sql_leave_own_work_out, &err) != PAWL_OK) {
        bench_fail("functions that do nothing: %s", err.message);
    }
    pawl_close(db);
}

/* What a pool would reach, if its statements did nothing but to write rows, or not even that. */
static void measure_pool_alone(const struct postgres *postgres, int server_pid, struct effort effort) {
    const char *const here = postgres->service;
    leave_own_work_out(postgres->owner);
    measure_speed(
        &(struct comparison){
            .pool = here,
            .name = "PostgreSQL, 64 threads, no work of Pawl's",
            .connections = THREADS,
            .counted_pid = server_pid,
            .way_count = 3,
            .others_to_first = true,
            .ways = {{.way = &way_postgres_update, .where = here, .name = "bare UPDATE, 64"},
                     {.way = &way_pawl, .where = BENCH_POOL, .name = "a pool, rows by hand"},
                     {.way = &way_plain, .where = BENCH_POOL, .name = "a pool, only a flush"}}},
        effort);
}

/* How much of what the database can do with two connections, a pool's lanes, the pool makes; and what both
 * have without the index by state.
 */
void measure_postgres_batches(const struct postgres *postgres, int server_pid, struct effort effort) {
    const char *const here = postgres->service;
    setup_surcharges(postgres);
    measure_speed(
        &(struct comparison){
            .pool = here,
            .name = "PostgreSQL, 64 threads, and batches by hand",
            .connections = THREADS,
            .counted_pid = server_pid,
            .way_count = 6,
            .others_to_first = true,
            .ways = {{.way = &way_postgres_update, .where = here, .name = "bare UPDATE, 64"},
                     {.way = &way_pawl, .where = BENCH_POOL, .name = "a pool"},
                     {.way = &way_plain, .where = BENCH_POOL, .name = "a pool, no arguments"},
                     {.way = &way_unindexed,
                      .where = BENCH_POOL,
                      .name = "a pool, no arguments, no index by state"},
                     {.way = &way_postgres_batch, .where = here, .connections = LANES},
                     {.way = &way_postgres_batch_unindexed, .where = here, .connections = LANES}}},
        effort);
    measure_pool_alone(postgres, server_pid, effort);
}
