/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_SQL_POSTGRES_H
#define PAWL_SQL_POSTGRES_H

#include "sql.h"

extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

/* The trigger has one name everywhere: it is its table's own, and so never too long. */
#define POSTGRES_REFUSE_WRITE(table)                                                                         \
    "create or replace trigger pawl_refuse_write\n"                                                          \
    "  before insert or update or delete or truncate on " table "\n"                                         \
    "  for each statement execute function public.pawl_refuse_write();\n"

/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);

/* The function of an event, with its grants and its comment. */
void postgres_function(struct text *out, const struct model_machine *machine, size_t event);
/* The call of it that libpawl sends. */
void postgres_fire(struct text *out, const struct model_machine *machine, const struct model_event *event);

#endif
