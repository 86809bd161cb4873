/* How a database makes moves: by functions of its own, or by steps that libpawl takes. Internal. */
#ifndef PAWL_MOVE_MOVE_DRIVER_H
#define PAWL_MOVE_MOVE_DRIVER_H

#include "core/move.h"

struct batch;

struct move_driver {
    attempt_fn *attempt;                /* a move whose event calls nothing back */
    attempt_fn *attempt_with_callbacks; /* any other */
    /* Moves of several callers; see gather.c. */
    enum pawl_status (*attempt_batch)(struct pawl_db *db, struct batch *batch, struct pawl_error *err);
};

extern const struct move_driver moves_by_calls; /* the driver has calls */
extern const struct move_driver moves_by_steps; /* the driver has steps */

#endif
