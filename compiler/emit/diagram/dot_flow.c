#include "base/escape.h"
#include "emit/diagram/dot_label.h"
#include "emit/diagram/dot_parts.h"
#include "emit/diagram/flow_chart.h"
#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

#include <inttypes.h>

enum { STEP_WIDTH_MAX = 28, BAR_WIDTH_MAX = 48 }; /* characters a line */

struct dot_flow_drawing {
    struct text *out;
    const struct model_flow *flow;
    const struct flow_chart *chart;
    const struct dot_style *style;
    struct text line; /* being made */
};

static const char centre[] = "<br/>";
static const char left[] = "<br align=\"left\"/>";

/* "provision.build.mount"; what is no step has a number behind a blank, which no path has. */
static void node(const struct dot_flow_drawing *d, size_t item) {
    const struct flow_chart_item *at = &d->chart->items[item];
    if (at->kind == FLOW_CHART_STEP)
        text_printf(d->out, "\"%s.%s\"", d->flow->name, d->flow->steps[at->index].path);
    else
        text_printf(d->out, "\"%s %zu\"", d->flow->name, item);
}

static void begin_node(const struct dot_flow_drawing *d, size_t item) {
    text_put(d->out, "    ");
    node(d, item);
    text_put(d->out, " [label=<");
}

static void end_node(const struct dot_flow_drawing *d, const char *class, enum sign sign,
                     struct sign_look look) {
    text_printf(d->out, ">, class=\"%s\"", class);
    dot_look(d->out, &look);
    sign_note(d->style->signs, sign, &look);
}

static void tooltip(const struct dot_flow_drawing *d, const char *doc) {
    if (doc != NULL && !d->style->bare) {
        text_put(d->out, ", tooltip=");
        escape_dot_tip(d->out, doc);
    }
    text_put(d->out, "];\n");
}

/* What was made, as a small line of its own; `before` and `after` break lines. */
static void end_line(struct dot_flow_drawing *d, const char *before, const char *after) {
    if (d->line.length > 0) {
        text_put(d->out, before);
        dot_note(d->out, d->line.data, colour_quiet, STEP_WIDTH_MAX + 4, centre);
        text_put(d->out, after);
    }
    d->line.length = 0;
}

static void below(struct dot_flow_drawing *d) {
    end_line(d, centre, "");
}

static void put_words(struct text *out, const char *what, const char *name) {
    text_put(out, what);
    sentence_name(out, name);
}

/* The name in programs below a label that says something else. */
static void put_name(struct dot_flow_drawing *d, const char *label, const char *name) {
    if (!sentence_shows_name(label, name) || d->style->bare)
        return;
    text_put(&d->line, name);
    below(d);
    sign_note(d->style->signs, SIGN_NAME, NULL);
}

/* ---- bars ------------------------------------------------------------------------------------------ */

static void bar(struct dot_flow_drawing *d, size_t item) {
    const struct flow_chart_item *at = &d->chart->items[item];
    flow_chart_lock(&d->line, d->chart, at);
    begin_node(d, item);
    dot_wrap(d->out, d->line.data, BAR_WIDTH_MAX, centre);
    d->line.length = 0;
    end_node(d, "lock", SIGN_LOCK,
             (struct sign_look){.fill = colour_ink, .line = colour_ink, .is_square = true});
    text_printf(d->out,
                ", style=filled, fontcolor=\"%s\", fontsize=" DOT_NOTE_SIZE
                ", margin=\"0.3,0.03\", height=0.22];\n",
                colour_paper);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void step_notes(struct dot_flow_drawing *d, const struct model_flow_step *step) {
    struct text *line = &d->line;
    if (step->undo != NULL) {
        put_words(line, "undo: ", step->undo->name);
        sign_note(d->style->signs, SIGN_UNDO, NULL);
    } else if (step->is_irreversible) {
        text_put(line, "cannot be undone");
    } else if (sentence_stays_done(d->flow, step)) {
        text_put(line, "stays done");
        sign_note(d->style->signs, SIGN_STAYS, NULL);
    }
    below(d);
    for (size_t i = 0; i < step->write_count; i++)
        put_words(line, i == 0 ? "sets " : ", ", d->flow->data[step->writes[i]].name);
    below(d);
    if (step->time_ms > 0) {
        text_put(line, step->kind == MODEL_WAIT ? "within " : "given up after ");
        sentence_duration(line, step->time_ms);
        text_put(line, step->kind != MODEL_WAIT      ? ""
                       : sentence_goes_back(d->flow) ? ", or it goes back"
                                                     : ", or the run ends");
        below(d);
    }
    if (sentence_retries_differ(d->flow, step)) {
        text_put(line, step->retry.count == 0 ? "" : "tried again ");
        sentence_retry(line, &step->retry);
        below(d);
    }
    if (step->stretch > 0)
        text_put(line, "saved together");
    below(d);
}

static void step(struct dot_flow_drawing *d, size_t item) {
    static const struct {
        const char *prefix, *class;
        enum sign sign;
        const char *fill, *line;
    } looks[] = {
        [MODEL_TX] = {"", "step tx", SIGN_TX, colour_state, colour_state_line},
        [MODEL_CALL] = {"", "step call", SIGN_CALL, colour_paper, colour_main},
        [MODEL_PAUSE] = {"Pause: ", "step waiting", SIGN_STOP, colour_waiting, colour_waiting_line},
        [MODEL_WAIT] = {"Wait for: ", "step waiting", SIGN_STOP, colour_waiting, colour_waiting_line}};
    const struct model_flow_step *step = &d->flow->steps[d->chart->items[item].index];
    begin_node(d, item);
    text_put(&d->line, looks[step->kind].prefix);
    text_put(&d->line, step->label);
    dot_wrap(d->out, d->line.data, STEP_WIDTH_MAX, centre);
    d->line.length = 0;
    put_name(d, step->label, step->path);
    step_notes(d, step);
    if (d->style->slots)
        text_printf(d->out, "<!--%s.%s-->", d->flow->name, step->path);
    const struct sign_look look = {
        .fill = looks[step->kind].fill, .line = looks[step->kind].line, .is_thick = step->is_irreversible};
    end_node(d, looks[step->kind].class, looks[step->kind].sign, look);
    if (step->is_irreversible)
        sign_note(d->style->signs, SIGN_IRREVERSIBLE, &look);
    tooltip(d, step->doc);
}

/* ---- scopes ---------------------------------------------------------------------------------------- */

static void question(struct dot_flow_drawing *d, size_t item) {
    const struct model_scope *scope = &d->flow->scopes[d->chart->items[item].index];
    begin_node(d, item);
    dot_wrap(d->out, scope->label, STEP_WIDTH_MAX / 2, centre);
    text_char(d->out, '?');
    put_name(d, scope->label, scope->predicate->name);
    text_printf(d->out, ">, class=question, fillcolor=\"%s\", color=\"%s\"", colour_composite,
                colour_state_line);
    text_put(d->out, ", shape=diamond, style=filled, margin=\"0,0\"");
    tooltip(d, scope->doc);
}

static void open_box(struct dot_flow_drawing *d, size_t index) {
    const struct model_scope *scope = &d->flow->scopes[index];
    struct text *line = &d->line;
    dot_begin_gap(d->out, d->flow->name, index, d->style);
    text_printf(d->out,
                "    subgraph \"cluster_%s.%zu\" {\n      class=composite; bgcolor=\"%s\"; color=\"%s\"; "
                "penwidth=1; margin=8; fontsize=13;\n      label=<",
                d->flow->name, index, colour_composite, colour_composite_line);
    sign_note(d->style->signs, SIGN_SCOPE,
              &(struct sign_look){.fill = colour_composite, .line = colour_composite_line});
    if (scope->kind == MODEL_USE || sentence_shows_count(d->flow, scope)) {
        text_put(d->out, "<b>");
        dot_wrap(d->out, scope->label, STEP_WIDTH_MAX, left);
        text_put(d->out, "</b>");
        text_put(d->out, left);
    }
    if (scope->kind == MODEL_REPEAT) {
        text_put(line, "repeat ");
        sentence_value(line, d->flow, scope->count);
        text_printf(line, ": %" PRId64 " to %" PRId64 " times", scope->min, scope->max);
    }
    for (size_t i = 0; i < scope->value_count; i++) {
        text_put(line, i == 0 ? "with " : ", ");
        sentence_value(line, d->flow, scope->values[i]);
    }
    end_line(d, "", left);
    text_put(d->out, ">;\n");
}

static void begin(struct dot_flow_drawing *d, size_t item) {
    const struct model_flow *flow = d->flow;
    begin_node(d, item);
    text_put(d->out, "Start");
    for (size_t i = 0; i < flow->arg_count; i++)
        put_words(&d->line, i == 0 ? "with " : ", ", flow->args[i].name);
    below(d);
    for (size_t i = 0; i < flow->unique_count; i++)
        put_words(&d->line, i == 0 ? "once for each " : " and ", flow->args[flow->unique[i]].name);
    below(d);
    end_node(d, "begin created", SIGN_START,
             (struct sign_look){.fill = colour_created, .line = colour_created_line});
    tooltip(d, flow->doc);
}

static void item(struct dot_flow_drawing *d, size_t number) {
    switch (d->chart->items[number].kind) {
    case FLOW_CHART_BEGIN:
        begin(d, number);
        break;
    case FLOW_CHART_STEP:
        step(d, number);
        break;
    case FLOW_CHART_QUESTION:
        question(d, number);
        break;
    case FLOW_CHART_LOCK:
    case FLOW_CHART_UNLOCK:
    case FLOW_CHART_HOLD:
    case FLOW_CHART_RELEASE:
        bar(d, number);
        break;
    case FLOW_CHART_END:
        begin_node(d, number);
        text_put(d->out, "Done");
        end_node(d, "end final", SIGN_DONE,
                 (struct sign_look){.fill = colour_final, .line = colour_final_line, .is_double = true});
        text_put(d->out, "];\n");
        break;
    case FLOW_CHART_OPEN:
        open_box(d, d->chart->items[number].index);
        break;
    case FLOW_CHART_CLOSE:
        text_put(d->out, "    }\n");
        dot_end_gap(d->out, d->style);
        break;
    }
}

/* Arrows end at boxes, so that none of them is drawn over a title. */
static void arrow(const struct dot_flow_drawing *d, const struct flow_chart_arrow *arrow) {
    size_t tail = flow_chart_box(d->chart, arrow->from, arrow->to);
    size_t head = flow_chart_box(d->chart, arrow->to, arrow->from);
    text_put(d->out, "    ");
    node(d, arrow->from);
    text_put(d->out, " -> ");
    node(d, arrow->to);
    text_put(d->out, " [class=\"move\"");
    if (tail != MODEL_NOTHING)
        text_printf(d->out, ", ltail=\"cluster_%s.%zu\"", d->flow->name, tail);
    if (head != MODEL_NOTHING)
        text_printf(d->out, ", lhead=\"cluster_%s.%zu\"", d->flow->name, head);
    if (arrow->answer != FLOW_CHART_NO)
        text_put(d->out, ", weight=8");
    if (arrow->answer != FLOW_CHART_ALWAYS) {
        text_put(d->out, ", label=< ");
        dot_note(d->out, arrow->answer == FLOW_CHART_YES ? "yes" : "no", colour_quiet, STEP_WIDTH_MAX, "");
        text_put(d->out, ">");
    }
    text_put(d->out, "];\n");
}

/* ---- flows ----------------------------------------------------------------------------------------- */

void dot_flow(struct text *out, struct arena *arena, const struct model_flow *flow,
              const struct dot_style *style) {
    struct flow_chart chart;
    flow_chart_init(&chart, arena, flow);
    struct dot_flow_drawing d = {
        .out = out, .flow = flow, .chart = &chart, .style = style, .line = TEXT_INIT};
    dot_frame(out, "flow", flow->name, flow->label, style);
    text_put(out, ";\n");
    for (size_t i = 0; i < chart.item_count; i++)
        item(&d, i);
    for (size_t i = 0; i < chart.arrow_count; i++)
        arrow(&d, &chart.arrows[i]);
    text_put(out, "  }\n");
    text_free(&d.line);
}
