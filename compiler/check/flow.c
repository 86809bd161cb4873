#include "check/flow.h"

/* ---- the way back behind what cannot be undone ----------------------------------------------------- */

struct failures {
    const struct model_flow *flow;
    size_t *next; /* for each step, and the end: the first one from there that may turn the run round */
    size_t first_undo;
};

static bool can_fail(const struct model_flow_step *step) {
    switch (step->kind) {
    case MODEL_TX:
    case MODEL_CALL:
        return step->retry.count != MODEL_FOREVER;
    case MODEL_WAIT:
        return step->time_ms > 0;
    case MODEL_PAUSE:
        break;
    }
    return false;
}

/* A loop that begins at the step, but for one; it turns the run round where its count is out of bounds. */
static size_t loop_at(const struct model_flow *flow, size_t step, size_t but) {
    for (size_t s = flow->steps[step].scope; s != MODEL_NOTHING; s = flow->scopes[s].parent)
        if (flow->scopes[s].kind == MODEL_REPEAT && flow->scopes[s].first == step && s != but)
            return s;
    return MODEL_NOTHING;
}

static size_t outermost_loop(const struct model_flow *flow, size_t step) {
    size_t outermost = MODEL_NOTHING;
    for (size_t s = flow->steps[step].scope; s != MODEL_NOTHING; s = flow->scopes[s].parent)
        if (flow->scopes[s].kind == MODEL_REPEAT)
            outermost = s;
    return outermost;
}

static size_t first_undo(const struct model_flow *flow, size_t from, size_t end) {
    while (from < end && flow->steps[from].undo == NULL)
        from++;
    return from;
}

/* What can fail behind the step, with something to be undone then in *undone; the end where nothing can. In a
 * loop all of its steps come behind, in its next iteration. */
static size_t failing_behind(const struct failures *failures, size_t step, size_t *undone) {
    const struct model_flow *flow = failures->flow;
    size_t loop = outermost_loop(flow, step);
    if (loop != MODEL_NOTHING) {
        size_t first = flow->scopes[loop].first;
        size_t end = flow->scopes[loop].end;
        bool here = can_fail(&flow->steps[first]) || loop_at(flow, first, loop) != MODEL_NOTHING;
        size_t failing = here ? first : failures->next[first + 1];
        *undone = first_undo(flow, first, end);
        if (*undone == end)
            *undone = failures->first_undo;
        if (failing < end && *undone < end)
            return failing;
        step = end - 1;
    }
    *undone = failures->first_undo;
    size_t from = step > *undone ? step : *undone;
    return from >= flow->step_count ? flow->step_count : failures->next[from + 1];
}

static void report_irreversible(struct ast *ast, const struct resolved_flow *resolved, size_t step,
                                size_t failing, size_t undone) {
    const struct model_flow *flow = &resolved->model;
    const struct model_flow_step *irreversible = &flow->steps[step];
    size_t loop = can_fail(&flow->steps[failing]) ? MODEL_NOTHING : loop_at(flow, failing, MODEL_NOTHING);
    const enum message_number message = loop != MODEL_NOTHING                     ? MESSAGE_IRREVERSIBLE_LOOP
                                        : flow->steps[failing].kind == MODEL_WAIT ? MESSAGE_IRREVERSIBLE_WAIT
                                                                                  : MESSAGE_IRREVERSIBLE;
    diagnose_beside(ast->diagnostics, message, resolved->steps[step]->irreversible,
                    loop == MODEL_NOTHING ? resolved->steps[failing]->keyword
                                          : resolved->scopes[loop]->keyword,
                    WORDS(flow->name, irreversible->path,
                          loop == MODEL_NOTHING ? flow->steps[failing].path : flow->scopes[loop].path,
                          flow->steps[undone].path, flow->steps[failing].name));
}

/* The first one of a flow: those behind it mostly fail for the same reason. */
static void check_irreversible(struct ast *ast, const struct resolved_flow *resolved) {
    const struct model_flow *flow = &resolved->model;
    struct failures failures = {flow, arena_alloc(ast->arena, (flow->step_count + 1) * sizeof(size_t)),
                                first_undo(flow, 0, flow->step_count)};
    failures.next[flow->step_count] = flow->step_count;
    for (size_t i = flow->step_count; i-- > 0;)
        failures.next[i] = can_fail(&flow->steps[i]) || loop_at(flow, i, MODEL_NOTHING) != MODEL_NOTHING
                               ? i
                               : failures.next[i + 1];
    for (size_t i = 0; i < flow->step_count; i++) {
        size_t undone = flow->step_count;
        if (!flow->steps[i].is_irreversible)
            continue;
        size_t failing = failing_behind(&failures, i, &undone);
        if (failing == flow->step_count)
            continue;
        report_irreversible(ast, resolved, i, failing, undone);
        return;
    }
}

/* ---- warnings -------------------------------------------------------------------------------------- */

static void check_data(struct ast *ast, const struct resolved_flow *resolved) {
    const struct model_flow *flow = &resolved->model;
    bool *is_set = arena_alloc(ast->arena, flow->data_count * sizeof *is_set);
    const struct ast_field *field =
        resolved->ast->data.first == NULL ? NULL : resolved->ast->data.first->fields->first;
    for (size_t i = 0; i < flow->step_count; i++)
        for (size_t w = 0; w < flow->steps[i].write_count; w++)
            is_set[flow->steps[i].writes[w]] = true;
    for (size_t i = 0; i < flow->data_count; i++, field = field->next) {
        if (is_set[i])
            continue;
        diagnose(ast->diagnostics, MESSAGE_UNUSED_DATA, field->name.span,
                 WORDS(flow->name, field->name.text));
    }
}

/* A pause within what `save off` joins, between two steps that it does not join then. */
static void check_split(struct ast *ast, const struct ast_flow_step *step, bool off) {
    const struct ast_flow_step *before = NULL;
    const struct ast_flow_step *split = NULL;
    for (; step != NULL; step = step->next) {
        if (step->kind == AST_TX && off && split != NULL)
            diagnose(ast->diagnostics, MESSAGE_SPLIT_SAVE, split->keyword,
                     WORDS(before->head.name.text, step->head.name.text, split->head.name.text));
        check_split(ast, step->steps, off);
        if (step->kind == AST_TX && off) {
            before = step;
            split = NULL;
        } else if ((step->kind == AST_PAUSE || step->kind == AST_WAIT) && before != NULL) {
            split = split == NULL ? step : split;
        } else {
            before = split = NULL;
        }
        if (step->kind == AST_SAVE || step->kind == AST_SAVE_OFF)
            off = step->kind == AST_SAVE_OFF;
    }
}

static void check_use(struct ast *ast, const struct resolved_procedure *procedure) {
    struct ast_text name = procedure->ast->head.name;
    if (procedure->use_count > 0)
        return;
    diagnose(ast->diagnostics, MESSAGE_UNUSED_PROCEDURE, name.span, WORDS(name.text));
}

/* ---- flows ----------------------------------------------------------------------------------------- */

static void allow(struct ast *ast, const struct ast_flow *flow, bool allowed) {
    enum diagnostic_code code;
    for (const struct ast_flow_setting *setting = flow->allow.first; setting != NULL; setting = setting->next)
        if (diagnostic_find(setting->code.text, &code))
            diagnostics_allow(ast->diagnostics, code, allowed);
}

void check_flows(struct ast *ast, const struct resolved_flows *flows) {
    for (size_t i = 0; i < flows->flow_count; i++) {
        const struct resolved_flow *flow = &flows->flows[i];
        if (!flow->is_complete)
            continue;
        allow(ast, flow->ast, true);
        check_irreversible(ast, flow);
        check_data(ast, flow);
        check_split(ast, flow->ast->steps, false);
        allow(ast, flow->ast, false);
    }
    bool incomplete = ast->incomplete; /* what could not be read may use any procedure */
    for (const struct ast_flow *flow = ast->flows; flow != NULL; flow = flow->next)
        incomplete = incomplete || flow->incomplete;
    for (size_t i = 0; i < flows->procedure_count; i++) {
        const struct resolved_procedure *procedure = &flows->procedures[i];
        allow(ast, procedure->ast, true);
        if (!incomplete)
            check_use(ast, procedure);
        check_split(ast, procedure->ast->steps, false);
        allow(ast, procedure->ast, false);
    }
    check_locks(ast, flows);
}
