/*
 * Flows in the frozen model. A flow is a program: its steps stand flat, in the order of the text, numbered
 * from 0, with all procedures put in their places; scopes (repeat, optional, lock, use) are ranges of steps
 * that lie in each other. Back ends write both out as tables, and a runtime needs nothing else:
 *
 * Where a run stands. A run's row holds `direction` (forward, undo), the `path` of its step, the `iteration`
 * (one number for each repeat around the step, from the outermost, counted from 0), and the counts of the
 * loops it is in or has been in, by the path of the loop and the iteration around it. Numbers of steps and
 * scopes are never stored: they change with the text; paths are what a new build is met by. A path that the
 * program does not have, or an iteration of another length, parks the run; in a run that was begun under
 * another fingerprint a step that its history has as done is not done again. The row is written before the
 * step is called: it says that the step may have begun.
 *
 * Going forward, from step i to what comes next:
 *   1. Leave: for each scope around i that ends at i + 1, from the innermost. A repeat with iterations
 *      left adds one to its part of the iteration and goes on at its first step (2. for the scopes below
 *      it). A lock is released, unless it is kept and a step in it was done that can be undone. Then the
 * scope around is looked at.
 *   2. Enter: for each scope that begins at the next step and that the run is not in yet, from the
 *      outermost. An optional asks its predicate, once; a repeat reads its count, once, and keeps it: what
 *      is set later changes nothing (frozen). Where the answer is no, or the count 0, the next step is
 *      `end`, and this goes on with the scopes that end there (1.). A lock is taken; until it is granted
 *      the run waits with no transaction open, and its cursor stands at the scope's first step.
 *   3. At `step_count` the run is done: its terminal row lets go of all locks.
 * A count that is not set, below 0 or above `max` is a failure of the run at the loop: it turns round. Below
 * `min` it counts as `min`. An iteration whose step answers SKIP ends there: the rest of the innermost loop's
 * body is left out, this time, and the scopes in it are left (1.).
 *
 * Going back reads the history, not the program: the newest step that was done and is not undone is undone by
 * the `undo` of the step of its path, with the iteration of its row, and so on until none is left. So exactly
 * what ran is undone, in reverse, whatever was skipped or not taken. A step without `undo` is passed over, an
 * irreversible one ends the way back and parks the run (only a rollback that an operator wants gets there:
 * the compiler refuses flows that could turn round behind it, and resuming from a step before it is illegal).
 * When the first step of a loop's first iteration is undone, or passed over, the loop's count is forgotten
 * with it. A scope whose steps are to be undone still holds its locks, because it is `is_kept`.
 *
 * Trying again: a failure is tried again `retry` times; the last one turns the run round, or parks it where
 * it has done an irreversible step. Where that is MODEL_FOREVER it never turns round there. An undo follows
 * the flow's own retry, whatever its step says, and the last failure parks the run. A call that timed out,
 * was cut off or was not ready yet may have happened: while retries are left it is called again with the same
 * key; then its own undo is called, told so, before those of the steps before it. An irreversible call in
 * that case parks the run. If a worker dies, its step is repeated and no retry is used, unless the step is an
 * irreversible call.
 *
 * Saving: the cursor and history of a step are committed with it, for a tx step in its own transaction.
 * Behind a tx step with a `stretch` the transaction stays open as long as the next one has the same number;
 * it is committed before any other step, before a lock is taken or let go, and where `stretch_scope` is left
 * or goes round. Going back, each undo is saved by itself.
 *
 * What a callback is given: the values of its owner. The flow's own have all arguments and data, those of a
 * procedure the values of its parameters, which `values` of the innermost MODEL_USE around the step binds to
 * arguments and data of the flow, however deep it lies. A callback sets `writes`, and nothing else is kept of
 * what it changes; `writes` of the step are those data of the flow.
 */
#pragma once

#include "model/dialect.h"
#include "pawl_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lists of kinds, each with its name in JSON and in templates. Everything that names them all is made of
 * these lists. */
#define MODEL_KIND(kind, ...) MODEL_##kind,

#define MODEL_FOREVER (-1) /* of model_retry.count */

struct model_field { /* an argument, a parameter of a procedure, or data */
    const char *name;
    const char *doc;
    enum pawl_type type;
    bool is_optional; /* may be left out where the flow is started; data need not be set */
    bool is_inout;    /* of a procedure: its steps may set it */
};

struct model_value { /* where a value is found in a run */
    enum { MODEL_ARG, MODEL_DATA } kind;
    size_t index; /* into flow.args or flow.data */
};

/* X(KIND, name, what it is in an error) */
#define MODEL_CALLBACK_KINDS(X)                                                                              \
    X(CALLBACK_TX, tx, "a step in the database") /* gets the transaction */                                  \
    X(CALLBACK_CALL, call, "a call")             /* gets none, but an idempotency key */                     \
    X(CALLBACK_UNDO_TX, undo_tx, "the undo of a step in the database")                                       \
    /* as those, in reverse, with the key of the call; gets whether the call is known to have happened */    \
    X(CALLBACK_UNDO_CALL, undo_call, "the undo of a call")                                                   \
    X(CALLBACK_PREDICATE, predicate, "a question") /* of an optional: reads, and returns yes or no; may be   \
                                                      called again */
enum model_callback_kind { MODEL_CALLBACK_KINDS(MODEL_KIND) };
const char *model_callback_kind_name(enum model_callback_kind kind);
const char *model_callback_kind_title(enum model_callback_kind kind);

struct model_callback {
    const char *name; /* unique in its owner */
    enum model_callback_kind kind;
    size_t write_count;
    const size_t *writes; /* of the flow: into its data; of a procedure: into its params, which are inout */
};

struct model_procedure {
    const char *name;
    const char *c_name; /* the same in C, where --prefix puts a word before it */
    const char *label;  /* never NULL */
    const char *doc;
    size_t param_count;
    const struct model_field *params;
    size_t callback_count;
    const struct model_callback *callbacks; /* shared by all flows that use it */
};

struct model_retry {
    int64_t count;          /* after the first attempt; or MODEL_FOREVER */
    int64_t from_ms, to_ms; /* the pauses grow from one to the other; both above 0 where count is not 0 */
};

struct model_lock {
    bool is_global;    /* conflicts with every lock on the key; else with those of runs of this flow */
    const char *class; /* what its keys are; locks are compared by it at compile time, and only then */
    size_t key_count;
    const struct model_value *keys; /* taken in one statement, sorted */
};

/* How often a step's effects happen, whatever crashes. */
#define MODEL_DELIVERIES(X)                                                                                  \
    X(EXACTLY_ONCE, exactly_once)   /* tx: it commits together with the run's progress */                    \
    X(AT_LEAST_ONCE, at_least_once) /* call: under one key, run/path[iteration]#generation */                \
    X(NO_EFFECT, no_effect)         /* pause, wait */
enum model_delivery { MODEL_DELIVERIES(MODEL_KIND) };
const char *model_delivery_name(enum model_delivery delivery);

/* PAUSE continues when it is resumed, WAIT at the first signal `name`; WAIT fails after time_ms. */
#define MODEL_STEP_KINDS(X) X(TX, tx) X(CALL, call) X(PAUSE, pause) X(WAIT, wait)
enum model_step_kind { MODEL_STEP_KINDS(MODEL_KIND) };
const char *model_step_kind_name(enum model_step_kind kind);

struct model_flow_step {
    enum model_step_kind kind;
    const char *path;  /* reserve, build.mount: unique in the flow, and what a step is known by */
    const char *name;  /* the last word of the path */
    const char *label; /* never NULL */
    const char *doc;
    enum model_delivery delivery;
    const struct model_procedure *procedure; /* whose callbacks these are; NULL: the flow's */
    const struct model_callback *callback;   /* TX, CALL */
    const struct model_callback *undo;       /* TX, CALL; NULL: there is nothing to undo, or no way */
    bool is_irreversible;
    size_t stretch; /* of TX under `save off`, from 1: those of one number share a transaction; else 0 */
    size_t stretch_scope; /* in which that was said; MODEL_NOTHING: the flow itself */
    int64_t time_ms;      /* CALL: timeout; WAIT: within; 0: none */
    struct model_retry retry;
    const char *signal; /* WAIT */
    size_t write_count;
    const size_t *writes; /* into flow.data, in order */
    size_t scope;         /* the innermost around it; MODEL_NOTHING: the flow itself */
    size_t use;           /* the innermost of kind USE; MODEL_NOTHING: none */
    size_t depth;         /* repeats around it: how many numbers its iteration has */
};

#define MODEL_SCOPE_KINDS(X) X(REPEAT, repeat) X(OPTIONAL, optional) X(LOCK, lock) X(USE, use)
enum model_scope_kind { MODEL_SCOPE_KINDS(MODEL_KIND) };
const char *model_scope_kind_name(enum model_scope_kind kind);

struct model_scope {
    enum model_scope_kind kind;
    const char *path;  /* USE: build, which is what the paths in it begin with; REPEAT: build.volumes, unique
                          among loops; else that of the scope around, or "" */
    const char *label; /* never NULL; of REPEAT the name of its count */
    const char *doc;
    size_t parent;                           /* MODEL_NOTHING: the flow itself */
    size_t first, end;                       /* its steps, at least one: from first to before end */
    size_t depth;                            /* repeats around it, without itself */
    const struct model_procedure *procedure; /* USE: what is used; else whose text it stands in, or NULL */
    const struct model_callback *predicate;  /* OPTIONAL */
    struct model_value count;                /* REPEAT */
    int64_t min, max;                        /* REPEAT; min is 0 or 1 */
    struct model_lock lock;                  /* LOCK */
    bool is_kept;       /* LOCK: until the run ends, if a step in it was done that can be undone */
    size_t value_count; /* USE: as the procedure's params */
    const struct model_value *values;
};

/* Of a use without a description of its own, that of its procedure. */
const char *model_scope_doc(const struct model_scope *scope);

struct model_flow_emit {
    const char *topic; /* NULL: the argument says it */
    size_t arg;        /* into args, a text; no events where it is null */
};

struct model_allow;

struct model_flow {
    const char *name;
    const char *c_name; /* the same in C, where --prefix puts a word before it */
    const char *label;  /* never NULL */
    const char *doc;
    const char *fingerprint; /* as a machine's */
    const char *renamed_from;
    bool no_roles;           /* as a machine's */
    bool is_strict;          /* likewise */
    bool is_distributed;     /* likewise */
    dialect_set databases;   /* likewise */
    const char *schema_word; /* likewise */

    size_t arg_count;
    const struct model_field *args;
    size_t data_count;
    const struct model_field *data;
    size_t unique_count;  /* starting with the same ones twice is one run */
    const size_t *unique; /* into args */
    size_t lock_count;    /* taken with the start, all in one statement, and held to the end */
    const struct model_lock *locks;
    struct model_retry retry; /* of undos, and of steps that say nothing */
    const struct model_flow_emit *emit;

    size_t callback_count;
    const struct model_callback *callbacks; /* its own */
    size_t step_count;
    const struct model_flow_step *steps;
    size_t scope_count;
    const struct model_scope *scopes; /* an outer one before its inner ones, in the order of the text */
    size_t allow_count;
    const struct model_allow *allows;
};
