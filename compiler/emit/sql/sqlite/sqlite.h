/*
 * Lives here: SQLite's dialect: statements that libpawl takes step by step, and triggers. Not here:
 * anything that another dialect needs, too.
 *
 * What the files of SQLite's dialect share.
 */
#pragma once

#include "emit/sql/sql.h"
#include "emit/template/template.h"

extern const char *const sqlite_key_columns[];
extern const char *const sqlite_types[]; /* by enum pawl_type; of columns */

extern const struct template_fragment sql_sqlite_fragments[], sql_sqlite_schema[],
    sqlite_migration_fragments[];
extern const struct text_fragment sql_sqlite_test[];
extern const struct template_vocabulary sqlite_machine_vocabulary, sqlite_migrate_vocabulary;
