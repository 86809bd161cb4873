/* What the forms of asserts share; for prove*.c only. */
#pragma once

#include "check/prove.h"

#include "base/text.h"

struct proving {
    struct arena *arena;       /* for what outlives the proof */
    const struct graph *graph; /* its arena ends with the proof */
    const struct model_assert *assertion;
    const bool *left;  /* the states of the assert's left side */
    const bool *right; /* and of all that stand on its right */
    struct proof proof;
};

const char *place_name(struct model_place place);

/* `a`, `b` or `c`: the right side in a message. */
const char *right_names(const struct proving *proving);

/* What the counterexample comes down to: a state, a move, or neither. */
struct culprit {
    size_t state;                  /* MODEL_NOTHING: none */
    const struct model_move *move; /* NULL: none */
};

struct culprit culprit_state(size_t state);
struct culprit culprit_move(const struct model_move *move);

/* The path may be empty; it is kept. */
void fail(struct proving *proving, struct text *path, struct culprit culprit, enum message_number message,
          const char *const *words);

/* a -x-> b -y-> c; the middle of a long path is counted instead of shown. */
void write_path(struct text *out, const struct model_machine *machine, size_t from, size_t count,
                const size_t *moves);

/* The shortest way from nothing to a state; nothing is written where there is none. */
void write_way_to(struct text *out, const struct graph *graph, size_t state);

/* The same of a search that found it, from where that began. */
void write_way_found(struct text *out, const struct graph *graph, const struct graph_search *search,
                     size_t state);

/* The way to `state`, and a shortest cycle through it in `inside`, by moves that leave it. */
const size_t *path_round(const struct graph *graph, const struct graph_search *search, size_t state,
                         const bool *inside, size_t *count);

void prove_leads_to(struct proving *proving);
void prove_at_most_once(struct proving *proving);
void prove_final_within(struct proving *proving);
