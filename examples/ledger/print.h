/* What the example shows: tables for people on standard output, errors on standard error. */
#ifndef PRINT_H
#define PRINT_H

#include "ledger.h"

void print_error(const char *doing, const struct pawl_error *err);

/*
 * The accounts, each held against the history of transfers, and their sum; of many only the sum. *right says
 * whether every account is as its history has it, none is below zero, and no money was made or lost.
 */
enum pawl_status print_accounts(struct pawl_db *db, bool *right, struct pawl_error *err);

enum pawl_status print_states(struct pawl_db *db, struct pawl_error *err);
enum pawl_status print_history(struct pawl_db *db, const char *id, struct pawl_error *err);

/* An amount in minor units as people write it: "1,234.56". Valid until the fourth call from now. */
const char *money(int64_t amount);

#endif
