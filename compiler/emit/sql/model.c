/* What a database keeps of a machine's model, for pawlctl; model.schema.json says what each key means. */
#include "base/arena.h"
#include "emit/diagram/dot.h"
#include "emit/json/json.h"
#include "emit/sql/queue.h"
#include "emit/sql/template.h"

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

static void template(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                     const char *name, const char *text) {
    struct text value = TEXT_INIT;
    sql_template(&value, dialect, machine, text);
    member(out, name, &value);
}

static void statements(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
    text_put(out, ",\"statements\":{");
    for (enum sql_statement i = SQL_SCHEMA + 1; i < SQL_STATEMENT_COUNT; i++) {
        struct text statement = TEXT_INIT;
        sql_statement(&statement, dialect, machine, i);
        member(out, sql_statement_name(i), &statement);
    }
    text_put(out, "},\"fire\":{");
    for (size_t i = 0; !dialect->runtime_moves && i < machine->event_count; i++) {
        const struct sql_scope scope = {.dialect = dialect, .machine = machine, .event = &machine->events[i]};
        struct text fire = TEXT_INIT;
        sql_render_inline(&fire, &scope, "fire");
        member(out, machine->events[i].name, &fire);
    }
    text_char(out, '}');
}

static void database(struct text *out, const struct sql_dialect *dialect,
                     const struct model_machine *machine) {
    text_put(out, ",\"database\":{\"dialect\":");
    escape_json(out, dialect->name);
    template(out, dialect, machine, "current", "{current}");
    template(out, dialect, machine, "transitions", "{transitions}");
    if (queue_is_used(machine))
        template(out, dialect, machine, "pending", "{pending}");
    if (machine->entity != NULL) {
        template(out, dialect, machine, "parent", "{parent}");
        template(out, dialect, machine, "parent_column", "{parent_column}");
    }
    struct text objects = TEXT_INIT;
    dialect->objects(&objects, machine);
    member(out, "objects", &objects);
    struct text shared = TEXT_INIT;
    dialect->objects(&shared, NULL);
    member(out, "shared_objects", &shared);
    statements(out, dialect, machine);
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
