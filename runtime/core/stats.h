/*
 * Counters of a handle, or of a pool, which its handles and connections share. Any thread may add and read.
 * Internal.
 */
#pragma once

#include "pawl.h"

#include <stdatomic.h>

/* The members of struct pawl_counters after struct_size, each a number: */
#define STATS_COUNT ((sizeof(struct pawl_counters) - offsetof(struct pawl_counters, calls)) / sizeof(int64_t))
/* the place of one. */
#define STAT(member)                                                                                         \
    ((offsetof(struct pawl_counters, member) - offsetof(struct pawl_counters, calls)) / sizeof(int64_t))

struct stats {
    _Atomic int64_t numbers[STATS_COUNT];
};

/* The order does not matter: a number is right, and nothing follows from another one. */
static inline void stats_add(struct stats *stats, size_t stat, int64_t number) {
    atomic_fetch_add_explicit(&stats->numbers[stat], number, memory_order_relaxed);
}

/* NULL: no handle uses the connection yet. */
static inline void stats_round_trip(struct stats *stats) {
    if (stats)
        stats_add(stats, STAT(round_trips), 1);
}

/* To a histogram. */
void stats_measure(struct stats *stats, size_t histogram, int64_t number);

/* The result of a transition that was asked for at that time, by monotonic_us; 0: not known. */
void stats_transition(struct stats *stats, enum pawl_status status, int64_t begun_us);

/* NULL: of nothing. */
void stats_read(const struct stats *stats, struct pawl_counters *out);
