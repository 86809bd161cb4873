#include "core/stats.h"

#include "core/clock.h"
#include "core/handle.h"

#include <string.h>

/* The least power of two that is not below the number; the last one stands for all above. */
static size_t bucket_of(int64_t number) {
    size_t bucket = 0;
    while (bucket < PAWL_HISTOGRAM_SIZE - 1 && number > INT64_C(1) << bucket)
        bucket++;
    return bucket;
}

void stats_measure(struct stats *stats, size_t histogram, int64_t number) {
    stats_add(stats, histogram + bucket_of(number), 1);
    stats_add(stats, histogram + offsetof(struct pawl_histogram, sum) / sizeof(int64_t), number);
}

void stats_transition(struct stats *stats, enum pawl_status status, int64_t begun_us) {
    stats_add(stats, STAT(transitions) + (size_t)status, 1);
    if (begun_us != 0)
        stats_measure(stats, STAT(latency_us), monotonic_us() - begun_us);
}

void stats_read(const struct stats *stats, struct pawl_counters *out) {
    struct pawl_counters read = {0};
    int64_t numbers[STATS_COUNT] = {0};
    if (!out)
        return;
    for (size_t i = 0; stats && i < STATS_COUNT; i++)
        numbers[i] = atomic_load_explicit(&stats->numbers[i], memory_order_relaxed);
    memcpy(&read.calls, numbers, sizeof numbers);
    read.struct_size = out->struct_size;
    memcpy(out, &read, read.struct_size && read.struct_size < sizeof read ? read.struct_size : sizeof read);
}

void pawl_stats(const struct pawl_db *db, struct pawl_counters *stats) {
    stats_read(db ? db->stats : NULL, stats);
}
