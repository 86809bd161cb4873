#include "resolve/resolving.h"

#include "base/suggest.h"

#include <string.h>

static void two_initial(struct resolving *r, const struct ast_state *state, const struct ast_state *first) {
    const struct ast_head *around = state->parent == NULL ? &r->machine->head : &state->parent->head;
    diagnose_beside(r->diagnostics, state->parent == NULL ? MESSAGE_TWO_INITIAL : MESSAGE_TWO_INITIAL_INSIDE,
                    state->keyword, first->keyword,
                    WORDS(around->name.text, first->head.name.text, state->head.name.text));
}

static void check_composite(struct resolving *r, const struct ast_state *state) {
    const char *name = state->head.name.text;
    if (state->is_final)
        diagnose(r->diagnostics, MESSAGE_FINAL_COMPOSITE, state->keyword, WORDS(name));
    if (state->head.stored.text != NULL)
        diagnose(r->diagnostics, MESSAGE_COMPOSITE_STORED, state->head.stored.span, WORDS(name));
}

static void check_implicit(struct resolving *r, const struct ast_state *state) {
    if (state->implicit.text == NULL || (state->is_initial && state->parent == NULL))
        return;
    diagnose(r->diagnostics, MESSAGE_IMPLICIT_ELSEWHERE, state->implicit.span, NULL);
}

static void name_state(struct resolving *r, const struct ast_state *state) {
    if (map_put(&r->state_names, state->head.name.text, state->order))
        return;
    size_t first = map_get(&r->state_names, state->head.name.text);
    diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_STATE, state->head.name.span,
                    r->places[first].ast->head.name.span, WORDS(state->head.name.text));
}

static void begin_entries(struct entries *entries) {
    entries->first = NULL;
    entries->end = &entries->first;
}

static void number_items(struct resolving *r, const struct ast_item *items, size_t parent);

static void number_state(struct resolving *r, const struct ast_state *state, size_t parent) {
    struct state_place *place = &r->places[state->order];
    size_t *initial = parent == NOTHING ? &r->initial : &r->places[parent].initial_child;
    *place = (struct state_place){
        .ast = state, .parent = parent, .initial_child = NOTHING, .first_leaf = r->model->state_count};
    begin_entries(&place->own);
    begin_entries(&place->from);
    begin_entries(&place->any);
    name_state(r, state);
    check_implicit(r, state);
    if (state->is_initial && *initial == NOTHING)
        *initial = state->order;
    else if (state->is_initial)
        two_initial(r, state, r->places[*initial].ast);
    if (!state->is_composite) {
        place->index = r->model->state_count++;
        r->leaves[place->index] = state->order;
        place->open_count = !state->is_final;
        place->end = state->order + 1;
        return;
    }
    check_composite(r, state);
    place->index = r->model->composite_count++;
    r->composites[place->index] = state->order;
    number_items(r, state->items, state->order);
}

/* The grammar keeps braces to 64 levels. */
static void number_items(struct resolving *r, const struct ast_item *items, size_t parent) {
    for (const struct ast_item *item = items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_STATE)
            continue;
        number_state(r, item->state, parent);
        if (parent == NOTHING)
            continue;
        r->places[parent].end = r->places[item->state->order].end;
        r->places[parent].open_count += r->places[item->state->order].open_count;
    }
}

static void count_items(struct resolving *r) {
    r->initial = NOTHING;
    r->place_count = r->machine->state_count;
    r->places = arena_alloc(r->arena, r->place_count * sizeof *r->places);
    r->leaves = arena_alloc(r->arena, r->place_count * sizeof *r->leaves);
    r->composites = arena_alloc(r->arena, r->place_count * sizeof *r->composites);
    r->any_marks = arena_alloc(r->arena, r->place_count * sizeof *r->any_marks);
}

void resolve_number_states(struct resolving *r) {
    r->state_names = map_new(r->arena);
    count_items(r);
    number_items(r, r->machine->items, NOTHING);
    /* Children have higher numbers than what they stand in. */
    for (size_t i = r->place_count; i-- > 0;) {
        struct state_place *place = &r->places[i];
        if (!place->ast->is_composite)
            place->entered = place->index;
        else if (place->initial_child == NOTHING)
            place->entered = NOTHING;
        else
            place->entered = r->places[place->initial_child].entered;
    }
    r->states = arena_alloc(r->arena, r->model->state_count * sizeof *r->states);
    r->model_composites = arena_alloc(r->arena, r->model->composite_count * sizeof *r->model_composites);
    r->model->states = r->states;
    r->model->composites = r->model_composites;
}

/* Words that cannot be names, which is reported already. */
static bool is_reserved(const char *name) {
    return strcmp(name, "any") == 0 || strcmp(name, "not") == 0 || strcmp(name, "same") == 0 ||
           strcmp(name, "stay") == 0;
}

size_t resolve_find_state(struct resolving *r, struct ast_text name) {
    size_t place = map_get(&r->state_names, name.text);
    if (place != MAP_NOTHING)
        return place;
    if (r->machine->is_cut || is_reserved(name.text) || resolve_is_unread(&r->machine->unread_states, name))
        return NOTHING;
    struct suggestion suggestion = suggestion_for(name.text);
    if (r->diagnostics->error_count < DIAGNOSTICS_SHOWN)
        for (size_t i = 0; i < r->place_count; i++)
            suggestion_offer(&suggestion, r->places[i].ast->head.name.text);
    diagnose(r->diagnostics, MESSAGE_UNDECLARED_STATE, name.span,
             WORDS(r->machine->head.name.text, name.text));
    diagnose_meant(r->diagnostics, "", suggestion.nearest);
    return NOTHING;
}

static struct ast_text stored_of(const struct ast_head *head) {
    return head->stored.text != NULL ? head->stored : head->name;
}

/* The effects of every `enter do`, or `leave do`, of a state. */
static struct model_hooks effects_of(struct resolving *r, const struct ast_state *state,
                                     enum ast_item_kind kind) {
    struct ast_words all = {.end = &all.first};
    for (const struct ast_item *item = state->items; item != NULL; item = item->next) {
        if (item->kind != kind)
            continue;
        for (const struct ast_word *word = item->words->first; word != NULL; word = word->next) {
            struct ast_word *copy = arena_alloc(r->arena, sizeof *copy);
            *copy = *word;
            copy->next = NULL;
            *all.end = copy;
            all.end = &copy->next;
            all.count++;
        }
    }
    return resolve_hook_list(r, &all);
}

static const struct model_composite *composite_around(const struct resolving *r, size_t place) {
    size_t parent = r->places[place].parent;
    return parent == NOTHING ? NULL : &r->model->composites[r->places[parent].index];
}

void resolve_freeze_states(struct resolving *r) {
    struct ast_text *stored = arena_alloc(r->arena, r->model->state_count * sizeof *stored);
    const struct ast_state **states = arena_alloc(r->arena, r->model->state_count * sizeof(*states));
    const struct ast_state **composites =
        arena_alloc(r->arena, r->model->composite_count * sizeof(*composites));
    struct map seen = map_new(r->arena);
    struct map old = map_new(r->arena);
    for (size_t i = 0; i < r->place_count; i++)
        resolve_check_renamed(r, &r->state_names, &old, r->places[i].ast->head.renamed_from, "a state");
    for (size_t i = 0; i < r->model->state_count; i++) {
        states[i] = r->places[r->leaves[i]].ast;
        const struct ast_head *head = &states[i]->head;
        stored[i] = stored_of(head);
        if (map_get(&r->state_names, head->name.text) == r->leaves[i]) /* no second one of its name */
            resolve_check_stored(r, &seen, stored, i, "states");
        r->states[i] = (struct model_state){.name = head->name.text,
                                            .stored = stored[i].text,
                                            .label = resolve_label(r, head, head->name.text),
                                            .doc = head->doc,
                                            .is_final = states[i]->is_final,
                                            .is_goal = states[i]->is_goal,
                                            .parent = composite_around(r, r->leaves[i]),
                                            .enter = effects_of(r, states[i], AST_ITEM_ENTER),
                                            .leave = effects_of(r, states[i], AST_ITEM_LEAVE),
                                            .renamed_from = head->renamed_from.text,
                                            .line = resolve_line(r, head->name.span)};
    }
    for (size_t i = 0; i < r->model->composite_count; i++) {
        const struct state_place *place = &r->places[r->composites[i]];
        const struct ast_head *head = &place->ast->head;
        composites[i] = place->ast;
        r->model_composites[i] = (struct model_composite){.name = head->name.text,
                                                          .label = resolve_label(r, head, head->name.text),
                                                          .doc = head->doc,
                                                          .parent = composite_around(r, r->composites[i]),
                                                          .initial = place->entered,
                                                          .enter = effects_of(r, place->ast, AST_ITEM_ENTER),
                                                          .leave = effects_of(r, place->ast, AST_ITEM_LEAVE),
                                                          .renamed_from = head->renamed_from.text};
    }
    for (size_t i = 0; i < r->flat_count; i++)
        if (r->flats[i].from == NOTHING && strcmp(r->events[r->flats[i].event].name.text, "create") == 0)
            r->states[r->flats[i].to].is_initial = true;
    r->resolved->states = states;
    r->resolved->composites = composites;
}
