/* Tokens: what the lexer makes and the parser takes. The numbers come from the grammar. */
#ifndef PAWL_TOKEN_H
#define PAWL_TOKEN_H

#include "fsm.h"
#include "source.h"

#define TOKEN_END 0

struct token {
    int kind;
    struct span span;
    const char *text; /* of words as written, of strings decoded; NULL for punctuation */
    const char *doc;  /* the /// lines before it; NULL where there are none */
    bool first_on_line;
    bool damaged; /* the lexer has reported it already */
};

/* How a message calls a kind of token. */
const char *token_words(int kind);

/* TOKEN_NAME where the word is no keyword. */
int token_keyword(const char *word);

bool token_is_keyword(int kind);

/* NULL where the token is no keyword. */
const char *token_spelling(int kind);

/* The construct that the keyword begins, where this version does not know it yet; else NULL. */
const char *token_later(int kind);

#endif
