/*
 * Asserts and scenarios, held against the flattened machine. Guards are free choices: "never" holds whatever
 * they say, "can" means that the diagram allows it. Each is linear, or nearly so, in states and moves.
 */
#pragma once

#include "base/diagnostic.h"
#include "model/graph.h"

struct proof {
    bool holds;
    bool vacuous; /* it holds because it speaks of nothing that can happen; the finding says of what */
    enum diagnostic_code code;
    const char *finding; /* what is wrong; NULL where nothing is */
    const char *path;    /* a shortest counterexample; NULL where there is none to show */
    const char *help;    /* NULL where there is none */
    size_t step;         /* of a scenario: where it went another way */
    size_t state;        /* the state that the counterexample ends in for ever; MODEL_NOTHING: none does */
    size_t arrow;        /* the last move of it; MODEL_NOTHING where a state is given, or there is none */
};

/* The texts of the proof lie in `arena`, which must not be the graph's. */
struct proof prove_assert(struct arena *arena, const struct graph *graph,
                          const struct model_assert *assertion);
struct proof prove_scenario(struct arena *arena, const struct model_machine *machine,
                            const struct model_scenario *scenario);
