/* The column of the entity's own row that `mirror` keeps equal to the state: anybody who may write there can
 * change it, and nothing but the next move would put it right. */
#pragma once

#include "model.h"

/* Its name, or NULL where the machine keeps none. */
const char *mirror_column(const struct deployed_model *model);

/* Entities whose column says something else, at most `limit` of them; or the one with that key. cells: key,
 * what the column says (may be null), and of the head state, sort_key, since. False: they cannot be read. */
bool mirror_try_differences(struct call *call, const struct deployed_model *model, int limit,
                            struct row_set *rows);
struct row_set mirror_difference(struct call *call, const struct deployed_model *model, struct pawl_key key);

/* Writes the state into the column; within a transaction of database_begin_writing. */
void mirror_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
                  const char *state);
