#include "emit/prose/explain_parts.h"

#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

enum { INDENT_MAX = 24 }; /* deeper ones stand below each other, or nothing would fit on a line */

/* "    " and so on, as deep as a scope lies. */
static const char *indent(size_t depth) {
    static const char blanks[INDENT_MAX + 1] = "                        ";
    size_t width = 2 + 2 * depth;
    return blanks + (width < INDENT_MAX ? INDENT_MAX - width : 0);
}

static size_t depth_of(const struct model_flow *flow, size_t scope) {
    size_t depth = 0;
    for (; scope != MODEL_NOTHING; scope = flow->scopes[scope].parent)
        depth++;
    return depth;
}

static void explain_scope(struct explanation *e, size_t index) {
    const struct model_scope *scope = &e->flow->scopes[index];
    size_t depth = depth_of(e->flow, scope->parent);
    sentence_scope(&e->line, e->flow, scope);
    if (scope->kind == MODEL_USE)
        text_printf(&e->line, " [%s]", scope->path);
    if (scope->kind == MODEL_OPTIONAL && sentence_shows_name(scope->label, scope->predicate->name))
        text_printf(&e->line, " [%s]", scope->predicate->name);
    text_char(&e->line, ':');
    text_char(e->out, '\n');
    explain_line(e, indent(depth));
    explain_paragraph(e, indent(depth + 1), model_scope_doc(scope));
    sentence_scope_fails(&e->line, e->flow, scope);
    explain_line(e, indent(depth + 1));
}

static void explain_step(struct explanation *e, const struct model_flow_step *step) {
    const size_t depth = depth_of(e->flow, step->scope);
    text_printf(&e->line, "%zu. %s [%s]", (size_t)(step - e->flow->steps) + 1, step->label, step->path);
    text_char(e->out, '\n');
    explain_line(e, indent(depth));
    explain_paragraph(e, indent(depth + 1), step->doc);
    sentence_flow_step(&e->line, e->flow, step);
    explain_line(e, indent(depth + 1));
}

void explain_flow_step(const struct model_flow *flow, const struct model_flow_step *step, struct text *out) {
    struct explanation e = {.flow = flow, .out = out, .line = TEXT_INIT};
    explain_step(&e, step);
    text_free(&e.line);
}

static void explain_steps(struct explanation *e) {
    const struct model_flow *flow = e->flow;
    size_t scope = 0;
    explain_heading(e, "WHAT IT DOES, STEP BY STEP");
    for (size_t i = 0; i < flow->step_count; i++) {
        for (; scope < flow->scope_count && flow->scopes[scope].first == i; scope++)
            explain_scope(e, scope);
        explain_step(e, &flow->steps[i]);
    }
}

static void explain_data(struct explanation *e) {
    const struct model_flow *flow = e->flow;
    if (flow->data_count > 0)
        explain_heading(e, "WHAT IT CARRIES");
    for (size_t i = 0; i < flow->data_count; i++) {
        size_t count = 0;
        sentence_name(&e->line, flow->data[i].name);
        text_printf(&e->line, " (%s)", model_type_name(flow->data[i].type));
        for (size_t s = 0; s < flow->step_count; s++)
            for (size_t w = 0; w < flow->steps[s].write_count; w++)
                if (flow->steps[s].writes[w] == i)
                    text_printf(&e->line, "%s%s", count++ == 0 ? ", set by " : ", ", flow->steps[s].path);
        text_put(&e->line, count == 0 ? ", which no step sets." : ".");
        explain_item(e);
        explain_paragraph(e, "    ", flow->data[i].doc);
    }
}

void explain_flow(struct explanation *e) {
    const struct model_flow *flow = e->flow;
    explain_title(e, flow->label, flow->name, flow->doc);
    sentence_flow(&e->line, flow);
    sentence_flow_emit(&e->line, flow);
    explain_line(e, "");
    explain_steps(e);
    explain_heading(e, "HOW IT GOES BACK, OR ENDS");
    sentence_flow_back(&e->line, flow);
    explain_line(e, "  ");
    explain_data(e);
}
