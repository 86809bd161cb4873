/* What was deployed, against what the catalog says now. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/* { object: definition }; "": what all machines share. */
json_t *objects_deployed(struct call *call, const char *machine);

/* OBJECT_UNSEEN: what it does was not to be seen when it was recorded, or is not now. */
enum object_state { OBJECT_MISSING, OBJECT_CHANGED, OBJECT_UNKNOWN, OBJECT_UNSEEN };

/* was, is: of a change, where the two definitions differ first, in one line each. */
typedef void object_fn(void *context, const char *object, enum object_state state, const char *was,
                       const char *is);

/* Calls found for each object that is not as deployed. present: the same, by the query `objects` or
 * `shared_objects` of a model, in a transaction of dialect.snapshot. */
void objects_compare(const struct call *call, json_t *deployed, json_t *present, object_fn *found,
                     void *context);
