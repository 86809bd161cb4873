/*
 * Lives here: the commands that change machines, entities, locks and runs through libpawl, as a program
 * would, and list those that wait. Not here: commands that change Pawl's tables directly (keep/).
 */
#pragma once

#include "say/command.h"

command_fn command_clock, command_fire, command_flow, command_freeze, command_locks, command_ls,
    command_queue, command_stuck, command_thaw, command_why, command_work;

/* ---- shared by `fire` and `why` ------------------------------------------------------------------------ */

/* Prints what firing the event would return. Returns the exit status. */
struct entity;
int fire_dry(struct call *call, const struct entity *entity, size_t event, const struct pawl_opts *opts);

/* ---- shared by `locks`, `fire`, `why`, `flow` and `stuck` ------------------------------------------- */

struct held_locks {
    struct pawl_held_lock *list;
    size_t count, capacity;
};

/* All that are held, on the key unless it is NULL. */
enum pawl_status held_locks_read(struct call *call, const char *key, struct held_locks *locks);
/* NULL: it belongs to no login, or the database has none. */
const char *held_lock_login(struct call *call, const struct pawl_held_lock *lock);

struct pawl_run;
/* Reads the run of a flow that holds the lock; false: none does, or this login may not know. */
bool held_lock_run(struct call *call, const struct pawl_held_lock *lock, struct pawl_run *run);
/* "run 12, ready, claimed until ...", or the owner. */
const char *held_lock_owner(struct call *call, const struct pawl_held_lock *lock);

/* "login ops, since ...": who froze the entity's machine, or holds the lock that blocks it; NULL: nobody, or
 * this login may not know. */
const char *blocker_of(struct call *call, const struct entity *entity);

/* ---- rows for `metrics` ------------------------------------------------------------------------------ */

struct list;
struct models;
/* The timers and work of these machines, as `queue status` lists them. */
void queue_list(struct call *call, const struct models *models, struct list *list);
/* {machine, waiting} of each held lock, machine "" being all machines, and the freezes as `locks` lists them.
 */
void locks_list(struct call *call, struct list *locks, struct list *freezes);

/* ---- shared by `freeze` and `thaw` ------------------------------------------------------------------- */

/* Ends the program, with the nearest name, if `name` is neither a machine nor a flow. */
enum freezable { FREEZABLE_MACHINE, FREEZABLE_SPREAD_MACHINE, FREEZABLE_FLOW };
enum freezable freeze_look_up(struct call *call, const char *name);

/* Prints `done`, or the error of that status. before: the freeze that was in force until now; NULL: none.
 * Returns the exit status. */
int freeze_report(struct call *call, const char *machine, enum pawl_status status, const char *done,
                  const char *before);
