#include "model/timers.h"

#include "model/queue.h"

const struct model_timer *timers_of_arrow(const struct model_machine *machine,
                                          const struct model_arrow *arrow, size_t n) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (machine->timers[i].event == arrow->event &&
            model_same_place(machine->timers[i].place, arrow->from) && n-- == 0)
            return &machine->timers[i];
    return NULL;
}

/* An inherited `-> same` leaves and enters the state that inherits it, and nothing around that. */
static bool leaves_place(const struct model_machine *machine, const struct model_move *move,
                         struct model_place place) {
    if (place.state != NULL)
        return graph_leaves(move);
    return !graph_lies_in(&machine->states[move->to], place);
}

bool timers_end_stay(const struct model_machine *machine, const struct model_timer *timer, size_t state) {
    struct hook_moves answers = graph_answers_to(machine, timer->event, state);
    bool fires = false;
    bool certain = false;
    for (size_t i = 0; i < answers.count; i++) {
        const struct model_move *move = &answers.list[i];
        fires = fires || move->arrow->timer == timer;
        certain = certain || move->arrow->condition_count == 0;
        if (!leaves_place(machine, move, timer->place))
            return false;
    }
    return fires && certain;
}

/* ---- `at` without a time --------------------------------------------------------------------------- */

static bool always_has(const struct model_event *event, size_t column) {
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == column)
            return !event->params[i].optional;
    return false;
}

static bool may_say_none(const struct model_event *event, size_t column) {
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == column)
            return event->params[i].optional;
    return false;
}

static bool is_entered(const struct graph *graph, size_t number, const struct graph_search *search) {
    const struct model_machine *machine = graph->machine;
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].from != MODEL_NOTHING && search->found[machine->moves[i].from] &&
            queue_change(machine, number, &machine->moves[i]) == QUEUE_BEGIN)
            return true;
    return false;
}

/* Whether what is created with this event may get to the timer's place. */
static bool gets_there(const struct graph *graph, size_t number, size_t event) {
    const struct model_machine *machine = graph->machine;
    struct graph_search search = graph_search_new(graph);
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->from != MODEL_NOTHING || move->event != event)
            continue;
        if (queue_change(machine, number, move) == QUEUE_BEGIN)
            return true;
        graph_search_from(&search, move->to, i);
    }
    graph_spread(graph, &search, NULL);
    return is_entered(graph, number, &search);
}

bool timers_without_time(const struct graph *graph, const struct model_timer *timer, bool *events) {
    const struct model_machine *machine = graph->machine;
    const size_t number = (size_t)(timer - machine->timers);
    bool any = false;
    if (timer->kind != MODEL_AT || timer->at == NULL)
        return false;
    for (size_t e = 0; e < machine->event_count && timer->is_latest; e++)
        if (may_say_none(&machine->events[e], timer->at->column))
            any = events[e] = true;
    for (size_t i = 0; i < machine->move_count && timer->at->kind == MODEL_PARAM && !timer->is_latest; i++) {
        const struct model_move *move = &machine->moves[i];
        if (queue_change(machine, number, move) == QUEUE_BEGIN &&
            (move->from == MODEL_NOTHING || graph->reached[move->from]) &&
            !always_has(&machine->events[move->event], timer->at->column))
            any = events[move->event] = true;
    }
    for (size_t e = 0; e < machine->event_count && timer->at->kind == MODEL_CREATED; e++)
        if (machine->events[e].is_creation && !always_has(&machine->events[e], timer->at->column) &&
            gets_there(graph, number, e))
            any = events[e] = true;
    return any;
}
