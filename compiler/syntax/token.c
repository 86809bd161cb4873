#include "syntax/token.h"

static const struct {
    const char *words;
    const char *spelling; /* NULL: no keyword */
    bool begins_piece;
} tokens[TOKEN_KINDS] = {
#define TOKEN(identifier, words)      [TOKEN_##identifier] = {words, NULL, false},
#define KEYWORD(identifier, spelling) [TOKEN_##identifier] = {"`" spelling "`", spelling, false},
#define PIECE(identifier, spelling)   [TOKEN_##identifier] = {"`" spelling "`", spelling, true},
#include "syntax/token.def"
#undef TOKEN
#undef KEYWORD
#undef PIECE
};

const char *token_words(int kind) {
    return tokens[kind].words;
}

bool token_is_keyword(int kind) {
    return tokens[kind].spelling != NULL;
}

bool token_begins_piece(int kind) {
    return tokens[kind].begins_piece;
}

const char *token_spelling(int kind) {
    return tokens[kind].spelling;
}
