/*
 * final within D: however late every event comes, and whatever the guards say, an entity is in a final state
 * D after its creation. Only `after` timers limit how long it stays somewhere, and only where some move of
 * the timer's event has no guard; one that starts anew each time it goes round a cycle, or that a transition
 * restarts, limits nothing, and
 * one of a composite state limits all cycles that stay in it.
 *
 * So the strongly connected components of the states that are not final are taken from the ends backwards.
 * The longest time left in one is the time in it and the longest time left in what follows; and, for each
 * composite with a timer around it, at most that timer and the longest time left in what follows the
 * composite. Where an end can be reopened there is no such time.
 */
#include "check/prove_forms.h"

#include "model/queue.h"
#include "model/timers.h"

enum { STEPS_SHOWN = 24 };

#define FOR_EVER INT64_MAX

struct component {
    size_t first_member, member_count; /* in within.members */
    bool cyclic;
    const struct model_composite *around; /* innermost that holds all of it and is not left inside it */
    size_t around_depth;                  /* how many there are from it outwards */
    int64_t stay;
    int64_t left;        /* from entering it to the end, at the longest */
    int64_t *left_after; /* for each of those around, the innermost first: what follows on leaving it */
};

struct within {
    struct proving *proving;
    const struct graph *graph;
    const struct model_machine *machine;
    bool *inside;             /* reached, not final */
    int64_t *state_limit;     /* by timers of the state itself */
    int64_t *composite_limit; /* by timers of the composite */
    const size_t *component_of;
    size_t component_count;
    struct component *components;
    size_t *members;
};

static int64_t sum(int64_t a, int64_t b) {
    return a > FOR_EVER - b ? FOR_EVER : a + b;
}

/* An inherited `-> same` leaves and enters the state that inherits it, and nothing around that. */
static bool leaves_composite(const struct within *within, const struct model_move *move,
                             const struct model_composite *composite) {
    return !graph_is_around(composite, within->machine->states[move->to].parent);
}

static void find_limits(struct within *within) {
    const struct model_machine *machine = within->machine;
    size_t *first = arena_alloc(within->graph->arena, machine->composite_count * sizeof *first);
    size_t *end = arena_alloc(within->graph->arena, machine->composite_count * sizeof *end);
    for (size_t s = 0; s < machine->state_count; s++) {
        within->state_limit[s] = FOR_EVER;
        for (const struct model_composite *c = machine->states[s].parent; c != NULL; c = c->parent) {
            size_t index = (size_t)(c - machine->composites);
            if (end[index] == 0)
                first[index] = s;
            end[index] = s + 1;
        }
    }
    for (size_t c = 0; c < machine->composite_count; c++)
        within->composite_limit[c] = FOR_EVER;
    for (size_t t = 0; t < machine->timer_count; t++) {
        const struct model_timer *timer = &machine->timers[t];
        if (timer->kind == MODEL_AT || queue_is_put_off(machine, timer))
            continue;
        int64_t *limit;
        bool ends = true;
        if (timer->place.state != NULL) {
            size_t state = (size_t)(timer->place.state - machine->states);
            limit = &within->state_limit[state];
            ends = timers_end_stay(machine, timer, state);
        } else {
            size_t composite = (size_t)(timer->place.composite - machine->composites);
            limit = &within->composite_limit[composite];
            for (size_t s = first[composite]; s < end[composite] && ends; s++)
                ends = !within->inside[s] || timers_end_stay(machine, timer, s);
        }
        if (ends && timer->after_ms < *limit)
            *limit = timer->after_ms;
    }
}

/* ---- components ------------------------------------------------------------------------------------ */

static void gather_components(struct within *within) {
    const struct model_machine *machine = within->machine;
    struct arena *arena = within->graph->arena;
    within->component_of = graph_components(within->graph, within->inside, &within->component_count);
    within->components = arena_alloc(arena, within->component_count * sizeof *within->components);
    within->members = arena_alloc(arena, machine->state_count * sizeof *within->members);
    for (size_t s = 0; s < machine->state_count; s++)
        if (within->inside[s])
            within->components[within->component_of[s]].member_count++;
    for (size_t k = 1; k < within->component_count; k++)
        within->components[k].first_member =
            within->components[k - 1].first_member + within->components[k - 1].member_count;
    for (size_t k = 0; k < within->component_count; k++)
        within->components[k].member_count = 0;
    for (size_t s = 0; s < machine->state_count; s++) {
        if (!within->inside[s])
            continue;
        struct component *component = &within->components[within->component_of[s]];
        component->around = component->member_count == 0
                                ? machine->states[s].parent
                                : graph_around_both(component->around, machine->states[s].parent);
        within->members[component->first_member + component->member_count++] = s;
    }
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->from == MODEL_NOTHING || !within->inside[move->from] || !graph_leaves(move) ||
            within->component_of[move->from] != within->component_of[move->to])
            continue;
        struct component *component = &within->components[within->component_of[move->from]];
        component->cyclic = true;
        while (component->around != NULL && leaves_composite(within, move, component->around))
            component->around = component->around->parent;
    }
}

/* The next move from a component to somewhere else; NULL at the end. */
static const struct model_move *next_way_out(const struct within *within, size_t index, size_t *member,
                                             size_t *edge) {
    const struct component *component = &within->components[index];
    const struct graph_ends *ends = &within->graph->leaving;
    for (; *member < component->member_count; ++*member, *edge = 0) {
        size_t state = within->members[component->first_member + *member];
        while (ends->start[state] + *edge < ends->start[state + 1]) {
            const struct model_move *move =
                &within->machine->moves[ends->moves[ends->start[state] + (*edge)++]];
            if (within->component_of[move->to] != index)
                return move;
        }
    }
    return NULL;
}

static int64_t left_from(const struct within *within, size_t state) {
    return within->inside[state] ? within->components[within->component_of[state]].left : 0;
}

/* What is left on leaving the composite that is `level` outwards of the component, by this move or later. */
static int64_t left_beyond(const struct within *within, const struct model_move *move,
                           const struct model_composite *composite, size_t level, size_t depth) {
    if (leaves_composite(within, move, composite) || !within->inside[move->to])
        return left_from(within, move->to);
    const struct component *next = &within->components[within->component_of[move->to]];
    /* Counted from outside, a composite has the same number wherever one stands in it. */
    size_t from_outside = depth - level;
    return next->around_depth < from_outside ? left_from(within, move->to)
                                             : next->left_after[next->around_depth - from_outside];
}

static void measure(struct within *within, size_t index) {
    struct component *component = &within->components[index];
    for (const struct model_composite *c = component->around; c != NULL; c = c->parent)
        component->around_depth++;
    component->left_after =
        arena_alloc(within->graph->arena, component->around_depth * sizeof *component->left_after);
    component->stay =
        component->cyclic ? FOR_EVER : within->state_limit[within->members[component->first_member]];
    for (const struct model_composite *c = component->around; c != NULL; c = c->parent) {
        int64_t limit = within->composite_limit[c - within->machine->composites];
        if (limit < component->stay)
            component->stay = limit;
    }
    int64_t longest = 0;
    size_t member = 0;
    size_t edge = 0;
    const struct model_move *move;
    while ((move = next_way_out(within, index, &member, &edge)) != NULL) {
        int64_t left = left_from(within, move->to);
        longest = left > longest ? left : longest;
        size_t level = 0;
        for (const struct model_composite *c = component->around; c != NULL; c = c->parent, level++) {
            int64_t beyond = left_beyond(within, move, c, level, component->around_depth);
            if (beyond > component->left_after[level])
                component->left_after[level] = beyond;
        }
    }
    component->left = sum(component->stay, longest);
    size_t level = 0;
    for (const struct model_composite *c = component->around; c != NULL; c = c->parent, level++) {
        int64_t limited =
            sum(within->composite_limit[c - within->machine->composites], component->left_after[level]);
        if (limited < component->left)
            component->left = limited;
    }
}

/* ---- counterexamples ------------------------------------------------------------------------------- */

static void show_endless(struct within *within) {
    const struct graph *graph = within->graph;
    const struct model_machine *machine = within->machine;
    struct proving *proving = within->proving;
    struct graph_search search = graph_search_from_nothing(graph, graph->is_final);
    size_t state = MODEL_NOTHING;
    for (size_t i = 0; i < search.queued && state == MODEL_NOTHING; i++)
        if (within->inside[search.queue[i]] &&
            within->components[within->component_of[search.queue[i]]].stay == FOR_EVER)
            state = search.queue[i];

    const struct component *component = &within->components[within->component_of[state]];
    bool rests = within->state_limit[state] == FOR_EVER;
    for (const struct model_composite *c = machine->states[state].parent; c != NULL; c = c->parent)
        rests = rests && within->composite_limit[c - machine->composites] == FOR_EVER;
    bool *round = arena_alloc(graph->arena, machine->state_count * sizeof *round);
    for (size_t i = 0; i < component->member_count; i++)
        round[within->members[component->first_member + i]] = true;
    struct text text = TEXT_INIT;
    if (rests) {
        write_way_found(&text, graph, &search, state);
        text_put(&text, ", where it may stay forever");
        fail(proving, &text, culprit_state(state), MESSAGE_MAY_STAY, WORDS(machine->states[state].name));
    } else {
        size_t count;
        const size_t *path = path_round(graph, &search, state, round, &count);
        write_path(&text, machine, MODEL_NOTHING, count, path);
        text_printf(&text, ", and so on forever from `%s`", machine->states[state].name);
        fail(proving, &text, culprit_move(&machine->moves[path[count - 1]]), MESSAGE_MAY_GO_ROUND,
             WORDS(machine->name));
    }
}

static void write_time(struct text *out, int64_t ms) {
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "m"}, {1000, "s"}, {1, "ms"}};
    const char *blank = "";
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (ms / units[i].ms > 0) {
            text_printf(out, "%s%lld%s", blank, (long long)(ms / units[i].ms), units[i].name);
            blank = " ";
        }
        ms %= units[i].ms;
    }
}

/* The composite around the component by whose timer its longest time is reckoned; NULL: none, it is its stay
 * and what follows. */
static const struct model_composite *reckoned_by(const struct within *within,
                                                 const struct component *component, size_t *level) {
    *level = 0;
    for (const struct model_composite *c = component->around; c != NULL; c = c->parent, ++*level)
        if (sum(within->composite_limit[c - within->machine->composites], component->left_after[*level]) ==
            component->left)
            return c;
    return NULL;
}

/* One move of the longest way on from a state of a component; NULL where nothing follows. Of several that are
 * as long, the most direct. `inside` is the composite that the way is reckoned in, at `depth` from outside;
 * NULL: none. */
static const struct model_move *longest_way_on(const struct within *within, size_t state,
                                               const struct model_composite *inside, size_t depth) {
    size_t index = within->component_of[state];
    const struct component *component = &within->components[index];
    const struct model_move *best = NULL;
    int64_t most = -1;
    int most_direct = 0;
    size_t member = 0;
    size_t edge = 0;
    const struct model_move *move;
    while ((move = next_way_out(within, index, &member, &edge)) != NULL) {
        int64_t left = inside == NULL ? left_from(within, move->to)
                                      : left_beyond(within, move, inside, component->around_depth - depth,
                                                    component->around_depth);
        int direct = 2 * (inside != NULL && leaves_composite(within, move, inside)) + (move->from == state);
        if (left > most || (left == most && direct > most_direct)) {
            most = left;
            most_direct = direct;
            best = move;
        }
    }
    return best;
}

static void show_longest(struct within *within, size_t first) {
    const struct model_machine *machine = within->machine;
    struct proving *proving = within->proving;
    const struct model_move *move = &machine->moves[first];
    int64_t total = left_from(within, move->to);
    const struct model_composite *inside = NULL;
    size_t depth = 0;
    struct text text = TEXT_INIT;
    text_put(&text, "(nothing)");
    for (size_t shown = 0; move != NULL; shown++) {
        if (shown == STEPS_SHOWN) {
            text_put(&text, " ...");
            break;
        }
        text_printf(&text, " -%s-> %s", machine->events[move->event].name, machine->states[move->to].name);
        if (!within->inside[move->to])
            break;
        size_t at = move->to;
        size_t index = within->component_of[at];
        const struct component *component = &within->components[index];
        if (inside != NULL && (leaves_composite(within, move, inside) || component->around_depth < depth))
            inside = NULL;
        if (inside == NULL) {
            size_t level;
            inside = reckoned_by(within, component, &level);
            depth = component->around_depth - level;
            text_put(&text, " (");
            write_time(&text, inside != NULL ? within->composite_limit[inside - machine->composites]
                                             : component->stay);
            if (inside != NULL)
                text_printf(&text, " in `%s`", inside->name);
            text_char(&text, ')');
        }
        move = longest_way_on(within, at, inside, depth);
        if (move != NULL && move->from != at)
            text_printf(&text, " ... %s", machine->states[move->from].name);
    }
    text_put(&text, ": ");
    write_time(&text, total);
    fail(proving, &text, culprit_move(&machine->moves[first]), MESSAGE_FINAL_WITHIN, WORDS(machine->name));
}

/* Out of an end that can be reached, to what is none: it may come when the time is long over. */
static const struct model_move *reopens(const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->from != MODEL_NOTHING && graph->reached[move->from] &&
            machine->states[move->from].is_final && !machine->states[move->to].is_final)
            return move;
    }
    return NULL;
}

static void show_reopening(struct proving *proving, const struct model_move *move) {
    const struct model_machine *machine = proving->graph->machine;
    struct text path = TEXT_INIT;
    write_way_to(&path, proving->graph, move->from);
    text_printf(&path, " -%s-> %s", machine->events[move->event].name, machine->states[move->to].name);
    fail(proving, &path, culprit_move(move), MESSAGE_FINAL_REOPENED,
         WORDS(machine->events[move->event].name, machine->states[move->from].name));
}

void prove_final_within(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    if (!graph->has_final) {
        struct text none = TEXT_INIT;
        fail(proving, &none, culprit_state(MODEL_NOTHING), MESSAGE_WITHIN_WITHOUT_FINAL,
             WORDS(machine->name));
        return;
    }
    const struct model_move *reopening = reopens(graph);
    if (reopening != NULL) {
        show_reopening(proving, reopening);
        return;
    }
    struct within within = {.proving = proving,
                            .graph = graph,
                            .machine = machine,
                            .inside = arena_alloc(graph->arena, machine->state_count * sizeof(bool)),
                            .state_limit = arena_alloc(graph->arena, machine->state_count * sizeof(int64_t)),
                            .composite_limit =
                                arena_alloc(graph->arena, machine->composite_count * sizeof(int64_t))};
    for (size_t s = 0; s < machine->state_count; s++)
        within.inside[s] = graph->reached[s] && !machine->states[s].is_final;
    find_limits(&within);
    gather_components(&within);
    for (size_t k = 0; k < within.component_count; k++)
        measure(&within, k);
    size_t worst = MODEL_NOTHING;
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].from == MODEL_NOTHING &&
            (worst == MODEL_NOTHING ||
             left_from(&within, machine->moves[i].to) > left_from(&within, machine->moves[worst].to)))
            worst = i;
    if (worst == MODEL_NOTHING ||
        left_from(&within, machine->moves[worst].to) <= proving->assertion->within_ms)
        return;
    if (left_from(&within, machine->moves[worst].to) == FOR_EVER)
        show_endless(&within);
    else
        show_longest(&within, worst);
}
