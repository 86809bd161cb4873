/* What generated C holds for machines with timers or work. */
#ifndef PAWL_EMIT_C_QUEUE_H
#define PAWL_EMIT_C_QUEUE_H

#include "model.h"
#include "text.h"

/* The static tables, ending in queue_of_MACHINE; nothing for a machine without timers and work. */
void emit_c_queue(struct text *out, const struct model_machine *machine);

#endif
