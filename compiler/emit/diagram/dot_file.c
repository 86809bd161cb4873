#include "emit/emit.h"

#include "emit/diagram/dot.h"

void emit_dot(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct dot_style style = {0};
    text_printf(out, "// Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    struct dot_subject subject = {.machines = model->machines,
                                  .machine_count = model->machine_count,
                                  .flows = model->flows,
                                  .flow_count = model->flow_count};
    const bool alone = model->machine_count == 1 && model->flow_count == 0;
    const size_t parts = alone ? dot_part_count(context->arena, model->machines, &style) : 0;
    subject.part = parts > 0;
    dot_graph(out, context->arena, model->stem, &subject, &style);
    for (subject.part = 2; subject.part <= parts; subject.part++)
        dot_graph(out, context->arena,
                  arena_printf(context->arena, "%s.%s", model->stem,
                               model->machines->composites[subject.part - 2].name),
                  &subject, &style);
}
