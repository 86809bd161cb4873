#include "bench.h"
#include "statistics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bench_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static bool fell_short;

void figures_heading(const char *heading) {
    printf("\n%-60s %10s  %-22s %s\n", heading, "median", "95 % interval", "goal");
}

void figure(const char *name, double *samples, int count, int decimals, enum goal goal, double limit) {
    struct estimate estimate = estimate_median(samples, (size_t)count);
    char interval[48];
    snprintf(interval, sizeof interval, "[%.*f, %.*f]", decimals, estimate.low, decimals, estimate.high);
    printf("  %-58s %10.*f  %-22s", name, decimals, estimate.median, interval);
    if (goal != GOAL_NONE) {
        bool reached = goal == GOAL_AT_LEAST ? estimate.low >= limit : estimate.high <= limit;
        fell_short = fell_short || !reached;
        printf(" %s %-7.*f %s", goal == GOAL_AT_LEAST ? ">=" : "<=", decimals, limit,
               reached ? "ok" : "SHORT");
    }
    putchar('\n');
    fflush(stdout);
}

bool figures_fall_short(void) {
    return fell_short;
}
