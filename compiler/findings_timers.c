#include "findings.h"

static bool same_place(struct model_place left, struct model_place right) {
    return left.state == right.state && left.composite == right.composite;
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
            timed = timed || move->arrow->timer != NULL;
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
    if (arrow->target == MODEL_SAME || arrow->from.state != NULL)
        return true;
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

/* The move that happens in a state where nothing but time does; NULL: none does for certain. */
static const struct model_move *next_by_time(const struct graph *graph, size_t state) {
    const struct model_move *first = NULL;
    for (size_t i = graph->leaving.start[state]; i < graph->leaving.start[state + 1]; i++) {
        const struct model_move *move = &graph->machine->moves[graph->leaving.moves[i]];
        const struct model_timer *timer = move->arrow->timer;
        if (timer == NULL || timer->kind != MODEL_AFTER || move->arrow->condition_count > 0)
            continue;
        if (first == NULL || timer->after_ms < first->arrow->timer->after_ms)
            first = move;
    }
    return first;
}

static void timer_cycles(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    /* The walk that saw a state first; a walk that comes upon itself has found a cycle. */
    size_t *walk = arena_alloc(findings->arena, machine->state_count * sizeof *walk);
    for (size_t s = 0; s < machine->state_count; s++) {
        size_t at = s;
        const struct model_move *move = NULL;
        while (at != MODEL_NOTHING && walk[at] == 0 && !machine->states[at].is_final && graph->reached[at]) {
            walk[at] = s + 1;
            move = next_by_time(graph, at);
            at = move == NULL ? MODEL_NOTHING : move->to;
        }
        if (move == NULL || at == MODEL_NOTHING || walk[at] != s + 1)
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
