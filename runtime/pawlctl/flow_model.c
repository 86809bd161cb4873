#include "database.h"
#include "flow.h"
#include "json.h"
#include "model.h"

#include <string.h>

struct reading {
    const char *name, *fingerprint;
    struct flow_model *model;
};

/* cells: flow, fingerprint, model; by the time of their deployment */
static enum pawl_status read_flow(void *context, const struct cell *cells, struct pawl_error *err) {
    struct reading *reading = context;
    (void)err;
    if (strcmp(cells[0].text, reading->name) != 0 ||
        (reading->fingerprint != NULL && strcmp(cells[1].text, reading->fingerprint) != 0))
        return PAWL_OK;
    reading->model->found = true;
    json_decref(reading->model->json);
    reading->model->json = cells[2].text == NULL ? NULL : json_loads(cells[2].text, 0, NULL);
    return PAWL_OK;
}

bool flow_model_read(struct call *call, const char *name, const char *fingerprint, struct flow_model *model) {
    struct reading reading = {name, fingerprint, model};
    const struct dialect *dialect = database_dialect(call);
    *model = (struct flow_model){0};
    return database_rows_where(call, dialect->find_flows, dialect->flows, read_flow, &reading);
}

int flow_refuse(struct call *call, const char *name) {
    struct flow_model flow;
    if (!flow_model_read(call, name, NULL, &flow))
        return database_error(call);
    json_decref(flow.json);
    return flow.found ? refused("this is for machines", "%s is a flow: see pawlctl flow", name) : EXIT_DONE;
}

/* cells: flow, fingerprint, model */
static enum pawl_status read_shared(void *context, const struct cell *cells, struct pawl_error *err) {
    char **shared = context;
    json_t *json = cells[2].text == NULL ? NULL : json_loads(cells[2].text, 0, NULL);
    const char *query = text_of(json_object_get(json, "database"), "shared_objects");
    (void)err;
    if (*shared == NULL && query != NULL)
        *shared = strdup(query);
    json_decref(json);
    return PAWL_OK;
}

char *flow_shared_objects(struct call *call) {
    const struct dialect *dialect = database_dialect(call);
    char *shared = NULL;
    bool has_flows, has_machines;
    if (database_any(call, dialect->find_flows, NULL, 0, &has_flows) && has_flows &&
        database_any(call, dialect->machines, NULL, 0, &has_machines) && !has_machines)
        database_rows(call, dialect->flows, NULL, 0, read_shared, &shared);
    return shared;
}

const char *flow_label(const json_t *model, const char *place) {
    size_t length = strcspn(place, "[");
    size_t index;
    const json_t *step;
    json_array_foreach(json_object_get(model, "steps"), index, step) {
        const char *path = text_of(step, "path");
        const char *label = text_of(step, "label");
        if (path == NULL || label == NULL || strlen(path) != length || memcmp(path, place, length) != 0)
            continue;
        const char *dot = strrchr(path, '.');
        const char *name = dot == NULL ? path : dot + 1;
        size_t i = 0;
        while (name[i] != '\0' && label[i] == (name[i] == '_' ? ' ' : name[i]))
            i++;
        return name[i] == '\0' && label[i] == '\0' ? NULL : label;
    }
    return NULL;
}
