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

/* Names in a row: states, events, effects; guards, where each may be negated. NULL where there are none. */
struct ast_word {
    struct ast_text name;
    bool negated;
    struct span whole; /* with its `not` */
    struct ast_word *next;
};

struct ast_words {
    struct ast_word *first;
    struct ast_word **end;
    size_t count;
};

struct ast_reference { /* :NAME, or :create.NAME */
    struct ast_text owner; /* the word before the dot */
    struct ast_text name;
    struct span span;
    struct ast_reference *next;
};

struct ast_references {
    struct ast_reference *first;
    struct ast_reference **end;
    size_t count;
};

struct ast_duration {
    struct ast_text text;
    int64_t ms; /* 0 where it was refused, or not given */
};

struct ast_param {
    struct ast_text name;
    const char *type_name;
    enum pawl_type type;
    bool type_is_known;
    bool optional;
    struct ast_text renamed_from;
    struct ast_param *next;
};

/* What machines, events and states may all carry. */
struct ast_head {
    struct ast_text name;
    struct ast_text label;
    struct ast_text stored;
    struct ast_text renamed_from;
    const char *doc;
};

struct ast_event {
    struct ast_head head;
    struct ast_param *params;
    struct ast_param **params_end;
    struct ast_references *serialize_by;
};

struct ast_hook { /* a declared guard or effect */
    bool is_effect;
    struct ast_text name;
    const char *doc;
    struct ast_text sql; /* for every database, or one for each: */
    struct ast_text postgres;
    struct ast_text sqlite;
};

enum ast_target { AST_TO, AST_SAME, AST_STAY };

enum ast_move_kind {
    AST_ON,     /* in a state; a creation at the level of the machine */
    AST_REOPEN, /* in a final state */
    AST_FROM,   /* at the level of the machine */
    AST_AFTER,
    AST_AT,
    AST_CREATE, /* nothing of its own: the word `initial` of a state */
};

struct ast_move {
    enum ast_move_kind kind;
    struct span span; /* from its first word to its target */
    const char *doc;
    struct ast_text event;
    enum ast_target target_kind;
    struct ast_text target;     /* SAME, STAY: the word itself */
    struct ast_words *when;     /* NULL where there is none; so too below */
    struct ast_words *effects;  /* do */
    struct ast_words *after;    /* then */
    struct ast_words *sources;  /* FROM; NULL: any */
    struct ast_words *except;   /* FROM any */
    struct span any;            /* FROM any: the word */
    struct ast_duration delay;  /* AFTER */
    struct ast_reference *time; /* AT */
    struct ast_duration every;  /* AFTER, AT */
};

struct ast_work {
    struct span span;
    struct ast_text hook;
    struct ast_duration lease, every, backoff_from, backoff_to;
    struct ast_text attempts_text;
    int64_t attempts;
    struct ast_text else_event;
};

struct ast_state {
    struct ast_head head;
    bool is_initial;
    bool is_final;
    bool is_composite;   /* has states in it */
    struct span keyword; /* `initial`, `final` or `state`: the first word of it */
    struct ast_text implicit;
    struct ast_state *parent;
    struct ast_item *items;
    struct ast_item **items_end;
    size_t order; /* among all states of the machine, an outer one before its inner ones */
};

struct ast_entity { /* or a mirrored column, which has no type */
    struct ast_text schema;
    struct ast_text table;
    struct ast_text column;
    enum pawl_type type;
    struct span span;
};

struct ast_setting { /* key, emit, storage, allow */
    struct span span;   /* of its first word */
    struct ast_text name;   /* storage: head or transitions; allow: the code */
    struct ast_text text;   /* emit: the topic; allow: the reason; storage: the word `enforced` */
    struct ast_reference *reference; /* key, emit */
};

enum ast_assert_kind {
    AST_CAN_FINISH,
    AST_NEVER_REACHES,
    AST_NEVER_MOVES,
    AST_ONLY_AFTER,
    AST_LEADS_TO,
    AST_AT_MOST_ONCE,
    AST_FINAL_WITHIN,
    AST_WORKING_TIMEOUTS,
};

struct ast_assert { /* kinds are those of model.h, in the same order */
    enum ast_assert_kind kind;
    struct span span;        /* from `assert` to the last word */
    struct ast_text left;    /* a state; AT_MOST_ONCE: an event */
    struct ast_words *right; /* states */
    struct ast_duration within;
    bool assuming_progress;
};

struct ast_step {
    struct ast_text event;
    struct ast_words *conditions; /* NULL where there are none */
    struct ast_step *next;
};

struct ast_scenario {
    struct span span; /* of the word `scenario` */
    struct ast_text label;
    struct ast_step *steps;
    struct ast_step **steps_end;
    size_t step_count;
    struct ast_text expected; /* a state, or the word `refused` */
};

enum ast_item_kind {
    AST_ITEM_ENTITY,
    AST_ITEM_EVENT,
    AST_ITEM_STATE,
    AST_ITEM_MOVE,
    AST_ITEM_HOOK,
    AST_ITEM_WORK,
    AST_ITEM_ENTER,
    AST_ITEM_LEAVE,
    AST_ITEM_REFUSE,
    AST_ITEM_IGNORE,
    AST_ITEM_KEY,
    AST_ITEM_MIRROR,
    AST_ITEM_EMIT,
    AST_ITEM_STORAGE,
    AST_ITEM_ALLOW,
    AST_ITEM_ASSERT,
    AST_ITEM_SCENARIO,
};

/* One piece of a machine or of a state, in the order of the file. */
struct ast_item {
    enum ast_item_kind kind;
    struct span keyword; /* its first word */
    struct ast_entity *entity; /* ENTITY, MIRROR */
    struct ast_event *event;
    struct ast_state *state;
    struct ast_move *move;
    struct ast_hook *hook;
    struct ast_work *work;
    struct ast_words *words; /* ENTER, LEAVE: effects; REFUSE, IGNORE: events */
    struct ast_setting *setting; /* KEY, EMIT, STORAGE, ALLOW */
    struct ast_assert *assertion;
    struct ast_scenario *scenario;
    struct ast_item *next;
};

struct ast_machine {
    struct ast_head head;
    struct ast_item *items;
    struct ast_item **items_end;
    size_t state_count; /* all of them, composites too */
    bool incomplete; /* something in it could not be read: what seems to be missing may be there */
    struct ast_machine *next;
};
