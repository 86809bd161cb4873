/* Locks in SQLite's dialect: tables only, since libpawl takes the steps. */
#ifndef PAWL_EMIT_SQL_SQLITE_LOCK_H
#define PAWL_EMIT_SQL_SQLITE_LOCK_H

#include "emit/sql/sql.h"

enum { SQLITE_TABLE_COLUMNS_MAX = 34 };

/* What may be written is the row that libpawl is writing at that moment, as with the machines' own tables. */
struct sqlite_table {
    const char *name;
    const char *purpose;
    bool may_update;
    size_t primary_key; /* so many columns, the first ones */
    size_t may_delete;  /* the row with these first columns; 0: rows stay */
    const char *unique; /* or NULL */
    struct sqlite_column {
        const char *name;
        const char *type;
    } columns[SQLITE_TABLE_COLUMNS_MAX + 1];
};
/* instead: what others do who would write them. */
void sqlite_put_tables(struct text *out, const struct sqlite_table *tables, size_t count,
                       const char *instead);

/* The tables that belong to no machine. */
void sqlite_lock_schema(struct text *out);
/* Likewise, where a machine or a flow emits. */
void sqlite_outbox_schema(struct text *out);

#endif
