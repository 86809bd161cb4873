#include "statistics.h"

#include "bench.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/*
 * How many samples can be left out at either end. The number of samples below the true median is binomial
 * with p = 1/2, so the interval between the k-th lowest and the k-th highest misses it with probability
 * 2 * P(fewer than k), which must stay below 5 %.
 */
static size_t trimmed_each_end(size_t count) {
    double probability = pow(0.5, (double)count);
    double below = 0.0;
    size_t k = 0;
    while (k < count / 2) {
        below += probability;
        if (2.0 * below > 0.05) {
            break;
        }
        probability *= (double)(count - k) / (double)(k + 1);
        k++;
    }
    return k == 0 ? 0 : k - 1;
}

struct estimate estimate_median(double *samples, size_t count) {
    if (count < SAMPLES_MIN) {
        bench_fail("%zu samples are too few for an interval, at least %d are needed", count, SAMPLES_MIN);
    }
    qsort(samples, count, sizeof *samples, compare_doubles);
    size_t trimmed = trimmed_each_end(count);
    return (struct estimate){
        .median = (samples[(count - 1) / 2] + samples[count / 2]) / 2.0,
        .low = samples[trimmed],
        .high = samples[count - 1 - trimmed],
    };
}
