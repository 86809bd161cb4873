#include "emit/emit.h"

#include "emit/diagram/dot_search.h"

enum { SEARCHED_ARROWS_MAX = 300 }; /* of more nothing can be read in any layout */

/* In the usual layout if dot is missing or fails. */
static void put(struct text *out, struct arena *arena, const struct dot_picture *picture,
                const struct dot_style *style, struct dot_budget *budget) {
    struct text dot = TEXT_INIT, svg = TEXT_INIT;
    const char *problem;
    if (picture->diagram != NULL && picture->diagram->inner_end > SEARCHED_ARROWS_MAX)
        dot_graph(&dot, arena, picture, style);
    else
        dot_search(arena, picture, style, GRAPHVIZ_FULL, budget, &dot, &svg, &problem);
    text_pass(out, text_put, &dot);
    text_free(&svg);
}

/* One graph for each machine, or for each of its parts, and one for each flow. */
void emit_dot(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct dot_style style = {0};
    struct dot_budget budget = DOT_BUDGET;
    text_printf(out, "// Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    for (size_t i = 0; i < model->machine_count; i++) {
        const struct dot_picture *pictures;
        const size_t count = dot_pictures(context->arena, &model->machines[i], &style, &pictures);
        for (size_t k = 0; k < count; k++)
            put(out, context->arena, &pictures[k], &style, &budget);
    }
    for (size_t i = 0; i < model->flow_count; i++) {
        const struct dot_picture picture = dot_whole(context->arena, NULL, &model->flows[i]);
        put(out, context->arena, &picture, &style, &budget);
    }
}
