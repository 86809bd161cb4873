#include "emit/diagram/dot.h"

#include "base/escape.h"
#include "emit/diagram/dot_fit.h"
#include "emit/diagram/dot_parts.h"
#include "emit/diagram/line.h"

#include <string.h>

enum {
    ACROSS_STATES_MAX = 4,
    STATE_WIDTH_MAX = 20, /* characters a line */
    TITLE_WIDTH_MAX = 64,
    LONGER = 8, /* of so many lines, one is longer by chance */
};

static const char port_sides[] = "ab"; /* above, and below */

const struct dot_layout dot_usual = {
    .between_ranks = 0.14, .between_boxes = 0.2, .port_width = 14, .box_margin = 14};

struct dot_drawing {
    struct arena *arena;
    struct text *out;
    const struct model_machine *machine;
    const struct diagram *diagram;
    const struct dot_style *style;
    struct dot_fit fit; /* of the picture, for all its machines */
    const struct dot_layout *layout;
    const struct dot_order *order;
    bool across;
    const struct diagram_arrow *beginning; /* beside the state that it leads to; or NULL */
};

static const char centre[] = "<br/>";
static const char left[] = "<br align=\"left\"/>";

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

/* "machine.#composite": its title. */
static void title_node(const struct dot_drawing *d, const struct model_composite *composite) {
    text_printf(d->out, "\"%s.#%s\"", d->machine->name, composite->name);
}

void dot_frame(struct text *out, const char *class, const char *name, const char *label,
               const struct dot_style *style) {
    text_printf(out, "\n  subgraph \"cluster_%s\" {\n    class=%s; penwidth=0; margin=0;\n    label=", name,
                class);
    if (style->bare) {
        text_put(out, "\"\"");
        return;
    }
    text_put(out, "<<b>");
    dot_wrap(out, label, TITLE_WIDTH_MAX, left);
    text_put(out, "</b>");
    text_put(out, dot_wrapped(label, TITLE_WIDTH_MAX).lines > 1 ? left : "");
    if (style->slots)
        text_printf(out, "<!--%s-->", name);
    text_char(out, '>');
}

void dot_begin_gap(struct text *out, const char *name, size_t box, const struct dot_style *style) {
    if (style->layout != NULL && style->layout->box_gap > 0)
        text_printf(out,
                    "    subgraph \"cluster_%s gap %zu\" {\n      class=gap; label=\"\"; penwidth=0; "
                    "bgcolor=transparent; "
                    "margin=%zu;\n",
                    name, box, style->layout->box_gap);
}

void dot_end_gap(struct text *out, const struct dot_style *style) {
    text_put(out, style->layout != NULL && style->layout->box_gap > 0 ? "    }\n" : "");
}

void dot_note(struct text *out, const char *text, const char *colour, size_t width, const char *br) {
    text_printf(out, "<font point-size=\"" DOT_NOTE_SIZE "\" color=\"%s\">", colour);
    dot_wrap(out, text, width, br);
    text_put(out, "</font>");
}

void dot_look(struct text *out, const struct sign_look *look) {
    text_printf(out, ", fillcolor=\"%s\", color=\"%s\"", look->fill, look->line);
    text_put(out, look->is_double ? ", peripheries=2" : "");
    text_put(out, look->is_thick ? ", penwidth=" SIGN_THICK : "");
}

/* ---- states ---------------------------------------------------------------------------------------- */

static const char *const mark_classes[] = {"", " added", " removed", " changed"};
static const char *const mark_words[] = {"", "new", "taken out", "changed"};
static const enum sign mark_signs[] = {0, SIGN_ADDED, SIGN_REMOVED, SIGN_CHANGED};
static const char *const mark_colours[] = {colour_line, colour_added, colour_removed, colour_changed};

static enum dot_mark state_mark(const struct dot_drawing *d, size_t state) {
    const size_t origin = d->diagram->states[state].origin;
    return d->style->state_mark == NULL || origin == MODEL_NOTHING ? DOT_SAME : d->style->state_mark[origin];
}

/* A line of its own, which is freed, below what is there; `br` ends the lines of the label. */
static void below(const struct dot_drawing *d, struct text *text, const char *br) {
    text_put(d->out, br);
    dot_note(d->out, text->data, colour_quiet, (br == left ? 2 : 1) * STATE_WIDTH_MAX + 4, br);
    text_free(text);
}

static void hooks(const struct dot_drawing *d, const char *when, const struct model_hooks *run,
                  const char *br) {
    struct text text = TEXT_INIT;
    diagram_hooks(&text, when, run);
    if (run->count > 0)
        below(d, &text, br);
}

static void work(const struct dot_drawing *d, const struct model_work *work, const char *br) {
    struct text text = TEXT_INIT;
    diagram_work(&text, work);
    below(d, &text, br);
}

/* What people call it, and below it the name where that says something else. */
static void state_text(const struct dot_drawing *d, size_t number) {
    const struct model_state *state = &d->machine->states[number];
    if (diagram_is_closed(d->diagram, number)) {
        text_put(d->out, "<b>");
        dot_wrap(d->out, state->label, STATE_WIDTH_MAX, "<br/>");
        text_printf(d->out, "</b><br/><font point-size=\"" DOT_NOTE_SIZE "\" color=\"%s\">%zu states",
                    colour_quiet, d->diagram->states[number].closed);
        if (d->diagram->states[number].clocks > 0 && !d->diagram->states[number].waits)
            text_printf(d->out, ",<br/>a clock in %zu", d->diagram->states[number].clocks);
        text_put(d->out, "</font>");
        sign_note(d->style->signs, SIGN_CLOSED, NULL);
        return;
    }
    dot_wrap(d->out, state->label, STATE_WIDTH_MAX, "<br/>");
    if (diagram_shows_name(state) && !d->style->bare) {
        text_put(d->out, "<br/>");
        dot_note(d->out, state->name, colour_quiet, STATE_WIDTH_MAX, "<br/>");
        sign_note(d->style->signs, SIGN_NAME, NULL);
    }
    hooks(d, "on entering runs", &state->enter, centre);
    hooks(d, "on leaving runs", &state->leave, centre);
    if (state->work != NULL && state->work->place.state != NULL)
        work(d, state->work, centre);
    if (state_mark(d, number) != DOT_SAME) {
        text_put(d->out, "<br/>");
        dot_note(d->out, mark_words[state_mark(d, number)], mark_colours[state_mark(d, number)],
                 STATE_WIDTH_MAX, "");
        sign_note(d->style->signs, mark_signs[state_mark(d, number)], NULL);
    }
    if (d->style->slots)
        text_printf(d->out, "<!--%s.%s-->", d->machine->name, state->name);
}

/* A row, or a column across, of the places where lines end at one side of a box. */
static void ports(const struct dot_drawing *d, size_t box, bool are_below) {
    const size_t count = d->order->ports == NULL ? 0 : d->order->ports[box][are_below];
    if (count < 2)
        return;
    text_printf(d->out, "%s<td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">%s",
                d->across ? "" : "<tr>", d->across ? "" : "<tr>");
    for (size_t i = 0; i < count; i++)
        text_printf(d->out,
                    d->across ? "<tr><td port=\"%c%zu\" width=\"1\" height=\"%zu\"></td></tr>"
                              : "<td port=\"%c%zu\" height=\"1\" width=\"%zu\"></td>",
                    port_sides[are_below], i, d->layout->port_width);
    text_printf(d->out, "%s</table></td>%s", d->across ? "" : "</tr>", d->across ? "" : "</tr>");
}

static bool has_ports(const struct dot_drawing *d, size_t box) {
    return d->order->ports != NULL && (d->order->ports[box][0] > 1 || d->order->ports[box][1] > 1);
}

static void begin_label(const struct dot_drawing *d, size_t box) {
    if (!has_ports(d, box))
        return;
    text_put(d->out, "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\">");
    text_put(d->out, d->across ? "<tr>" : "");
    ports(d, box, false);
    text_printf(d->out, "%s<td cellpadding=\"6\">", d->across ? "" : "<tr>");
}

static void end_label(const struct dot_drawing *d, size_t box) {
    if (!has_ports(d, box)) {
        text_char(d->out, '>');
        return;
    }
    text_printf(d->out, "</td>%s", d->across ? "" : "</tr>");
    ports(d, box, true);
    text_printf(d->out, "%s</table>>, margin=0", d->across ? "</tr>" : "");
}

static bool is_beginning(const struct diagram *diagram, size_t state) {
    size_t i = 0;
    while (i < diagram->arrow_count &&
           (diagram->arrows[i].from.source != DIAGRAM_NOTHING || diagram->arrows[i].to != state))
        i++;
    return i < diagram->arrow_count;
}

/* Notes what it says. */
static struct sign_look state_look(const struct dot_drawing *d, size_t number) {
    const struct model_state *state = &d->machine->states[number];
    struct sign_look look = {.fill = colour_state, .line = colour_state_line, .is_double = state->is_final};
    enum sign sign = SIGN_FINAL;
    if (diagram_is_closed(d->diagram, number) && !d->diagram->states[number].waits) {
        look.fill = colour_composite;
        return look;
    }
    if (state->is_final) {
        look.fill = colour_final, look.line = colour_final_line;
    } else if (d->diagram->states[number].waits) {
        look.fill = colour_waiting, look.line = colour_waiting_line, sign = SIGN_WAITING;
    } else if (is_beginning(d->diagram, number)) {
        look.fill = colour_created, look.line = colour_created_line, sign = SIGN_CREATED;
    } else {
        return look;
    }
    sign_note(d->style->signs, sign, &look);
    return look;
}

static void state(const struct dot_drawing *d, size_t number, const char *indent) {
    const struct model_state *state = &d->machine->states[number];
    enum dot_mark mark = state_mark(d, number);
    if (diagram_is_elsewhere(d->diagram, number))
        return;
    text_printf(d->out, "%s", indent);
    node(d, state->name);
    text_put(d->out, " [label=<");
    begin_label(d, number);
    state_text(d, number);
    end_label(d, number);
    text_printf(d->out, ", class=\"state%s%s%s%s%s\"", diagram_is_closed(d->diagram, number) ? " closed" : "",
                is_beginning(d->diagram, number) ? " created" : "", state->is_final ? " final" : "",
                d->diagram->states[number].waits ? " waiting" : "", mark_classes[mark]);
    struct sign_look look = state_look(d, number);
    if (mark != DOT_SAME)
        look.line = mark_colours[mark], look.is_thick = true;
    if (look.fill != colour_state || mark != DOT_SAME)
        dot_look(d->out, &look);
    tooltip(d, state->doc);
    text_put(d->out, "];\n");
}

static void any(const struct dot_drawing *d, size_t number, bool has_final) {
    const struct diagram_any *any = &d->diagram->anys[number];
    text_put(d->out, "    ");
    any_node(d, number);
    text_put(d->out, " [label=<");
    begin_label(d, d->machine->state_count + number);
    text_printf(d->out, "any %sstate", any->is_other ? "other " : "");
    if (has_final || any->except != NULL) {
        const char *except = arena_printf(d->arena, "but not %s%s%s", has_final ? "final ones" : "",
                                          has_final && any->except != NULL ? ", " : "",
                                          any->except == NULL ? "" : any->except);
        text_put(d->out, "<br/>");
        dot_note(d->out, except, colour_quiet, STATE_WIDTH_MAX, "<br/>");
    }
    end_label(d, d->machine->state_count + number);
    const struct sign_look look = {.fill = colour_state, .line = colour_state_line, .is_dashed = true};
    text_printf(d->out, ", class=\"any\", style=\"rounded,filled,dashed\", color=\"%s\"];\n", look.line);
    sign_note(d->style->signs, SIGN_ANY, &look);
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

/* "machine.>3": the words of an arrow, a box between both of its ends. */
static void event_node(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    text_printf(d->out, "\"%s.>%zu\"", d->machine->name, (size_t)(arrow - d->diagram->arrows) + 1);
}

/* The innermost composite that both of its ends lie in. */
static const struct model_composite *around(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    const struct model_machine *machine = d->machine;
    const struct model_composite *to = machine->states[arrow->to].parent;
    const struct model_composite *from =
        arrow->from.source == DIAGRAM_STATE       ? machine->states[arrow->from.index].parent
        : arrow->from.source == DIAGRAM_COMPOSITE ? &machine->composites[arrow->from.index]
                                                  : NULL;
    while (from != NULL && !diagram_lies_in(to, from))
        from = from->parent;
    return from;
}

static void event_label(const struct dot_drawing *d, const struct diagram_arrow *arrow, size_t width) {
    struct dot_label label = dot_label(d->arena, d->diagram, d->style, arrow);
    for (size_t i = 0; i < label.line_count; i++) {
        const struct dot_label_line *line = &label.lines[i];
        const char *colour = line->mark != DOT_SAME ? mark_colours[line->mark]
                             : line->by_itself      ? colour_waiting_ink
                                                    : NULL;
        struct text titles = TEXT_INIT;
        dot_wrap(&titles, line->titles, width, left);
        const char *words = text_data(&titles);
        if (i > 0) { /* SVG would drop a blank that begins a text */
            words += strlen(DOT_OR) + (words[strlen(DOT_OR)] == ' ');
            text_printf(d->out, "<font point-size=\"" DOT_NOTE_SIZE "\" color=\"%s\">" DOT_OR "&#160;</font>",
                        colour_quiet);
        }
        if (colour != NULL)
            text_printf(d->out, "<font color=\"%s\">", colour);
        text_put(d->out, words);
        text_free(&titles);
        if (line->mark != DOT_SAME) {
            text_printf(d->out, " (%s)", mark_words[line->mark]);
            sign_note(d->style->signs, mark_signs[line->mark], NULL);
        }
        d->style->signs->seen |= line->signs;
        text_put(d->out, colour == NULL ? "" : "</font>");
        text_put(d->out, left);
        if (line->note != NULL) {
            dot_note(d->out, line->note, colour_quiet, width, left);
            text_put(d->out, left);
        }
    }
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
    tooltip(d, text_keep(&docs, d->arena));
}

static const char *arrow_colour(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    enum dot_mark mark = arrow_mark(d, arrow);
    return mark != DOT_SAME   ? mark_colours[mark]
           : arrow->by_itself ? colour_waiting_line
           : arrow->is_main   ? colour_main
                              : colour_line;
}

static void event(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    text_put(d->out, "      ");
    event_node(d, arrow);
    text_printf(d->out,
                " [label=<<table port=\"e\" border=\"1\" style=\"rounded%s\" bgcolor=\"%s\" color=\"%s\" "
                "cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>",
                arrow->by_itself ? ",dashed" : "", colour_paper, arrow_colour(d, arrow));
    event_label(d, arrow, d->layout->arrow_width > 0 ? d->layout->arrow_width : d->fit.arrow_width);
    text_printf(d->out, "</td></tr></table>>, class=\"event%s%s%s\"", arrow->by_itself ? " timer" : "",
                arrow->is_main ? " main" : "", mark_classes[arrow_mark(d, arrow)]);
    arrow_docs(d, arrow);
    text_put(d->out, "];\n");
}

/* Those between states of the composite, or of the machine for NULL, but not of one in it. Tables, since
 * lines would touch the box of a node: it has no margin around it. */
static void events_in(const struct dot_drawing *d, const struct model_composite *composite) {
    text_put(d->out, "    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, "
                     "fontsize=12.5];\n");
    for (size_t i = 0; i < d->diagram->inner_end; i++)
        if (around(d, &d->diagram->arrows[i]) == composite)
            event(d, &d->diagram->arrows[i]);
    text_put(d->out, "    }\n");
}

/* Where an arrow of a composite begins, before it is cut off at the border: at the title, or those that
 * follow the first at one of the states each. */
static void composite_source(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    const struct model_composite *composite = &d->machine->composites[arrow->from.index];
    size_t before = 0;
    for (const struct diagram_arrow *other = d->diagram->arrows; other < arrow; other++)
        before += other->from.source == DIAGRAM_COMPOSITE && other->from.index == arrow->from.index;
    if (d->layout->shuffle > 0)
        before = dot_mix(d->layout->shuffle, (size_t)(arrow - d->diagram->arrows)) % d->machine->state_count;
    for (size_t i = 0; i < d->machine->state_count && before > 0 && d->layout->are_tails_apart; i++)
        if (diagram_lies_in(d->machine->states[i].parent, composite) &&
            !diagram_is_elsewhere(d->diagram, i) && --before == 0) {
            node(d, d->machine->states[i].name);
            return;
        }
    title_node(d, composite);
}

static void source(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    if (arrow->from.source == DIAGRAM_NOTHING)
        node(d, "");
    else if (arrow->from.source == DIAGRAM_ANY)
        any_node(d, arrow->from.index);
    else if (arrow->from.source == DIAGRAM_COMPOSITE)
        arrow->is_inner ? title_node(d, &d->machine->composites[arrow->from.index])
                        : composite_source(d, arrow);
    else
        node(d, d->machine->states[arrow->from.index].name);
}

/* Each at a place of its own, where several lines end at the same side of a box. */
static void state_end(const struct dot_drawing *d, const struct diagram_arrow *arrow, enum dot_line line) {
    if (line == DOT_LINE_TO)
        source(d, arrow);
    else
        node(d, d->machine->states[arrow->to].name);
    const size_t port =
        d->order->ports == NULL ? DOT_NO_PORT : d->order->port[arrow - d->diagram->arrows][line];
    if (port != DOT_NO_PORT)
        text_printf(d->out, ":%c%zu", port_sides[dot_leads_down(d->order, arrow, line)], port);
}

/* No port in the row where everything begins: dot 2.43 mixes up attributes of such edges. */
static void event_end(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    event_node(d, arrow);
    text_put(d->out, arrow == d->beginning ? "" : ":e");
}

static void note_composite(const struct dot_drawing *d) {
    sign_note(d->style->signs, SIGN_COMPOSITE,
              &(struct sign_look){.fill = colour_composite, .line = colour_composite_line});
}

static void note_line(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    const struct sign_look look = {.line = arrow->by_itself ? colour_waiting_line : colour_main,
                                   .is_dashed = arrow->by_itself,
                                   .is_thick = arrow->is_main};
    if (arrow->by_itself || arrow->is_main)
        sign_note(d->style->signs,
                  !arrow->is_main    ? SIGN_TIMER
                  : arrow->by_itself ? SIGN_MAIN_TIMER
                                     : SIGN_MAIN,
                  &look);
}

/* The way to a goal leaves a composite from that state, which has a line of its own to the event. */
static bool has_way(const struct diagram_arrow *arrow) {
    return arrow->is_main && arrow->leaves != MODEL_NOTHING;
}

/* For `is_way`, that line, and not the one of all states. */
static void arrow_line(const struct dot_drawing *d, const struct diagram_arrow *arrow, enum dot_line line,
                       bool is_way) {
    const bool is_main = arrow->is_main && (is_way || line == DOT_LINE_FROM || !has_way(arrow));
    const bool is_upper = dot_leads_down(d->order, arrow, line); /* the end that is no event */
    const enum dot_mark mark = arrow_mark(d, arrow);
    const char *colour =
        is_main || !arrow->is_main || arrow->by_itself ? arrow_colour(d, arrow) : colour_line;
    text_put(d->out, "    ");
    for (int end = 0; end < 2; end++) {
        if (end == is_upper)
            event_end(d, arrow);
        else if (is_way)
            node(d, d->machine->states[arrow->leaves].name);
        else
            state_end(d, arrow, line);
        text_put(d->out, end == 0 ? " -> " : "");
    }
    text_printf(d->out, " [class=\"move%s%s%s\"", arrow->by_itself ? " timer" : "", is_main ? " main" : "",
                mark_classes[mark]);
    if (colour != colour_line)
        text_printf(d->out, ", color=\"%s\"", colour);
    if (line == DOT_LINE_TO)
        text_printf(d->out, is_upper ? ", dir=back, arrowtail=%s" : ", arrowhead=%s",
                    arrow->from.source == DIAGRAM_NOTHING ? "none" : "dot");
    else if (is_upper)
        text_put(d->out, ", dir=back");
    if (line == DOT_LINE_TO && arrow->from.source != DIAGRAM_NOTHING)
        sign_note(d->style->signs, SIGN_TAIL, NULL);
    if (arrow->from.source == DIAGRAM_COMPOSITE)
        note_composite(d);
    note_line(d, arrow);
    if (line == DOT_LINE_TO && !is_way && arrow->from.source == DIAGRAM_COMPOSITE && !arrow->is_inner)
        text_printf(d->out, ", %s=\"cluster_%s.%s\"", is_upper ? "ltail" : "lhead", d->machine->name,
                    d->machine->composites[arrow->from.index].name);
    if (arrow->by_itself)
        text_put(d->out, ", style=dashed");
    if (is_main || (arrow->from.source == DIAGRAM_STATE && arrow->from.index == arrow->to))
        text_printf(d->out, ", weight=%d", is_main ? 8 : 6);
    if (is_main || mark != DOT_SAME)
        text_put(d->out, ", penwidth=" SIGN_THICK);
    if (d->layout->longer > 0 && !arrow->is_main &&
        dot_mix(d->layout->longer, DOT_LINES * (size_t)(arrow - d->diagram->arrows) + line) %
                ((size_t)LONGER << 2 * (d->layout->longer % 4)) ==
            0)
        text_put(d->out, ", minlen=2");
    text_put(d->out, "];\n");
}

static void arrow(const struct dot_drawing *d, const struct diagram_arrow *arrow) {
    if (arrow->from.source != DIAGRAM_STATE || !diagram_is_elsewhere(d->diagram, arrow->from.index))
        arrow_line(d, arrow, DOT_LINE_TO, false);
    if (has_way(arrow))
        arrow_line(d, arrow, DOT_LINE_TO, true);
    if (!diagram_is_elsewhere(d->diagram, arrow->to))
        arrow_line(d, arrow, DOT_LINE_FROM, false);
}

/* In an order from which dot begins. */
static void arrows(const struct dot_drawing *d) {
    const size_t count = d->diagram->inner_end;
    size_t *order = arena_alloc(d->arena, (count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = (d->layout->is_reversed ? count - 1 - i : i + d->layout->first) % count;
    for (size_t i = count; i > 1 && d->layout->shuffle > 0; i--) {
        const size_t other = dot_mix(d->layout->shuffle, i) % i, last = order[i - 1];
        order[i - 1] = order[other];
        order[other] = last;
    }
    for (size_t i = 0; i < count; i++)
        arrow(d, &d->diagram->arrows[order[i]]);
}

/* ---- composites ------------------------------------------------------------------------------------ */

/* No line, but it keeps the title above what is in the box. */
static void below_title(const struct dot_drawing *d, const struct model_composite *composite,
                        const char *name) {
    text_put(d->out, "      ");
    title_node(d, composite);
    text_put(d->out, " -> ");
    node(d, name);
    text_put(d->out, " [style=invis];\n");
}

static void composite_begin(void *context, const struct model_composite *composite) {
    const struct dot_drawing *d = context;
    dot_begin_gap(d->out, d->machine->name, (size_t)(composite - d->machine->composites), d->style);
    text_printf(d->out,
                "    subgraph \"cluster_%s.%s\" {\n      class=composite; bgcolor=\"%s\"; color=\"%s\"; "
                "penwidth=1; margin=%zu;\n      label=\"\";\n      ",
                d->machine->name, composite->name, colour_composite, colour_composite_line,
                d->layout->box_margin);
    title_node(d, composite);
    text_put(d->out, " [class=title, shape=plain, style=\"\", label=<<b>");
    dot_wrap(d->out, composite->label, STATE_WIDTH_MAX * 2, left);
    text_put(d->out, "</b>");
    hooks(d, "on entering runs", &composite->enter, left);
    hooks(d, "on leaving runs", &composite->leave, left);
    if (composite->work != NULL && composite->work->place.composite->name == composite->name)
        work(d, composite->work, left);
    for (size_t i = d->diagram->inner_end; i < d->diagram->stay_end; i++) {
        const struct diagram_arrow *arrow = &d->diagram->arrows[i];
        if (&d->machine->composites[arrow->from.index] != composite)
            continue;
        text_put(d->out, left);
        event_label(d, arrow, STATE_WIDTH_MAX * 2);
        note_composite(d);
    }
    text_printf(d->out, "%s>];\n", left);
    for (size_t i = 0; i < d->machine->state_count; i++)
        if (d->machine->states[i].parent == composite && d->order->is_top[i] &&
            !diagram_is_elsewhere(d->diagram, i))
            below_title(d, composite, d->machine->states[i].name);
    for (size_t i = 0; i < d->machine->composite_count; i++)
        if (d->machine->composites[i].parent == composite)
            below_title(d, composite, arena_printf(d->arena, "#%s", d->machine->composites[i].name));
    events_in(d, composite);
}

static void composite_end(void *context, const struct model_composite *composite) {
    const struct dot_drawing *d = context;
    (void)composite;
    text_put(d->out, "    }\n");
    dot_end_gap(d->out, d->style);
}

/* ---- machines -------------------------------------------------------------------------------------- */

/* The arrow by which everything begins, if there is one alone, to a state that no box is around: downwards,
 * the point where it begins stands beside that state, and needs no height. */
static const struct diagram_arrow *find_beginning(const struct diagram *diagram) {
    const struct diagram_arrow *found = NULL;
    for (size_t i = 0; i < diagram->arrow_count; i++)
        if (diagram->arrows[i].from.source == DIAGRAM_NOTHING) {
            if (found != NULL)
                return NULL;
            found = &diagram->arrows[i];
        }
    return found != NULL && diagram->machine->states[found->to].parent == NULL ? found : NULL;
}

static bool is_used(const struct diagram *diagram, size_t any) {
    size_t i = 0;
    while (i < diagram->inner_end &&
           (diagram->arrows[i].from.source != DIAGRAM_ANY || diagram->arrows[i].from.index != any))
        i++;
    return i < diagram->inner_end;
}

static void machine(struct dot_drawing *d, const char *part) {
    const struct model_machine *machine = d->machine;
    bool has_final = false;
    dot_frame(d->out, "machine", machine->name,
              part == NULL ? machine->label : arena_printf(d->arena, "%s: %s", machine->label, part),
              d->style);
    if (machine->doc != NULL && !d->style->bare) {
        text_put(d->out, "; tooltip=");
        escape_dot_tip(d->out, machine->doc);
    }
    text_put(d->out, ";\n");
    bool begins = false;
    for (size_t i = 0; i < d->diagram->arrow_count; i++)
        begins = begins || d->diagram->arrows[i].from.source == DIAGRAM_NOTHING;
    if (begins) {
        text_put(d->out, "    ");
        node(d, "");
        text_printf(d->out, " [shape=point, width=0.16, class=begin, color=\"%s\", fillcolor=\"%s\"",
                    colour_ink, colour_ink);
        tooltip(d, "nothing yet");
        text_put(d->out, "];\n");
        sign_note(d->style->signs, SIGN_BEGIN, NULL);
    }
    const struct model_composite *in = NULL;
    for (size_t i = 0; i < machine->state_count; i++) {
        diagram_boxes_between(in, machine->states[i].parent, composite_end, composite_begin, d);
        in = machine->states[i].parent;
        state(d, i, in == NULL ? "    " : "      ");
        has_final = has_final || machine->states[i].is_final;
    }
    diagram_boxes_between(in, NULL, composite_end, composite_begin, d);
    for (size_t i = 0; i < d->diagram->any_count; i++)
        if (is_used(d->diagram, i))
            any(d, i, has_final);
    events_in(d, NULL);
    if (d->beginning != NULL) {
        text_put(d->out, "    {rank=same; ");
        node(d, "");
        text_put(d->out, "; ");
        event_node(d, d->beginning);
        text_put(d->out, "; ");
        node(d, machine->states[d->beginning->to].name);
        text_put(d->out, "}\n");
    }
    arrows(d);
    text_put(d->out, "  }\n");
}

/* Next to each other, unless many states, arrows or loops would let dot put labels on top of others. */
static bool fits_across(const struct diagram *diagram) {
    const size_t states = diagram->machine->state_count;
    bool fits = !diagram->is_part && states <= ACROSS_STATES_MAX && diagram->inner_end < 2 * states;
    for (size_t i = 0; i < diagram->inner_end; i++) {
        const struct diagram_arrow *arrow = &diagram->arrows[i];
        fits = fits && (arrow->from.source != DIAGRAM_STATE || arrow->from.index != arrow->to);
    }
    return fits;
}

struct dot_picture dot_whole(struct arena *arena, const struct model_machine *machine,
                             const struct model_flow *flow) {
    if (machine == NULL)
        return (struct dot_picture){.name = flow->name, .flow = flow};
    struct diagram *diagram = arena_alloc(arena, sizeof *diagram);
    diagram_init(diagram, arena, machine);
    return (struct dot_picture){.name = machine->name, .diagram = diagram};
}

static bool fits(struct arena *arena, const struct diagram *diagram, const struct dot_style *style) {
    struct dot_order order;
    return dot_fit(arena, diagram, style, &order).is_enough;
}

static void show(struct arena *arena, const struct diagram *whole, size_t open, enum diagram_detail detail,
                 struct diagram *shown) {
    diagram_part(shown, arena, whole, open == MODEL_NOTHING ? NULL : &whole->machine->composites[open],
                 detail);
}

/* The overview for MODEL_NOTHING, or a composite's part. As long as it does not fit, also in short, groups of
 * what it shows are added to `whole`. */
static struct dot_picture part(struct arena *arena, struct diagram *whole, size_t open,
                               const struct dot_style *style) {
    struct diagram *shown = arena_alloc(arena, sizeof *shown);
    enum diagram_detail detail = DIAGRAM_ALL;
    show(arena, whole, open, detail, shown);
    while (detail != DIAGRAM_BARE && !fits(arena, shown, style)) {
        const bool is_grouped = detail == DIAGRAM_SHORT && diagram_group(whole, arena, shown, open);
        detail = is_grouped ? DIAGRAM_ALL : detail + 1;
        show(arena, whole, open, detail, shown);
    }
    if (open == MODEL_NOTHING)
        return (struct dot_picture){.name = whole->machine->name, .diagram = shown};
    const struct model_composite *composite = &whole->machine->composites[open];
    return (struct dot_picture){.name = arena_printf(arena, "%s.%s", whole->machine->name, composite->name),
                                .label = composite->label,
                                .diagram = shown};
}

size_t dot_pictures(struct arena *arena, const struct model_machine *machine, const struct dot_style *style,
                    const struct dot_picture **pictures) {
    struct diagram whole;
    diagram_init(&whole, arena, machine);
    struct dot_picture *drawn =
        arena_alloc(arena, (2 * (machine->state_count + machine->composite_count) + 1) * sizeof *drawn);
    *pictures = drawn;
    if (fits(arena, &whole, style)) {
        drawn[0] = dot_whole(arena, machine, NULL);
        return 1;
    }
    size_t count = 0;
    drawn[count++] = part(arena, &whole, MODEL_NOTHING, style);
    for (size_t i = 0; i < whole.machine->composite_count; i++)
        drawn[count++] = part(arena, &whole, i, style);
    return count;
}

bool dot_is_across(const struct dot_picture *picture) {
    return picture->diagram != NULL && fits_across(picture->diagram);
}

void dot_graph(struct text *out, struct arena *arena, const struct dot_picture *picture,
               const struct dot_style *wanted) {
    struct signs own = {0};
    struct dot_style noting = *wanted;
    const struct dot_style *style = &noting;
    noting.signs = wanted->signs == NULL ? &own : wanted->signs;
    const struct diagram *diagram = picture->diagram;
    const bool across = dot_is_across(picture);
    const struct dot_layout *layout = style->layout == NULL ? &dot_usual : style->layout;
    /* all ranks, and not first those in a box */
    const bool is_neater_at_once = diagram != NULL && diagram->machine->composite_count == 1;
    struct dot_fit fit = {0};
    struct dot_order order;
    text_printf(out, "digraph \"%s\" {\n", picture->name);
    text_printf(out,
                "  graph [rankdir=%s, compound=true, %sfontname=\"DejaVu Sans,Verdana\", fontsize=16, "
                "fontcolor=\"%s\", nodesep=%g, ranksep=%g, pad=0.1, bgcolor=\"%s\", "
                "labelloc=t, labeljust=l, color=\"%s\", style=rounded];\n"
                "  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, "
                "fontcolor=\"%s\", fillcolor=\"%s\", color=\"%s\", margin=\"0.12,0.06\", height=0.32];\n"
                "  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"%s\", color=\"%s\", "
                "arrowsize=0.75];\n",
                across ? "LR" : "TB",
                is_neater_at_once != layout->newrank || style->newrank ? "newrank=true, " : "", colour_ink,
                layout->between_boxes, layout->between_ranks + (diagram == NULL ? 0.06 : 0),
                style->bare ? "transparent" : colour_paper, colour_composite_line, colour_ink, colour_state,
                colour_state_line, colour_ink, colour_line);
    if (diagram != NULL) {
        fit = dot_fit(arena, diagram, style, &order);
        style->signs->goals = diagram->goals;
        const struct diagram_arrow *beginning = across || diagram->is_part ? NULL : find_beginning(diagram);
        if (layout->port_width > 0)
            dot_order_ports(&order, arena, beginning, layout->place);
        struct dot_drawing d = {.arena = arena,
                                .out = out,
                                .machine = diagram->machine,
                                .diagram = diagram,
                                .style = style,
                                .layout = layout,
                                .order = &order,
                                .fit = fit,
                                .across = across,
                                .beginning = beginning};
        machine(&d, picture->label);
    } else {
        dot_flow(out, arena, picture->flow, style);
    }
    if (!style->bare)
        dot_legend(out, style->signs, diagram == NULL, across ? 0 : fit.width);
    text_put(out, "}\n");
}
