/*
 * The references in an SQL text: `:NAME` and `:OWNER.NAME`, outside of strings, quoted names, dollar quotes,
 * comments, casts (`::`) and array subscripts. What stands in an `array[...]` is no subscript.
 */
#pragma once

#include "model/dialect.h"

#include <stdbool.h>
#include <stddef.h>

struct reference_scanner {
    const char *text;
    size_t at;
    bool comments_nest; /* as in PostgreSQL; in SQLite the first end ends them */
    size_t arrays;      /* open `array[` */
};

struct scanned_reference { /* bytes of the text */
    size_t offset, length; /* with the colon */
    size_t owner_length;   /* of the word before the dot; 0: none */
};

struct reference_scanner reference_scanner(const char *text, bool comments_nest);

/* False at the end of the text. */
bool next_reference(struct reference_scanner *scanner, struct scanned_reference *reference);

/* Where the first word or sign is, behind blanks and comments. */
size_t first_statement(const char *text, bool comments_nest);
/* Whether this word, in lower case, is in it: no string, quoted name or comment, and no part of another. */
bool has_word(const char *text, bool comments_nest, const char *word);
/* The first word by which it asks the database for the time, as `current_date`; length 0: it does not. What a
 * transaction answers is when it began (PostgreSQL manual, 9.9.5). */
struct scanned_reference other_clock(const char *text, bool comments_nest);
/* Where a second statement begins, behind a `;`; the end of the text where none does. */
size_t second_statement(const char *text, bool comments_nest);
/* Where the dialect's shell would find a command, or an end, instead of SQL; else the end of the text. */
size_t shell_command(const char *text, const struct dialect *dialect);
/* Where a quote or comment begins that the dialect finds no end of; the end of the text if none does. */
size_t open_quote(const char *text, const struct dialect *dialect);
