/* What is told of each place of a machine: of nothing, where it begins, of each state and each composite. */
#ifndef PAWL_EMIT_PROSE_PLACES_H
#define PAWL_EMIT_PROSE_PLACES_H

#include "base/arena.h"
#include "model/model.h"

/* Those of place p are items[start[p]] to items[start[p + 1] - 1]. */
struct by_place {
    size_t *start;
    size_t *items;
};

struct places {
    const struct model_machine *machine;
    struct by_place arrows, ignores, works; /* by their numbers in the machine */
    size_t *asked; /* for each event: the last state that was asked whether it refuses it, and 1 */
};

void places_init(struct places *places, struct arena *arena, const struct model_machine *machine);

/* 0 for nothing; then come the states, then the composites. */
size_t places_number(const struct model_machine *machine, struct model_place place);

/* Tells the events that the state does not take although a composite around it does, and it is no end. */
typedef void places_refusal_fn(void *context, size_t event, size_t state);
void places_refusals(struct places *places, size_t state, places_refusal_fn *tell, void *context);

#endif
