/*
 * Flows: ordered steps that survive crashes, and are undone in reverse if they cannot continue. Part of
 * pawl.h, whose rules hold here too.
 */
#ifndef PAWL_FLOW_H
#define PAWL_FLOW_H

#include "pawl_base.h"
#include "pawl_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_run_locks;

/* ---- callbacks ------------------------------------------------------------------------------------ */

/*
 * One attempt of one step. Borrowed for the length of the call.
 *
 * A step returns OK; NOT_YET (call again after the first pause of `retry`; no failure); SKIP in a loop (leave
 * out the rest of the innermost iteration; writes of a tx step are rolled back); or any other status for a
 * failure, with err's message. A `call` that returned UNKNOWN or NOT_YET may have happened, so its undo runs
 * if the run is undone. An undo returns the same statuses, except SKIP.
 *
 * `values` count if the step returns OK. Memory that they point to must live until the next call; arguments
 * live until the callback returns. Unset values have `set` false or are NULL.
 *
 * A tx step runs in the transaction that saves it. It can write and fire machines on `db`, but not begin or
 * end a transaction. A predicate gets the first step that it decides about. It only reads, in a transaction
 * that is rolled back and that it must not end.
 */
struct pawl_step {
    int64_t run;
    const char *path;         /* "build.mount" */
    size_t depth;             /* repeats around it */
    const int64_t *iteration; /* [depth]: from 0, the outermost first */
    /* Of a call and its undo: "17/build.mount[3]#1", for the service that you call. Every attempt has the
       same key; a step that was undone gets another one. */
    const char *key;
    int attempt;            /* from 1 */
    bool may_have_happened; /* call: an earlier attempt timed out, was cut off or returned NOT_YET; undo: it
                               is unknown whether the step happened */
    int64_t deadline_us;    /* of a call with a timeout, after which its result is ignored; else 0 */
    const char *lock_owner; /* the owner of the run's locks; tokens: pawl_step_token */
    const char *trace;      /* at the end of the actor that started the run; NULL: none */
    const struct pawl_run_locks *locks;
};

/*
 * Returns the token of the run's lock on a key: of the global lock, or else of the flow's own; 0 if it holds
 * none. A tx step shows the run's global locks by itself. A call that fires machines on another handle passes
 * step->lock_owner and this token in pawl_opts.
 */
int64_t pawl_step_token(const struct pawl_step *step, const char *key);

/* ---- running; generated code wraps each with the flow's own types --------------------------------- */

/* Most bytes of a run's arguments, and of its data, as JSON. */
#define PAWL_RUN_DATA_MAX_BYTES 1048576

enum pawl_run_status {
    PAWL_RUN_READY = 1, /* its next step can run, now or when due */
    PAWL_RUN_BLOCKED,   /* waits for a lock */
    PAWL_RUN_WAITING,   /* waits for a signal */
    PAWL_RUN_PAUSED,
    PAWL_RUN_PARKED,    /* needs an operator; error has the reason */
    PAWL_RUN_DONE,      /* reached its end */
    PAWL_RUN_UNDONE,    /* all its steps were undone */
    PAWL_RUN_CANCELLED, /* an operator ended it */
};

/* Returns "ready", "blocked", ...; "" for no status. */
const char *pawl_run_status_name(enum pawl_run_status status);

/* Returns the status of that name, or 0. */
enum pawl_run_status pawl_run_status_parse(const char *name);

/*
 * Set the callbacks of a flow, or of a procedure that flows share.
 * hooks: the generated hooks struct, borrowed until the handle is closed or they are set again; NULL removes.
 * Returns: MISUSE: a callback is missing, which the message names; MISMATCH: another ABI.
 */
enum pawl_status pawl_set_flow_hooks(struct pawl_db *db, const struct pawl_flow *flow, const void *hooks,
                                     struct pawl_error *err);
enum pawl_status pawl_set_procedure_hooks(struct pawl_db *db, const struct pawl_procedure *procedure,
                                          const void *hooks, struct pawl_error *err);

/*
 * Registers the flow unless it is registered, after the shared schema (see pawl_apply). Other versions of the
 * flow stay: their runs are matched by paths. Run it as the deploying login, outside transactions.
 */
enum pawl_status pawl_flow_apply(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err);

/*
 * Starts a run. A worker takes it up after the commit. Needs no hooks. The run takes the flow's locks, or
 * waits for them (BLOCKED).
 * args: the flow's args struct. actor: NULL: the login. It can end in a blank and the trace of the request
 *   (pawl_opts.trace), which steps get. run: its id, from 1.
 * Returns: EXISTS: a run with this `unique` and the same arguments was started before; *run is that run, in
 *   any status; REUSED: with other arguments; LOCKED, ASLEEP: the flow is frozen; MISUSE: also more than
 *   PAWL_RUN_DATA_MAX_BYTES, or a `unique` of more than PAWL_KEY_MAX_BYTES; MISMATCH: this version of the
 *   flow is not applied.
 */
enum pawl_status pawl_flow_start(struct pawl_db *db, const struct pawl_flow *flow, const void *args,
                                 const char *actor, int64_t *run, struct pawl_error *err);

/*
 * Starts a run with arguments that a person typed, as pawl_fire_text: [count], each "name=value".
 * Returns: as pawl_flow_start; MISUSE: also an argument that does not fit; `help` lists the arguments.
 */
enum pawl_status pawl_flow_start_text(struct pawl_db *db, const struct pawl_flow *flow,
                                      const char *const *arguments, size_t count, const char *actor,
                                      int64_t *run, struct pawl_error *err);

/*
 * Runs a run in the calling thread, forward or back, until it ends or must wait for a lock, signal or
 * operator. It waits until the run is due by the database's clock, as after a failure; pawl_run_retry ends
 * this wait. On SQLite each step waits for other writers as long as a call. Not inside a transaction.
 * status: of the run afterwards; may be NULL.
 * Returns: NOT_FOUND; LOCKED: a worker has it, or the flow is frozen; CONFLICT: a worker took over; MISUSE: a
 *   callback is missing.
 */
enum pawl_status pawl_flow_run(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               enum pawl_run_status *status, struct pawl_error *err);

/*
 * Runs one attempt of the next step, due or not. Then the run is PAUSED, unless it has ended or waits.
 * back: undoes the last finished step instead.
 * Returns: as pawl_flow_run; ILLEGAL: the run has ended; without back, it waits for a lock or signal; with
 *   back, no step is finished, or the last one is irreversible.
 */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status pawl_flow_step(struct pawl_db *db, const struct pawl_flow *flow, int64_t run, bool back,
                                enum pawl_run_status *status, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* ---- runs of any flow; `flow` is its name, NULL: any ---------------------------------------------- */

/*
 * Commands of operators. A command is stored at once, joins a transaction, and replaces one that was not
 * executed yet: pause and resume cancel each other. The program that runs the run executes it after the
 * current step, and the run's history shows it.
 *   pause        stops before the next step or undo
 *   resume       continues a paused run
 *   retry        tries a parked run again, with all its retries, or ends a pause before a retry
 *   rollback     undoes all steps; or those after the last irreversible step, and then parks the run
 *   cancel       ends the run at its step: undoes nothing, releases its locks
 *   resume_from  undoes the steps from `place` ("build.mount[3]", a finished step) on, and does them again
 * actor: NULL: the login.
 * Returns: NOT_FOUND; ILLEGAL: not in the run's status, which the message names, or one of the steps of
 *   resume_from is irreversible.
 */
enum pawl_status pawl_run_pause(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                struct pawl_error *err);
enum pawl_status pawl_run_resume(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                 struct pawl_error *err);
enum pawl_status pawl_run_retry(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                struct pawl_error *err);
enum pawl_status pawl_run_rollback(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                   struct pawl_error *err);
enum pawl_status pawl_run_cancel(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                 struct pawl_error *err);
enum pawl_status pawl_run_resume_from(struct pawl_db *db, const char *flow, int64_t run, const char *place,
                                      const char *actor, struct pawl_error *err);

/*
 * Sends a signal, which the run waits for or will wait for. Joins a transaction. The first of a name counts.
 * Returns: EXISTS: it was sent before; NOT_FOUND; ILLEGAL: the run has ended.
 */
enum pawl_status pawl_run_signal(struct pawl_db *db, const char *flow, int64_t run, const char *signal,
                                 const char *actor, struct pawl_error *err);

/* A run. */
struct pawl_run {
    int64_t id;
    const char *flow;
    const char *fingerprint; /* of the version that started it */
    enum pawl_run_status status;
    bool is_undoing;       /* its direction */
    const char *place;     /* of its step: "build.mount[3]"; "" before the first and after the end */
    const char *args;      /* JSON */
    const char *data;      /* JSON: the values that are set */
    const char *error;     /* of the last failure; NULL: none */
    const char *unique;    /* its `unique` as a JSON array; NULL: none */
    const char *waits_for; /* the signal; NULL: none */
    const char *wish;      /* an operator's command that was not executed yet, "pause"; NULL: none */
    int attempt;           /* of its step, from 1; 0 before the first */
    int64_t due_at_us;     /* READY: when; leased: the lease's end; WAITING: its `within`; 0: never */
    bool is_leased;        /* a worker runs it, or died and is not replaced yet */
    int64_t started_at_us, updated_at_us;
    int64_t ended_at_us; /* 0: it has not ended */
};

struct pawl_runs {
    const struct pawl_run *rows;
    size_t count;
};

/* Every member that is not NULL or 0 must match. */
struct pawl_run_filter {
    const char *flow;
    enum pawl_run_status status;
    const char *unique; /* as in struct pawl_run */
    const char *lock;   /* a key: runs that hold a lock on it, or wait for one */
};

/*
 * Read one run, or up to limit of them, the oldest first.
 * filter: NULL: all runs. after: 0, or the id of the last run of the previous page.
 * Returns: NOT_FOUND (pawl_run_get).
 */
enum pawl_status pawl_run_get(struct pawl_db *db, const char *flow, int64_t run, struct pawl_run *out,
                              struct pawl_error *err);
enum pawl_status pawl_run_list(struct pawl_db *db, const struct pawl_run_filter *filter, int64_t after,
                               size_t limit, struct pawl_runs *out, struct pawl_error *err);

/* As pawl_run_get, and fills the flow's args and data structs. out, args and data may be NULL. */
enum pawl_status pawl_flow_get(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               struct pawl_run *out, void *args, void *data, struct pawl_error *err);

/* A row of the history: an attempt of a step or an undo, or a command of an operator. */
struct pawl_run_step {
    int64_t number; /* from 1 */
    const char *place;
    int generation; /* 1, and one more after each time that the step was undone */
    bool is_undo;
    /*
     * "done", "skipped", "failed", "timed out", "cut off" (the worker died), or "unknown": it may have
     * happened, so it is undone, because the run went back or the last attempt returned SKIP. Of an undo:
     * "undone" or one of these. Of operators: "pause", "resume", "retry", "rollback", "cancel",
     * "resume_from", or "back" (pawl_flow_step).
     */
    const char *outcome;
    int attempt;
    const char *before; /* data, JSON */
    const char *after;
    const char *error; /* NULL: none */
    const char *actor; /* of the program or operator that ran it */
    int64_t at_us;     /* when it was saved */
    int64_t duration_us;
};

struct pawl_run_steps {
    const struct pawl_run_step *rows;
    size_t count;
};

/* Reads the history of a run, oldest first. Returns: NOT_FOUND. */
enum pawl_status pawl_run_history(struct pawl_db *db, const char *flow, int64_t run,
                                  struct pawl_run_steps *out, struct pawl_error *err);

#ifdef __cplusplus
}
#endif

#endif
