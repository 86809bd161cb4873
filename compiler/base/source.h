/* An input file in memory: UTF-8 without BOM, lines ending in \n, a NUL after the last byte. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_MAX_BYTES ((size_t)64 * 1024 * 1024)

struct span { /* bytes of the source's text */
    size_t offset;
    size_t length;
};

/* From the one to the end of the other. */
static inline struct span span_to(struct span first, struct span last) {
    return (struct span){first.offset, last.offset + last.length - first.offset};
}

struct place { /* both count from 1; a column is a character, not a byte */
    size_t line;
    size_t column;
};

struct source {
    const char *path;
    const char *stem; /* the file's name without folder and .fsm */
    const char *text;
    size_t length;
    const size_t *line_offsets;
    size_t line_count;
};

/* "-" is standard input. Fails with one line in *problem: what is wrong and what was expected. */
bool source_read(struct source *source, struct arena *arena, const char *path, const char **problem);

/* For bytes that are in memory already; takes the same care of BOM and line ends. */
void source_from_bytes(struct source *source, struct arena *arena, const char *path, const char *bytes,
                       size_t length);

/* NULL with *problem set where the path's last part does not end in .fsm or cannot name files. */
const char *source_stem(struct arena *arena, const char *path, const char **problem);

/* Whether the text begins with U+202A..U+202E or U+2066..U+2069, which make it read otherwise than it
 * compiles. */
bool source_is_bidi(const char *text, size_t left);

/* The first byte that the language refuses anywhere: NUL, another control character, not UTF-8. */
bool source_find_bad_byte(const struct source *source, size_t *offset);

/* Bytes of the UTF-8 sequence at text, 0 where there is none: no overlong forms, no surrogates. */
size_t source_utf8_length(const char *text, size_t left);

/* Of the byte at offset; its column takes time as the line is long. */
struct place source_place(const struct source *source, size_t offset);
size_t source_line_number(const struct source *source, size_t offset);

/* Without the line end. */
struct span source_line(const struct source *source, size_t line);
