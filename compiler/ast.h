/*
 * The tree: what the file says, in its order, every piece with its place. The grammar builds it with the
 * functions below, one call a rule; nothing is checked here that needs more than the piece itself.
 */
#ifndef PAWL_AST_H
#define PAWL_AST_H

#include "diagnostic.h"
#include "pawl_abi.h"
#include "token.h"

struct ast_text { /* text is NULL where the file says nothing */
    const char *text;
    struct span span;
};

struct ast_param {
    struct ast_text name;
    const char *type_name;
    enum pawl_type type;
    bool type_is_known;
    bool optional;
    struct ast_param *next;
};

struct ast_move { /* in a state, or a creation at the level of the machine */
    struct ast_text event;
    struct ast_text target;
    struct ast_move *next;
};

/* What machines, events and states may all carry. */
struct ast_head {
    struct ast_text name;
    struct ast_text label;
    struct ast_text stored;
    const char *doc;
};

struct ast_event {
    struct ast_head head;
    struct ast_param *params;
    struct ast_param **params_end;
};

struct ast_state {
    struct ast_head head;
    bool is_initial;
    bool is_final;
    struct span keyword; /* `initial` or `final`, where one stands there */
    struct ast_move *moves;
    struct ast_move **moves_end;
};

struct ast_entity {
    struct ast_text schema;
    struct ast_text table;
    struct ast_text column;
    enum pawl_type type;
    struct span span;
};

enum ast_item_kind { AST_EVENT, AST_STATE, AST_CREATION };

struct ast_item {
    enum ast_item_kind kind;
    struct ast_event *event;
    struct ast_state *state;
    struct ast_move *creation;
    struct ast_item *next;
};

struct ast_machine {
    struct ast_head head;
    struct ast_entity *entity;
    struct ast_item *items;
    struct ast_item **items_end;
    bool incomplete; /* something in it could not be read: what seems to be missing may be there */
    struct ast_machine *next;
};

struct ast {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct ast_machine *machines;
    struct ast_machine **machines_end;
    bool has_header;
    bool other_version; /* of the language: the rest of the file means who knows what */
    bool incomplete;    /* as above, outside of any machine */

    /* Where the next piece belongs. */
    struct ast_machine *machine;
    struct ast_event *event;
    struct ast_state *state;
    struct ast_head *head;
};

void ast_init(struct ast *ast, struct diagnostics *diagnostics);

void ast_header(struct ast *ast, const struct token *keyword, const struct token *version);
void ast_machine_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_machine_end(struct ast *ast);
void ast_label(struct ast *ast, const struct token *label);
void ast_stored(struct ast *ast, const struct token *stored);
void ast_entity(struct ast *ast, const struct token *schema, const struct token *table,
                const struct token *column, const struct token *type);
void ast_event_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_param(struct ast *ast, const struct token *name, const struct token *type, bool optional);
void ast_state_begin(struct ast *ast, const struct token *initial, const struct token *final,
                     const struct token *keyword, const struct token *name);
void ast_move(struct ast *ast, const struct token *event, const struct token *target);
void ast_creation(struct ast *ast, const struct token *event, const struct token *target);

/* A word in the place of a name: says so where it may not be one, and goes on with it. */
struct token ast_name(struct ast *ast, const struct token *word);
void ast_reserved_name(struct ast *ast, const struct token *word);

void ast_not_yet(struct ast *ast, const struct token *keyword);
void ast_nested_state(struct ast *ast, const struct token *keyword);
void ast_incomplete(struct ast *ast);

/* As the language calls it. */
const char *ast_type_name(enum pawl_type type);

#endif
