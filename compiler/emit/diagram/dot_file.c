#include "emit/emit.h"

#include "emit/diagram/dot.h"

/* One graph for each machine, or for each of its parts, and one for each flow. */
void emit_dot(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct dot_style style = {0};
    text_printf(out, "// Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    for (size_t i = 0; i < model->machine_count; i++) {
        const struct dot_picture *pictures;
        const size_t count = dot_pictures(context->arena, &model->machines[i], &style, &pictures);
        for (size_t k = 0; k < count; k++)
            dot_graph(out, context->arena, &pictures[k], &style);
    }
    for (size_t i = 0; i < model->flow_count; i++) {
        const struct dot_picture picture = dot_whole(context->arena, NULL, &model->flows[i]);
        dot_graph(out, context->arena, &picture, &style);
    }
}
