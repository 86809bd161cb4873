#include "core/known.h"

#include <stdlib.h>

bool known_has(const struct known_machines *known, const struct pawl_machine *machine) {
    for (size_t i = 0; i < known->count; i++)
        if (known->machines[i] == machine)
            return true;
    return false;
}

bool known_add(struct known_machines *known, const struct pawl_machine *machine) {
    const struct pawl_machine **machines =
        realloc(known->machines, (known->count + 1) * sizeof *known->machines);
    if (!machines)
        return false;
    machines[known->count++] = machine;
    known->machines = machines;
    return true;
}

void known_remove(struct known_machines *known, const struct pawl_machine *machine) {
    size_t kept = 0;
    for (size_t i = 0; machine && i < known->count; i++)
        if (known->machines[i] != machine)
            known->machines[kept++] = known->machines[i];
    known->count = kept;
}
