/* Moves that several callers ask for at once, made as one transaction, and what they read by key. Internal.
 */
#ifndef PAWL_MOVE_GATHER_H
#define PAWL_MOVE_GATHER_H

#include "core/handle.h"
#include "core/move.h"

/* What has become of one of them. */
enum gathered_end {
    GATHERED_ANSWERED, /* status, and what the move and err say, are the caller's answer */
    GATHERED_ALONE,    /* nothing was done: it is to be made by itself, where it stands in nobody's way */
    GATHERED_LOST,     /* it was sent, and not answered: it is to be sent again, on the same connection */
};

/*
 * A move of one caller, who waits for its end. His own handle has prepared it, and its values lie in that
 * handle's memory.
 */
struct gathered {
    struct move *move;         /* NULL: it is a read */
    const struct query *query; /* of a read, whose rows it hands over to the caller */
    struct pawl_error *err;    /* his; never NULL for a move */
    enum pawl_status status;
    enum gathered_end end;
};

/* Whether reads can be gathered: that gains only where several statements go in one round trip. */
bool gather_takes_reads(const struct driver *driver);

/*
 * Whether a move can be gathered. It must call nothing in C before the commit, show no claim and no lock,
 * and take no lock on a key: a stranger could hold that lock, and keep the whole batch waiting, unless one
 * connection writes at a time.
 */
bool gather_takes(const struct pawl_db *db, const struct move *move);

/*
 * Reads, on what was committed before; then makes the moves, in their order where they are of one entity, on
 * a handle that has a connection of its own and no transaction. All that are answered are committed, or were
 * refused. items: in any order afterwards.
 */
void gather_fire(struct pawl_db *db, struct gathered **items, size_t count);

#endif
