/* Flows in SQLite. */
#ifndef PAWL_SQL_SQLITE_FLOW_H
#define PAWL_SQL_SQLITE_FLOW_H

#include "model.h"
#include "text.h"

/* The tables that all flows share. */
void sqlite_flow_schema(struct text *out);
/* See sql_dialect.flow. */
void sqlite_flow(struct text *out, const struct model_flow *flow, const char *model);

#endif
