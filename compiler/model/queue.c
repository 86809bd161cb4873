#include "model/queue.h"

#include "model/graph.h"

#include <stddef.h>

bool queue_is_used(const struct model_machine *machine) {
    return queue_count(machine) > 0;
}

size_t queue_count(const struct model_machine *machine) {
    return machine->timer_count + machine->work_count;
}

static int64_t or_default(int64_t ms, int64_t fallback) {
    return ms > 0 ? ms : fallback;
}

struct queue_rule queue_rule(const struct model_machine *machine, size_t number) {
    if (number < machine->timer_count) {
        const struct model_timer *timer = &machine->timers[number];
        return (struct queue_rule){.timer = timer,
                                   .place = &timer->place,
                                   .event = &machine->events[timer->event],
                                   .lease_ms = QUEUE_TIMER_LEASE_MS,
                                   .every_ms = timer->kind == MODEL_EVERY
                                                   ? timer->after_ms
                                                   : or_default(timer->every_ms, QUEUE_EVERY_MS),
                                   .backoff_from_ms = QUEUE_BACKOFF_FROM_MS,
                                   .backoff_to_ms = QUEUE_BACKOFF_TO_MS,
                                   .attempts = QUEUE_TIMER_ATTEMPTS};
    }
    const struct model_work *work = &machine->works[number - machine->timer_count];
    return (struct queue_rule){.work = work,
                               .place = &work->place,
                               .event = work->else_event,
                               .lease_ms = work->lease_ms,
                               .every_ms = or_default(work->every_ms, QUEUE_EVERY_MS),
                               .backoff_from_ms = or_default(work->backoff_from_ms, QUEUE_BACKOFF_FROM_MS),
                               .backoff_to_ms = or_default(work->backoff_to_ms, QUEUE_BACKOFF_TO_MS),
                               .attempts = work->attempts};
}

void queue_name(struct text *out, const struct model_machine *machine, size_t number) {
    struct queue_rule rule = queue_rule(machine, number);
    const char *place = rule.place->state != NULL ? rule.place->state->name : rule.place->composite->name;
    if (rule.work != NULL) {
        text_printf(out, "work %s", place);
        return;
    }
    size_t earlier = 0; /* of the same place and event */
    for (size_t i = 0; i < number; i++)
        if (machine->timers[i].event == rule.timer->event &&
            model_same_place(machine->timers[i].place, rule.timer->place))
            earlier++;
    text_printf(out, "%s.%s", place, rule.event->name);
    if (earlier > 0)
        text_printf(out, " %zu", earlier + 1);
}

/*
 * A composite's timer sleeps in a state that answers its event in another way: the clock runs on, but does
 * not strike there. A final state ends it.
 */
enum queue_presence queue_presence(const struct model_machine *machine, size_t number, size_t state) {
    struct queue_rule rule = queue_rule(machine, number);
    if (rule.work != NULL)
        return machine->states[state].work == rule.work ? QUEUE_AWAKE : QUEUE_OUTSIDE;
    if (machine->states[state].is_final || !graph_lies_in(&machine->states[state], *rule.place))
        return QUEUE_OUTSIDE;
    struct hook_moves answers = graph_answers_to(machine, rule.timer->event, state);
    for (size_t i = 0; i < answers.count; i++)
        if (answers.list[i].arrow->timer == rule.timer)
            return QUEUE_AWAKE;
    return QUEUE_ASLEEP;
}

static bool is_entered(const struct model_place *place, const struct model_arrow *arrow) {
    return place->state != NULL && arrow->target != MODEL_STAY;
}

static bool is_named(const struct model_timer *timer, const struct model_arrow *arrow) {
    for (size_t i = 0; timer != NULL && i < arrow->restart_count; i++)
        if (arrow->restarts[i] == timer->event)
            return true;
    return false;
}

/* The event gives the time anew; a time of the creation would be the same again, but what is counted is not.
 */
static bool has_time(const struct model_event *event, const struct model_timer *timer) {
    for (size_t i = 0; timer->kind == MODEL_AT && i < event->param_count; i++)
        if (timer->at != NULL && timer->at->kind == MODEL_PARAM &&
            event->params[i].column == timer->at->column)
            return true;
    return timer->kind == MODEL_AFTER || timer->is_latest ||
           (model_is_counted(timer) && timer->at != NULL && timer->at->kind == MODEL_CREATED);
}

bool queue_runs_on(const struct model_machine *machine, size_t number, const struct model_move *move) {
    struct queue_rule rule = queue_rule(machine, number);
    return move->from != MODEL_NOTHING && rule.timer != NULL && !is_entered(rule.place, move->arrow) &&
           has_time(&machine->events[move->event], rule.timer) &&
           queue_presence(machine, number, move->from) != QUEUE_OUTSIDE &&
           queue_presence(machine, number, move->to) != QUEUE_OUTSIDE;
}

bool queue_is_restart(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return is_named(queue_rule(machine, number).timer, move->arrow) && queue_runs_on(machine, number, move);
}

/* A state is entered anew by each move to it but `stay`; a composite is not left by what ends in it. */
enum queue_change queue_change(const struct model_machine *machine, size_t number,
                               const struct model_move *move) {
    enum queue_presence from =
        move->from == MODEL_NOTHING ? QUEUE_OUTSIDE : queue_presence(machine, number, move->from);
    enum queue_presence to = queue_presence(machine, number, move->to);
    struct queue_rule rule = queue_rule(machine, number);
    if (to == QUEUE_OUTSIDE)
        return from == QUEUE_OUTSIDE ? QUEUE_KEEP : QUEUE_END;
    if (from == QUEUE_OUTSIDE || is_entered(rule.place, move->arrow) ||
        queue_is_restart(machine, number, move))
        return QUEUE_BEGIN;
    if (from == to)
        return QUEUE_KEEP;
    return to == QUEUE_ASLEEP ? QUEUE_SLEEP : QUEUE_WAKE;
}

void queue_presences(struct text *out, const struct model_machine *machine, size_t number) {
    static const char letters[] = {[QUEUE_OUTSIDE] = '-', [QUEUE_ASLEEP] = 'z', [QUEUE_AWAKE] = 'a'};
    text_char(out, '-');
    for (size_t state = 0; state < machine->state_count; state++)
        text_char(out, letters[queue_presence(machine, number, state)]);
}

bool queue_is_stay(const struct model_machine *machine, const struct model_move *move) {
    if (move->from == MODEL_NOTHING || move->arrow->target != MODEL_STAY)
        return false;
    for (size_t i = 0; i < queue_count(machine); i++)
        if (queue_rule(machine, i).place->state == &machine->states[move->from])
            return true;
    return false;
}

size_t queue_alternative(const struct model_machine *machine, const struct model_move *move) {
    return (size_t)(move - machine->moves) - model_first_move(machine, move->event, move->from);
}

bool queue_is_put_off(const struct model_machine *machine, const struct model_timer *timer) {
    for (size_t i = 0; i < machine->move_count; i++)
        if (queue_is_restart(machine, (size_t)(timer - machine->timers), &machine->moves[i]))
            return true;
    return false;
}

bool queue_is_put_off_unrecorded(const struct model_machine *machine, size_t number) {
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].arrow->is_unrecorded && queue_is_restart(machine, number, &machine->moves[i]))
            return true;
    return false;
}

bool queue_puts_off_unrecorded(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (queue_is_put_off_unrecorded(machine, i))
            return true;
    return false;
}

bool queue_tells_latest(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (machine->timers[i].is_latest)
            return true;
    return false;
}

bool queue_needs_creation(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (machine->timers[i].kind == MODEL_AT && machine->timers[i].at->kind == MODEL_CREATED)
            return true;
    return false;
}
