/* Warnings about a machine that has no errors: what it can never do, and what was hardly meant. */
#ifndef PAWL_CHECK_H
#define PAWL_CHECK_H

#include "resolve.h"

void check_machine(struct ast *ast, const struct resolved_machine *machine);

#endif
