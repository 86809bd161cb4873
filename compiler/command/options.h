/* The command line: one table of verbs and their options, verbs.txt, which makes the help and completions,
 * too. */
#pragma once

#include "base/arena.h"
#include "base/completion.h"
#include "base/warnings.h"
#include "emit/emit.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct options;

/* Returns the exit status. */
typedef int verb_fn(struct arena *arena, const struct options *options);

struct verb {
    const char *name; /* as the first word; that of the first verb is not typed */
    const char *operands;
    size_t operand_min;
    size_t operand_max;
    const char *help;                        /* one line */
    const char *more;                        /* for its own help: lines of at most 80 columns */
    const char *examples;                    /* lines, each behind "pawl " */
    const char *status_1;                    /* what exit status 1 says */
    const char *status_2;                    /* what 2 says beside what it says of all; NULL: nothing */
    const struct completion_option *options; /* its own; ends with a NULL spelling */
    verb_fn *run;
};

#define OPERANDS_MAX SIZE_MAX

/* Made of verbs.txt. The first verb is done where none is named. */
extern const struct verb *const verbs[];                /* ends with NULL */
extern const struct completion_option shared_options[]; /* of every verb; ends with a NULL spelling */
extern const struct completion_program completion_program;

struct given {
    const struct completion_option *option;
    const char *value; /* "" where it takes none */
};

struct options {
    const struct verb *verb;
    const char *const *paths;
    size_t path_count;
    struct given *given;
    size_t given_count;
    bool *chosen;          /* one for each of backends; NULL: all of its databases */
    dialect_set databases; /* that outputs are for; 0: those by default, and those of chosen kinds */
    bool json;             /* or SARIF: findings are a document on standard output */
    struct warnings warnings;
};

/* The option's value, or NULL where it was not given. */
const char *option(const struct options *options, const char *spelling);

/* The databases that its outputs are for. */
dialect_set options_databases(const struct options *options);

/* Whether the outputs of a back end are asked for, by themselves or with those of another. */
bool options_chooses(const struct options *options, const struct backend *backend);

/* What --help prints, of all verbs for the first one. */
void help_text(struct text *out, const struct verb *verb);

/* The completions of pawl. */
void options_complete(struct text *out, struct arena *arena, const struct completion *completion);

/* Returns one line about what is wrong; NULL: nothing. */
const char *options_read(struct options *options, struct arena *arena, int argc, char **argv);
