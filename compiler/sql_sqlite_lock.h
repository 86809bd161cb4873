/* Locks in SQLite's dialect: tables only, since libpawl takes the steps. */
#ifndef PAWL_SQL_SQLITE_LOCK_H
#define PAWL_SQL_SQLITE_LOCK_H

#include "sql.h"

/* The tables that belong to no machine. */
void sqlite_lock_schema(struct text *out);
/* Likewise, where a machine emits. */
void sqlite_outbox_schema(struct text *out);
/* How a machine is found by its key. */
void sqlite_lock_machine(struct text *out, const struct model_machine *machine);

#endif
