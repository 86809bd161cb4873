/*
 * Flows: ordered steps that run forward, are undone in reverse when they cannot go on, and survive any crash.
 * Part of pawl.h, which includes it; the rules at the head of that file hold here too.
 */
#ifndef PAWL_FLOW_H
#define PAWL_FLOW_H

#include "pawl_base.h"
#include "pawl_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_run_locks;

/* ---- what callbacks are told -------------------------------------------------------------------- */

/*
 * One attempt of one step. Borrowed for the length of the call.
 *
 * A step answers PAWL_OK; PAWL_NOT_YET (again later, after the first pause of its `retry`; it has not failed,
 * but a call that answers so counts as one that may have happened, so that its undo is called if the run goes
 * back); PAWL_SKIP in a loop (nothing was to be done: the rest of the innermost iteration is left out, and
 * what a tx step has written is taken back); or anything else, which is a failure, with err's message;
 * PAWL_UNKNOWN of a call is one that may have happened. An undo answers likewise, but for PAWL_SKIP. What it
 * sets of `values` counts if it answers PAWL_OK, and need only live until it is called again; what it is told
 * lives until it returns. Of a value not set, `set` is false or the pointer NULL. A tx step runs in the
 * transaction that saves it, on `db`: it may write and fire machines there, and may not begin or end one. A
 * predicate only reads, on `db`, in a transaction that it may not end and that is rolled back; it is told the
 * step that it stands before.
 */
struct pawl_step {
    int64_t run;
    const char *path;         /* "build.mount" */
    size_t depth;             /* repeats around it */
    const int64_t *iteration; /* [depth]: counted from 0, the outermost first */
    /*
     * Of a call, and of its undo: "17/build.mount[3]#1", the same for every attempt, another one when the
     * step is done again after it was undone. To be handed to the service that is called.
     */
    const char *key;
    int attempt;            /* from 1 */
    bool may_have_happened; /* of a call: an earlier attempt timed out, was cut off or was not ready yet; of
                               an undo: nobody knows whether what it undoes has happened */
    int64_t deadline_us;    /* of a call with a timeout: then its answer counts no more; else 0 */
    const char *lock_owner; /* as which the run holds its locks; tokens: pawl_step_token */
    const struct pawl_run_locks *locks;
};

/*
 * The token under which the run holds its lock on a key, the one of all flows before that of its own; 0 where
 * it holds none. A tx step that moves machines with `key` shows the run's global locks by itself; where a
 * call does so, on another handle, step->lock_owner and this token go into pawl_opts.
 */
int64_t pawl_step_token(const struct pawl_step *step, const char *key);

/* ---- running; generated code wraps each with the flow's own types --------------------------------- */

/* Most bytes that the arguments of a run may have, written as JSON, and its data. */
#define PAWL_RUN_DATA_MAX_BYTES 1048576

enum pawl_run_status {
    PAWL_RUN_READY = 1, /* its next step can be run, now or when due */
    PAWL_RUN_BLOCKED,   /* waits for a lock */
    PAWL_RUN_WAITING,   /* waits for a signal */
    PAWL_RUN_PAUSED,
    PAWL_RUN_PARKED,    /* needs a person; error says why */
    PAWL_RUN_DONE,      /* went to its end */
    PAWL_RUN_UNDONE,    /* all that it had done is undone */
    PAWL_RUN_CANCELLED, /* an operator has ended it where it stood */
};

/* "ready", "blocked", ...; "" for no status. */
const char *pawl_run_status_name(enum pawl_run_status status);

/* The status of that name, or 0. */
enum pawl_run_status pawl_run_status_parse(const char *name);

/*
 * Gives a flow, or a procedure that flows share, its callbacks: its generated hooks struct, borrowed until
 * the handle is closed or they are set again; NULL takes them away. Errors: MISUSE (a callback is missing,
 * which is named), MISMATCH (another ABI), NOMEM.
 */
enum pawl_status pawl_set_flow_hooks(struct pawl_db *db, const struct pawl_flow *flow, const void *hooks,
                                     struct pawl_error *err);
enum pawl_status pawl_set_procedure_hooks(struct pawl_db *db, const struct pawl_procedure *procedure,
                                          const void *hooks, struct pawl_error *err);

/*
 * Enters the flow, or finds it there; before it, as pawl_apply does, what all machines and flows share. Other
 * versions of the flow stay: their runs are met by paths. Needs a login that may create them. Not inside a
 * transaction.
 */
enum pawl_status pawl_flow_apply(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err);

/*
 * Starts a run, which a worker takes up when the transaction, the caller's or its own, is committed; needs no
 * hooks. The flow's locks are taken with it, or it waits for them, BLOCKED. args is the flow's args struct.
 * actor: NULL for the login. *run is its id, counted from 1. Answers: OK; EXISTS: what is `unique` was
 * started before, with the same arguments, and *run is that run, in whatever state; REUSED: with other
 * arguments; LOCKED, ASLEEP: the flow is frozen; MISUSE (an argument does not fit, or more than
 * PAWL_RUN_DATA_MAX_BYTES); MISMATCH: this version of the flow is not applied; CONFLICT, UNKNOWN, DB, NOMEM.
 */
enum pawl_status pawl_flow_start(struct pawl_db *db, const struct pawl_flow *flow, const void *args,
                                 const char *actor, int64_t *run, struct pawl_error *err);

/*
 * Runs a run in the calling thread, forward or back, until it has ended or must wait for somebody: a lock, a
 * signal, a person. Until it is due it is not run, by the database's clock: pauses before retries are slept
 * through, also one that an earlier call has left behind; pawl_run_retry ends them. *status says where it is
 * then and may be NULL. Not inside a transaction. Answers: OK, NOT_FOUND, LOCKED (a worker has it, or the
 * flow is frozen), CONFLICT (the claim was lost to a worker), MISUSE (a callback is missing), MISMATCH,
 * UNKNOWN, DB, NOMEM.
 */
enum pawl_status pawl_flow_run(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               enum pawl_run_status *status, struct pawl_error *err);

/*
 * Runs exactly one attempt of one step, whether it is due or not, or with `back` undoes exactly the last
 * step that was done; then the run is PAUSED, unless it has ended or waits. Also ILLEGAL: the run has ended,
 * or stands where no step can be taken. Otherwise as pawl_flow_run.
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

/* ---- runs of any flow; `flow` is its name, NULL for whichever it is ------------------------------- */

/*
 * What operators say to a run. It is written down at once, with the actor (NULL: the login), and joins a
 * transaction; whoever runs the run, a worker or pawl_flow_run, obeys when the step under way has ended. A
 * later word replaces an earlier one that nobody has obeyed yet (so pause and resume take each other back).
 * What was obeyed stands in the run's history.
 *   pause        it stops before its next step or undo
 *   resume       what was paused, by a `pause` step or an operator, goes on
 *   retry        what is parked tries again, with all its retries; a pause before a retry ends
 *   rollback     it turns round: all that it has done is undone, or all after the last irreversible step, and
 *                then it is parked
 *   cancel       it ends where it stands: nothing is undone, its locks are let go
 *   resume_from  all from the step at `place` ("build.mount[3]", which it has done) on is undone, and then
 *                done again; ILLEGAL if one of these steps is irreversible
 * Answers: OK, NOT_FOUND, ILLEGAL (not in its status, which the message says), MISUSE, MISMATCH, DB, ...
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
 * Sends a signal, for which the run waits or will wait; joins a transaction. The first of a name counts.
 * Answers: OK, EXISTS (it was sent before), NOT_FOUND, ILLEGAL (the run has ended), MISUSE, MISMATCH, DB, ...
 */
enum pawl_status pawl_run_signal(struct pawl_db *db, const char *flow, int64_t run, const char *signal,
                                 const char *actor, struct pawl_error *err);

/* A run as it stands. Texts live as results do. */
struct pawl_run {
    int64_t id;
    const char *flow;
    const char *fingerprint; /* of the version that it was started by */
    enum pawl_run_status status;
    bool is_undoing;       /* its direction */
    const char *place;     /* of its step: "build.mount[3]"; "" where it has not begun, or has ended */
    const char *args;      /* JSON */
    const char *data;      /* JSON: what is set */
    const char *error;     /* of the last failure; NULL: none */
    const char *unique;    /* what is `unique`, as a JSON array; NULL: nothing is */
    const char *waits_for; /* the signal; NULL: none */
    const char *wish;      /* what an operator has said that nobody has obeyed yet, "pause"; NULL: nothing */
    int attempt;           /* of its step, from 1; 0 before the first */
    int64_t due_at_us;     /* READY: when; leased: the end of the lease; WAITING: its `within`; 0: never */
    bool is_leased;        /* somebody runs it, or is gone and not replaced yet */
    int64_t started_at_us, updated_at_us;
    int64_t ended_at_us; /* 0: it has not ended */
};

struct pawl_runs {
    const struct pawl_run *rows;
    size_t count;
};

/* All that is not NULL or 0 must hold. */
struct pawl_run_filter {
    const char *flow;
    enum pawl_run_status status;
    const char *unique; /* as struct pawl_run has it */
};

/* Reads one run, or up to limit of them, the oldest first; after: the id of the last one seen, or 0. */
enum pawl_status pawl_run_get(struct pawl_db *db, const char *flow, int64_t run, struct pawl_run *out,
                              struct pawl_error *err);
enum pawl_status pawl_run_list(struct pawl_db *db, const struct pawl_run_filter *filter, int64_t after,
                               size_t limit, struct pawl_runs *out, struct pawl_error *err);

/* The same with the flow's args and data structs filled; either may be NULL. */
enum pawl_status pawl_flow_get(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               struct pawl_run *out, void *args, void *data, struct pawl_error *err);

/* A row of the history: an attempt of a step or an undo, or a word of an operator. */
struct pawl_run_step {
    int64_t number; /* from 1 */
    const char *place;
    int generation; /* how often it was begun anew: 1, and one more after each time it was undone */
    bool is_undo;
    /*
     * "done", "skipped", "failed", "timed out", "cut off" (whoever ran it was gone), "unknown" (it may have
     * happened, and the run has turned round, or the last attempt has answered SKIP: it is undone like what
     * was done); of an undo "undone" or one of these; of operators "pause", "resume", "retry", "rollback",
     * "cancel", "resume_from", "back" (pawl_flow_step).
     */
    const char *outcome;
    int attempt;
    const char *before; /* data, JSON */
    const char *after;
    const char *error; /* NULL: none */
    const char *actor; /* who ran it */
    int64_t at_us;     /* when it was saved */
    int64_t duration_us;
};

struct pawl_run_steps {
    const struct pawl_run_step *rows;
    size_t count;
};

/* Reads the history of a run, oldest first. OK or NOT_FOUND. */
enum pawl_status pawl_run_history(struct pawl_db *db, const char *flow, int64_t run,
                                  struct pawl_run_steps *out, struct pawl_error *err);

#ifdef __cplusplus
}
#endif

#endif
