#include "machine.h"
#include "say/json.h"

#include <assert.h>
#include <string.h>

#define STATEMENT(name)                                                                                      \
    { #name, offsetof(struct pawl_statements, name) }

static const struct machine_member statements[] = {STATEMENT(fingerprints),   STATEMENT(get),
                                                   STATEMENT(history),        STATEMENT(in_state),
                                                   STATEMENT(count_by_state), STATEMENT(last_to),
                                                   STATEMENT(creation),       STATEMENT(find_parent),
                                                   STATEMENT(find_request),   STATEMENT(insert_current),
                                                   STATEMENT(update_current), STATEMENT(insert_transition),
                                                   STATEMENT(find_creation),  STATEMENT(not_in_state),
                                                   STATEMENT(set_mirror),     STATEMENT(with_key),
                                                   STATEMENT(find_key),       STATEMENT(find_topic),
                                                   STATEMENT(fire_deferred),  STATEMENT(fail_deferred),
                                                   STATEMENT(find_spelling),  STATEMENT(why)};

static_assert((sizeof statements / sizeof *statements + 1) * sizeof(const char *) ==
                  offsetof(struct pawl_statements, calls),
              "all but the schema");

void machine_fill(void *filled, const struct machine_member *members, size_t count, const json_t *texts) {
    for (size_t i = 0; i < count; i++) {
        const char *text = text_of(texts, members[i].name);
        memcpy((char *)filled + members[i].offset, &text, sizeof text);
    }
}

static void fill_next(uint16_t *next, const struct deployed_model *model) {
    size_t width = model->state_count + 1;
    for (size_t i = 0; i < model->move_count; i++) {
        uint16_t *place = &next[model->moves[i].event * width + model->moves[i].from];
        if (*place != PAWL_NEXT_CHOSEN)
            *place = json_array_size(json_object_get(model_arrow(model, i), "conditions")) > 0
                         ? PAWL_NEXT_CHOSEN
                         : (uint16_t)model->moves[i].to;
    }
    for (EACH_ITEM(ignore, json_object_get(model->json, "ignores")))
        next[model_event_named(model, text_of(*ignore, "event")) * width +
             model_state_named(model, text_of(*ignore, "state"))] = PAWL_NEXT_IGNORED;
}

/* Of a machine without `key`: NULL. */
static const struct pawl_reference *lock_key(const struct deployed_model *model) {
    const json_t *key = json_object_get(model->json, "key");
    const char *column = text_of(key, "column");
    struct pawl_reference *filled = MACHINE_ARRAY(1, struct pawl_reference);
    filled->kind = column == NULL ? PAWL_REFERENCE_KEY : PAWL_REFERENCE_CREATED;
    if (column != NULL)
        filled->column = (uint16_t)model_column(model, column);
    return key == NULL ? NULL : filled;
}

const struct pawl_machine *machine_make(const struct call *call, const struct deployed_model *model) {
    struct made *made = MACHINE_ARRAY(1, struct made);
    struct pawl_event_calls *calls = MACHINE_ARRAY(model->event_count + 1, struct pawl_event_calls);
    uint16_t *next = MACHINE_ARRAY((model->event_count + 1) * (model->state_count + 1), uint16_t);
    for (size_t i = 1; i <= model->event_count; i++)
        calls[i].one = text_of(model->fire, model->events[i].name);
    fill_next(next, model);
    made->machine = (struct pawl_machine){
        .abi = PAWL_ABI,
        .name = model->name,
        .label = model->label,
        .fingerprint = model->fingerprint,
        .table_current = arena_printf(memory, "%s_current", model->name),
        .table_transitions = arena_printf(memory, "%s_transitions", model->name),
        .key_type = model->key_type,
        .state_count = (uint16_t)model->state_count,
        .event_count = (uint16_t)model->event_count,
        .column_count = (uint16_t)model->column_count,
        .states = model->states,
        .events = model->events,
        .columns = model->columns,
        .next = next,
        .lock_key = lock_key(model),
        .topic = text_of(model->json, "emit_topic"),
        .dialect_count = PAWL_DIALECT_COUNT,
        .sql = made->sql,
    };
    machine_fill(&made->statements, statements, sizeof statements / sizeof *statements, model->statements);
    made->statements.calls = calls;
    made->statements.schema = ""; /* NULL would say that it is for several nodes */
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        made->sql[i] = &made->statements;
    machine_make_hooks(made, model, call->dialect->name);
    machine_make_queue(made, model);
    return &made->machine;
}
