/*
 * What the language has and the back ends that were chosen do not execute yet: refused by name, and only
 * then. A part that they execute loses its line in support.c, and its test.
 */
#pragma once

#include "model/dialect.h"
#include "resolve/resolve.h"

/* `chosen` has one element for each of backends; `databases` are those that C speaks to. */
/* Whether a header or a source is among those. */
bool support_writes_c(const bool *chosen);

void support_check(struct ast *ast, const struct resolved_machine *machine, const bool *chosen,
                   dialect_set databases, bool is_distributed);
