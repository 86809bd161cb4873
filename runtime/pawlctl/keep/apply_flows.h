/* The flows of a file that is applied: a version is entered beside those that are there. */
#ifndef PAWLCTL_APPLY_FLOWS_H
#define PAWLCTL_APPLY_FLOWS_H

#include "say/row.h"

enum { FLOWS_MAX = 256, FLOW_NAME_SIZE = 64 };

struct flow_deployments {
    size_t count;
    struct flow_deployment {
        char name[FLOW_NAME_SIZE], fingerprint[FLOW_NAME_SIZE];
        bool is_deployed;       /* this version */
        bool has_other_version; /* another one */
    } flows[FLOWS_MAX];
};

/* False where the line of the file's header speaks of no flow. */
bool flows_read_header(struct flow_deployments *flows, const char *line);
/* What is there before the file is run. */
bool flows_look(struct call *call, struct flow_deployments *flows);
/* Prints what becomes of each, or adds it to a list for JSON. */
void flows_tell(const struct flow_deployments *flows, bool dry, struct list *list);

#endif
