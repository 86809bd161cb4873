/*
 * Lives here: the phases in their order, from a source to a model. Not here: what a phase does.
 *
 * All phases from a source to a model.
 */
#pragma once

#include "base/diagnostic.h"
#include "model/dialect.h"
#include "model/model.h"
#include "syntax/ast.h"

/* NULL where an error was reported. */
const struct model *compile(struct arena *arena, const struct source *source,
                            struct diagnostics *diagnostics);

/*
 * The same for somebody who reads on where an error was reported: *ast has all that could be read, and the
 * model is there, too, if only asserts and scenarios failed.
 */
const struct model *compile_tree(struct arena *arena, const struct source *source,
                                 struct diagnostics *diagnostics, struct ast *ast);

/* Only whether it can be read: names and moves may make no sense, and parts of it may not be known yet. */
bool compile_syntax(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

/* The SQL of guards and effects: as the file has it; or, for a test, what the test answers, with or without
 * the file's SQL being run besides. */
enum compile_hooks { HOOKS_AS_WRITTEN, HOOKS_ANSWERED, HOOKS_RUN_AND_ANSWERED };

/*
 * Refuses also what those back ends do not execute yet, or not where entities are distributed; `chosen` has
 * one element for each of backends, `databases` are those that C speaks to. The prefix is put before all
 * names in C; NULL: none.
 */
const struct model *compile_for(struct arena *arena, const struct source *source,
                                struct diagnostics *diagnostics, const bool *chosen, dialect_set databases,
                                bool is_distributed, const char *prefix, enum compile_hooks hooks);
