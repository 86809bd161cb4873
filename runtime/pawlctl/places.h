/* How many entities are where. */
#ifndef PAWLCTL_PLACES_H
#define PAWLCTL_PLACES_H

#include "model.h"

struct live_place {
    int64_t count, oldest_us;
    int64_t median_us; /* of how long those stayed that have left it; -1: nobody has, or nobody has asked */
};

struct places_counting {
    const struct deployed_model *model;
    struct live_place
        *places; /* [model.state_count + 1], by state; what is in states it does not know is at 0 */
};

/* Adds up into places[state_count + 1]; states that the model does not know come to 0. */
bool count_places(struct call *call, const struct deployed_model *model, struct live_place *places);

#endif
