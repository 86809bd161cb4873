/*
 * Lives here: bytes to a tree, and a file laid out anew. Not here: what names mean.
 *
 * The tree: what the file says, in its order, every piece with its place. The grammar builds it with the
 * functions below, and puts what needs no more into its place itself; nothing is checked here that needs more
 * than the piece itself.
 */
#pragma once

#include "base/assert_forms.h"
#include "base/diagnostic.h"
#include "base/map.h"
#include "pawl_abi.h"
#include "syntax/token.h"

#include <stdint.h>

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

struct ast_reference {     /* :NAME, or :create.NAME */
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
    struct ast_text personal; /* the word, where it is there */
    struct ast_text renamed_from;
    struct ast_param *next;
};

/* What machines, events, states, guards and effects may carry. */
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
    struct ast_head head;
    struct ast_text sql;                       /* for every database, or one for each: */
    struct ast_text texts[PAWL_DIALECT_COUNT]; /* by enum pawl_dialect_number */
    bool has_unknown_dialect;                  /* a name that is none may be meant for one without a text */
};

enum ast_target { AST_TO, AST_SAME, AST_STAY };

enum ast_move_kind {
    AST_ON,     /* in a state; a creation at the level of the machine */
    AST_REOPEN, /* in a final state, or in what has one in it; or with sources */
    AST_FROM,   /* at the level of the machine */
    AST_AFTER,
    AST_EVERY, /* after every */
    AST_AT,
    AST_CREATE, /* nothing of its own: the word `initial` of a state */
};

struct ast_sources { /* of `from a, b on ...`, `from any except a ignore ...`, `from a reopen on ...` */
    struct ast_words *names;
    bool is_any; /* the names are those of `except` */
};

struct ast_timer {
    struct ast_duration delay;  /* AFTER, EVERY; with `time` the unit of that number */
    struct ast_reference *time; /* AT; of AFTER: NULL, or how many units */
    struct ast_text latest;     /* the word: the time is of the last event that had one */
    struct ast_duration every;
};

struct ast_move {
    enum ast_move_kind kind;
    struct span keyword; /* its first word */
    const char *doc;
    struct ast_text event;
    enum ast_target target_kind;
    struct ast_text target;     /* SAME, STAY: the word itself */
    struct ast_words *when;     /* NULL where there is none; so too below */
    struct ast_words *restarts; /* events of timers */
    struct ast_text unrecorded; /* the word */
    struct ast_words *effects;  /* do */
    struct ast_words *then;
    struct ast_sources *sources; /* FROM; of REOPEN at the level of the machine */
    struct ast_timer *timer;     /* AFTER, EVERY, AT */
};

struct ast_work {
    struct ast_text hook;
    struct ast_duration lease, every, backoff_from, backoff_to; /* text NULL where nothing was said */
    struct ast_text attempts_text;
    int64_t attempts;
    struct ast_text else_event;
};

struct ast_state {
    struct ast_head head;
    bool is_initial;
    bool is_final;
    bool is_goal;        /* and final */
    bool is_composite;   /* has states in it */
    struct span keyword; /* its first word */
    struct span last;    /* its `}` or `;`; of length 0 where the file has none */
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

enum { PARTITIONS_MAX = 256 };

struct ast_setting {      /* key, emit, storage, allow, retired */
    struct ast_text word; /* storage: head or transitions; allow: the code; retired: the old state */
    struct ast_text text; /* emit: the topic; allow: the reason; storage: `enforced` or
                             `unindexed`; retired: the state that takes its place */
    int64_t partitions;   /* storage; 0: none */
    struct ast_reference *reference; /* key, emit; NULL where there is none */
};

struct ast_assert {
    enum assert_form kind;
    struct span span;        /* from `assert` to its last word */
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
    struct ast_text label;
    struct ast_step *steps;
    struct ast_step **steps_end;
    size_t step_count;
    struct ast_text expected; /* a state, or the word `refused` */
};

#define AST_ITEM_KINDS(X)                                                                                    \
    X(ENTITY)                                                                                                \
    X(EVENT)                                                                                                 \
    X(STATE)                                                                                                 \
    X(MOVE)                                                                                                  \
    X(HOOK)                                                                                                  \
    X(WORK)                                                                                                  \
    X(ENTER)                                                                                                 \
    X(LEAVE)                                                                                                 \
    X(REFUSE)                                                                                                \
    X(IGNORE)                                                                                                \
    X(KEY)                                                                                                   \
    X(MIRROR)                                                                                                \
    X(EMIT)                                                                                                  \
    X(STORAGE)                                                                                               \
    X(ALLOW)                                                                                                 \
    X(RETIRED)                                                                                               \
    X(ASSERT)                                                                                                \
    X(SCENARIO)
#define AST_ITEM_KIND(kind) AST_ITEM_##kind,
#define AST_ITEM_ONE(kind)  +1
enum ast_item_kind { AST_ITEM_KINDS(AST_ITEM_KIND) };
enum { AST_ITEM_KIND_COUNT = AST_ITEM_KINDS(AST_ITEM_ONE) };

/* One piece of a machine or of a state, in the order of the file. */
struct ast_item {
    enum ast_item_kind kind;
    struct span keyword; /* its first word */
    union {
        struct ast_entity *entity; /* ENTITY, MIRROR */
        struct ast_event *event;
        struct ast_state *state;
        struct ast_move *move;
        struct ast_hook *hook;
        struct ast_work *work;
        struct ast_words *words;     /* ENTER, LEAVE: effects; REFUSE, IGNORE: events */
        struct ast_setting *setting; /* KEY, EMIT, STORAGE, ALLOW, RETIRED */
        struct ast_assert *assertion;
        struct ast_scenario *scenario;
    };
    struct ast_sources *sources; /* of IGNORE at the level of the machine */
    struct ast_item *next;
};

struct ast_machine {
    struct ast_head head;
    struct span keyword, last; /* as a state's */
    struct ast_item *items;
    struct ast_item **items_end;
    size_t state_count;       /* all of them, composites too */
    bool incomplete;          /* something in it could not be read: what seems to be missing may be there */
    bool is_cut;              /* so much could not be read that any state or event may be there */
    struct map unread;        /* the words of what could not be read; without slots where all was */
    struct map unread_states; /* those of them that may declare a state */
    struct ast_machine *next;
};

struct ast {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct ast_machine *machines;
    struct ast_machine **machines_end;
    struct ast_flow *flows; /* and procedures: ast_flow.h */
    struct ast_flow **flows_end;
    bool has_header;
    bool other_version; /* of the language: the rest of the file means who knows what */
    bool incomplete;    /* as above, outside of any machine or flow */

    /* Where the next piece belongs. */
    struct ast_machine *machine;
    struct ast_state *state; /* the innermost; NULL in the machine itself */
    struct ast_event *event;
    struct ast_param *param;
    struct ast_head *head;
    struct ast_move *move;
    struct ast_hook *hook;
    struct ast_work *work;
    struct ast_assert *assertion;
    struct ast_scenario *scenario;
    struct ast_flow *flow;
    struct ast_flow_step *scope;     /* the innermost; NULL in the flow itself */
    struct ast_flow_step *flow_step; /* whose options follow */
    struct ast_fields *fields;       /* of the data that are declared */
    struct ast_retry *retry;
};

void ast_init(struct ast *ast, struct diagnostics *diagnostics);

/*
 * answers.c: for a test, which gives the answers of guards in SQL, and can break effects in SQL. runs_sql:
 * the file's own SQL runs besides.
 */
void ast_answer_hooks(struct arena *arena, struct ast_machine *machine, bool runs_sql);

/* ast.c: the file, machines, events and states */
void ast_header(struct ast *ast, const struct token *keyword, const struct token *version);
void ast_machine_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_label(struct ast *ast, const struct token *label);
void ast_stored(struct ast *ast, const struct token *stored);
void ast_machine_end(struct ast *ast, const struct token *end);
void ast_event_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_param(struct ast *ast, const struct token *name, const struct token *type, bool optional);
void ast_state_begin(struct ast *ast, const struct token *first, const struct token *name);
void ast_state_end(struct ast *ast, const struct token *end);
/* In the other order: `turned` stands behind `state`, before the name or behind it. */
void ast_state_turned(struct ast *ast, const struct token *keyword, const struct token *turned,
                      const struct token *name);
void ast_incomplete(struct ast *ast);
/* The file ends in the middle of something. */
void ast_cut(struct ast *ast);
/* What stands there in the source was not read. */
void ast_unread(struct ast *ast, size_t from, size_t end, bool may_declare_states);
/* Likewise of the machine that has just ended: its `}` stands too early. */
void ast_ended_early(struct ast *ast);

/* ast_words.c: names, references, durations */
/* Empty for NULL. */
struct ast_text ast_text_of(const struct token *token);

/* Refuses a text that is empty or blank; `text` may be NULL. */
void ast_check_text(struct ast *ast, const struct token *text, const char *what, const char *remedy);

/* A word in the place of a name: says so where it may not be one, and goes on with it. */
struct token ast_name(struct ast *ast, const struct token *word);
void ast_reserved_name(struct ast *ast, const struct token *word);

/* NULL where there are no words. */
const struct ast_word *ast_first(const struct ast_words *words);

/* The first one of a row, where `words` is NULL, and each further one. */
struct ast_words *ast_word(struct ast *ast, struct ast_words *words, const struct token *name);
struct ast_words *ast_guard(struct ast *ast, struct ast_words *words, const struct token *negation,
                            const struct token *name);
struct ast_reference *ast_reference(struct ast *ast, const struct token *colon, const struct token *owner,
                                    const struct token *name);
struct ast_references *ast_references(struct ast *ast, struct ast_references *references,
                                      struct ast_reference *reference);
struct ast_duration ast_duration(struct ast *ast, const struct token *number);

/* One of a unit, such as `d`; NULL where none was given. */
struct ast_duration ast_unit(struct ast *ast, const struct ast_reference *count, const struct token *unit);

/* word: what stands before it. */
int64_t ast_count(struct ast *ast, const char *word, const struct token *number);

/* Refuses pauses that grow to a shorter one; word: what stands before them. */
void ast_check_pauses(struct ast *ast, const char *word, const struct ast_duration *from,
                      const struct ast_duration *to);

/* False, with the reason reported, where the name is no type of this version. */
bool ast_type(struct ast *ast, const struct token *name, enum pawl_type *type);

/* ast_pieces.c: what stands in machines and states */
struct ast_item *ast_item(struct ast *ast, enum ast_item_kind kind, const struct token *keyword);
void ast_entity(struct ast *ast, const struct token *keyword, const struct token *schema,
                const struct token *table, const struct token *column, const struct token *type);
void ast_mirror(struct ast *ast, const struct token *keyword, const struct token *schema,
                const struct token *table, const struct token *column);
void ast_emit(struct ast *ast, const struct token *keyword, const struct token *topic,
              struct ast_reference *reference);
/* text: `unindexed`; or NULL. */
void ast_storage_in_partitions(struct ast *ast, const struct token *keyword, const struct token *kind,
                               const struct token *number, const struct token *text);
struct ast_setting *ast_setting(struct ast *ast, enum ast_item_kind kind, const struct token *keyword,
                                const struct token *word, const struct token *text);
void ast_allow(struct ast *ast, const struct token *keyword, const struct token *code,
               const struct token *reason);
/* A callback in C, unless a text follows: for every database, or for one. */
void ast_hook_begin(struct ast *ast, const struct token *keyword, const struct token *name);
void ast_hook_sql(struct ast *ast, const struct token *sql);
void ast_hook_end(struct ast *ast);
void ast_dialect_text(struct ast *ast, const struct token *dialect, const struct token *text);

struct ast_move *ast_move(struct ast *ast, enum ast_move_kind kind, const struct token *keyword,
                          const struct token *event, const struct token *target);
struct ast_timer *ast_timer(struct ast *ast, enum ast_move_kind kind, const struct token *keyword,
                            const struct token *event, const struct token *target);
struct ast_timer *ast_timer_after(struct ast *ast, const struct token *keyword, struct ast_reference *count,
                                  const struct token *unit, const struct token *event,
                                  const struct token *target);
struct ast_timer *ast_timer_at(struct ast *ast, const struct token *keyword, struct ast_reference *time,
                               const struct token *event, const struct token *target);
struct ast_sources *ast_sources(struct ast *ast, const struct token *any, struct ast_words *names);

void ast_work_begin(struct ast *ast, const struct token *keyword, const struct token *hook);
void ast_work_duration(struct ast *ast, const struct token *keyword, const struct token *duration);
void ast_work_attempts(struct ast *ast, const struct token *keyword, const struct token *number);
void ast_work_backoff(struct ast *ast, const struct token *keyword, const struct token *least,
                      const struct token *most);
void ast_work_else(struct ast *ast, const struct token *keyword, const struct token *event);

void ast_ignore_from(struct ast *ast, const struct token *keyword, struct ast_sources *sources,
                     struct ast_words *events);
/* Enter, leave, refuse, ignore: by the keyword. */
void ast_list(struct ast *ast, const struct token *keyword, struct ast_words *words);

void ast_assert(struct ast *ast, enum assert_form kind, const struct token *left, struct ast_words *right);
void ast_assert_within(struct ast *ast, const struct token *duration);
void ast_assert_end(struct ast *ast, const struct token *keyword, const struct token *end);
void ast_scenario_begin(struct ast *ast, const struct token *keyword, const struct token *label);
void ast_step(struct ast *ast, const struct token *event, struct ast_words *conditions);
