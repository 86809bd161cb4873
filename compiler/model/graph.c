#include "model/graph.h"

static struct graph_ends sort_by_end(struct arena *arena, const struct model_machine *machine,
                                     bool by_target) {
    size_t *start = arena_alloc(arena, (machine->state_count + 2) * sizeof *start);
    size_t *moves = arena_alloc(arena, machine->move_count * sizeof *moves);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < machine->move_count; i++) {
            if (machine->moves[i].from == MODEL_NOTHING)
                continue;
            size_t end = by_target ? machine->moves[i].to : machine->moves[i].from;
            if (pass == 0)
                start[end + 2]++;
            else
                moves[start[end + 1]++] = i;
        }
        for (size_t s = 2; pass == 0 && s < machine->state_count + 2; s++)
            start[s] += start[s - 1];
    }
    return (struct graph_ends){start, moves};
}

struct graph_search graph_search_new(const struct graph *graph) {
    size_t count = graph->machine->state_count;
    return (struct graph_search){.found = arena_alloc(graph->arena, count * sizeof(bool)),
                                 .by = arena_alloc(graph->arena, count * sizeof(size_t)),
                                 .queue = arena_alloc(graph->arena, count * sizeof(size_t))};
}

void graph_search_from(struct graph_search *search, size_t state, size_t by) {
    if (search->found[state])
        return;
    search->found[state] = true;
    search->by[state] = by;
    search->queue[search->queued++] = state;
}

void graph_spread(const struct graph *graph, struct graph_search *search, const bool *barred) {
    const struct graph_ends *ends = &graph->leaving;
    while (search->next < search->queued) {
        size_t state = search->queue[search->next++];
        if (barred != NULL && barred[state])
            continue;
        for (size_t i = ends->start[state]; i < ends->start[state + 1]; i++)
            graph_search_from(search, graph->machine->moves[ends->moves[i]].to, ends->moves[i]);
    }
}

struct graph_search graph_search_from_nothing(const struct graph *graph, const bool *barred) {
    struct graph_search search = graph_search_new(graph);
    for (size_t i = 0; i < graph->machine->move_count; i++)
        if (graph->machine->moves[i].from == MODEL_NOTHING)
            graph_search_from(&search, graph->machine->moves[i].to, i);
    graph_spread(graph, &search, barred);
    return search;
}

struct graph_search graph_search_back(const struct graph *graph, const bool *targets) {
    const struct graph_ends *ends = &graph->entering;
    struct graph_search search = graph_search_new(graph);
    for (size_t s = 0; s < graph->machine->state_count; s++)
        if (targets[s])
            graph_search_from(&search, s, MODEL_NOTHING);
    while (search.next < search.queued) {
        size_t state = search.queue[search.next++];
        for (size_t i = ends->start[state]; i < ends->start[state + 1]; i++)
            graph_search_from(&search, graph->machine->moves[ends->moves[i]].from, ends->moves[i]);
    }
    return search;
}

const size_t *graph_path(const struct graph *graph, const struct graph_search *search, size_t state,
                         size_t *count) {
    const struct model_move *moves = graph->machine->moves;
    *count = 0;
    for (size_t at = state; at != MODEL_NOTHING && search->by[at] != MODEL_NOTHING;
         at = moves[search->by[at]].from)
        ++*count;
    size_t *path = arena_alloc(graph->arena, *count * sizeof *path);
    size_t left = *count;
    for (size_t at = state; left > 0; at = moves[search->by[at]].from)
        path[--left] = search->by[at];
    return path;
}

void graph_init(struct graph *graph, struct arena *arena, const struct model_machine *machine) {
    *graph = (struct graph){.arena = arena,
                            .machine = machine,
                            .leaving = sort_by_end(arena, machine, false),
                            .entering = sort_by_end(arena, machine, true)};
    bool *is_final = arena_alloc(arena, machine->state_count * sizeof *is_final);
    graph->reached = graph_search_from_nothing(graph, NULL).found;
    graph->is_final = is_final;
    for (size_t i = 0; i < machine->state_count; i++) {
        is_final[i] = machine->states[i].is_final;
        graph->has_final = graph->has_final || is_final[i];
    }
}

bool graph_leaves(const struct model_move *move) {
    return move->arrow->target != MODEL_STAY;
}

/* Tarjan's algorithm, with the calls on a stack of its own. */
struct tarjan {
    const struct graph *graph;
    const bool *inside;
    size_t *component;
    size_t *order; /* when a state was seen, from 1; 0: not yet */
    size_t *low;
    size_t *edge;  /* the next of its moves to look at */
    size_t *calls; /* states being looked at, outermost first */
    size_t *open;  /* states seen whose component is not known */
    size_t open_count;
    size_t seen;
    size_t component_count;
};

static void close_component(struct tarjan *tarjan, size_t root) {
    size_t state;
    do {
        state = tarjan->open[--tarjan->open_count];
        tarjan->component[state] = tarjan->component_count;
    } while (state != root);
    tarjan->component_count++;
}

static void graph_see(struct tarjan *tarjan, size_t state) {
    tarjan->order[state] = tarjan->low[state] = ++tarjan->seen;
    tarjan->edge[state] = tarjan->graph->leaving.start[state];
    tarjan->open[tarjan->open_count++] = state;
}

static void visit(struct tarjan *tarjan, size_t root) {
    const struct graph_ends *ends = &tarjan->graph->leaving;
    size_t depth = 0;
    graph_see(tarjan, root);
    tarjan->calls[depth++] = root;
    while (depth > 0) {
        size_t state = tarjan->calls[depth - 1];
        if (tarjan->edge[state] < ends->start[state + 1]) {
            size_t to = tarjan->graph->machine->moves[ends->moves[tarjan->edge[state]++]].to;
            if (!tarjan->inside[to])
                continue;
            if (tarjan->order[to] == 0) {
                graph_see(tarjan, to);
                tarjan->calls[depth++] = to;
            } else if (tarjan->component[to] == MODEL_NOTHING && tarjan->order[to] < tarjan->low[state]) {
                tarjan->low[state] = tarjan->order[to];
            }
            continue;
        }
        if (tarjan->low[state] == tarjan->order[state])
            close_component(tarjan, state);
        if (--depth > 0 && tarjan->low[state] < tarjan->low[tarjan->calls[depth - 1]])
            tarjan->low[tarjan->calls[depth - 1]] = tarjan->low[state];
    }
}

const size_t *graph_components(const struct graph *graph, const bool *inside, size_t *count) {
    size_t states = graph->machine->state_count;
    size_t *memory = arena_alloc(graph->arena, 6 * states * sizeof *memory);
    struct tarjan tarjan = {.graph = graph,
                            .inside = inside,
                            .component = memory,
                            .order = memory + states,
                            .low = memory + 2 * states,
                            .edge = memory + 3 * states,
                            .calls = memory + 4 * states,
                            .open = memory + 5 * states};
    for (size_t s = 0; s < states; s++)
        tarjan.component[s] = MODEL_NOTHING;
    for (size_t s = 0; s < states; s++)
        if (inside[s] && tarjan.order[s] == 0)
            visit(&tarjan, s);
    *count = tarjan.component_count;
    return tarjan.component;
}

struct hook_moves graph_answers_to(const struct model_machine *machine, size_t event, size_t state) {
    size_t first = model_first_move(machine, event, state);
    struct hook_moves answers = {machine->moves + first, 0};
    while (first + answers.count < machine->move_count && answers.list[answers.count].event == event &&
           answers.list[answers.count].from == state)
        answers.count++;
    return answers;
}

bool graph_is_ignored(const struct model_machine *machine, size_t event, size_t state) {
    size_t first = model_first_ignore(machine, event, state);
    return first < machine->ignore_count && machine->ignores[first].event == event &&
           machine->ignores[first].state == state;
}

bool graph_is_around(const struct model_composite *outer, const struct model_composite *inner) {
    while (inner != NULL && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

const struct model_composite *graph_around_both(const struct model_composite *a,
                                                const struct model_composite *b) {
    while (!graph_is_around(a, b))
        a = a->parent;
    return a;
}

bool graph_lies_in(const struct model_state *state, struct model_place place) {
    if (place.state != NULL)
        return place.state == state;
    return place.composite != NULL && graph_is_around(place.composite, state->parent);
}
