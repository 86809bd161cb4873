#include "resolve/resolving.h"

#include "model/queue.h"

enum { LEASE_MS = 60 * 1000 };

/* The innermost composite's work is that of the states in it; the second one in one state is refused. */
void resolve_add_work(struct resolving *r, const struct ast_item *item, size_t place) {
    const struct ast_state *state = r->places[place].ast;
    resolve_use_hook(r, &r->works, item->work->hook);
    if (state->is_final && !state->is_composite) {
        diagnose_beside(r->diagnostics, MESSAGE_FINAL_WORK, item->keyword, state->keyword,
                        WORDS(state->head.name.text));
        return;
    }
    if (r->places[place].work == NULL) {
        r->places[place].work = item;
        return;
    }
    diagnose_beside(r->diagnostics, MESSAGE_TWO_WORKS, item->keyword, r->places[place].work->keyword,
                    WORDS(state->head.name.text));
}

static void check_timer(struct resolving *r, const struct arrow *arrow) {
    const struct ast_move *move = arrow->ast;
    resolve_check_fired(r, arrow->event, move->event.span, "a timer");
    if (move->kind == AST_EVERY && move->timer->every.text.text != NULL)
        diagnose(r->diagnostics, MESSAGE_PERIODIC_EVERY, move->timer->every.text.span,
                 WORDS(move->timer->every.text.text));
    if (move->kind == AST_EVERY)
        return;
    if (move->when != NULL && move->timer->every.text.text == NULL)
        diagnose(r->diagnostics, MESSAGE_TIMER_WITHOUT_EVERY, move->keyword,
                 WORDS(move->when->first->negated ? "not " : "", move->when->first->name.text));
    if (move->when == NULL && move->timer->every.text.text != NULL)
        diagnose(r->diagnostics, MESSAGE_EVERY_WITHOUT_GUARD, move->timer->every.text.span,
                 WORDS(move->timer->every.text.text));
}

static const struct model_reference *time_of(struct resolving *r, const struct ast_timer *timer,
                                             bool is_count) {
    const struct ast_reference *written = timer->time;
    const bool is_latest = timer->latest.text != NULL;
    const struct model_reference *reference = resolve_written_reference(r, written, NOTHING);
    if (reference == NULL)
        return NULL;
    bool is_param = reference->kind == MODEL_PARAM || reference->kind == MODEL_CREATED;
    if (is_latest && reference->kind != MODEL_PARAM) {
        diagnose(r->diagnostics, MESSAGE_LATEST, timer->latest.span, WORDS(written->name.text));
        return NULL;
    }
    enum pawl_type type = resolve_reference_type(r, reference);
    if (is_param &&
        (is_count ? type == PAWL_TYPE_INT || type == PAWL_TYPE_BIGINT : type == PAWL_TYPE_TIMESTAMP)) {
        if (is_latest || reference->kind == MODEL_CREATED)
            resolve_check_not_personal(r, written, reference, "the time of a timer");
        return reference;
    }
    diagnose(r->diagnostics,
             is_count   ? MESSAGE_TIMER_COUNT
             : is_param ? MESSAGE_TIMER_TYPE
                        : MESSAGE_TIMER_WITHOUT_PARAM,
             written->span, WORDS(model_type_name(type)));
    return NULL;
}

void resolve_freeze_timers(struct resolving *r, struct model_arrow *arrows) {
    size_t count = 0;
    for (size_t i = 0; i < r->arrow_count; i++)
        count += r->arrows[i].ast->timer != NULL;
    struct model_timer *timers = arena_alloc(r->arena, count * sizeof *timers);
    const struct ast_move **places = arena_alloc(r->arena, count * sizeof(*places));
    for (size_t i = 0; i < r->arrow_count; i++) {
        const struct arrow *arrow = &r->arrows[i];
        const struct ast_timer *written = arrow->ast->timer;
        if (written == NULL)
            continue;
        check_timer(r, arrow);
        size_t index = r->model->timer_count++;
        const bool is_at = written->time != NULL;
        places[index] = arrow->ast;
        timers[index] =
            (struct model_timer){.place = resolve_place(r, arrow->from),
                                 .kind = is_at                           ? MODEL_AT
                                         : arrow->ast->kind == AST_EVERY ? MODEL_EVERY
                                                                         : MODEL_AFTER,
                                 .after_ms = written->delay.ms,
                                 .at = is_at ? time_of(r, written, arrow->ast->kind == AST_AFTER) : NULL,
                                 .is_latest = written->latest.text != NULL,
                                 .every_ms = written->every.ms,
                                 .event = arrow->event};
        arrows[i].timer = &timers[index];
    }
    r->model->timers = timers;
    r->resolved->timers = places;
}

/* ---- restarts -------------------------------------------------------------------------------------- */

/* Whether some move of the arrow restarts a timer of the event. */
static bool restarts_one(const struct model_machine *machine, const struct model_arrow *arrow, size_t event) {
    for (size_t m = 0; m < machine->move_count; m++)
        for (size_t t = 0; t < machine->timer_count; t++)
            if (machine->moves[m].arrow == arrow && machine->timers[t].event == event &&
                queue_runs_on(machine, t, &machine->moves[m]))
                return true;
    return false;
}

static void freeze_restarts_of(struct resolving *r, struct model_arrow *arrows, size_t arrow_count,
                               const struct ast_move *piece, bool is_whole) {
    size_t *restarts = arena_alloc(r->arena, piece->restarts->count * arrow_count * sizeof *restarts);
    for (size_t i = 0; i < arrow_count; i++)
        arrows[i].restarts = &restarts[i * piece->restarts->count];
    for (const struct ast_word *word = piece->restarts->first; word != NULL; word = word->next) {
        const size_t event = resolve_find_event(r, word->name);
        bool any = !is_whole || event == NOTHING;
        for (size_t i = 0; event != NOTHING && i < arrow_count; i++)
            if (restarts_one(r->model, &arrows[i], event)) {
                restarts[i * piece->restarts->count + arrows[i].restart_count++] = event;
                any = true;
            }
        if (r->model_events[arrows->event].is_timer)
            diagnose(r->diagnostics, MESSAGE_TIMER_RESTARTS, word->name.span, WORDS(piece->event.text));
        else if (!any)
            diagnose(r->diagnostics, MESSAGE_RESTARTS_NOTHING, word->name.span,
                     WORDS(word->name.text, piece->event.text));
    }
}

/* It leaves no row: none that a parameter could be in, or by which a repeated request would be known. */
static void check_unrecorded(struct resolving *r, const struct model_arrow *arrow,
                             const struct ast_move *piece) {
    const struct ast_event *event = r->events[arrow->event].declared;
    const struct span at = piece->unrecorded.span;
    if (arrow->target != MODEL_STAY)
        diagnose(r->diagnostics, MESSAGE_UNRECORDED_TARGET, at, NULL);
    if (piece->effects != NULL || piece->then != NULL)
        diagnose(r->diagnostics, MESSAGE_UNRECORDED_EFFECT, at, NULL);
    if (event != NULL && event->params != NULL)
        diagnose_beside(r->diagnostics, MESSAGE_UNRECORDED_PARAM, at, event->params->name.span,
                        WORDS(event->params->name.text, piece->event.text));
}

/* The arrows of a `from` follow each other; each has the restarts that it can make. */
void resolve_freeze_restarts(struct resolving *r, struct model_arrow *arrows) {
    const bool is_whole = !r->machine->incomplete && r->diagnostics->error_count == 0;
    for (size_t i = 0, end; i < r->arrow_count; i = end) {
        const struct ast_move *piece = r->arrows[i].ast;
        for (end = i + 1; end < r->arrow_count && r->arrows[end].ast == piece;)
            end++;
        if (piece->restarts != NULL)
            freeze_restarts_of(r, &arrows[i], end - i, piece, is_whole);
        if (piece->unrecorded.text != NULL)
            check_unrecorded(r, &arrows[i], piece);
    }
}

/* ---- work ------------------------------------------------------------------------------------------ */

static const struct model_event *else_event(struct resolving *r, const struct ast_work *work) {
    if (work->else_event.text == NULL)
        return NULL;
    if (work->attempts_text.text == NULL)
        diagnose(r->diagnostics, MESSAGE_ENDLESS_ELSE, work->else_event.span, WORDS(work->else_event.text));
    size_t event = resolve_find_event(r, work->else_event);
    if (event == NOTHING)
        return NULL;
    resolve_check_fired(r, event, work->else_event.span, "work that has failed");
    return &r->model_events[event];
}

/* Every state that has the work must be able to go on when its attempts are spent; reported once a work. */
static void check_else(struct resolving *r, const struct ast_work **written, const struct model_work *works) {
    bool *is_reported = arena_alloc(r->arena, r->model->work_count * sizeof *is_reported);
    for (size_t i = 0; i < r->model->state_count && !r->machine->incomplete; i++) {
        const struct model_work *work = r->states[i].work;
        if (work == NULL || work->else_event == NULL || is_reported[work - works] ||
            resolve_moves_on(r, (size_t)(work->else_event - r->model_events), i))
            continue;
        const struct ast_text *event = &written[work - works]->else_event;
        is_reported[work - works] = true;
        diagnose(r->diagnostics, MESSAGE_ELSE_WITHOUT_MOVE, event->span,
                 WORDS(r->states[i].name, event->text));
    }
}

void resolve_freeze_works(struct resolving *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->place_count; i++)
        count += r->places[i].work != NULL;
    struct model_work *works = arena_alloc(r->arena, count * sizeof *works);
    const struct ast_work **places = arena_alloc(r->arena, count * sizeof(*places));
    size_t *of_place = arena_alloc(r->arena, r->place_count * sizeof *of_place);
    for (size_t i = 0; i < r->place_count; i++) {
        const struct state_place *place = &r->places[i];
        of_place[i] = place->parent == NOTHING ? NOTHING : of_place[place->parent];
        if (place->work != NULL) {
            const struct ast_work *written = place->work->work;
            of_place[i] = r->model->work_count++;
            places[of_place[i]] = written;
            works[of_place[i]] =
                (struct model_work){.place = resolve_place(r, i),
                                    .hook = resolve_hook(&r->works, written->hook.text),
                                    .lease_ms = written->lease.ms > 0 ? written->lease.ms : LEASE_MS,
                                    .every_ms = written->every.ms,
                                    .backoff_from_ms = written->backoff_from.ms,
                                    .backoff_to_ms = written->backoff_to.ms,
                                    .attempts = written->attempts,
                                    .else_event = else_event(r, written)};
            if (place->ast->is_composite)
                r->model_composites[place->index].work = &works[of_place[i]];
        }
        if (!place->ast->is_composite && !place->ast->is_final && of_place[i] != NOTHING)
            r->states[place->index].work = &works[of_place[i]];
    }
    check_else(r, places, works);
    r->model->works = works;
    r->resolved->works = places;
}
