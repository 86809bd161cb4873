/* How long entities usually stay in each state, and how many enter it, from a sample of each state. */
#pragma once

#include "model.h"

struct stays {
    int64_t count; /* of the sampled stays that are over; 0: none */
    int64_t median_us, p95_us;
    int64_t interval_us; /* between two entities that enter it; 0: not read, or none did */
};

/* By state. NULL: the machine has no index by which its entities are sampled. */
struct stays *stays_read(struct call *call, const struct deployed_model *model);
/* Fills in interval_us. */
void stays_read_entries(struct call *call, const struct deployed_model *model, struct stays *stays);

enum { STAYS_LEAST = 20 }; /* of fewer nothing is concluded about the slowest */
