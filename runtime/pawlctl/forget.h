/* What is erased from events that no relay has delivered yet. */
#ifndef PAWLCTL_FORGET_H
#define PAWLCTL_FORGET_H

#include "command.h"

/* Sets the parameters of these names to null in the entity's events, and counts those that had something of
 * them. */
bool forget_events(struct call *call, const char *machine, const char *entity, const char *const *names,
                   size_t name_count, int64_t *event_count);

#endif
