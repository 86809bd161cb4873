/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_SQL_POSTGRES_H
#define PAWL_SQL_POSTGRES_H

#include "sql.h"

extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

/* See sql_dialect.objects; and the statements that put them into pawl_objects. */
void postgres_objects(struct text *out, const struct model_machine *machine);
void postgres_record_objects(struct text *out, const struct model_machine *machine);

/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);

/* The function of an event, with its grants and its comment. */
void postgres_function(struct text *out, const struct model_machine *machine, size_t event);
/* The call of it that libpawl sends. */
void postgres_fire(struct text *out, const struct model_machine *machine, const struct model_event *event);

#endif
