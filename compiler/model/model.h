/*
 * Lives here: the frozen model, and what many ask of it. Not here: the tree, or an output.
 *
 * The frozen model: what the checks have accepted, const, the only thing that emitters read. Built by
 * resolve/resolve.c; nothing writes to it afterwards. Every index and pointer is valid, every text is valid
 * UTF-8 without NUL, every name is unique in its kind. A pointer is NULL, and a count 0, where the file says
 * nothing of the kind.
 *
 * It says everything twice: as written (composites, arrows), for pictures and prose, and flattened to the
 * states that an entity can be in (moves, ignores, the works of states), for everything that runs.
 */
#pragma once

#include "base/assert_forms.h"
#include "model/flow.h"
#include "pawl_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_NOTHING ((size_t)-1) /* move.from of a creation */

/* ---- data ------------------------------------------------------------------------------------------ */

struct model_column { /* a parameter column of the history table; shared by events whose types agree */
    const char *name;
    enum pawl_type type;
    bool is_personal; /* may be erased: `pawlctl erase` sets it to null */
    size_t line;      /* of the file, where it is declared first */
};

struct model_param {
    const char *name;
    enum pawl_type type;
    bool optional;
    size_t column; /* index into machine.columns */
    const char *renamed_from;
};

/* X(KIND, name, how it is written, or begins) */
#define MODEL_REFERENCE_KINDS(X)                                                                             \
    X(KEY, key, ":id")                                                                                       \
    X(NOW, now, ":now")                                                                                      \
    X(PARAM, param, ":")            /* :x, of the event that is fired */                                     \
    X(CREATED, created, ":create.") /* :create.x, of the entity's creation */
enum model_reference_kind { MODEL_REFERENCE_KINDS(MODEL_KIND) };
const char *model_reference_kind_name(enum model_reference_kind kind);
const char *model_reference_kind_sign(enum model_reference_kind kind);

struct model_reference {
    enum model_reference_kind kind;
    size_t column;         /* PARAM, CREATED: index into machine.columns */
    size_t event;          /* CREATED: the creation event */
    size_t offset, length; /* where it stands in the text of a model_sql; else 0 */
};

struct model_sql { /* as written, with its references by their places, in order */
    const char *text;
    size_t reference_count;
    const struct model_reference *references;
};

/* A guard, an effect or the work of a state: a C callback of that name, or SQL for each dialect. */
struct model_hook {
    const char *name;
    const char *label; /* a question, of a guard; NULL where none was given */
    const char *doc;
    bool is_sql; /* false: a C callback */
    const struct model_sql
        *sql[PAWL_DIALECT_COUNT]; /* the same for all where written once; NULL: a callback */
    size_t number;                /* in machine.hooks; MODEL_NOTHING where no move has it */
};

struct model_hooks { /* in the order in which they run */
    size_t count;
    const struct model_hook *const *hooks;
};

struct model_condition { /* one term of `when a and not b` */
    const struct model_hook *guard;
    bool negated;
};

/* ---- states ---------------------------------------------------------------------------------------- */

struct model_event {
    const char *name;
    const char *stored; /* text in the database; the name where nothing else was said */
    const char *label;  /* never NULL; the name, with blanks for underscores, where none was given */
    const char *doc;    /* lines joined by \n */
    bool is_creation;
    bool is_timer; /* fires itself */
    size_t param_count;
    const struct model_param *params;
    size_t serialize_count; /* takes the locks of these before anything is read */
    const struct model_reference *serialize_by;
    const char *renamed_from;
    size_t line; /* of the file, where it is declared, or named first */
};

struct model_composite { /* a state with states in it; no entity is in it but in one of those */
    const char *name;
    const char *label; /* never NULL */
    const char *doc;
    const struct model_composite *parent;
    size_t initial; /* the state that a move to it enters; MODEL_NOTHING where none may */
    struct model_hooks enter, leave;
    const struct model_work *work; /* written in it */
    const char *renamed_from;
};

struct model_state {
    const char *name;
    const char *stored;
    const char *label; /* never NULL */
    const char *doc;
    bool is_initial; /* target of the event `create` */
    bool is_final;
    bool is_goal; /* a final one that diagrams lead to */
    const struct model_composite *parent;
    struct model_hooks enter, leave;
    const struct model_work *work; /* its own, or of the innermost composite that has one */
    const char *renamed_from;
    size_t line; /* of the file, where it is declared */
};

struct model_place { /* one of the two, or neither: from nothing */
    const struct model_state *state;
    const struct model_composite *composite;
};

/* What both a state and a composite have; one of the two must be meant. */
#define MODEL_OF_PLACE(place, member)                                                                        \
    ((place).state != NULL ? (place).state->member : (place).composite->member)

struct model_work {
    struct model_place place;
    const struct model_hook *hook;
    int64_t lease_ms, every_ms;             /* every_ms: 0 where none was given */
    int64_t backoff_from_ms, backoff_to_ms; /* 0 where none was given */
    int64_t attempts;                       /* 0: for ever */
    const struct model_event *else_event;   /* fired when the attempts are spent */
};

/* ---- moves ----------------------------------------------------------------------------------------- */

enum model_timer_kind { MODEL_AFTER, MODEL_EVERY, MODEL_AT };

struct model_timer {
    struct model_place place; /* entering it starts the clock */
    enum model_timer_kind kind;
    int64_t after_ms;                 /* AFTER, EVERY; of AT 0, or `at` is a number of these */
    const struct model_reference *at; /* AT */
    bool is_latest;                   /* AT: as the last event that has that parameter says */
    int64_t every_ms;                 /* tried again after a refusal; 0 where it has no guard */
    size_t event;
};

/* It counts from the entering, for a number of units that is in data. */
static inline bool model_is_counted(const struct model_timer *timer) {
    return timer != NULL && timer->kind == MODEL_AT && timer->after_ms > 0;
}

#define MODEL_TARGETS(X)                                                                                     \
    X(TO, to)                                                                                                \
    X(SAME, same) /* leaves and enters its own state */                                                      \
    X(STAY, stay) /* writes history and leaves nothing */
enum model_target { MODEL_TARGETS(MODEL_KIND) };
const char *model_target_name(enum model_target target);

/* A move as written: one for each source that is named. */
struct model_arrow {
    size_t event;
    struct model_place from;
    struct model_place to; /* SAME, STAY: as from */
    enum model_target target;
    bool reopens;        /* leaves a final state */
    bool is_alternative; /* another one from its place is tried before it for its event */
    const struct model_timer *timer;
    size_t condition_count; /* all must hold */
    const struct model_condition *conditions;
    size_t restart_count; /* events: their timers that run on with the move begin again */
    const size_t *restarts;
    bool is_unrecorded;         /* STAY: it does nothing else, and writes no history and no event */
    struct model_hooks effects; /* do */
    struct model_hooks after;   /* then */
    const char *doc;
    size_t line; /* of the file */
};

struct model_move {
    size_t event;
    size_t from; /* MODEL_NOTHING for a creation */
    size_t to;
    const struct model_arrow *arrow;
    struct model_hooks effects; /* of what it leaves, its own, of what it enters; without arrow->after */
};

struct model_ignore { /* IGNORED: nothing is written */
    size_t event;
    size_t state;
};

/* ---- asserts --------------------------------------------------------------------------------------- */

struct model_assert {
    enum assert_form kind;
    const char *text; /* as written, with single blanks */
    struct model_place left;
    size_t right_count;
    const struct model_place *right;
    const struct model_event *event;
    int64_t within_ms;
    bool assuming_progress; /* LEADS_TO: cycles are left some day */
};

struct model_step {
    size_t event;
    size_t condition_count; /* what is said of the guards; the others count as passed */
    const struct model_condition *conditions;
};

struct model_scenario {
    const char *label;
    size_t step_count;
    const struct model_step *steps;
    struct model_place expected; /* neither: the last step is refused */
};

struct model_retirement { /* what an earlier version had in that state is now in another */
    const char *state;
    const struct model_state *to;
};

struct model_allow {
    const char *code; /* "W001" */
    const char *reason;
};

/* ---- machines -------------------------------------------------------------------------------------- */

struct model_entity { /* the parent row; schema is NULL where the file did not name one */
    const char *schema;
    const char *table;
    const char *column;
};

#define MODEL_STORAGES(X)                                                                                    \
    X(HEAD, head) X(TRANSITIONS, transitions) X(TRANSITIONS_ENFORCED, transitions_enforced)
enum model_storage { MODEL_STORAGES(MODEL_KIND) };
const char *model_storage_name(enum model_storage storage);

struct model_emit { /* one of the two */
    const char *topic;
    const struct model_reference *reference; /* no event where it is null */
};

struct model_machine {
    const char *name;
    const char *c_name; /* the same in C, where --prefix puts a word before it */
    const char *label;  /* never NULL */
    const char *doc;
    const char *fingerprint;           /* 16 hexadecimal digits over everything that changes behaviour */
    const struct model_entity *entity; /* NULL: the key stands alone, no parent row is asked for */
    enum pawl_type key_type;           /* see model_can_be_key */
    const char *renamed_from;
    size_t line;             /* of the file, where it is declared */
    bool no_roles;           /* for a database where no role can be made */
    bool is_strict;          /* on MariaDB the tables ask who writes */
    bool is_distributed;     /* for Citus, where entities are spread over nodes */
    dialect_set databases;   /* that its outputs are for */
    const char *schema_word; /* that its file has, or the number of an advisory lock, and where; NULL: none */

    enum model_storage storage;
    int64_t partition_count;           /* HEAD: of the history, where the database has any; 0: none */
    bool is_unindexed;                 /* HEAD: nothing but the key finds a head */
    bool initial_is_implicit;          /* an entity without a row is in the initial state */
    const struct model_reference *key; /* honours the held locks of this key */
    const struct model_entity *mirror; /* keeps this column equal to the state */
    const struct model_emit *emit;

    size_t state_count;
    const struct model_state *states; /* an outer composite's states are neighbours */
    size_t composite_count;
    const struct model_composite *composites; /* an outer one before its inner ones */
    size_t event_count;
    const struct model_event *events;
    size_t column_count;
    const struct model_column *columns;
    size_t arrow_count;
    const struct model_arrow *arrows; /* as declared */
    size_t move_count;
    const struct model_move *moves; /* by event, then from (a creation first), then as they are tried */
    size_t ignore_count;
    const struct model_ignore *ignores; /* by event, then state */
    /*
     * By state: the only event that leads there from another state, if it leads nowhere else, needs no
     * parameter, and is no timer's; else MODEL_NOTHING. NULL where no state has one.
     */
    const size_t *move_to;
    size_t timer_count;
    const struct model_timer *timers;
    size_t guard_count;
    const struct model_hook *guards;
    size_t effect_count;
    const struct model_hook *effects; /* do, then, enter do, leave do */
    size_t work_count;
    const struct model_work *works;
    size_t hook_count;
    const struct model_hook *const *hooks; /* that moves have: guards by name, then effects by name, however
                                              the file orders them, so that one fingerprint has one order */

    size_t assert_count;
    const struct model_assert *asserts; /* proved: a model with a failing one is not emitted */
    size_t scenario_count;
    const struct model_scenario *scenarios;
    size_t retirement_count;
    const struct model_retirement *retirements;
    size_t allow_count;
    const struct model_allow *allows;
};

/* 0 for nothing; then come the states, then the composites. */
size_t model_place_number(const struct model_machine *machine, struct model_place place);
bool model_same_place(struct model_place left, struct model_place right);

/* As the arrow's, but SAME for a state that is named where a move from it leads: it is entered again. */
enum model_target model_target_of(const struct model_arrow *arrow);

/* As in the language: bigint. */
const char *model_type_name(enum pawl_type type);

/* Of entities and of locks: each value has one spelling in every database. */
bool model_can_be_key(enum pawl_type type);
/* Whether libpawl has a key of that type as text; otherwise it is a number. */
bool model_is_text_key(enum pawl_type type);
/* Of a key of locks: the entity's key, or a parameter. */
enum pawl_type model_reference_type(const struct model_machine *machine,
                                    const struct model_reference *reference);

/* Whether both are callbacks, or SQL of the same texts. */
bool model_same_sql(const struct model_hook *a, const struct model_hook *b);

/*
 * The place in moves of the first one of the event from that state or a later one (MODEL_NOTHING comes
 * first), so those of an event are from (event, MODEL_NOTHING) to before (event + 1, MODEL_NOTHING).
 */
size_t model_first_move(const struct model_machine *machine, size_t event, size_t from);

/* Likewise in ignores. */
size_t model_first_ignore(const struct model_machine *machine, size_t event, size_t state);

/* The state in which entities without a row are; NULL where initial_is_implicit is false. */
const struct model_state *model_implicit_state(const struct model_machine *machine);

struct model {
    const char *stem; /* of the input file: payment.fsm -> payment; the outputs are named after it */
    size_t machine_count;
    const struct model_machine *machines;
    size_t flow_count;
    const struct model_flow *flows;
    size_t procedure_count;
    const struct model_procedure *procedures; /* those that flows use, and the others */
};
