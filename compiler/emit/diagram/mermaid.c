#include "emit/diagram/mermaid.h"
#include "base/escape.h"
#include "emit/diagram/diagram.h"
#include "emit/diagram/line.h"
#include "emit/emit.h"
#include "emit/prose/sentence.h"

struct drawing {
    struct text *out;
    const struct model_machine *machine;
    const struct diagram *diagram;
    size_t number; /* of the machine in its file; 0 where it is alone */
};

/* Prefixes keep names from being words of Mermaid, and the states of several machines apart. */
static void id(const struct drawing *d, const char *kind, const char *name) {
    if (d->number > 0)
        text_printf(d->out, "m%zu_", d->number);
    text_printf(d->out, "%s_%s", kind, name);
}

static void indent(const struct drawing *d, size_t depth) {
    for (size_t i = 0; i < depth + (d->number > 0 ? 2 : 1); i++)
        text_put(d->out, "    ");
}

static void declare(const struct drawing *d, size_t depth, const char *kind, const char *name,
                    const char *label) {
    indent(d, depth);
    text_put(d->out, "state \"");
    escape_mermaid(d->out, label);
    text_put(d->out, "\" as ");
    id(d, kind, name);
}

static void state(const struct drawing *d, size_t depth, const struct model_state *state) {
    declare(d, depth, "s", state->name, state->label);
    text_put(d->out, "\n");
}

/* ---- notes ----------------------------------------------------------------------------------------- */

struct note {
    const struct drawing *d;
    const char *kind;
    const char *name;
    bool begun;
};

static void note_line(struct note *note) {
    const struct drawing *d = note->d;
    if (!note->begun) {
        indent(d, 0);
        text_put(d->out, "note right of ");
        id(d, note->kind, note->name);
        text_put(d->out, "\n");
    }
    note->begun = true;
    indent(d, 1);
}

static void note_hooks(struct note *note, const char *when, const struct model_hooks *run) {
    if (run->count == 0)
        return;
    note_line(note);
    text_put(note->d->out, when);
    for (size_t i = 0; i < run->count; i++) {
        text_put(note->d->out, i == 0 ? " " : ", ");
        sentence_name(note->d->out, run->hooks[i]->name);
    }
    text_put(note->d->out, "\n");
}

static void note_end(struct note *note) {
    if (!note->begun)
        return;
    indent(note->d, 0);
    text_put(note->d->out, "end note\n");
}

static void notes(const struct drawing *d, const char *kind, const char *name,
                  const struct model_hooks *enter, const struct model_hooks *leave,
                  const struct model_work *work, const struct diagram_inner *inner) {
    struct note note = {.d = d, .kind = kind, .name = name};
    note_hooks(&note, "on entering runs", enter);
    note_hooks(&note, "on leaving runs", leave);
    if (work != NULL) {
        note_line(&note);
        diagram_work(d->out, work);
        text_put(d->out, "\n");
    }
    for (size_t i = 0; i < inner->line_count; i++) {
        note_line(&note);
        escape_mermaid(d->out, inner->lines[i].title);
        if (inner->lines[i].note != NULL) {
            text_put(d->out, " ");
            escape_mermaid(d->out, inner->lines[i].note);
        }
        text_put(d->out, "\n");
    }
    note_end(&note);
}

/* ---- boxes ----------------------------------------------------------------------------------------- */

static void close_box(const void *context, const struct model_composite *composite) {
    const struct drawing *d = context;
    indent(d, diagram_depth(composite->parent));
    text_put(d->out, "}\n");
}

static void open_box(const void *context, const struct model_composite *composite) {
    const struct drawing *d = context;
    declare(d, diagram_depth(composite->parent), "c", composite->name, composite->label);
    text_put(d->out, " {\n");
}

static void states(const struct drawing *d) {
    const struct model_composite *in = NULL;
    for (size_t i = 0; i < d->machine->state_count; i++) {
        diagram_boxes_between(in, d->machine->states[i].parent, close_box, open_box, d);
        in = d->machine->states[i].parent;
        state(d, diagram_depth(in), &d->machine->states[i]);
    }
    diagram_boxes_between(in, NULL, close_box, open_box, d);
    for (size_t i = 0; i < d->diagram->any_count; i++) {
        const struct diagram_any *any = &d->diagram->anys[i];
        indent(d, 0);
        text_printf(d->out, "state \"any %sstate that is not final%s", any->is_other ? "other " : "",
                    any->except == NULL ? "" : ", but for ");
        if (any->except != NULL)
            escape_mermaid(d->out, any->except);
        text_put(d->out, "\" as ");
        if (d->number > 0)
            text_printf(d->out, "m%zu_", d->number);
        text_printf(d->out, "any%zu\n", i + 1);
    }
}

/* ---- arrows ---------------------------------------------------------------------------------------- */

static void arrow(const struct drawing *d, const struct diagram_arrow *arrow) {
    const struct model_machine *machine = d->machine;
    indent(d, 0);
    switch (arrow->from.source) {
    case DIAGRAM_NOTHING:
        text_put(d->out, "[*]");
        break;
    case DIAGRAM_STATE:
        id(d, "s", machine->states[arrow->from.index].name);
        break;
    case DIAGRAM_COMPOSITE:
        id(d, "c", machine->composites[arrow->from.index].name);
        break;
    case DIAGRAM_ANY:
        if (d->number > 0)
            text_printf(d->out, "m%zu_", d->number);
        text_printf(d->out, "any%zu", arrow->from.index + 1);
        break;
    }
    text_put(d->out, " --> ");
    id(d, "s", machine->states[arrow->to].name);
    text_put(d->out, " : ");
    for (size_t i = 0; i < arrow->line_count; i++) {
        text_put(d->out, i == 0 ? "" : "<br/>");
        escape_mermaid(d->out, arrow->lines[i].title);
        if (arrow->lines[i].note != NULL) {
            text_put(d->out, " ");
            escape_mermaid(d->out, arrow->lines[i].note);
        }
    }
    text_put(d->out, "\n");
}

static void machine(const struct drawing *d) {
    const struct model_machine *machine = d->machine;
    static const struct diagram_inner nothing = {0};
    if (d->number > 0) {
        text_put(d->out, "    state \"");
        escape_mermaid(d->out, machine->label);
        text_printf(d->out, "\" as m%zu {\n", d->number);
    }
    states(d);
    for (size_t i = 0; i < d->diagram->arrow_count; i++)
        arrow(d, &d->diagram->arrows[i]);
    for (size_t i = 0; i < machine->state_count; i++)
        if (machine->states[i].is_final) {
            indent(d, 0);
            id(d, "s", machine->states[i].name);
            text_put(d->out, " --> [*]\n");
        }
    for (size_t i = 0; i < machine->composite_count; i++) {
        const struct model_composite *composite = &machine->composites[i];
        bool works = composite->work != NULL && composite->work->place.composite == composite;
        notes(d, "c", composite->name, &composite->enter, &composite->leave, works ? composite->work : NULL,
              &d->diagram->inner[i]);
    }
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct model_state *state = &machine->states[i];
        bool works = state->work != NULL && state->work->place.state == state;
        notes(d, "s", state->name, &state->enter, &state->leave, works ? state->work : NULL, &nothing);
    }
    if (d->number > 0)
        text_put(d->out, "    }\n");
}

static void flow_chart(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    bool alone = model->flow_count + model->machine_count == 1;
    text_put(out, "flowchart TD\n");
    for (size_t i = 0; i < model->machine_count; i++)
        mermaid_machine(out, context->arena, &model->machines[i], i + 1);
    for (size_t i = 0; i < model->flow_count; i++)
        mermaid_flow(out, context->arena, &model->flows[i], alone ? 0 : i + 1);
}

void emit_mermaid(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    text_printf(out, "%%%% Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    if (model->flow_count > 0) {
        flow_chart(context, out);
        return;
    }
    text_put(out, "stateDiagram-v2\n");
    for (size_t i = 0; i < model->machine_count; i++) {
        struct diagram diagram;
        diagram_init(&diagram, context->arena, &model->machines[i]);
        const struct drawing d = {out, &model->machines[i], &diagram, model->machine_count > 1 ? i + 1 : 0};
        machine(&d);
    }
}
