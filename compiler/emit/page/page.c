#include "emit/page/page.h"

#include "base/escape.h"
#include "emit/page/digest.h"

#include <string.h>

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
