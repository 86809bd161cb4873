/* What is told of each place of a machine: of nothing, where it begins, of each state and each composite. */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

/* Those of place p are items[start[p]] to items[start[p + 1] - 1]. */
struct by_place {
    size_t *start;
    size_t *items;
};

struct places {
    const struct model_machine *machine;
    bool is_marked;                                /* the sentences: see sentence.h */
    struct by_place arrows, moves, ignores, works; /* by their numbers in the machine; moves of states */
    size_t *asked; /* for each event: the last state that was asked whether it refuses it, and 1 */
};

void places_init(struct places *places, struct arena *arena, const struct model_machine *machine);

enum place_part {
    PLACE_ENTER,
    PLACE_LEAVE,
    PLACE_CLOCK, /* of a composite */
    PLACE_WORK,
    PLACE_MOVES,
    PLACE_IGNORES, /* of a state */
    PLACE_REFUSALS /* of a state that is no end: events that a composite around it takes, and it does not */
};

/* Gets a sentence, to be freed or emptied, of a move with the arrow. */
typedef void places_tell_fn(void *context, enum place_part part, struct text *sentence,
                            const struct model_arrow *arrow);
void places_tell(struct places *places, struct model_place place, enum place_part part, places_tell_fn *tell,
                 void *context);
