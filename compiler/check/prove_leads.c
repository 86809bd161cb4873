#include "check/prove_forms.h"

/* ---- A leads to B ---------------------------------------------------------------------------------- */

/* Nothing has to happen any more: an end, or a state that no move leaves. */
static bool may_rest(const struct graph *graph, size_t state) {
    if (graph->machine->states[state].is_final)
        return true;
    for (size_t i = graph->leaving.start[state]; i < graph->leaving.start[state + 1]; i++)
        if (graph_leaves(&graph->machine->moves[graph->leaving.moves[i]]))
            return false;
    return true;
}

/* The first state of the search that lies on a cycle in `inside`. */
static size_t first_on_a_cycle(const struct graph *graph, const struct graph_search *search,
                               const bool *inside) {
    size_t count;
    const size_t *component = graph_components(graph, inside, &count);
    bool *cyclic = arena_alloc(graph->arena, count * sizeof *cyclic);
    for (size_t i = 0; i < graph->machine->move_count; i++) {
        const struct model_move *move = &graph->machine->moves[i];
        if (move->from != MODEL_NOTHING && inside[move->from] && graph_leaves(move) &&
            component[move->from] == component[move->to])
            cyclic[component[move->from]] = true;
    }
    for (size_t i = 0; i < search->queued; i++)
        if (inside[search->queue[i]] && cyclic[component[search->queue[i]]])
            return search->queue[i];
    return MODEL_NOTHING;
}

static bool is_reopened(const struct model_machine *machine, size_t state) {
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].from == state && machine->moves[i].arrow->reopens)
            return true;
    return false;
}

void prove_leads_to(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    struct graph_search search = graph_search_new(graph);
    bool *inside = arena_alloc(graph->arena, machine->state_count * sizeof *inside);
    for (size_t s = 0; s < machine->state_count; s++)
        if (proving->left[s] && !proving->right[s])
            graph_search_from(&search, s, MODEL_NOTHING);
    graph_spread(graph, &search, proving->right);

    const bool *can =
        proving->assertion->assuming_progress ? graph_search_back(graph, proving->right).found : NULL;
    size_t rest = MODEL_NOTHING;
    for (size_t i = 0; i < search.queued; i++) {
        size_t state = search.queue[i];
        if (rest == MODEL_NOTHING && !proving->right[state] && may_rest(graph, state))
            rest = state;
        inside[state] = !proving->right[state] && (can == NULL || !can[state]);
    }
    size_t turn = first_on_a_cycle(graph, &search, inside);
    if (rest == MODEL_NOTHING && turn == MODEL_NOTHING)
        return;

    size_t rest_count = 0;
    size_t turn_count = 0;
    if (rest != MODEL_NOTHING)
        graph_path(graph, &search, rest, &rest_count);
    const size_t *round =
        turn == MODEL_NOTHING ? NULL : path_round(graph, &search, turn, inside, &turn_count);
    const char *left = place_name(proving->assertion->left);
    struct text text = TEXT_INIT;
    if (rest != MODEL_NOTHING && (round == NULL || rest_count <= turn_count)) {
        write_way_found(&text, graph, &search, rest);
        text_put(&text, ", where it may stay forever");
        fail(proving, &text, culprit_state(rest),
             is_reopened(machine, rest)       ? MESSAGE_LEADS_TO_REOPENED
             : machine->states[rest].is_final ? MESSAGE_LEADS_TO_FINAL
                                              : MESSAGE_LEADS_TO_REST,
             WORDS(left, machine->states[rest].name, right_names(proving)));
        return;
    }
    write_path(&text, machine, machine->moves[round[0]].from, turn_count, round);
    text_printf(&text, ", and so on forever from `%s`", machine->states[turn].name);
    fail(proving, &text, culprit_move(&machine->moves[round[turn_count - 1]]),
         can == NULL ? MESSAGE_LEADS_ROUND : MESSAGE_LEADS_ROUND_FOR_EVER, WORDS(left, right_names(proving)));
}

/* ---- E at most once -------------------------------------------------------------------------------- */

/* Breadth first over states, each twice: the event has not happened, it has happened. */
struct leads_counting {
    size_t states;
    size_t *by;     /* the move by which a node was found, plus 1; 0: not found */
    size_t *parent; /* the node before it */
    size_t *queue;
    size_t queued;
};

static void found(struct leads_counting *counting, size_t node, size_t by, size_t parent) {
    if (counting->by[node] != 0)
        return;
    counting->by[node] = by + 1;
    counting->parent[node] = parent;
    counting->queue[counting->queued++] = node;
}

static void show_twice(struct proving *proving, const struct leads_counting *counting, size_t node,
                       size_t last) {
    const struct graph *graph = proving->graph;
    size_t count = 1;
    for (size_t at = node; at != MODEL_NOTHING; at = counting->parent[at])
        count++;
    size_t *path = arena_alloc(graph->arena, count * sizeof *path);
    size_t left = count;
    path[--left] = last;
    for (size_t at = node; at != MODEL_NOTHING; at = counting->parent[at])
        path[--left] = counting->by[at] - 1;
    struct text text = TEXT_INIT;
    write_path(&text, graph->machine, MODEL_NOTHING, count, path);
    fail(proving, &text, culprit_move(&graph->machine->moves[last]), MESSAGE_AT_MOST_ONCE,
         WORDS(proving->assertion->event->name));
}

void prove_at_most_once(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    size_t event = (size_t)(proving->assertion->event - machine->events);
    size_t nodes = 2 * machine->state_count;
    struct leads_counting counting = {.states = machine->state_count,
                                      .by = arena_alloc(graph->arena, nodes * sizeof(size_t)),
                                      .parent = arena_alloc(graph->arena, nodes * sizeof(size_t)),
                                      .queue = arena_alloc(graph->arena, nodes * sizeof(size_t))};
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].from == MODEL_NOTHING)
            found(&counting, machine->moves[i].to, i, MODEL_NOTHING);
    for (size_t next = 0; next < counting.queued; next++) {
        size_t node = counting.queue[next];
        bool happened = node >= counting.states;
        size_t state = happened ? node - counting.states : node;
        for (size_t i = graph->leaving.start[state]; i < graph->leaving.start[state + 1]; i++) {
            size_t index = graph->leaving.moves[i];
            const struct model_move *move = &machine->moves[index];
            if (happened && move->event == event) {
                show_twice(proving, &counting, node, index);
                return;
            }
            bool after = happened || move->event == event;
            found(&counting, move->to + (after ? counting.states : 0), index, node);
        }
    }
}
