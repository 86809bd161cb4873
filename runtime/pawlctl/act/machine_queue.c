/* The timers and works of a machine, from its JSON, as generated code would have them. */
#include "machine.h"
#include "say/json.h"

#define STATEMENT(name)                                                                                      \
    { #name, offsetof(struct pawl_queue_statements, name) }

static const struct machine_member statements[] = {
    STATEMENT(claim),  STATEMENT(next_due), STATEMENT(not_yet),   STATEMENT(fail),
    STATEMENT(extend), STATEMENT(retry),    STATEMENT(of_entity), STATEMENT(insert),
    STATEMENT(update), STATEMENT(remove),   STATEMENT(began),     STATEMENT(latest)};

static struct pawl_pending pending_of(const struct deployed_model *model, const json_t *json) {
    const json_t *at = json_object_get(json, "at");
    const char *event = text_of(json, "event");
    return (struct pawl_pending){
        .name = text_of(json, "name"),
        .is_work = flag_of(json, "is_work"),
        .is_of_state = flag_of(json, "is_of_state"),
        .is_periodic = flag_of(json, "is_periodic"),
        .is_latest = flag_of(json, "is_latest"),
        .event = (uint16_t)(event == NULL ? 0 : model_event_named(model, event)),
        .after_us = at == NULL                                 ? number_of(json, "after_us")
                    : json_object_get(json, "unit_us") == NULL ? -1
                                                               : -number_of(json, "unit_us"),
        .at = at == NULL ? (struct pawl_reference){PAWL_REFERENCE_NOW, 0} : machine_reference(model, at),
        .lease_us = number_of(json, "lease_us"),
        .every_us = number_of(json, "every_us"),
        .backoff_from_us = number_of(json, "backoff_from_us"),
        .backoff_to_us = number_of(json, "backoff_to_us"),
        .attempts = number_of(json, "attempts"),
        .presence = text_of(json, "presence"),
        .hook = text_of(json, "hook")};
}

static struct pawl_stay stay_of(const struct deployed_model *model, const json_t *json) {
    return (struct pawl_stay){(uint16_t)model_event_named(model, text_of(json, "event")),
                              (uint16_t)model_state_named(model, text_of(json, "from")),
                              (uint16_t)number_of(json, "alternative")};
}

void machine_make_queue(struct made *made, const struct deployed_model *model) {
    const json_t *json = model->queue;
    const json_t *pendings = json_object_get(json, "pending"), *stays = json_object_get(json, "stays");
    const json_t *restarts = json_object_get(json, "restarts"); /* versions before this one have none */
    const json_t *unrecorded = json_object_get(json, "unrecorded");
    struct pawl_queue *queue = MACHINE_ARRAY(1, struct pawl_queue);
    struct pawl_queue_statements *filled = MACHINE_ARRAY(1, struct pawl_queue_statements);
    struct pawl_pending *pending = MACHINE_ARRAY(json_array_size(pendings), struct pawl_pending);
    struct pawl_stay *stay = MACHINE_ARRAY(json_array_size(stays), struct pawl_stay);
    struct pawl_stay *silent = MACHINE_ARRAY(json_array_size(unrecorded), struct pawl_stay);
    struct pawl_restart *restart = MACHINE_ARRAY(json_array_size(restarts), struct pawl_restart);
    if (json == NULL)
        return;
    *queue = (struct pawl_queue){.table = text_of(json, "table"),
                                 .channel = text_of(json, "channel"),
                                 .pending_count = (uint16_t)json_array_size(pendings),
                                 .stay_count = (uint16_t)json_array_size(stays),
                                 .pending = pending,
                                 .stays = stay,
                                 .restart_count = (uint32_t)json_array_size(restarts),
                                 .restarts = restart,
                                 .unrecorded_count = (uint32_t)json_array_size(unrecorded),
                                 .unrecorded = silent};
    for (EACH_ITEM(item, pendings))
        *pending++ = pending_of(model, *item);
    for (EACH_ITEM(item, stays))
        *stay++ = stay_of(model, *item);
    for (EACH_ITEM(item, unrecorded))
        *silent++ = stay_of(model, *item);
    for (EACH_ITEM(item, restarts))
        *restart++ = (struct pawl_restart){(uint16_t)model_event_named(model, text_of(*item, "event")),
                                           (uint16_t)model_state_named(model, text_of(*item, "from")),
                                           (uint16_t)number_of(*item, "alternative"),
                                           (uint16_t)number_of(*item, "pending")};
    machine_fill(filled, statements, sizeof statements / sizeof *statements,
                 json_object_get(json, "statements"));
    made->machine.queue = queue;
    made->statements.queue = filled;
}
