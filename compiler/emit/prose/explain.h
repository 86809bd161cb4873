/* The machines and flows of a file as prose, for people who will not read its source. */
#ifndef PAWL_EMIT_PROSE_EXPLAIN_H
#define PAWL_EMIT_PROSE_EXPLAIN_H

#include "base/text.h"
#include "model/model.h"

/* Plain text, wrapped at 80 columns. */
void explain(const struct model *model, struct text *out);

#endif
