/* What was deployed, against what the catalog says now. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/* { object: definition }; "": what all machines share. */
json_t *objects_deployed(struct call *call, const char *machine);

/* OBJECT_UNSEEN: what it does was not to be seen when it was recorded, or is not now. */
enum object_state { OBJECT_MISSING, OBJECT_CHANGED, OBJECT_UNKNOWN, OBJECT_UNSEEN };

struct object_difference {
    const char *object;
    enum object_state state;
    const char *was, *is; /* of a change: where the two definitions differ first, in one line each */
};

/* The objects that are not as deployed, up to one without a name. present: the same, by the query `objects`
 * or `shared_objects` of a model, in a transaction of dialect.snapshot. */
#define EACH_DIFFERENCE(each, call, deployed, present)                                                       \
    const struct object_difference *each = objects_compare(call, deployed, present);                         \
    each->object != NULL;                                                                                    \
    each++
const struct object_difference *objects_compare(const struct call *call, const json_t *deployed,
                                                const json_t *present);
