#include "emit/diagram/dot_order.h"

/* For each composite the state in it whose `rank` is the least. */
static const size_t *find_least(const struct dot_order *order, struct arena *arena, const size_t *rank) {
    const struct model_machine *machine = order->diagram->machine;
    size_t *least = arena_alloc(arena, machine->composite_count * sizeof *least);
    for (size_t i = 0; i < machine->composite_count; i++)
        least[i] = MODEL_NOTHING;
    for (size_t s = 0; s < machine->state_count; s++)
        for (const struct model_composite *at = machine->states[s].parent; at != NULL; at = at->parent) {
            size_t *best = &least[at - machine->composites];
            if (*best == MODEL_NOTHING || rank[s] < rank[*best])
                *best = s;
        }
    return least;
}

/* dot hides the part of an arrow that lies in the box which it leaves: where it begins at a state with few
 * other arrows, its tail is not taken for that of another. */
static const size_t *find_anchors(const struct dot_order *order, struct arena *arena) {
    size_t *arrows = arena_alloc(arena, order->diagram->machine->state_count * sizeof *arrows);
    for (size_t i = 0; i < order->diagram->arrow_count; i++) {
        const struct diagram_arrow *arrow = &order->diagram->arrows[i];
        arrows[arrow->to]++;
        if (arrow->from.source == DIAGRAM_STATE)
            arrows[arrow->from.index]++;
    }
    return find_least(order, arena, arrows);
}

size_t dot_tail(const struct dot_order *order, const struct diagram_arrow *arrow) {
    return arrow->from.source == DIAGRAM_STATE       ? arrow->from.index
           : arrow->from.source == DIAGRAM_COMPOSITE ? order->anchor[arrow->from.index]
                                                     : MODEL_NOTHING;
}

/* Of a state, or of the outermost composite below `around` that it lies in: where it stands in the picture.
 */
struct order_standing {
    size_t level;   /* how many moves it is away from creation */
    bool is_beside; /* the shortest way to the goal does not lead through it */
    size_t first;   /* the state that is nearest to creation */
};

static struct order_standing standing(const struct dot_order *order, size_t state,
                                      const struct model_composite *around) {
    const struct model_composite *at = order->diagram->machine->states[state].parent;
    if (at == around)
        return (struct order_standing){order->diagram->level[state], !order->diagram->on_main[state], state};
    while (at->parent != around)
        at = at->parent;
    size_t first = order->first[at - order->diagram->machine->composites];
    return (struct order_standing){order->diagram->level[first], !order->diagram->on_main[first], first};
}

bool dot_goes_back(const struct dot_order *order, size_t from, size_t to) {
    if (from == MODEL_NOTHING)
        return false;
    const struct model_composite *around = order->diagram->machine->states[from].parent;
    while (!diagram_lies_in(order->diagram->machine->states[to].parent, around))
        around = around->parent;
    struct order_standing tail = standing(order, from, around);
    struct order_standing head = standing(order, to, around);
    return head.level != tail.level           ? head.level < tail.level
           : head.is_beside != tail.is_beside ? tail.is_beside
                                              : head.first < tail.first;
}

void dot_order_init(struct dot_order *order, struct arena *arena, const struct diagram *diagram) {
    *order = (struct dot_order){.diagram = diagram};
    order->first = find_least(order, arena, diagram->level);
    order->anchor = find_anchors(order, arena);
}
