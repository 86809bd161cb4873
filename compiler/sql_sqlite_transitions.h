/* `storage transitions` on SQLite. */
#ifndef PAWL_SQL_SQLITE_TRANSITIONS_H
#define PAWL_SQL_SQLITE_TRANSITIONS_H

#include "sql.h"

/* The table of the transitions, unless it is there already, the views of it, and what guards it. */
void sqlite_transitions_tables(struct text *out, const struct model_machine *machine);

/* See struct sql_dialect. */
void sqlite_insert_row(struct text *out, const struct model_machine *machine);
extern const char sqlite_supersede_row[];

#endif
