#include "check/prove_report.h"

#include "check/findings.h"
#include "check/prove.h"

/* From its first word to its target; of `initial state x`, the first word alone. */
static struct span move_span(const struct ast_move *move) {
    const bool has_target = move->target.text != NULL && move->target.span.offset > move->keyword.offset;
    return span_to(move->keyword, has_target ? move->target.span : move->keyword);
}

static void report_asserts(struct ast *ast, const struct resolved_machine *resolved,
                           const struct graph *graph) {
    const struct model_machine *machine = &resolved->model;
    for (size_t i = 0; i < machine->assert_count; i++) {
        struct span at = resolved->asserts[i]->span;
        struct proof proof = prove_assert(ast->arena, graph, &machine->asserts[i]);
        if (proof.vacuous)
            diagnose(ast->diagnostics, MESSAGE_VACUOUS_ASSERT, at, WORDS(proof.finding));
        if (proof.holds)
            continue;
        diagnose_message(ast->diagnostics,
                         &(struct message){proof.code, proof.finding, proof.path, proof.help}, at,
                         proof.arrow != MODEL_NOTHING   ? move_span(resolved->arrows[proof.arrow])
                         : proof.state != MODEL_NOTHING ? resolved->states[proof.state]->head.name.span
                                                        : at,
                         NULL);
    }
}

static void report_scenarios(struct ast *ast, const struct resolved_machine *resolved) {
    const struct model_machine *machine = &resolved->model;
    for (size_t i = 0; i < machine->scenario_count; i++) {
        struct proof proof = prove_scenario(ast->arena, machine, &machine->scenarios[i]);
        if (proof.holds)
            continue;
        const struct ast_step *step = resolved->scenarios[i]->steps;
        for (size_t k = 0; k < proof.step; k++)
            step = step->next;
        diagnose_beside(ast->diagnostics, MESSAGE_SCENARIO, step->event.span,
                        resolved->scenarios[i]->expected.span, WORDS(proof.finding, proof.path, proof.help));
    }
}

static void report_findings(struct ast *ast, const struct resolved_machine *resolved,
                            const struct graph *graph) {
    struct findings findings;
    const struct ast_move *last = NULL; /* `from a, b on x -> c;` is several arrows, but one place */
    findings_init(&findings, ast->arena);
    findings_of_machine(&findings, graph);
    for (const struct finding *finding = findings.first; finding != NULL; finding = finding->next) {
        struct span at = {0};
        switch (finding->part) {
        case FINDING_STATE:
            at = resolved->states[finding->index]->head.name.span;
            break;
        case FINDING_COMPOSITE:
            at = resolved->composites[finding->index]->head.name.span;
            break;
        case FINDING_ARROW:
            if (resolved->arrows[finding->index] == last)
                continue;
            last = resolved->arrows[finding->index];
            at = move_span(last);
            break;
        }
        diagnose_message(ast->diagnostics,
                         &(struct message){finding->code, finding->message, NULL, finding->help}, at,
                         (struct span){0}, NULL);
    }
}

void prove_machine(struct ast *ast, const struct resolved_machine *machine, const struct graph *graph) {
    report_asserts(ast, machine, graph);
    report_scenarios(ast, machine);
    report_findings(ast, machine, graph);
}
