/* Moves are compared as the flattened machine has them, and told as they are written. */
#include "emit/diff/parts.h"

#include "emit/prose/sentence.h"
#include "model/graph.h"

#include <stdlib.h>

struct moved { /* one state's move before and after; NULL: there was, or is, none */
    const struct model_move *old, *new;
};

struct diff_moves {
    struct diffing *d;
    struct moved *items;
    size_t count;
    size_t *old_changed, *new_changed; /* of an arrow: in how many states it changed */
    size_t *old_total, *new_total;     /* of an arrow: in how many states it is a move */
};

bool same_timer(const struct diffing *d, const struct model_timer *old, const struct model_timer *new) {
    if (old == NULL || new == NULL)
        return old == new;
    return old->kind == new->kind && old->after_ms == new->after_ms && old->is_latest == new->is_latest &&
           old->every_ms == new->every_ms &&same_reference(d, old->at, new->at) &&
           same_place(d, old->place, new->place);
}

static bool same_conditions(const struct model_arrow *a, const struct model_arrow *b) {
    if (a->condition_count != b->condition_count)
        return false;
    for (size_t i = 0; i < a->condition_count; i++)
        if (a->conditions[i].negated != b->conditions[i].negated ||
            !same_text(a->conditions[i].guard->name, b->conditions[i].guard->name))
            return false;
    return true;
}

static bool restarts(const struct model_arrow *arrow, size_t event) {
    size_t i = 0;
    while (i < arrow->restart_count && arrow->restarts[i] != event)
        i++;
    return i < arrow->restart_count;
}

/* In whichever order. */
static bool same_restarts(const struct diffing *d, const struct model_arrow *old,
                          const struct model_arrow *new) {
    bool same = old->restart_count == new->restart_count && old->is_unrecorded == new->is_unrecorded;
    for (size_t i = 0; same && i < old->restart_count; i++)
        same = restarts(new, d->events.to_new[old->restarts[i]]);
    return same;
}

/* Leaving a state and entering it again is another thing in a composite than in the state. */
static bool same_ends(const struct diffing *d, const struct model_move *old, const struct model_move *new) {
    const enum model_target target = model_target_of(new->arrow);
    if (d->states.to_new[old->to] != new->to || model_target_of(old->arrow) != target)
        return false;
    return target != MODEL_SAME || same_place(d, old->arrow->from, new->arrow->from);
}

bool same_move(const struct diffing *d, const struct model_move *old, const struct model_move *new) {
    return same_ends(d, old, new) && same_conditions(old->arrow, new->arrow) &&
           same_restarts(d, old->arrow, new->arrow) && same_hooks(old->arrow->effects, new->arrow->effects) &&
           same_hooks(old->arrow->after, new->arrow->after) &&
           same_timer(d, old->arrow->timer, new->arrow->timer);
}

static void moves_note(struct diff_moves *m, const struct model_move *old, const struct model_move *new) {
    m->items[m->count++] = (struct moved){old, new};
    if (old != NULL)
        m->old_changed[old->arrow - m->d->old->arrows]++;
    if (new != NULL)
        m->new_changed[new->arrow - m->d->new->arrows]++;
}

/* The moves of one state for one event: what is the same at both ends is left out, the rest is paired. */
static void moves_compare(struct diff_moves *m, struct hook_moves old, struct hook_moves new) {
    size_t same = 0;
    while (same < old.count && same < new.count &&same_move(m->d, &old.list[same], &new.list[same]))
        same++;
    while (old.count > same && new.count > same &&
           same_move(m->d, &old.list[old.count - 1], &new.list[new.count - 1])) {
        old.count--;
        new.count--;
    }
    for (size_t i = same; i < old.count || i < new.count; i++)
        moves_note(m, i < old.count ? &old.list[i] : NULL, i < new.count ? &new.list[i] : NULL);
}

static size_t mapped(size_t state, const size_t *to) {
    return state == MODEL_NOTHING ? MODEL_NOTHING : to[state];
}

static void compare_all(struct diff_moves *m) {
    const struct diffing *d = m->d;
    const struct hook_moves none = {NULL, 0};
    const struct hook_moves all_old = {d->old->moves, d->old->move_count};
    const struct hook_moves all_new = {d->new->moves, d->new->move_count};
    for (struct hook_moves old = none; next_moves(all_old, &old);) {
        size_t event = d->events.to_new[old.list[0].event];
        size_t from = mapped(old.list[0].from, d->states.to_new);
        bool there = event != MODEL_NOTHING && (old.list[0].from == MODEL_NOTHING || from != MODEL_NOTHING);
        moves_compare(m, old, there ? graph_answers_to(d->new, event, from) : none);
    }
    for (struct hook_moves new = none; next_moves(all_new, &new);) {
        size_t event = d->events.to_old[new.list[0].event];
        size_t from = mapped(new.list[0].from, d->states.to_old);
        bool there = event != MODEL_NOTHING && (new.list[0].from == MODEL_NOTHING || from != MODEL_NOTHING);
        if (!there || graph_answers_to(d->old, event, from).count == 0)
            moves_compare(m, none, new);
    }
}

/* ---- telling --------------------------------------------------------------------------------------- */

static const struct model_arrow *arrow_of(const struct model_move *move) {
    return move == NULL ? NULL : move->arrow;
}

static int by_arrow(const void *left, const void *right) {
    const struct moved *a = left;
    const struct moved *b = right;
    const struct model_arrow *of_a[] = {arrow_of(a->new), arrow_of(a->old)};
    const struct model_arrow *of_b[] = {arrow_of(b->new), arrow_of(b->old)};
    for (int i = 0; i < 2; i++)
        if (of_a[i] != of_b[i])
            return of_a[i] == NULL || (of_b[i] != NULL && of_a[i] < of_b[i]) ? -1 : 1;
    const struct model_move *first = a->new != NULL ? a->new : a->old;
    const struct model_move *second = b->new != NULL ? b->new : b->old;
    return first < second ? -1 : first > second;
}

static void tell_move(struct text *out, const struct model_machine *machine, const struct model_move *move,
                      bool whole) {
    if (whole)
        sentence_move(out, machine, move->arrow);
    else
        sentence_move_in_state(out, machine, move);
}

static void tell_moved(struct diff_moves *m, const struct moved *item, bool whole) {
    struct diffing *d = m->d;
    struct text old = TEXT_INIT;
    struct text new = TEXT_INIT;
    if (item->old != NULL)
        tell_move(&old, d->old, item->old, whole);
    if (item->new != NULL)
        tell_move(&new, d->new, item->new, whole);
    const struct model_machine *machine = item->new != NULL ? d->new : d->old;
    const struct model_move *move = item->new != NULL ? item->new : item->old;
    const char *kind = item->old == NULL ? "move-added" : item->new == NULL ? "move-removed" : "move-changed";
    struct diff_change *change =
        add_change(d, DIFF_BEHAVIOUR, kind, machine->events[move->event].name, now_and_before(d, &new, &old));
    change->old_arrow = arrow_of(item->old);
    change->new_arrow = arrow_of(item->new);
    if (!whole && item->old != NULL)
        change->old_state = &d->old->states[item->old->from];
    if (!whole && item->new != NULL)
        change->new_state = &d->new->states[item->new->from];
}

/* All states of both arrows changed: one sentence for all of them. */
static bool is_whole(const struct diff_moves *m, const struct moved *item) {
    const size_t old = item->old == NULL ? MODEL_NOTHING : (size_t)(item->old->arrow - m->d->old->arrows);
    const size_t new = item->new == NULL ? MODEL_NOTHING : (size_t)(item->new->arrow - m->d->new->arrows);
    return (old == MODEL_NOTHING || m->old_changed[old] == m->old_total[old]) &&
           (new == MODEL_NOTHING || m->new_changed[new] == m->new_total[new]);
}

static bool same_arrows(const struct moved *a, const struct moved *b) {
    return arrow_of(a->old) == arrow_of(b->old) && arrow_of(a->new) == arrow_of(b->new);
}

static size_t *totals(struct arena *arena, const struct model_machine *machine) {
    size_t *total = arena_alloc(arena, machine->arrow_count * sizeof *total);
    for (size_t i = 0; i < machine->move_count; i++)
        total[machine->moves[i].arrow - machine->arrows]++;
    return total;
}

/* What only one of the versions ignores. */
static void diff_ignores(struct diffing *d, bool old) {
    const struct model_machine *machine = old ? d->old : d->new;
    for (size_t i = 0; i < machine->ignore_count; i++) {
        const struct model_ignore *ignore = &machine->ignores[i];
        const size_t event = (old ? d->events.to_new : d->events.to_old)[ignore->event];
        const size_t state = (old ? d->states.to_new : d->states.to_old)[ignore->state];
        if (event != MODEL_NOTHING && state != MODEL_NOTHING &&
            graph_is_ignored(old ? d->new : d->old, event, state))
            continue;
        struct text now = TEXT_INIT;
        struct text before = TEXT_INIT;
        sentence_ignore(old ? &before : &now, machine, ignore);
        struct diff_change *change =
            add_change(d, DIFF_BEHAVIOUR, old ? "ignore-removed" : "ignore-added",
                       machine->events[ignore->event].name, now_and_before(d, &now, &before));
        *(old ? &change->old_state : &change->new_state) = &machine->states[ignore->state];
    }
}

void diff_moves(struct diffing *d) {
    struct diff_moves m = {
        .d = d,
        .items = arena_alloc(d->arena, (d->old->move_count + d->new->move_count) * sizeof(struct moved)),
        .old_changed = arena_alloc(d->arena, d->old->arrow_count * sizeof(size_t)),
        .new_changed = arena_alloc(d->arena, d->new->arrow_count * sizeof(size_t)),
        .old_total = totals(d->arena, d->old),
        .new_total = totals(d->arena, d->new)};
    compare_all(&m);
    if (m.count > 0)
        qsort(m.items, m.count, sizeof *m.items, by_arrow);
    for (size_t i = 0; i < m.count; i++) {
        bool whole = is_whole(&m, &m.items[i]);
        if (!whole || i == 0 || !same_arrows(&m.items[i], &m.items[i - 1]))
            tell_moved(&m, &m.items[i], whole);
    }
    diff_ignores(d, true);
    diff_ignores(d, false);
}
