#include "token.h"

#include <string.h>

static const struct {
    int kind;
    const char *words;
    const char *spelling; /* NULL: no keyword */
    const char *later;
} tokens[] = {
#define TOKEN(identifier, words)               {TOKEN_##identifier, words, NULL, NULL},
#define KEYWORD(identifier, spelling)          {TOKEN_##identifier, "`" spelling "`", spelling, NULL},
#define LATER(identifier, spelling, construct) {TOKEN_##identifier, "`" spelling "`", spelling, construct},
#include "token.def"
#undef TOKEN
#undef KEYWORD
#undef LATER
};

enum { TOKEN_COUNT = sizeof tokens / sizeof tokens[0] };

static int find(int kind) {
    int i = 0;
    while (i < TOKEN_COUNT - 1 && tokens[i].kind != kind)
        i++;
    return i;
}

const char *token_words(int kind) {
    return tokens[find(kind)].words;
}

const char *token_later(int kind) {
    return tokens[find(kind)].later;
}

bool token_is_keyword(int kind) {
    return tokens[find(kind)].spelling != NULL;
}

const char *token_spelling(int kind) {
    return tokens[find(kind)].spelling;
}

int token_keyword(const char *word) {
    for (int i = 0; i < TOKEN_COUNT; i++)
        if (tokens[i].spelling != NULL && strcmp(tokens[i].spelling, word) == 0)
            return tokens[i].kind;
    return TOKEN_NAME;
}
