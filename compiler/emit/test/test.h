/*
 * Lives here: the program of `pawl test`, what it expects as tables, and the C that compares. Not here: how
 * it is compiled and run.
 */
#pragma once

#include "base/text.h"
#include "model/model.h"

/* file: as messages name it. has_hooks: it is linked with a file that defines NAME_hooks of each machine. */
struct sql_dialect;
void emit_test(struct text *out, const struct model *model, const struct sql_dialect *dialect,
               const char *file, bool has_hooks, bool runs_sql);
