#include "emit/diagram/dot.h"

#include "base/escape.h"
#include "emit/diagram/diagram.h"
#include "emit/diagram/dot_fit.h"
#include "emit/diagram/dot_label.h"
#include "emit/diagram/dot_parts.h"
#include "emit/diagram/line.h"
#include "emit/prose/sentence.h"

#include <string.h>

enum {
    ACROSS_STATES_MAX = 4,
    STATE_WIDTH_MAX = 20, /* characters a line */
};

struct dot_drawing {
    struct arena *arena;
    struct text *out;
    const struct model_machine *machine;
    const struct diagram *diagram;
    const struct dot_style *style;
    struct dot_fit fit; /* of the picture, for all its machines */
    const struct dot_order *order;
};

static void tooltip(const struct dot_drawing *d, const char *doc) {
    if (doc == NULL || d->style->bare)
        return;
    text_put(d->out, ", tooltip=");
    escape_dot_tip(d->out, doc);
}

/* "machine.state", or "machine." for the point where it begins. */
static void node(const struct dot_drawing *d, const char *state) {
    text_printf(d->out, "\"%s.%s\"", d->machine->name, state);
}

static void any_node(const struct dot_drawing *d, size_t any) {
    text_printf(d->out, "\"%s.*%zu\"", d->machine->name, any + 1);
}

void dot_frame(struct text *out, const char *class, const char *name, const char *label,
               const struct dot_style *style, bool alone) {
    text_printf(out, "\n  subgraph \"cluster_%s\" {\n    class=%s; penwidth=%d; margin=%d;\n    label=", name,
                class, alone ? 0 : 1, alone ? 0 : 14);
    if (style->bare) {
        text_put(out, "\"\"");
        return;
    }
    text_put(out, "<<b>");
    escape_dot_html(out, label, strlen(label));
    text_put(out, "</b>");
    if (style->slots)
        text_printf(out, "<!--%s-->", name);
    text_char(out, '>');
}

void dot_note(struct text *out, const char *text, const char *colour, size_t width, const char *br) {
    text_printf(out, "<font point-size=\"" DOT_NOTE_SIZE "\" color=\"%s\">", colour);
    dot_wrap(out, text, width, br);
    text_put(out, "</font>");
}

/* ---- states ---------------------------------------------------------------------------------------- */

static const char *const mark_classes[] = {"", " added", " removed", " changed"};
static const char *const mark_words[] = {"", "new", "taken out", "changed"};
static const char *const mark_colours[] = {colour_line, colour_added, colour_removed, colour_changed};

static enum dot_mark state_mark(const struct dot_drawing *d, size_t state) {
    return d->style->state_mark == NULL ? DOT_SAME : d->style->state_mark[state];
}

static const char centre[] = "<br/>";
static const char left[] = "<br align=\"left\"/>";

/* A line of its own, which is freed, below what is there; `br` ends the lines of the label. */
static void below(const struct dot_drawing *d, struct text *text, const char *br) {
    text_put(d->out, br);
    if (!text_failed(text))
        dot_note(d->out, text->data, colour_quiet, (br == left ? 2 : 1) * STATE_WIDTH_MAX + 4, br);
    text_fail(d->out, text->problem);
    text_free(text);
}

static void hooks(const struct dot_drawing *d, const char *when, const struct model_hooks *run,
                  const char *br) {
    if (run->count == 0)
        return;
    struct text text = TEXT_INIT;
    text_put(&text, when);
    for (size_t i = 0; i < run->count; i++) {
        text_put(&text, i == 0 ? " " : ", ");
        sentence_name(&text, run->hooks[i]->name);
    }
    below(d, &text, br);
}

static void work(const struct dot_drawing *d, const struct model_work *work, const char *br) {
    struct text text = TEXT_INIT;
    diagram_work(&text, work);
    below(d, &text, br);
}

/* What people call it, and below it the name where that says something else. */
static void state_label(const struct dot_drawing *d, size_t number) {
    const struct model_state *state = &d->machine->states[number];
    dot_wrap(d->out, state->label, STATE_WIDTH_MAX, "<br/>");
    if (diagram_shows_name(state) && !d->style->bare) {
        text_put(d->out, "<br/>");
        dot_note(d->out, state->name, colour_quiet, STATE_WIDTH_MAX, "<br/>");
    }
    hooks(d, "on entering runs", &state->enter, centre);
    hooks(d, "on leaving runs", &state->leave, centre);
    if (state->work != NULL && state->work->place.state == state)
        work(d, state->work, centre);
    if (state_mark(d, number) != DOT_SAME) {
        text_put(d->out, "<br/>");
        dot_note(d->out, mark_words[state_mark(d, number)], mark_colours[state_mark(d, number)],
                 STATE_WIDTH_MAX, "");
    }
    if (d->style->slots)
        text_printf(d->out, "<!--%s.%s-->", d->machine->name, state->name);
}

static void state(const struct dot_drawing *d, size_t number, const char *indent) {
    const struct model_state *state = &d->machine->states[number];
    enum dot_mark mark = state_mark(d, number);
    text_printf(d->out, "%s", indent);
    node(d, state->name);
    text_put(d->out, " [label=<");
    state_label(d, number);
    text_printf(d->out, ">, class=\"state%s%s%s%s\"", state->is_initial ? " created" : "",
                state->is_final ? " final" : "", d->diagram->waits[number] ? " waiting" : "",
                mark_classes[mark]);
    const char *fill = state->is_final             ? colour_final
                       : state->is_initial         ? colour_created
                       : d->diagram->waits[number] ? colour_waiting
                                                   : NULL;
    const char *line = mark != DOT_SAME            ? mark_colours[mark]
                       : state->is_final           ? colour_final_line
                       : d->diagram->waits[number] ? colour_waiting_line
                       : state->is_initial         ? colour_created_line
                                                   : NULL;
    if (fill != NULL)
        text_printf(d->out, ", fillcolor=\"%s\"", fill);
    if (line != NULL)
        text_printf(d->out, ", color=\"%s\"", line);
    if (state->is_final)
        text_put(d->out, ", peripheries=2");
    if (mark != DOT_SAME)
        text_put(d->out, ", penwidth=2.5");
    tooltip(d, state->doc);
    text_put(d->out, "];\n");
}

static void any(const struct dot_drawing *d, size_t number, bool has_final) {
    const struct diagram_any *any = &d->diagram->anys[number];
    text_put(d->out, "    ");
    any_node(d, number);
    text_printf(d->out, " [label=<any %sstate", any->is_other ? "other " : "");
    if (has_final || any->except != NULL) {
        text_put(d->out, "<br/>");
        struct text except = TEXT_INIT;
        text_printf(&except, "but not %s%s%s", has_final ? "final ones" : "",
                    has_final && any->except != NULL ? ", " : "", any->except == NULL ? "" : any->except);
        if (!text_failed(&except))
            dot_note(d->out, except.data, colour_quiet, STATE_WIDTH_MAX, "<br/>");
        text_fail(d->out, except.problem);
        text_free(&except);
    }
    text_printf(d->out, ">, class=\"any\", style=\"rounded,dashed\", color=\"%s\"];\n", colour_state_line);
}

/* ---- composites ------------------------------------------------------------------------------------ */

static void composite_begin(void *context, const struct model_composite *composite) {
    const struct dot_drawing *d = context;
    const struct diagram_inner *inner = &d->diagram->inner[composite - d->machine->composites];
    text_printf(d->out,
                "    subgraph \"cluster_%s.%s\" {\n      class=composite; bgcolor=\"%s\"; color=\"%s\"; "
                "penwidth=1; margin=6; "
                "fontsize=13;\n      label=<<b>",
                d->machine->name, composite->name, colour_composite, colour_composite_line);
    dot_wrap(d->out, composite->label, STATE_WIDTH_MAX * 2, left);
    text_put(d->out, "</b>");
    hooks(d, "on entering runs", &composite->enter, left);
    hooks(d, "on leaving runs", &composite->leave, left);
    if (composite->work != NULL && composite->work->place.composite == composite)
        work(d, composite->work, left);
    for (size_t i = 0; i < inner->line_count; i++) {
        const struct diagram_line *line = &inner->lines[i];
        text_put(d->out, left);
        dot_note(d->out, line->title, line->by_itself ? colour_waiting_ink : colour_quiet,
                 STATE_WIDTH_MAX * 2, left);
        if (line->note != NULL) {
            text_char(d->out, ' ');
            dot_note(d->out, line->note, colour_quiet, STATE_WIDTH_MAX * 2, left);
        }
    }
    text_printf(d->out, "%s>;\n", left);
}

static void composite_end(void *context, const struct model_composite *composite) {
    const struct dot_drawing *d = context;
    (void)composite;
    text_put(d->out, "    }\n");
}

/* ---- arrows ---------------------------------------------------------------------------------------- */

static enum dot_mark arrow_mark(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    if (d->style->arrow_mark == NULL)
        return DOT_SAME;
    enum dot_mark mark = d->style->arrow_mark[arrow->lines[0].arrow - d->machine->arrows];
    for (size_t i = 1; i < arrow->line_count; i++)
        if (d->style->arrow_mark[arrow->lines[i].arrow - d->machine->arrows] != mark)
            return DOT_CHANGED;
    return mark;
}

static void arrow_label(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    struct dot_label label = dot_label(d->arena, d->diagram, d->style, arrow);
    text_put(d->out,
             " [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>");
    for (size_t i = 0; i < label.line_count; i++) {
        const struct dot_label_line *line = &label.lines[i];
        const char *colour = line->mark != DOT_SAME ? mark_colours[line->mark]
                             : line->by_itself      ? colour_waiting_ink
                                                    : NULL;
        if (colour != NULL)
            text_printf(d->out, "<font color=\"%s\">", colour);
        dot_wrap(d->out, line->titles, d->fit.arrow_width, left);
        if (line->mark != DOT_SAME)
            text_printf(d->out, " (%s)", mark_words[line->mark]);
        text_put(d->out, colour == NULL ? "" : "</font>");
        text_put(d->out, left);
        if (line->note != NULL) {
            dot_note(d->out, line->note, colour_quiet, d->fit.arrow_width, left);
            text_put(d->out, left);
        }
    }
    text_put(d->out, "</td></tr></table>>");
}

static void arrow_docs(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    struct text docs = TEXT_INIT;
    for (size_t i = 0; i < arrow->line_count; i++) {
        const struct model_arrow *written = arrow->lines[i].arrow;
        const struct model_event *event = &d->machine->events[written->event];
        const char *doc = written->doc != NULL ? written->doc : event->doc;
        text_printf(&docs, "%s%s", i > 0 ? "\n" : "", event->name);
        if (doc != NULL)
            text_printf(&docs, ": %s", doc);
    }
    text_fail(d->out, docs.problem);
    if (!text_failed(&docs) && !d->style->bare) {
        tooltip(d, docs.data);
        text_put(d->out, ", labeltooltip=");
        escape_dot_tip(d->out, docs.data);
    }
    text_free(&docs);
}

static void source(const struct dot_drawing *d, const struct diagram_arrow *arrow, size_t from) {
    if (arrow->from.source == DIAGRAM_NOTHING)
        node(d, "");
    else if (arrow->from.source == DIAGRAM_ANY)
        any_node(d, arrow->from.index);
    else
        node(d, d->machine->states[from].name);
}

static void arrow(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    const struct model_machine *machine = d->machine;
    size_t from = dot_tail(d->order, arrow);
    bool is_back = dot_goes_back(d->order, from, arrow->to);
    enum dot_mark mark = arrow_mark(d, arrow);
    text_put(d->out, "    ");
    if (is_back)
        node(d, machine->states[arrow->to].name);
    else
        source(d, arrow, from);
    text_put(d->out, " -> ");
    if (is_back)
        source(d, arrow, from);
    else
        node(d, machine->states[arrow->to].name);
    arrow_label(d, arrow);
    if (is_back)
        text_put(d->out, ", dir=back");
    if (arrow->from.source == DIAGRAM_COMPOSITE)
        text_printf(d->out, ", %s=\"cluster_%s.%s\"", is_back ? "lhead" : "ltail", machine->name,
                    machine->composites[arrow->from.index].name);
    if (arrow->by_itself)
        text_put(d->out, ", style=dashed");
    if (arrow->is_main)
        text_put(d->out, ", weight=8");
    if (arrow->is_main || mark != DOT_SAME)
        text_put(d->out, ", penwidth=2.4");
    text_printf(d->out, ", class=\"move%s%s%s\"", arrow->by_itself ? " timer" : "",
                arrow->is_main ? " main" : "", mark_classes[mark]);
    const char *colour = mark != DOT_SAME   ? mark_colours[mark]
                         : arrow->by_itself ? colour_waiting_line
                         : arrow->is_main   ? colour_main
                                            : NULL;
    if (colour != NULL)
        text_printf(d->out, ", color=\"%s\"", colour);
    arrow_docs(d, arrow);
    text_put(d->out, "];\n");
}

/* ---- machines -------------------------------------------------------------------------------------- */

/* The state that everything begins in, if there is one that no box is around; MODEL_NOTHING: there is none.
 */
static size_t find_beginning(const struct diagram *diagram) {
    size_t found = MODEL_NOTHING;
    for (size_t i = 0; i < diagram->arrow_count; i++)
        if (diagram->arrows[i].from.source == DIAGRAM_NOTHING) {
            if (found != MODEL_NOTHING)
                return MODEL_NOTHING;
            found = diagram->arrows[i].to;
        }
    return found != MODEL_NOTHING && diagram->machine->states[found].parent == NULL ? found : MODEL_NOTHING;
}

static void machine(struct dot_drawing *d, bool alone, bool begins_beside) {
    const struct model_machine *machine = d->machine;
    bool has_final = false;
    dot_frame(d->out, "machine", machine->name, machine->label, d->style, alone);
    if (machine->doc != NULL && !d->style->bare) {
        text_put(d->out, "; tooltip=");
        escape_dot_tip(d->out, machine->doc);
    }
    text_put(d->out, ";\n    ");
    node(d, "");
    text_printf(d->out, " [shape=point, width=0.16, class=begin, color=\"%s\", fillcolor=\"%s\"", colour_ink,
                colour_ink);
    tooltip(d, "nothing yet");
    text_put(d->out, "];\n");
    const struct model_composite *in = NULL;
    for (size_t i = 0; i < machine->state_count; i++) {
        diagram_boxes_between(in, machine->states[i].parent, composite_end, composite_begin, d);
        in = machine->states[i].parent;
        state(d, i, in == NULL ? "    " : "      ");
        has_final = has_final || machine->states[i].is_final;
    }
    diagram_boxes_between(in, NULL, composite_end, composite_begin, d);
    for (size_t i = 0; i < d->diagram->any_count; i++)
        any(d, i, has_final);
    size_t beginning = begins_beside ? find_beginning(d->diagram) : MODEL_NOTHING;
    if (beginning != MODEL_NOTHING) { /* beside it, the point where it begins needs no height */
        text_put(d->out, "    {rank=same; ");
        node(d, "");
        text_put(d->out, "; ");
        node(d, machine->states[beginning].name);
        text_put(d->out, "}\n");
    }
    for (size_t i = 0; i < d->diagram->arrow_count; i++)
        arrow(d, &d->diagram->arrows[i]);
    text_put(d->out, "  }\n");
}

/* Beside each other, unless there are many states, or loops, whose labels dot puts on others then. */
static bool fits_across(const struct diagram *diagram) {
    bool fits = diagram->machine->state_count <= ACROSS_STATES_MAX;
    for (size_t i = 0; i < diagram->arrow_count; i++) {
        const struct diagram_arrow *arrow = &diagram->arrows[i];
        fits = fits && (arrow->from.source != DIAGRAM_STATE || arrow->from.index != arrow->to);
    }
    return fits;
}

/*
 * dot places the states of a box before those around it, unless it is told to place all of them at once. That
 * is neater where arrows go from a box to its surroundings and back, but not for boxes in boxes.
 */
static bool places_at_once(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->composite_count; i++)
        if (machine->composites[i].parent != NULL)
            return false;
    return machine->composite_count > 0;
}

void dot_graph(struct text *out, struct arena *arena, const char *name, const struct dot_subject *subject,
               const struct dot_style *style) {
    const struct model_machine *machines = subject->machines;
    size_t count = subject->machine_count;
    struct diagram *diagrams = arena_alloc(arena, count * sizeof *diagrams);
    struct dot_order *orders = arena_alloc(arena, count * sizeof *orders);
    bool across = subject->flow_count == 0;
    bool at_once = true;
    bool alone = count + subject->flow_count == 1;
    for (size_t i = 0; i < count; i++) {
        diagram_init(&diagrams[i], arena, &machines[i]);
        across = across && fits_across(&diagrams[i]);
        at_once = at_once && places_at_once(&machines[i]);
        dot_order_init(&orders[i], arena, &diagrams[i]);
    }
    struct dot_fit fit = dot_fit(arena, orders, count, style);
    text_printf(out, "digraph \"%s\" {\n", name);
    text_printf(
        out,
        "  graph [rankdir=%s, compound=true, %sfontname=\"DejaVu Sans,Verdana\", fontsize=16,\n"
        "         fontcolor=\"%s\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"%s\",\n"
        "         labelloc=t, labeljust=l, color=\"%s\", style=rounded];\n"
        "  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n"
        "        fontcolor=\"%s\", fillcolor=\"%s\", color=\"%s\", margin=\"0.12,0.06\", height=0.32];\n"
        "  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"%s\", color=\"%s\",\n"
        "        arrowsize=0.75];\n",
        across ? "LR" : "TB", at_once || style->newrank ? "newrank=true, " : "", colour_ink,
        style->bare ? "transparent" : colour_paper, colour_composite_line, colour_ink, colour_state,
        colour_state_line, colour_ink, colour_line);
    for (size_t i = 0; i < count; i++) {
        struct dot_drawing d = {.arena = arena,
                                .out = out,
                                .machine = &machines[i],
                                .diagram = &diagrams[i],
                                .style = style,
                                .order = &orders[i],
                                .fit = fit};
        machine(&d, alone, !across && !at_once && !style->newrank);
    }
    for (size_t i = 0; i < subject->flow_count; i++)
        dot_flow(out, arena, &subject->flows[i], style, alone);
    if (!style->bare)
        dot_legend(out, diagrams, subject, across ? 0 : fit.width);
    text_put(out, "}\n");
}
