/* Many processes that transfer money at random, and are killed at random. */
#ifndef STORM_H
#define STORM_H

#include <stdbool.h>

struct storm {
    const char *where;
    int accounts;  /* A1 to A<accounts> */
    int processes; /* at most STORM_PROCESSES_MAX */
    int transfers; /* of each */
    int kills;     /* processes that are killed and started again before the end */
};
enum { STORM_PROCESSES_MAX = 64 };

struct storm_outcome {
    int answered; /* transfers */
    int kills;
    double seconds;
};

/*
 * No handle may be open here: processes must not share one. A process that is started again first asks again
 * for the transfer whose answer it has not seen, under the same id. False where one of them failed, which it
 * has told on standard error. `name` begins the ids.
 */
bool storm_run(const struct storm *storm, const char *name, struct storm_outcome *outcome);

#endif
