/* 16 hexadecimal digits over everything in a machine that changes what it does; see model.h. */
#ifndef PAWL_FINGERPRINT_H
#define PAWL_FINGERPRINT_H

#include "arena.h"
#include "model.h"

const char *fingerprint(struct arena *arena, const struct model_machine *machine);

#endif
