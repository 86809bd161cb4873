/* A large machine in several pictures: one with all composites closed, and one of each composite with those
 * in it closed. */
#include "emit/diagram/diagram.h"

#include <string.h>

struct parting {
    struct arena *arena;
    const struct diagram *whole;
    const struct model_composite *open; /* NULL: the machine */
    struct diagram *part;
    struct model_state *states;
    size_t *of_state, *of_composite; /* numbers of the boxes that stand for them */
    size_t *level;
    bool *waits, *on_main;
    size_t *origin, *closed;
};

/* Whether the composite lies around the open one, or is it: so does the machine, NULL. */
static bool is_around(const struct parting *p, const struct model_composite *composite) {
    return diagram_lies_in(p->open, composite);
}

/* A closed composite becomes a state. */
static void add_state(struct parting *p, struct model_machine *machine, size_t s) {
    const struct model_state *state = &p->whole->machine->states[s];
    const struct model_composite *at = state->parent;
    const struct model_composite *closed = NULL;
    for (; !is_around(p, at); at = at->parent)
        closed = at;
    size_t number = closed == NULL ? MODEL_NOTHING : p->of_composite[closed - p->whole->machine->composites];
    if (number == MODEL_NOTHING) {
        number = machine->state_count++;
        p->states[number] = *state;
        p->level[number] = p->whole->level[s];
        p->origin[number] = closed == NULL ? s : MODEL_NOTHING;
        p->waits[number] = closed == NULL && p->whole->waits[s];
        if (closed != NULL)
            p->states[number] = (struct model_state){.name = closed->name,
                                                     .label = closed->label,
                                                     .doc = closed->doc,
                                                     .enter = closed->enter,
                                                     .leave = closed->leave};
        p->states[number].parent = p->open != NULL && at == p->open ? p->open : NULL;
    }
    p->of_state[s] = number;
    p->closed[number] += closed != NULL;
    p->on_main[number] = p->on_main[number] || p->whole->on_main[s];
    if (p->whole->level[s] < p->level[number])
        p->level[number] = p->whole->level[s];
    for (at = state->parent; closed != NULL && at != closed->parent; at = at->parent)
        p->of_composite[at - p->whole->machine->composites] = number;
}

static bool says_the_same(const struct diagram_line *one, const struct diagram_line *other) {
    return strcmp(one->title, other->title) == 0 && one->by_itself == other->by_itself &&
           strcmp(one->note == NULL ? "" : one->note, other->note == NULL ? "" : other->note) == 0;
}

/* Into one with the same ends, if there is one. */
static void add_arrow(struct parting *p, struct diagram_arrow *arrows, struct diagram_arrow arrow) {
    struct diagram_arrow *same = arrows;
    while (same < arrows + p->part->stay_end &&
           (same->from.source != arrow.from.source || same->from.index != arrow.from.index ||
            same->to != arrow.to || same->by_itself != arrow.by_itself))
        same++;
    if (same == arrows + p->part->stay_end) {
        *same = arrow;
        p->part->stay_end++;
        p->part->inner_end += arrow.to != MODEL_NOTHING;
        p->part->arrow_count += !arrow.is_inner;
        return;
    }
    struct diagram_line *lines = arena_alloc(p->arena, (same->line_count + arrow.line_count) * sizeof *lines);
    memcpy(lines, same->lines, same->line_count * sizeof *lines);
    for (size_t i = 0, k; i < arrow.line_count; i++) {
        for (k = 0; k < same->line_count && !says_the_same(&lines[k], &arrow.lines[i]); k++)
            ;
        lines[k] = arrow.lines[i];
        same->line_count += k == same->line_count;
    }
    same->lines = lines;
    same->is_main = same->is_main || arrow.is_main;
    if (same->leaves == MODEL_NOTHING)
        same->leaves = arrow.leaves;
}

static bool is_open(const struct parting *p, size_t state) {
    return p->open == NULL || p->states[state].parent == p->open;
}

static void place_arrow(struct parting *p, struct diagram_arrow *arrows, struct diagram_arrow arrow) {
    const struct model_machine *machine = p->whole->machine;
    bool begins_in = p->open == NULL;
    if (arrow.to != MODEL_NOTHING)
        arrow.to = p->of_state[arrow.to];
    if (arrow.from.source == DIAGRAM_STATE) {
        arrow.from.index = p->of_state[arrow.from.index];
        begins_in = is_open(p, arrow.from.index);
    } else if (arrow.from.source == DIAGRAM_COMPOSITE) {
        const struct model_composite *from = &machine->composites[arrow.from.index];
        if (p->open != NULL && is_around(p, from)) {
            begins_in = from == p->open;
            arrow.from.index = 0;
        } else {
            arrow.from = (struct diagram_end){DIAGRAM_STATE, p->of_composite[arrow.from.index]};
            begins_in = is_open(p, arrow.from.index);
            arrow.leaves = MODEL_NOTHING;
        }
    }
    if (arrow.leaves != MODEL_NOTHING)
        arrow.leaves = is_open(p, p->of_state[arrow.leaves]) ? p->of_state[arrow.leaves] : MODEL_NOTHING;
    const bool is_within_closed = arrow.from.source == DIAGRAM_STATE && p->closed[arrow.from.index] > 0 &&
                                  (arrow.to == arrow.from.index || arrow.to == MODEL_NOTHING);
    const bool ends_in = arrow.to != MODEL_NOTHING && is_open(p, arrow.to);
    arrow.is_inner = arrow.from.source == DIAGRAM_COMPOSITE &&
                     (arrow.to == MODEL_NOTHING || p->states[arrow.to].parent == p->open);
    if (!is_within_closed && (begins_in || ends_in))
        add_arrow(p, arrows, arrow);
}

/* Those beside the open composite that no arrow leads to or from are left out: numbers of the others. */
static void drop_states(struct parting *p, struct model_machine *machine, struct diagram_arrow *arrows) {
    const size_t count = machine->state_count;
    bool *is_used = arena_alloc(p->arena, count * sizeof *is_used);
    size_t *number = arena_alloc(p->arena, count * sizeof *number);
    for (size_t i = 0; i < p->part->stay_end; i++) {
        if (arrows[i].to != MODEL_NOTHING)
            is_used[arrows[i].to] = true;
        if (arrows[i].from.source == DIAGRAM_STATE)
            is_used[arrows[i].from.index] = true;
        if (arrows[i].leaves != MODEL_NOTHING)
            is_used[arrows[i].leaves] = true;
    }
    machine->state_count = 0;
    for (size_t s = 0; s < count; s++) {
        if (!is_used[s] && !is_open(p, s))
            continue;
        const size_t to = machine->state_count++;
        number[s] = to;
        p->states[to] = p->states[s];
        p->level[to] = p->level[s];
        p->waits[to] = p->waits[s];
        p->on_main[to] = p->on_main[s];
        p->origin[to] = p->origin[s];
        p->closed[to] = p->closed[s];
    }
    for (size_t i = 0; i < p->part->stay_end; i++) {
        if (arrows[i].to != MODEL_NOTHING)
            arrows[i].to = number[arrows[i].to];
        if (arrows[i].from.source == DIAGRAM_STATE)
            arrows[i].from.index = number[arrows[i].from.index];
        if (arrows[i].leaves != MODEL_NOTHING)
            arrows[i].leaves = number[arrows[i].leaves];
    }
}

void diagram_part(struct diagram *part, struct arena *arena, const struct diagram *whole,
                  const struct model_composite *open) {
    const size_t count = whole->machine->state_count;
    struct model_machine *machine = arena_alloc(arena, sizeof *machine);
    struct model_composite *composite = arena_alloc(arena, sizeof *composite);
    struct diagram_arrow *arrows = arena_alloc(arena, whole->stay_end * sizeof *arrows);
    struct parting p = {.arena = arena,
                        .whole = whole,
                        .open = open,
                        .part = part,
                        .states = arena_alloc(arena, count * sizeof *p.states),
                        .of_state = arena_alloc(arena, count * sizeof *p.of_state),
                        .of_composite =
                            arena_alloc(arena, whole->machine->composite_count * sizeof *p.of_composite),
                        .level = arena_alloc(arena, count * sizeof *p.level),
                        .waits = arena_alloc(arena, count * sizeof *p.waits),
                        .on_main = arena_alloc(arena, count * sizeof *p.on_main),
                        .origin = arena_alloc(arena, count * sizeof *p.origin),
                        .closed = arena_alloc(arena, count * sizeof *p.closed)};
    *machine = *whole->machine;
    machine->states = p.states;
    machine->state_count = 0;
    machine->composites = composite;
    machine->composite_count = open != NULL;
    *part = *whole;
    part->machine = machine;
    part->arrow_count = part->inner_end = part->stay_end = 0;
    for (size_t i = 0; i < whole->machine->composite_count; i++)
        p.of_composite[i] = MODEL_NOTHING;
    for (size_t s = 0; s < count; s++)
        add_state(&p, machine, s);
    for (size_t i = 0; i < whole->stay_end; i++)
        place_arrow(&p, arrows, whole->arrows[i]);
    drop_states(&p, machine, arrows);
    if (open != NULL) {
        *composite = *open;
        composite->parent = NULL;
    }
    for (size_t s = 0; s < machine->state_count; s++)
        p.states[s].parent = p.states[s].parent == NULL ? NULL : composite;
    part->arrows = arrows;
    part->level = p.level;
    part->waits = p.waits;
    part->on_main = p.on_main;
    part->origin = p.origin;
    part->closed = p.closed;
}
