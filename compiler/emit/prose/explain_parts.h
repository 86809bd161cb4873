/* What the explanations of machines and of flows share; for explain*.c only. */
#ifndef PAWL_EMIT_PROSE_EXPLAIN_PARTS_H
#define PAWL_EMIT_PROSE_EXPLAIN_PARTS_H

#include "emit/prose/explain.h"

/* Label [name], underlined, with a blank line below. */
void explain_title(struct text *out, const char *label, const char *name);

void explain_flow(const struct model_flow *flow, struct text *out);

#endif
