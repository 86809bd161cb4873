/* What a database keeps of a machine's model, for pawlctl; model.schema.json says what each key means. */
#include "base/arena.h"
#include "emit/diagram/dot.h"
#include "emit/json/json.h"
#include "emit/sql/queue.h"
#include "emit/template/template.h"

/* A member of the object that is open; none where there is no value, which is freed. */
static void member(struct text *out, const char *name, struct text *value) {
    bool is_first = out->length == 0 || out->data[out->length - 1] == '{';
    if (text_failed(value)) {
        out->failed = true;
    } else if (value->data != NULL) {
        text_printf(out, "%s\"%s\":", is_first ? "" : ",", name);
        escape_json(out, value->data);
    }
    text_free(value);
}

static void word(struct text *out, const struct template_scope *scope, const char *name) {
    struct text value = TEXT_INIT;
    template_write_word(&value, scope, name);
    member(out, name, &value);
}

static void fragment(struct text *out, const struct template_scope *scope, const char *name,
                     const char *member_name) {
    struct text value = TEXT_INIT;
    template_render_inline(&value, scope, name);
    member(out, member_name, &value);
}

static void statements(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    text_put(out, ",\"statements\":{");
    for (enum sql_statement i = SQL_SCHEMA + 1; i < SQL_STATEMENT_COUNT; i++)
        fragment(out, scope, sql_statement_name(i), sql_statement_name(i));
    text_put(out, "},\"fire\":{");
    for (size_t i = 0; !scope->dialect->runtime_moves && i < machine->event_count; i++) {
        struct template_scope of_event = *scope;
        of_event.event = &machine->events[i];
        fragment(out, &of_event, "fire", machine->events[i].name);
    }
    text_char(out, '}');
}

static void database(struct text *out, const struct sql_dialect *dialect,
                     const struct model_machine *machine) {
    const struct template_scope scope = {
        .templates = &dialect->templates, .dialect = dialect, .machine = machine};
    text_put(out, ",\"database\":{\"dialect\":");
    escape_json(out, dialect->name);
    word(out, &scope, "current");
    word(out, &scope, "transitions");
    if (queue_is_used(machine))
        word(out, &scope, "pending");
    if (machine->entity != NULL) {
        word(out, &scope, "parent");
        word(out, &scope, "parent_column");
    }
    fragment(out, &scope, "objects", "objects");
    const struct template_scope shared = {.templates = &dialect->templates, .dialect = dialect};
    fragment(out, &shared, "objects", "shared_objects");
    statements(out, &scope);
    if (queue_is_used(machine)) {
        text_put(out, ",\"queue\":");
        sql_model_queue(out, dialect, machine);
    }
    text_char(out, '}');
}

static void diagram(struct text *out, const struct model_machine *machine) {
    const struct dot_style style = {.slots = true};
    const struct dot_subject subject = {.machines = machine, .machine_count = 1};
    struct arena *arena = arena_new();
    struct text graph = TEXT_INIT;
    dot_graph(&graph, arena, machine->name, &subject, &style);
    member(out, "diagram", &graph);
    arena_free(arena);
}

void sql_model(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    if (machine->state_count + machine->move_count > SQL_MODEL_MAX) {
        text_put(out, "null");
        return;
    }
    struct text more = TEXT_INIT;
    struct text json = TEXT_INIT;
    database(&more, dialect, machine);
    diagram(&more, machine);
    if (!text_failed(&more))
        json_machine(&json, machine, more.data);
    if (!text_failed(&more) && !text_failed(&json))
        dialect->literal(out, json.data);
    out->failed |= text_failed(&more) || text_failed(&json);
    text_free(&more);
    text_free(&json);
}
