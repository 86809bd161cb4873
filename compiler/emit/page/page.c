#include "emit/page/page.h"

#include "emit/page/contents.h"

/* All machines and flows of a model, as parts of a page. */
enum { DOT_MS_MAX = 5000 };

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

void emit_html(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct model *since = context->since;
    int64_t dot_ms = DOT_MS_MAX;
    struct page page = {
        .context = context, .dot_ms = &dot_ms, .part_count = model->machine_count + model->flow_count};
    page.level = page.part_count == 1 ? 2 : 3;
    if (since != NULL) {
        page.diff = diff_models(context->arena, since, model, page_words);
        page.compared_count = since->machine_count + since->flow_count;
        page.compared = parts_of(&page, since);
    }
    page.parts = parts_of(&page, model);
    const struct template_scope scope = page_scope(&page);
    template_render(out, &scope, "page");
}
