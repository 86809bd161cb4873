/* Flows and procedures in the tree: what the file says, in its order, every piece with its place. */
#pragma once

#include "syntax/ast.h"

#define AST_RETRY_FOREVER (-1)

struct ast_field { /* an argument, or data */
    struct ast_text name;
    const char *doc;
    enum pawl_type type;
    bool type_is_known;
    bool is_optional;
    bool is_inout;
    struct ast_field *next;
};

struct ast_fields {
    struct ast_field *first;
    struct ast_field **end;
    size_t count;
};

struct ast_retry {
    struct span keyword; /* of length 0 where nothing was said */
    int64_t count;       /* or AST_RETRY_FOREVER */
    struct ast_duration from, to;
};

enum ast_flow_step_kind {
    AST_TX,
    AST_CALL,
    AST_PAUSE,
    AST_WAIT,
    AST_USE,
    AST_OPTIONAL,
    AST_REPEAT,
    AST_LOCK,
    AST_SAVE,
    AST_SAVE_OFF,
};

/* One piece of a flow, in the order of the file; options that it cannot have are nothing. */
struct ast_flow_step {
    enum ast_flow_step_kind kind;
    struct span keyword;
    struct ast_head head;          /* TX, CALL, PAUSE, WAIT, USE, OPTIONAL: the name after the keyword */
    struct ast_text as;            /* the name of the step itself; LOCK: the class of its keys */
    struct ast_references *values; /* USE: arguments; REPEAT: the count; LOCK: keys; NULL: none */
    struct ast_references *sets;
    struct ast_text undo;
    struct span irreversible; /* of length 0 where it is not said; so too below */
    struct ast_duration time; /* CALL: timeout; WAIT: within */
    struct ast_retry retry;
    struct ast_text max_text, min_text;
    int64_t max, min;
    bool is_global;                     /* LOCK */
    bool is_flow_wide;                  /* LOCK without braces */
    struct ast_flow_step *parent;       /* the scope that it stands in */
    struct ast_flow_step *steps, **end; /* of a scope */
    struct ast_flow_step *next;
};

/* `unique`, `data`, `retry`, `emit`, and what is allowed: at most one of each counts. */
struct ast_flow_setting {
    struct span keyword;
    struct ast_flow_step *scope; /* NULL where it stands in the flow itself, as it should */
    struct ast_words *words;     /* unique */
    struct ast_fields *fields;   /* data */
    struct ast_retry *retry;
    struct ast_text topic;           /* emit: one of the two */
    struct ast_reference *reference; /* emit */
    struct ast_text code, reason;    /* allow */
    struct ast_flow_setting *next;
};

struct ast_flow_settings {
    struct ast_flow_setting *first;
    struct ast_flow_setting **end;
};

struct ast_flow {
    bool is_procedure;
    struct ast_head head;
    struct span keyword, last; /* as a machine's */
    struct ast_fields args;
    struct ast_flow_settings data, unique, retry, emit, allow;
    struct ast_flow_step *steps, **end;
    bool incomplete; /* as a machine's */
    struct ast_flow *next;
};

void ast_flow_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_flow_end(struct ast *ast, const struct token *end);
void ast_arg(struct ast *ast, const struct token *inout, const struct token *name, const struct token *type,
             bool optional);
void ast_data_begin(struct ast *ast, const struct token *keyword);
struct ast_field *ast_field(struct ast *ast, struct ast_fields *fields, const struct token *name,
                            const struct token *type);
struct ast_flow_setting *ast_flow_setting(struct ast *ast, struct ast_flow_settings *settings,
                                          const struct token *keyword);
void ast_flow_emit(struct ast *ast, const struct token *keyword, const struct token *topic,
                   struct ast_reference *reference);
void ast_flow_allow(struct ast *ast, const struct token *keyword, const struct token *code,
                    const struct token *reason);

/* The setting of the flow, or an option of the step that is open. */
void ast_retry(struct ast *ast, const struct token *keyword, const struct token *count);
void ast_retry_pauses(struct ast *ast, const struct token *least, const struct token *most);

void ast_flow_step_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_use(struct ast *ast, const struct token *keyword, const struct token *name,
             struct ast_references *values);
void ast_save(struct ast *ast, const struct token *keyword, const struct token *off);

void ast_step_as(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_step_label(struct ast *ast, const struct token *label);
void ast_step_sets(struct ast *ast, const struct token *keyword, struct ast_references *values);
void ast_step_undo(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_step_irreversible(struct ast *ast, const struct token *keyword);
void ast_step_time(struct ast *ast, const struct token *keyword, const struct token *duration);

void ast_optional_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_repeat_begin(struct ast *ast, const struct token *keyword, struct ast_reference *count);
void ast_repeat_bound(struct ast *ast, const struct token *keyword, const struct token *number);
void ast_lock_begin(struct ast *ast, const struct token *keyword, const struct token *reach,
                    struct ast_references *keys);
void ast_flow_lock_end(struct ast *ast);
void ast_scope_end(struct ast *ast);
