/* Bytes to tokens. The rules are in grammar/fsm.re; what they need to decode a piece is in lexer.c. */
#pragma once

#include "base/diagnostic.h"
#include "base/map.h"
#include "base/text.h"
#include "syntax/token.h"

struct lexer {
    struct diagnostics *diagnostics;
    const char *start;
    const char *cursor;
    struct map keywords; /* spellings to kinds */
    struct text doc;     /* /// lines that no token has taken yet */
    bool has_doc;
    bool first_on_line;
    bool damaged; /* a character before the next token was refused */
};

void lexer_init(struct lexer *lexer, struct diagnostics *diagnostics);
void lexer_free(struct lexer *lexer);
struct token lexer_next(struct lexer *lexer);

/* For the rules: each is given the piece that matched. */
struct token lexer_token(struct lexer *lexer, int kind, const char *from, const char *end);
/* False where nothing stands there that the parser could take: it has been reported. */
bool lexer_word(struct lexer *lexer, const char *from, const char *end, struct token *token);
bool lexer_sign(struct lexer *lexer, const char *from, struct token *token);
void lexer_foreign_comment(struct lexer *lexer, const char *from);
struct token lexer_string(struct lexer *lexer, const char *from, const char *end);
struct token lexer_open_string(struct lexer *lexer, const char *from);
struct token lexer_long_string(struct lexer *lexer, const char *from);
const char *lexer_comment(struct lexer *lexer, const char *from);
void lexer_doc(struct lexer *lexer, const char *from, const char *end);
void lexer_bad_character(struct lexer *lexer, const char *from, const char *end);
