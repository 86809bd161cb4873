#include "emit/page/page.h"
#include "base/escape.h"
#include "emit/page/digest.h"
#include "emit/prose/sentence.h"

#include <string.h>

/* ---- pieces ---------------------------------------------------------------------------------------- */

void page_contents(const struct page *page, const char *label, const struct page_part *parts, size_t count) {
    if (page->words_only)
        return;
    text_put(page->out, "<nav aria-label=\"Contents of ");
    escape_html(page->out, label);
    text_put(page->out, "\">\n<ul>\n");
    for (size_t i = 0; i < count; i++)
        text_printf(page->out, "<li><a href=\"#m%zu-%s\">%s</a></li>\n", page->number, parts[i].anchor,
                    parts[i].title);
    text_put(page->out, "</ul>\n</nav>\n");
}

void page_section(const struct page *page, const char *anchor, const char *title) {
    text_printf(page->out,
                "<section class=\"%s\" aria-labelledby=\"m%zu-%s\">\n<h%d id=\"m%zu-%s\">%s</h%d>\n", anchor,
                page->number, anchor, page->level, page->number, anchor, title, page->level);
}

void page_text(const struct page *page, struct text *text) {
    if (text_failed(text))
        text_fail(page->out, text->problem);
    else if (text->length > 0)
        escape_html(page->out, text->data);
    text_free(text);
}

void page_name(const struct page *page, const char *name) {
    sentence_name(page->out, name); /* nothing in a name needs an escape */
}

void page_doc(const struct page *page, const char *doc) {
    while (doc != NULL && *doc != '\0') {
        const char *end = strstr(doc, "\n\n");
        size_t length = end == NULL ? strlen(doc) : (size_t)(end - doc);
        text_put(page->out, "<p>");
        escape_html(page->out, arena_strndup(page->context->arena, doc, length));
        text_put(page->out, "</p>\n");
        doc += length;
        doc += strspn(doc, "\n");
    }
}

/* ---- the page -------------------------------------------------------------------------------------- */

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void summary(const struct page *page) {
    const struct model_machine *machine = page->machine;
    size_t final_count = 0;
    struct text about = TEXT_INIT;
    for (size_t i = 0; i < machine->state_count; i++)
        final_count += machine->states[i].is_final;
    text_printf(page->out, "<div class=\"about\">\n");
    page_doc(page, machine->doc);
    text_put(page->out, "<p>");
    sentence_machine(&about, machine);
    page_text(page, &about);
    text_printf(page->out,
                " There are %zu state%s, %zu of them final; %zu event%s; %zu move%s as written below",
                machine->state_count, plural(machine->state_count), final_count, machine->event_count,
                plural(machine->event_count), machine->arrow_count, plural(machine->arrow_count));
    if (machine->timer_count > 0)
        text_printf(page->out, ", %zu of them by a clock", machine->timer_count);
    text_put(page->out, ".</p>\n</div>\n");
}

static void contents(const struct page *page) {
    static const struct page_part parts[] = {{"diagram", "Diagram"},
                                             {"moves", "What can happen"},
                                             {"table", "State by event"},
                                             {"proofs", "What is certain"},
                                             {"details", "Details"}};
    page_contents(page, page->machine->label, parts, sizeof parts / sizeof parts[0]);
}

void page_machine(const struct page *page) {
    contents(page);
    summary(page);
    if (!page->words_only)
        page_diagram(page);
    page_moves(page);
    page_table(page);
    page_proofs(page);
    page_details(page);
}

/* What stands above a page and under it, so that paper tells which text was signed. */
struct signed_thing {
    const char *what, *name, *label, *fingerprint, *digest;
};

static struct signed_thing signed_machine(const struct emit_context *context,
                                          const struct model_machine *of) {
    const char *words = page_words_of_machine(context->arena, context->model, of);
    return (struct signed_thing){"machine", of->name, of->label, of->fingerprint,
                                 page_digest(context->arena, words)};
}

static struct signed_thing signed_flow(const struct emit_context *context, const struct model_flow *of) {
    const char *words = page_words_of_flow(context->arena, context->model, of);
    return (struct signed_thing){"flow", of->name, of->label, of->fingerprint,
                                 page_digest(context->arena, words)};
}

static void version(struct text *out, const struct emit_context *context, const struct signed_thing *of) {
    text_printf(out,
                "<p class=\"version\">Version <code>%s</code> of the %s <code>%s</code> in %s.fsm; contents "
                "<code>%s</code></p>\n",
                of->fingerprint, of->what, of->name, context->model->stem, of->digest);
}

static void signed_version(struct text *out, struct signed_thing of) {
    text_put(out, "<li>");
    escape_html(out, of.label);
    text_printf(out, ", version <code>%s</code>, contents <code>%s</code></li>\n", of.fingerprint, of.digest);
}

static void signature(struct text *out, const struct emit_context *context) {
    static const char *const lines[] = {"Name", "Function", "Date", "Signature"};
    const struct model *model = context->model;
    text_put(out, "<section class=\"signature\" aria-labelledby=\"signature\">\n"
                  "<h2 id=\"signature\">Signature</h2>\n<p>I have read this page, and this is how it shall "
                  "be:</p>\n<ul>\n");
    for (size_t i = 0; i < model->machine_count; i++)
        signed_version(out, signed_machine(context, &model->machines[i]));
    for (size_t i = 0; i < model->flow_count; i++)
        signed_version(out, signed_flow(context, &model->flows[i]));
    text_put(out, "</ul>\n<div class=\"lines\">\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        text_printf(out, "<div><span>%s</span></div>\n", lines[i]);
    text_put(out, "</div>\n</section>\n");
}

/* The machine of that name before, or the one that it is renamed from. */
static const struct model_machine *find_before(const struct model *since,
                                               const struct model_machine *machine) {
    const struct model_machine *renamed = NULL;
    for (size_t i = 0; since != NULL && i < since->machine_count; i++) {
        if (strcmp(since->machines[i].name, machine->name) == 0)
            return &since->machines[i];
        if (machine->renamed_from != NULL && strcmp(since->machines[i].name, machine->renamed_from) == 0)
            renamed = &since->machines[i];
    }
    return renamed;
}

static void article_begin(const struct page *page, struct signed_thing of) {
    text_printf(page->out, "<article aria-labelledby=\"m%zu\">\n<h2 id=\"m%zu\">", page->number,
                page->number);
    escape_html(page->out, of.label);
    text_put(page->out, "</h2>\n");
    version(page->out, page->context, &of);
}

static void one_machine(struct page *page, const struct model_machine *of, bool alone) {
    struct diagram diagram;
    diagram_init(&diagram, page->context->arena, of);
    page->machine = of;
    page->before = find_before(page->context->since, of);
    page->diagram = &diagram;
    if (!alone)
        article_begin(page, signed_machine(page->context, of));
    page_machine(page);
    text_put(page->out, alone ? "" : "</article>\n");
}

static void one_flow(struct page *page, const struct model_flow *flow, bool alone) {
    page->machine = NULL;
    page->flow = flow;
    if (!alone)
        article_begin(page, signed_flow(page->context, flow));
    page_flow(page);
    text_put(page->out, alone ? "" : "</article>\n");
}

void emit_html(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    bool alone = model->machine_count + model->flow_count == 1;
    const char *title = !alone                     ? model->stem
                        : model->machine_count > 0 ? model->machines[0].label
                                                   : model->flows[0].label;
    struct page page = {.context = context, .out = out, .level = alone ? 2 : 3};
    text_put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    escape_html(out, title);
    text_put(out, "</title>\n<style>\n");
    page_style(out, model->flow_count > 0);
    text_put(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
                  "<header>\n<h1>");
    escape_html(out, title);
    text_put(out, "</h1>\n");
    if (alone) {
        const struct signed_thing of = model->machine_count > 0 ? signed_machine(context, &model->machines[0])
                                                                : signed_flow(context, &model->flows[0]);
        version(out, context, &of);
    }
    text_put(out, "</header>\n<main id=\"content\">\n");
    if (context->since != NULL) {
        page.diff = diff_models(context->arena, context->since, model);
        page_changes(out, context, page.diff);
    }
    for (size_t i = 0; i < model->machine_count; i++) {
        page.number++;
        one_machine(&page, &model->machines[i], alone);
    }
    for (size_t i = 0; i < model->flow_count; i++) {
        page.number++;
        one_flow(&page, &model->flows[i], alone);
    }
    signature(out, context);
    text_printf(
        out,
        "</main>\n<footer><p>Written by pawl from %s.fsm. A version is the same where %ss behave the same; "
        "contents are, where the page says the same of them.</p></footer>\n</body>\n</html>\n",
        model->stem, model->machine_count > 0 ? "machine" : "flow");
}
