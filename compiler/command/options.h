/* The command line: one table of verbs and one of options, which also make the help and the completions. */
#ifndef PAWL_COMMAND_OPTIONS_H
#define PAWL_COMMAND_OPTIONS_H

#include "base/arena.h"
#include "base/completion.h"
#include "base/warnings.h"
#include "emit/emit.h"

#include <stdbool.h>
#include <stdio.h>

struct options;

/* Returns the exit status. */
typedef int verb_fn(struct arena *arena, const struct options *options);

struct verb {
    const char *name; /* as the first word; NULL: what is done without one */
    const char *operands;
    size_t operand_min;
    size_t operand_max;
    const char *help; /* one line */
    const char *more; /* for its own help: lines of at most 80 columns */
    const char *one;  /* what exit status 1 says */
    const char *two;  /* what 2 says beside what it says of all; NULL: nothing */
    verb_fn *run;
};

extern const struct verb verbs[]; /* ends where run is NULL; the first one is done where none is named */

struct option_kind {
    const char *spelling; /* with its dashes */
    enum completion_value
        value;              /* of words: value_name, which has | between them; of a switch: base/warnings.h */
    const char *value_name; /* NULL: takes none */
    const char *verbs;      /* those that take it, blanks around each; "": all */
    const char *help;       /* one line */
    size_t member;          /* of struct options, where it is kept: true, or as a text; 0: `set` does that */
    const char *wanted;     /* what its text must be, and not empty; NULL: it may be */
    bool (*set)(struct options *options, struct arena *arena, const char *value, const char **problem);
};

extern const struct option_kind option_kinds[]; /* ends with a NULL spelling */

/* Whether the verb takes the option. */
bool option_belongs(const struct option_kind *kind, const struct verb *verb);

struct options {
    const struct verb *verb;
    const char *const *paths;
    size_t path_count;
    const char *folder;         /* NULL: none was named */
    bool *chosen;               /* one for each of backends; NULL: all of its databases */
    dialect_set databases;      /* that outputs are for; 0: those by default, and those of chosen kinds */
    const char *prefix;         /* of all names in C; NULL: none */
    const char *since;          /* NULL: no older version to compare with */
    bool depfile;               /* -MD */
    const char *depfile_path;   /* NULL: beside the outputs */
    const char *depfile_target; /* NULL: the outputs */
    bool list_outputs;
    bool no_roles;
    const struct sql_dialect *sql; /* diff: writes the migration for it; NULL: tells the changes */
    bool json;
    struct warnings warnings;
    bool only_check;                     /* fmt: write nothing */
    const struct completion *completion; /* NULL: none is asked for */
    bool help;
    bool version;
};

/* The databases that its outputs are for. */
dialect_set options_databases(const struct options *options);
/* Whether the outputs of a back end are asked for, by themselves or with those of another. */
bool options_chooses(const struct options *options, const struct backend *backend);

/* The completions of pawl. */
void options_complete(struct text *out, struct arena *arena, const struct completion *completion);

/* Fails with one line in *problem. */
bool options_read(struct options *options, struct arena *arena, int argc, char **argv, const char **problem);

#endif
