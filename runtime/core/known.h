/* Machines whose deployment was checked, by a handle or by a pool. Internal. */
#pragma once

#include "pawl.h"

struct known_machines {
    const struct pawl_machine **machines;
    size_t count;
};

bool known_has(const struct known_machines *known, const struct pawl_machine *machine);
bool known_add(struct known_machines *known, const struct pawl_machine *machine); /* false: out of memory */
void known_remove(struct known_machines *known, const struct pawl_machine *machine); /* NULL: all */
