/* Tables of transitions that are there before their machine is: `apply --adopt`. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/*
 * Whether a table is taken over: it is there, may be adopted, and has all that is needed; else each thing
 * that differs is said, and the program ends. wanted: what the file's header says of the table; NULL: the
 * machine has a head.
 */
bool adopt_check(struct call *call, const json_t *wanted, const char *machine, bool may_adopt);
