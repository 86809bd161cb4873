#include "emit/diff/parts.h"

#include "emit/prose/sentence.h"

#include <string.h>

/* ---- what runs on entering and leaving ------------------------------------------------------------- */

static void tell_hooks(struct diffing *d, struct model_place old, struct model_place new, bool entering) {
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    (entering ? sentence_enter : sentence_leave)(&now, new);
    (entering ? sentence_enter : sentence_leave)(&before, old);
    struct diff_change *change = add_change(d, DIFF_BEHAVIOUR, entering ? "enter-changed" : "leave-changed",
                                            new.state != NULL       ? new.state->name
                                            : new.composite != NULL ? new.composite->name
                                            : old.state != NULL     ? old.state->name
                                                                    : old.composite->name,
                                            now_and_before(d, &now, &before));
    change->old_state = old.state;
    change->new_state = new.state;
}

/* Either may be nowhere: nothing runs there. */
static void diff_place_hooks(struct diffing *d, struct model_place old, struct model_place new) {
    const struct model_hooks none = {0};
    struct model_hooks of_old[] = {old.state != NULL       ? old.state->enter
                                   : old.composite != NULL ? old.composite->enter
                                                           : none,
                                   old.state != NULL       ? old.state->leave
                                   : old.composite != NULL ? old.composite->leave
                                                           : none};
    struct model_hooks of_new[] = {new.state != NULL       ? new.state->enter
                                   : new.composite != NULL ? new.composite->enter
                                                           : none,
                                   new.state != NULL       ? new.state->leave
                                   : new.composite != NULL ? new.composite->leave
                                                           : none};
    for (int i = 0; i < 2; i++)
        if (!same_hooks(of_old[i], of_new[i]))
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
    add_change(
        d, DIFF_SOURCE, "state-added", state->name,
        arena_printf(d->arena,
                     "State `%s` is new: programs that switch over all states must say what to do in it.%s",
                     state->name, d->states.missed[state - d->new->states]))
        ->new_state = state;
    diff_place_hooks(d, (struct model_place){0}, (struct model_place){.state = state});
    if (state->work != NULL && state->work->place.state == state)
        tell_work(d, NULL, state->work, state);
}

static void state_removed(struct diffing *d, const struct model_state *state) {
    add_change(
        d, DIFF_SOURCE, "state-removed", state->name,
        arena_printf(d->arena, "State `%s` is gone: programs that name it no longer compile.", state->name))
        ->old_state = state;
    const struct model_state *to = NULL;
    for (size_t i = 0; i < d->new->retirement_count; i++)
        if (strcmp(d->new->retirements[i].state, state->name) == 0)
            to = d->new->retirements[i].to;
    add_change(d, DIFF_DATA, "state-removed", state->name,
               to != NULL
                   ? arena_printf(d->arena, "Rows in state `%s`, stored as \"%s\", are brought into `%s`.",
                                  state->name, state->stored, to->name)
                   : arena_printf(d->arena,
                                  "Rows in state `%s`, stored as \"%s\", must be brought into another state.",
                                  state->name, state->stored))
        ->old_state = state;
    diff_place_hooks(d, (struct model_place){.state = state}, (struct model_place){0});
}

static void about(struct diff_change *change, const struct model_state *old, const struct model_state *new) {
    change->old_state = old;
    change->new_state = new;
}

static void diff_state(struct diffing *d, const struct model_state *old, const struct model_state *new) {
    struct arena *arena = d->arena;
    if (strcmp(old->name, new->name) != 0)
        about(add_change(d, DIFF_SOURCE, "state-renamed", new->name,
                         arena_printf(arena, "State `%s` is called `%s` now: programs must name it so.",
                                      old->name, new->name)),
              old, new);
    if (strcmp(old->stored, new->stored) != 0)
        about(add_change(d, DIFF_DATA, "state-stored", new->name,
                         arena_printf(arena, "State `%s` is stored as \"%s\" now, and was as \"%s\".",
                                      new->name, new->stored, old->stored)),
              old, new);
    if (old->is_final != new->is_final)
        about(
            add_change(d, DIFF_BEHAVIOUR, "state-final", new->name,
                       arena_printf(arena, "%s is %s now.", new->label, new->is_final ? "an end" : "no end")),
            old, new);
    if (strcmp(old->label, new->label) != 0)
        about(add_change(d, DIFF_COSMETIC, "state-label", new->name,
                         arena_printf(arena, "State `%s` is labelled \"%s\" now, and was \"%s\".", new->name,
                                      new->label, old->label)),
              old, new);
    if (!same_text(old->doc, new->doc))
        about(add_change(d, DIFF_COSMETIC, "state-doc", new->name,
                         arena_printf(arena, "The description of state `%s` is another.", new->name)),
              old, new);
    bool same_parent = same_place(d, (struct model_place){.composite = old->parent},
                                  (struct model_place){.composite = new->parent});
    if (!same_parent)
        about(add_change(d, DIFF_COSMETIC, "state-parent", new->name,
                         new->parent == NULL ? arena_printf(arena, "State `%s` stands alone now.", new->name)
                                             : arena_printf(arena, "State `%s` lies in `%s` now.", new->name,
                                                            new->parent->name)),
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
        about(add_change(d, DIFF_BEHAVIOUR, "chain-changed", new->name,
                         arena_printf(d->arena,
                                      "Entering and leaving %s runs what the states around it run, and these "
                                      "are others now.",
                                      new->label)),
              old, new);
}

static void diff_composites(struct diffing *d) {
    for (size_t i = 0; i < d->new->composite_count; i++) {
        const struct model_composite *new = &d->new->composites[i];
        if (d->composites.to_old[i] == MODEL_NOTHING) {
            add_change(d, DIFF_COSMETIC, "composite-added", new->name,
                       arena_printf(d->arena, "States are grouped in `%s` now.%s", new->name,
                                    d->composites.missed[i]));
            diff_place_hooks(d, (struct model_place){0}, (struct model_place){.composite = new});
            continue;
        }
        const struct model_composite *old = &d->old->composites[d->composites.to_old[i]];
        if (strcmp(old->name, new->name) != 0 || strcmp(old->label, new->label) != 0)
            add_change(d, DIFF_COSMETIC, "composite-label", new->name,
                       arena_printf(d->arena, "The group `%s` is `%s` \"%s\" now.", old->name, new->name,
                                    new->label));
        if (!same_text(old->doc, new->doc))
            add_change(d, DIFF_COSMETIC, "composite-doc", new->name,
                       arena_printf(d->arena, "The description of `%s` is another.", new->name));
        diff_place_hooks(d, (struct model_place){.composite = old}, (struct model_place){.composite = new});
    }
    for (size_t i = 0; i < d->old->composite_count; i++) {
        const struct model_composite *old = &d->old->composites[i];
        if (d->composites.to_new[i] != MODEL_NOTHING)
            continue;
        add_change(d, DIFF_COSMETIC, "composite-removed", old->name,
                   arena_printf(d->arena, "States are no longer grouped in `%s`.", old->name));
        diff_place_hooks(d, (struct model_place){.composite = old}, (struct model_place){0});
    }
}

void diff_states(struct diffing *d) {
    const struct model_work *told_old = NULL;
    const struct model_work *told_new = NULL;
    size_t last = 0;
    bool ordered = true;
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
        ordered = ordered && d->states.to_old[i] >= last;
        last = d->states.to_old[i];
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
    if (!ordered)
        add_change(d, DIFF_COSMETIC, "state-order", d->machine, "The states stand in another order.");
}
