/*
 * Lives here: the commands that change machines, entities, locks and runs through libpawl, as a program
 * would. Not here: commands that change Pawl's tables directly (keep/).
 */
#pragma once

#include "say/command.h"

command_fn command_fire, command_flow, command_freeze, command_locks, command_ls, command_queue, command_thaw,
    command_why, command_work;

/* ---- shared by `fire` and `why` ------------------------------------------------------------------------ */

/* Prints what firing the event would return. Returns the exit status. */
struct deployed_model;
int fire_dry(struct call *call, const struct deployed_model *model, struct pawl_key key, size_t event,
             const struct pawl_opts *opts);

/* ---- shared by `freeze` and `thaw` ------------------------------------------------------------------- */

/* Ends the program, with the nearest name, if `name` is neither a machine nor a flow. */
enum freezable { FREEZABLE_MACHINE, FREEZABLE_SPREAD_MACHINE, FREEZABLE_FLOW };
enum freezable freeze_look_up(struct call *call, const char *name);

/* Prints `done`, or the error of that status. before: the freeze that was in force until now; NULL: none.
 * Returns the exit status. */
int freeze_report(struct call *call, const char *machine, enum pawl_status status, const char *done,
                  const char *before);
