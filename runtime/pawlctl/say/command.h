/*
 * Lives here: the command line, and everything that is printed. Not here: databases.
 *
 * The command line: one table of commands, commands.txt, which makes the help, the completions and the man
 * page, too.
 */
#ifndef PAWLCTL_COMMAND_H
#define PAWLCTL_COMMAND_H

#include "base/completion.h"
#include "pawl.h"

#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2, EXIT_DATABASE = 3 };

enum { OPERANDS_MAX = 64, GIVEN_MAX = 64 };

struct call;
struct database_dialect;

/* Returns the exit status. */
typedef int command_fn(struct call *call);

struct command {
    const char *name;
    const char *operands; /* as in the help: "[MACHINE] ID" */
    size_t operand_min;
    size_t operand_max;
    const char *help;                        /* one line */
    const char *more;                        /* for its own help and the man page: paragraphs of sentences */
    const char *json;                        /* what --json prints */
    const char *examples;                    /* lines, each behind "pawlctl " */
    const struct completion_option *options; /* its own; ends with a NULL spelling; NULL: none */
    const char *role;                        /* of pawl_admin.h, that the login needs; NULL: pawl_app */
    bool may_create;                         /* a database that is not there is made, where that is a file */
    command_fn *run;
};

extern const struct command *const commands[];           /* ends with NULL */
extern const struct completion_option shared_options[];  /* of every command; ends with a NULL spelling */
extern const struct completion_option program_options[]; /* without a command; likewise */

struct given_option {
    const struct completion_option *option;
    const char *value; /* "" where it takes none */
};

/* What was typed, and what a command works with. */
struct call {
    const struct command *command;      /* NULL: none was named */
    const char *operands[OPERANDS_MAX]; /* NULL behind the last one */
    size_t operand_count;
    struct given_option given[GIVEN_MAX];
    size_t given_count;
    bool json;
    struct pawl_db *db;
    const struct database_dialect *dialect; /* of the database */
    struct pawl_error err;                  /* of the database */
};

/* The same for completions: without a command, and with each. */
extern const struct completion_program completion_program;

/* The option's value, or NULL where it was not given. */
const char *option(const struct call *call, const char *spelling);

/* False, with the reason printed, where that was not to be understood. */
bool options_read(struct call *call, int argc, char **argv);

void help_print(const struct command *command); /* NULL: of all */
void manual_print(void);
void completion_print(const struct completion *completion);

/* Print what is wrong to standard error; return the status to exit with. */
int usage_error(const struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
int refused(const char *help, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
