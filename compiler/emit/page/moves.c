/* What the templates of pages may say of the places of a machine: what happens while it is there. */
#include "emit/page/page.h"

#include "emit/prose/places.h"
#include "emit/prose/sentence.h"

struct page_places {
    struct places places;
    size_t count;
    struct model_place *list; /* in the order of the page */
};

struct moves_listing {
    struct text *out;
    bool is_open; /* the list of what happens in the place at hand */
};

static void item(void *context, enum place_part part, struct text *sentence,
                 const struct model_arrow *arrow) {
    static const char *const classes[] = {
        [PLACE_ENTER] = "hook", [PLACE_LEAVE] = "hook",      [PLACE_WORK] = "work",
        [PLACE_MOVES] = "move", [PLACE_IGNORES] = "refusal", [PLACE_REFUSALS] = "refusal"};
    struct moves_listing *listing = context;
    struct text *out = listing->out;
    if (sentence->length == 0) {
        text_fail(out, sentence->problem);
        return;
    }
    if (arrow != NULL && arrow->doc != NULL) {
        text_put(sentence, " ");
        text_put(sentence, arrow->doc);
    }
    text_put(out, listing->is_open ? "" : "<ul>\n");
    text_printf(out, "<li class=\"%s\">", arrow != NULL && arrow->timer != NULL ? "timer" : classes[part]);
    page_text(out, sentence);
    text_put(out, "</li>\n");
    listing->is_open = true;
}

/* ---- places ---------------------------------------------------------------------------------------- */

static bool waits(const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    return state != NULL && page_of(scope)->diagram->waits[state - scope->machine->states];
}

static void write_what_happens(struct text *out, const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    static const enum place_part parts[] = {PLACE_ENTER, PLACE_LEAVE,    PLACE_WORK,
                                            PLACE_MOVES, PLACE_REFUSALS, PLACE_IGNORES};
    struct moves_listing listing = {.out = out};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (state != NULL || parts[i] < PLACE_IGNORES)
            places_tell(&page_of(scope)->places->places, scope->place, parts[i], item, &listing);
    if (listing.is_open)
        text_put(out, "</ul>\n");
    else if (state != NULL && (state->is_final || !sentence_holds_within(scope->machine, state->parent)))
        text_put(out, "<p>Nothing leaves it.</p>\n");
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
    X(WORD, what_happens,                                                                                    \
      write_what_happens(out, scope))      /* in the place, or where it is none: how it begins */            \
    X(TEXT, place_kind, place_kind(scope)) /* of a state or composite */                                     \
    X(TEXT, place_name, MODEL_OF_PLACE(scope->place, name))                                                  \
    X(HTML, place_label, MODEL_OF_PLACE(scope->place, label))                                                \
    X(WORD, place_doc, page_doc(out, MODEL_OF_PLACE(scope->place, doc)))                                     \
    X(TEXT, parent, MODEL_OF_PLACE(scope->place, parent)->name) /* the name of the composite around it */    \
    X(SENTENCE, inherits,                                                                                    \
      sentence_inherits(&words, scope->machine, scope->place.state, MODEL_OF_PLACE(scope->place, parent)))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(holds_within, sentence_holds_within(scope->machine, scope->place.composite))                           \
    X(begins_here, scope->place.state != NULL && scope->place.state->is_initial)                             \
    X(is_end, scope->place.state != NULL && scope->place.state->is_final)                                    \
    X(is_goal, scope->place.state != NULL && scope->place.state->is_goal)                                    \
    X(waits, waits(scope))                                                                                   \
    X(lies_in_composite, MODEL_OF_PLACE(scope->place, parent) != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(places, page_of(scope)->places->count, place,                                                          \
      page_of(scope)->places->list[index]) /* states and composites */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_moves_vocabulary = {words, conditions, lists};
