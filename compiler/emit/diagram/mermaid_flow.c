#include "emit/diagram/mermaid.h"

#include "base/escape.h"
#include "emit/diagram/flow_chart.h"
#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

#include <inttypes.h>

struct mermaid_flow_drawing {
    struct text *out;
    const struct model_flow *flow;
    const struct flow_chart *chart;
    size_t depth; /* of boxes that are open */
    struct text words;
};

static void indent(const struct mermaid_flow_drawing *d) {
    for (size_t i = 0; i <= d->depth; i++)
        text_put(d->out, "    ");
}

/* Numbers, since a path may be a word of Mermaid. */
static void id(const struct mermaid_flow_drawing *d, char kind, size_t number) {
    text_printf(d->out, "%c%zu", kind, number);
}

static void end_words(struct mermaid_flow_drawing *d) {
    if (d->words.length > 0)
        escape_mermaid(d->out, d->words.data);
    d->words.length = 0;
}

static void mermaid_flow_note(struct mermaid_flow_drawing *d) {
    if (d->words.length > 0)
        text_put(d->out, "<br/>");
    end_words(d);
}

static void step(struct mermaid_flow_drawing *d, const struct model_flow_step *step) {
    static const char *const prefixes[] = {
        [MODEL_TX] = "", [MODEL_CALL] = "", [MODEL_PAUSE] = "Pause: ", [MODEL_WAIT] = "Wait for: "};
    text_put(&d->words, prefixes[step->kind]);
    text_put(&d->words, step->label);
    end_words(d);
    if (step->undo != NULL) {
        text_put(&d->words, "undo: ");
        sentence_name(&d->words, step->undo->name);
    } else if (step->is_irreversible) {
        text_put(&d->words, "cannot be undone");
    } else if (sentence_stays_done(d->flow, step)) {
        text_put(&d->words, "stays done");
    }
    mermaid_flow_note(d);
    if (step->time_ms > 0) {
        text_put(&d->words, step->kind == MODEL_WAIT ? "within " : "given up after ");
        sentence_duration(&d->words, step->time_ms);
    }
    mermaid_flow_note(d);
}

static void box_title(struct mermaid_flow_drawing *d, const struct model_scope *scope) {
    if (scope->kind == MODEL_USE || sentence_shows_count(d->flow, scope)) {
        text_put(&d->words, scope->label);
        end_words(d);
        text_put(d->out, scope->kind == MODEL_REPEAT ? "<br/>" : "");
    }
    if (scope->kind == MODEL_REPEAT) {
        text_put(&d->words, "repeat ");
        sentence_value(&d->words, d->flow, scope->count);
        text_printf(&d->words, ", %" PRId64 " to %" PRId64 " times", scope->min, scope->max);
        end_words(d);
    }
}

/* Calls are round, bars have double sides, what waits is a hexagon. */
static void item(struct mermaid_flow_drawing *d, size_t number) {
    const struct flow_chart_item *at = &d->chart->items[number];
    static const char *const opens[] = {
        [MODEL_TX] = "[\"", [MODEL_CALL] = "(\"", [MODEL_PAUSE] = "{{\"", [MODEL_WAIT] = "{{\""};
    static const char *const closes[] = {
        [MODEL_TX] = "\"]", [MODEL_CALL] = "\")", [MODEL_PAUSE] = "\"}}", [MODEL_WAIT] = "\"}}"};
    if (at->kind == FLOW_CHART_CLOSE)
        d->depth--;
    indent(d);
    switch (at->kind) {
    case FLOW_CHART_OPEN:
        text_put(d->out, "subgraph ");
        id(d, 'b', at->index);
        text_put(d->out, "[\"");
        box_title(d, &d->flow->scopes[at->index]);
        text_put(d->out, "\"]");
        d->depth++;
        break;
    case FLOW_CHART_CLOSE:
        text_put(d->out, "end");
        break;
    case FLOW_CHART_STEP:
        id(d, 'n', number);
        text_put(d->out, opens[d->flow->steps[at->index].kind]);
        step(d, &d->flow->steps[at->index]);
        text_put(d->out, closes[d->flow->steps[at->index].kind]);
        break;
    case FLOW_CHART_QUESTION:
        id(d, 'n', number);
        text_put(d->out, "{\"");
        text_printf(&d->words, "%s?", d->flow->scopes[at->index].label);
        end_words(d);
        text_put(d->out, "\"}");
        break;
    case FLOW_CHART_LOCK:
    case FLOW_CHART_UNLOCK:
    case FLOW_CHART_HOLD:
    case FLOW_CHART_RELEASE:
        id(d, 'n', number);
        text_put(d->out, "[[\"");
        flow_chart_lock(&d->words, d->chart, at);
        end_words(d);
        text_put(d->out, "\"]]");
        break;
    case FLOW_CHART_BEGIN:
    case FLOW_CHART_END:
        id(d, 'n', number);
        text_put(d->out, at->kind == FLOW_CHART_BEGIN ? "([\"Start\"])" : "([\"Done\"])");
        break;
    }
    text_put(d->out, "\n");
}

void mermaid_flow(struct text *out, struct arena *arena, const struct model_flow *flow) {
    struct flow_chart chart;
    flow_chart_init(&chart, arena, flow);
    struct mermaid_flow_drawing d = {.out = out, .flow = flow, .chart = &chart, .words = TEXT_INIT};
    text_put(out, "\n## ");
    escape_mermaid(out, flow->label);
    text_put(out, "\n```mermaid\nflowchart TD\n");
    for (size_t i = 0; i < chart.item_count; i++)
        item(&d, i);
    for (size_t i = 0; i < chart.arrow_count; i++) {
        const struct flow_chart_arrow *arrow = &chart.arrows[i];
        indent(&d);
        id(&d, 'n', arrow->from);
        text_put(out, arrow->answer == FLOW_CHART_YES  ? " -->|yes| "
                      : arrow->answer == FLOW_CHART_NO ? " -->|no| "
                                                       : " --> ");
        id(&d, 'n', arrow->to);
        text_put(out, "\n");
    }
    text_put(out, "```\n");
    text_free(&d.words);
}
