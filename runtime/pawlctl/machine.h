/* What generated C would hand to libpawl, made of a model. */
#ifndef PAWLCTL_MACHINE_H
#define PAWLCTL_MACHINE_H

#include "model.h"

/* In the args struct of every event, parameter n lies at n times this. */
enum { ARGUMENT_BYTES = 24 };

/* Borrows from the model; machine_free frees it. NULL: out of memory. */
struct pawl_machine *machine_make(const struct model *model, const char *dialect);
void machine_free(struct pawl_machine *machine);

#endif
