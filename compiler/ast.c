#include "ast.h"

#include "suggest.h"

#include <string.h>

/* Indexes in PostgreSQL and in people's heads have their limits; 255 bytes serve any list of states. */
enum { STORED_MAX_BYTES = 255 };

static const char *const type_names[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)
#undef X
};

static const char *const later_types[] = {"numeric", "uuid", "json", "bytes"};

enum {
    TYPE_COUNT = sizeof type_names / sizeof type_names[0],
    LATER_TYPE_COUNT = sizeof later_types / sizeof later_types[0]
};

static struct ast_text text_of(const struct token *token) {
    return (struct ast_text){token->text, token->span};
}

void ast_init(struct ast *ast, struct diagnostics *diagnostics) {
    *ast = (struct ast){.arena = diagnostics->arena, .diagnostics = diagnostics};
    ast->machines_end = &ast->machines;
}

void ast_header(struct ast *ast, const struct token *keyword, const struct token *version) {
    struct span span = keyword->span;
    span.length = version->span.offset + version->span.length - span.offset;
    if (ast->has_header || ast->machines != NULL || ast->incomplete) {
        diagnose(ast->diagnostics, DIAGNOSTIC_LATE_HEADER, span,
                 "the version of the language comes first in the file, and once");
        diagnose_help(ast->diagnostics,
                      ast->has_header ? "take this one out" : "move it to the top of the file");
    } else if (strcmp(version->text, "1") != 0) {
        diagnose(ast->diagnostics, DIAGNOSTIC_VERSION, span,
                 "this file is written in version %s of the language; this pawl knows version 1",
                 version->text);
        diagnose_help(ast->diagnostics, "write `pawl 1;`, or use a newer pawl");
        ast->other_version = true;
    }
    ast->has_header = true;
}

void ast_machine_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_machine *machine = arena_alloc(ast->arena, sizeof *machine);
    machine->head.name = text_of(name);
    machine->head.doc = keyword->doc;
    machine->items_end = &machine->items;
    *ast->machines_end = machine;
    ast->machines_end = &machine->next;
    ast->machine = machine;
    ast->head = &machine->head;
}

void ast_machine_end(struct ast *ast) {
    ast->machine = NULL;
}

static void check_text(struct ast *ast, const struct token *text, const char *what, const char *remedy) {
    if (text->text[0] != '\0')
        return;
    diagnose(ast->diagnostics, DIAGNOSTIC_EMPTY_TEXT, text->span, "%s may not be empty", what);
    diagnose_help(ast->diagnostics, "%s", remedy);
}

void ast_label(struct ast *ast, const struct token *label) {
    check_text(ast, label, "a label", "leave it out, and the name is shown");
    ast->head->label = text_of(label);
}

void ast_stored(struct ast *ast, const struct token *stored) {
    check_text(ast, stored, "a stored text", "leave `stored` out, and the name is stored");
    if (strlen(stored->text) > STORED_MAX_BYTES) {
        diagnose(ast->diagnostics, DIAGNOSTIC_LONG_TEXT, stored->span,
                 "this stored text has %zu bytes; at most %d are allowed", strlen(stored->text),
                 STORED_MAX_BYTES);
        diagnose_help(ast->diagnostics, "store something short; what people read is the label");
    }
    ast->head->stored = text_of(stored);
}

const char *ast_type_name(enum pawl_type type) {
    return type_names[type];
}

/* False, with the reason reported, where the name is no type of this version. */
static bool find_type(struct ast *ast, const struct token *name, enum pawl_type *type) {
    struct suggestion suggestion = suggestion_for(name->text);
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(name->text, type_names[i]) == 0) {
            *type = (enum pawl_type)i;
            return true;
        }
        suggestion_offer(&suggestion, type_names[i]);
    }
    for (int i = 0; i < LATER_TYPE_COUNT; i++)
        if (strcmp(name->text, later_types[i]) == 0) {
            diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, name->span, "the type `%s` is not supported yet",
                     name->text);
            diagnose_help(ast->diagnostics, "use one of text, bigint, int, bool, timestamp");
            return false;
        }
    diagnose(ast->diagnostics, DIAGNOSTIC_UNKNOWN_TYPE, name->span, "there is no type `%s`", name->text);
    if (suggestion.nearest != NULL)
        diagnose_help(ast->diagnostics, "did you mean `%s`?", suggestion.nearest);
    else
        diagnose_help(ast->diagnostics, "use one of text, bigint, int, bool, timestamp");
    return false;
}

void ast_entity(struct ast *ast, const struct token *schema, const struct token *table,
                const struct token *column, const struct token *type) {
    struct ast_entity *entity = arena_alloc(ast->arena, sizeof *entity);
    if (schema != NULL)
        entity->schema = text_of(schema);
    entity->table = text_of(table);
    entity->column = text_of(column);
    entity->span = schema != NULL ? schema->span : table->span;
    entity->span.length = column->span.offset + column->span.length - entity->span.offset;
    entity->type = PAWL_TYPE_TEXT;
    if (find_type(ast, type, &entity->type) && entity->type != PAWL_TYPE_TEXT &&
        entity->type != PAWL_TYPE_BIGINT) {
        diagnose(ast->diagnostics, DIAGNOSTIC_KEY_TYPE, type->span, "a key cannot be of type `%s`",
                 type->text);
        diagnose_help(ast->diagnostics, "use text or bigint");
    }
    if (ast->machine->entity != NULL) {
        diagnose(ast->diagnostics, DIAGNOSTIC_DUPLICATE_ENTITY, entity->span,
                 "machine `%s` has an entity already", ast->machine->head.name.text);
        diagnose_note(ast->diagnostics, ast->machine->entity->span, "it is declared here");
        diagnose_help(ast->diagnostics, "a machine moves the rows of one table; write another machine");
        return;
    }
    ast->machine->entity = entity;
}

static struct ast_item *add_item(struct ast *ast, enum ast_item_kind kind) {
    struct ast_item *item = arena_alloc(ast->arena, sizeof *item);
    item->kind = kind;
    *ast->machine->items_end = item;
    ast->machine->items_end = &item->next;
    return item;
}

void ast_event_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_event *event = arena_alloc(ast->arena, sizeof *event);
    event->head.name = text_of(name);
    event->head.doc = keyword->doc;
    event->params_end = &event->params;
    add_item(ast, AST_EVENT)->event = event;
    ast->event = event;
    ast->head = &event->head;
}

void ast_param(struct ast *ast, const struct token *name, const struct token *type, bool optional) {
    struct ast_param *param = arena_alloc(ast->arena, sizeof *param);
    param->name = text_of(name);
    param->type_name = type->text;
    param->type_is_known = find_type(ast, type, &param->type);
    param->optional = optional;
    *ast->event->params_end = param;
    ast->event->params_end = &param->next;
}

void ast_state_begin(struct ast *ast, const struct token *initial, const struct token *final,
                     const struct token *keyword, const struct token *name) {
    const struct token *first = initial != NULL ? initial : final != NULL ? final : keyword;
    struct ast_state *state = arena_alloc(ast->arena, sizeof *state);
    state->head.name = text_of(name);
    state->head.doc = first->doc;
    state->is_initial = initial != NULL;
    state->is_final = final != NULL;
    state->keyword = first->span;
    state->moves_end = &state->moves;
    add_item(ast, AST_STATE)->state = state;
    ast->state = state;
    ast->head = &state->head;
}

static struct ast_move *new_move(struct ast *ast, const struct token *event, const struct token *target) {
    struct ast_move *move = arena_alloc(ast->arena, sizeof *move);
    move->event = text_of(event);
    move->target = text_of(target);
    return move;
}

void ast_move(struct ast *ast, const struct token *event, const struct token *target) {
    struct ast_move *move = new_move(ast, event, target);
    *ast->state->moves_end = move;
    ast->state->moves_end = &move->next;
}

void ast_creation(struct ast *ast, const struct token *event, const struct token *target) {
    add_item(ast, AST_CREATION)->creation = new_move(ast, event, target);
}

struct token ast_name(struct ast *ast, const struct token *word) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t plain = strspn(word->text, allowed);
    if (word->text[plain] == '\0' && word->text[0] != '_')
        return *word;
    diagnose(ast->diagnostics, DIAGNOSTIC_NAME_SHAPE, word->span,
             "`%s` cannot be a name: names begin with a-z and go on with a-z, 0-9 and _", word->text);
    char *lower = arena_strndup(ast->arena, word->text, strlen(word->text));
    bool fits = lower[0] != '_';
    for (char *c = lower; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
        fits = fits && strchr(allowed, *c) != NULL;
    }
    if (fits)
        diagnose_help(ast->diagnostics, "write `%s`; what people read goes into the label", lower);
    else
        diagnose_help(ast->diagnostics, "write it in plain letters; what people read goes into the label");
    return *word;
}

void ast_reserved_name(struct ast *ast, const struct token *word) {
    diagnose(ast->diagnostics, DIAGNOSTIC_NAME_RESERVED, word->span, "`%s` is a word of the language",
             word->text);
    diagnose_help(ast->diagnostics, "any, same, stay and not cannot be names; choose another one");
}

void ast_not_yet(struct ast *ast, const struct token *keyword) {
    const char *construct = token_later(keyword->kind);
    if (construct == NULL) /* `-> same` and `-> stay` */
        diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, keyword->span, "`%s` as a target is not supported yet",
                 keyword->text);
    else
        diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, keyword->span, "`%s` is not supported yet: %s",
                 keyword->text, construct);
    diagnose_help(ast->diagnostics, construct == NULL ? "name the state itself: `on EVENT -> THIS_STATE;`"
                                                      : "take it out, or use a newer pawl");
    ast_incomplete(ast);
}

void ast_nested_state(struct ast *ast, const struct token *keyword) {
    diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, keyword->span,
             "states inside states are not supported yet");
    diagnose_help(ast->diagnostics, "if state `%s` ends before this line, its `}` is missing",
                  ast->state->head.name.text);
    ast_incomplete(ast);
}

void ast_incomplete(struct ast *ast) {
    if (ast->machine != NULL)
        ast->machine->incomplete = true;
    else
        ast->incomplete = true;
}
