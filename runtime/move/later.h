/*
 * A move that nobody waits for: it is asked for now, made when its turn comes, by whichever thread has it
 * then, and a callback is told what has come of it. Internal.
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

/* Whether it needs a connection for more than the move: it calls C, or may wait for a machine to wake. */
bool later_keeps_connection(const struct later *later);

/* All that is left of it, once its pool knows what to say to it; status, moved and err are the answer. */
void later_finish(struct later *later);
