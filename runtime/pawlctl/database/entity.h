/* One entity, as the operands "[MACHINE] ID" name it, and its history. */
#pragma once

#include "model.h"
#include "say/row.h"

struct entity {
    const struct deployed_model *model;
    const char *id;
    struct pawl_key key;
};

/* Reads the machine and the key; where no machine is named, the one that has an entity with that key. */
struct entity entity_find(struct call *call, const char *machine, const char *id);

/* Locks the head, where there is one, against moves; in a transaction of database_begin_writing. */
void entity_lock(struct call *call, const struct deployed_model *model, struct pawl_key key);

/* "public.payment_archive", as models have table names. */
const char *archive_table_name(const struct deployed_model *model);

/* "it was archived at ...": NULL where it was not, or to a file, of which the database knows nothing. */
const char *entity_archived(struct call *call, const struct deployed_model *model, struct pawl_key key);

/* Its moves, oldest first; one without any is refused. cells: sort_key, event, from, to, created_at, actor,
 * request id, columns... */
enum { ENTITY_MOVE_CELLS = 7 };
struct row_set entity_history(struct call *call, const struct entity *entity);
/* Only those with a sort key from first to last, by the index of the history; there may be none. */
struct row_set entity_history_between(struct call *call, const struct entity *entity, int64_t first,
                                      int64_t last);

/* The key of its locks: `key` refers to the entity's key or to a parameter of the creation. NULL: none, or it
 * is not known. */
const char *entity_lock_key(struct call *call, const struct entity *entity);

/* Such a move, as `pawlctl history` prints it. */
const struct field *entity_move_row(const struct deployed_model *model, const struct cell *cells);
json_t *entity_move(const struct deployed_model *model, const struct cell *cells);

/* The name of a stored state or event; the stored text itself where the model does not know it. */
const char *entity_state_name(const struct deployed_model *model, const char *stored);
const char *entity_event_name(const struct deployed_model *model, const char *stored);
