/* Failed asserts and scenarios as errors, and findings as warnings, where the file says them. */
#ifndef PAWL_PROVE_REPORT_H
#define PAWL_PROVE_REPORT_H

#include "resolve.h"

/* Only for a machine without errors. */
void prove_machine(struct ast *ast, const struct resolved_machine *machine);

#endif
