#include "findings.h"

void findings_init(struct findings *findings, struct arena *arena) {
    *findings = (struct findings){.arena = arena};
    findings->end = &findings->first;
}

void findings_add(struct findings *findings, struct finding finding) {
    struct finding *kept = arena_alloc(findings->arena, sizeof *kept);
    *kept = finding;
    *findings->end = kept;
    findings->end = &kept->next;
}

/* In a machine with final states this is a state that cannot finish, which is reported as such. */
static void dead_ends(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    for (size_t s = 0; s < machine->state_count && !graph->has_final; s++) {
        bool left = !graph->reached[s];
        for (size_t i = graph->leaving.start[s]; i < graph->leaving.start[s + 1] && !left; i++)
            left = graph_leaves(&machine->moves[graph->leaving.moves[i]]);
        if (left)
            continue;
        findings_add(findings,
                     (struct finding){.code = DIAGNOSTIC_DEAD_END,
                                      .part = FINDING_STATE,
                                      .index = s,
                                      .message = arena_printf(
                                          findings->arena, "nothing leaves state `%s`, and it is not final",
                                          machine->states[s].name),
                                      .help = "write `final state`, or add a move out of it"});
    }
}

static void else_events(struct findings *findings, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    bool *reported = arena_alloc(findings->arena, machine->work_count * sizeof *reported);
    for (size_t s = 0; s < machine->state_count; s++) {
        const struct model_work *work = machine->states[s].work;
        if (work == NULL || work->else_event == NULL || !graph->reached[s])
            continue;
        size_t event = (size_t)(work->else_event - machine->events);
        size_t index = (size_t)(work - machine->works);
        if (reported[index] || graph_answers_to(machine, event, s).count > 0 ||
            graph_is_ignored(machine, event, s))
            continue;
        reported[index] = true;
        findings_add(findings, (struct finding){
                                   .code = DIAGNOSTIC_ELSE_NOT_TAKEN,
                                   .part = FINDING_WORK,
                                   .index = index,
                                   .message = arena_printf(findings->arena,
                                                           "state `%s` has no move for `%s`, which follows "
                                                           "the last attempt of its work",
                                                           machine->states[s].name, work->else_event->name),
                                   .help = arena_printf(findings->arena, "write `on %s -> STATE;` in it",
                                                        work->else_event->name)});
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
            findings_add(findings, (struct finding){
                                       .code = DIAGNOSTIC_SINGLE_CHILD,
                                       .part = FINDING_COMPOSITE,
                                       .index = c,
                                       .message = arena_printf(findings->arena, "there is one state in `%s`",
                                                               machine->composites[c].name),
                                       .help = "write its moves in that state, and take it out"});
}

void findings_of_machine(struct findings *findings, const struct graph *graph) {
    findings_of_guards(findings, graph);
    findings_of_timers(findings, graph);
    dead_ends(findings, graph);
    else_events(findings, graph);
    single_children(findings, graph);
}
