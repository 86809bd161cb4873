#include "token.h"

static const struct {
    const char *words;
    const char *spelling; /* NULL: no keyword */
    const char *later;
    bool begins_piece;
} tokens[TOKEN_KINDS] = {
#define TOKEN(identifier, words)      [TOKEN_##identifier] = {words, NULL, NULL, false},
#define KEYWORD(identifier, spelling) [TOKEN_##identifier] = {"`" spelling "`", spelling, NULL, false},
#define PIECE(identifier, spelling)   [TOKEN_##identifier] = {"`" spelling "`", spelling, NULL, true},
#define LATER(identifier, spelling, construct)                                                               \
    [TOKEN_##identifier] = {"`" spelling "`", spelling, construct, true},
#include "token.def"
#undef TOKEN
#undef KEYWORD
#undef PIECE
#undef LATER
};

const char *token_words(int kind) {
    return tokens[kind].words;
}

const char *token_later(int kind) {
    return tokens[kind].later;
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
