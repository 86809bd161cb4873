/* Guards and effects in SQL: whether the database could run them, before the first move needs one. */
#ifndef PAWLCTL_HOOKS_H
#define PAWLCTL_HOOKS_H

#include "model.h"

/* "rent_guard_free cannot run: PostgreSQL 42501: ...", and what to do; help is "" where that is not known. */
typedef void hook_problem_fn(void *context, const char *message, const char *help);

/*
 * Tells `problem` of each guard and effect of the machine that the database cannot run what is missing; in
 * the transaction that is open, or its own. Returns how many those are, or -1 where the database could not be
 * asked.
 */
int hooks_check(struct call *call, const struct model *model, hook_problem_fn *problem, void *context);

/* Prints it to standard error. */
hook_problem_fn hook_problem_say;

#endif
