/*
 * A transition with `done`: a thread of the pool makes it when its turn comes, and passes the result to a
 * callback. Internal.
 */
#pragma once

#include "core/handle.h"
#include "core/move.h"

/* What a pool keeps of one, as long as it is not answered. */
struct later {
    struct pawl_db *db; /* of its own: what the move refers to lies in its memory */
    struct move move;
    struct pawl_transition moved;
    struct pawl_error err;
    enum pawl_status status;
    pawl_done_fn *done;
    void *context;
};

/* pawl_fire with `done`, within an operation that has begun. opts->struct_size says that it is there. */
enum pawl_status fire_later(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err);

/* Returns whether it needs its connection for longer: it calls C, or may wait for a paused machine. */
bool later_keeps_connection(const struct later *later);

/* Finishes it once its pool has the result, in status, moved and err. */
void later_finish(struct later *later);
