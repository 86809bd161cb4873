/*
 * Lives here: the commands that change machines, entities, locks and runs through libpawl, as a program
 * would. Not here: commands that change Pawl's tables directly (keep/).
 */
#ifndef PAWLCTL_ACT_H
#define PAWLCTL_ACT_H

#include "say/command.h"

command_fn command_fire, command_flow, command_freeze, command_locks, command_queue, command_thaw,
    command_work;

/* ---- shared by `freeze` and `thaw`; both return the exit status --------------------------------------- */

/* Prints an error, with the nearest name, if `name` is neither a machine nor a flow. is_spread: it is a
 * machine that is spread over nodes. */
int freeze_look_up(struct call *call, const char *name, bool *is_flow, bool *is_spread);

/* Prints `done`, or the error of that status. before: the freeze that was in force until now; NULL: none. */
int freeze_report(struct call *call, const char *machine, enum pawl_status status, const char *done,
                  const char *before);

#endif
