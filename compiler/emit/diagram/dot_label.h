/* The words on an arrow: which stand in one line, and how they are broken. */
#pragma once

#include "emit/diagram/diagram.h"
#include "emit/diagram/dot.h"

#define DOT_OR "or" /* begins each line but the first */

struct dot_label_line {
    const char *titles; /* of one move, or of several of which the same is said */
    const char *note;   /* NULL: nothing is said */
    bool by_itself;
    enum dot_mark mark;
    uint64_t signs; /* a SIGN_BIT for each */
};

struct dot_label {
    size_t line_count;
    const struct dot_label_line *lines;
};

struct dot_label dot_label(struct arena *arena, const struct diagram *diagram, const struct dot_style *style,
                           const struct diagram_arrow *arrow);

/* In lines of `width` characters, where no word is longer. */
struct dot_extent {
    size_t lines;
    size_t widest; /* characters */
};

/* Writes the text, broken at its blanks, with `br` between the lines. */
void dot_wrap(struct text *out, const char *text, size_t width, const char *br);
struct dot_extent dot_wrapped(const char *text, size_t width);
