/* What the files of SQLite's runs share. Internal to them. */
#pragma once

#include "flow/flow.h"
#include "sqlite/lock.h"

/* ---- flow.c --------------------------------------------------------------------------------------- */

/* When a run can go on. */
struct ready {
    int64_t run; /* 0: not by itself */
    int64_t due_at;
    bool is_leased;
};
enum pawl_status sqlite_find_ready(struct pawl_db *db, int64_t run, struct ready *ready,
                                   struct pawl_error *err);
enum pawl_status sqlite_set_ready(struct pawl_db *db, int64_t run, const char *flow, int64_t due_at,
                                  bool is_leased, struct pawl_error *err);

/* ---- flow_locks.c --------------------------------------------------------------------------------- */

/*
 * All of them or none; then the run waits for them. gained: what pawl_runs.locks gains. looks_again_us: where
 * they are not free, from now; -1: when it is told.
 */
enum pawl_status sqlite_take_locks(struct pawl_db *db, int64_t run, const char *flow,
                                   const struct run_lock *locks, size_t count, bool *taken,
                                   const char **gained, int64_t *looks_again_us, struct pawl_error *err);
enum pawl_status sqlite_free_lock(struct pawl_db *db, int64_t run, const struct run_lock *lock,
                                  struct pawl_error *err);
/* The run waits for no lock any more. wakes: those behind it look whether it is their turn. */
enum pawl_status sqlite_leave_queue(struct pawl_db *db, int64_t run, bool wakes, struct pawl_error *err);
/* Wakes the runs whose turn it is now that a lock on the key was let go. */
enum pawl_status sqlite_wake_runs(struct pawl_db *db, const char *key, struct pawl_error *err);

/* ---- flow_outbox.c: what runs write into the outbox, as pawl_run_tell does on PostgreSQL ------------- */

/* Where the events of a run go that is started with these arguments; NULL: nowhere. */
enum pawl_status sqlite_run_topic(struct pawl_db *db, const struct run_start *start, const char **topic,
                                  struct pawl_error *err);
/* Of a run whose row is about to be saved, with `step` or NULL: counts what is to be told. */
void sqlite_count_events(struct run_row *row, const struct run_row *before, const struct run_save *save);
/* The same when it is saved: tells it. before: NULL of a run that is started. */
enum pawl_status sqlite_tell(struct pawl_db *db, const struct run_row *row, const struct run_row *before,
                             const struct run_save *save, struct pawl_error *err);
