#include "syntax/fmt_pieces.h"

#include "syntax/lexer.h"

#include <string.h>

enum { BRACES_MAX = 64 };

struct fmt_reading {
    struct pieces *pieces;
    struct arena *arena;
    uint32_t line;
    size_t counted_to; /* line ends before it are in line */
};

static void count_lines(struct fmt_reading *reading, size_t offset) {
    const char *text = reading->pieces->source->text;
    const char *at = text + reading->counted_to;
    const char *end = text + offset;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        reading->line++;
    }
    reading->counted_to = offset;
}

static void add(struct fmt_reading *reading, int kind, size_t offset, size_t length) {
    struct pieces *pieces = reading->pieces;
    pieces->list = arena_grow(reading->arena, pieces->list, pieces->count, sizeof *pieces->list);
    struct fmt_piece *piece = &pieces->list[pieces->count++];
    uint32_t line_before = reading->line;
    count_lines(reading, offset);
    *piece = (struct fmt_piece){.kind = kind,
                                .offset = (uint32_t)offset,
                                .length = (uint32_t)length,
                                .line = reading->line,
                                .lines_before = reading->line - line_before};
    count_lines(reading, offset + length);
    piece->end_line = reading->line;
}

/* Between two tokens of a file without errors there are only white space and comments. */
static void add_comments(struct fmt_reading *reading, size_t offset, size_t end) {
    const char *text = reading->pieces->source->text;
    while (offset < end) {
        if (text[offset] != '/') {
            offset++;
            continue;
        }
        bool block = text[offset + 1] == '*';
        const char *close = block ? strstr(text + offset + 2, "*/") : strchr(text + offset, '\n');
        size_t after = close == NULL ? end : (size_t)(close - text) + (block ? 2 : 0);
        add(reading, block ? PIECE_BLOCK_COMMENT : PIECE_LINE_COMMENT, offset, after - offset);
        offset = after;
    }
}

static void match_braces(struct pieces *pieces) {
    uint32_t open[BRACES_MAX];
    size_t depth = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        if (pieces->list[i].kind == TOKEN_OPEN_BRACE && depth < BRACES_MAX)
            open[depth++] = (uint32_t)i;
        else if (pieces->list[i].kind == TOKEN_CLOSE_BRACE && depth > 0)
            pieces->list[open[--depth]].match = (uint32_t)i;
    }
}

void pieces_read(struct pieces *pieces, struct arena *arena, const struct source *source) {
    struct fmt_reading reading = {.pieces = pieces, .arena = arena};
    struct diagnostics unused;
    struct lexer lexer;
    struct token token;
    size_t end = 0;

    *pieces = (struct pieces){.source = source};
    diagnostics_init(&unused, arena, source);
    lexer_init(&lexer, &unused);
    do {
        token = lexer_next(&lexer);
        add_comments(&reading, end, token.span.offset);
        add(&reading, token.kind, token.span.offset, token.span.length);
        end = token.span.offset + token.span.length;
    } while (token.kind != TOKEN_END);
    lexer_free(&lexer);

    match_braces(pieces);
    for (size_t i = pieces->count - 1; i-- > 0;) {
        const struct fmt_piece *next = &pieces->list[i + 1];
        bool same_line = next->lines_before == 0;
        bool comment = same_line && piece_is_comment(next);
        pieces->list[i].ends_line = !same_line || next->kind == TOKEN_END || (comment && next->ends_line);
        pieces->list[i].ends_body =
            same_line && (next->kind == TOKEN_CLOSE_BRACE || (comment && next->ends_body));
    }
}

bool piece_is_comment(const struct fmt_piece *piece) {
    return piece->kind < 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* The length of a comment's first line without the blanks around it, whose start is moved behind them. */
static size_t trimmed(const char **text, const char *end) {
    const char *line_end = memchr(*text, '\n', (size_t)(end - *text));
    if (line_end == NULL)
        line_end = end;
    while (*text < line_end && is_blank(**text))
        ++*text;
    while (line_end > *text && is_blank(line_end[-1]))
        line_end--;
    return (size_t)(line_end - *text);
}

static bool comments_equal(const char *left, const char *left_end, const char *right, const char *right_end) {
    for (;;) {
        size_t left_length = trimmed(&left, left_end);
        size_t right_length = trimmed(&right, right_end);
        if (left_length != right_length || memcmp(left, right, left_length) != 0)
            return false;
        left = memchr(left, '\n', (size_t)(left_end - left));
        right = memchr(right, '\n', (size_t)(right_end - right));
        if (left == NULL || right == NULL)
            return left == right;
        left++;
        right++;
    }
}

bool pieces_equal(const struct pieces *left, const struct pieces *right) {
    if (left->count != right->count)
        return false;
    for (size_t i = 0; i < left->count; i++) {
        const struct fmt_piece *a = &left->list[i];
        const struct fmt_piece *b = &right->list[i];
        const char *a_text = left->source->text + a->offset;
        const char *b_text = right->source->text + b->offset;
        if (a->kind != b->kind)
            return false;
        if (piece_is_comment(a) ? !comments_equal(a_text, a_text + a->length, b_text, b_text + b->length)
                                : a->length != b->length || memcmp(a_text, b_text, a->length) != 0)
            return false;
    }
    return true;
}
