/* How every call that concerns a machine begins. Internal. */
#pragma once

#include "core/handle.h"

/*
 * Starts an operation: clears err, turns over the results, revives the connection and, for a machine seen
 * first on this handle, checks that the database holds it. machine may be NULL.
 */
enum pawl_status operation_begin(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err);

/* The same, but a handle of a pool that need not ask anything gets no connection yet. */
enum pawl_status operation_begin_apart(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_error *err);

/*
 * Once an operation has begun, and before it asks the database anything: where a database is on several
 * servers it may go on at the one of this entity, or at that of the machine's queue, where key is NULL.
 */
enum pawl_status operation_go_to(struct pawl_db *db, const struct pawl_machine *machine,
                                 const struct pawl_key *key, struct pawl_error *err);

/* A machine more in the same operation. */
enum pawl_status operation_joins(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err);
