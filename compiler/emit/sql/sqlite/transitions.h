/* `storage transitions` on SQLite. */
#ifndef PAWL_EMIT_SQL_SQLITE_TRANSITIONS_H
#define PAWL_EMIT_SQL_SQLITE_TRANSITIONS_H

#include "emit/sql/sql.h"

/* The table of the transitions, unless it is there already, the views of it, and what guards it. */
void sqlite_transitions_tables(struct text *out, const struct model_machine *machine);

/* Microseconds as such a table keeps them. */
#define SQLITE_TIME_FROM(number)                                                                             \
    "strftime('%Y-%m-%d %H:%M:%S', " number " / 1000000, 'unixepoch') || printf('.%06d', " number            \
    " % 1000000)"
/* Template: most_recent of a row that is so no more. */
#define SQLITE_SUPERSEDED                                                                                    \
    "(select case when \"notnull\" then false end\n"                                                         \
    "    from pragma_table_info('{name}_transitions') where name = 'most_recent')"

/* See struct sql_dialect. */
void sqlite_insert_row(struct text *out, const struct model_machine *machine);
extern const char sqlite_supersede_row[];

#endif
