/* Tables of transitions that are there before their machine is: `apply --adopt`. */
#ifndef PAWLCTL_ADOPT_H
#define PAWLCTL_ADOPT_H

#include "say/command.h"

#include <jansson.h>

/*
 * Whether the file's SQL can be run as far as the machine's table is concerned: there is none yet, or it may
 * be adopted and has all that is needed. Returns the exit status, having said each thing that differs. adopts
 * is set where a table is taken over. wanted: what the file's header says of the table; NULL: the machine has
 * a head.
 */
int adopt_check(struct call *call, const json_t *wanted, const char *machine, bool may_adopt, bool *adopts);

#endif
