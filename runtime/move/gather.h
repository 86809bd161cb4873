/* Moves of several callers, made as one transaction, and their reads by key. Internal. */
#pragma once

#include "core/handle.h"
#include "core/move.h"

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
