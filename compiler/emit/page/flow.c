#include "base/escape.h"
#include "emit/diagram/dot_parts.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

enum { DRAWN_STEPS_MAX = 250 }; /* beyond, dot takes minutes and the picture is a carpet */

static void paragraph(const struct page *page, struct text *words) {
    text_put(page->out, "<p>");
    page_text(page, words);
    text_put(page->out, "</p>\n");
}

static void contents(const struct page *page) {
    static const struct page_part parts[] = {{"chart", "Diagram"},
                                             {"steps", "Step by step"},
                                             {"back", "How it turns round"},
                                             {"details", "Details"}};
    page_contents(page, page->flow->label, parts, sizeof parts / sizeof parts[0]);
}

/* ---- the diagram ----------------------------------------------------------------------------------- */

static void legend(const struct page *page) {
    const struct dot_flow_signs signs = dot_flow_signs(page->flow, 1);
    text_put(page->out, "<ul class=\"legend\" aria-label=\"Legend\">\n");
    page_sign(page, true, "state created", "the flow begins");
    page_sign(page, true, "state", "in the database, exactly once");
    page_sign(page, signs.call, "state outside", "outside, at least once");
    page_sign(page, signs.waiting, "state waiting", "stops until somebody says so");
    page_sign(page, signs.irreversible, "state irreversible", "cannot be undone");
    page_sign(page, signs.repeat, "composite", "a loop, or a part with a name");
    page_sign(page, signs.lock, "lock", "takes or lets go of a lock");
    page_sign(page, true, "state final", "the flow is done");
    text_put(page->out, "</ul>\n");
}

static void diagram(const struct page *page) {
    const struct model_flow *flow = page->flow;
    const struct dot_subject subject = {.flows = flow, .flow_count = 1};
    const struct dot_style style = {.bare = true};
    page_section(page, "chart", "Diagram");
    if (flow->step_count > DRAWN_STEPS_MAX) {
        text_printf(
            page->out,
            "<p>With %zu steps, this flow is too large for a picture. The words below hold all of it, "
            "and so does %s.dot.</p>\n</section>\n",
            flow->step_count, page->context->model->stem);
        return;
    }
    text_put(page->out, "<figure class=\"diagram\">\n");
    page_draw(page, flow->name, &subject, &style, "now", "Diagram");
    legend(page);
    text_printf(
        page->out,
        "<figcaption id=\"m%zu-now-caption\">Boxes are steps, from top to bottom. Everything that the "
        "picture shows is told in words under <a href=\"#m%zu-steps\">Step by "
        "step</a>.</figcaption>\n</figure>\n</section>\n",
        page->number, page->number);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void badge(const struct page *page, bool is_there, const char *class, const char *text) {
    if (is_there)
        text_printf(page->out, " <span class=\"badge %s\">%s</span>", class, text);
}

/* Headings go no deeper than HTML's: what is deeper has no level of its own. */
static int heading(const struct page *page, size_t depth) {
    size_t level = (size_t)page->level + 1 + depth;
    return level > 6 ? 6 : (int)level;
}

static void step(const struct page *page, const struct model_flow_step *step, size_t depth) {
    static const char *const classes[] = {
        [MODEL_TX] = "tx", [MODEL_CALL] = "call", [MODEL_PAUSE] = "waiting", [MODEL_WAIT] = "waiting"};
    struct text words = TEXT_INIT;
    text_printf(page->out, "<section class=\"place %s\">\n<h%d>",
                step->is_irreversible ? "irreversible" : classes[step->kind], heading(page, depth));
    escape_html(page->out, step->label);
    text_printf(page->out, " <code>%s</code>", step->path);
    badge(page, step->kind == MODEL_PAUSE || step->kind == MODEL_WAIT, "waiting", "stops here");
    badge(page, step->is_irreversible, "irreversible", "cannot be undone");
    text_printf(page->out, "</h%d>\n", heading(page, depth));
    page_doc(page, step->doc);
    sentence_flow_step(&words, page->flow, step);
    paragraph(page, &words);
    text_put(page->out, "</section>\n");
}

static void scope_begin(const struct page *page, const struct model_scope *scope, size_t depth) {
    struct text words = TEXT_INIT;
    text_printf(page->out, "<section class=\"place %s\">\n<h%d>",
                scope->kind == MODEL_LOCK ? "composite scope lock" : "composite scope", heading(page, depth));
    sentence_scope(&words, page->flow, scope);
    page_text(page, &words);
    if (scope->kind == MODEL_USE)
        text_printf(page->out, " <code>%s</code>", scope->path);
    text_printf(page->out, "</h%d>\n", heading(page, depth));
    page_doc(page, scope->kind == MODEL_USE && scope->doc == NULL ? scope->procedure->doc : scope->doc);
    if (scope->kind == MODEL_REPEAT) {
        words = (struct text)TEXT_INIT;
        sentence_scope_fails(&words, page->flow, scope);
        paragraph(page, &words);
    }
}

static void steps(const struct page *page) {
    const struct model_flow *flow = page->flow;
    size_t next = 0;
    size_t depth = 0;
    size_t open = MODEL_NOTHING; /* the innermost scope */
    page_section(page, "steps", "Step by step");
    for (size_t i = 0; i < flow->step_count; i++) {
        for (; open != MODEL_NOTHING && flow->scopes[open].end <= i;
             open = flow->scopes[open].parent, depth--)
            text_put(page->out, "</section>\n");
        for (; next < flow->scope_count && flow->scopes[next].first == i; open = next++)
            scope_begin(page, &flow->scopes[next], depth++);
        step(page, &flow->steps[i], depth);
    }
    for (; open != MODEL_NOTHING; open = flow->scopes[open].parent)
        text_put(page->out, "</section>\n");
    text_put(page->out, "</section>\n");
}

/* ---- details --------------------------------------------------------------------------------------- */

static void fields(const struct page *page, const char *caption, const struct model_field *list,
                   size_t count) {
    if (count == 0)
        return;
    text_printf(page->out,
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n<table>\n"
                "<caption>%s</caption>\n<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Type</th>"
                "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
                caption, caption);
    for (size_t i = 0; i < count; i++) {
        text_put(page->out, "<tr><th scope=\"row\">");
        page_name(page, list[i].name);
        text_printf(page->out, "</th><td>%s%s</td><td>", model_type_name(list[i].type),
                    list[i].is_optional ? ", may be left out" : "");
        if (list[i].doc != NULL)
            escape_html(page->out, list[i].doc);
        text_put(page->out, "</td></tr>\n");
    }
    text_put(page->out, "</tbody>\n</table>\n</div>\n");
}

static void details(const struct page *page) {
    const struct model_flow *flow = page->flow;
    page_section(page, "details", "Details");
    if (flow->arg_count == 0 && flow->data_count == 0)
        text_put(page->out, "<p>It is started with nothing, and carries nothing.</p>\n");
    fields(page, "What it is started with", flow->args, flow->arg_count);
    fields(page, "What it carries from step to step", flow->data, flow->data_count);
    text_put(page->out, "</section>\n");
}

void page_flow(const struct page *page) {
    struct text words = TEXT_INIT;
    contents(page);
    text_put(page->out, "<div class=\"about\">\n");
    page_doc(page, page->flow->doc);
    sentence_flow(&words, page->flow);
    sentence_flow_emit(&words, page->flow);
    paragraph(page, &words);
    text_put(page->out, "</div>\n");
    if (!page->words_only)
        diagram(page);
    steps(page);
    page_section(page, "back", "How it turns round");
    words = (struct text)TEXT_INIT;
    sentence_flow_back(&words, page->flow);
    paragraph(page, &words);
    text_put(page->out, "</section>\n");
    details(page);
}
