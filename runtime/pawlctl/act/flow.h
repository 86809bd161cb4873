/* Runs of flows. */
#pragma once

#include "say/command.h"
#include "say/row.h"

#include <jansson.h>

/* The arguments of `pawlctl flow ls` and `show`, which the command has checked. */
int flow_list(struct call *call, const char *flow);
int flow_show(struct call *call, int64_t run);

/* As `flow ls` lists it. */
const struct field *flow_run_row(const struct pawl_run *run);
