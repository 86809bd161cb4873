/* What all flows share in a database: constant texts, each statement harmless where it was run before. */
#ifndef PAWL_EMIT_SQL_FLOW_H
#define PAWL_EMIT_SQL_FLOW_H

#include "base/text.h"

/*
 * The tables and functions of runs. They stand behind what all machines share, in the same transaction. A
 * flow is entered behind them: on both a row of pawl_flows (flow, fingerprint, abi, topic, topic_argument,
 * model), on PostgreSQL one of pawl_freezes, too, with the head public.pawl_runs.
 */
void postgres_flow_schema(struct text *out);
void sqlite_flow_schema(struct text *out);

#endif
