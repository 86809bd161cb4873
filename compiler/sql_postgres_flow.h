/* Flows in PostgreSQL. */
#ifndef PAWL_SQL_POSTGRES_FLOW_H
#define PAWL_SQL_POSTGRES_FLOW_H

#include "model.h"
#include "text.h"

/* The tables that all flows share. */
void postgres_flow_schema(struct text *out);
/* See sql_dialect.flow. */
void postgres_flow(struct text *out, const struct model_flow *flow, const char *model);

#endif
