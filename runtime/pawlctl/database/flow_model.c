#include "flow_model.h"
#include "database.h"
#include "say/json.h"

#include <string.h>

json_t *flow_models(struct call *call, const char *name, const char *fingerprint) {
    json_t *models = json_object();
    for (EACH_ROW(row, database_flows(call))) {
        if ((name != NULL && strcmp(row[0].text, name) != 0) ||
            (fingerprint != NULL && strcmp(row[1].text, fingerprint) != 0))
            continue;
        json_t *json = row[2].text == NULL ? NULL : json_loads(row[2].text, 0, NULL);
        json_object_set_new(models, row[0].text, json == NULL ? json_null() : json);
    }
    return models;
}

struct flow_model flow_model_read(struct call *call, const char *name, const char *fingerprint) {
    json_t *json = json_object_get(flow_models(call, name, fingerprint), name);
    return (struct flow_model){json != NULL, json_is_object(json) ? json : NULL};
}

void flow_refuse(struct call *call, const char *name) {
    if (flow_model_read(call, name, NULL).found)
        refused("this is for machines", "%s is a flow: see pawlctl flow", name);
}

const char *flow_shared_objects(struct call *call) {
    json_t *models = flow_models(call, NULL, NULL);
    const char *query = NULL;
    if (json_object_size(models) > 0 && database_machines(call).count == 0)
        for (EACH_MEMBER(flow, models))
            query =
                query != NULL ? query : text_of(json_object_get(flow->value, "database"), "shared_objects");
    return query;
}
