/* What the files of SQLite's dialect share. */
#ifndef PAWL_EMIT_SQL_SQLITE_SQLITE_H
#define PAWL_EMIT_SQL_SQLITE_SQLITE_H

#include "emit/sql/sql.h"

extern const char *const sqlite_types[]; /* by enum pawl_type; of columns */

/* Tables, views, indexes and triggers of the machine, and with_version what says that its programs may run.
 */
void sqlite_create_objects(struct text *out, const struct model_machine *machine, bool with_version);

#endif
