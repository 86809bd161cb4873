/* Transactions that libpawl or its caller has begun, and what may be done within them. Internal. */
#pragma once

#include "core/handle.h"

/* MISUSE inside a transaction, with what to do instead. */
enum pawl_status check_outside(const struct pawl_db *db, const char *function, const char *instead,
                               struct pawl_error *err);

/* Whether the callers may not get another connection: what was done in the transaction would be forgotten. */
static inline bool transaction_is_ours(const struct pawl_db *db) {
    return db->transaction_open || db->in_callers_transaction || db->running;
}

/* MISUSE within a guard or effect, or a step that has a transaction. */
enum pawl_status check_not_in_callback(const struct pawl_db *db, const char *function,
                                       struct pawl_error *err);

/* Whether somebody has cancelled libpawl's statement, and not its session: to repeat it is no surprise. */
bool failure_is_cancelled(const struct pawl_db *db, enum pawl_status status, const struct pawl_error *err);

/* DB, NOMEM and MISMATCH become UNKNOWN where a statement outside a transaction, or a commit, was sent and
   its answer lost, or not to be read. */
enum pawl_status judge_lost_answer(const struct pawl_db *db, enum pawl_status status, struct pawl_error *err);
