#include "emit/migrate/migrate.h"

#include "model/graph.h"
#include "model/hooks.h"
#include "model/queue.h"

#include <string.h>

static bool same_settings(const struct diffing *d) {
    const struct model_machine *old = d->old, *new = d->new;
    return strcmp(old->name, new->name) == 0 &&
           old->key_type == new->key_type &&same_entity(old->entity, new->entity) &&
           (old->storage == MODEL_HEAD) == (new->storage == MODEL_HEAD) &&
           old->initial_is_implicit == new->initial_is_implicit &&same_entity(old->mirror, new->mirror) &&
           same_emit(d) && same_reference(d, old->key, new->key);
}

static bool keeps_states(const struct diffing *d) {
    for (size_t i = 0; i < d->old->state_count; i++) {
        const size_t to = d->states.to_new[i];
        if (to == MODEL_NOTHING || strcmp(d->old->states[i].stored, d->new->states[to].stored) != 0 ||
            d->old->states[i].is_final != d->new->states[to].is_final)
            return false;
    }
    return true;
}

/* Parameters keep their order; new ones may be between them, and are null for the old program. */
static bool keeps_params(const struct model_event *old, const struct model_event *new) {
    size_t kept = 0;
    for (size_t i = 0; i < new->param_count; i++) {
        const struct model_param *param = &new->params[i];
        const struct model_param *was = kept < old->param_count ? &old->params[kept] : NULL;
        const bool is_same = was != NULL && strcmp(was->name, param->name) == 0;
        if (is_same ? was->type != param->type || (was->optional && !param->optional) : !param->optional)
            return false;
        kept += is_same;
    }
    return kept == old->param_count;
}

static bool asks_callbacks(const struct model_machine *machine, size_t event) {
    return moves_first_callback(moves_of_event(machine, event)) != NULL;
}

static bool keeps_events(const struct diffing *d) {
    for (size_t i = 0; i < d->old->event_count; i++) {
        const size_t to = d->events.to_new[i];
        if (to == MODEL_NOTHING)
            return false;
        const struct model_event *old = &d->old->events[i], *new = &d->new->events[to];
        if (strcmp(old->name, new->name) != 0 || strcmp(old->stored, new->stored) != 0 ||
            old->is_creation != new->is_creation || !same_serialize(d, old, new) || !keeps_params(old, new) ||
            asks_callbacks(d->old, i) != asks_callbacks(d->new, to))
            return false;
    }
    return true;
}

/* Verdicts of callbacks travel by the number of the hook. */
static bool keeps_hooks(const struct diffing *d) {
    bool any_callback = false;
    for (size_t i = 0; i < d->old->hook_count; i++) {
        const struct model_hook *old = d->old->hooks[i], *new = NULL;
        for (size_t n = 0; n < d->new->hook_count &&new == NULL; n++)
            if (strcmp(d->new->hooks[n]->name, old->name) == 0)
                new = d->new->hooks[n];
        if (new == NULL || !model_same_sql(old, new))
            return false;
        any_callback = any_callback || hook_is_callback(old);
    }
    for (size_t i = 0; any_callback && i < d->new->hook_count; i++)
        if (i >= d->old->hook_count || strcmp(d->old->hooks[i]->name, d->new->hooks[i]->name) != 0)
            return false;
    return true;
}

static bool keeps_moves(const struct diffing *d) {
    const struct model_machine *old = d->old;
    const struct hook_moves all = {old->moves, old->move_count};
    for (struct hook_moves before = {0}; next_moves(all, &before);) {
        const size_t from = before.list->from, event = before.list->event;
        const struct hook_moves after = graph_answers_to(
            d->new, d->events.to_new[event], from == MODEL_NOTHING ? MODEL_NOTHING : d->states.to_new[from]);
        if (before.count != after.count)
            return false;
        for (size_t m = 0; m < before.count; m++)
            if (!same_move(d, &before.list[m], &after.list[m]))
                return false;
    }
    for (size_t i = 0; i < old->ignore_count; i++)
        if (!graph_is_ignored(d->new, d->events.to_new[old->ignores[i].event],
                              d->states.to_new[old->ignores[i].state]))
            return false;
    return true;
}

static bool same_rule(const struct diffing *d, size_t number) {
    const struct queue_rule old = queue_rule(d->old, number), new = queue_rule(d->new, number);
    struct text old_name = TEXT_INIT, new_name = TEXT_INIT;
    queue_name(&old_name, d->old, number);
    queue_name(&new_name, d->new, number);
    bool same = !text_failed(&old_name) && !text_failed(&new_name) &&
                strcmp(old_name.data, new_name.data) == 0 && same_place(d, *old.place, *new.place) &&
                same_timer(d, old.timer, new.timer) && same_work(d, old.work, new.work);
    text_free(&old_name);
    text_free(&new_name);
    for (size_t i = 0; same && i < d->old->state_count; i++)
        same = queue_presence(d->old, number, i) == queue_presence(d->new, number, d->states.to_new[i]);
    return same;
}

/*
 * Workers of the old version claim whatever is due, and on SQLite its moves arm only what it knows: so what
 * waits must be the same, or be new altogether and in states that the old version does not have.
 */
static bool keeps_queue(const struct diffing *d) {
    if (queue_is_used(d->old) && queue_count(d->old) != queue_count(d->new))
        return false;
    for (size_t i = 0; i < queue_count(d->new); i++) {
        if (queue_is_used(d->old) && !same_rule(d, i))
            return false;
        for (size_t s = 0; !queue_is_used(d->old) && s < d->old->state_count; s++)
            if (queue_presence(d->new, i, d->states.to_new[s]) != QUEUE_OUTSIDE)
                return false;
    }
    return true;
}

bool migrate_accepts_old(const struct diffing *d) {
    return same_settings(d) && keeps_states(d) && keeps_events(d) && migrate_keeps_columns(d) &&
           keeps_hooks(d) && keeps_moves(d) && keeps_queue(d);
}
