/*
 * Lives here: MariaDB's dialect: functions, and migrations made of steps. Not here: anything that another
 * dialect needs, too.
 *
 * What the files of MariaDB's dialect share.
 */
#pragma once

#include "emit/sql/sql.h"
#include "emit/template/template.h"

extern const char *const mariadb_types[]; /* by enum pawl_type; of parameters and columns */

extern const struct template_fragment sql_mariadb_fragments[], sql_mariadb_schema[],
    mariadb_migration_fragments[];
extern const struct text_fragment sql_mariadb_test[];
extern const struct template_vocabulary mariadb_machine_vocabulary;
