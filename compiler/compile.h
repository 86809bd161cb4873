/* All phases from a source to a model. */
#ifndef PAWL_COMPILE_H
#define PAWL_COMPILE_H

#include "diagnostic.h"
#include "model.h"

/* NULL where an error was reported. */
const struct model *compile(struct arena *arena, const struct source *source,
                            struct diagnostics *diagnostics);

#endif
