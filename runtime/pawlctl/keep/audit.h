/* The table pawl_repairs: what was written without a move, by whom and why. */
#pragma once

#include "database/model.h"

struct head {
    const char *state; /* NULL: there is none */
    int64_t sort_key, since_us;
};

/* Within the transaction that writes; at_us is the time of that, one entity's differ. */
void audit(struct call *call, const struct deployed_model *model, const char *id, const char *reason,
           struct head before, struct head after);
