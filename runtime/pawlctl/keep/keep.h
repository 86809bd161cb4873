/*
 * Lives here: the commands that deploy, and those that change Pawl's tables directly, as pawl_owner. Not
 * here: transitions (act/), and the rules of a legal history (judge/).
 */
#pragma once

#include "say/command.h"

command_fn command_apply, command_archive, command_backfill, command_empty, command_erase, command_grant,
    command_plan, command_repair, command_restored, command_retire;
