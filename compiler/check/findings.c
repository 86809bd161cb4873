#include "check/findings.h"

void findings_init(struct findings *findings, struct arena *arena) {
    *findings = (struct findings){.arena = arena};
    findings->end = &findings->first;
}

void findings_add(struct findings *findings, enum message_number message, enum finding_part part,
                  size_t index, const char *const *words) {
    struct finding *kept = arena_alloc(findings->arena, sizeof *kept);
    *kept = (struct finding){.code = messages[message].code,
                             .part = part,
                             .index = index,
                             .message = message_fill(findings->arena, messages[message].text, words),
                             .help = message_fill(findings->arena, messages[message].help, words)};
    *findings->end = kept;
    findings->end = &kept->next;
}

/* In a machine with final states this is a state that cannot finish, which is reported as such; one in which
 * nothing moves is a beginning, of which its author knows. */
static void dead_ends(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    bool moves = graph->leaving.start[machine->state_count] > 0;
    for (size_t s = 0; s < machine->state_count && moves && !graph->has_final; s++) {
        bool left = !graph->reached[s];
        for (size_t i = graph->leaving.start[s]; i < graph->leaving.start[s + 1] && !left; i++)
            left = graph_leaves(&machine->moves[graph->leaving.moves[i]]);
        if (left)
            continue;
        const bool is_moved = graph->leaving.start[s] < graph->leaving.start[s + 1];
        findings_add(findings, is_moved ? MESSAGE_MOVED_DEAD_END : MESSAGE_DEAD_END, FINDING_STATE, s,
                     WORDS(machine->states[s].name));
    }
}

static void single_children(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    size_t *children = arena_alloc(findings->arena, machine->composite_count * sizeof *children);
    for (size_t s = 0; s < machine->state_count; s++)
        if (machine->states[s].parent != NULL)
            children[machine->states[s].parent - machine->composites]++;
    for (size_t c = 0; c < machine->composite_count; c++)
        if (machine->composites[c].parent != NULL)
            children[machine->composites[c].parent - machine->composites]++;
    for (size_t c = 0; c < machine->composite_count; c++)
        if (children[c] == 1)
            findings_add(findings, MESSAGE_SINGLE_CHILD, FINDING_COMPOSITE, c,
                         WORDS(machine->composites[c].name));
}

void findings_of_machine(struct findings *findings, const struct graph *graph) {
    findings_of_guards(findings, graph);
    findings_of_timers(findings, graph);
    dead_ends(findings, graph);
    single_children(findings, graph);
}
