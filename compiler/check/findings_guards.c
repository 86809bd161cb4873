/*
 * What the guards of a state's moves for one event allow: every combination of their answers is tried. So
 * that no move is looked at more than 256 times, that is done where they have at most eight guards; where
 * they have more, a move is reported only if its own guards contradict each other, and every refusal is taken
 * for possible.
 */
#include "check/findings.h"

enum { GUARDS_MAX = 8 };

/* Of a move's guards, by their numbers: those that must hold, and those that must not. */
struct wanted {
    uint16_t hold, fail;
};

struct choices {
    const struct model_machine *machine;
    const struct model_hook *guards[GUARDS_MAX];
    size_t guard_count;
    struct wanted *wanted; /* of each move that is weighed */
    size_t *said;          /* of each guard, the last arrow that says something of it, and what: see below */
    bool *flattened;       /* arrows that some state has */
    bool *taken;           /* arrows that are taken somewhere, for some answers */
    bool *has_way_out;     /* states */
    bool *sure_way_out;    /* states with one that has no guard, or that some guard always lets be taken */
};

static size_t guard_index(struct choices *choices, const struct model_hook *guard) {
    size_t i = 0;
    while (i < choices->guard_count && choices->guards[i] != guard)
        i++;
    if (i == choices->guard_count && i < GUARDS_MAX)
        choices->guards[choices->guard_count++] = guard;
    return i;
}

static bool goes_elsewhere(const struct model_move *move) {
    return move->from != move->to;
}

static bool passes(const struct wanted *wanted, size_t answers) {
    return (wanted->hold & ~answers) == 0 && (wanted->fail & answers) == 0;
}

/* False where there are more guards than can be tried. */
static bool note_guards(struct choices *choices, const struct model_arrow *arrow, struct wanted *wanted) {
    *wanted = (struct wanted){0};
    for (size_t i = 0; i < arrow->condition_count; i++) {
        size_t guard = guard_index(choices, arrow->conditions[i].guard);
        if (guard == GUARDS_MAX)
            return false;
        if (arrow->conditions[i].negated)
            wanted->fail |= (uint16_t)(1u << guard);
        else
            wanted->hold |= (uint16_t)(1u << guard);
    }
    return true;
}

static bool contradicts_itself(const struct choices *choices, const struct model_arrow *arrow) {
    size_t number = (size_t)(arrow - choices->machine->arrows) + 1;
    for (size_t i = 0; i < arrow->condition_count; i++) {
        const struct model_condition *condition = &arrow->conditions[i];
        size_t *said = &choices->said[condition->guard - choices->machine->guards];
        if (*said == 2 * number + !condition->negated)
            return true;
        *said = 2 * number + condition->negated;
    }
    return false;
}

/* The moves from one state, or from nothing, for one event. */
static void weigh(struct choices *choices, const struct model_move *moves, size_t count) {
    const struct model_arrow *arrows = choices->machine->arrows;
    bool has_way_out = false;
    bool unguarded = false; /* a way out */
    bool certain = true;    /* whatever the guards answer, a way out is taken */
    bool few = true;
    choices->guard_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct model_arrow *arrow = moves[i].arrow;
        choices->flattened[arrow - arrows] = true;
        few = few && note_guards(choices, arrow, &choices->wanted[i]);
        has_way_out = has_way_out || goes_elsewhere(&moves[i]);
        unguarded = unguarded || (goes_elsewhere(&moves[i]) && arrow->condition_count == 0);
    }
    for (size_t i = 0; i < count && !few; i++)
        if (!contradicts_itself(choices, moves[i].arrow))
            choices->taken[moves[i].arrow - arrows] = true;
    for (size_t answers = 0; few && answers < (size_t)1 << choices->guard_count; answers++) {
        size_t i = 0;
        while (i < count && !passes(&choices->wanted[i], answers))
            i++;
        certain = certain && i < count && goes_elsewhere(&moves[i]);
        if (i < count)
            choices->taken[moves[i].arrow - arrows] = true;
    }
    if (moves[0].from != MODEL_NOTHING && has_way_out) {
        choices->has_way_out[moves[0].from] = true;
        if (unguarded || (few && certain))
            choices->sure_way_out[moves[0].from] = true;
    }
}

static void report_arrow(struct findings *findings, const struct choices *choices, size_t index) {
    const struct model_machine *machine = choices->machine;
    const struct model_arrow *arrow = &machine->arrows[index];
    const char *from = arrow->from.state != NULL       ? arrow->from.state->name
                       : arrow->from.composite != NULL ? arrow->from.composite->name
                                                       : "(nothing)";
    findings_add(findings, contradicts_itself(choices, arrow) ? MESSAGE_CONTRADICTION : MESSAGE_DEAD_MOVE,
                 FINDING_ARROW, index, WORDS(machine->events[arrow->event].name, from));
}

void findings_of_guards(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    bool *of_arrows = arena_alloc(findings->arena, 2 * machine->arrow_count * sizeof *of_arrows);
    bool *of_states = arena_alloc(findings->arena, 2 * machine->state_count * sizeof *of_states);
    struct choices choices = {
        .machine = machine,
        .wanted = arena_alloc(findings->arena, (machine->arrow_count + 1) * sizeof *choices.wanted),
        .said = arena_alloc(findings->arena, machine->guard_count * sizeof(size_t)),
        .flattened = of_arrows,
        .taken = of_arrows + machine->arrow_count,
        .has_way_out = of_states,
        .sure_way_out = of_states + machine->state_count};
    for (size_t i = 0; i < machine->move_count;) {
        size_t count = 1;
        while (i + count < machine->move_count &&
               machine->moves[i + count].event == machine->moves[i].event &&
               machine->moves[i + count].from == machine->moves[i].from)
            count++;
        weigh(&choices, &machine->moves[i], count);
        i += count;
    }
    for (size_t i = 0; i < machine->arrow_count; i++)
        if (choices.flattened[i] && !choices.taken[i])
            report_arrow(findings, &choices, i);
    for (size_t s = 0; s < machine->state_count; s++)
        if (graph->reached[s] && !machine->states[s].is_final && choices.has_way_out[s] &&
            !choices.sure_way_out[s])
            findings_add(findings, MESSAGE_ONLY_GUARDED, FINDING_STATE, s,
                         WORDS(machine->states[s].name, machine->is_distributed ? "" : ", or a timer"));
}
