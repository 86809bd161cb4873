/* What the files of SQLite's dialect share. */
#ifndef PAWL_EMIT_SQL_SQLITE_SQLITE_H
#define PAWL_EMIT_SQL_SQLITE_SQLITE_H

#include "emit/sql/sql.h"
#include "emit/sql/template.h"

extern const char *const sqlite_types[]; /* by enum pawl_type; of columns */

extern const struct sql_fragment sql_sqlite_fragments[], sql_sqlite_schema[], sqlite_migration_fragments[];
extern const struct sql_vocabulary sqlite_machine_vocabulary, sqlite_migrate_vocabulary;

#endif
