/* The flows of a database, as it describes them itself. */
#ifndef PAWLCTL_FLOW_MODEL_H
#define PAWLCTL_FLOW_MODEL_H

#include "say/command.h"

#include <jansson.h>

struct flow_model {
    bool found;
    json_t
        *json; /* of the version that was asked for, or of the newest; NULL: the database does not hold it */
};

/* False where the database failed. fingerprint: NULL for the newest version. The caller frees with
 * json_decref. */
bool flow_model_read(struct call *call, const char *name, const char *fingerprint, struct flow_model *model);

/* Likewise of all flows, or of that name, by their names; null where the database does not hold one. */
bool flow_models(struct call *call, const char *name, const char *fingerprint, json_t *models);

/*
 * For a name that is no machine's: EXIT_DONE where no flow has it either, else the exit status, with the
 * reason printed.
 */
int flow_refuse(struct call *call, const char *name);

/* Of a database without machines: the query for what all share, from any flow; NULL: there is none. The
 * caller frees it. */
char *flow_shared_objects(struct call *call);

#endif
