/* Failed asserts and scenarios as errors, and findings as warnings, where the file says them. */
#pragma once

#include "model/graph.h"
#include "resolve/resolve.h"

/* Only for a machine without errors; graph: of the same machine. */
void prove_machine(struct ast *ast, const struct resolved_machine *machine, const struct graph *graph);
