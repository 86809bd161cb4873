/* The counters of the pool as OpenMetrics text, as Prometheus reads it. */
#ifndef SERVICE_STATS_H
#define SERVICE_STATS_H

#include <pawl.h>

#include <stdio.h>

void stats_print(FILE *file, const struct pawl_pool *pool);

#endif
