#include "emit/emit.h"

#include "emit/diagram/dot.h"

void emit_dot(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct dot_style style = {0};
    text_printf(out, "// Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    const struct dot_subject subject = {.machines = model->machines,
                                        .machine_count = model->machine_count,
                                        .flows = model->flows,
                                        .flow_count = model->flow_count};
    dot_graph(out, context->arena, model->stem, &subject, &style);
}
