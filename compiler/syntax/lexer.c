#include "syntax/lexer.h"

#include "syntax/habits.h"

#include <string.h>

void lexer_init(struct lexer *lexer, struct diagnostics *diagnostics) {
    const char *text = diagnostics->source->text;
    *lexer = (struct lexer){
        .diagnostics = diagnostics, .start = text, .cursor = text, .doc = TEXT_INIT, .first_on_line = true};
    lexer->keywords = map_new(diagnostics->arena);
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (token_is_keyword(kind))
            map_put(&lexer->keywords, token_spelling(kind), (size_t)kind);
}

void lexer_free(struct lexer *lexer) {
    text_free(&lexer->doc);
}

static struct span span_of(const struct lexer *lexer, const char *from, const char *end) {
    return (struct span){(size_t)(from - lexer->start), (size_t)(end - from)};
}

struct token lexer_token(struct lexer *lexer, int kind, const char *from, const char *end) {
    struct token token = {.kind = kind,
                          .span = span_of(lexer, from, end),
                          .first_on_line = lexer->first_on_line,
                          .damaged = lexer->damaged};
    if (lexer->has_doc)
        token.doc = arena_strndup(lexer->diagnostics->arena, lexer->doc.data, lexer->doc.length);
    lexer->doc.length = 0;
    lexer->has_doc = false;
    lexer->first_on_line = false;
    lexer->damaged = false;
    return token;
}

/* A text between quotes of another kind, as far as it goes on this line. */
static struct token foreign_string(struct lexer *lexer, const char *from, size_t length) {
    const char *end = from + length;
    const bool is_single = *from == '\''; /* elsewhere that is an apostrophe */
    while (*end != '\0' && *end != '\n' &&
           (is_single
                ? *end != '\''
                : *end == '\'' || (habit_sign(end).kind != TOKEN_STRING && strncmp(end, "\xC2\xBB", 2) != 0)))
        end++;
    const char *close = end;
    if (*end != '\0' && *end != '\n')
        end += habit_sign(end).length > 0 ? habit_sign(end).length : 2;
    struct token token = lexer_token(lexer, TOKEN_STRING, from, end);
    token.text = arena_strndup(lexer->diagnostics->arena, from + length, (size_t)(close - from) - length);
    lexer->cursor = end;
    return token;
}

bool lexer_sign(struct lexer *lexer, const char *from, struct token *token) {
    const struct habit_sign sign = habit_sign(from);
    lexer->cursor = from + sign.length;
    diagnose(lexer->diagnostics, MESSAGE_FOREIGN_SIGN, span_of(lexer, from, lexer->cursor),
             WORDS(arena_strndup(lexer->diagnostics->arena, from, sign.length), sign.help));
    if (sign.kind == TOKEN_STRING)
        *token = foreign_string(lexer, from, sign.length);
    else if (sign.kind != TOKEN_END)
        *token = lexer_token(lexer, sign.kind, from, lexer->cursor);
    if (token_is_keyword(sign.kind)) /* which stands for a name where one fits */
        token->text = token_spelling(sign.kind);
    if (sign.kind == TOKEN_END && (unsigned char)*from < 0x80)
        lexer->damaged = true;
    token->damaged = true;
    return sign.kind != TOKEN_END;
}

void lexer_foreign_comment(struct lexer *lexer, const char *from) {
    diagnose(lexer->diagnostics, MESSAGE_FOREIGN_COMMENT, span_of(lexer, from, from + 2), NULL);
    lexer->damaged = true;
}

bool lexer_word(struct lexer *lexer, const char *from, const char *end, struct token *word) {
    const char *sign = habit_in_word(from, end);
    if (sign == from)
        return lexer_sign(lexer, from, word);
    end = sign;
    lexer->cursor = end;
    const char *text = arena_strndup(lexer->diagnostics->arena, from, (size_t)(end - from));
    size_t keyword = map_get(&lexer->keywords, text);
    struct token token = lexer_token(lexer, keyword == MAP_NOTHING ? TOKEN_NAME : (int)keyword, from, end);
    token.text = text;
    *word = token;
    return true;
}

struct token lexer_string(struct lexer *lexer, const char *from, const char *end) {
    struct token token = lexer_token(lexer, TOKEN_STRING, from, end);
    char *text = arena_alloc(lexer->diagnostics->arena, (size_t)(end - from));
    size_t length = 0;
    for (const char *p = from + 1; p < end - 1; p++) {
        if (*p == '\\') {
            p++;
            if (*p != '"' && *p != '\\' && *p != 'n')
                diagnose(lexer->diagnostics, MESSAGE_BAD_ESCAPE, span_of(lexer, p - 1, p + 1), NULL);
            text[length++] = *p == 'n' ? '\n' : *p;
        } else {
            text[length++] = *p;
        }
    }
    token.text = text;
    return token;
}

/* A `;` or `{` that ends the line was hardly meant to be text: with it left out, the parser finds its way. */
struct token lexer_open_string(struct lexer *lexer, const char *from) {
    const char *end = from + strcspn(from, "\n");
    diagnose(lexer->diagnostics, MESSAGE_OPEN_STRING, span_of(lexer, from, from + 1), NULL);
    while (end > from + 1 && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (end > from + 1 && (end[-1] == ';' || end[-1] == '{'))
        end--;
    struct token token = lexer_token(lexer, TOKEN_STRING, from, end);
    token.text = arena_strndup(lexer->diagnostics->arena, from, (size_t)(end - from));
    token.damaged = true;
    lexer->cursor = end;
    return token;
}

/* The first place of the mark, or NULL. */
static const char *lexer_find(const char *text, const char *mark) {
    size_t length = strlen(mark);
    while (*text != '\0' && strncmp(text, mark, length) != 0)
        text++;
    return *text == '\0' ? NULL : text;
}

struct token lexer_long_string(struct lexer *lexer, const char *from) {
    const char *text = from + 3;
    const char *close = lexer_find(text, "\"\"\"");
    bool open = close == NULL;
    if (open) {
        diagnose(lexer->diagnostics, MESSAGE_OPEN_LONG_STRING, span_of(lexer, from, text), NULL);
        close = text + strlen(text);
    }
    lexer->cursor = open ? close : close + 3;
    struct token token = lexer_token(lexer, TOKEN_STRING, from, lexer->cursor);
    if (*text == '\n')
        text++;
    token.text = arena_strndup(lexer->diagnostics->arena, text, close > text ? (size_t)(close - text) : 0);
    token.damaged = token.damaged || open;
    return token;
}

const char *lexer_comment(struct lexer *lexer, const char *from) {
    const char *close = lexer_find(from + 2, "*/");
    if (close != NULL) {
        if (memchr(from, '\n', (size_t)(close - from)) != NULL)
            lexer->first_on_line = true;
        return close + 2;
    }
    diagnose(lexer->diagnostics, MESSAGE_OPEN_COMMENT, span_of(lexer, from, from + 2), NULL);
    lexer->damaged = true;
    return from + strlen(from);
}

void lexer_doc(struct lexer *lexer, const char *from, const char *end) {
    from += 3;
    if (from < end && *from == ' ')
        from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (lexer->has_doc)
        text_char(&lexer->doc, '\n');
    text_write(&lexer->doc, from, (size_t)(end - from));
    lexer->has_doc = true;
}

void lexer_bad_character(struct lexer *lexer, const char *from, const char *end) {
    const enum message_number message = *from == '-'   ? MESSAGE_BAD_DASH
                                        : *from == '#' ? MESSAGE_BAD_HASH
                                                       : MESSAGE_BAD_CHARACTER;
    diagnose(lexer->diagnostics, message, span_of(lexer, from, end),
             WORDS(arena_strndup(lexer->diagnostics->arena, from, (size_t)(end - from))));
    lexer->damaged = true;
}
