/* Written by pawl from flows.fsm. Do not edit: change flows.fsm and run pawl again. */
#ifndef PAWL_GENERATED_SHELVE_H
#define PAWL_GENERATED_SHELVE_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "flows.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "flows.h was written by an older pawl than this libpawl: run the newer pawl on flows.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shelve: Shelve "it" ----------------------------------------------------------------------------------------- */

/*
 * Puts one crate on a shelf.
 */

/* The parameters of its steps, which may set those that are inout. */
struct shelve_values {
    const char *crate; /* may be NULL */
    struct pawl_optional_int shelves;
    const char *place; /* may be NULL */
};

/* The functions of its steps, all of them required. See pawl_set_procedure_hooks. */
struct shelve_hooks {
    void *context; /* passed to each function */
    /* Find a place: a step in the database; sets place */
    enum pawl_status (*find_place)(struct pawl_db *db, const struct pawl_step *step, struct shelve_values *values,
                                   void *context, struct pawl_error *err);
    /* undoes a step in the database */
    enum pawl_status (*give_back)(struct pawl_db *db, const struct pawl_step *step,
                                  const struct shelve_values *values, void *context, struct pawl_error *err);
    /* a call */
    enum pawl_status (*lift)(const struct pawl_step *step, const struct shelve_values *values, void *context,
                             struct pawl_error *err);
    /* undoes a call */
    enum pawl_status (*lower)(const struct pawl_step *step, const struct shelve_values *values, void *context,
                              struct pawl_error *err);
    /* Is it heavy?: decides whether the optional steps run */
    enum pawl_status (*is_heavy)(struct pawl_db *db, const struct pawl_step *step,
                                 const struct shelve_values *values, bool *yes, void *context,
                                 struct pawl_error *err);
    /* a call */
    enum pawl_status (*strengthen)(const struct pawl_step *step, const struct shelve_values *values, void *context,
                                   struct pawl_error *err);
    /* undoes a call */
    enum pawl_status (*weaken)(const struct pawl_step *step, const struct shelve_values *values, void *context,
                               struct pawl_error *err);
};

PAWL_HIDDEN_BEGIN

extern const struct pawl_procedure shelve_procedure;

/* Sets the functions of its steps on this handle, for all flows that use it. */
enum pawl_status shelve_set_hooks(struct pawl_db *db, const struct shelve_hooks *hooks,
    struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- idle: idle -------------------------------------------------------------------------------------------------- */

/*
 * Used by nobody but the flow that does nothing.
 */

PAWL_HIDDEN_BEGIN

extern const struct pawl_procedure idle_procedure;

PAWL_HIDDEN_END

/* ---- unload: Unload a ship --------------------------------------------------------------------------------------- */

/*
 * From the ship to the shelf.
 */

/* The arguments of a run. */
struct unload_args {
    const char *ship;
    int32_t crates;
    const char *manifest; /* JSON text; may be NULL */
    const char *weight; /* decimal number, as "-12.50" */
    struct pawl_optional_bytes seal;
    int64_t due; /* microseconds since 1970-01-01 00:00 UTC */
    bool insured;
    const char *owner; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8" */
    int64_t number;
};

/* Values that steps set and later steps read; none is set when a run begins. */
struct unload_data {
    /*
     * Where the last crate went.
     * Rows are counted from the sea.
     */
    const char *place; /* may be NULL */
    struct pawl_optional_int shelves;
    struct pawl_optional_bigint total;
    struct pawl_optional_bool heavy;
    const char *cost; /* decimal number, as "-12.50"; may be NULL */
    struct pawl_optional_timestamp at; /* microseconds since 1970-01-01 00:00 UTC */
    const char *id; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8"; may be NULL */
    const char *notes; /* JSON text; may be NULL */
    struct pawl_optional_bytes picture;
};

/* The paths of its steps, as in the history of a run. */
#define UNLOAD_STEP_COUNT "count"
#define UNLOAD_STEP_BOOK "book"
#define UNLOAD_STEP_HIRE "hire" /* Hire a crane */
#define UNLOAD_STEP_SHELVE_FIND_PLACE "shelve.find_place" /* Find a place */
#define UNLOAD_STEP_SHELVE_LIFT "shelve.lift"
#define UNLOAD_STEP_SHELVE_STRENGTHEN "shelve.strengthen"
#define UNLOAD_STEP_LABEL "label"
#define UNLOAD_STEP_LAST_FIND_PLACE "last.find_place" /* Find a place */
#define UNLOAD_STEP_LAST_LIFT "last.lift"
#define UNLOAD_STEP_LAST_STRENGTHEN "last.strengthen"
#define UNLOAD_STEP_INSPECTION "inspection"
#define UNLOAD_STEP_CLEARED "cleared"
#define UNLOAD_STEP_PAID "paid" /* Wait for the money */
#define UNLOAD_STEP_NOTIFY "notify"
#define UNLOAD_STEP_NOTIFY_AGAIN "notify_again"

/* Its signals. */
#define UNLOAD_SIGNAL_CLEARED "cleared"
#define UNLOAD_SIGNAL_PAID "paid"

/* The functions of its steps, all of them required. See pawl_set_flow_hooks. */
struct unload_hooks {
    void *context; /* passed to each function */
    /* a step in the database; sets shelves, total, heavy, cost, at */
    enum pawl_status (*count)(struct pawl_db *db, const struct pawl_step *step, const struct unload_args *args,
                              struct unload_data *data, void *context, struct pawl_error *err);
    /* undoes a step in the database */
    enum pawl_status (*uncount)(struct pawl_db *db, const struct pawl_step *step, const struct unload_args *args,
                                const struct unload_data *data, void *context, struct pawl_error *err);
    /* a step in the database; sets id, notes, picture */
    enum pawl_status (*book)(struct pawl_db *db, const struct pawl_step *step, const struct unload_args *args,
                             struct unload_data *data, void *context, struct pawl_error *err);
    /* undoes a step in the database */
    enum pawl_status (*unbook)(struct pawl_db *db, const struct pawl_step *step, const struct unload_args *args,
                               const struct unload_data *data, void *context, struct pawl_error *err);
    /* Hire a crane: a call */
    enum pawl_status (*hire)(const struct pawl_step *step, const struct unload_args *args,
                             const struct unload_data *data, void *context, struct pawl_error *err);
    /* undoes a call */
    enum pawl_status (*dismiss)(const struct pawl_step *step, const struct unload_args *args,
                                const struct unload_data *data, void *context, struct pawl_error *err);
    /* a step in the database */
    enum pawl_status (*label)(struct pawl_db *db, const struct pawl_step *step, const struct unload_args *args,
                              const struct unload_data *data, void *context, struct pawl_error *err);
    /* a call */
    enum pawl_status (*notify)(const struct pawl_step *step, const struct unload_args *args,
                               const struct unload_data *data, void *context, struct pawl_error *err);
};

/* A run, with its values. */
struct unload_run_row {
    struct pawl_run run;
    struct unload_args args;
    struct unload_data data;
};

PAWL_HIDDEN_BEGIN

extern const struct pawl_flow unload_flow;

/* Sets the functions of the steps on this handle, before it runs them. */
enum pawl_status unload_set_hooks(struct pawl_db *db, const struct unload_hooks *hooks, struct pawl_error *err);

/* Starts a run; actor may be NULL. See pawl_flow_start. */
enum pawl_status unload_start(struct pawl_db *db, const struct unload_args *args, const char *actor, int64_t *run,
                              struct pawl_error *err);

/* Registers this flow, unless it is registered: see pawl_flow_apply. */
enum pawl_status unload_apply(struct pawl_db *db, struct pawl_error *err);

/* Runs a run in this thread until it ends or must wait; status may be NULL. See pawl_flow_run. */
enum pawl_status unload_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err);

/* Runs one attempt of one step, or undoes the last one; status may be NULL. See pawl_flow_step. */
enum pawl_status unload_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                             struct pawl_error *err);

/* Commands of operators; actor may be NULL. See pawl_run_pause. */
enum pawl_status unload_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                    struct pawl_error *err);

/* Reads a run, with its values. Returns OK or NOT_FOUND. */
enum pawl_status unload_get(struct pawl_db *db, int64_t run, struct unload_run_row *out, struct pawl_error *err);

/* Reads the history of a run, oldest first. Returns OK or NOT_FOUND. */
enum pawl_status unload_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out, struct pawl_error *err);

/* Reads up to limit runs of a status (0: any), the oldest first. after: 0, or the id of the last run of the
   previous page. */
enum pawl_status unload_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                             struct pawl_runs *out, struct pawl_error *err);

/* Send a signal, of which the first counts; actor may be NULL. See pawl_run_signal. */
enum pawl_status unload_signal_cleared(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status unload_signal_paid(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- nothing: nothing -------------------------------------------------------------------------------------------- */

/* The paths of its steps, as in the history of a run. */
#define NOTHING_STEP_IDLE_REST "idle.rest"
#define NOTHING_STEP_FOR_EVER "for_ever" /* Until somebody says so */
#define NOTHING_STEP_CLEARED "cleared"

/* Its signals. */
#define NOTHING_SIGNAL_CLEARED "cleared"

/* A run, with its values. */
struct nothing_run_row {
    struct pawl_run run;
};

PAWL_HIDDEN_BEGIN

extern const struct pawl_flow nothing_flow;

/* Starts a run; actor may be NULL. See pawl_flow_start. */
enum pawl_status nothing_start(struct pawl_db *db, const char *actor, int64_t *run, struct pawl_error *err);

/* Registers this flow, unless it is registered: see pawl_flow_apply. */
enum pawl_status nothing_apply(struct pawl_db *db, struct pawl_error *err);

/* Runs a run in this thread until it ends or must wait; status may be NULL. See pawl_flow_run. */
enum pawl_status nothing_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err);

/* Runs one attempt of one step, or undoes the last one; status may be NULL. See pawl_flow_step. */
enum pawl_status nothing_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                              struct pawl_error *err);

/* Commands of operators; actor may be NULL. See pawl_run_pause. */
enum pawl_status nothing_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status nothing_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status nothing_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status nothing_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status nothing_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status nothing_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                     struct pawl_error *err);

/* Reads a run, with its values. Returns OK or NOT_FOUND. */
enum pawl_status nothing_get(struct pawl_db *db, int64_t run, struct nothing_run_row *out, struct pawl_error *err);

/* Reads the history of a run, oldest first. Returns OK or NOT_FOUND. */
enum pawl_status nothing_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out, struct pawl_error *err);

/* Reads up to limit runs of a status (0: any), the oldest first. after: 0, or the id of the last run of the
   previous page. */
enum pawl_status nothing_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                              struct pawl_runs *out, struct pawl_error *err);

/* Send a signal, of which the first counts; actor may be NULL. See pawl_run_signal. */
enum pawl_status nothing_signal_cleared(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
