/* What the steps of the flow do. */
#ifndef STEPS_H
#define STEPS_H

#include "cloud.h"
#include "provision.h"

struct worker {
    struct cloud cloud;
    const char *name;
};

/* Gives the handle the hooks of flow and procedure; the worker must live as long. */
enum pawl_status set_hooks(struct pawl_db *db, struct worker *worker, struct pawl_error *err);

#endif
