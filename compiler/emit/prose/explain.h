/* The machines and flows of a file as prose, for people who will not read its source. */
#pragma once

#include "base/text.h"
#include "model/model.h"

/* Plain text, wrapped at 80 columns. */
void explain(const struct model *model, struct text *out);

/* The same of one thing alone, such as a state; nothing where the machine has none of that name. */
enum explain_kind { EXPLAIN_PLACE, EXPLAIN_EVENT, EXPLAIN_GUARD, EXPLAIN_EFFECT };
void explain_part(const struct model_machine *machine, enum explain_kind kind, const char *name,
                  struct text *out);
void explain_flow_step(const struct model_flow *flow, const struct model_flow_step *step, struct text *out);
