/* What is refused in flows that could be run, but would not do what was meant, and warnings about them. */
#pragma once

#include "resolve/flow.h"

/* More classes of locks are not compared. */
#define CHECK_LOCK_CLASSES_MAX 200

void check_flows(struct ast *ast, const struct resolved_flows *flows);

/* locks.c: locks that runs hold while they wait for others; of all flows of a file together. */
void check_locks(struct ast *ast, const struct resolved_flows *flows);
