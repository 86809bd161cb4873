#include "findings.h"

static bool same_place(struct model_place left, struct model_place right) {
    return left.state == right.state && left.composite == right.composite;
}

/* The event that work fires when its attempts are spent leads away, so that it has an end. */
static bool is_way_out_of_work(const struct model_state *state, const struct model_event *event,
                               const struct model_move *move) {
    return state->work != NULL && state->work->attempts > 0 && state->work->else_event == event &&
           graph_leaves(move);
}

static void endless_waits(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    for (size_t s = 0; s < machine->state_count; s++) {
        if (!graph->reached[s] || machine->states[s].is_final)
            continue;
        bool timed = false;
        bool left = false;
        for (size_t i = graph->leaving.start[s]; i < graph->leaving.start[s + 1]; i++) {
            const struct model_move *move = &machine->moves[graph->leaving.moves[i]];
            timed = timed || move->arrow->timer != NULL ||
                    is_way_out_of_work(&machine->states[s], &machine->events[move->event], move);
            left = left || graph_leaves(move);
        }
        if (timed || !left)
            continue;
        findings_add(findings,
                     (struct finding){.code = DIAGNOSTIC_ENDLESS_WAIT,
                                      .part = FINDING_STATE,
                                      .index = s,
                                      .message = arena_printf(findings->arena, "state `%s` has no timer%s",
                                                              machine->states[s].name,
                                                              machine->states[s].work != NULL
                                                                  ? " for work that never comes to an end"
                                                                  : ", and may wait for ever"),
                                      .help = "write `after DURATION EVENT -> STATE;` in it, or in a state "
                                              "around it"});
    }
}

/* A timer without a guard that leaves its place: when it is due, no other of that place is due any more. */
static bool ends_its_place(const struct model_arrow *arrow) {
    if (arrow->timer == NULL || arrow->timer->kind != MODEL_AFTER || arrow->condition_count > 0 ||
        arrow->target == MODEL_STAY || !same_place(arrow->timer->place, arrow->from))
        return false;
    if (arrow->from.state != NULL)
        return true;
    if (arrow->target == MODEL_SAME) /* leaves the state that inherits it, and not the composite */
        return false;
    const struct model_composite *at =
        arrow->to.state != NULL ? arrow->to.state->parent : arrow->to.composite;
    while (at != NULL && at != arrow->from.composite)
        at = at->parent;
    return at == NULL;
}

static void late_timers(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    /* For each state, then each composite: the arrow of its shortest timer that ends the stay, plus 1. */
    size_t *first =
        arena_alloc(findings->arena, (machine->state_count + machine->composite_count) * sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < machine->arrow_count; i++) {
            const struct model_arrow *arrow = &machine->arrows[i];
            if (arrow->timer == NULL || arrow->timer->kind != MODEL_AFTER)
                continue;
            struct model_place place = arrow->timer->place;
            size_t slot = place.state != NULL
                              ? (size_t)(place.state - machine->states)
                              : machine->state_count + (size_t)(place.composite - machine->composites);
            const struct model_arrow *other = first[slot] == 0 ? NULL : &machine->arrows[first[slot] - 1];
            if (pass == 0) {
                if (ends_its_place(arrow) &&
                    (other == NULL || arrow->timer->after_ms < other->timer->after_ms))
                    first[slot] = i + 1;
                continue;
            }
            /* A composite's timer is no use in a state that has an answer of its own to its event. */
            if (other == NULL || other->timer == arrow->timer || place.state == NULL ||
                arrow->timer->after_ms < other->timer->after_ms)
                continue;
            findings_add(findings,
                         (struct finding){
                             .code = DIAGNOSTIC_LATE_TIMER,
                             .part = FINDING_ARROW,
                             .index = i,
                             .message = arena_printf(findings->arena,
                                                     "timer `%s` never comes due: `%s` leaves `%s` before",
                                                     machine->events[arrow->event].name,
                                                     machine->events[other->event].name, place.state->name),
                             .help = "make it shorter, or take it out"});
        }
    }
}

/* ---- cycles ---------------------------------------------------------------------------------------- */

enum { WAYS_OUT_MAX = 64 }; /* of one walk: cycles within cycles beyond that are taken for left some day */

/* A walk along the timers: what happens where nothing but time does. */
struct walk {
    const struct graph *graph;
    size_t *seen_by;                 /* for each state: the walk that saw it first, from 1; 0: none yet */
    size_t *position;                /* of a state in the walk that saw it */
    size_t *states;                  /* in their order */
    const struct model_move **moves; /* by which each of them is left */
    size_t count;
};

/* It fires, whatever guards say, and leaves its state; `stay` fires but once until its place is left. */
static bool leaves_for_certain(const struct model_move *move) {
    return move->arrow->timer != NULL && move->arrow->condition_count == 0 && graph_leaves(move);
}

/* The move that happens first in a state where nothing but time does; NULL: none does for certain. */
static const struct model_move *next_by_time(const struct graph *graph, size_t state) {
    const struct model_move *first = NULL;
    for (size_t i = graph->leaving.start[state]; i < graph->leaving.start[state + 1]; i++) {
        const struct model_move *move = &graph->machine->moves[graph->leaving.moves[i]];
        if (leaves_for_certain(move) && move->arrow->timer->kind == MODEL_AFTER &&
            (first == NULL || move->arrow->timer->after_ms < first->arrow->timer->after_ms))
            first = move;
    }
    return first;
}

/* The innermost composite around all states of the walk from that one on; NULL: none is. */
static const struct model_composite *around_all(const struct walk *walk, size_t start) {
    const struct model_machine *machine = walk->graph->machine;
    const struct model_composite *around = machine->states[walk->states[start]].parent;
    for (size_t i = start + 1; i < walk->count && around != NULL; i++)
        while (around != NULL &&
               !graph_lies_in(&machine->states[walk->states[i]], (struct model_place){.composite = around}))
            around = around->parent;
    return around;
}

static bool is_around(const struct model_composite *composite, const struct model_composite *inner) {
    while (inner != NULL && inner != composite)
        inner = inner->parent;
    return composite != NULL && inner == composite;
}

/* Its clock runs on however often the states of the cycle follow each other, or says a time once and for all.
 */
static bool outlasts(const struct model_timer *timer, const struct model_composite *around) {
    return is_around(timer->place.composite, around) ||
           (timer->kind == MODEL_AT && timer->at->kind == MODEL_CREATED);
}

/*
 * The states of the walk from `start` on follow each other for ever, unless a timer that outlasts them leads
 * away: that one is *way_out, the first to be due. One that outlasts the cycle and stands in it does not
 * fire again.
 */
static bool is_endless(const struct walk *walk, size_t start, const struct model_move **way_out) {
    const struct graph *graph = walk->graph;
    const struct model_composite *around = around_all(walk, start);
    *way_out = NULL;
    for (size_t i = start; i < walk->count; i++) {
        size_t state = walk->states[i];
        if (outlasts(walk->moves[i]->arrow->timer, around))
            return false;
        for (size_t m = graph->leaving.start[state]; m < graph->leaving.start[state + 1]; m++) {
            const struct model_move *move = &graph->machine->moves[graph->leaving.moves[m]];
            if (!leaves_for_certain(move) || !outlasts(move->arrow->timer, around) ||
                (walk->seen_by[move->to] == walk->seen_by[state] && walk->position[move->to] >= start))
                continue;
            if (*way_out == NULL || move->arrow->timer->after_ms < (*way_out)->arrow->timer->after_ms)
                *way_out = move;
        }
    }
    return *way_out == NULL;
}

/* The state of a cycle in which the walk from there ends; MODEL_NOTHING: it ends elsewhere. */
static size_t walk_from(struct walk *walk, size_t from) {
    const struct graph *graph = walk->graph;
    size_t at = from;
    walk->count = 0;
    for (size_t ways_out = 0; ways_out < WAYS_OUT_MAX;) {
        const struct model_move *move;
        if (walk->seen_by[at] == 0) {
            if (graph->machine->states[at].is_final || !graph->reached[at])
                return MODEL_NOTHING;
            walk->seen_by[at] = from + 1;
            walk->position[at] = walk->count;
            move = next_by_time(graph, at);
            if (move == NULL)
                return MODEL_NOTHING;
            walk->states[walk->count] = at;
            walk->moves[walk->count++] = move;
        } else if (walk->seen_by[at] != from + 1) {
            return MODEL_NOTHING;
        } else if (is_endless(walk, walk->position[at], &move)) {
            return at;
        } else if (move == NULL) {
            return MODEL_NOTHING;
        } else {
            ways_out++;
        }
        at = move->to;
    }
    return MODEL_NOTHING;
}

static void timer_cycles(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    size_t count = machine->state_count;
    struct walk walk = {.graph = graph,
                        .seen_by = arena_alloc(findings->arena, count * sizeof(size_t)),
                        .position = arena_alloc(findings->arena, count * sizeof(size_t)),
                        .states = arena_alloc(findings->arena, count * sizeof(size_t)),
                        .moves = arena_alloc(findings->arena, count * sizeof(*walk.moves))};
    for (size_t s = 0; s < count; s++) {
        size_t at = walk.seen_by[s] == 0 ? walk_from(&walk, s) : MODEL_NOTHING;
        if (at == MODEL_NOTHING)
            continue;
        findings_add(findings,
                     (struct finding){
                         .code = DIAGNOSTIC_TIMER_CYCLE,
                         .part = FINDING_STATE,
                         .index = at,
                         .message = arena_printf(findings->arena,
                                                 "timers lead from state `%s` back to it, again and again",
                                                 machine->states[at].name),
                         .help = "where nothing else happens, the history grows for ever: let one of them "
                                 "lead to an end"});
    }
}

void findings_of_timers(struct findings *findings, const struct graph *graph) {
    late_timers(findings, graph);
    endless_waits(findings, graph);
    timer_cycles(findings, graph);
}
