/* What the steps of the flows do: all that a program with flows has to write. */
#ifndef STEPS_H
#define STEPS_H

#include "accounts.h"

struct teller {
    const char *name;
    const char *dies_at;   /* killed at the end of this step, before it is saved; NULL: lives */
    struct pawl_db *watch; /* to look with, while another handle works */
};

/* Gives the handle the hooks of all flows; the teller must live as long. */
pawl_transact_fn set_hooks;

#endif
