/* The flows of a file that is applied: a version is entered beside those that are there. */
#ifndef PAWLCTL_APPLY_FLOWS_H
#define PAWLCTL_APPLY_FLOWS_H

#include "say/row.h"

enum { FLOWS_MAX = 256 };

struct flow_deployments {
    size_t count;
    struct flow_deployment {
        const char *name, *fingerprint; /* of the header */
        bool is_deployed;               /* this version */
        bool has_other_version;         /* another one */
    } flows[FLOWS_MAX];
};

/* False: the header of the file has other flows than this pawlctl can read. */
bool flows_read_header(struct flow_deployments *flows, const json_t *header);
/* What is there before the file is run. */
bool flows_look(struct call *call, struct flow_deployments *flows);
/* Prints what becomes of each, or adds it to a list for JSON. */
void flows_tell(const struct flow_deployments *flows, bool dry, struct list *list);

#endif
