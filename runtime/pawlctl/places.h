/* How many entities are where. */
#ifndef PAWLCTL_PLACES_H
#define PAWLCTL_PLACES_H

#include "model.h"

struct place {
    int64_t count, oldest_us;
};

/* Adds up into places[state_count + 1]; states that the model does not know come to 0. */
bool count_places(struct call *call, const struct model *model, struct place *places);

#endif
