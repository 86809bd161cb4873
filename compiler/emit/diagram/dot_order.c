#include "emit/diagram/dot_order.h"

static const size_t *find_first(const struct diagram *diagram, struct arena *arena) {
    const struct model_machine *machine = diagram->machine;
    size_t *first = arena_alloc(arena, machine->composite_count * sizeof *first);
    for (size_t i = 0; i < machine->composite_count; i++)
        first[i] = MODEL_NOTHING;
    for (size_t s = 0; s < machine->state_count; s++)
        for (const struct model_composite *at = machine->states[s].parent; at != NULL; at = at->parent) {
            size_t *best = &first[at - machine->composites];
            if (*best == MODEL_NOTHING || diagram->level[s] < diagram->level[*best])
                *best = s;
        }
    return first;
}

size_t dot_tail(const struct dot_order *order, const struct diagram_arrow *arrow) {
    return arrow->from.source == DIAGRAM_STATE       ? arrow->from.index
           : arrow->from.source == DIAGRAM_COMPOSITE ? order->first[arrow->from.index]
                                                     : MODEL_NOTHING;
}

/* The place in the picture of a state, or of the outermost composite below `around` that it is part of. */
struct order_standing {
    size_t level;   /* how many moves it is away from creation */
    bool is_beside; /* the shortest way to the goal does not lead through it */
    size_t first;   /* the state that is nearest to creation */
};

static struct order_standing standing(const struct dot_order *order, size_t state,
                                      const struct model_composite *around) {
    const struct diagram *diagram = order->diagram;
    const struct model_composite *at = diagram->machine->states[state].parent;
    while (at != around && at->parent != around)
        at = at->parent;
    const size_t first = at == around ? state : order->first[at - diagram->machine->composites];
    const size_t level = diagram->level[first];
    return (struct order_standing){around == NULL ? (level - 1) % order->height : level,
                                   !diagram->on_main[first], first};
}

static bool leads_back(const struct dot_order *order, size_t from, size_t to) {
    const struct model_composite *around = order->diagram->machine->states[from].parent;
    while (!diagram_lies_in(order->diagram->machine->states[to].parent, around))
        around = around->parent;
    struct order_standing tail = standing(order, from, around);
    struct order_standing head = standing(order, to, around);
    return head.level != tail.level           ? head.level < tail.level
           : head.is_beside != tail.is_beside ? tail.is_beside
                                              : head.first < tail.first;
}

bool dot_goes_back(const struct dot_order *order, const struct diagram_arrow *arrow) {
    const size_t from = dot_tail(order, arrow);
    return from != MODEL_NOTHING && !arrow->is_inner && !diagram_is_elsewhere(order->diagram, from) &&
           !diagram_is_elsewhere(order->diagram, arrow->to) && leads_back(order, from, arrow->to);
}

enum dot_side dot_side(const struct dot_order *order, const struct diagram_arrow *arrow, enum dot_line line) {
    bool is_back = dot_goes_back(order, arrow);
    bool is_loop = arrow->from.source == DIAGRAM_STATE && arrow->from.index == arrow->to;
    if (line == DOT_LINE_FROM)
        return is_back || is_loop ? DOT_IN_BELOW : DOT_IN_ABOVE;
    if (line == DOT_LINE_MAIN)
        is_back = leads_back(order, arrow->leaves, arrow->to);
    return is_back ? DOT_OUT_ABOVE : DOT_OUT_BELOW;
}

static void find_ends(struct dot_order *order, struct arena *arena) {
    order->ends = arena_alloc(arena, order->diagram->machine->state_count * sizeof *order->ends);
    for (size_t i = 0; i < order->diagram->inner_end; i++) {
        const struct diagram_arrow *arrow = &order->diagram->arrows[i];
        order->ends[arrow->to][dot_side(order, arrow, DOT_LINE_FROM)] = true;
        if (arrow->from.source == DIAGRAM_STATE)
            order->ends[arrow->from.index][dot_side(order, arrow, DOT_LINE_TO)] = true;
        if (arrow->leaves != MODEL_NOTHING)
            order->ends[arrow->leaves][dot_side(order, arrow, DOT_LINE_MAIN)] = true;
    }
}

static const bool *find_tops(const struct dot_order *order, struct arena *arena) {
    const struct model_machine *machine = order->diagram->machine;
    bool *is_top = arena_alloc(arena, machine->state_count * sizeof *is_top);
    for (size_t s = 0; s < machine->state_count; s++)
        is_top[s] = true;
    for (size_t i = 0; i < order->diagram->inner_end; i++) {
        const struct diagram_arrow *arrow = &order->diagram->arrows[i];
        const size_t from = dot_tail(order, arrow);
        if (from == MODEL_NOTHING || from == arrow->to)
            continue;
        const bool is_back = dot_goes_back(order, arrow);
        const size_t upper = is_back ? arrow->to : from;
        const size_t lower = is_back ? from : arrow->to;
        if (diagram_lies_in(machine->states[upper].parent, machine->states[lower].parent))
            is_top[lower] = false;
    }
    return is_top;
}

void dot_order_init(struct dot_order *order, struct arena *arena, const struct diagram *diagram,
                    size_t columns) {
    size_t levels = 1;
    for (size_t s = 0; s < diagram->machine->state_count; s++)
        if (diagram->level[s] > levels && diagram->level[s] <= diagram->machine->state_count)
            levels = diagram->level[s];
    *order = (struct dot_order){.diagram = diagram, .height = (levels + columns - 1) / columns};
    order->first = find_first(diagram, arena);
    order->is_top = find_tops(order, arena);
    find_ends(order, arena);
}
