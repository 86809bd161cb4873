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
    const struct model_machine *machine;
    struct places *places;
    bool is_open; /* the list of what happens in the place at hand */
};

/* ---- sentences ------------------------------------------------------------------------------------- */

/* Frees the sentence, which may be empty. */
static void item(struct moves_listing *listing, const char *class, struct text *sentence) {
    struct text *out = listing->out;
    if (sentence->length > 0) {
        text_put(out, listing->is_open ? "" : "<ul>\n");
        text_printf(out, "<li class=\"%s\">", class);
        page_text(out, sentence);
        text_put(out, "</li>\n");
        listing->is_open = true;
    }
    text_fail(out, sentence->problem);
}

static void moves_of(struct moves_listing *listing, size_t place) {
    for (size_t i = listing->places->arrows.start[place]; i < listing->places->arrows.start[place + 1]; i++) {
        const struct model_arrow *arrow = &listing->machine->arrows[listing->places->arrows.items[i]];
        struct text sentence = TEXT_INIT;
        sentence_move(&sentence, listing->machine, arrow);
        if (arrow->doc != NULL) {
            text_put(&sentence, " ");
            text_put(&sentence, arrow->doc);
        }
        item(listing, arrow->timer != NULL ? "timer" : "move", &sentence);
    }
}

static void works_of(struct moves_listing *listing, size_t place) {
    for (size_t i = listing->places->works.start[place]; i < listing->places->works.start[place + 1]; i++) {
        struct text sentence = TEXT_INIT;
        sentence_work(&sentence, listing->machine, &listing->machine->works[listing->places->works.items[i]]);
        item(listing, "work", &sentence);
    }
}

static void ignores_of(struct moves_listing *listing, size_t place) {
    for (size_t i = listing->places->ignores.start[place]; i < listing->places->ignores.start[place + 1];
         i++) {
        struct text sentence = TEXT_INIT;
        sentence_ignore(&sentence, listing->machine,
                        &listing->machine->ignores[listing->places->ignores.items[i]]);
        item(listing, "refusal", &sentence);
    }
}

static void hooks_of(struct moves_listing *listing, struct model_place place) {
    struct text sentence = TEXT_INIT;
    sentence_enter(&sentence, place);
    item(listing, "hook", &sentence);
    sentence_leave(&sentence, place);
    item(listing, "hook", &sentence);
}

static void refusal(void *context, size_t event, size_t state) {
    struct moves_listing *listing = context;
    struct text sentence = TEXT_INIT;
    sentence_refusal(&sentence, listing->machine, event, state);
    item(listing, "refusal", &sentence);
}

/* ---- places ---------------------------------------------------------------------------------------- */

static bool waits(const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    return state != NULL && page_of(scope)->diagram->waits[state - scope->machine->states];
}

static void write_what_happens(struct text *out, const struct template_scope *scope) {
    const struct model_state *state = scope->place.state;
    const size_t place = places_number(scope->machine, scope->place);
    struct moves_listing listing = {
        .out = out, .machine = scope->machine, .places = &page_of(scope)->places->places};
    hooks_of(&listing, scope->place);
    works_of(&listing, place);
    moves_of(&listing, place);
    if (state != NULL) {
        places_refusals(listing.places, (size_t)(state - scope->machine->states), refusal, &listing);
        ignores_of(&listing, place);
    }
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
#undef OWN_WORDS

#define CONDITIONS(X)                                                                                        \
    X(is_composite, scope->place.composite != NULL)                                                          \
    X(holds_within, sentence_holds_within(scope->machine, scope->place.composite))                           \
    X(begins_here, scope->place.state != NULL && scope->place.state->is_initial)                             \
    X(is_end, scope->place.state != NULL && scope->place.state->is_final)                                    \
    X(waits, waits(scope))                                                                                   \
    X(lies_in_composite, MODEL_OF_PLACE(scope->place, parent) != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)
#undef CONDITIONS

#define LISTS(X, SOME, ENTER)                                                                                \
    X(places, page_of(scope)->places->count, place,                                                          \
      page_of(scope)->places->list[index]) /* states and composites */
TEMPLATE_LISTS(LISTS)
#undef LISTS

const struct template_vocabulary page_moves_vocabulary = {words, conditions, lists};
