#include "resolve/resolving.h"

#include <stdlib.h>

/* Which level has spoken for an event in the state that is being flattened. */
struct winner {
    size_t state; /* index + 1; another one: nobody has spoken yet */
    size_t level; /* number of a place; NOTHING: the root */
    struct resolved_entry *entry;
};

struct flattening {
    struct resolving *r;
    struct winner *winners; /* by event */
};

static void add_flat(struct resolving *r, size_t state, const struct resolved_entry *entry,
                     bool from_outside) {
    struct arrow *arrow = &r->arrows[entry->arrow];
    size_t to = arrow->ast->target_kind != AST_TO ? state
                : arrow->to == NOTHING            ? NOTHING
                                                  : r->places[arrow->to].entered;
    if (to == NOTHING)
        return;
    if (r->flat_count == RESOLVE_MOVES_MAX) {
        resolve_too_many(r, arrow->ast->keyword, RESOLVE_MOVES_MAX, "moves");
        return;
    }
    r->flats = arena_grow(r->arena, r->flats, r->flat_count, sizeof *r->flats);
    r->flats[r->flat_count++] = (struct flat){arrow->event, state, to, entry->arrow,
                                              (from_outside ? RESOLVE_MOVES_MAX : 0) + entry->arrow};
}

static void add_ignore(struct resolving *r, size_t event, size_t state) {
    r->ignores = arena_grow(r->arena, r->ignores, r->ignore_count, sizeof *r->ignores);
    r->ignores[r->ignore_count++] = (struct model_ignore){event, state};
}

static const char *answer_words(enum answer answer) {
    return answer == ANSWER_MOVE ? "moves on" : answer == ANSWER_IGNORE ? "ignores" : "refuses";
}

static void report_two_answers(struct resolving *r, size_t place, const struct resolved_entry *one,
                               const struct resolved_entry *other) {
    const bool is_later = other->at.offset > one->at.offset;
    const struct resolved_entry *second = is_later ? other : one, *first = is_later ? one : other;
    diagnose_beside(r->diagnostics, MESSAGE_TWO_ANSWERS, second->at, first->at,
                    WORDS(r->places[place].ast->head.name.text, answer_words(second->answer),
                          r->events[one->event].name.text, answer_words(first->answer)));
}

/* A final state inherits its reopenings, and what `from any` ignores. */
static bool is_inherited(const struct flattening *f, const struct resolved_entry *entry, size_t leaf,
                         size_t level) {
    const struct arrow *arrow = entry->answer == ANSWER_MOVE ? &f->r->arrows[entry->arrow] : NULL;
    if (arrow != NULL && arrow->ast->kind == AST_REOPEN)
        return arrow->from == leaf;
    return !f->r->places[leaf].ast->is_final || level == leaf ||
           (level == NOTHING && entry->answer == ANSWER_IGNORE);
}

/* Of two answers of `from any`. */
static void report_contradiction(struct flattening *f, const struct resolved_entry *first,
                                 const struct resolved_entry *second, size_t leaf) {
    bool *is_told = second->is_told != NULL ? second->is_told : first->is_told;
    if (!f->r->machine->incomplete && !*is_told)
        report_two_answers(f->r, leaf, first, second);
    *is_told = true;
}

/* The innermost level that names an event replaces all outer moves for it. */
static void take_entries(struct flattening *f, const struct entries *entries, size_t state, size_t level,
                         bool from_outside) {
    for (struct resolved_entry *entry = entries->first; entry != NULL; entry = entry->next) {
        struct winner *winner = &f->winners[entry->event];
        if (f->r->visited++ == RESOLVE_VISITED_MAX)
            resolve_too_many(f->r, entry->at, RESOLVE_MOVES_MAX, "moves");
        if (f->r->too_many)
            return;
        if (!is_inherited(f, entry, f->r->leaves[state], level))
            continue;
        if (winner->state != state + 1) {
            *winner = (struct winner){state + 1, level, entry};
        } else if (winner->level != level) {
            winner->entry->has_effect = true;
            continue;
        } else if (level == NOTHING &&
                   (entry->answer != ANSWER_MOVE || winner->entry->answer != ANSWER_MOVE)) {
            report_contradiction(f, winner->entry, entry, f->r->leaves[state]);
            continue;
        }
        if (entry->answer == ANSWER_MOVE)
            add_flat(f->r, state, entry, from_outside);
        else if (entry->answer == ANSWER_IGNORE)
            add_ignore(f->r, entry->event, state);
    }
}

static void flatten_state(struct flattening *f, size_t state) {
    struct resolving *r = f->r;
    size_t leaf = r->leaves[state];
    for (size_t p = leaf; p != NOTHING; p = r->places[p].parent) {
        take_entries(f, &r->places[p].own, state, p, false);
        take_entries(f, &r->places[p].from, state, p, true);
    }
    for (size_t p = leaf; p != NOTHING; p = r->places[p].parent)
        take_entries(f, &r->places[p].any, state, NOTHING, true);
}

static int by_event_and_from(const void *left, const void *right) {
    const struct flat *a = left;
    const struct flat *b = right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    if (a->from != b->from) /* a creation comes first: NOTHING + 1 is 0 */
        return a->from + 1 < b->from + 1 ? -1 : 1;
    return 0;
}

static int in_order(const void *left, const void *right) {
    const struct flat *a = left;
    const struct flat *b = right;
    int order = by_event_and_from(left, right);
    return order != 0 ? order : a->rank < b->rank ? -1 : a->rank > b->rank;
}

static int by_event_and_state(const void *left, const void *right) {
    const struct model_ignore *a = left;
    const struct model_ignore *b = right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return a->state < b->state ? -1 : a->state > b->state;
}

static void report_second(struct resolving *r, const struct flat *first, const struct flat *second) {
    struct arrow *arrow = &r->arrows[second->arrow];
    const struct ast_move *move = arrow->ast;
    if (arrow->is_reported)
        return;
    arrow->is_reported = true;
    const enum message_number message = move->when != NULL        ? MESSAGE_SHADOWED_MOVE
                                        : second->from == NOTHING ? MESSAGE_TWO_CREATIONS
                                                                  : MESSAGE_AMBIGUOUS_MOVE;
    const size_t state = r->leaves[second->from == NOTHING ? second->to : second->from];
    diagnose_beside(r->diagnostics, message, move->event.span, r->arrows[first->arrow].ast->event.span,
                    WORDS(r->events[second->event].name.text, r->places[state].ast->head.name.text));
}

static void check_alternatives(struct resolving *r) {
    for (size_t i = 1; i < r->flat_count; i++) {
        const struct flat *first = &r->flats[i - 1];
        const struct flat *second = &r->flats[i];
        if (first->event == second->event && first->from == second->from &&
            r->arrows[first->arrow].ast->when == NULL)
            report_second(r, first, second);
    }
}

/* In one state: moves on an event, or another answer to it, once. */
static void check_answers(struct resolving *r, struct winner *said, size_t number) {
    struct state_place *place = &r->places[number];
    const struct entries *lists[] = {&place->own, &place->from};
    for (size_t i = 0; i < 2; i++)
        for (struct resolved_entry *entry = lists[i]->first; entry != NULL; entry = entry->next) {
            struct winner *first = &said[entry->event];
            if (first->state != number + 1) {
                *first = (struct winner){number + 1, 0, entry};
                continue;
            }
            if (entry->answer == ANSWER_MOVE && first->entry->answer == ANSWER_MOVE)
                continue;
            report_two_answers(r, number, first->entry, entry);
        }
}

static void check_refusals(struct resolving *r, size_t number, const struct entries *entries) {
    const struct state_place *place = &r->places[number];
    for (const struct resolved_entry *entry = entries->first; entry != NULL; entry = entry->next) {
        const struct resolved_event *event = &r->events[entry->event];
        if (entry->answer != ANSWER_MOVE && event->create_count > 0 && event->move_count == 0) {
            if (entry->is_told == NULL || !*entry->is_told)
                diagnose(r->diagnostics, MESSAGE_NOT_INHERITED_CREATION, entry->at, WORDS(event->name.text));
            if (entry->is_told != NULL)
                *entry->is_told = true;
        } else if (entry->answer == ANSWER_REFUSE && !entry->has_effect) {
            diagnose(r->diagnostics, MESSAGE_NOT_INHERITED, entry->at,
                     WORDS(place->ast->head.name.text, event->name.text));
        }
    }
}

/* Of a reopening of many states, the arrows of those that override it; the check tells if all do. */
static void drop_overridden_reopenings(struct resolving *r) {
    size_t *number = arena_alloc(r->arena, (r->arrow_count + 1) * sizeof *number), count = 0;
    for (size_t i = 0; i < r->flat_count; i++)
        number[r->flats[i].arrow] = 1;
    for (size_t i = 0, end; i < r->arrow_count; i = end) {
        bool is_used = r->arrows[i].ast->kind != AST_REOPEN || number[i] > 0;
        for (end = i + 1; end < r->arrow_count && r->arrows[end].ast == r->arrows[i].ast; end++)
            is_used = is_used || number[end] > 0;
        for (size_t arrow = i; arrow < end; arrow++) {
            const bool is_kept = r->arrows[arrow].ast->kind != AST_REOPEN || !is_used || number[arrow] > 0;
            number[arrow] = count;
            r->arrows[count] = r->arrows[arrow];
            count += is_kept;
        }
    }
    r->arrow_count = count;
    for (size_t i = 0; i < r->flat_count; i++)
        r->flats[i].arrow = number[r->flats[i].arrow];
}

void resolve_flatten(struct resolving *r) {
    struct flattening f = {.r = r, .winners = arena_alloc(r->arena, r->event_count * sizeof(struct winner))};
    for (size_t i = 0; i < r->arrow_count; i++)
        if (r->arrows[i].from == NOTHING)
            add_flat(r, NOTHING, &(struct resolved_entry){.arrow = i}, false);
    for (size_t state = 0; state < r->model->state_count && !r->too_many; state++)
        flatten_state(&f, state);
    if (r->flat_count > 0)
        qsort(r->flats, r->flat_count, sizeof *r->flats, in_order);
    if (r->ignore_count > 0)
        qsort(r->ignores, r->ignore_count, sizeof *r->ignores, by_event_and_state);
    r->model->ignore_count = r->ignore_count;
    r->model->ignores = r->ignores;
    if (r->machine->incomplete || r->too_many)
        return;
    drop_overridden_reopenings(r);
    check_alternatives(r);
    struct winner *said = arena_alloc(r->arena, r->event_count * sizeof *said);
    for (size_t i = 0; i < r->place_count; i++) {
        check_answers(r, said, i);
        check_refusals(r, i, &r->places[i].own);
        check_refusals(r, i, &r->places[i].from);
        check_refusals(r, i, &r->places[i].any);
    }
}

bool resolve_moves_on(const struct resolving *r, size_t event, size_t state) {
    const struct flat wanted = {.event = event, .from = state};
    return r->flat_count > 0 &&
           bsearch(&wanted, r->flats, r->flat_count, sizeof *r->flats, by_event_and_from) != NULL;
}
