#include "syntax/ast_flow.h"

#include <string.h>

void ast_flow_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_flow *flow = arena_alloc(ast->arena, sizeof *flow);
    flow->is_procedure = keyword->kind == TOKEN_PROCEDURE;
    flow->head.name = ast_text_of(name);
    flow->head.doc = keyword->doc;
    flow->keyword = keyword->span;
    flow->args.end = &flow->args.first;
    flow->data.end = &flow->data.first;
    flow->unique.end = &flow->unique.first;
    flow->retry.end = &flow->retry.first;
    flow->emit.end = &flow->emit.first;
    flow->allow.end = &flow->allow.first;
    flow->end = &flow->steps;
    *ast->flows_end = flow;
    ast->flows_end = &flow->next;
    ast->flow = flow;
    ast->scope = ast->flow_step = NULL;
    ast->head = &flow->head;
}

void ast_flow_end(struct ast *ast, const struct token *end) {
    ast->flow->last = end->span;
    ast->flow = NULL;
}

/* ---- arguments, data, settings --------------------------------------------------------------------- */

struct ast_field *ast_field(struct ast *ast, struct ast_fields *fields, const struct token *name,
                            const struct token *type) {
    struct ast_field *field = arena_alloc(ast->arena, sizeof *field);
    field->name = ast_text_of(name);
    field->doc = name->doc;
    field->type_is_known = ast_type(ast, type, &field->type);
    *fields->end = field;
    fields->end = &field->next;
    fields->count++;
    return field;
}

void ast_arg(struct ast *ast, const struct token *inout, const struct token *name, const struct token *type,
             bool optional) {
    struct ast_field *field = ast_field(ast, &ast->flow->args, name, type);
    field->is_optional = optional;
    field->is_inout = inout != NULL && ast->flow->is_procedure;
    if (inout != NULL && !ast->flow->is_procedure)
        diagnose(ast->diagnostics, MESSAGE_FLOW_INOUT, inout->span, NULL);
}

struct ast_flow_setting *ast_flow_setting(struct ast *ast, struct ast_flow_settings *settings,
                                          const struct token *keyword) {
    struct ast_flow_setting *setting = arena_alloc(ast->arena, sizeof *setting);
    setting->keyword = keyword->span;
    setting->scope = ast->scope;
    *settings->end = setting;
    settings->end = &setting->next;
    return setting;
}

void ast_data_begin(struct ast *ast, const struct token *keyword) {
    struct ast_flow_setting *setting = ast_flow_setting(ast, &ast->flow->data, keyword);
    setting->fields = arena_alloc(ast->arena, sizeof *setting->fields);
    setting->fields->end = &setting->fields->first;
    ast->fields = setting->fields;
}

void ast_flow_emit(struct ast *ast, const struct token *keyword, const struct token *topic,
                   struct ast_reference *reference) {
    struct ast_flow_setting *setting = ast_flow_setting(ast, &ast->flow->emit, keyword);
    ast_check_text(ast, topic, "a topic", "write the name of the topic, or take `emit` out");
    setting->topic = ast_text_of(topic);
    setting->reference = reference;
}

void ast_flow_allow(struct ast *ast, const struct token *keyword, const struct token *code,
                    const struct token *reason) {
    struct ast_flow_setting *setting = ast_flow_setting(ast, &ast->flow->allow, keyword);
    ast_check_text(ast, reason, "the reason", "say why the warning is no trouble here");
    setting->code = ast_text_of(code);
    setting->reason = ast_text_of(reason);
}

static void said_twice(struct ast *ast, const struct token *keyword, struct span first) {
    diagnose_beside(ast->diagnostics, MESSAGE_STEP_SAYS_TWICE, keyword->span, first, WORDS(keyword->text));
}

static bool is_scope(const struct ast_flow_step *step) {
    return step->kind == AST_OPTIONAL || step->kind == AST_REPEAT || step->kind == AST_LOCK;
}

void ast_retry(struct ast *ast, const struct token *keyword, const struct token *count) {
    struct ast_retry *retry;
    if (ast->flow_step == NULL || is_scope(ast->flow_step)) {
        retry = arena_alloc(ast->arena, sizeof *retry);
        ast_flow_setting(ast, &ast->flow->retry, keyword)->retry = retry;
    } else {
        retry = &ast->flow_step->retry;
        if (retry->keyword.length > 0)
            said_twice(ast, keyword, retry->keyword);
    }
    retry->keyword = keyword->span;
    retry->count = count->kind == TOKEN_FOREVER    ? AST_RETRY_FOREVER
                   : strcmp(count->text, "0") == 0 ? 0
                                                   : ast_count(ast, "retry", count);
    ast->retry = retry;
}

void ast_retry_pauses(struct ast *ast, const struct token *least, const struct token *most) {
    ast->retry->from = ast_duration(ast, least);
    ast->retry->to = ast_duration(ast, most);
    ast_check_pauses(ast, "from", &ast->retry->from, &ast->retry->to);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static struct ast_flow_step *add_step(struct ast *ast, enum ast_flow_step_kind kind,
                                      const struct token *keyword) {
    struct ast_flow_step *step = arena_alloc(ast->arena, sizeof *step);
    struct ast_flow_step ***end = ast->scope != NULL ? &ast->scope->end : &ast->flow->end;
    step->kind = kind;
    step->keyword = keyword->span;
    step->head.doc = keyword->doc;
    step->parent = ast->scope;
    step->end = &step->steps;
    step->min = 1;
    **end = step;
    *end = &step->next;
    ast->flow_step = step;
    return step;
}

void ast_flow_step_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    enum ast_flow_step_kind kind = keyword->kind == TOKEN_TX     ? AST_TX
                                   : keyword->kind == TOKEN_CALL ? AST_CALL
                                   : keyword->kind == TOKEN_WAIT ? AST_WAIT
                                                                 : AST_PAUSE;
    add_step(ast, kind, keyword)->head.name = ast_text_of(name);
}

void ast_use(struct ast *ast, const struct token *keyword, const struct token *name,
             struct ast_references *values) {
    struct ast_flow_step *step = add_step(ast, AST_USE, keyword);
    step->head.name = ast_text_of(name);
    step->values = values;
}

void ast_save(struct ast *ast, const struct token *keyword, const struct token *off) {
    add_step(ast, off == NULL ? AST_SAVE : AST_SAVE_OFF, keyword);
    ast->flow_step = NULL;
}

void ast_step_as(struct ast *ast, const struct token *keyword, const struct token *name) {
    if (ast->flow_step->as.text != NULL)
        said_twice(ast, keyword, ast->flow_step->as.span);
    ast->flow_step->as = ast_text_of(name);
}

void ast_step_label(struct ast *ast, const struct token *label) {
    struct ast_text *said = &ast->flow_step->head.label;
    ast_check_text(ast, label, "a label", "leave it out, and the name is shown");
    if (said->text != NULL)
        diagnose_beside(ast->diagnostics, MESSAGE_STEP_LABEL_TWICE, label->span, said->span, NULL);
    *said = ast_text_of(label);
}

void ast_step_sets(struct ast *ast, const struct token *keyword, struct ast_references *values) {
    if (ast->flow_step->sets != NULL)
        said_twice(ast, keyword, ast->flow_step->sets->first->span);
    ast->flow_step->sets = values;
}

/* A step can be undone, or it cannot. */
static void check_either(struct ast *ast, struct span at, struct span other) {
    diagnose_beside(ast->diagnostics, MESSAGE_UNDO_AND_IRREVERSIBLE, at, other, NULL);
}

void ast_step_undo(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_flow_step *step = ast->flow_step;
    if (step->undo.text != NULL)
        said_twice(ast, keyword, step->undo.span);
    else if (step->irreversible.length > 0)
        check_either(ast, keyword->span, step->irreversible);
    step->undo = ast_text_of(name);
}

void ast_step_irreversible(struct ast *ast, const struct token *keyword) {
    struct ast_flow_step *step = ast->flow_step;
    if (step->irreversible.length > 0)
        said_twice(ast, keyword, step->irreversible);
    else if (step->undo.text != NULL)
        check_either(ast, keyword->span, step->undo.span);
    step->irreversible = keyword->span;
}

void ast_step_time(struct ast *ast, const struct token *keyword, const struct token *duration) {
    if (ast->flow_step->time.text.text != NULL)
        said_twice(ast, keyword, ast->flow_step->time.text.span);
    ast->flow_step->time = ast_duration(ast, duration);
}

/* ---- scopes ---------------------------------------------------------------------------------------- */

void ast_optional_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    ast->scope = add_step(ast, AST_OPTIONAL, keyword);
    ast->scope->head.name = ast_text_of(name);
}

void ast_repeat_begin(struct ast *ast, const struct token *keyword, struct ast_reference *count) {
    ast->scope = add_step(ast, AST_REPEAT, keyword);
    ast->scope->values = ast_references(ast, NULL, count);
}

void ast_repeat_bound(struct ast *ast, const struct token *keyword, const struct token *number) {
    struct ast_flow_step *step = ast->flow_step;
    bool is_max = keyword->kind == TOKEN_MAX;
    struct ast_text *said = is_max ? &step->max_text : &step->min_text;
    if (said->text != NULL)
        said_twice(ast, keyword, said->span);
    *said = ast_text_of(number);
    if (is_max) {
        step->max = ast_count(ast, "max", number);
    } else if (strcmp(number->text, "0") == 0 || strcmp(number->text, "1") == 0) {
        step->min = number->text[0] - '0';
    } else {
        diagnose(ast->diagnostics, MESSAGE_BAD_MIN, number->span, WORDS(number->text));
    }
}

void ast_lock_begin(struct ast *ast, const struct token *keyword, const struct token *reach,
                    struct ast_references *keys) {
    ast->scope = add_step(ast, AST_LOCK, keyword);
    ast->scope->values = keys;
    ast->scope->is_global = reach->kind == TOKEN_GLOBAL;
}

void ast_flow_lock_end(struct ast *ast) {
    ast->scope->is_flow_wide = true;
    ast_scope_end(ast);
}

void ast_scope_end(struct ast *ast) {
    ast->scope = ast->scope->parent;
    ast->flow_step = NULL;
}
