/*
 * Lives here: the worker, for the loop around it. Not here: pawl_work, which is in pawl.h.
 */
#pragma once

#include "pawl.h"

/* As pawl_work; is_away: the caller's `away` was called before, so it is called with NULL once the machines
 * and flows were found. */
enum pawl_status work_after(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                            const struct pawl_work_options *options, bool is_away, struct pawl_error *err);
