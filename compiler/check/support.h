/*
 * What the language has and the back ends that were chosen do not execute yet: refused by name, and only
 * then. A part that they execute loses its line in support.c, and its test.
 */
#ifndef PAWL_CHECK_SUPPORT_H
#define PAWL_CHECK_SUPPORT_H

#include "resolve/resolve.h"

/* `chosen` has one element for each of backends. */
void support_check(struct ast *ast, const struct resolved_machine *machine, const bool *chosen,
                   bool is_distributed);

#endif
