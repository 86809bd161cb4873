/*
 * What a flow's picture shows, whatever draws it: nodes and boxes in the order of the text, and the arrows
 * between nodes. Repeats and uses are boxes; an optional is a question with two arrows; locks are bars.
 */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

enum flow_chart_kind {
    FLOW_CHART_BEGIN,
    FLOW_CHART_STEP,     /* index into flow.steps */
    FLOW_CHART_QUESTION, /* index into flow.scopes; so too below */
    FLOW_CHART_LOCK,
    FLOW_CHART_UNLOCK, /* or kept, behind the braces */
    FLOW_CHART_HOLD,   /* index into flow.locks */
    FLOW_CHART_RELEASE,
    FLOW_CHART_END,
    FLOW_CHART_OPEN, /* no node: a box, index into flow.scopes */
    FLOW_CHART_CLOSE,
};

struct flow_chart_item {
    enum flow_chart_kind kind;
    size_t index;
    size_t scope; /* that it stands in; MODEL_NOTHING: the flow itself */
};

enum flow_chart_answer { FLOW_CHART_ALWAYS, FLOW_CHART_YES, FLOW_CHART_NO };

struct flow_chart_arrow {
    size_t from, to; /* into items */
    enum flow_chart_answer answer;
};

struct flow_chart {
    const struct model_flow *flow;
    struct flow_chart_item *items;
    size_t item_count;
    struct flow_chart_arrow *arrows;
    size_t arrow_count;
};

void flow_chart_init(struct flow_chart *chart, struct arena *arena, const struct model_flow *flow);

/* The outermost box around one end of an arrow that is not around the other; MODEL_NOTHING: none. */
size_t flow_chart_box(const struct flow_chart *chart, size_t item, size_t other);

/* What a bar says. */
void flow_chart_lock(struct text *out, const struct flow_chart *chart, const struct flow_chart_item *bar);
