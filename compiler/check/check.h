/*
 * Lives here: judgements of what was resolved. Not here: anything that changes it.
 *
 * Warnings about a machine that has no errors: what it can never do, and what was hardly meant.
 */
#pragma once

#include "model/graph.h"
#include "resolve/resolve.h"

/* graph: of the same machine. */
void check_machine(struct ast *ast, const struct resolved_machine *machine, const struct graph *graph);
