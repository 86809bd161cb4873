/* The flattened machine as a graph: which moves leave a state, which enter it, shortest paths along them. */
#pragma once

#include "base/arena.h"
#include "model/hooks.h"

struct graph_ends { /* those of state s are moves[start[s]] to moves[start[s + 1] - 1], in the model's order
                     */
    const size_t *start;
    const size_t *moves; /* indexes into machine.moves; creations are left out */
};

struct graph {
    struct arena *arena;
    const struct model_machine *machine;
    struct graph_ends leaving;
    struct graph_ends entering;
    const bool *reached;  /* states that an entity can get into */
    const bool *is_final; /* states */
    bool has_final;
};

void graph_init(struct graph *graph, struct arena *arena, const struct model_machine *machine);

/* A search breadth first; `by` is the move by which a state was found, on a shortest path. */
struct graph_search {
    bool *found;
    size_t *by;    /* index into machine.moves; MODEL_NOTHING for where the search began */
    size_t *queue; /* the states in the order in which they were found */
    size_t queued;
    size_t next;
};

struct graph_search graph_search_new(const struct graph *graph);
void graph_search_from(struct graph_search *search, size_t state, size_t by);

/* Finds all that can be reached without going through a state of `barred` (NULL: none is). */
void graph_spread(const struct graph *graph, struct graph_search *search, const bool *barred);
/* The same from what is created. */
struct graph_search graph_search_from_nothing(const struct graph *graph, const bool *barred);
/* Finds all from which one of the targets can be reached. */
struct graph_search graph_search_back(const struct graph *graph, const bool *targets);

/* The moves from where the search began to `state`, in their order; their number in *count. */
const size_t *graph_path(const struct graph *graph, const struct graph_search *search, size_t state,
                         size_t *count);

/* Whether the move leaves its state, if only to enter it again. */
bool graph_leaves(const struct model_move *move);

/* The strongly connected component of each state in `inside`, numbered so that a move between two of them
 * leads to the lower number; MODEL_NOTHING for a state outside. Their number in *count. */
const size_t *graph_components(const struct graph *graph, const bool *inside, size_t *count);

/* The moves for `event` in a state (MODEL_NOTHING: in nothing), in the order in which they are tried. */
struct hook_moves graph_answers_to(const struct model_machine *machine, size_t event, size_t state);
bool graph_is_ignored(const struct model_machine *machine, size_t event, size_t state);

/* Whether the state is this place or lies in it. */
bool graph_lies_in(const struct model_state *state, struct model_place place);

/* Whether the inner one is the outer one or lies in it; NULL is the machine, which is around all. */
bool graph_is_around(const struct model_composite *outer, const struct model_composite *inner);
/* The innermost around both; NULL: the machine. */
const struct model_composite *graph_around_both(const struct model_composite *a,
                                                const struct model_composite *b);
