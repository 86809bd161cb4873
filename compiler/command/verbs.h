/* What each verb does; options.h has their table. */
#pragma once

#include "base/diagnostic.h"
#include "command/options.h"
#include "model/model.h"

enum { EXIT_DONE = 0, EXIT_ERRORS = 1, EXIT_TROUBLE = 2 };

verb_fn verb_compile, verb_check, verb_diff, verb_explain, verb_fmt, verb_lsp, verb_test;

/* The model as --no-roles, --strict and --distribute want it; what it is otherwise, it is for all outputs. */
const struct model *model_to_emit(struct arena *arena, const struct options *options,
                                  const struct model *model);

/* Whether --distribute says how it writes. */
bool has_nodes(const struct backend *backend);
/* And --strict. */
bool asks_who_writes(const struct backend *backend);

/* How messages name an operand: standard input as --name has it. */
const char *input_name(const struct options *options, const char *path);
/* Returns EXIT_DONE, or EXIT_TROUBLE with the reason printed. */
int read_input(struct source *source, struct arena *arena, const struct options *options, const char *path);

/* Prints what keeps the compiler from working at all; returns EXIT_TROUBLE. */
int trouble(const char *problem);

/* Writes the text to standard output and frees it; main says so where that was not possible. */
bool print_text(struct text *text);

/* To standard error, coloured on a terminal. */
void print_findings(const struct diagnostics *diagnostics);

/* "PATH: 2 errors", and then `end`. */
void print_error_count(const char *path, size_t count, const char *end);

/*
 * Reads and compiles a file; the findings are collected, and printed to standard error unless JSON is asked
 * for. *model is NULL unless the status is EXIT_DONE.
 */
int compile_file(struct arena *arena, const struct options *options, const char *path,
                 struct diagnostics *diagnostics, const struct model **model);

/* The same, with guards and effects as the test needs them; runs_sql: their SQL is run, too. */
int compile_for_test(struct arena *arena, const struct options *options, const char *path, bool runs_sql,
                     struct diagnostics *diagnostics, const struct model **model);
