#include "stats.h"

#include <inttypes.h>

static void print_head(FILE *file, const char *name, const char *type, const char *help) {
    fprintf(file, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_counter(FILE *file, const char *name, const char *help, int64_t number) {
    print_head(file, name, "counter", help);
    fprintf(file, "%s_total %" PRId64 "\n", name, number);
}

/* Prometheus wants each bucket to hold the smaller ones, too, and the unit of the name: `in_unit` of one. */
static void print_histogram(FILE *file, const char *name, const char *help,
                            const struct pawl_histogram *histogram, double in_unit) {
    int64_t count = 0;
    print_head(file, name, "histogram", help);
    for (int i = 0; i < PAWL_HISTOGRAM_SIZE; i++) {
        count += histogram->counts[i];
        if (i < PAWL_HISTOGRAM_SIZE - 1) {
            fprintf(file, "%s_bucket{le=\"%.9g\"} %" PRId64 "\n", name, (double)(INT64_C(1) << i) * in_unit,
                    count);
        }
    }
    fprintf(file, "%s_bucket{le=\"+Inf\"} %" PRId64 "\n%s_sum %.9g\n%s_count %" PRId64 "\n", name, count,
            name, (double)histogram->sum * in_unit, name, count);
}

void stats_print(FILE *file, const struct pawl_pool *pool) {
    struct pawl_counters counters = {.struct_size = sizeof counters};
    pawl_pool_stats(pool, &counters);
    print_counter(file, "pawl_calls", "Calls of libpawl.", counters.calls);
    print_counter(file, "pawl_round_trips", "Round trips to the server.", counters.round_trips);
    print_counter(file, "pawl_retries", "Repeated attempts.", counters.retries);
    print_head(file, "pawl_transitions", "counter", "Results of transitions by status.");
    for (int status = 0; status <= PAWL_PENDING; status++) {
        if (counters.transitions[status] > 0) {
            fprintf(file, "pawl_transitions_total{status=\"%s\"} %" PRId64 "\n",
                    pawl_status_name((enum pawl_status)status), counters.transitions[status]);
        }
    }
    print_histogram(file, "pawl_latency_seconds", "From the call to the result.", &counters.latency_us, 1e-6);
    print_histogram(file, "pawl_wait_seconds", "Waits in the pool.", &counters.wait_us, 1e-6);
    print_histogram(file, "pawl_batch_size", "Calls in a batch.", &counters.batch_size, 1);
    fputs("# EOF\n", file);
}
