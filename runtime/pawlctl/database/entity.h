/* One entity, as the operands "[MACHINE] ID" name it, and its history. */
#ifndef PAWLCTL_ENTITY_H
#define PAWLCTL_ENTITY_H

#include "model.h"
#include "say/row.h"

struct entity {
    struct models models;
    const struct deployed_model *model;
    const char *id;
    struct pawl_key key;
};

/*
 * Reads the machine and the key; where no machine is named, the one that has an entity with that key. Returns
 * the exit status, having said what is wrong. To be freed also then.
 */
int entity_find(struct call *call, const char *machine, const char *id, struct entity *entity);
void entity_free(struct entity *entity);

/* Locks the head, where there is one, against moves; in a transaction of database_begin_writing. */
bool entity_lock(struct call *call, const struct deployed_model *model, struct pawl_key key);

/* "public.payment_archive", as models have table names. The caller frees it; NULL: out of memory. */
char *archive_table_name(const struct deployed_model *model);

/*
 * "it was archived at ...": "" where it was not, or to a file, of which the database knows nothing. False:
 * the database cannot be asked.
 */
enum { ARCHIVED_SIZE = 256 };
bool entity_put_archived(struct call *call, const struct deployed_model *model, struct pawl_key key,
                         char help[ARCHIVED_SIZE]);

/*
 * Calls row for each move, oldest first. cells: sort_key, event, from, to, created_at, actor, request id,
 * columns... False: the database cannot be asked.
 */
bool entity_moves(struct call *call, const struct deployed_model *model, struct pawl_key key, row_fn *row,
                  void *context);

/* The same of an entity that must be there. Returns the exit status: one without a move is not found. */
int entity_history(struct call *call, const struct entity *entity, row_fn *row, void *context);

/* What entity_history hands to row, as `pawlctl history` prints it; params: as entity_params_text says them.
 */
enum { ENTITY_MOVE_FIELDS = 10 };
void entity_move_row(struct field row[ENTITY_MOVE_FIELDS], const struct deployed_model *model,
                     const struct cell *cells, const char *params);
json_t *entity_move(const struct deployed_model *model, const struct cell *cells);

/* The parameters in the columns as "amount=1000 currency=EUR", which the caller frees. */
char *entity_params_text(const struct deployed_model *model, const struct cell *columns);

/* The name of a stored state or event; the stored text itself where the model does not know it. */
const char *entity_state_name(const struct deployed_model *model, const char *stored);
const char *entity_event_name(const struct deployed_model *model, const char *stored);

#endif
