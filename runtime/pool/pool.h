/*
 * Lives here: handles without connections of their own, for many threads. Not here: what a move is, or SQL.
 *
 * A pool of connections, whose handles have none of their own. Internal.
 */
#pragma once

#include "core/driver.h"

/* pawl_pool_open, where the driver is known. */
enum pawl_status pool_create(struct pawl_pool **out, const struct driver *driver, const char *where,
                             const struct pawl_pool_options *options, struct pawl_error *err);

/* For tests: from now on a move that comes alone is made as those of many are, too. */
void pool_gathers_always(struct pawl_pool *pool);
