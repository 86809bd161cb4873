/*
 * Timers, work and runs that are due later than the clock of the database allows: they were written while
 * that clock ran ahead. The history never goes back, and such rows would wait until the time that it showed.
 */
#pragma once

#include "judge.h"

/* cells: key, is_work, fence, claim, attempts, last_error, is_asleep, due_at, now, state, sort_key, since; of
 * one timer or work, and of one entity if `only` is not NULL */
struct row_set due_too_late(struct call *call, const struct deployed_model *model, const json_t *pending,
                            const struct pawl_key *only);
/* The same as problems of `verify`. */
void due_judge(struct judge *judge, struct call *call, const struct deployed_model *model,
               const json_t *pending);

/* A row of the queue, as it is to be. */
struct due_row {
    const char *declaration, *last_error;
    bool is_work, is_asleep;
    int64_t due_at_us, fence, claim, attempts;
};
void due_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
               const struct due_row *row);
