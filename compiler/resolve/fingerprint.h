/* 16 hexadecimal digits over everything in a machine or flow that changes what it does; see model/model.h. */
#pragma once

#include "base/arena.h"
#include "model/model.h"

const char *fingerprint(struct arena *arena, const struct model_machine *machine);
const char *fingerprint_flow(struct arena *arena, const struct model_flow *flow);
