#include "check/prove_forms.h"

#include "model/timers.h"

/* Of a path that has more moves than that, so many are shown at its beginning and at its end. */
enum { PATH_SHOWN = 24, PATH_SHOWN_FIRST = 14, PATH_SHOWN_LAST = 8 };

/* ---- messages -------------------------------------------------------------------------------------- */

struct culprit culprit_state(size_t state) {
    return (struct culprit){state, NULL};
}

struct culprit culprit_move(const struct model_move *move) {
    return (struct culprit){MODEL_NOTHING, move};
}

void fail(struct proving *proving, struct text *path, struct culprit culprit, enum message_number message,
          const char *const *words) {
    const struct model_arrow *arrows = proving->graph->machine->arrows;
    proving->proof = (struct proof){.code = messages[message].code,
                                    .finding = message_fill(proving->arena, messages[message].text, words),
                                    .help = message_fill(proving->arena, messages[message].help, words),
                                    .state = culprit.state,
                                    .arrow = culprit.move == NULL ? MODEL_NOTHING
                                                                  : (size_t)(culprit.move->arrow - arrows)};
    if (path->length > 0)
        proving->proof.path = text_keep(path, proving->arena);
}

static void hold_of_nothing(struct proving *proving, enum message_number message, const char *name) {
    proving->proof =
        (struct proof){.holds = true,
                       .vacuous = true,
                       .finding = message_fill(proving->arena, messages[message].text, WORDS(name))};
}

const char *place_name(struct model_place place) {
    return place.state != NULL ? place.state->name : place.composite->name;
}

const char *right_names(const struct proving *proving) {
    const struct model_assert *assertion = proving->assertion;
    struct text names = TEXT_INIT;
    for (size_t i = 0; i < assertion->right_count; i++)
        text_printf(&names, "%s`%s`", text_separator(i, assertion->right_count, " or "),
                    place_name(assertion->right[i]));
    return text_keep(&names, proving->arena);
}

/* ---- paths ----------------------------------------------------------------------------------------- */

void write_path(struct text *out, const struct model_machine *machine, size_t from, size_t count,
                const size_t *moves) {
    text_put(out, from == MODEL_NOTHING ? "(nothing)" : machine->states[from].name);
    for (size_t i = 0; i < count; i++) {
        if (count > PATH_SHOWN && i == PATH_SHOWN_FIRST) {
            size_t hidden = count - PATH_SHOWN_FIRST - PATH_SHOWN_LAST;
            text_printf(out, " ... (%zu more moves) ... %s", hidden,
                        machine->states[machine->moves[moves[i + hidden]].from].name);
            i += hidden;
        }
        const struct model_move *move = &machine->moves[moves[i]];
        text_printf(out, " -%s-> %s", machine->events[move->event].name, machine->states[move->to].name);
    }
}

void write_way_to(struct text *out, const struct graph *graph, size_t state) {
    struct graph_search search = graph_search_from_nothing(graph, NULL);
    if (search.found[state])
        write_way_found(out, graph, &search, state);
}

void write_way_found(struct text *out, const struct graph *graph, const struct graph_search *search,
                     size_t state) {
    size_t count;
    const size_t *path = graph_path(graph, search, state, &count);
    write_path(out, graph->machine, count == 0 ? state : graph->machine->moves[path[0]].from, count, path);
}

static const size_t *shortest_cycle(const struct graph *graph, const bool *inside, size_t state,
                                    size_t *count) {
    const struct graph_ends *ends = &graph->leaving;
    const struct model_move *moves = graph->machine->moves;
    struct graph_search search = graph_search_new(graph);
    graph_search_from(&search, state, MODEL_NOTHING);
    while (search.next < search.queued) {
        size_t at = search.queue[search.next++];
        for (size_t i = ends->start[at]; i < ends->start[at + 1]; i++) {
            const struct model_move *move = &moves[ends->moves[i]];
            if (move->to == state && graph_leaves(move)) {
                const size_t *path = graph_path(graph, &search, at, count);
                size_t *cycle = arena_alloc(graph->arena, (*count + 1) * sizeof *cycle);
                for (size_t k = 0; k < *count; k++)
                    cycle[k] = path[k];
                cycle[(*count)++] = ends->moves[i];
                return cycle;
            }
            if (inside[move->to])
                graph_search_from(&search, move->to, ends->moves[i]);
        }
    }
    *count = 0;
    return NULL;
}

const size_t *path_round(const struct graph *graph, const struct graph_search *search, size_t state,
                         const bool *inside, size_t *count) {
    size_t path_count;
    size_t cycle_count;
    const size_t *path = graph_path(graph, search, state, &path_count);
    const size_t *cycle = shortest_cycle(graph, inside, state, &cycle_count);
    *count = path_count + cycle_count;
    size_t *whole = arena_alloc(graph->arena, *count * sizeof *whole);
    for (size_t i = 0; i < *count; i++)
        whole[i] = i < path_count ? path[i] : cycle[i - path_count];
    return whole;
}

/* ---- forms that one search decides ----------------------------------------------------------------- */

/* A state from which no way leads to any of these, the next one that can be reached; MODEL_NOTHING: none. */
static size_t find_stuck(const struct graph *graph, const bool *goals) {
    const struct graph_search search = graph_search_back(graph, goals);
    const struct graph_search ways = graph_search_from_nothing(graph, NULL);
    for (size_t i = 0; i < ways.queued; i++)
        if (!search.found[ways.queue[i]])
            return ways.queue[i];
    for (size_t s = 0; s < graph->machine->state_count; s++)
        if (!search.found[s])
            return s;
    return MODEL_NOTHING;
}

static void prove_can_finish(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    struct text path = TEXT_INIT;
    if (!graph->has_final) {
        fail(proving, &path, culprit_state(MODEL_NOTHING), MESSAGE_FINISH_WITHOUT_FINAL,
             WORDS(machine->name));
        return;
    }
    const size_t stuck = find_stuck(graph, graph->is_final);
    if (stuck == MODEL_NOTHING)
        return;
    write_way_to(&path, graph, stuck);
    fail(proving, &path, culprit_state(stuck), MESSAGE_CANNOT_FINISH_ASSERT,
         WORDS(machine->states[stuck].name));
}

static void prove_reached_everywhere(struct proving *proving) {
    struct text path = TEXT_INIT;
    const size_t stuck = find_stuck(proving->graph, proving->left);
    if (stuck == MODEL_NOTHING)
        return;
    write_way_to(&path, proving->graph, stuck);
    fail(proving, &path, culprit_state(stuck), MESSAGE_NOT_REACHED_FROM,
         WORDS(proving->graph->machine->states[stuck].name, place_name(proving->assertion->left)));
}

static void prove_never_reaches(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    struct graph_search search = graph_search_new(graph);
    for (size_t s = 0; s < machine->state_count; s++)
        if (proving->left[s])
            graph_search_from(&search, s, MODEL_NOTHING);
    /* A state of both sides is found before any move is made, so moves are looked at, not states. */
    while (search.next < search.queued) {
        size_t from = search.queue[search.next++];
        for (size_t i = graph->leaving.start[from]; i < graph->leaving.start[from + 1]; i++) {
            size_t index = graph->leaving.moves[i];
            const struct model_move *move = &machine->moves[index];
            if (!proving->right[move->to] || !graph_leaves(move)) {
                graph_search_from(&search, move->to, index);
                continue;
            }
            struct text text = TEXT_INIT;
            write_way_found(&text, graph, &search, from);
            text_printf(&text, " -%s-> %s", machine->events[move->event].name,
                        machine->states[move->to].name);
            fail(proving, &text, culprit_move(move), MESSAGE_NEVER_REACHES,
                 WORDS(place_name(proving->assertion->left), right_names(proving)));
            return;
        }
    }
}

static void prove_never_moves(struct proving *proving) {
    const struct model_machine *machine = proving->graph->machine;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->from == MODEL_NOTHING || !proving->left[move->from] || !proving->right[move->to] ||
            !graph_leaves(move))
            continue;
        struct text text = TEXT_INIT;
        write_path(&text, machine, move->from, 1, &i);
        fail(proving, &text, culprit_move(move), MESSAGE_NEVER_MOVES,
             WORDS(machine->events[move->event].name, machine->states[move->from].name,
                   machine->states[move->to].name));
        return;
    }
}

static void prove_only_after(struct proving *proving) {
    const struct graph *graph = proving->graph;
    struct graph_search search = graph_search_from_nothing(graph, proving->right);
    for (size_t i = 0; i < search.queued; i++) {
        size_t state = search.queue[i];
        if (!proving->left[state])
            continue;
        struct text text = TEXT_INIT;
        write_way_found(&text, graph, &search, state);
        fail(proving, &text, culprit_move(&graph->machine->moves[search.by[state]]), MESSAGE_ONLY_AFTER,
             WORDS(place_name(proving->assertion->left), right_names(proving)));
        return;
    }
}

/* Another timer of the state may restart it, and the clock with it, before this one strikes. */
static bool is_put_off(const struct model_machine *machine, const struct model_timer *timer, size_t state) {
    for (size_t t = 0; t < machine->timer_count; t++) {
        const struct model_timer *other = &machine->timers[t];
        if (other == timer || other->place.state != &machine->states[state] ||
            (timer->kind == MODEL_AT && !model_is_counted(timer)) ||
            (other->kind != MODEL_AT && timer->kind != MODEL_AT && other->after_ms > timer->after_ms))
            continue;
        struct hook_moves answers = graph_answers_to(machine, other->event, state);
        for (size_t i = 0; i < answers.count; i++)
            if (answers.list[i].to == state && graph_leaves(&answers.list[i]))
                return true;
    }
    return false;
}

/* It fires in the state, whatever guards return and however the state was entered, and leaves the state. */
static bool is_timeout(const struct graph *graph, const struct model_timer *timer, size_t state) {
    const struct model_machine *machine = graph->machine;
    if (!graph_lies_in(&machine->states[state], timer->place) || !timers_end_stay(machine, timer, state) ||
        (timer->place.state != NULL && is_put_off(machine, timer, state)))
        return false;
    bool *events = arena_alloc(graph->arena, machine->event_count * sizeof *events);
    if (timer->is_latest || timers_without_time(graph, timer, events))
        return false;
    struct hook_moves answers = graph_answers_to(machine, timer->event, state);
    for (size_t i = 0; i < answers.count; i++)
        if (answers.list[i].to == state)
            return false;
    return true;
}

static void prove_working_timeouts(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_machine *machine = graph->machine;
    bool any = false;
    for (size_t s = 0; s < machine->state_count; s++) {
        if (machine->states[s].work == NULL)
            continue;
        any = true;
        bool timed = false;
        for (size_t t = 0; t < machine->timer_count && !timed; t++)
            timed = is_timeout(graph, &machine->timers[t], s);
        if (timed)
            continue;
        struct text path = TEXT_INIT;
        write_way_to(&path, graph, s);
        fail(proving, &path, culprit_state(s), MESSAGE_WORKING_TIMEOUTS,
             WORDS(machine->states[s].name, machine->states[s].work->hook->name));
        return;
    }
    if (!any)
        hold_of_nothing(proving, MESSAGE_NOTHING_WORKS, machine->name);
}

/* ---- all forms ------------------------------------------------------------------------------------- */

static void mark(const struct model_machine *machine, struct model_place place, bool *marked) {
    if (place.state != NULL)
        marked[place.state - machine->states] = true;
    for (size_t s = 0; place.composite != NULL && s < machine->state_count; s++)
        if (graph_lies_in(&machine->states[s], place))
            marked[s] = true;
}

static void check_vacuous(struct proving *proving) {
    const struct graph *graph = proving->graph;
    const struct model_assert *assertion = proving->assertion;
    bool lives = assertion->left.state == NULL && assertion->left.composite == NULL;
    for (size_t s = 0; s < graph->machine->state_count; s++)
        lives = lives || (proving->left[s] && graph->reached[s]);
    if (!lives)
        hold_of_nothing(proving, MESSAGE_NOTHING_LEADS, place_name(assertion->left));
    if (assertion->kind == ASSERT_AT_MOST_ONCE && assertion->event->is_creation)
        hold_of_nothing(proving, MESSAGE_CREATES_ONCE, assertion->event->name);
}

struct proof prove_assert(struct arena *arena, const struct graph *graph,
                          const struct model_assert *assertion) {
    const struct model_machine *machine = graph->machine;
    struct graph scratch = *graph;
    scratch.arena = arena_new();
    bool *left = arena_alloc(scratch.arena, machine->state_count * sizeof *left);
    bool *right = arena_alloc(scratch.arena, machine->state_count * sizeof *right);
    mark(machine, assertion->left, left);
    for (size_t i = 0; i < assertion->right_count; i++)
        mark(machine, assertion->right[i], right);
    struct proving proving = {.arena = arena,
                              .graph = &scratch,
                              .assertion = assertion,
                              .left = left,
                              .right = right,
                              .proof = {.holds = true}};
#define PROOF_OF(kind, name, words) prove_##name,
    static void (*const proofs[])(struct proving *) = {ASSERT_FORMS(PROOF_OF)};
    proofs[assertion->kind](&proving);
    if (proving.proof.holds)
        check_vacuous(&proving);
    arena_free(scratch.arena);
    return proving.proof;
}
