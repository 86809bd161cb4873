/*
 * Lives here: the command line, and everything that is printed. Not here: databases.
 *
 * The command line: one table of commands, commands.txt, which makes the help, the completions and the man
 * page, too.
 */
#pragma once

#include "base/arena.h"
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
    void (*at_end)(void *context); /* prints what the command has to say also where it fails; NULL: nothing */
    void *at_end_context;
};

/* Of the command: what is taken from it lives until the end. JSON is held beside it, and may be given back
 * before: loops do that. */
extern struct arena *memory;
void memory_begin(void);
/* What is taken between these two is given back, as loops do. Returns what the second needs. */
struct arena *memory_begin_batch(void);
void memory_end_batch(struct arena *before);
/* An array with room for at least one element more: `array` itself, or a copy twice as large. */
void *memory_grow(void *array, size_t count, size_t *capacity, size_t element_size);

/* Ends the program. What is not committed is undone. */
void end(int status) __attribute__((noreturn));

/* The same for completions: without a command, and with each. */
extern const struct completion_program completion_program;

/* The option's value, or NULL where it was not given. */
const char *option(const struct call *call, const char *spelling);

/* The same, where it must be of that form: in UTF-8; "500ms", of which `examples` are some; a whole number
 * from
 * 1. The last two return whether it was given. */
const char *option_text(const struct call *call, const char *spelling);
bool option_duration(const struct call *call, const char *spelling, const char *examples,
                     int64_t *duration_ms);
bool option_number(const struct call *call, const char *spelling, int64_t most, int64_t *number);

/* Also for `end`, which closes what the call has. */
void options_read(struct call *call, int argc, char **argv);

/* With --all=FILE: returns in a child process for each database of the file, with that as --db, one after
 * another. The first process waits for them, prints which have failed, and ends. Without that option it
 * returns. */
void tenants_each(struct call *call);

void help_print(const struct command *command); /* NULL: of all */
void manual_print(void);
void completion_print(const struct completion *completion);

/* Print what is wrong to standard error. */
void complain_of_usage(const struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void complain(const char *help, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and end the program. */
#define usage_error(call, ...) (complain_of_usage(call, __VA_ARGS__), end(EXIT_USAGE))
#define refused(help, ...)     (complain(help, __VA_ARGS__), end(EXIT_REFUSED))
