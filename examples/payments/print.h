/* What the example shows: tables for people on standard output, errors on standard error. */
#ifndef PRINT_H
#define PRINT_H

#include "payment.h"

#define COUNT_ONE(constant, meaning) +1
enum { STATUS_COUNT = 0 PAWL_STATUSES(COUNT_ONE) };
#undef COUNT_ONE

void print_error(const char *doing, const struct pawl_error *err);

enum pawl_status print_states(struct pawl_db *db, struct pawl_error *err);
void print_outcomes(const long outcomes[STATUS_COUNT]);

/* Of a paid payment, since those have been through most; nothing where none is paid. */
enum pawl_status print_one_history(struct pawl_db *db, struct pawl_error *err);

#endif
