#include "emit/prose/places.h"

#include "emit/prose/sentence.h"
#include "model/graph.h"

typedef size_t place_fn(const struct model_machine *machine, size_t item);

static size_t place_of_arrow(const struct model_machine *machine, size_t item) {
    return model_place_number(machine, machine->arrows[item].from);
}

static size_t place_of_move(const struct model_machine *machine, size_t item) {
    return machine->moves[item].from + 1; /* 0 for a creation */
}

static size_t place_of_ignore(const struct model_machine *machine, size_t item) {
    return 1 + machine->ignores[item].state;
}

static size_t place_of_work(const struct model_machine *machine, size_t item) {
    return model_place_number(machine, machine->works[item].place);
}

static struct by_place sort_by_place(struct arena *arena, const struct model_machine *machine, size_t count,
                                     place_fn *place) {
    size_t places = 1 + machine->state_count + machine->composite_count;
    struct by_place sorted = {arena_alloc(arena, (places + 2) * sizeof(size_t)),
                              arena_alloc(arena, count * sizeof(size_t))};
    for (size_t i = 0; i < count; i++)
        sorted.start[place(machine, i) + 2]++;
    for (size_t i = 2; i < places + 2; i++)
        sorted.start[i] += sorted.start[i - 1];
    for (size_t i = 0; i < count; i++)
        sorted.items[sorted.start[place(machine, i) + 1]++] = i;
    return sorted;
}

void places_init(struct places *places, struct arena *arena, const struct model_machine *machine) {
    *places =
        (struct places){.machine = machine,
                        .arrows = sort_by_place(arena, machine, machine->arrow_count, place_of_arrow),
                        .moves = sort_by_place(arena, machine, machine->move_count, place_of_move),
                        .ignores = sort_by_place(arena, machine, machine->ignore_count, place_of_ignore),
                        .works = sort_by_place(arena, machine, machine->work_count, place_of_work),
                        .asked = arena_alloc(arena, machine->event_count * sizeof(size_t))};
}

static void tell_refusals(struct places *places, struct model_place place, places_tell_fn *tell,
                          void *context) {
    const struct model_machine *machine = places->machine;
    const size_t state = (size_t)(place.state - machine->states);
    const struct model_composite *around = place.state->parent;
    struct text sentence = {.is_marked = places->is_marked};
    for (; around != NULL && !place.state->is_final; around = around->parent) {
        size_t number = model_place_number(machine, (struct model_place){.composite = around});
        for (size_t i = places->arrows.start[number]; i < places->arrows.start[number + 1]; i++) {
            size_t event = machine->arrows[places->arrows.items[i]].event;
            if (places->asked[event] == state + 1)
                continue;
            places->asked[event] = state + 1;
            if (graph_answers_to(machine, event, state).count > 0 || graph_is_ignored(machine, event, state))
                continue;
            sentence_refusal(&sentence, machine, event, state);
            tell(context, PLACE_REFUSALS, &sentence, NULL);
        }
    }
}

void places_tell(struct places *places, struct model_place place, enum place_part part, places_tell_fn *tell,
                 void *context) {
    const struct model_machine *machine = places->machine;
    const size_t number = model_place_number(machine, place);
    const struct by_place *items = part == PLACE_MOVES     ? &places->arrows
                                   : part == PLACE_WORK    ? &places->works
                                   : part == PLACE_IGNORES ? &places->ignores
                                                           : NULL;
    struct text sentence = {.is_marked = places->is_marked};
    if (part == PLACE_REFUSALS) {
        tell_refusals(places, place, tell, context);
    } else if (part == PLACE_CLOCK) {
        sentence_clock_of(&sentence, machine, place);
        tell(context, part, &sentence, NULL);
    } else if (items == NULL) {
        (part == PLACE_ENTER ? sentence_enter : sentence_leave)(&sentence, place);
        tell(context, part, &sentence, NULL);
    }
    for (size_t i = items == NULL ? 0 : items->start[number]; items != NULL && i < items->start[number + 1];
         i++) {
        const size_t item = items->items[i];
        if (part == PLACE_MOVES)
            sentence_move(&sentence, machine, &machine->arrows[item]);
        else if (part == PLACE_WORK)
            sentence_work(&sentence, machine, &machine->works[item]);
        else
            sentence_ignore(&sentence, machine, &machine->ignores[item]);
        tell(context, part, &sentence, part == PLACE_MOVES ? &machine->arrows[item] : NULL);
    }
}
