/* Locks on databases where each question is one call of a function there. Internal to their drivers. */
#pragma once

#include "lock/lock.h"

enum { LOCK_VALUE_MAX = 9 };

/* The query that asks, and reads into the call's answer. */
struct query lock_call_query(const struct pawl_db *db, struct lock_call *call,
                             struct value values[LOCK_VALUE_MAX]);

/* Of struct lock_driver. */
enum pawl_status lock_call_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err);

/* Of a function that answers with a status alone. The context is a lock_answer. */
row_fn lock_read_status;
