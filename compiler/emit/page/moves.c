/* What the templates of pages may say of the places of a machine: what happens while it is there. */
#include "emit/page/page.h"

#include "model/graph.h"

/* A sentence of the list beside a place's table. */
static void item(void *context, enum place_part part, struct text *sentence,
                 const struct model_arrow *arrow) {
    struct text *out = context;
    (void)arrow;
    if (sentence->length == 0)
        return;
    text_printf(out, "<li class=\"%s\">",
                part == PLACE_IGNORES || part == PLACE_REFUSALS ? "refusal" : "hook");
    page_text(out, sentence);
    text_put(out, "</li>\n");
}

/* ---- places ---------------------------------------------------------------------------------------- */

static bool waits(const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    return state != NULL && page_of(scope)->diagram->states[state - scope->machine->states].waits;
}

static void write_what_holds(struct text *out, const struct template_scope *scope) {
    static const enum place_part parts[] = {PLACE_MOVES, PLACE_CLOCK,    PLACE_ENTER,  PLACE_LEAVE,
                                            PLACE_WORK,  PLACE_REFUSALS, PLACE_IGNORES};
    const bool is_state = scope->place.state != NULL;
    struct text list = TEXT_INIT;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_state ? parts[i] != PLACE_MOVES : parts[i] < PLACE_IGNORES)
            places_tell(&page_of(scope)->places->places, scope->place, parts[i], item, &list);
    if (list.length > 0)
        text_printf(out, "%s<ul>\n%s</ul>\n",
                    is_state ? "" : "<p>For all of it, unless a state says otherwise:</p>\n", list.data);
    text_free(&list);
}

/* Composites come before the states in them. */
static void put_place(struct page_places *places, const struct model_composite *before,
                      const struct model_composite *composite) {
    if (composite == NULL || diagram_lies_in(before, composite))
        return;
    put_place(places, before, composite->parent);
    places->list[places->count++].composite = composite;
}

void page_places_init(struct page *page) {
    const struct model_machine *machine = page->machine;
    struct arena *arena = page->context->arena;
    struct page_places *places = arena_alloc(arena, sizeof *places);
    const struct model_composite *before = NULL;
    page->places = places;
    places_init(&places->places, arena, machine);
    places->places.is_marked = true;
    places->list =
        arena_alloc(arena, (machine->state_count + machine->composite_count) * sizeof *places->list);
    for (size_t i = 0; i < machine->state_count; i++) {
        put_place(places, before, machine->states[i].parent);
        before = machine->states[i].parent;
        places->list[places->count++].state = &machine->states[i];
    }
}

static const char *place_kind(const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    return state == NULL       ? "composite"
           : state->is_final   ? "final"
           : state->is_initial ? "created"
           : waits(scope)      ? "waiting"
                               : "plain";
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(WORD, what_holds, write_what_holds(out, scope)) /* in the place */                                     \
    X(TEXT, place_kind, place_kind(scope))            /* of a state or composite */                          \
    X(TEXT, place_name, MODEL_OF_PLACE(scope->place, name))                                                  \
    X(HTML, place_label, MODEL_OF_PLACE(scope->place, label))                                                \
    X(WORD, place_doc, page_doc(out, MODEL_OF_PLACE(scope->place, doc)))                                     \
    X(TEXT, parent, MODEL_OF_PLACE(scope->place, parent)->name) /* the name of the composite around it, */   \
    X(HTML, parent_label, MODEL_OF_PLACE(scope->place, parent)->label) /* and its label */
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_somewhere, scope->place.state != NULL || scope->place.composite != NULL)                            \
    X(is_shut, scope->place.state != NULL && page_row(scope, 0) == NULL)                                     \
    X(begins_here, scope->place.state != NULL && scope->place.state->is_initial)                             \
    X(is_end, scope->place.state != NULL && scope->place.state->is_final)                                    \
    X(is_goal, scope->place.state != NULL && scope->place.state->is_goal)                                    \
    X(waits, waits(scope))                                                                                   \
    X(lies_in_composite, MODEL_OF_PLACE(scope->place, parent) != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    SOME(members, scope->machine->state_count, graph_lies_in(&scope->machine->states[i], scope->place),      \
         state, &scope->machine->states[i]) /* the states in a composite */                                  \
    X(places, page_of(scope)->places->count, place,                                                          \
      page_of(scope)->places->list[index]) /* states and composites */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_moves_vocabulary = {words, conditions, lists};
