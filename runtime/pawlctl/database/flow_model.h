/* The flows of a database, as it describes them itself. */
#pragma once

#include "say/command.h"

#include <jansson.h>

struct flow_model {
    bool found;
    json_t
        *json; /* of the version that was asked for, or of the newest; NULL: the database does not hold it */
};

/* fingerprint: NULL for the newest version. */
struct flow_model flow_model_read(struct call *call, const char *name, const char *fingerprint);

/* Likewise of all flows, or of that name, { name: model }; null where the database does not hold one. */
json_t *flow_models(struct call *call, const char *name, const char *fingerprint);

/* Refuses a name that is a flow's, and is to be a machine's. */
void flow_refuse(struct call *call, const char *name);

/* Of a database without machines: the query for what all share, from any flow; NULL: there is none. */
const char *flow_shared_objects(struct call *call);
