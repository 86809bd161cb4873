#include "syntax/token.h"

static const struct {
    const char *words;
    const char *spelling; /* NULL: no keyword */
    enum token_place place;
} tokens[TOKEN_KINDS] = {
#define TOKEN(identifier, words)      [TOKEN_##identifier] = {words, NULL, TOKEN_PLACE_NONE},
#define KEYWORD(identifier, spelling) [TOKEN_##identifier] = {"`" spelling "`", spelling, TOKEN_PLACE_NONE},
#define PIECE(identifier, spelling, place)                                                                   \
    [TOKEN_##identifier] = {"`" spelling "`", spelling, TOKEN_PLACE_##place},
#include "syntax/token.def"
};

const char *token_words(int kind) {
    return tokens[kind].words;
}

bool token_is_keyword(int kind) {
    return tokens[kind].spelling != NULL;
}

bool token_begins_piece(int kind) {
    return tokens[kind].place != TOKEN_PLACE_NONE;
}

enum token_place token_place(int kind) {
    return tokens[kind].place;
}

const char *token_spelling(int kind) {
    return tokens[kind].spelling;
}
