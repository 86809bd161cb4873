#include "emit/diagram/mermaid.h"

#include "base/escape.h"
#include "emit/diagram/diagram.h"

/* A machine beside flows: Mermaid has no chart of states within a flow chart. */
struct drawing {
    struct text *out;
    const struct model_machine *machine;
    const struct diagram *diagram;
    size_t number;
};

static void indent(const struct drawing *d, const struct model_composite *in) {
    text_put(d->out, "        ");
    for (; in != NULL; in = in->parent)
        text_put(d->out, "    ");
}

static void label(const struct drawing *d, const char *open, const char *text, const char *close) {
    text_put(d->out, open);
    escape_mermaid(d->out, text);
    text_put(d->out, close);
}

static void lines(const struct drawing *d, const struct diagram_line *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        label(d, i == 0 ? "" : "<br/>", list[i].title, "");
        if (list[i].note != NULL)
            label(d, " ", list[i].note, "");
    }
}

static void open_box(const void *context, const struct model_composite *composite) {
    const struct drawing *d = context;
    const struct diagram_inner *inner = &d->diagram->inner[composite - d->machine->composites];
    indent(d, composite->parent);
    text_printf(d->out, "subgraph m%zu_c%zu", d->number, (size_t)(composite - d->machine->composites));
    label(d, "[\"", composite->label, inner->line_count > 0 ? "<br/>" : "");
    lines(d, inner->lines, inner->line_count);
    text_put(d->out, "\"]\n");
}

static void close_box(const void *context, const struct model_composite *composite) {
    const struct drawing *d = context;
    indent(d, composite->parent);
    text_put(d->out, "end\n");
}

static void end_of(const struct drawing *d, struct diagram_end end) {
    static const char *const kinds[] = {
        [DIAGRAM_NOTHING] = "begin", [DIAGRAM_STATE] = "s", [DIAGRAM_COMPOSITE] = "c", [DIAGRAM_ANY] = "any"};
    text_printf(d->out, "m%zu_%s%zu", d->number, kinds[end.source],
                end.source == DIAGRAM_NOTHING ? 0 : end.index);
}

static void arrow(const struct drawing *d, const struct diagram_arrow *arrow) {
    indent(d, NULL);
    end_of(d, arrow->from);
    text_put(d->out, arrow->by_itself ? " -.->|\"" : " -->|\"");
    lines(d, arrow->lines, arrow->line_count);
    text_printf(d->out, "\"| m%zu_s%zu\n", d->number, arrow->to);
}

void mermaid_machine(struct text *out, struct arena *arena, const struct model_machine *machine,
                     size_t number) {
    struct diagram diagram;
    const struct drawing d = {out, machine, &diagram, number};
    const struct model_composite *in = NULL;
    diagram_init(&diagram, arena, machine);
    text_printf(out, "    subgraph m%zu", number);
    label(&d, "[\"", machine->label, "\"]\n");
    text_printf(out, "        m%zu_begin0((\" \"))\n", number);
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct model_state *state = &machine->states[i];
        diagram_boxes_between(in, state->parent, close_box, open_box, &d);
        in = state->parent;
        indent(&d, in);
        text_printf(out, "m%zu_s%zu", number, i);
        label(&d, state->is_final ? "([\"" : "(\"", state->label, state->is_final ? "\"])\n" : "\")\n");
    }
    diagram_boxes_between(in, NULL, close_box, open_box, &d);
    for (size_t i = 0; i < diagram.any_count; i++) {
        const struct diagram_any *any = &diagram.anys[i];
        text_printf(out, "        m%zu_any%zu(\"any %sstate that is not final", number, i,
                    any->is_other ? "other " : "");
        if (any->except != NULL)
            label(&d, ", but for ", any->except, "");
        text_put(out, "\")\n");
    }
    for (size_t i = 0; i < diagram.arrow_count; i++)
        arrow(&d, &diagram.arrows[i]);
    text_put(out, "    end\n");
}
