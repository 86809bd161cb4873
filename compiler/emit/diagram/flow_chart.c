#include "emit/diagram/flow_chart.h"

#include "emit/prose/sentence_flow.h"

struct charting {
    struct arena *arena;
    struct flow_chart *chart;
    struct flow_chart_arrow *exits; /* whose heads are not known yet */
    size_t exit_count;
    size_t next_scope; /* those before it are drawn */
};

static size_t add_item(struct charting *c, enum flow_chart_kind kind, size_t index, size_t scope) {
    struct flow_chart *chart = c->chart;
    chart->items = arena_grow(c->arena, chart->items, chart->item_count, sizeof *chart->items);
    chart->items[chart->item_count] = (struct flow_chart_item){kind, index, scope};
    return chart->item_count++;
}

static void add_exit(struct charting *c, size_t from, enum flow_chart_answer answer) {
    c->exits = arena_grow(c->arena, c->exits, c->exit_count, sizeof *c->exits);
    c->exits[c->exit_count++] = (struct flow_chart_arrow){from, 0, answer};
}

/* A node that follows all exits, and is the only one then. */
static size_t add_node(struct charting *c, enum flow_chart_kind kind, size_t index, size_t scope) {
    struct flow_chart *chart = c->chart;
    size_t node = add_item(c, kind, index, scope);
    for (size_t i = 0; i < c->exit_count; i++) {
        chart->arrows = arena_grow(c->arena, chart->arrows, chart->arrow_count, sizeof *chart->arrows);
        chart->arrows[chart->arrow_count] = c->exits[i];
        chart->arrows[chart->arrow_count++].to = node;
    }
    c->exit_count = 0;
    add_exit(c, node, FLOW_CHART_ALWAYS);
    return node;
}

static void add_steps(struct charting *c, size_t first, size_t end, size_t scope);

static void add_scope(struct charting *c, size_t index) {
    const struct model_scope *scope = &c->chart->flow->scopes[index];
    size_t question;
    switch (scope->kind) {
    case MODEL_REPEAT:
    case MODEL_USE:
        add_item(c, FLOW_CHART_OPEN, index, scope->parent);
        add_steps(c, scope->first, scope->end, index);
        add_item(c, FLOW_CHART_CLOSE, index, scope->parent);
        break;
    case MODEL_OPTIONAL:
        question = add_node(c, FLOW_CHART_QUESTION, index, scope->parent);
        c->exits[0].answer = FLOW_CHART_YES;
        add_steps(c, scope->first, scope->end, index);
        add_exit(c, question, FLOW_CHART_NO);
        break;
    case MODEL_LOCK:
        add_node(c, FLOW_CHART_LOCK, index, scope->parent);
        add_steps(c, scope->first, scope->end, index);
        add_node(c, FLOW_CHART_UNLOCK, index, scope->parent);
        break;
    }
}

/* Scopes stand in the order of the text, an outer one before its inner ones. */
static void add_steps(struct charting *c, size_t first, size_t end, size_t scope) {
    const struct model_flow *flow = c->chart->flow;
    for (size_t i = first; i < end;) {
        if (c->next_scope == flow->scope_count || flow->scopes[c->next_scope].first != i) {
            add_node(c, FLOW_CHART_STEP, i++, scope);
        } else {
            size_t inner = c->next_scope++;
            add_scope(c, inner);
            i = flow->scopes[inner].end;
        }
    }
}

void flow_chart_init(struct flow_chart *chart, struct arena *arena, const struct model_flow *flow) {
    struct charting c = {.arena = arena, .chart = chart};
    *chart = (struct flow_chart){.flow = flow};
    add_node(&c, FLOW_CHART_BEGIN, 0, MODEL_NOTHING);
    for (size_t i = 0; i < flow->lock_count; i++)
        add_node(&c, FLOW_CHART_HOLD, i, MODEL_NOTHING);
    add_steps(&c, 0, flow->step_count, MODEL_NOTHING);
    for (size_t i = flow->lock_count; i-- > 0;)
        add_node(&c, FLOW_CHART_RELEASE, i, MODEL_NOTHING);
    add_node(&c, FLOW_CHART_END, 0, MODEL_NOTHING);
}

static bool lies_in(const struct model_flow *flow, size_t scope, size_t outer) {
    while (scope != MODEL_NOTHING && scope != outer)
        scope = flow->scopes[scope].parent;
    return scope == outer;
}

size_t flow_chart_box(const struct flow_chart *chart, size_t item, size_t other) {
    const struct model_flow *flow = chart->flow;
    size_t box = MODEL_NOTHING;
    for (size_t scope = chart->items[item].scope;
         scope != MODEL_NOTHING && !lies_in(flow, chart->items[other].scope, scope);
         scope = flow->scopes[scope].parent)
        if (flow->scopes[scope].kind == MODEL_REPEAT || flow->scopes[scope].kind == MODEL_USE)
            box = scope;
    return box;
}

void flow_chart_lock(struct text *out, const struct flow_chart *chart, const struct flow_chart_item *bar) {
    const struct model_flow *flow = chart->flow;
    const bool is_scope = bar->kind == FLOW_CHART_LOCK || bar->kind == FLOW_CHART_UNLOCK;
    const bool takes = bar->kind == FLOW_CHART_LOCK || bar->kind == FLOW_CHART_HOLD;
    const bool keeps = bar->kind == FLOW_CHART_UNLOCK && flow->scopes[bar->index].is_kept;
    const struct model_lock *lock = is_scope ? &flow->scopes[bar->index].lock : &flow->locks[bar->index];
    text_put(out, takes   ? lock->is_global ? "global lock: " : "local lock: "
                  : keeps ? "keep: "
                          : "release: ");
    for (size_t i = 0; i < lock->key_count; i++) {
        text_put(out, i == 0 ? "" : i + 1 < lock->key_count ? ", " : " and ");
        sentence_value(out, flow, lock->keys[i]);
    }
    text_put(out, keeps ? ", to the end of the run" : "");
}
