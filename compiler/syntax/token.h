/* Tokens: what the lexer makes and the parser takes. The numbers come from the grammar. */
#pragma once

#include "base/source.h"
#include "fsm.h"

#define TOKEN_END 0

enum {
    TOKEN_KINDS = 0 /* kinds are the numbers below it */
#define TOKEN(identifier, words)           +1
#define KEYWORD(identifier, spelling)      +1
#define PIECE(identifier, spelling, place) +1
#include "syntax/token.def"
};

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

bool token_is_keyword(int kind);

/* Whether it begins a piece of a machine, a state or a flow. */
bool token_begins_piece(int kind);

/* Where the pieces that it begins may be: only in machines, or in states; OTHER: elsewhere, or in several. */
enum token_place { TOKEN_PLACE_NONE, TOKEN_PLACE_MACHINE, TOKEN_PLACE_STATE, TOKEN_PLACE_OTHER };
enum token_place token_place(int kind);

/* NULL where the token is no keyword. */
const char *token_spelling(int kind);
