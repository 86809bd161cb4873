/* Which versions of flows a database knows. */
#include "base/arena.h"
#include "emit/diagram/dot.h"
#include "emit/json/json.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"

void sql_flow_model(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
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
    const struct template_scope scope = {.templates = &dialect->templates, .dialect = dialect};
    template_render_inline(&shared, &scope, "objects");
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

void sql_flows(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flows,
               size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct template_scope scope = {
            .templates = &dialect->templates, .dialect = dialect, .flow = &flows[i]};
        template_render(out, &scope, "flow");
    }
}
