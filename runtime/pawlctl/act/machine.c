#include "machine.h"
#include "say/json.h"

#include <assert.h>
#include <string.h>

#define STATEMENT(name)                                                                                      \
    { #name, offsetof(struct pawl_statements, name) }

static const struct machine_member statements[] = {STATEMENT(fingerprints),      STATEMENT(get),
                                                   STATEMENT(history),           STATEMENT(in_state),
                                                   STATEMENT(count_by_state),    STATEMENT(last_to),
                                                   STATEMENT(find_parent),       STATEMENT(find_request),
                                                   STATEMENT(insert_current),    STATEMENT(update_current),
                                                   STATEMENT(insert_transition), STATEMENT(find_creation),
                                                   STATEMENT(not_in_state),      STATEMENT(set_mirror),
                                                   STATEMENT(with_key),          STATEMENT(find_key),
                                                   STATEMENT(find_topic),        STATEMENT(fire_deferred),
                                                   STATEMENT(fail_deferred),     STATEMENT(find_spelling)};

static_assert((sizeof statements / sizeof *statements + 1) * sizeof(const char *) ==
                  offsetof(struct pawl_statements, calls),
              "all but the schema");

void *machine_alloc(struct made *made, size_t count, size_t size) {
    void *memory = count > SIZE_MAX / (size + 1) ? NULL : results_alloc(&made->memory, count * size + 1);
    return memory == NULL ? NULL : memset(memory, 0, count * size + 1);
}

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
    const json_t *ignores = json_object_get(model->json, "ignores");
    for (size_t i = 0; i < json_array_size(ignores); i++) {
        const json_t *ignore = json_array_get(ignores, i);
        size_t event = model_event_named(model, text_of(ignore, "event"));
        size_t state = model_state_named(model, text_of(ignore, "state"));
        next[event * width + state] = PAWL_NEXT_IGNORED;
    }
}

/* Of a machine without `key`: NULL. False: out of memory. */
static bool fill_lock_key(struct made *made, const struct deployed_model *model) {
    const json_t *key = json_object_get(model->json, "key");
    const char *column = text_of(key, "column");
    struct pawl_reference *filled = key == NULL ? NULL : machine_alloc(made, 1, sizeof *filled);
    if (key == NULL || filled == NULL)
        return key == NULL;
    filled->kind = column == NULL ? PAWL_REFERENCE_KEY : PAWL_REFERENCE_CREATED;
    if (column != NULL)
        filled->column = (uint16_t)model_column(model, column);
    made->machine.lock_key = filled;
    return true;
}

static char *table_name(struct made *made, const struct deployed_model *model, const char *suffix) {
    const size_t size = strlen(model->name) + strlen(suffix) + 1;
    char *name = machine_alloc(made, size, 1);
    if (name != NULL)
        snprintf(name, size, "%s%s", model->name, suffix);
    return name;
}

bool machine_make(struct made *made, const struct deployed_model *model, const char *dialect) {
    *made = (struct made){0};
    struct pawl_machine *machine = &made->machine;
    struct pawl_event_calls *calls = machine_alloc(made, model->event_count + 1, sizeof *calls);
    uint16_t *next = machine_alloc(made, (model->event_count + 1) * (model->state_count + 1), sizeof *next);
    machine->table_current = table_name(made, model, "_current");
    machine->table_transitions = table_name(made, model, "_transitions");
    if (next == NULL || calls == NULL || machine->table_current == NULL || machine->table_transitions == NULL)
        return false;
    for (size_t i = 1; i <= model->event_count; i++)
        calls[i].one = text_of(model->fire, model->events[i].name);
    fill_next(next, model);
    machine->abi = PAWL_ABI;
    machine->name = model->name;
    machine->label = model->label;
    machine->fingerprint = model->fingerprint;
    machine->key_type = model->key_type;
    machine->state_count = (uint16_t)model->state_count;
    machine->event_count = (uint16_t)model->event_count;
    machine->column_count = (uint16_t)model->column_count;
    machine->states = model->states;
    machine->events = model->events;
    machine->columns = model->columns;
    machine->next = next;
    machine->topic = text_of(model->json, "emit_topic");
    machine_fill(&made->statements, statements, sizeof statements / sizeof *statements, model->statements);
    made->statements.calls = calls;
    made->statements.schema = ""; /* NULL would say that it is for several nodes */
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        made->sql[i] = &made->statements;
    machine->dialect_count = PAWL_DIALECT_COUNT;
    machine->sql = made->sql;
    return fill_lock_key(made, model) && machine_make_hooks(made, model, dialect) &&
           machine_make_queue(made, model);
}

void machine_free(struct made *made) {
    results_free(&made->memory);
}
