/* A large machine in several pictures: one with all composites closed, and one of each composite with those
 * in it closed. Where a picture still has too many states, groups of them are closed like composites. */

#include "emit/diagram/line.h"

#include <string.h>

enum {
    GROUP_MAX = 7,     /* states */
    LISTED_MAX = 2,    /* states in the label of a group */
    GROUPED_MAX = 500, /* states, of which groups are made in less than a second */
};

struct parting {
    struct arena *arena;
    const struct diagram *whole;
    const struct model_composite *open; /* NULL: the machine */
    struct diagram *part;
    struct model_machine *machine;
    struct model_state *states;
    struct diagram_arrow *arrows;
    size_t *of_state, *of_composite; /* numbers of the boxes that stand for them; MODEL_NOTHING: elsewhere */
    struct diagram_state *shown;
    size_t *beside;
    bool is_short, is_plain, is_bare;
    size_t around; /* the number of the part's `any` for what composites around a group lead to */
};

/* A closed composite becomes a state. Adds no state that is not in the open one. */
static void add_state(struct parting *p, size_t s) {
    const struct model_machine *machine = p->whole->machine;
    const struct model_state *state = &machine->states[s];
    const struct model_composite *at = state->parent;
    const struct model_composite *closed = NULL;
    p->of_state[s] = MODEL_NOTHING;
    if (!diagram_lies_in(at, p->open))
        return;
    for (; at != p->open; at = at->parent)
        closed = at;
    size_t number = closed == NULL ? MODEL_NOTHING : p->of_composite[closed - machine->composites];
    if (number == MODEL_NOTHING) {
        number = p->machine->state_count++;
        p->states[number] = *state;
        p->shown[number].level = p->whole->states[s].level;
        p->shown[number].origin = closed == NULL ? s : MODEL_NOTHING;
        p->shown[number].waits = p->whole->states[s].waits;
        if (closed != NULL)
            p->states[number] = (struct model_state){.name = closed->name,
                                                     .label = closed->label,
                                                     .doc = closed->doc,
                                                     .enter = closed->enter,
                                                     .leave = closed->leave};
    }
    p->of_state[s] = number;
    p->shown[number].closed += closed != NULL;
    p->shown[number].clocks += p->whole->states[s].waits;
    p->shown[number].waits = p->shown[number].waits && (p->whole->states[s].waits || state->is_final);
    p->shown[number].on_main = p->shown[number].on_main || p->whole->states[s].on_main;
    if (p->whole->states[s].level < p->shown[number].level)
        p->shown[number].level = p->whole->states[s].level;
    for (at = state->parent; closed != NULL && at != closed->parent; at = at->parent)
        p->of_composite[at - machine->composites] = number;
}

/* From 2 without gaps: 1 is above all. */
static void number_levels(struct parting *p) {
    for (size_t level = 2, next = 0; next != MODEL_NOTHING; level++) {
        next = MODEL_NOTHING;
        for (size_t s = 0; s < p->machine->state_count; s++)
            if (p->shown[s].level >= level && p->shown[s].level < next)
                next = p->shown[s].level;
        for (size_t s = 0; s < p->machine->state_count; s++)
            if (p->shown[s].level == next)
                p->shown[s].level = level;
    }
}

/* Stands for all states of other pictures above or below a state, or below the open composite. It is not
 * drawn: the words of the arrow name them. So no line is long. */
static size_t add_elsewhere(struct parting *p, size_t beside, bool is_below) {
    const size_t level = beside == MODEL_NOTHING ? p->whole->machine->state_count + 1
                         : is_below              ? p->shown[beside].level + 1
                                                 : p->shown[beside].level - 1;
    size_t number = 0;
    while (number < p->machine->state_count &&
           (p->shown[number].closed != DIAGRAM_ELSEWHERE || p->beside[number] != beside ||
            p->shown[number].level != level))
        number++;
    if (number < p->machine->state_count)
        return number;
    p->machine->state_count++;
    p->states[number] = (struct model_state){.name = "", .label = ""};
    p->shown[number].level = level;
    p->shown[number].origin = MODEL_NOTHING;
    p->shown[number].closed = DIAGRAM_ELSEWHERE;
    p->beside[number] = beside;
    return number;
}

/* Either may be NULL. */
static bool is_same_text(const char *one, const char *other) {
    return strcmp(one == NULL ? "" : one, other == NULL ? "" : other) == 0;
}

static bool says_the_same(const struct diagram_line *one, const struct diagram_line *other) {
    return one->by_itself == other->by_itself && is_same_text(one->when, other->when) &&
           is_same_text(one->title, other->title) && is_same_text(one->note, other->note) &&
           is_same_text(one->from, other->from) && is_same_text(one->to, other->to);
}

/* What is told of an event whose other end is in another picture: without actions in the overview. */
static const char *told(const struct parting *p, const struct diagram_line *line) {
    return p->is_bare ? NULL : p->is_plain ? line->conditions : line->brief;
}

/* The signs that may be in it. */
static uint64_t told_signs(const struct parting *p) {
    return p->is_bare ? 0 : p->is_plain ? ~(SIGN_BIT(EFFECT) | SIGN_BIT(AFTER)) : ~UINT64_C(0);
}

static bool leads_elsewhere(const struct parting *p, const struct diagram_arrow *arrow) {
    return arrow->to != MODEL_NOTHING && p->shown[arrow->to].closed == DIAGRAM_ELSEWHERE;
}

/* An end of the arrow stands for states of other pictures: others with the same ends may not be on the way to
 * a goal. */
static bool is_from_or_to_others(const struct parting *p, const struct diagram_arrow *arrow) {
    return arrow->lines->from != NULL || leads_elsewhere(p, arrow);
}

/* Into one with the same ends, if there is one: what leads from a closed box to other pictures is drawn apart
 * there. */
static void add_arrow(struct parting *p, struct diagram_arrow arrow) {
    struct diagram_arrow *same = p->arrows;
    struct diagram_arrow *end = p->arrows + p->part->stay_end;
    while (same < end && (same->from.source != arrow.from.source || same->from.index != arrow.from.index ||
                          same->to != arrow.to || same->by_itself != arrow.by_itself ||
                          (is_from_or_to_others(p, &arrow) && same->is_main != arrow.is_main)))
        same++;
    if (same == end) {
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
    same->by_itself = same->by_itself && arrow.by_itself;
    same->is_main = same->is_main || arrow.is_main;
    same->leaves = arrow.is_main && arrow.leaves != MODEL_NOTHING ? arrow.leaves : same->leaves;
}

static bool is_closed(const struct parting *p, struct diagram_end end) {
    return end.source == DIAGRAM_STATE && end.index != MODEL_NOTHING && p->shown[end.index].closed > 0 &&
           p->shown[end.index].closed != DIAGRAM_ELSEWHERE;
}

/* Where the arrow begins in the part; otherwise returns false, and the label of what it leaves elsewhere. */
static bool begins_in(const struct parting *p, struct diagram_end *from, const char **elsewhere) {
    const struct model_machine *machine = p->whole->machine;
    if (from->source == DIAGRAM_STATE) {
        *elsewhere = machine->states[from->index].label;
        from->index = p->of_state[from->index];
        return from->index != MODEL_NOTHING;
    }
    if (from->source != DIAGRAM_COMPOSITE)
        return from->source == DIAGRAM_ANY;
    const struct model_composite *composite = &machine->composites[from->index];
    *elsewhere = composite->label;
    if (composite == p->open) {
        from->index = 0;
        return true;
    }
    if (diagram_lies_in(p->open, composite))
        *elsewhere = arena_printf(p->arena, "any state of %s", composite->label);
    from->source = DIAGRAM_STATE;
    from->index = p->of_composite[composite - machine->composites];
    return from->index != MODEL_NOTHING;
}

/* Marks the states that have the line's move. Returns how many have it. */
static size_t mark_sources(const struct parting *p, const struct diagram_line *line, bool *set) {
    const struct model_machine *machine = p->whole->machine;
    size_t count = 0;
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].arrow == line->arrow && machine->moves[i].from != MODEL_NOTHING) {
            set[machine->moves[i].from] = true;
            count++;
        }
    return count;
}

/* The states of a composite in other pictures that a line leaves: `all` if it is not noted that some are not.
 */
static const char *sources(const struct parting *p, const struct diagram_line *line, const char *all) {
    bool *set = arena_alloc(p->arena, p->whole->machine->state_count * sizeof *set);
    if (line->arrow->from.composite == NULL || !line->is_partial)
        return all;
    const size_t count = mark_sources(p, line, set);
    const char *list = diagram_list(p->arena, p->whole->machine, p->whole->group_begin, set, NULL);
    return list != NULL
               ? list
               : arena_printf(p->arena, "%zu states of %s", count, line->arrow->from.composite->label);
}

/* For an arrow that is drawn in full in another picture, or whose other end is named only. */
static void retell(struct parting *p, struct diagram_arrow *arrow, const char *from, const char *to,
                   bool in_short) {
    struct diagram_line *lines = arena_alloc(p->arena, arrow->line_count * sizeof *lines);
    for (size_t i = 0; i < arrow->line_count; i++) {
        lines[i] = arrow->lines[i];
        lines[i].from = from == NULL ? NULL : sources(p, &lines[i], from);
        lines[i].to = to;
        if (in_short)
            lines[i].note = told(p, &lines[i]), lines[i].signs &= told_signs(p);
    }
    arrow->lines = lines;
}

/* Whether the arrow leaves a composite around the open one. */
static bool is_around(const struct parting *p, const struct diagram_arrow *arrow) {
    const struct model_composite *from = &p->whole->machine->composites[arrow->from.index];
    return arrow->from.source == DIAGRAM_COMPOSITE && p->open != NULL && from != p->open &&
           diagram_lies_in(p->open, from);
}

/* Of an arrow that leaves a composite around the part, the lines that leave states in the part. Returns
 * whether there are any. */
static bool leave_from_part(struct parting *p, struct diagram_arrow *arrow) {
    struct diagram_line *lines = arena_alloc(p->arena, arrow->line_count * sizeof *lines);
    const size_t count = arrow->line_count;
    bool *set = arena_alloc(p->arena, p->whole->machine->state_count * sizeof *set);
    arrow->line_count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t s = 0;
        memset(set, 0, p->whole->machine->state_count * sizeof *set);
        mark_sources(p, &arrow->lines[i], set);
        while (s < p->whole->machine->state_count && !(set[s] && p->of_state[s] != MODEL_NOTHING))
            s++;
        if (s < p->whole->machine->state_count)
            lines[arrow->line_count++] = arrow->lines[i];
    }
    arrow->lines = lines;
    arrow->from = p->machine->composite_count > 0 ? (struct diagram_end){DIAGRAM_COMPOSITE, 0}
                                                  : (struct diagram_end){DIAGRAM_ANY, p->around};
    arrow->is_main = arrow->is_main && p->of_state[arrow->leaves] != MODEL_NOTHING;
    return arrow->line_count > 0;
}

static void place_arrow(struct parting *p, struct diagram_arrow arrow) {
    const char *elsewhere = NULL;
    const size_t to = arrow.to;
    const bool stays = to == MODEL_NOTHING;
    if (!stays)
        arrow.to = p->of_state[to];
    const bool leaves = !stays && arrow.to == MODEL_NOTHING;
    const bool is_named =
        p->open == NULL && !p->is_short && is_closed(p, (struct diagram_end){DIAGRAM_STATE, arrow.to});
    const char *target = is_named ? p->whole->machine->states[to].label : NULL;
    const bool goes_around = (leaves || stays) && is_around(p, &arrow);
    const bool begins = goes_around ? leave_from_part(p, &arrow) : begins_in(p, &arrow.from, &elsewhere);
    if (!begins && (leaves || stays || elsewhere == NULL) && arrow.from.source != DIAGRAM_NOTHING)
        return;
    if (leaves || (stays && arrow.from.source == DIAGRAM_ANY)) {
        if (!begins || (p->is_short && is_closed(p, arrow.from)))
            return;
        arrow.to =
            add_elsewhere(p, arrow.from.source == DIAGRAM_STATE ? arrow.from.index : MODEL_NOTHING, true);
        arrow.is_inner = false;
        retell(p, &arrow, NULL, stays ? NULL : p->whole->machine->states[to].label,
               is_closed(p, arrow.from) || (goes_around && !stays));
    } else if (!begins && elsewhere != NULL) {
        arrow.from = (struct diagram_end){DIAGRAM_STATE, add_elsewhere(p, arrow.to, false)};
        retell(p, &arrow, elsewhere, NULL, true);
    } else if (target != NULL || is_closed(p, arrow.from)) {
        retell(p, &arrow, NULL, target, is_closed(p, arrow.from));
    }
    arrow.is_inner = arrow.is_inner && arrow.from.source == DIAGRAM_COMPOSITE;
    if (arrow.leaves != MODEL_NOTHING)
        arrow.leaves = arrow.from.source == DIAGRAM_STATE ? MODEL_NOTHING : p->of_state[arrow.leaves];
    arrow.is_main =
        arrow.is_main && (arrow.from.source != DIAGRAM_ANY || arrow.leaves != MODEL_NOTHING || !leaves);
    if (!is_closed(p, arrow.from) || (arrow.to != arrow.from.index && arrow.to != MODEL_NOTHING))
        add_arrow(p, arrow);
}

static bool is_same_event(const struct parting *p, const struct diagram_line *one,
                          const struct diagram_line *other) {
    return one->arrow->event == other->arrow->event && one->by_itself == other->by_itself &&
           is_same_text(one->when, other->when) && is_same_text(told(p, one), told(p, other));
}

/* Marks the states, of the closed box and others, that have the line's move to the same box or state. */
static void find_sources(const struct parting *p, const struct diagram_arrow *arrow,
                         const struct diagram_line *line, bool *set) {
    for (size_t a = 0; a < p->whole->inner_end; a++) {
        const struct diagram_arrow *other = &p->whole->arrows[a];
        const bool is_same_end = line->to == NULL ? p->of_state[other->to] == arrow->to
                                                  : p->whole->machine->states[other->to].label == line->to;
        if (!is_same_end || other->from.source == DIAGRAM_ANY ||
            (is_from_or_to_others(p, arrow) && other->is_main != arrow->is_main))
            continue;
        for (size_t l = 0; l < other->line_count; l++)
            if (is_same_event(p, &other->lines[l], line))
                mark_sources(p, &other->lines[l], set);
    }
}

/* Whether the line leaves a closed box, or a composite around the open one: some states may not have its
 * move. */
static bool is_from_some(const struct parting *p, const struct diagram_arrow *arrow,
                         const struct diagram_line *line) {
    const struct model_composite *from = line->arrow->from.composite;
    return is_closed(p, arrow->from) ||
           (p->open != NULL && from != NULL && from->name != p->open->name &&
            (arrow->from.source == DIAGRAM_COMPOSITE || arrow->from.index == p->around));
}

/* Whether all that leads from there to the closed box leads to the same state in it, which goes without
 * saying. */
static bool have_one_target(const struct parting *p, const struct diagram_arrow *arrow) {
    const char *to = arrow->lines->to;
    for (size_t a = 0; a < p->part->stay_end && !leads_elsewhere(p, arrow); a++) {
        const struct diagram_arrow *other = &p->arrows[a];
        if (other->from.source != arrow->from.source || other->from.index != arrow->from.index ||
            other->to != arrow->to)
            continue;
        for (size_t i = 0; i < other->line_count; i++)
            if (to != NULL && other->lines[i].to != NULL && strcmp(other->lines[i].to, to) != 0)
                return false;
    }
    return !leads_elsewhere(p, arrow);
}

/* In the words of such lines: the states that they leave, unless all have the move. */
static void name_sources(struct parting *p, const struct diagram_arrow *arrow) {
    const struct model_machine *machine = p->whole->machine;
    bool *set = arena_alloc(p->arena, machine->state_count * sizeof *set);
    bool *others = arena_alloc(p->arena, machine->state_count * sizeof *others);
    struct diagram_line *lines = arena_alloc(p->arena, arrow->line_count * sizeof *lines);
    const bool is_evident = have_one_target(p, arrow);
    for (size_t i = 0; i < arrow->line_count; i++) {
        size_t count = 0, other_count = 0;
        lines[i] = arrow->lines[i];
        lines[i].to = is_evident ? NULL : lines[i].to;
        if (!is_from_some(p, arrow, &lines[i]))
            continue;
        memset(set, 0, machine->state_count * sizeof *set);
        mark_sources(p, &lines[i], set);
        if (arrow->to != MODEL_NOTHING)
            find_sources(p, arrow, &lines[i], set);
        for (size_t s = 0; s < machine->state_count; s++) {
            const bool is_in = is_closed(p, arrow->from) ? p->of_state[s] == arrow->from.index
                                                         : p->of_state[s] != MODEL_NOTHING;
            set[s] = set[s] && is_in;
            others[s] = !set[s] && is_in && !machine->states[s].is_final;
            count += set[s];
            other_count += others[s];
        }
        if (other_count > 0 || lines[i].is_partial)
            lines[i].note = is_closed(p, arrow->from) ? told(p, &lines[i]) : lines[i].brief;
        if (other_count == 0)
            continue;
        const char *from = diagram_list(p->arena, machine, p->whole->group_begin, set, p->open);
        const char *but = diagram_list(p->arena, machine, p->whole->group_begin, others, p->open);
        lines[i].from = but != NULL && (from == NULL || 2 * other_count <= count)
                            ? arena_printf(p->arena, "all but %s", but)
                        : from != NULL ? from
                                       : arena_printf(p->arena, "%zu of its states", count);
    }
    p->arrows[arrow - p->arrows].lines = lines;
}

void diagram_part(struct diagram *part, struct arena *arena, const struct diagram *whole,
                  const struct model_composite *open, enum diagram_detail detail) {
    const size_t count = whole->machine->state_count + 2 * whole->stay_end;
    struct model_machine *machine = arena_alloc(arena, sizeof *machine);
    struct model_composite *composite = arena_alloc(arena, sizeof *composite);
    const bool is_group = open == NULL || (size_t)(open - whole->machine->composites) >= whole->group_begin;
    struct parting p = {.arena = arena,
                        .whole = whole,
                        .open = open,
                        .part = part,
                        .machine = machine,
                        .states = arena_alloc(arena, count * sizeof *p.states),
                        .arrows = arena_alloc(arena, whole->stay_end * sizeof *p.arrows),
                        .of_state = arena_alloc(arena, count * sizeof *p.of_state),
                        .of_composite =
                            arena_alloc(arena, whole->machine->composite_count * sizeof *p.of_composite),
                        .shown = arena_alloc(arena, count * sizeof *p.shown),
                        .is_short = detail != DIAGRAM_ALL,
                        .is_plain = open == NULL || detail == DIAGRAM_PLAIN,
                        .is_bare = detail == DIAGRAM_BARE,
                        .around = whole->any_count,
                        .beside = arena_alloc(arena, count * sizeof *p.beside)};
    *machine = *whole->machine;
    machine->states = p.states;
    machine->state_count = 0;
    machine->composites = composite;
    machine->composite_count = !is_group;
    *part = *whole;
    part->machine = machine;
    part->group_begin = 1;
    part->arrow_count = part->inner_end = part->stay_end = 0;
    for (size_t i = 0; i < whole->machine->composite_count; i++)
        p.of_composite[i] = MODEL_NOTHING;
    for (size_t s = 0; s < whole->machine->state_count; s++)
        add_state(&p, s);
    const size_t inside = machine->state_count;
    number_levels(&p);
    for (size_t i = 0; i < whole->stay_end; i++)
        place_arrow(&p, whole->arrows[i]);
    for (size_t i = 0; i < part->stay_end; i++)
        name_sources(&p, &p.arrows[i]);
    if (open != NULL) {
        *composite = *open;
        composite->parent = NULL;
    }
    for (size_t s = 0; s < machine->state_count; s++)
        p.states[s].parent = is_group || (s >= inside && p.beside[s] == MODEL_NOTHING) ? NULL : composite;
    part->arrows = p.arrows;
    part->states = p.shown;
    part->is_part = true;
    struct diagram_any *anys = arena_alloc(arena, (whole->any_count + 1) * sizeof *anys);
    if (whole->any_count > 0)
        memcpy(anys, whole->anys, whole->any_count * sizeof *anys);
    part->anys = anys;
    part->any_count = whole->any_count + 1;
}

size_t diagram_inside(const struct diagram *diagram) {
    size_t inside = 0;
    for (size_t s = 0; s < diagram->machine->state_count; s++)
        inside += !diagram_is_elsewhere(diagram, s);
    return inside;
}

/* ---- groups ---------------------------------------------------------------------------------------- */

struct grouping {
    const struct diagram *grouped;
    const struct diagram *part; /* whose states become members of groups */
    size_t count;               /* of these states */
    size_t *group;              /* of each of them: the number of the first member */
    size_t *size;               /* of the group of that number; 0 if there is none */
    size_t *arrows;             /* between two groups, in either direction */
};

static void count_arrows(const struct grouping *g) {
    for (size_t i = 0; i < g->part->inner_end; i++) {
        const struct diagram_arrow *arrow = &g->part->arrows[i];
        if (arrow->from.source != DIAGRAM_STATE)
            continue;
        g->arrows[arrow->from.index * g->count + arrow->to]++;
        g->arrows[arrow->to * g->count + arrow->from.index]++;
    }
}

/* Those with most arrows between them for each pair of their members. */
static bool join_closest(const struct grouping *g, size_t size_max) {
    size_t best_one = 0, best_other = 0;
    double best = 0;
    for (size_t one = 0; one < g->count; one++)
        for (size_t other = one + 1; other < g->count; other++) {
            if (g->size[one] == 0 || g->size[other] == 0 || g->size[one] + g->size[other] > size_max)
                continue;
            const double now =
                (double)g->arrows[one * g->count + other] / (double)(g->size[one] * g->size[other]);
            best_one = now > best ? one : best_one;
            best_other = now > best ? other : best_other;
            best = now > best ? now : best;
        }
    if (best == 0)
        return false;
    for (size_t s = 0; s < g->count; s++) {
        g->group[s] = g->group[s] == best_other ? best_one : g->group[s];
        g->arrows[best_one * g->count + s] += g->arrows[best_other * g->count + s];
        g->arrows[s * g->count + best_one] += g->arrows[s * g->count + best_other];
    }
    g->size[best_one] += g->size[best_other];
    g->size[best_other] = 0;
    return true;
}

/* The first of its states in the order in which they are reached. */
static const char *group_label(const struct diagram *grouped, struct arena *arena,
                               const struct model_state *states, const struct model_composite *group) {
    struct text label = TEXT_INIT;
    size_t listed = 0;
    for (size_t level = 1; level <= grouped->machine->state_count + 1; level++)
        for (size_t s = 0; s < grouped->machine->state_count; s++) {
            if (grouped->states[s].level != level || !diagram_lies_in(states[s].parent, group))
                continue;
            if (listed < LISTED_MAX)
                text_printf(&label, "%s%s", listed == 0 ? "" : ", ", states[s].label);
            listed++;
        }
    if (listed > LISTED_MAX)
        text_printf(&label, " and %zu more", listed - LISTED_MAX);
    return diagram_keep(arena, &label);
}

/* A composite of the members, which are states and composites in the open one. */
static void add_group(const struct grouping *g, struct arena *arena, size_t group, struct model_state *states,
                      struct model_composite *composites, size_t number, const struct model_composite *open) {
    const struct diagram *part = g->part;
    composites[number] = (struct model_composite){
        .name = arena_printf(arena, "%zu", number + 1), .parent = open, .initial = MODEL_NOTHING};
    for (size_t m = 0; m < part->machine->state_count; m++) {
        if (g->group[m] != group)
            continue;
        if (part->states[m].origin != MODEL_NOTHING)
            states[part->states[m].origin].parent = &composites[number];
        for (size_t i = 0; i < number && part->states[m].origin == MODEL_NOTHING; i++)
            if (composites[i].parent == open && composites[i].name == part->machine->states[m].name)
                composites[i].parent = &composites[number];
    }
    composites[number].label = group_label(g->grouped, arena, states, &composites[number]);
}

static const struct model_composite *moved(const struct model_composite *composite,
                                           const struct model_machine *from,
                                           const struct model_composite *to) {
    return composite == NULL ? NULL : to + (composite - from->composites);
}

bool diagram_group(struct diagram *grouped, struct arena *arena, const struct diagram *part, size_t open) {
    const size_t count = part->machine->state_count;
    const size_t half = (diagram_inside(part) + 1) / 2;
    const size_t size_max = half < GROUP_MAX ? half : GROUP_MAX;
    const struct model_machine *machine = grouped->machine;
    struct model_machine *to = arena_alloc(arena, sizeof *to);
    struct model_state *states = arena_alloc(arena, machine->state_count * sizeof *states);
    struct model_composite *composites =
        arena_alloc(arena, (machine->composite_count + count) * sizeof *composites);
    if (count > GROUPED_MAX)
        return false;
    struct grouping g = {.grouped = grouped,
                         .part = part,
                         .count = count,
                         .arrows = arena_alloc(arena, count * count * sizeof *g.arrows),
                         .group = arena_alloc(arena, count * sizeof *g.group),
                         .size = arena_alloc(arena, count * sizeof *g.size)};
    for (size_t s = 0; s < count; s++) {
        g.group[s] = s;
        g.size[s] = part->states[s].closed == DIAGRAM_ELSEWHERE ? size_max : 1;
    }
    count_arrows(&g);
    while (join_closest(&g, size_max))
        ;
    *to = *machine;
    to->states = states;
    to->composites = composites;
    for (size_t s = 0; s < machine->state_count; s++) {
        states[s] = machine->states[s];
        states[s].parent = moved(states[s].parent, machine, composites);
    }
    for (size_t i = 0; i < machine->composite_count; i++) {
        composites[i] = machine->composites[i];
        composites[i].parent = moved(composites[i].parent, machine, composites);
    }
    for (size_t s = 0; s < count; s++)
        if (g.size[s] > 1 && part->states[s].closed != DIAGRAM_ELSEWHERE)
            add_group(&g, arena, s, states, composites, to->composite_count++,
                      open == MODEL_NOTHING ? NULL : &composites[open]);
    const bool is_grouped = to->composite_count > machine->composite_count;
    grouped->machine = to;
    return is_grouped;
}
