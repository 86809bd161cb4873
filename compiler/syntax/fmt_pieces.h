/* A file as the formatter sees it: tokens and comments in their order, with nothing of their meaning. */
#pragma once

#include "syntax/token.h"

#include <stdint.h>

enum { PIECE_LINE_COMMENT = -1, PIECE_BLOCK_COMMENT = -2 }; /* beside the kinds of tokens */

struct fmt_piece {
    int kind;
    uint32_t offset, length; /* a source has at most 64 MB */
    uint32_t line, end_line;
    uint32_t lines_before; /* line ends between the piece before and this one */
    uint32_t match;        /* of a { its }; else 0 */
    bool ends_line;        /* nothing but comments stands between it and the end of its line */
    bool ends_body;        /* ... and the } after it, on the same line */
};

struct pieces {
    const struct source *source;
    struct fmt_piece *list; /* the last one is the end of the file */
    size_t count;
};

/* The source must be free of syntax errors. */
void pieces_read(struct pieces *pieces, struct arena *arena, const struct source *source);

bool piece_is_comment(const struct fmt_piece *piece);

/* Whether both are the same but for the white space between pieces and at the ends of comment lines. */
bool pieces_equal(const struct pieces *left, const struct pieces *right);
