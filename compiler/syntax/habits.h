/* What people write who come from another language: said once, where it stands, with what is written here. */
#pragma once

#include "syntax/token.h"

/*
 * A sign of another language at the beginning of the text: its length in bytes, and the token that it is
 * taken for (TOKEN_END: a blank, or nothing that stands here). 0: there is none.
 */
struct habit_sign {
    size_t length;
    int kind;
    const char *help;
};
struct habit_sign habit_sign(const char *text);

/* The first of these signs that is no ASCII within a word, or its end. */
const char *habit_in_word(const char *word, const char *end);

/*
 * What to write in place of the token, which does not fit behind `previous`; NULL: nothing is known of it.
 * accepts: whether a kind of token would fit. *meant: the kind of token in whose place it stands, else
 * TOKEN_END.
 */
const char *habit_help(const struct token *token, const struct token *previous,
                       bool (*accepts)(void *context, int kind), void *context, int *meant);

/* The language that a file seems to be of; NULL: no other one. */
const char *habit_file(const char *text);

/* The type here that one of SQL or of C stands for; NULL: nothing is known of it. */
const char *habit_type(const char *word);
