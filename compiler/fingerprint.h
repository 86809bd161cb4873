/* 16 hexadecimal digits over everything in a machine or flow that changes what it does; see model.h. */
#ifndef PAWL_FINGERPRINT_H
#define PAWL_FINGERPRINT_H

#include "arena.h"
#include "model.h"

const char *fingerprint(struct arena *arena, const struct model_machine *machine);
const char *fingerprint_flow(struct arena *arena, const struct model_flow *flow);

#endif
