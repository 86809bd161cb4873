/* Guards and effects in SQL: whether the database could run them, before the first move needs one. */
#ifndef PAWLCTL_HOOKS_H
#define PAWLCTL_HOOKS_H

#include "model.h"

/*
 * Says of each guard and effect of the machine that the database cannot run what is missing. Returns how many
 * those are, or -1 where the database could not be asked.
 */
int hooks_check(struct call *call, const struct model *model);

#endif
