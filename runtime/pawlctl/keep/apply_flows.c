#include "apply_flows.h"
#include "database/database.h"
#include "say/json.h"

#include <string.h>

bool flows_read_header(struct flow_deployments *flows, const json_t *header) {
    const json_t *listed = json_object_get(header, "flows"), *json;
    size_t i;
    json_array_foreach(listed, i, json) {
        const struct flow_deployment flow = {text_of(json, "name"), text_of(json, "fingerprint"), false,
                                             false};
        if (flow.name == NULL || flow.fingerprint == NULL || flows->count == FLOWS_MAX)
            return false;
        flows->flows[flows->count++] = flow;
    }
    return true;
}

/* cells: flow, fingerprint */
static enum pawl_status apply_flows_note(void *context, const struct cell *cells, struct pawl_error *err) {
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
    const struct database_dialect *dialect = call->dialect;
    return flows->count == 0 ||
           database_rows_where(call, dialect->find_flows, dialect->flows, apply_flows_note, flows);
}

void flows_tell(const struct flow_deployments *flows, bool dry, struct list *list) {
    for (size_t i = 0; i < flows->count; i++) {
        const struct flow_deployment *flow = &flows->flows[i];
        const char *outcome = flow->is_deployed         ? "nothing new"
                              : flow->has_other_version ? "another version"
                                                        : "created";
        list_say(list,
                 ROW(row_text("flow", flow->name), row_text("fingerprint", flow->fingerprint),
                     row_text("outcome", outcome), row_truth("dry_run", dry),
                     row_in_json(false, row_text("would", dry && !flow->is_deployed ? "would be " : ""))),
                 !flow->is_deployed && flow->has_other_version
                     ? "{flow}: {would}entered next to its other versions ({fingerprint})\n"
                     : "{flow}: {would}{outcome} ({fingerprint})\n");
    }
}
