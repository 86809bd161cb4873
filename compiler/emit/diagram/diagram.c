#include "emit/diagram/diagram.h"

#include "emit/diagram/line.h"
#include "model/timers.h"

#include <stdlib.h>
#include <string.h>

enum {
    ANY_SOURCES_MIN = 5, /* fewer arrows are easier to follow than to read about */
    ANY_WRITTEN_MIN = 3, /* of one line of the file, which leaves all states */
    ANY_EXCEPT_MAX = 3,
    LISTED_MAX = 3, /* states in words on an arrow */
};

/* A move as written, on its way to its place in the picture. */
struct placed {
    struct diagram_move move;
    struct diagram_end from;
    size_t order;
    bool is_inner; /* leaves a composite and ends in it */
    bool is_told;  /* by the line of another, which differs only in where it begins */
};

struct placing {
    struct arena *arena;
    const struct model_machine *machine;
    struct placed *placed;
    size_t *start; /* the flattened moves of arrow a are moves[start[a]] to moves[start[a + 1] - 1] */
    const struct model_move **moves;
    size_t *open_in;   /* for each composite: the states in it that are not final */
    size_t open_count; /* all states that are not final */
    struct diagram_state *states;
    bool *covered; /* scratch, a flag for each state, false between uses */
    struct diagram_any *anys;
    size_t any_count;
};

static int diagram_compare(size_t left, size_t right) {
    return left < right ? -1 : left > right;
}

/* Whether it is kept from the moves between the same ends that somebody makes. A loop is not: a second one
 * would lie on the words of the first. */
static bool has_own_arrow(const struct placed *placed) {
    bool is_loop = placed->from.source == DIAGRAM_STATE && placed->from.index == placed->move.to;
    return placed->move.by_itself && !is_loop;
}

static int by_ends(const void *left, const void *right) {
    const struct placed *a = left;
    const struct placed *b = right;
    int order = diagram_compare(a->from.source, b->from.source);
    order = order != 0 ? order : diagram_compare(a->from.index, b->from.index);
    order = order != 0 ? order : diagram_compare(a->move.to, b->move.to);
    order = order != 0 ? order : diagram_compare(has_own_arrow(a), has_own_arrow(b));
    return order != 0 ? order : diagram_compare(a->order, b->order);
}

static int by_source_and_event(const void *left, const void *right) {
    const struct placed *a = left;
    const struct placed *b = right;
    int order = diagram_compare(a->from.source, b->from.source);
    order = order != 0 ? order : diagram_compare(a->from.index, b->from.index);
    order = order != 0 ? order : diagram_compare(a->move.arrow->event, b->move.arrow->event);
    return order != 0 ? order : diagram_compare(a->order, b->order);
}

static int by_conditions_and_hooks(const struct model_arrow *x, const struct model_arrow *y) {
    int order = diagram_compare(x->condition_count, y->condition_count);
    order = order != 0 ? order : diagram_compare(x->effects.count, y->effects.count);
    order = order != 0 ? order : diagram_compare(x->after.count, y->after.count);
    order = order != 0 ? order : diagram_compare(x->is_unrecorded, y->is_unrecorded);
    order = order != 0 ? order : diagram_compare(x->restart_count, y->restart_count);
    for (size_t i = 0; order == 0 && i < x->restart_count; i++)
        order = diagram_compare(x->restarts[i], y->restarts[i]);
    for (size_t i = 0; order == 0 && i < x->condition_count; i++) {
        order = strcmp(x->conditions[i].guard->name, y->conditions[i].guard->name);
        order = order != 0 ? order : diagram_compare(x->conditions[i].negated, y->conditions[i].negated);
    }
    for (size_t i = 0; order == 0 && i < x->effects.count; i++)
        order = strcmp(x->effects.hooks[i]->name, y->effects.hooks[i]->name);
    for (size_t i = 0; order == 0 && i < x->after.count; i++)
        order = strcmp(x->after.hooks[i]->name, y->after.hooks[i]->name);
    return order;
}

/* Equal where two moves differ in nothing but where they begin. */
static int by_what_happens(const void *left, const void *right) {
    const struct placed *a = left;
    const struct placed *b = right;
    int order = diagram_compare(a->move.arrow->event, b->move.arrow->event);
    order = order != 0 ? order : diagram_compare(a->move.to, b->move.to);
    order = order != 0 ? order : diagram_compare(a->move.branch, b->move.branch);
    order = order != 0 ? order
                       : strcmp(a->move.failures == NULL ? "" : a->move.failures,
                                b->move.failures == NULL ? "" : b->move.failures);
    order = order != 0 ? order : diagram_compare(a->move.arrow->reopens, b->move.arrow->reopens);
    return order != 0 ? order : by_conditions_and_hooks(a->move.arrow, b->move.arrow);
}

static int by_what_happens_then_order(const void *left, const void *right) {
    int order = by_what_happens(left, right);
    return order != 0
               ? order
               : diagram_compare(((const struct placed *)left)->order, ((const struct placed *)right)->order);
}

static void sort(struct placed *placed, size_t count, int (*order)(const void *, const void *)) {
    if (count > 0)
        qsort(placed, count, sizeof *placed, order);
}

static void index_moves(struct placing *p) {
    const struct model_machine *machine = p->machine;
    p->start = arena_alloc(p->arena, (machine->arrow_count + 2) * sizeof *p->start);
    p->moves = arena_alloc(p->arena, machine->move_count * sizeof *p->moves);
    for (size_t i = 0; i < machine->move_count; i++)
        p->start[(size_t)(machine->moves[i].arrow - machine->arrows) + 2]++;
    for (size_t a = 2; a < machine->arrow_count + 2; a++)
        p->start[a] += p->start[a - 1];
    for (size_t i = 0; i < machine->move_count; i++)
        p->moves[p->start[(size_t)(machine->moves[i].arrow - machine->arrows) + 1]++] = &machine->moves[i];
}

static void count_states(struct placing *p) {
    const struct model_machine *machine = p->machine;
    p->open_in = arena_alloc(p->arena, machine->composite_count * sizeof *p->open_in);
    for (size_t i = 0; i < machine->state_count; i++) {
        p->open_count += !machine->states[i].is_final;
        for (const struct model_composite *at = machine->states[i].parent; at != NULL; at = at->parent)
            p->open_in[at - machine->composites] += !machine->states[i].is_final;
    }
}

static void place(struct placing *p, size_t number) {
    const struct model_machine *machine = p->machine;
    const struct model_arrow *arrow = &machine->arrows[number];
    struct model_place to = arrow->target == MODEL_TO ? arrow->to : arrow->from;
    struct placed *placed = &p->placed[number];
    *placed = (struct placed){.move = {.arrow = arrow}, .order = number};
    if (arrow->from.state != NULL)
        placed->from = (struct diagram_end){DIAGRAM_STATE, (size_t)(arrow->from.state - machine->states)};
    else if (arrow->from.composite != NULL)
        placed->from =
            (struct diagram_end){DIAGRAM_COMPOSITE, (size_t)(arrow->from.composite - machine->composites)};
    placed->move.to = to.state != NULL ? (size_t)(to.state - machine->states) : to.composite->initial;
    if (arrow->from.composite != NULL && arrow->target != MODEL_TO)
        placed->move.to = MODEL_NOTHING;
    placed->is_inner =
        arrow->from.composite != NULL &&
        (placed->move.to == MODEL_NOTHING || graph_lies_in(&machine->states[placed->move.to], arrow->from));
}

/* The attempts of the work that fires the event in the state when they are spent; 0 if none does. */
static int64_t attempts_in(const struct model_machine *machine, size_t state, size_t event) {
    const struct model_work *work = state == MODEL_NOTHING ? NULL : machine->states[state].work;
    return work != NULL && work->else_event == &machine->events[event] ? work->attempts : 0;
}

/* Whether the work in the state was written where the move was. */
static bool belongs_to(const struct model_machine *machine, size_t state, const struct placed *placed) {
    const struct model_work *work = state == MODEL_NOTHING ? NULL : machine->states[state].work;
    return placed->from.source != DIAGRAM_COMPOSITE || work == NULL ||
           work->place.composite == &machine->composites[placed->from.index];
}

/* The failures after which work fires the move, by state if states do not agree; NULL if none does. */
static const char *failures_of(struct placing *p, const struct placed *placed) {
    const struct model_move *const *moves = p->moves + p->start[placed->order];
    const size_t count = p->start[placed->order + 1] - p->start[placed->order];
    const size_t event = placed->move.arrow->event;
    struct text out = TEXT_INIT;
    size_t firing = 0;
    bool agree = true;
    for (size_t i = 0; i < count; i++) {
        const int64_t attempts = attempts_in(p->machine, moves[i]->from, event);
        firing += attempts > 0;
        agree = agree && attempts == attempts_in(p->machine, moves[0]->from, event) &&
                belongs_to(p->machine, moves[i]->from, placed);
    }
    if (firing > 0 && agree)
        diagram_failures(&out, attempts_in(p->machine, moves[0]->from, event));
    else if (firing > LISTED_MAX)
        text_printf(&out, "failures in %zu of its states", firing);
    for (size_t i = 0; i < count && !agree && firing <= LISTED_MAX; i++) {
        const int64_t attempts = attempts_in(p->machine, moves[i]->from, event);
        if (attempts == 0)
            continue;
        text_put(&out, out.length == 0 ? "" : ", ");
        diagram_failures(&out, attempts);
        text_printf(&out, " in %s", p->machine->states[moves[i]->from].label);
    }
    return diagram_keep(p->arena, &out);
}

/* What the states that have the move add to it. */
static void look_at_states(struct placing *p, struct placed *placed) {
    for (size_t i = p->start[placed->order]; i < p->start[placed->order + 1]; i++) {
        const struct model_move *move = p->moves[i];
        placed->move.keeps_clocks |= move->from != MODEL_NOTHING &&
                                     placed->move.arrow->target == MODEL_STAY && p->states[move->from].waits;
    }
    placed->move.failures = failures_of(p, placed);
    placed->move.by_itself =
        placed->move.failures != NULL || timers_of_arrow(p->machine, placed->move.arrow, 0) != NULL;
}

static void cover(struct placing *p, const struct placed *placed, bool covered) {
    for (size_t i = p->start[placed->order]; i < p->start[placed->order + 1]; i++)
        p->covered[p->moves[i]->from] = covered;
}

static bool is_open_in(const struct model_machine *machine, size_t state,
                       const struct model_composite *composite) {
    return !machine->states[state].is_final && diagram_lies_in(machine->states[state].parent, composite);
}

/* Whether the set has all states of the composite that are not final, and these are several. */
static bool has_all(const struct model_machine *machine, const bool *set,
                    const struct model_composite *composite) {
    size_t count = 0;
    for (size_t s = 0; s < machine->state_count; s++) {
        if (is_open_in(machine, s, composite) && !set[s])
            return false;
        count += is_open_in(machine, s, composite);
    }
    return count > 1;
}

const char *diagram_list(struct arena *arena, const struct model_machine *machine, size_t composite_count,
                         const bool *set, const struct model_composite *within) {
    struct text out = TEXT_INIT;
    const struct model_composite *last = NULL;
    size_t listed = 0;
    for (size_t s = 0; s < machine->state_count; s++) {
        const struct model_state *state = &machine->states[s];
        const struct model_composite *whole = NULL;
        if (!set[s])
            continue;
        for (const struct model_composite *at = state->parent; at != within && !state->is_final;
             at = at->parent)
            if ((size_t)(at - machine->composites) < composite_count && has_all(machine, set, at))
                whole = at;
        if (whole != NULL && whole == last)
            continue;
        last = whole;
        text_printf(&out, "%s%s", listed++ == 0 ? "" : ", ", whole != NULL ? whole->label : state->label);
    }
    const char *list = diagram_keep(arena, &out);
    return listed > DIAGRAM_LISTED_MAX ? NULL : list;
}

static const char *list(struct placing *p, const bool *set, const struct model_composite *within) {
    return diagram_list(p->arena, p->machine, p->machine->composite_count, set, within);
}

/* What becomes of the event of a composite's move in a state that has another move for it, or none. */
enum overriding { NOT_OVERRIDDEN, OTHERWISE, NOT_AT_ALL };

static enum overriding overriding(const struct placing *p, const struct placed *placed, size_t state) {
    const struct model_arrow *arrow = placed->move.arrow;
    const struct hook_moves answers = graph_answers_to(p->machine, arrow->event, state);
    for (size_t i = 0; i < answers.count; i++) {
        const struct model_arrow *other = answers.list[i].arrow;
        const bool same_target = placed->move.to == MODEL_NOTHING
                                     ? model_target_of(other) == model_target_of(arrow)
                                     : answers.list[i].to == placed->move.to;
        const bool same_way = (other->target == MODEL_STAY) == (arrow->target == MODEL_STAY);
        if (other == arrow || (same_target && same_way && by_conditions_and_hooks(arrow, other) == 0))
            return NOT_OVERRIDDEN;
    }
    return answers.count > 0 ? OTHERWISE : NOT_AT_ALL;
}

/* not in Paid; differently in Open. NULL: it is the same in all states of the composite. */
static const char *except(struct placing *p, const struct placed *placed) {
    static const char *const words[] = {
        [NOT_OVERRIDDEN] = "only in ", [OTHERWISE] = "differently in ", [NOT_AT_ALL] = "not in "};
    struct text out = TEXT_INIT;
    const char *lists[3] = {NULL};
    size_t counts[3] = {0};
    if (placed->from.source != DIAGRAM_COMPOSITE)
        return NULL;
    const struct model_composite *within = &p->machine->composites[placed->from.index];
    for (enum overriding how = NOT_OVERRIDDEN; how <= NOT_AT_ALL; how++) {
        for (size_t s = 0; s < p->machine->state_count; s++) {
            p->covered[s] = is_open_in(p->machine, s, within) && overriding(p, placed, s) == how;
            counts[how] += p->covered[s];
        }
        lists[how] = list(p, p->covered, within);
    }
    memset(p->covered, 0, p->machine->state_count * sizeof *p->covered);
    const bool is_only = counts[NOT_AT_ALL] > 0 && lists[NOT_AT_ALL] == NULL && lists[NOT_OVERRIDDEN] != NULL;
    for (enum overriding how = is_only ? NOT_OVERRIDDEN : OTHERWISE; how <= NOT_AT_ALL; how++) {
        if (counts[how] == 0 || (is_only && how == NOT_AT_ALL))
            continue;
        text_printf(&out, "%s%s", out.length == 0 ? "" : "; ", words[how]);
        if (lists[how] != NULL)
            text_put(&out, lists[how]);
        else
            text_printf(&out, "%zu of its states", counts[how]);
    }
    return diagram_keep(p->arena, &out);
}

/* The index of an equal one, which may have been there before. */
static size_t find_any(struct placing *p, bool is_other, const char *except) {
    const char *text = except == NULL ? "" : except;
    size_t i = 0;
    while (i < p->any_count && (p->anys[i].is_other != is_other ||
                                strcmp(p->anys[i].except == NULL ? "" : p->anys[i].except, text) != 0))
        i++;
    p->anys[i] = (struct diagram_any){is_other, except};
    p->any_count += i == p->any_count;
    return i;
}

/* Draws the same move out of almost every state as one arrow. */
static void merge_any(struct placing *p, struct placed *same, size_t count) {
    size_t to = same[0].move.to;
    size_t moves = 0;
    size_t missing = 0;
    if (count < ANY_WRITTEN_MIN || same[0].move.arrow->timer != NULL ||
        same[0].move.arrow->target != MODEL_TO || same[0].move.arrow->reopens ||
        same[0].from.source == DIAGRAM_NOTHING)
        return; /* what leaves a final state is no move of any other */
    for (size_t i = 0; i < count; i++)
        moves += p->start[same[i].order + 1] - p->start[same[i].order];
    if (moves + ANY_EXCEPT_MAX + 1 < p->open_count)
        return;
    for (size_t i = 0; i < count; i++)
        cover(p, &same[i], true);
    bool is_other = !p->covered[to] && !p->machine->states[to].is_final;
    bool *others = arena_alloc(p->arena, p->machine->state_count * sizeof *others);
    for (size_t s = 0; s < p->machine->state_count; s++) {
        others[s] = !p->covered[s] && !p->machine->states[s].is_final && s != to;
        missing += others[s];
    }
    const bool is_written = missing == 0 && same[0].move.arrow->line == same[count - 1].move.arrow->line;
    if (missing <= ANY_EXCEPT_MAX && (is_written || count >= ANY_SOURCES_MIN)) {
        size_t any = find_any(p, is_other, list(p, others, NULL));
        for (size_t i = 0; i < count; i++) {
            same[i].from = (struct diagram_end){DIAGRAM_ANY, any};
            same[i].is_inner = false;
            same[i].is_told = i > 0;
        }
    }
    for (size_t i = 0; i < count; i++)
        cover(p, &same[i], false);
}

static void find_anys(struct placing *p) {
    size_t count = p->machine->arrow_count;
    sort(p->placed, count, by_source_and_event);
    for (size_t i = 1; i < count; i++) {
        const struct placed *before = &p->placed[i - 1];
        if (p->placed[i].from.source == before->from.source &&
            p->placed[i].from.index == before->from.index &&
            p->placed[i].move.arrow->event == before->move.arrow->event) {
            p->placed[i - 1].move.branch += before->move.branch == 0;
            p->placed[i].move.branch = before->move.branch + 1;
        }
    }
    p->anys = arena_alloc(p->arena, (count / ANY_WRITTEN_MIN + 1) * sizeof *p->anys);
    sort(p->placed, count, by_what_happens_then_order);
    for (size_t from = 0, to; from < count; from = to) {
        to = from + 1;
        while (to < count && by_what_happens(&p->placed[from], &p->placed[to]) == 0)
            to++;
        merge_any(p, p->placed + from, to - from);
    }
}

/* States that are not found come last. */
static void count_levels(struct placing *p, const struct graph_search *search) {
    const struct model_machine *machine = p->machine;
    for (size_t s = 0; s < machine->state_count; s++)
        p->states[s].level = machine->state_count + 1;
    for (size_t i = 0; i < search->queued; i++) {
        size_t from = machine->moves[search->by[search->queue[i]]].from;
        p->states[search->queue[i]].level = from == MODEL_NOTHING ? 1 : p->states[from].level + 1;
    }
}

/* The moves of the shortest ways to the goals, each by its arrow as written: the state that it leaves, or
 * MODEL_NOTHING, after one more; 0: it is not on a way. */
static size_t *find_main(struct placing *p, struct diagram *diagram) {
    const struct model_machine *machine = p->machine;
    size_t *main = arena_alloc(p->arena, machine->arrow_count * sizeof *main);
    struct text goals = TEXT_INIT;
    struct graph graph;
    graph_init(&graph, p->arena, machine);
    struct graph_search search = graph_search_new(&graph);
    for (int initial = 1; initial >= 0; initial--)
        for (size_t i = 0; i < machine->move_count && (initial == 1 || search.queued == 0); i++)
            if (machine->moves[i].from == MODEL_NOTHING &&
                (initial == 0 || machine->states[machine->moves[i].to].is_initial))
                graph_search_from(&search, machine->moves[i].to, i);
    graph_spread(&graph, &search, NULL);
    count_levels(p, &search);
    for (size_t s = 0; s < machine->state_count; s++) {
        if (!machine->states[s].is_goal || !search.found[s])
            continue;
        size_t count;
        const size_t *path = graph_path(&graph, &search, s, &count);
        for (size_t i = 0; i < count; i++) {
            const struct model_move *move = &machine->moves[path[i]];
            main[move->arrow - machine->arrows] =
                move->from == MODEL_NOTHING ? MODEL_NOTHING : move->from + 1;
            p->states[move->to].on_main = true;
        }
        text_printf(&goals, "%s%s", goals.length == 0 ? "" : ", ", machine->states[s].label);
    }
    diagram->goals = diagram_keep(p->arena, &goals);
    return main;
}

static void find_waiting(struct placing *p) {
    const struct model_machine *machine = p->machine;
    bool *composite_waits = arena_alloc(p->arena, machine->composite_count * sizeof *composite_waits);
    for (size_t i = 0; i < machine->timer_count; i++) {
        struct model_place at = machine->timers[i].place;
        if (at.state != NULL)
            p->states[at.state - machine->states].waits = true;
        else if (at.composite != NULL)
            composite_waits[at.composite - machine->composites] = true;
    }
    for (size_t s = 0; s < machine->state_count; s++)
        for (const struct model_composite *at = machine->states[s].parent; at != NULL; at = at->parent)
            p->states[s].waits |= composite_waits[at - machine->composites] && !machine->states[s].is_final;
}

static bool same_arrow(const struct placed *left, const struct placed *right) {
    return left->from.source == right->from.source && left->from.index == right->from.index &&
           left->move.to == right->move.to && has_own_arrow(left) == has_own_arrow(right);
}

static int by_place_and_first_line(const void *left, const void *right) {
    const struct diagram_arrow *a = left;
    const struct diagram_arrow *b = right;
    int order = diagram_compare(a->to == MODEL_NOTHING, b->to == MODEL_NOTHING);
    order = order != 0 ? order : diagram_compare(a->is_inner, b->is_inner);
    return order != 0                              ? order
           : a->lines[0].arrow < b->lines[0].arrow ? -1
                                                   : a->lines[0].arrow > b->lines[0].arrow;
}

static void join(struct placing *p, struct diagram *diagram, const size_t *main) {
    size_t count = p->machine->arrow_count;
    struct diagram_line *lines = arena_alloc(p->arena, count * sizeof *lines);
    struct diagram_arrow *arrows = arena_alloc(p->arena, count * sizeof *arrows);
    sort(p->placed, count, by_ends);
    for (size_t first = 0, i = 0; i < count; first = i) {
        struct diagram_arrow arrow = {.from = p->placed[first].from,
                                      .to = p->placed[first].move.to,
                                      .lines = &lines[first],
                                      .by_itself = true,
                                      .leaves = MODEL_NOTHING,
                                      .is_inner = p->placed[first].is_inner};
        for (; i < count && same_arrow(&p->placed[first], &p->placed[i]); i++) {
            struct placed *placed = &p->placed[i];
            arrow.by_itself = arrow.by_itself && placed->move.by_itself;
            const size_t on_main = main[placed->move.arrow - p->machine->arrows];
            arrow.is_main = arrow.is_main || on_main > 0;
            if (on_main > 0 && (arrow.from.source == DIAGRAM_COMPOSITE || arrow.from.source == DIAGRAM_ANY))
                arrow.leaves = on_main - 1;
            if (placed->is_told)
                continue;
            placed->move.except = except(p, placed);
            lines[first + arrow.line_count++] = diagram_line(p->arena, p->machine, &placed->move);
        }
        arrows[diagram->stay_end++] = arrow;
        diagram->inner_end += arrow.to != MODEL_NOTHING;
        diagram->arrow_count += !arrow.is_inner;
    }
    if (diagram->stay_end > 0)
        qsort(arrows, diagram->stay_end, sizeof *arrows, by_place_and_first_line);
    diagram->arrows = arrows;
}

void diagram_init(struct diagram *diagram, struct arena *arena, const struct model_machine *machine) {
    struct placing p = {.arena = arena, .machine = machine};
    *diagram = (struct diagram){.machine = machine, .group_begin = machine->composite_count};
    p.placed = arena_alloc(arena, machine->arrow_count * sizeof *p.placed);
    p.covered = arena_alloc(arena, machine->state_count * sizeof *p.covered);
    diagram->states = p.states = arena_alloc(arena, machine->state_count * sizeof *p.states);
    for (size_t s = 0; s < machine->state_count; s++)
        p.states[s].origin = s;
    for (size_t i = 0; i < machine->arrow_count; i++)
        place(&p, i);
    index_moves(&p);
    count_states(&p);
    find_waiting(&p);
    for (size_t i = 0; i < machine->arrow_count; i++)
        look_at_states(&p, &p.placed[i]);
    find_anys(&p);
    diagram->any_count = p.any_count;
    diagram->anys = p.anys;
    join(&p, diagram, find_main(&p, diagram));
}

bool diagram_lies_in(const struct model_composite *inner, const struct model_composite *outer) {
    while (inner != NULL && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

size_t diagram_depth(const struct model_composite *composite) {
    size_t depth = 0;
    for (; composite != NULL; composite = composite->parent)
        depth++;
    return depth;
}

void diagram_boxes_between(const struct model_composite *from, const struct model_composite *to,
                           diagram_box_fn *close, diagram_box_fn *open, void *context) {
    while (from != NULL && (to == NULL || !diagram_lies_in(to, from))) {
        close(context, from);
        from = from->parent;
    }
    for (size_t depth = diagram_depth(from); depth < diagram_depth(to); depth++) {
        const struct model_composite *next = to;
        while (diagram_depth(next) > depth + 1)
            next = next->parent;
        open(context, next);
    }
}
