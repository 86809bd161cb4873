/* The median and how far it can be trusted, without any assumption on how the samples are distributed. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stddef.h>

enum { SAMPLES_MIN = 6 }; /* fewer cannot give an interval of 95 % */

struct estimate {
    double median;
    double low, high; /* the median of what was sampled lies between them with at least 95 % */
};

/* Sorts the samples. */
struct estimate estimate_median(double *samples, size_t count);

#endif
