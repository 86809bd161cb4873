/* Completion scripts for shells, made from the tables of options.h. */
#ifndef PAWL_COMPLETION_H
#define PAWL_COMPLETION_H

#include "text.h"

typedef void completion_fn(struct text *out);

struct completion {
    const char *shell;
    completion_fn *write;
};

extern const struct completion completions[]; /* ends with a NULL shell */

#endif
