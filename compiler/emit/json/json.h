/* The model as JSON, for emitters that put it into something else. */
#ifndef PAWL_EMIT_JSON_JSON_H
#define PAWL_EMIT_JSON_JSON_H

#include "base/text.h"
#include "model/model.h"

/* What --emit=json says of one machine, on one line, and then `more`: further members, each after a comma. */
void json_machine(struct text *out, const struct model_machine *machine, const char *more);

/* The same of one flow. */
void json_flow(struct text *out, const struct model_flow *flow, const char *more);

#endif
