/*
 * The tables of machines and flows: generated code fills them, the runtime reads them. Part of pawl.h. An
 * application passes a machine or a flow by its name, and needs nothing else from this file.
 */
#ifndef PAWL_TABLES_H
#define PAWL_TABLES_H

#include "pawl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A shared library does not export generated functions: they neither replace functions of the same name in
 * other libraries, nor are replaced by them. To export them, compile the library, and all that includes its
 * headers, with -DPAWL_EXPORT.
 */
#if defined(__GNUC__) && !defined(PAWL_EXPORT)
#define PAWL_HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define PAWL_HIDDEN_END   _Pragma("GCC visibility pop")
#else
#define PAWL_HIDDEN_BEGIN
#define PAWL_HIDDEN_END
#endif

struct pawl_call;
struct pawl_step;
struct pawl_work_call;

/* ---- states, events, columns -------------------------------------------------------------------------- */

struct pawl_state {
    const char *name;   /* as in the .fsm file */
    const char *stored; /* as in the database */
    const char *label;  /* for people */
    bool is_final;
};

struct pawl_event {
    const char *name;
    const char *stored;
    const char *label;
    bool is_creation;
    bool asks_hooks;    /* a transition of it has a guard or effect in C that runs before the commit */
    bool is_serialised; /* its transitions lock keys */
    uint16_t param_count;
    const struct pawl_param *params;
};

/* A column of the history table for a parameter. Always optional in a record. */
struct pawl_column {
    const char *name;
    enum pawl_type type;
    uint32_t offset;  /* in the machine's record struct */
    bool is_personal; /* `pawlctl erase` may have set it to null */
};

/* ---- guards and effects ------------------------------------------------------------------------------- */

enum pawl_hook_kind { PAWL_HOOK_GUARD, PAWL_HOOK_EFFECT, PAWL_HOOK_WORK };

/* References in a hook's SQL: the entity's key, the transition's time, a parameter, one of the creation. */
enum pawl_reference_kind {
    PAWL_REFERENCE_KEY,
    PAWL_REFERENCE_NOW,
    PAWL_REFERENCE_PARAM,
    PAWL_REFERENCE_CREATED
};

struct pawl_reference {
    enum pawl_reference_kind kind;
    uint16_t column; /* PARAM and CREATED: index into pawl_machine.columns */
};

struct pawl_hook {
    const char *name;
    enum pawl_hook_kind kind;
    bool is_callback;  /* in C; otherwise in SQL */
    const char *label; /* NULL: none */
};

/* SQL whose placeholders are numbered in the order of the references. */
struct pawl_hook_sql {
    const char *text; /* NULL for a callback */
    uint16_t reference_count;
    const struct pawl_reference *references;
};

struct pawl_condition {
    uint16_t hook;
    bool negated;
};

/*
 * A transition. A machine lists those of an event from a state if one of them has conditions or effects: by
 * event and from, then in the order in which they are tried.
 */
struct pawl_move {
    uint16_t event, from, to; /* from 0: a creation */
    uint16_t condition_count, effect_count, after_count;
    const struct pawl_condition *conditions; /* all must hold */
    const uint16_t *effects;                 /* hooks in their order: leave do, do, enter do */
    const uint16_t *after;                   /* hooks in their order: then */
};

/* Generated: calls the callback of that number, from machine.hooks, in the machine's hooks struct. */
typedef enum pawl_status pawl_call_hook_fn(const void *hooks, int hook, struct pawl_db *db,
                                           const struct pawl_call *call, struct pawl_error *err);

/* ---- timers and work ---------------------------------------------------------------------------------- */

/* Generated: calls the hook of machine.queue.pending[pending], with room for the machine's result. */
typedef enum pawl_status pawl_call_work_fn(const void *hooks, int pending, struct pawl_db *db,
                                           const struct pawl_work_call *call, void *result,
                                           struct pawl_error *err);

/* A timer or a work as the machine declares it. */
struct pawl_pending {
    const char *name; /* as in the database: "submitted.give_up", "work on_hold" */
    bool is_work;
    bool is_of_state;         /* begins each time that its state is entered; otherwise a composite's */
    bool is_periodic;         /* a timer's: due after_us after it began, and again and again */
    bool is_latest;           /* a timer's: `at` is that of the last event that has such a parameter */
    uint16_t event;           /* a timer's, or the one fired when the attempts of a work are spent, or 0 */
    uint32_t callback;        /* of a work: the offset of its function in the machine's hooks struct */
    int64_t after_us;         /* a timer's; -1: `at` has its time; less: `at` has a number of -after_us */
    struct pawl_reference at; /* PARAM or CREATED */
    int64_t lease_us, every_us, backoff_from_us, backoff_to_us;
    int64_t attempts;     /* 0: no limit */
    const char *presence; /* [state_count + 1]: '-' outside, 'z' suspended, 'a' active */
    const char *hook;     /* of a work; else NULL */
};

/* A transition that stays in its state, if that matters: the n-th alternative of the event from there. */
struct pawl_stay {
    uint16_t event, from, alternative;
};

/* A transition that restarts the timer of that number, which would run on otherwise. */
struct pawl_restart {
    uint16_t event, from, alternative, pending;
};

/* "item" is three placeholders: name, fence, claim; a row is all columns of the table in their order. */
struct pawl_queue_statements {
    const char *claim;    /* by a function: 1 limit, 2 kind, 3 lease in microseconds or NULL -> key, name,
                             fence, claim, attempts, is_spent, is_parked, leased_until; with
                             call_work also the actor of a work's transition.
                             Step by step: 1 is_work, 2 now, 3 limit -> rows */
    const char *next_due; /* 1 is_work -> due_at of the item that is due next */
    /* Only if a function in the database does it: -> whether it did. Otherwise NULL. */
    const char *not_yet; /* 1 key, 2-4 item */
    const char *fail;    /* 1 key, 2-4 item, 5 error */
    const char *extend;  /* 1 key, 2-4 item, 5 lease in microseconds or NULL */
    const char *retry;   /* 1 key, 2 name */
    /* Only if the runtime takes the steps itself. Otherwise NULL. */
    const char *of_entity; /* 1 key -> rows */
    const char *insert;    /* a row */
    const char *update;    /* a row */
    const char *remove;    /* 1 key, 2 name */
    const char *began;     /* 1 key, 2 fence -> when that transition was made; NULL if no timer is periodic */
    const char *latest;    /* 1 key, 2 event, or `:` and a column that is not null -> sort_key, columns... of
                              its last transition; NULL if no timer is_latest */
};

struct pawl_queue {
    const char *table;
    const char *channel; /* notifies workers, if the database has notifications */
    uint16_t pending_count;
    uint16_t stay_count;
    const struct pawl_pending *pending; /* [pending_count]: timers, then works */
    const struct pawl_stay *stays;      /* [stay_count] */
    uint32_t restart_count;
    const struct pawl_restart *restarts; /* [restart_count] */
    uint32_t unrecorded_count;
    const struct pawl_stay *unrecorded; /* [unrecorded_count]: they write no history and no event */
    pawl_call_work_fn *call_work;       /* NULL without work */
    uint32_t result_size; /* of the machine's result struct, which begins with the event, an int */
    uint32_t result_args; /* offset of the event's args struct in it */
};

/* ---- a machine ---------------------------------------------------------------------------------------- */

/* The calls of an event, if functions in the database make the transitions. A transition's row: status, from,
   to, sort_key, created_at, guard, its place from 1 among those of pawl_machine.moves with its event and
   state, or NULL. */
struct pawl_event_calls {
    /* Parameters: 1 key; the event's in their order; the actor; the request id; except for a creation the
       expected sort_key; if the event needs hooks, "?" or a verdict for each of pawl_machine.hooks ('1'
       passes, '0' refuses, '-'); if the machine has a queue, and except for a creation, the item that it
       completes (name, fence and claim, or NULL). */
    const char *one;
    /* A row for each of many, in their order; NULL if transitions are made one by one. Parameters: one text
       of JSON, or arrays; the actor; lock owner and token if the machine has a key. With arrays come two
       more: the actor of each, and whether locked entities are skipped (BUSY). */
    const char *many;
    /* NULL, or takes only the parameters up to the actor, for callers outside transactions that give no
       others. If it returns BUSY, or is missing, use `one`. */
    const char *alone;
    /* `many` for the pool's batches, without arrays: one text of JSON, with actors. It skips locked ones. */
    const char *gathered;
};

/*
 * The statements of one dialect, as text, so that tests prepare and explain the same statements. Placeholders
 * are those of the database, numbered from 1. "key" is the entity's key. Times have the database's own type,
 * or are microseconds if it has none.
 */
struct pawl_statements {
    const char *schema;       /* idempotent DDL, many statements, with its own begin and commit; NULL if it
                                 must be applied by hand (--distribute) */
    const char *fingerprints; /* 1 machine -> the version of the shared schema; an accepted fingerprint, or
                                 NULL; the reason why transitions would differ from the deployed machine, or
                                 NULL; whether this version is the deployed one */
    const char *get;          /* 1 key -> state, sort_key, since */
    const char *history;  /* 1 key -> sort_key, event, from, to, created_at, actor, request id, columns... */
    const char *in_state; /* 1 state, 2 after since, 3 after key or NULL, 4 limit
                             -> key, state, sort_key, since */
    const char *not_in_state;   /* 1 state; state, since and key to continue after: 2, 3, 4 for the states
                                   before it, 5, 6, 7 for those after it; 8 limit -> as in_state */
    const char *count_by_state; /* -> state, count */
    const char *last_to;        /* 1 key, 2 state -> as history, the last one that led there */
    const char *creation;       /* 1 key -> as history, the first one */
    const char *with_key; /* 1 lock key, 2 after key or NULL, 3 limit -> as in_state; NULL without `key` */
    /* Only if functions in the database make the transitions. Otherwise NULL. */
    const char *why; /* 1 key, 2 whether the caller has hooks -> event, status, from, to, sort_key, guard,
                        detail, answers of guards as JSON by name */
    const char *fire_deferred; /* 1 number, 2 verdicts -> as pawl_event_calls.one; it stores the result */
    const char *fail_deferred; /* 1 number, 2 status, 3 detail; NULL without callbacks */
    /* Only if the runtime takes the steps of a transition itself. Otherwise NULL. */
    const char *find_parent;    /* 1 key -> a row if the parent exists; NULL without `entity` */
    const char *find_request;   /* 1 key, 2 request id -> event, from, to, sort_key, created_at, columns... */
    const char *insert_current; /* 1 key, 2 state, 3 sort_key, 4 since */
    const char *update_current; /* the same */
    const char *insert_transition; /* 1 key, 2 sort_key, 3 event, 4 from, 5 to, 6 created_at, 7 actor,
                                      8 request id, 9... columns */
    const char *find_creation;     /* 1 key -> columns... of the transition that created the entity; NULL if
                                      no hook refers to :create */
    const char *set_mirror;        /* 1 key, 2 state; NULL without `mirror` */
    const char *find_key;   /* 1 key -> the lock key as text; NULL without one, or if it is the entity's key.
                               In every database: for steps of flows */
    const char *find_topic; /* 1 key -> the topic of its events, or null: none; NULL without `emit`, or if
                               `topic` has it */
    const char *find_spelling; /* 1 key -> the key as its parent has it, or null without parent; NULL if the
                                  database takes no other text for the same key */
    const struct pawl_event_calls *calls; /* [event_count + 1]; NULL if the runtime takes the steps */
    /* Only if the runtime takes the steps itself: guards and effects, [hook_count]. */
    const struct pawl_hook_sql *hooks;
    const struct pawl_queue_statements *queue; /* NULL without timers and work */
};

/* Offsets in the machine's current and record structs. Enums there are int-sized. */
struct pawl_layout {
    uint32_t current_size, current_key, current_state, current_sort_key, current_since, current_stored;
    uint32_t record_size, record_sort_key, record_event, record_from, record_to, record_created_at,
        record_actor, record_trace, record_request_id;
};

/* Generated: the layout of these two structs, which need <stddef.h>. */
#define PAWL_LAYOUT(current, record)                                                                         \
    {                                                                                                        \
        sizeof(current), offsetof(current, id), offsetof(current, state), offsetof(current, sort_key),       \
            offsetof(current, since_us), offsetof(current, stored), sizeof(record),                          \
            offsetof(record, sort_key), offsetof(record, event), offsetof(record, from),                     \
            offsetof(record, to), offsetof(record, created_at_us), offsetof(record, actor),                  \
            offsetof(record, pawl_trace), offsetof(record, request_id)                                       \
    }

struct pawl_machine {
    uint32_t abi; /* PAWL_ABI of the compiler */
    const char *name;
    const char *label;
    const char *fingerprint; /* of everything that changes behaviour */
    const char *table_current;
    const char *table_transitions;
    enum pawl_type key_type; /* TEXT, BIGINT, INT or UUID */
    uint16_t state_count;    /* without 0, "nothing" */
    uint16_t event_count;    /* without 0, "nothing" */
    uint16_t column_count;
    const struct pawl_state *states;   /* [state_count + 1]; [0] is "nothing" */
    const struct pawl_event *events;   /* [event_count + 1]; [0] is unused */
    const struct pawl_column *columns; /* [column_count] */
    const uint16_t *next; /* [(event_count + 1) * (state_count + 1)]: the state that follows, 0 for none,
                             PAWL_NEXT_CHOSEN or PAWL_NEXT_IGNORED;
                             next[event * (state_count + 1) + state] */
    struct pawl_layout layout;
    uint16_t dialect_count;                   /* that the compiler knew */
    const struct pawl_statements *const *sql; /* [dialect_count], by enum pawl_dialect_number; NULL if it was
                                                 not compiled for that database */
    uint16_t hook_count;
    uint16_t move_count;
    const struct pawl_hook *hooks; /* [hook_count]: of transitions; guards by name, then effects by name */
    const struct pawl_move *moves; /* [move_count] */
    pawl_call_hook_fn *call_hook;  /* NULL if no hook is in C */
    const uint32_t *callbacks;     /* [hook_count]: offset of the hook's function in the machine's hooks
                                      struct, UINT32_MAX if it is in SQL; NULL if no hook is in C */
    const uint16_t *move_to; /* [state_count + 1]: the event that alone leads to the state, leads nowhere
                                else and needs no parameter, or 0; NULL if no state has one */
    const struct pawl_queue *queue;        /* NULL without timers and work */
    const struct pawl_reference *lock_key; /* `key`: its transitions honour locks on it; NULL: none */
    const char *topic; /* `emit`: the topic of all transitions; NULL: none, or find_topic has it */
    bool has_no_roles; /* --no-roles */
};

/* ---- flows -------------------------------------------------------------------------------------------- */

#define PAWL_FLOW_NOTHING UINT32_MAX /* no step, no scope */
#define PAWL_FOREVER      (-1)       /* of pawl_retry.count */

/* A value in a run: a member of the flow's args or data struct. */
struct pawl_value_place {
    bool is_data;
    uint16_t index; /* into pawl_flow.args or pawl_flow.data */
};

enum pawl_callback_kind {
    PAWL_CALLBACK_TX = 1,
    PAWL_CALLBACK_CALL,
    PAWL_CALLBACK_UNDO_TX,
    PAWL_CALLBACK_UNDO_CALL,
    PAWL_CALLBACK_PREDICATE,
};

struct pawl_callback {
    const char *name;
    enum pawl_callback_kind kind;
    uint32_t offset; /* of the function in the owner's hooks struct */
    uint16_t write_count;
    const uint16_t *writes; /* of a flow: into its data; of a procedure: into its params */
};

/*
 * Generated: calls callback number `callback` of its owner. db is NULL, except for tx steps, their undos, and
 * predicates. A flow's callback gets args and data; a procedure's gets one struct, in `values`, and may
 * change its inout members. A predicate returns its result in `yes`.
 */
typedef enum pawl_status pawl_call_step_fn(const void *hooks, int callback, struct pawl_db *db,
                                           const struct pawl_step *step, const void *args, void *values,
                                           bool *yes, struct pawl_error *err);

/* A procedure, which flows share. */
struct pawl_procedure {
    uint32_t abi;
    const char *name;
    uint16_t param_count;
    const struct pawl_param *params; /* members of its values struct; all are optional there */
    uint32_t values_size;
    uint16_t callback_count;
    const struct pawl_callback *callbacks;
    pawl_call_step_fn *call; /* args is NULL, values the procedure's values struct */
};

struct pawl_retry_policy {
    int64_t count; /* after the first attempt; or PAWL_FOREVER */
    int64_t from_us, to_us;
};

struct pawl_flow_lock {
    bool is_global;
    uint16_t key_count;
    const struct pawl_value_place *keys;
};

enum pawl_step_kind { PAWL_STEP_TX = 1, PAWL_STEP_CALL, PAWL_STEP_PAUSE, PAWL_STEP_WAIT };

struct pawl_flow_step {
    enum pawl_step_kind kind;
    const char *path;
    const char *label;
    const struct pawl_procedure *procedure; /* the owner of these callbacks; NULL: the flow */
    int callback, undo;                     /* index into the owner's callbacks; -1: none */
    bool is_irreversible;
    uint16_t depth;   /* repeats around it */
    uint32_t scope;   /* the innermost around it, or PAWL_FLOW_NOTHING */
    uint32_t use;     /* the innermost of kind USE, or PAWL_FLOW_NOTHING */
    uint32_t stretch; /* of tx under `save off`: those of one number, not 0, share a transaction */
    uint32_t stretch_scope;
    int64_t time_us; /* CALL: timeout; WAIT: within; 0: none */
    struct pawl_retry_policy retry;
    const char *signal; /* WAIT */
    uint16_t write_count;
    const uint16_t *writes; /* into pawl_flow.data */
};

enum pawl_scope_kind { PAWL_SCOPE_REPEAT = 1, PAWL_SCOPE_OPTIONAL, PAWL_SCOPE_LOCK, PAWL_SCOPE_USE };

struct pawl_flow_scope {
    enum pawl_scope_kind kind;
    const char *path;
    const char *label;
    uint32_t parent;                        /* or PAWL_FLOW_NOTHING */
    uint32_t first, end;                    /* its steps: from first to before end */
    uint16_t depth;                         /* repeats around it, without itself */
    const struct pawl_procedure *procedure; /* USE: the procedure used; else the one around it, or NULL */
    int predicate;                          /* OPTIONAL: index into the owner's callbacks */
    struct pawl_value_place count;          /* REPEAT */
    int64_t min, max;                       /* REPEAT */
    struct pawl_flow_lock lock;             /* LOCK */
    bool is_kept; /* LOCK: until the run ends, if a step in it was done that can be undone */
    const struct pawl_value_place *values; /* USE: [procedure->param_count] */
};

/* compiler/model/flow.h has the rules by which a run moves over these tables. */
struct pawl_flow {
    uint32_t abi;
    const char *name;
    const char *label;
    const char *fingerprint;
    uint16_t arg_count, data_count, unique_count, lock_count, callback_count, procedure_count;
    const struct pawl_param *args; /* members of the args struct */
    uint32_t args_size;
    const struct pawl_param *data; /* members of the data struct; all are optional there */
    uint32_t data_size;
    const uint16_t *unique; /* into args */
    const struct pawl_flow_lock *locks;
    struct pawl_retry_policy retry;
    const struct pawl_callback *callbacks;          /* its own */
    pawl_call_step_fn *call;                        /* args the args struct, values the data struct */
    const struct pawl_procedure *const *procedures; /* that it uses */
    uint32_t step_count, scope_count;
    const struct pawl_flow_step *steps;
    const struct pawl_flow_scope *scopes;
    uint16_t dialect_count;
    const char *const *schema; /* [dialect_count], by enum pawl_dialect_number, or NULL: idempotent DDL with
                                  begin and commit */
    bool has_no_roles;         /* --no-roles */
};

#ifdef __cplusplus
}
#endif

#endif
