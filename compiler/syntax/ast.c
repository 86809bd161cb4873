#include "syntax/ast_flow.h"

#include <string.h>

/* Indexes in PostgreSQL and in people's heads have their limits; 255 bytes serve any list of states. */
enum { STORED_MAX_BYTES = 255 };

void ast_init(struct ast *ast, struct diagnostics *diagnostics) {
    *ast = (struct ast){.arena = diagnostics->arena, .diagnostics = diagnostics};
    ast->machines_end = &ast->machines;
    ast->flows_end = &ast->flows;
}

void ast_header(struct ast *ast, const struct token *keyword, const struct token *version) {
    const struct span span = span_to(keyword->span, version->span);
    if (ast->has_header || ast->machines != NULL || ast->flows != NULL || ast->incomplete) {
        diagnose(ast->diagnostics, ast->has_header ? MESSAGE_SECOND_HEADER : MESSAGE_LATE_HEADER, span, NULL);
    } else if (strcmp(version->text, "1") != 0) {
        diagnose(ast->diagnostics, MESSAGE_VERSION, span, WORDS(version->text));
        ast->other_version = true;
    }
    ast->has_header = true;
}

void ast_machine_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_machine *machine = arena_alloc(ast->arena, sizeof *machine);
    machine->head.name = ast_text_of(name);
    machine->head.doc = keyword->doc;
    machine->keyword = keyword->span;
    machine->items_end = &machine->items;
    *ast->machines_end = machine;
    ast->machines_end = &machine->next;
    ast->machine = machine;
    ast->state = NULL;
    ast->head = &machine->head;
}

void ast_machine_end(struct ast *ast, const struct token *end) {
    ast->machine->last = end->span;
    ast->machine = NULL;
}

void ast_label(struct ast *ast, const struct token *label) {
    ast_check_text(ast, label, "a label", "leave it out, and the name is shown");
    ast->head->label = ast_text_of(label);
}

void ast_stored(struct ast *ast, const struct token *stored) {
    ast_check_text(ast, stored, "a stored text", "leave `stored` out, and the name is stored");
    if (strlen(stored->text) > STORED_MAX_BYTES)
        diagnose(ast->diagnostics, MESSAGE_LONG_TEXT, stored->span,
                 WORDS(number_word(ast->diagnostics, strlen(stored->text)),
                       number_word(ast->diagnostics, STORED_MAX_BYTES)));
    ast->head->stored = ast_text_of(stored);
}

void ast_event_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_event *event = arena_alloc(ast->arena, sizeof *event);
    event->head.name = ast_text_of(name);
    event->head.doc = keyword->doc;
    event->params_end = &event->params;
    ast_item(ast, AST_ITEM_EVENT, keyword)->event = event;
    ast->event = event;
    ast->head = &event->head;
}

void ast_param(struct ast *ast, const struct token *name, const struct token *type, bool optional) {
    struct ast_param *param = arena_alloc(ast->arena, sizeof *param);
    param->name = ast_text_of(name);
    param->type_name = type->text;
    param->type_is_known = ast_type(ast, type, &param->type);
    param->optional = optional;
    *ast->event->params_end = param;
    ast->event->params_end = &param->next;
    ast->param = param;
}

void ast_state_begin(struct ast *ast, const struct token *first, const struct token *name) {
    struct ast_state *state = arena_alloc(ast->arena, sizeof *state);
    state->head.name = ast_text_of(name);
    state->head.doc = first->doc;
    state->is_initial = first->kind == TOKEN_INITIAL;
    state->is_goal = first->kind == TOKEN_GOAL;
    state->is_final = first->kind == TOKEN_FINAL || state->is_goal;
    state->keyword = first->span;
    state->items_end = &state->items;
    state->parent = ast->state;
    state->order = ast->machine->state_count++;
    ast_item(ast, AST_ITEM_STATE, first)->state = state;
    if (ast->state != NULL)
        ast->state->is_composite = true;
    ast->state = state;
    ast->head = &state->head;
}

void ast_state_end(struct ast *ast, const struct token *end) {
    ast->state->last = end->span;
    ast->state = ast->state->parent;
}

void ast_state_turned(struct ast *ast, const struct token *keyword, const struct token *turned,
                      const struct token *name) {
    const struct token *last = name->span.offset > turned->span.offset ? name : turned;
    struct token first = *turned;
    diagnose(ast->diagnostics, MESSAGE_STATE_TURNED, span_to(keyword->span, last->span),
             WORDS(token_spelling(turned->kind), name->text));
    first.span = keyword->span;
    first.doc = keyword->doc;
    ast_state_begin(ast, &first, name);
}

void ast_ended_early(struct ast *ast) {
    for (struct ast_machine *machine = ast->machines; machine != NULL; machine = machine->next)
        if (machine->next == NULL)
            machine->incomplete = machine->is_cut = true;
    ast->incomplete = true;
}

void ast_cut(struct ast *ast) {
    ast_incomplete(ast);
    if (ast->machine != NULL)
        ast->machine->is_cut = true;
}

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           ((unsigned char)c & 0x80) != 0;
}

void ast_unread(struct ast *ast, size_t from, size_t end, bool may_declare_states) {
    struct ast_machine *machine = ast->machine;
    const char *text = ast->diagnostics->source->text;
    if (machine == NULL)
        return;
    if (machine->unread.slots == NULL) {
        machine->unread = map_new(ast->arena);
        machine->unread_states = map_new(ast->arena);
    }
    for (size_t i = from; i < end; i++) {
        size_t length = 0;
        while (i + length < end && is_of_word(text[i + length]))
            length++;
        if (length == 0)
            continue;
        const char *word = arena_strndup(ast->arena, text + i, length);
        map_put(&machine->unread, word, 0);
        if (may_declare_states)
            map_put(&machine->unread_states, word, 0);
        i += length;
    }
}

void ast_incomplete(struct ast *ast) {
    if (ast->machine != NULL)
        ast->machine->incomplete = true;
    else if (ast->flow != NULL)
        ast->flow->incomplete = true;
    else
        ast->incomplete = true;
}
