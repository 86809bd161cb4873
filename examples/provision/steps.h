/* What the steps of the flow do. */
#ifndef STEPS_H
#define STEPS_H

#include "cloud.h"
#include "provision.h"

struct worker {
    struct cloud cloud;
    const char *name;
    struct pawl_db *watch; /* to look with, while another handle works */
};

/* Gives the handle the hooks of flow and procedure; the worker must live as long. */
pawl_transact_fn set_hooks;

#endif
