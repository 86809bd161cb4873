/* Callbacks: whose they are, and where they stand. Internal. */
#ifndef PAWL_MOVE_HOOKS_H
#define PAWL_MOVE_HOOKS_H

#include "core/handle.h"

/* Whether there is a function at that place of a hooks struct. */
bool hooks_have(const void *hooks, uint32_t offset);

/* owner: a machine, a flow or a procedure. NULL: none. */
const void *hooks_of(const struct pawl_db *db, const void *owner);
enum pawl_status hooks_register(struct pawl_db *db, const void *owner, const void *hooks,
                                struct pawl_error *err);

/* All of another handle's, in place of its own. */
enum pawl_status hooks_copy(struct pawl_db *db, const struct pawl_db *from, struct pawl_error *err);

/* The first callback of the event's moves, also after the commit; NULL: they have none. */
const struct pawl_hook *callback_of_event(const struct pawl_machine *machine, int event);
/* "guard", "effect" or "work". */
const char *hook_kind(const struct pawl_hook *hook);

#endif
