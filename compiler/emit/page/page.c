#include "emit/page/page.h"

#include "emit/page/contents.h"

#include <string.h>

/* Of the whole page, whose place is left empty until the page is written. */
static const char digest_before[] = "<meta name=\"pawl-page\" content=\"",
                  digest_place[] = "................................";

/* All machines and flows of a model, as parts of a page. */

static const struct page *parts_of(const struct page *page, const struct model *model) {
    struct arena *arena = page->context->arena;
    const size_t count = model->machine_count + model->flow_count;
    struct page *parts = arena_alloc(arena, count * sizeof *parts);
    for (size_t i = 0; i < count; i++) {
        const bool is_machine = i < model->machine_count;
        const struct model_machine *machine = is_machine ? &model->machines[i] : NULL;
        const struct model_flow *flow = is_machine ? NULL : &model->flows[i - model->machine_count];
        parts[i] = *page;
        parts[i].number = i + 1;
        parts[i].digest = diff_digest(arena, page_words(arena, model, machine, flow));
        page_part_init(&parts[i], machine, flow);
    }
    return parts;
}

static void page_init(struct page *page, const struct emit_context *context, struct dot_budget *budget) {
    const struct model *model = context->model;
    *page = (struct page){.context = context,
                          .digest = digest_place,
                          .budget = budget,
                          .part_count = model->machine_count + model->flow_count};
    page->level = page->part_count == 1 ? 2 : 3;
    page->words_only = budget == NULL;
    page->parts = parts_of(page, model);
}

static void find_warnings(struct page *page, const struct diagnostics *diagnostics) {
    const struct diagnostic **sorted;
    const size_t count = diagnostics == NULL ? 0 : diagnostics_sorted(diagnostics, &sorted);
    page->warnings = arena_alloc(page->context->arena, count * sizeof *page->warnings);
    for (size_t i = 0; i < count; i++)
        if (diagnostic_kinds[sorted[i]->code].severity == SEVERITY_WARNING)
            page->warnings[page->warning_count++] = sorted[i];
}

/* Of the text of a whole page. */
static const char *digest_of(struct arena *arena, const char *html) {
    return diff_digest(arena, contents_shown(arena, html, false));
}

void emit_html(const struct emit_context *context, struct text *out) {
    const struct model *since = context->since;
    struct dot_budget budget = DOT_BUDGET;
    struct page page;
    page_init(&page, context, &budget);
    find_warnings(&page, context->diagnostics);
    if (since != NULL) {
        page.diff = diff_models(context->arena, since, context->model, page_words);
        page.compared_count = since->machine_count + since->flow_count;
        page.compared = parts_of(&page, since);
        page.parts = parts_of(&page, context->model);
    }
    const struct template_scope scope = page_scope(&page);
    template_render(out, &scope, "page");
    if (text_failed(out))
        return;
    const char *digest = digest_of(context->arena, out->data); /* which is no text, but an attribute */
    memcpy(strstr(out->data, digest_before) + strlen(digest_before), digest, strlen(digest));
}

const char *page_is_signed_for(const struct emit_context *context, const char *path, const char *html) {
    struct arena *arena = context->arena;
    const char *said = strstr(html, digest_before);
    struct page page;
    struct text wanted = TEXT_INIT;
    if (said == NULL)
        return arena_printf(arena, "%s: pawl did not write this page; name the signed FILE.html", path);
    said += strlen(digest_before);
    const char *digest = digest_of(arena, html);
    if (strncmp(said, digest, strlen(digest)) != 0)
        return arena_printf(arena,
                            "%s: the page was edited after pawl wrote it: its text has the hash %s, not %.*s",
                            path, digest, (int)strlen(digest), said);
    page_init(&page, context, NULL);
    for (size_t i = 0; i < page.part_count; i++) {
        const struct page *part = &page.parts[i];
        if (strstr(html, part->digest) == NULL)
            return arena_printf(arena,
                                "%s: the page is of another version of `%s`, whose contents are %s now; "
                                "have the new page signed",
                                path, part->machine != NULL ? part->machine->name : part->flow->name,
                                part->digest);
    }
    const struct template_scope scope = page_scope(&page);
    template_render(&wanted, &scope, "page");
    const char *made = contents_shown(arena, text_keep(&wanted, arena), true);
    if (strcmp(made, contents_shown(arena, html, true)) == 0)
        return NULL;
    return arena_printf(arena, "%s: the page has other words than this file: edited, or by another release",
                        path);
}
