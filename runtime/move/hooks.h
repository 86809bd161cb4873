/* Callbacks: whose they are, and where they stand. Internal. */
#pragma once

#include "core/handle.h"

/* Whether there is a function at that place of a hooks struct. */
bool hooks_have(const void *hooks, uint32_t offset);

/* owner: a machine, a flow or a procedure. NULL: none. */
const void *hooks_of(const struct pawl_db *db, const void *owner);
enum pawl_status hooks_register(struct pawl_db *db, const void *owner, const void *hooks,
                                struct pawl_error *err);

/* Those of a machine, once they have all that it needs. */
enum pawl_status hooks_set(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                           struct pawl_error *err);
/* All of another handle's, in place of its own. */
enum pawl_status hooks_copy(struct pawl_db *db, const struct pawl_db *from, struct pawl_error *err);
