#include "emit/diff/parts.h"

#include "emit/prose/sentence.h"

#include <string.h>

static void about(struct diff_change *change, const struct model_state *old, const struct model_state *new) {
    change->old_state = old;
    change->new_state = new;
}

/* ---- what runs on entering and leaving ------------------------------------------------------------- */

static struct model_hooks hooks_at(struct model_place place, bool entering) {
    if (place.state == NULL && place.composite == NULL)
        return (struct model_hooks){0};
    return entering ? MODEL_OF_PLACE(place, enter) : MODEL_OF_PLACE(place, leave);
}

static void tell_hooks(struct diffing *d, struct model_place old, struct model_place new, bool entering) {
    const struct model_place place = new.state != NULL || new.composite != NULL ? new : old;
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    (entering ? sentence_enter : sentence_leave)(&now, new);
    (entering ? sentence_enter : sentence_leave)(&before, old);
    about(add_change(d, DIFF_BEHAVIOUR, entering ? "enter-changed" : "leave-changed",
                     MODEL_OF_PLACE(place, name), now_and_before(d, &now, &before)),
          old.state, new.state);
}

/* Either may be nowhere: nothing runs there. */
static void diff_place_hooks(struct diffing *d, struct model_place old, struct model_place new) {
    for (int i = 0; i < 2; i++)
        if (!same_hooks(hooks_at(old, i == 0), hooks_at(new, i == 0)))
            tell_hooks(d, old, new, i == 0);
}

bool same_work(const struct diffing *d, const struct model_work *old, const struct model_work *new) {
    if (old == NULL || new == NULL)
        return old == new;
    size_t event = old->else_event == NULL ? MODEL_NOTHING : (size_t)(old->else_event - d->old->events);
    bool same_else = old->else_event == NULL || new->else_event == NULL
                         ? old->else_event == new->else_event
                         : d->events.to_new[event] == (size_t)(new->else_event - d->new->events);
    return same_else && strcmp(old->hook->name, new->hook->name) == 0 && old->lease_ms == new->lease_ms &&
           old->every_ms == new->every_ms && old->backoff_from_ms == new->backoff_from_ms &&
           old->backoff_to_ms == new->backoff_to_ms && old->attempts == new->attempts;
}

static void tell_work(struct diffing *d, const struct model_work *old, const struct model_work *new,
                      const struct model_state *state) {
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    if (new != NULL)
        sentence_work(&now, d->new, new);
    if (old != NULL)
        sentence_work(&before, d->old, old);
    add_change(d, DIFF_BEHAVIOUR,
               old == NULL   ? "work-added"
               : new == NULL ? "work-removed"
                             : "work-changed",
               state->name, now_and_before(d, &now, &before))
        ->new_state = state;
}

/* ---- states ---------------------------------------------------------------------------------------- */

static void state_added(struct diffing *d, const struct model_state *state) {
    TELL(d, "source state-added", .it = state->name, .more = d->states.missed[state - d->new->states])
        ->new_state = state;
    diff_place_hooks(d, (struct model_place){0}, (struct model_place){.state = state});
    if (state->work != NULL && state->work->place.state == state)
        tell_work(d, NULL, state->work, state);
}

static void state_removed(struct diffing *d, const struct model_state *state) {
    TELL(d, "source state-removed", .it = state->name)->old_state = state;
    const struct model_state *to = NULL;
    for (size_t i = 0; i < d->new->retirement_count; i++)
        if (strcmp(d->new->retirements[i].state, state->name) == 0)
            to = d->new->retirements[i].to;
    TELL(d, to != NULL ? "data state-removed retired" : "data state-removed", .it = state->name,
         .was = state->stored, .is = to != NULL ? to->name : NULL)
        ->old_state = state;
    diff_place_hooks(d, (struct model_place){.state = state}, (struct model_place){0});
}

static void diff_state(struct diffing *d, const struct model_state *old, const struct model_state *new) {
    if (strcmp(old->name, new->name) != 0)
        about(TELL(d, "source state-renamed", .it = new->name, .was = old->name), old, new);
    if (strcmp(old->stored, new->stored) != 0)
        about(TELL(d, "data state-stored", .it = new->name, .is = new->stored, .was = old->stored), old, new);
    if (old->is_final != new->is_final)
        about(TELL(d, "behaviour state-final", .it = new->name, .is = new->label,
                   .more = new->is_final ? "an end" : "no end"),
              old, new);
    else if (old->is_goal != new->is_goal)
        about(tell(d, "cosmetic state-goal",
                   (struct told){
                       .it = new->name, .is = new->label, .more = new->is_goal ? "the goal" : "no goal"}),
              old, new);
    tell_words(d, "state", (struct told){.it = new->name, .old_state = old, .new_state = new}, old->label,
               new->label, old->doc, new->doc);
    bool same_parent = same_place(d, (struct model_place){.composite = old->parent},
                                  (struct model_place){.composite = new->parent});
    if (!same_parent)
        about(new->parent == NULL
                  ? TELL(d, "cosmetic state-parent none", .it = new->name)
                  : TELL(d, "cosmetic state-parent", .it = new->name, .is = new->parent->name),
              old, new);
    diff_place_hooks(d, (struct model_place){.state = old}, (struct model_place){.state = new});
}

/* The innermost composite from here on that runs something and is in both versions: what one that is not runs
 * is told of the composite. */
static const struct model_composite *next_running(const struct model_machine *machine, const size_t *other,
                                                  const struct model_composite *at) {
    while (at != NULL && ((at->enter.count == 0 && at->leave.count == 0) ||
                          other[at - machine->composites] == MODEL_NOTHING))
        at = at->parent;
    return at;
}

/* What the composites around a state run, for a state that lies in others now. */
static void diff_chain(struct diffing *d, const struct model_state *old, const struct model_state *new) {
    const struct model_composite *a = next_running(d->old, d->composites.to_new, old->parent);
    const struct model_composite *b = next_running(d->new, d->composites.to_old, new->parent);
    while (a != NULL && b != NULL &&
           same_place(d, (struct model_place){.composite = a}, (struct model_place){.composite = b})) {
        a = next_running(d->old, d->composites.to_new, a->parent);
        b = next_running(d->new, d->composites.to_old, b->parent);
    }
    if (a != NULL || b != NULL)
        about(TELL(d, "behaviour chain-changed", .it = new->name, .is = new->label), old, new);
}

static void diff_composites(struct diffing *d) {
    for (size_t i = 0; i < d->new->composite_count; i++) {
        const struct model_composite *new = &d->new->composites[i];
        if (d->composites.to_old[i] == MODEL_NOTHING) {
            TELL(d, "cosmetic composite-added", .it = new->name, .more = d->composites.missed[i]);
            diff_place_hooks(d, (struct model_place){0}, (struct model_place){.composite = new});
            continue;
        }
        const struct model_composite *old = &d->old->composites[d->composites.to_old[i]];
        if (strcmp(old->name, new->name) != 0 || strcmp(old->label, new->label) != 0)
            TELL(d, "cosmetic composite-label", .it = new->name, .was = old->name, .is = new->label);
        if (!same_text(old->doc, new->doc))
            TELL(d, "cosmetic composite-doc", .it = new->name);
        diff_place_hooks(d, (struct model_place){.composite = old}, (struct model_place){.composite = new});
    }
    for (size_t i = 0; i < d->old->composite_count; i++) {
        const struct model_composite *old = &d->old->composites[i];
        if (d->composites.to_new[i] != MODEL_NOTHING)
            continue;
        TELL(d, "cosmetic composite-removed", .it = old->name);
        diff_place_hooks(d, (struct model_place){.composite = old}, (struct model_place){0});
    }
}

void diff_states(struct diffing *d) {
    const struct model_work *told_old = NULL;
    const struct model_work *told_new = NULL;
    for (size_t i = 0; i < d->old->state_count; i++)
        if (d->states.to_new[i] == MODEL_NOTHING)
            state_removed(d, &d->old->states[i]);
    for (size_t i = 0; i < d->new->state_count; i++) {
        const struct model_state *new = &d->new->states[i];
        if (d->states.to_old[i] == MODEL_NOTHING) {
            state_added(d, new);
            continue;
        }
        const struct model_state *old = &d->old->states[d->states.to_old[i]];
        diff_state(d, old, new);
        diff_chain(d, old, new);
        /* A composite's work is told once, for its states are neighbours. */
        if (!same_work(d, old->work, new->work) && (old->work != told_old || new->work != told_new)) {
            tell_work(d, old->work, new->work, new);
            told_old = old->work;
            told_new = new->work;
        }
    }
    diff_composites(d);
    if (!match_in_order(&d->states, d->new->state_count))
        TELL(d, "cosmetic state-order", .it = d->machine);
}
