/* Runs of flows. */
#pragma once

#include "say/command.h"
#include "say/row.h"

#include <jansson.h>

/* The arguments of `pawlctl flow ls` and `show`, which the command has checked. */
int flow_list(struct call *call, const char *flow);
int flow_show(struct call *call, int64_t run);

/* As `flow ls` lists it. */
enum { FLOW_RUN_FIELDS = 21 };
void flow_run_row(struct field row[FLOW_RUN_FIELDS], const struct pawl_run *run);

/* A copy, since what libpawl hands out lives until it is called again. */
json_t *flow_run_json(const struct pawl_run *run);
