/* What generated C holds for machines with timers or work. */
#ifndef PAWL_EMIT_C_QUEUE_H
#define PAWL_EMIT_C_QUEUE_H

#include "base/text.h"
#include "model/model.h"

/* What hooks of work are told and answer. */
void c_queue_declare(struct text *out, const struct model_machine *machine);
/* Their members of the machine's hooks struct. */
void c_queue_members(struct text *out, const struct model_machine *machine);
/* The static tables, ending in queue_of_MACHINE; nothing for a machine without timers and work. */
void emit_c_queue(struct text *out, const struct model_machine *machine);

#endif
