#include "check/findings.h"

#include "model/queue.h"
#include "model/timers.h"

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
            timed = timed || (move->arrow->timer != NULL && graph_leaves(move)) ||
                    is_way_out_of_work(&machine->states[s], &machine->events[move->event], move);
            left = left || graph_leaves(move);
        }
        if (timed || !left)
            continue;
        const bool works = machine->states[s].work != NULL;
        findings_add(findings, works ? MESSAGE_ENDLESS_WORK : MESSAGE_ENDLESS_WAIT, FINDING_STATE, s,
                     WORDS(machine->states[s].name));
    }
}

/*
 * When the shortest timer that is sure to end the stay in a state is due, no later one of that state is due
 * any more. Of two timers with one event each tries the moves of both; and a composite's timer is no use in a
 * state that has an answer of its own to its event.
 */
static void late_timers(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    const struct model_timer **first = arena_alloc(findings->arena, machine->state_count * sizeof(*first));
    for (size_t t = 0; t < machine->timer_count; t++) {
        const struct model_timer *timer = &machine->timers[t];
        if (timer->kind == MODEL_AT || timer->place.state == NULL)
            continue;
        const size_t state = (size_t)(timer->place.state - machine->states);
        if ((first[state] == NULL || timer->after_ms < first[state]->after_ms) &&
            timers_end_stay(machine, timer, state) && !queue_is_put_off(machine, timer))
            first[state] = timer;
    }
    for (size_t i = 0; i < machine->arrow_count; i++) {
        const struct model_timer *timer = machine->arrows[i].timer;
        if (timer == NULL || timer->kind == MODEL_AT || timer->place.state == NULL)
            continue;
        const struct model_timer *other = first[timer->place.state - machine->states];
        if (other == NULL || other->event == timer->event || timer->after_ms <= other->after_ms)
            continue;
        findings_add(findings, MESSAGE_LATE_TIMER, FINDING_ARROW, i,
                     WORDS(machine->events[timer->event].name, machine->events[other->event].name,
                           timer->place.state->name));
    }
}

/* ---- `at` without a time --------------------------------------------------------------------------- */

static void report_without_time(struct findings *findings, const struct model_machine *machine, size_t arrow,
                                size_t event) {
    const struct model_timer *timer = machine->arrows[arrow].timer;
    const struct model_event *begun_by = &machine->events[event];
    bool has = false;
    for (size_t i = 0; i < begun_by->param_count; i++)
        has = has || begun_by->params[i].column == timer->at->column;
    findings_add(
        findings, has ? MESSAGE_TIMER_WITHOUT_TIME : MESSAGE_TIMER_NEVER_TOLD, FINDING_ARROW, arrow,
        WORDS(machine->events[timer->event].name, begun_by->name, machine->columns[timer->at->column].name));
}

static void timers_never_begun(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    for (size_t i = 0; i < machine->arrow_count; i++) {
        if (machine->arrows[i].timer == NULL || machine->arrows[i].timer->kind != MODEL_AT)
            continue;
        bool *events = arena_alloc(findings->arena, machine->event_count * sizeof *events);
        if (!timers_without_time(graph, machine->arrows[i].timer, events))
            continue;
        for (size_t e = 0; e < machine->event_count; e++)
            if (events[e])
                report_without_time(findings, machine, i, e);
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
        if (leaves_for_certain(move) && move->arrow->timer->kind != MODEL_AT &&
            (first == NULL || move->arrow->timer->after_ms < first->arrow->timer->after_ms))
            first = move;
    }
    return first;
}

/* The innermost composite around all states of the walk from that one on; NULL: none is. */
static const struct model_composite *around_all(const struct walk *walk, size_t start) {
    const struct model_machine *machine = walk->graph->machine;
    const struct model_composite *around = machine->states[walk->states[start]].parent;
    for (size_t i = start + 1; i < walk->count; i++)
        around = graph_around_both(around, machine->states[walk->states[i]].parent);
    return around;
}

/* Its clock runs on while the states of the cycle follow each other, or it names one time. */
static bool outlasts(const struct model_timer *timer, const struct model_composite *around) {
    return (timer->place.composite != NULL && graph_is_around(timer->place.composite, around)) ||
           (timer->kind == MODEL_AT && timer->at->kind == MODEL_CREATED && !model_is_counted(timer));
}

static int64_t least_ms(const struct model_timer *timer) {
    return timer->kind == MODEL_AT ? 0 : timer->after_ms;
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
            if (*way_out == NULL || least_ms(move->arrow->timer) < least_ms((*way_out)->arrow->timer))
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
        findings_add(findings, MESSAGE_TIMER_CYCLE, FINDING_STATE, at, WORDS(machine->states[at].name));
    }
}

void findings_of_timers(struct findings *findings, const struct graph *graph) {
    late_timers(findings, graph);
    endless_waits(findings, graph);
    timers_never_begun(findings, graph);
    timer_cycles(findings, graph);
}
