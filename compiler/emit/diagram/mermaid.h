/* The parts of a Mermaid chart, which is of one kind in a file: states, or where there is a flow, a flow
 * chart. */
#ifndef PAWL_EMIT_DIAGRAM_MERMAID_H
#define PAWL_EMIT_DIAGRAM_MERMAID_H

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

struct templates;

/* In a flow chart; `number` tells several in one file apart, 0: it is alone. */
void mermaid_flow(struct text *out, struct arena *arena, const struct model_flow *flow, size_t number);

/* Of mermaid.tmpl. */
extern const struct templates mermaid_templates;

#endif
