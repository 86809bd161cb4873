#include "flow_model.h"
#include "database.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

struct flow_model_reading {
    const char *name, *fingerprint;
    json_t *models;
};

/* cells: flow, fingerprint, model; by the time of their deployment */
static enum pawl_status read_flow(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct flow_model_reading *reading = context;
    (void)err;
    if ((reading->name != NULL && strcmp(cells[0].text, reading->name) != 0) ||
        (reading->fingerprint != NULL && strcmp(cells[1].text, reading->fingerprint) != 0))
        return PAWL_OK;
    json_t *json = cells[2].text == NULL ? NULL : json_loads(cells[2].text, 0, NULL);
    json_object_set_new(reading->models, cells[0].text, json == NULL ? json_null() : json);
    return PAWL_OK;
}

bool flow_models(struct call *call, const char *name, const char *fingerprint, json_t *models) {
    const struct database_dialect *dialect = call->dialect;
    return database_rows_where(call, dialect->find_flows, dialect->flows, read_flow,
                               &(struct flow_model_reading){name, fingerprint, models});
}

bool flow_model_read(struct call *call, const char *name, const char *fingerprint, struct flow_model *model) {
    json_t *models = json_object();
    const bool done = flow_models(call, name, fingerprint, models);
    json_t *json = json_object_get(models, name);
    *model = (struct flow_model){json != NULL, json_is_object(json) ? json_incref(json) : NULL};
    json_decref(models);
    return done;
}

int flow_refuse(struct call *call, const char *name) {
    struct flow_model flow;
    if (!flow_model_read(call, name, NULL, &flow))
        return database_error(call);
    json_decref(flow.json);
    return flow.found ? refused("this is for machines", "%s is a flow: see pawlctl flow", name) : EXIT_DONE;
}

char *flow_shared_objects(struct call *call) {
    json_t *models = json_object(), *model;
    const char *flow, *query = NULL;
    bool has_machines = true;
    if (flow_models(call, NULL, NULL, models) && json_object_size(models) > 0 &&
        database_any(call, call->dialect->machines, NULL, 0, &has_machines) && !has_machines)
        json_object_foreach(models, flow, model) {
            query = query != NULL ? query : text_of(json_object_get(model, "database"), "shared_objects");
        }
    char *shared = copy_of(query);
    json_decref(models);
    return shared;
}
