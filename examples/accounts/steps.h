/* What the steps of the flows do: all that a program with flows has to write. */
#ifndef STEPS_H
#define STEPS_H

#include "accounts.h"

struct teller {
    const char *name;
    const char *dies_at; /* killed at the end of this step, before it is saved; NULL: lives */
};

/* Gives the handle the hooks of all flows; the teller must live as long. */
enum pawl_status set_hooks(struct pawl_db *db, struct teller *teller, struct pawl_error *err);

#endif
