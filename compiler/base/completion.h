/*
 * Completion scripts for shells and lines of a help, made from the tables of a program's commands and
 * options, in which options are found. Knows no program: pawl and pawlctl both describe themselves.
 */
#pragma once

#include "base/text.h"

/* What an option's value is, with its name in the scripts' fragments. */
#define COMPLETION_VALUES(X)                                                                                 \
    X(NONE, none) /* it takes none */                                                                        \
    X(TEXT, text) /* anything */                                                                             \
    X(FOLDER, folder)                                                                                        \
    X(FILE, file)     /* with the suffix, if there is one */                                                 \
    X(WORD, word)     /* one of the words */                                                                 \
    X(LIST, list)     /* some of the words, with commas between */                                           \
    X(SWITCH, switch) /* one of the words, right after the spelling */
#define COMPLETION_VALUE(value, name) COMPLETE_##value,
enum completion_value { COMPLETION_VALUES(COMPLETION_VALUE) };

struct completion_option {
    const char *spelling; /* with its dashes */
    enum completion_value value;
    const char *value_name; /* as in the help */
    const char *words;      /* WORD, SWITCH: with blanks between */
    const char *names;      /* SWITCH: what may follow error= and no-error= in it, likewise */
    const char *suffix;     /* FILE: ".sql"; NULL: any */
    const char *help;       /* one line */
};

/* The option of the table that the argument spells, and in *value what is attached to it, or NULL. Offers the
 * others as suggestions. NULL: there is none; so too of no table, NULL. */
struct suggestion;
const struct completion_option *completion_find(const struct completion_option *options, const char *argument,
                                                const char **value, struct suggestion *suggestion);

/* Lines of a help: how it is written, in a column, and what it means; nothing of no table. */
enum { COMPLETION_COLUMN = 20 };
void completion_help(struct text *out, const struct completion_option *options);

struct completion_command {
    const char *word;   /* as it is typed; of the first one, which is done where none is typed, any name */
    const char *help;   /* one line */
    const char *suffix; /* of the files that are its operands; NULL: they are no files */
    size_t option_count;
    const struct completion_option *options;
};

struct completion_program {
    const char *name;
    size_t command_count;
    const struct completion_command *commands;
    const char *list; /* LIST: the words, likewise */
};

struct completion {
    const char *shell;
    const struct text_fragment *fragments; /* completion.SHELL */
};

void completion_write(struct text *out, const struct completion *completion,
                      const struct completion_program *program);

/* NULL: it is none of bash, zsh and fish. */
const struct completion *completion_for(const char *shell);
