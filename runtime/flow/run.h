/* A run that this program runs: what the files of this room share. Internal to them. */
#pragma once

#include "flow/flow.h"

#define RUN_DEPTH_MAX 8 /* as deep as loops lie in each other */

/* ---- values.c ------------------------------------------------------------------------------------- */

/* The members of a struct, settled, as a JSON object in memory; what is not set is left out. */
enum pawl_status values_write(struct results *memory, const char *owner, const struct pawl_param *params,
                              size_t count, const void *values, const char **json, struct pawl_error *err);
/* The other way round; values is all zero before. */
enum pawl_status values_read(struct results *memory, const struct pawl_param *params, size_t count,
                             const char *json, void *values, struct pawl_error *err);
/* One member into that of another struct; what it points to is shared. */
void value_carry(const struct pawl_param *from, const void *source, const struct pawl_param *to,
                 void *target);
/* As a lock's key: a text, or a number's digits; NULL where it is not set. */
const char *value_as_key(struct results *memory, const struct pawl_param *param, const void *values);
/* The struct's value with that index as a count; false where it is not set. */
bool value_as_count(const struct pawl_param *param, const void *values, int64_t *count);

/* ---- a run that this program runs ----------------------------------------------------------------- */

enum claim {
    CLAIM_HELD,
    CLAIM_IN_DOUBT,   /* the answer was lost to an earlier save of a call's result */
    CLAIM_GIVEN_BACK, /* nothing more is to be done now */
    CLAIM_LOST,       /* nothing is saved any more: somebody else has it, or the lease must end */
};

struct run {
    struct pawl_db *db;
    const struct pawl_flow *flow;
    const char *actor;
    int64_t lease_us;                    /* of all steps but calls that may take longer */
    int64_t leased_at_us, leased_for_us; /* the lease that the database knows of */
    bool (*stop)(void *context);
    void *stop_context;
    struct claimed_run *next; /* is claimed when this one ends, until then; NULL: none */
    int64_t claims_until_us;
    struct results memory[2];     /* [0]: of the row */
    struct results scratch;       /* of one step */
    struct run_row row, saved;    /* as it is now, and as it was when the last transaction began */
    const struct run_lock *freed; /* with the next save */
    size_t freed_count;
    const struct run_lock *saved_freed;
    size_t saved_freed_count;
    bool saved_is_unsaved;
    bool is_unsaved;                 /* the row says more than the database */
    bool has_first_place;            /* the claim has saved it; the row has none until that call begins */
    uint32_t stretch, stretch_scope; /* whose transaction is open; 0: none */
    bool ends_stretch;               /* the next save commits */
    int conflicts;                   /* in a row, with other transactions */
    bool leaves_queue;               /* with the next save: it waits for no lock any more */
    enum claim claim;
    struct pawl_error err;
};

/* One of the driver's statements about the run, whose number is its first value. */
#define RUN_QUERY(statement, read, context, ...)                                                             \
    run->db->driver->query(run->db, run->db->driver->flows->statement,                                       \
                           VALUES(value_bigint(run->row.id), __VA_ARGS__), read, context, &run->err)

/* ---- state.c -------------------------------------------------------------------------------------- */

/* An illegal change stops a build with assertions. Without them the claim is lost. */
void claim_becomes(struct run *run, enum claim next);
void run_becomes(struct run *run, enum pawl_run_status next);

/* ---- place.c: where a run stands ------------------------------------------------------------------ */

struct flow_place {
    uint32_t step; /* step_count: the end */
    int64_t iteration[RUN_DEPTH_MAX];
    int64_t entered; /* so many of the scopes around the step, from the outermost */
};

/* PAWL_FLOW_NOTHING where the flow has no such step. */
uint32_t step_of_path(const struct pawl_flow *flow, const char *path);
/* The scopes around a step, the outermost first; their number. */
#define SCOPES_AROUND_MAX 160
size_t scopes_around(const struct pawl_flow *flow, uint32_t step, uint32_t around[SCOPES_AROUND_MAX]);
/* Whether a scope is that one, or within it. */
bool lies_in(const struct pawl_flow *flow, uint32_t scope, uint32_t outer);
bool iteration_read(const char *text, uint16_t depth, int64_t iteration[RUN_DEPTH_MAX]);
const char *iteration_write(struct results *memory, const int64_t *iteration, uint16_t depth);

/* Where the row says that the run stands; false where this program has no such place. */
bool place_of_run(const struct run *run, struct flow_place *place);
enum pawl_status place_set(struct run *run, const struct flow_place *place);
/* From a step that is done, or left out, to where the next one may be. */
enum pawl_status place_leave(struct run *run, struct flow_place *place);
enum pawl_status place_leave_out(struct run *run, struct flow_place *place);
/* Out of a scope that was not entered. */
enum pawl_status place_pass(struct run *run, struct flow_place *place, uint32_t scope);
/* The undo of the step forgets the counts of loops that begin with it; place_begin_anew sets how many scopes
 * are entered then. */
enum pawl_status place_forget(struct run *run, const struct flow_place *place);
enum pawl_status place_begin_anew(struct run *run, struct flow_place *place);

/* Of a loop, by its path and the iteration around it: how often it runs; -1: it was not entered. */
enum pawl_status loop_count_set(struct run *run, const struct pawl_flow_scope *loop, const int64_t *iteration,
                                int64_t count);

/* ---- locks.c -------------------------------------------------------------------------------------- */

/* What the run holds, in memory. */
enum pawl_status run_locks_read(struct results *memory, const char *json, struct pawl_run_locks *locks,
                                struct pawl_error *err);
/* The name of a lock scope, at an iteration. */
const char *lock_scope_name(struct run *run, uint32_t scope, const int64_t *iteration);
bool lock_scope_is_held(struct run *run, const char *name);
/* The scope's locks go with the next save; NULL: all. Those that another scope holds too stay. */
enum pawl_status lock_scope_free(struct run *run, const char *name);
/* The locks that a declaration names, with these args and data. MISUSE: a key is not set. */
enum pawl_status locks_named(struct results *memory, const struct pawl_flow *flow,
                             const struct pawl_flow_lock *declared, size_t count, const char *scope,
                             const void *args, const void *data, const struct run_lock **locks,
                             size_t *lock_count, struct pawl_error *err);
/* Takes them, or sets the run BLOCKED and leaves it. The row is saved in either case. */
enum pawl_status run_take_locks(struct run *run, const char *scope, const struct pawl_flow_lock *declared,
                                size_t count, bool *taken);

/* ---- save.c --------------------------------------------------------------------------------------- */

/* The flow's structs as the row has them, in the scratch. */
enum pawl_status run_values(struct run *run, void **args, void **data);
/* A row of the history about where the run stands. */
struct run_step run_step_of(const struct run *run, const char *path, const char *iteration,
                            const char *outcome);
/* The lease has begun, or restarted, after since_us, when that was sent. */
void run_is_leased(struct run *run, int64_t since_us, int64_t lease_us);
/* CONFLICT. */
enum pawl_status run_claim_is_lost(struct run *run);
/* Saves the row; CONFLICT: the claim is lost. In the open transaction, if there is one, which it commits. */
enum pawl_status run_save(struct run *run, const struct run_step *step, enum run_due due, int64_t due_us);
/* The same, and the transaction stays open. */
enum pawl_status run_save_on(struct run *run, const struct run_step *step);
/* The run is over, its locks are let go. */
enum pawl_status run_end(struct run *run, const struct run_step *step, enum pawl_run_status status);
/* Gives the claim back and leaves the run there, in that status: due in due_us, or never if negative. */
enum pawl_status run_leave(struct run *run, const struct run_step *step, enum pawl_run_status status,
                           int64_t due_us);
/* The same; what an operator has said is done with it. */
enum pawl_status run_save_obeyed(struct run *run, const struct run_step *step, enum run_due due);
/* The step has failed: it is due later, or the run rolls back or is parked. policy: of step or undo. */
enum pawl_status run_failed(struct run *run, struct run_step *step, const struct pawl_retry_policy *policy,
                            bool is_irreversible);
enum pawl_status run_park(struct run *run, const struct run_step *step, const char *error);
/* The step has answered NOT_YET. */
enum pawl_status run_not_yet(struct run *run, const struct pawl_retry_policy *policy);
/* Rolls back what is open; the row is as it was before. */
void run_roll_back(struct run *run);
/*
 * Call it before a call to the outside that may take limit_us (0: unknown). Extends the lease, and saves the
 * row if saves_row.
 */
enum pawl_status run_prepare_call(struct run *run, int64_t limit_us, bool saves_row);
/*
 * Call it after a call to the outside. `end` writes the result into the run and saves it. If the save fails,
 * this repeats it on a new connection for as long as a lease lasts. So a result is void only if another
 * worker has claimed the run (CONFLICT), or if the database stays unreachable (UNKNOWN; the run is not given
 * back).
 */
struct ended_call {
    const struct pawl_flow_step *step;
    const struct done_step *done; /* of an undo: what it undoes */
    const struct flow_place *place;
    const struct step_call *call;
    const struct run_step *row;
    enum pawl_status status; /* of the callback */
};
typedef enum pawl_status end_call_fn(struct run *run, const struct ended_call *ended);
enum pawl_status run_end_call(struct run *run, end_call_fn *end, const struct ended_call *ended);
enum pawl_status run_begin(struct run *run);
enum pawl_status run_commit_stretch(struct run *run);

/* ---- call.c: callbacks ----------------------------------------------------------------------------- */

struct step_call {
    uint32_t use; /* whose values: innermost USE, or PAWL_FLOW_NOTHING */
    const struct pawl_procedure *procedure;
    int callback;
    struct pawl_step told;
    bool in_transaction;
    bool yes;         /* of a predicate */
    const char *data; /* OK: the data afterwards, in the run's memory */
    bool has_changed; /* it is not what it was */
    int64_t duration_us;
    struct pawl_error said;
};
/* The call of a step, by its next attempt. */
struct step_call call_of(const struct run *run, const struct pawl_flow_step *step,
                         const struct flow_place *place, int64_t attempt);
/* Calls it; the answer is the callback's, or MISUSE where what it sets does not fit. */
enum pawl_status step_call(struct run *run, struct step_call *call);
/* Of a step at an iteration: how often it was restarted, and the key that follows from it. */
enum pawl_status step_generation(struct run *run, const char *path, const char *iteration,
                                 int64_t *generation);
const char *step_key(struct run *run, const char *path, const char *iteration, int64_t generation);

/* ---- forward.c, undo.c ------------------------------------------------------------------------------ */

/* Each makes one step, or leaves the run. OK, CONFLICT, or the error that ends the attempt. */
enum pawl_status run_forward(struct run *run);
enum pawl_status run_back(struct run *run);
/* Marks the step where the run stands as done, without calling anything. actor: NULL for whoever runs it. */
enum pawl_status run_pass_step(struct run *run, const char *actor);
/* The number of the last step that was done and is not undone; 0: none. */
enum pawl_status run_last_done(struct run *run, int64_t *number);
/*
 * The number and the place of the last irreversible step that was done, or may have been; 0: none. A run with
 * such a step does not roll back by itself.
 */
#define PLACE_SIZE 400
enum pawl_status run_last_irreversible(struct run *run, int64_t *number, char place[PLACE_SIZE]);
/* Whether a step that was done within the scope, at this iteration of the loops around it, can be undone. */
enum pawl_status run_can_undo_in(struct run *run, uint32_t scope, const int64_t *iteration, bool *can);
