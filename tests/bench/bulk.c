#include "bench.h"

#include "payment.h"

#include <stdio.h>

enum { ROUNDS = 31, ROUNDS_QUICK = 7, SINGLE_MOVES = 1000, MANY_MOVES = 20000, AT_ONCE = 1000 };

static double rate_of_singles(struct pawl_db *db, long moves) {
    long first = bench_take_numbers(moves);
    way_pawl.prepare(db, first, moves);
    double started_at = bench_seconds();
    for (long number = first; number < first + moves; number++) {
        way_pawl.submit(db, number);
    }
    return (double)moves / (bench_seconds() - started_at);
}

static double rate_of_many(struct pawl_db *db, long moves) {
    static char ids[AT_ONCE][BENCH_ID_BYTES];
    static struct payment_submit_item items[AT_ONCE];
    static struct payment_result results[AT_ONCE];
    long first = bench_take_numbers(moves);
    way_pawl.prepare(db, first, moves);
    double started_at = bench_seconds();
    for (long number = first; number < first + moves; number += AT_ONCE) {
        struct pawl_error err = PAWL_ERROR_INIT;
        for (int i = 0; i < AT_ONCE; i++) {
            bench_id(ids[i], number + i);
            items[i] = (struct payment_submit_item){.id = ids[i], .args = {.submission_id = "SB1"}};
        }
        if (payment_submit_many(db, items, AT_ONCE, NULL, results, &err) != PAWL_OK) {
            bench_fail("submit of many: %s", err.message);
        }
        for (int i = 0; i < AT_ONCE; i++) {
            if (results[i].status != PAWL_OK) {
                bench_fail("submit of %s among many: %s", ids[i], pawl_status_name(results[i].status));
            }
        }
    }
    return (double)moves / (bench_seconds() - started_at);
}

void measure_bulk(const char *name, const char *where, int server_pid, double at_least, bool quick) {
    const int rounds = quick ? ROUNDS_QUICK : ROUNDS;
    double singles[ROUNDS];
    double many[ROUNDS];
    double ratios[ROUNDS];
    char heading[96];
    cpu_set_t processors;
    struct pawl_db *db = way_pawl.open(where);
    if (server_pid != 0) {
        bench_set_apart(server_pid, &processors);
    }
    rate_of_singles(db, SINGLE_MOVES);
    rate_of_many(db, AT_ONCE);
    for (int round = 0; round < rounds; round++) {
        singles[round] = rate_of_singles(db, SINGLE_MOVES);
        many[round] = rate_of_many(db, MANY_MOVES);
        ratios[round] = many[round] / singles[round];
    }
    if (server_pid != 0) {
        bench_set_together(server_pid, &processors);
    }
    way_pawl.close(db);
    snprintf(heading, sizeof heading, "%s, 1 connection, %d moves a call: moves per second", name, AT_ONCE);
    figures_heading(heading);
    figure("one by one", singles, rounds, 0, GOAL_NONE, 0);
    figure("many at once", many, rounds, 0, GOAL_NONE, 0);
    figure("ratio", ratios, rounds, 2, at_least > 0 ? GOAL_AT_LEAST : GOAL_NONE, at_least);
}
