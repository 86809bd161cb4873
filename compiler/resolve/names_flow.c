#include "resolve/names_parts.h"

#include <string.h>

static void check_fields(struct names *names, const struct ast_fields *fields, const char *what) {
    for (const struct ast_field *field = fields->first; field != NULL; field = field->next) {
        names_check_member(names, field->name, what, "value");
        if (names_is(field->name.text, NAME_RUN))
            diagnose(names->diagnostics, MESSAGE_FIELD_COLUMN, field->name.span, WORDS(field->name.text));
    }
}

static void check_callback(struct names *names, struct ast_text name) {
    names_check_member(names, name, "callback", "step");
    if (strcmp(name.text, "context") != 0)
        return;
    diagnose(names->diagnostics, MESSAGE_CALLBACK_CONTEXT, name.span, NULL);
}

/* Callbacks are members of one struct, whatever the step is called that they belong to. */
static void check_callbacks(struct names *names, const struct ast_flow_step *step) {
    for (; step != NULL; step = step->next) {
        bool has_callback = step->kind == AST_TX || step->kind == AST_CALL || step->kind == AST_OPTIONAL;
        if (has_callback)
            check_callback(names, step->head.name);
        else
            names_check_length(names, step->head.name, "step");
        if (step->undo.text != NULL)
            check_callback(names, step->undo);
        names_check_length(names, step->as, "step");
        check_callbacks(names, step->steps);
    }
}

static const char *as_word(struct names *names, const char *path) {
    char *word = arena_strndup(names->arena, path, strlen(path));
    for (char *c = word; *c != '\0'; c++)
        if (*c == '.')
            *c = '_';
    return word;
}

static void check_constants(struct names *names, const struct resolved_flow *flow) {
    struct map signals = map_new(names->arena);
    for (size_t i = 0; i < flow->model.step_count; i++) {
        const struct model_flow_step *step = &flow->model.steps[i];
        const struct ast_flow_step *ast = flow->steps[i];
        size_t of_step = names_add_owner(names, "step", step->path,
                                         ast->as.text != NULL ? ast->as.span : ast->head.name.span);
        names_claim(names, names_constant(names->arena, flow->model.name, "step", as_word(names, step->path)),
                    of_step);
        if (step->signal == NULL || !map_put(&signals, step->signal, i))
            continue;
        size_t of_signal = names_add_owner(names, "signal", step->signal, ast->head.name.span);
        names_claim(names, names_constant(names->arena, flow->model.name, "signal", step->signal), of_signal);
        names_claim(names, arena_printf(names->arena, "%s_signal_%s", flow->model.name, step->signal),
                    of_signal);
    }
}

void names_check_flow(struct names *names, const struct resolved_flow *flow) {
    size_t owner;
    if (!names_check_declared(names, flow->ast->head.name, "flow", NAME_FLOW, &owner))
        return;
    check_fields(names, &flow->ast->args, "argument");
    if (flow->ast->data.first != NULL)
        check_fields(names, flow->ast->data.first->fields, "data field");
    check_callbacks(names, flow->ast->steps);
    check_constants(names, flow);
}

void names_check_procedure(struct names *names, const struct resolved_procedure *procedure) {
    size_t owner;
    if (!names_check_declared(names, procedure->ast->head.name, "procedure", NAME_PROCEDURE, &owner))
        return;
    check_fields(names, &procedure->ast->args, "parameter");
    check_callbacks(names, procedure->ast->steps);
}
