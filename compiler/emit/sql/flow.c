/* Flows in a database: the tables of runs, which all flows share, and which flows it knows. */
#include "base/arena.h"
#include "emit/diagram/dot.h"
#include "emit/json/json.h"
#include "emit/sql/sql.h"

/* For pawlctl: the flow's JSON and its diagram, as a literal; NULL where it would be megabytes. */
static void model(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    const struct dot_style style = {.slots = true};
    const struct dot_subject subject = {.flows = flow, .flow_count = 1};
    if (flow->step_count + flow->scope_count > SQL_MODEL_MAX) {
        text_put(out, "null");
        return;
    }
    struct arena *arena = arena_new();
    struct text graph = TEXT_INIT;
    struct text more = TEXT_INIT;
    struct text json = TEXT_INIT;
    dot_graph(&graph, arena, flow->name, &subject, &style);
    struct text shared = TEXT_INIT;
    dialect->objects(&shared, NULL);
    text_put(&more, ",\"diagram\":");
    if (!text_failed(&graph))
        escape_json(&more, graph.data);
    text_put(&more, ",\"database\":{\"shared_objects\":");
    if (!text_failed(&shared))
        escape_json(&more, shared.data);
    text_char(&more, '}');
    if (!text_failed(&more))
        json_flow(&json, flow, more.data);
    if (!text_failed(&json))
        dialect->literal(out, json.data);
    out->failed |= text_failed(&graph) || text_failed(&shared) || text_failed(&more) || text_failed(&json);
    text_free(&graph);
    text_free(&shared);
    text_free(&more);
    text_free(&json);
    arena_free(arena);
}

void sql_flow_topic(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    const struct model_flow_emit *emit = flow->emit;
    if (emit != NULL && emit->topic != NULL)
        dialect->literal(out, emit->topic);
    else
        text_put(out, "null");
    if (emit != NULL && emit->topic == NULL)
        text_printf(out, ", '%s'", flow->args[emit->arg].name);
    else
        text_put(out, ", null");
}

static void put_flow(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    struct text described = TEXT_INIT;
    model(&described, dialect, flow);
    text_char(out, '\n');
    sql_heading(out, flow->name);
    sql_comment(out, flow->label, flow->doc);
    if (!text_failed(&described))
        dialect->flow(out, flow, described.data);
    out->failed |= text_failed(&described);
    text_free(&described);
}

void sql_flows(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flows,
               size_t count) {
    if (count == 0)
        return;
    text_char(out, '\n');
    sql_heading(out, "Shared by all flows");
    dialect->flow_tables(out);
    for (size_t i = 0; i < count; i++)
        put_flow(out, dialect, &flows[i]);
}
