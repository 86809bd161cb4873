#include "resolve/resolving.h"

#define MANY (MODEL_NOTHING - 1) /* more than one */

/* One more beside what was there. */
static void move_to_note(size_t *seen, size_t number) {
    *seen = *seen == MODEL_NOTHING || *seen == number ? number : MANY;
}

static bool needs_nothing(const struct model_event *event) {
    for (size_t i = 0; i < event->param_count; i++)
        if (!event->params[i].optional)
            return false;
    return !event->is_timer && !event->is_creation;
}

void resolve_move_to(struct resolving *r) {
    struct model_machine *model = r->model;
    size_t *arrivals = arena_alloc(r->arena, model->state_count * sizeof *arrivals);
    size_t *targets = arena_alloc(r->arena, model->event_count * sizeof *targets);
    for (size_t state = 0; state < model->state_count; state++)
        arrivals[state] = MODEL_NOTHING;
    for (size_t event = 0; event < model->event_count; event++)
        targets[event] = MODEL_NOTHING;
    for (size_t i = 0; i < model->move_count; i++) {
        const struct model_move *move = &model->moves[i];
        move_to_note(&targets[move->event], move->to);
        if (move->from != MODEL_NOTHING && move->from != move->to)
            move_to_note(&arrivals[move->to], move->event);
    }
    for (size_t state = 0; state < model->state_count; state++) {
        const size_t event = arrivals[state];
        if (event == MODEL_NOTHING || event == MANY || targets[event] != state ||
            !needs_nothing(&model->events[event]))
            arrivals[state] = MODEL_NOTHING;
        else
            model->move_to = arrivals;
    }
}
