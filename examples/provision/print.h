/* What the example shows of runs, and errors. */
#ifndef PRINT_H
#define PRINT_H

#include "provision.h"

void print_error(const char *doing, const struct pawl_error *err);

/* All that was done in a run, oldest first. */
enum pawl_status print_timeline(struct pawl_db *db, int64_t run, struct pawl_error *err);

#endif
