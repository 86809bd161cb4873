/* The column of the entity's own row that `mirror` keeps equal to the state: anybody who may write there can
 * change it, and nothing but the next move would put it right. */
#ifndef PAWLCTL_MIRROR_H
#define PAWLCTL_MIRROR_H

#include "database.h"
#include "model.h"

/* Its name, or NULL where the machine keeps none. */
const char *mirror_column(const struct deployed_model *model);

/*
 * Calls row for each entity whose column says something else, or for the one with that key. cells: key, what
 * the column says (may be null), and of the head state, sort_key, since. At most `limit` of them.
 */
bool mirror_differences(struct call *call, const struct deployed_model *model, const struct pawl_key *only,
                        int limit, row_fn *row, void *context);

/* Writes the state into the column; within a transaction of database_begin_writing. */
bool mirror_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
                  const char *state);

#endif
