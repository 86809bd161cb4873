/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_EMIT_SQL_POSTGRES_POSTGRES_H
#define PAWL_EMIT_SQL_POSTGRES_POSTGRES_H

#include "emit/sql/sql.h"

extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

const char *postgres_column_type(enum pawl_type type); /* likewise, of columns */

/* What comes first in a transaction of machines: it requires what they share, and becomes who owns them. */
void postgres_begin_roles(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machines, size_t count);
/* A text as a literal, which is right under both settings of standard_conforming_strings. */
escape_literal_fn postgres_literal;
/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);
void postgres_duration(struct text *out, int64_t ms);
/* The value as one of the type. */
void postgres_cast(struct text *out, const char *value, enum pawl_type type);

#endif
