#include "emit/diagram/dot_order.h"

uint32_t dot_mix(size_t one, size_t other) {
    uint32_t x = (uint32_t)one * UINT32_C(2654435761) + (uint32_t)other * UINT32_C(2246822519);
    x = (x ^ x >> 15) * UINT32_C(2246822519);
    x = (x ^ x >> 13) * UINT32_C(3266489917);
    return x ^ x >> 16;
}

static const size_t *find_first(const struct diagram *diagram, struct arena *arena) {
    const struct model_machine *machine = diagram->machine;
    size_t *first = arena_alloc(arena, machine->composite_count * sizeof *first);
    for (size_t i = 0; i < machine->composite_count; i++)
        first[i] = MODEL_NOTHING;
    for (size_t s = 0; s < machine->state_count; s++)
        for (const struct model_composite *at = machine->states[s].parent; at != NULL; at = at->parent) {
            size_t *best = &first[at - machine->composites];
            if (*best == MODEL_NOTHING || diagram->states[s].level < diagram->states[*best].level)
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
    const size_t level = diagram->states[first].level;
    return (struct order_standing){around == NULL ? (level - 1) % order->height : level,
                                   !diagram->states[first].on_main, first};
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

bool dot_leads_down(const struct dot_order *order, const struct diagram_arrow *arrow, enum dot_line line) {
    const bool is_loop = arrow->from.source == DIAGRAM_STATE && arrow->from.index == arrow->to;
    const bool is_back = dot_goes_back(order, arrow);
    return line == DOT_LINE_FROM ? is_back || is_loop : !is_back;
}

/* The number of ports[] of the box that a line ends at, or MODEL_NOTHING if it needs no port or is not there.
 */
static size_t box_of(const struct dot_order *order, const struct diagram_arrow *arrow, enum dot_line line) {
    const struct diagram *diagram = order->diagram;
    size_t state = arrow->to;
    if (line == DOT_LINE_TO) {
        if (arrow->from.source == DIAGRAM_ANY)
            return diagram->machine->state_count + arrow->from.index;
        state = arrow->from.source == DIAGRAM_STATE ? arrow->from.index : MODEL_NOTHING;
    }
    return state == MODEL_NOTHING || diagram_is_elsewhere(diagram, state) ? MODEL_NOTHING : state;
}

struct order_end {
    size_t arrow, line, box;
    bool is_below;
    double place;
};

void dot_order_ports(struct dot_order *order, struct arena *arena, const struct diagram_arrow *beside,
                     double (*place)[DOT_LINES]) {
    const struct diagram *diagram = order->diagram;
    struct order_end *ends = arena_alloc(arena, diagram->inner_end * DOT_LINES * sizeof *ends);
    size_t count = 0;
    order->ports =
        arena_alloc(arena, (diagram->machine->state_count + diagram->any_count) * sizeof *order->ports);
    order->port = arena_alloc(arena, diagram->inner_end * sizeof *order->port);
    for (size_t i = 0; i < diagram->inner_end; i++)
        for (enum dot_line line = DOT_LINE_TO; line < DOT_LINES; line++) {
            const struct diagram_arrow *arrow = &diagram->arrows[i];
            const size_t box = arrow == beside ? MODEL_NOTHING : box_of(order, arrow, line);
            order->port[i][line] = DOT_NO_PORT;
            if (box == MODEL_NOTHING)
                continue;
            const bool is_below = dot_leads_down(order, arrow, line);
            const bool is_last = is_below == (line == DOT_LINE_FROM);
            ends[count++] =
                (struct order_end){i, line, box, is_below, place != NULL ? place[i][line] : is_last};
            order->ports[box][is_below]++;
        }
    for (size_t i = 0; i < count; i++) {
        if (order->ports[ends[i].box][ends[i].is_below] < 2)
            continue;
        size_t before = 0;
        for (size_t k = 0; k < count; k++)
            before += ends[k].box == ends[i].box && ends[k].is_below == ends[i].is_below &&
                      (ends[k].place < ends[i].place || (ends[k].place == ends[i].place && k < i));
        order->port[ends[i].arrow][ends[i].line] = before;
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
        if (diagram->states[s].level > levels && diagram->states[s].level <= diagram->machine->state_count)
            levels = diagram->states[s].level;
    *order = (struct dot_order){.diagram = diagram, .height = (levels + columns - 1) / columns};
    order->first = find_first(diagram, arena);
    order->is_top = find_tops(order, arena);
}
