/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_EMIT_SQL_POSTGRES_POSTGRES_H
#define PAWL_EMIT_SQL_POSTGRES_POSTGRES_H

#include "emit/sql/sql.h"
#include "model/hooks.h"

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

/* Whether the event has a function for many entities at once. */
bool postgres_has_many(const struct model_machine *machine, size_t event);

/* Whether the function of an event takes verdicts of guards in C. */
bool postgres_takes_verdicts(const struct model_machine *machine, const struct model_event *event);

#endif
