/*
 * Lives here: `metrics`: the rows of other commands as OpenMetrics text, with a dashboard and alert rules on
 * them. Not here: queries, which belong to those commands.
 */
#pragma once

#include "say/command.h"

command_fn command_metrics;

/* What an HTTP server sends with the text. */
#define METRICS_CONTENT_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"
