/*
 * Lives here: `serve`, the live page and its addresses. Not here: queries: an address runs another command of
 * pawlctl with --json, in a process of its own.
 */
#pragma once

#include "say/command.h"

command_fn command_serve;
