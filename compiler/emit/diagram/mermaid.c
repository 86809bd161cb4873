#include "emit/diagram/mermaid.h"

#include "base/escape.h"
#include "emit/diagram/line.h"
#include "emit/emit.h"
#include "emit/template/template.h"

/* A line of the chart for a state, or for where the box of a composite begins or ends. */
struct line {
    struct model_place place;
    bool is_end;
};

struct mermaid_drawing { /* of a machine, the scope's `other` */
    struct diagram diagram;
    struct line *lines;
    size_t line_count;
};

TEMPLATE_OWN(mermaid_drawing, drawing, other)

static const struct diagram *diagram_of(const struct template_scope *scope) {
    return &drawing_of(scope)->diagram;
}

/* ---- machines -------------------------------------------------------------------------------------- */

static void add_line(struct mermaid_drawing *d, struct model_place place, bool is_end) {
    d->lines[d->line_count++] = (struct line){place, is_end};
}

static void close_box(void *context, const struct model_composite *composite) {
    add_line(context, (struct model_place){.composite = composite}, true);
}

static void open_box(void *context, const struct model_composite *composite) {
    add_line(context, (struct model_place){.composite = composite}, false);
}

static const struct mermaid_drawing *drawings_of(struct arena *arena, const struct model *model) {
    struct mermaid_drawing *drawings = arena_alloc(arena, model->machine_count * sizeof *drawings);
    for (size_t i = 0; i < model->machine_count; i++) {
        const struct model_machine *machine = &model->machines[i];
        const struct model_composite *in = NULL;
        struct mermaid_drawing *d = &drawings[i];
        d->lines =
            arena_alloc(arena, (machine->state_count + 2 * machine->composite_count) * sizeof *d->lines);
        diagram_init(&d->diagram, arena, machine);
        for (size_t s = 0; s < machine->state_count; s++) {
            diagram_boxes_between(in, machine->states[s].parent, close_box, open_box, d);
            in = machine->states[s].parent;
            add_line(d, (struct model_place){.state = &machine->states[s]}, false);
        }
        diagram_boxes_between(in, NULL, close_box, open_box, d);
    }
    return drawings;
}

static bool enter_machines(struct template_scope *scope, size_t index) {
    if (index >= scope->model->machine_count)
        return false;
    scope->other = (const struct mermaid_drawing *)scope->item + index;
    scope->machine = &scope->model->machines[index];
    return true;
}

/* ---- places ---------------------------------------------------------------------------------------- */

static bool enter_places(struct template_scope *scope, size_t index) {
    if (index >= drawing_of(scope)->line_count)
        return false;
    scope->item = &drawing_of(scope)->lines[index];
    scope->place = drawing_of(scope)->lines[index].place;
    return true;
}

static void write_blanks(struct text *out, const struct template_scope *scope) {
    for (size_t i = diagram_depth(MODEL_OF_PLACE(scope->place, parent)); i > 0; i--)
        text_put(out, "    ");
}

static bool is_box_end(const struct template_scope *scope) {
    return ((const struct line *)scope->item)->is_end;
}

/* ---- moves ----------------------------------------------------------------------------------------- */

static const struct diagram_arrow *arrow_of(const struct template_scope *scope) {
    return &diagram_of(scope)->arrows[scope->declaration];
}

static const struct diagram_any *any_of(const struct template_scope *scope) {
    return &diagram_of(scope)->anys[scope->declaration];
}

/* The arrows that end in the composite they leave, which Mermaid cannot draw; a state has none. */
static const struct diagram_arrow *inner_of(const struct template_scope *scope, size_t index) {
    const struct diagram *diagram = diagram_of(scope);
    for (size_t i = diagram->arrow_count; i < diagram->stay_end; i++)
        if (scope->place.composite != NULL &&
            scope->place.composite == &scope->machine->composites[diagram->arrows[i].from.index] &&
            index-- == 0)
            return &diagram->arrows[i];
    return NULL;
}

static bool enter_arrows(struct template_scope *scope, size_t index) {
    if (index >= diagram_of(scope)->arrow_count)
        return false;
    const struct diagram_end from = diagram_of(scope)->arrows[index].from;
    scope->declaration = index;
    scope->place = (struct model_place){
        .state = from.source == DIAGRAM_STATE ? &scope->machine->states[from.index] : NULL,
        .composite = from.source == DIAGRAM_COMPOSITE ? &scope->machine->composites[from.index] : NULL};
    return true;
}

static void put_line(struct text *out, const struct diagram_line *line) {
    if (line->when != NULL) {
        escape_mermaid(out, line->when);
        escape_mermaid(out, ": ");
    }
    escape_mermaid(out, line->title);
    text_put(out, line->note != NULL ? " " : "");
    if (line->note != NULL)
        escape_mermaid(out, line->note);
}

static void put_lines(struct text *out, const struct diagram_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : "<br/>or ");
        put_line(out, &lines[i]);
    }
}

static void put_inner(struct text *out, const struct template_scope *scope,
                      const struct diagram_arrow *arrow) {
    put_lines(out, arrow->lines, arrow->line_count);
    if (arrow->to != MODEL_NOTHING) {
        text_put(out, " \xE2\x86\x92 ");
        escape_mermaid(out, scope->machine->states[arrow->to].label);
    }
}

/* ---- notes ----------------------------------------------------------------------------------------- */

static void put_hooks(struct text *out, const char *when, struct model_hooks run) {
    struct text words = TEXT_INIT;
    diagram_hooks(&words, when, &run);
    text_pass(out, escape_mermaid, &words);
}

/* Whether the place has a note of that number; writes it if there is an output. */
static bool mermaid_note(struct text *out, const struct template_scope *scope, size_t index) {
    const struct model_hooks runs[] = {MODEL_OF_PLACE(scope->place, enter),
                                       MODEL_OF_PLACE(scope->place, leave)};
    static const char *const whens[] = {"on entering runs", "on leaving runs"};
    const struct model_work *work = MODEL_OF_PLACE(scope->place, work);
    for (size_t i = 0; i < 2; i++)
        if (runs[i].count > 0 && index-- == 0) {
            if (out != NULL)
                put_hooks(out, whens[i], runs[i]);
            return true;
        }
    if (work != NULL && work->place.state == scope->place.state &&
        work->place.composite == scope->place.composite && index-- == 0) {
        if (out != NULL)
            diagram_work(out, work);
        return true;
    }
    const struct diagram_arrow *inner = inner_of(scope, index);
    if (inner != NULL && out != NULL)
        put_inner(out, scope, inner);
    return inner != NULL;
}

static bool enter_notes(struct template_scope *scope, size_t index) {
    return mermaid_note(NULL, scope, index);
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, stem, scope->model->stem)                                                                        \
    X(WORD, machine_label, escape_mermaid(out, scope->machine->label))                                       \
    X(WORD, blanks, write_blanks(out, scope)) /* for each box around the place */                            \
    X(TEXT, place_name, MODEL_OF_PLACE(scope->place, name))                                                  \
    X(WORD, place_label, escape_mermaid(out, MODEL_OF_PLACE(scope->place, label)))                           \
    X(WORD, note, mermaid_note(out, scope, scope->index))                                                    \
    X(TEXT, to, scope->machine->states[arrow_of(scope)->to].name)                                            \
    X(WORD, lines, put_lines(out, arrow_of(scope)->lines, arrow_of(scope)->line_count))                      \
    X(NUMBER, from_any, arrow_of(scope)->from.index + 1)                                                     \
    X(NUMBER, any_number, scope->declaration + 1)                                                            \
    X(WORD, exceptions, escape_mermaid(out, any_of(scope)->except))
TEMPLATE_WORDS(OWN_WORDS)
#undef OWN_WORDS

#define CONDITIONS(X)                                                                                        \
    X(is_box_end, is_box_end(scope))                                                                         \
    X(is_box, scope->place.composite != NULL && !is_box_end(scope))                                          \
    X(is_composite, scope->place.composite != NULL)                                                          \
    X(is_final, scope->place.state != NULL && scope->place.state->is_final)                                  \
    X(is_noted, mermaid_note(NULL, scope, 0))                                                                \
    X(from_nothing, arrow_of(scope)->from.source == DIAGRAM_NOTHING)                                         \
    X(from_any, arrow_of(scope)->from.source == DIAGRAM_ANY)                                                 \
    X(from_place, scope->place.state != NULL || scope->place.composite != NULL)                              \
    X(is_other, any_of(scope)->is_other)                                                                     \
    X(has_exceptions, any_of(scope)->except != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)
#undef CONDITIONS

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(machines, enter_machines)                                                                          \
    ENTER(places, enter_places) /* in the order of the text, with the ends of boxes */                       \
    X(place_states, scope->machine->state_count, place.state, &scope->machine->states[index])                \
    X(composites, scope->machine->composite_count, place.composite, &scope->machine->composites[index])      \
    ENTER(notes, enter_notes) /* about the place */                                                          \
    X(anys, diagram_of(scope)->any_count, declaration, index)                                                \
    ENTER(arrows, enter_arrows)
TEMPLATE_LISTS(LISTS)
#undef LISTS

extern const struct template_fragment mermaid_fragments[];
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, NULL};
const struct templates mermaid_templates = {.fragments = mermaid_fragments, .vocabularies = vocabularies};

void emit_mermaid(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct template_scope scope = {
        .templates = &mermaid_templates, .model = model, .item = drawings_of(context->arena, model)};
    template_render(out, &scope, "mermaid_file");
    for (size_t i = 0; i < model->flow_count; i++)
        mermaid_flow(out, context->arena, &model->flows[i]);
}
