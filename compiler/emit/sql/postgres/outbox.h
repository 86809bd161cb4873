/* The outbox in PostgreSQL's dialect: what relays call. */
#ifndef PAWL_EMIT_SQL_POSTGRES_OUTBOX_H
#define PAWL_EMIT_SQL_POSTGRES_OUTBOX_H

#include "emit/sql/sql.h"

/* The tables and functions that belong to no machine; any one, for the numbers in them. */
void postgres_outbox_schema(struct text *out, const struct model_machine *machine);

/* The function by which runs of flows write into it; it is there with or without an outbox. */
void postgres_run_events(struct text *out);

#endif
