#include "base/escape.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "model/graph.h"

#include <string.h>

/* What belongs to each place; place 0 is nothing, then come the states, then the composites. */
struct by_place {
    size_t *start;
    size_t *items;
};

struct listing {
    const struct page *page;
    struct by_place arrows;
    struct by_place ignores;
    struct by_place works;
    bool is_open;  /* the list of what happens in the place at hand */
    size_t *asked; /* for each event: the last state that was asked whether it refuses it, and 1 */
};

static size_t number_of(const struct model_machine *machine, struct model_place place) {
    return place.state != NULL ? 1 + (size_t)(place.state - machine->states)
           : place.composite != NULL
               ? 1 + machine->state_count + (size_t)(place.composite - machine->composites)
               : 0;
}

typedef size_t place_fn(const struct model_machine *machine, size_t item);

static size_t place_of_arrow(const struct model_machine *machine, size_t item) {
    return number_of(machine, machine->arrows[item].from);
}

static size_t place_of_ignore(const struct model_machine *machine, size_t item) {
    return 1 + machine->ignores[item].state;
}

static size_t place_of_work(const struct model_machine *machine, size_t item) {
    return number_of(machine, machine->works[item].place);
}

static struct by_place sort_by_place(const struct page *page, size_t count, place_fn *place) {
    const struct model_machine *machine = page->machine;
    size_t places = 1 + machine->state_count + machine->composite_count;
    struct by_place sorted = {arena_alloc(page->context->arena, (places + 2) * sizeof(size_t)),
                              arena_alloc(page->context->arena, count * sizeof(size_t))};
    for (size_t i = 0; i < count; i++)
        sorted.start[place(machine, i) + 2]++;
    for (size_t i = 2; i < places + 2; i++)
        sorted.start[i] += sorted.start[i - 1];
    for (size_t i = 0; i < count; i++)
        sorted.items[sorted.start[place(machine, i) + 1]++] = i;
    return sorted;
}

/* ---- sentences ------------------------------------------------------------------------------------- */

/* Frees the sentence, which may be empty. */
static void item(struct listing *listing, const char *class, struct text *sentence) {
    struct text *out = listing->page->out;
    if (sentence->length > 0) {
        text_put(out, listing->is_open ? "" : "<ul>\n");
        text_printf(out, "<li class=\"%s\">", class);
        page_text(listing->page, sentence);
        text_put(out, "</li>\n");
        listing->is_open = true;
    }
    out->failed |= text_failed(sentence);
}

static void end_list(struct listing *listing, const char *instead) {
    text_put(listing->page->out, listing->is_open ? "</ul>\n" : instead);
    text_put(listing->page->out, "</section>\n");
    listing->is_open = false;
}

static void moves_of(struct listing *listing, size_t place) {
    const struct page *page = listing->page;
    for (size_t i = listing->arrows.start[place]; i < listing->arrows.start[place + 1]; i++) {
        const struct model_arrow *arrow = &page->machine->arrows[listing->arrows.items[i]];
        struct text sentence = TEXT_INIT;
        sentence_move(&sentence, page->machine, arrow);
        if (arrow->doc != NULL) {
            text_put(&sentence, " ");
            text_put(&sentence, arrow->doc);
        }
        item(listing, arrow->timer != NULL ? "timer" : "move", &sentence);
    }
}

static void works_of(struct listing *listing, size_t place) {
    for (size_t i = listing->works.start[place]; i < listing->works.start[place + 1]; i++) {
        struct text sentence = TEXT_INIT;
        sentence_work(&sentence, listing->page->machine,
                      &listing->page->machine->works[listing->works.items[i]]);
        item(listing, "work", &sentence);
    }
}

static void hooks_of(struct listing *listing, struct model_place place) {
    struct text sentence = TEXT_INIT;
    sentence_enter(&sentence, place);
    item(listing, "hook", &sentence);
    sentence_leave(&sentence, place);
    item(listing, "hook", &sentence);
}

/* Events that the state does not take although a composite around it does. */
static void refusals_of(struct listing *listing, size_t state) {
    const struct model_machine *machine = listing->page->machine;
    const struct model_composite *around = machine->states[state].parent;
    for (; around != NULL && !machine->states[state].is_final; around = around->parent) {
        size_t place = number_of(machine, (struct model_place){.composite = around});
        for (size_t i = listing->arrows.start[place]; i < listing->arrows.start[place + 1]; i++) {
            size_t event = machine->arrows[listing->arrows.items[i]].event;
            if (listing->asked[event] == state + 1)
                continue;
            listing->asked[event] = state + 1;
            if (graph_answers_to(machine, event, state).count > 0 || graph_is_ignored(machine, event, state))
                continue;
            struct text sentence = TEXT_INIT;
            sentence_refusal(&sentence, machine, event, state);
            item(listing, "refusal", &sentence);
        }
    }
}

/* ---- places ---------------------------------------------------------------------------------------- */

static void heading(const struct page *page, const char *kind, const char *name, const char *label) {
    text_printf(page->out, "<section class=\"place %s\" id=\"m%zu-in-%s\">\n<h%d>", kind, page->number, name,
                page->level + 1);
    escape_html(page->out, label);
    text_printf(page->out, " <code>%s</code>", name);
}

static void badge(const struct page *page, bool is_there, const char *class, const char *text) {
    if (is_there)
        text_printf(page->out, " <span class=\"badge %s\">%s</span>", class, text);
}

static void inside(const struct page *page, const struct model_state *state,
                   const struct model_composite *parent) {
    struct text sentence = TEXT_INIT;
    if (parent == NULL)
        return;
    text_printf(page->out, "<p class=\"inside\"><a href=\"#m%zu-in-%s\">", page->number, parent->name);
    sentence_inherits(&sentence, state, parent);
    page_text(page, &sentence);
    text_put(page->out, "</a></p>\n");
}

static void composite(struct listing *listing, const struct model_composite *composite) {
    const struct page *page = listing->page;
    const struct model_place place = {.composite = composite};
    heading(page, "composite", composite->name, composite->label);
    badge(page, true, "composite", "states in it inherit this");
    text_printf(page->out, "</h%d>\n", page->level + 1);
    page_doc(page, composite->doc);
    inside(page, NULL, composite->parent);
    hooks_of(listing, place);
    works_of(listing, number_of(page->machine, place));
    moves_of(listing, number_of(page->machine, place));
    end_list(listing, "");
}

static void state(struct listing *listing, size_t number, bool waits) {
    const struct page *page = listing->page;
    const struct model_state *state = &page->machine->states[number];
    const char *kind = state->is_final     ? "final"
                       : state->is_initial ? "created"
                       : waits             ? "waiting"
                                           : "plain";
    heading(page, kind, state->name, state->label);
    badge(page, state->is_initial, "created", "begins here");
    badge(page, state->is_final, "final", "an end");
    badge(page, waits, "waiting", "a clock is running");
    text_printf(page->out, "</h%d>\n", page->level + 1);
    page_doc(page, state->doc);
    inside(page, state, state->parent);
    hooks_of(listing, (struct model_place){.state = state});
    works_of(listing, 1 + number);
    moves_of(listing, 1 + number);
    refusals_of(listing, number);
    for (size_t i = listing->ignores.start[1 + number]; i < listing->ignores.start[2 + number]; i++) {
        struct text sentence = TEXT_INIT;
        sentence_ignore(&sentence, page->machine, &page->machine->ignores[listing->ignores.items[i]]);
        item(listing, "refusal", &sentence);
    }
    end_list(listing, state->parent == NULL || state->is_final ? "<p>Nothing leaves it.</p>\n" : "");
}

/* Composites that begin between two neighbours. */
static void composites_between(struct listing *listing, const struct model_composite *from,
                               const struct model_composite *to) {
    const struct model_composite *begun[64];
    size_t count = 0;
    for (; to != NULL && count < sizeof begun / sizeof begun[0] && !diagram_lies_in(from, to);
         to = to->parent)
        begun[count++] = to;
    while (count > 0)
        composite(listing, begun[--count]);
}

void page_moves(const struct page *page) {
    const struct model_machine *machine = page->machine;
    struct listing listing = {.page = page,
                              .arrows = sort_by_place(page, machine->arrow_count, place_of_arrow),
                              .ignores = sort_by_place(page, machine->ignore_count, place_of_ignore),
                              .works = sort_by_place(page, machine->work_count, place_of_work),
                              .asked =
                                  arena_alloc(page->context->arena, machine->event_count * sizeof(size_t))};
    page_section(page, "moves", "What can happen");
    text_printf(page->out,
                "<p>Whatever is not written here is refused.</p>\n<section class=\"place begin\">\n<h%d>How "
                "it begins</h%d>\n",
                page->level + 1, page->level + 1);
    moves_of(&listing, 0);
    end_list(&listing, "");
    const struct model_composite *in = NULL;
    for (size_t i = 0; i < machine->state_count; i++) {
        composites_between(&listing, in, machine->states[i].parent);
        in = machine->states[i].parent;
        state(&listing, i, page->diagram->waits[i]);
    }
    text_put(page->out, "</section>\n");
}
