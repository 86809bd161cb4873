/* What the phases before the emitters must know of a database: data, one struct a dialect, defined in its
 * folder. */
#pragma once

#include "pawl_abi.h"

#include <stdbool.h>
#include <stddef.h>

struct dialect {
    const char *name;   /* as in `sql NAME "..."`, --emit=NAME and the names of files */
    const char *title;  /* as people write it */
    bool by_default;    /* outputs are for it where nothing else is said (--databases) */
    bool comments_nest; /* a comment in a comment; elsewhere the first end ends both */
    /* How its server, and the shell that sends a file to it, find the end of what is no SQL: */
    bool dollars_quote;   /* $tag$ ... $tag$, and a backslash in e'...' */
    bool backticks_quote; /* `...` */
    bool hash_comments;   /* # ..., and -- only before a blank */
    const char
        *shell; /* its shell, to which a backslash in SQL is a command; NULL: to its shell it is none */
    const char *shell_ends; /* what ends a statement of our files there, besides; NULL: nothing else does */
    const char *own_prefix; /* of names that are the database's own; NULL: none that a machine could have */
    /* How it keeps a type that it has not, by enum pawl_type; NULL: as every database does. */
    const char *kept[PAWL_TYPE_BYTES + 1];
};

extern const struct dialect *const dialects[PAWL_DIALECT_COUNT];

/* The number of that name; PAWL_DIALECT_COUNT for none. */
size_t dialect_of_name(const char *name);

/* Sets of databases: a bit for each, by enum pawl_dialect_number. */
typedef unsigned dialect_set;
dialect_set dialects_by_default(void);
static inline bool dialect_is_in(dialect_set set, size_t number) {
    return (set >> number & 1) != 0;
}

#define DIALECTS_ALL ((1U << PAWL_DIALECT_COUNT) - 1)

/* "PostgreSQL and SQLite": those of the set. `quote` stands around each, `last` before the last one. */
struct text;
void dialects_list(struct text *out, dialect_set set, bool by_name, const char *quote, const char *last);
