#include "apply_flows.h"
#include "print.h"

#include "database.h"

#include <string.h>

bool flows_read_header(struct flow_deployments *flows, const char *line) {
    struct flow_deployment flow = {0};
    if (sscanf(line, "-- Deploys flow %63s %63s", flow.name, flow.fingerprint) != 2)
        return false;
    if (flows->count < FLOWS_MAX)
        flows->flows[flows->count++] = flow;
    return true;
}

/* cells: flow, fingerprint */
static enum pawl_status note(void *context, const struct cell *cells, struct pawl_error *err) {
    struct flow_deployments *flows = context;
    (void)err;
    for (size_t i = 0; i < flows->count; i++) {
        struct flow_deployment *flow = &flows->flows[i];
        if (strcmp(flow->name, cells[0].text) != 0)
            continue;
        if (strcmp(flow->fingerprint, cells[1].text) == 0)
            flow->is_deployed = true;
        else
            flow->has_other_version = true;
    }
    return PAWL_OK;
}

bool flows_look(struct call *call, struct flow_deployments *flows) {
    const struct dialect *dialect = database_dialect(call);
    return flows->count == 0 || database_rows_where(call, dialect->find_flows, dialect->flows, note, flows);
}

static const char *outcome(const struct flow_deployment *flow) {
    return flow->is_deployed ? "nothing new" : flow->has_other_version ? "another version" : "created";
}

void flows_tell(const struct flow_deployments *flows, bool dry) {
    for (size_t i = 0; i < flows->count; i++) {
        const struct flow_deployment *flow = &flows->flows[i];
        say("%s: %s%s (%s)\n", flow->name, dry && !flow->is_deployed ? "would be " : "",
            flow->is_deployed         ? "nothing new"
            : flow->has_other_version ? "entered beside its other versions"
                                      : "created",
            flow->fingerprint);
    }
}

json_t *flows_json(const struct flow_deployments *flows, bool dry) {
    json_t *list = json_array();
    for (size_t i = 0; i < flows->count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b}", "flow", flows->flows[i].name,
                                              "fingerprint", flows->flows[i].fingerprint, "outcome",
                                              outcome(&flows->flows[i]), "dry_run", dry));
    return list;
}
