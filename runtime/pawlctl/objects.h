/* What was deployed, against what the catalog says now. */
#ifndef PAWLCTL_OBJECTS_H
#define PAWLCTL_OBJECTS_H

#include "command.h"

#include <jansson.h>

enum object_state { OBJECT_MISSING, OBJECT_CHANGED, OBJECT_UNKNOWN };

/* Lines of the definition that differ first; NULL where one of the two has no more. Live until it returns. */
typedef void object_fn(void *context, const char *object, enum object_state state, const char *deployed,
                       const char *now);

/*
 * Calls found for each object of the machine ("": what all share) that is not as deployed, as `catalog`, a
 * query -> object, definition, has it. In a transaction of dialect.snapshot.
 */
bool objects_compare(struct call *call, const char *machine, const char *catalog, object_fn *found,
                     void *context);

#endif
