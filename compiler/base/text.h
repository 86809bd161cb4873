/*
 * A growing piece of output text. Running out of memory ends the program, as it does in arena.h. After
 * text_fail, later writes do nothing, so emitters check text_failed once, at the end.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data; /* NUL-terminated; NULL while empty */
    size_t length;
    size_t capacity;
    const char *problem; /* of the first text_fail; NULL: none */
    bool is_marked;      /* labels stand between marks: see emit/prose/sentence.h */
};

#define TEXT_INIT                                                                                            \
    { 0 }

void text_put(struct text *text, const char *string);
void text_write(struct text *text, const char *bytes, size_t length);
void text_char(struct text *text, char c);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Keeps the pointer. The first problem stays; NULL is none. */
void text_fail(struct text *text, const char *problem);
bool text_failed(const struct text *text);
/* What stands before the item at `index` of a list of `count`: nothing, a comma, or `last`. */
static inline const char *text_separator(size_t index, size_t count, const char *last) {
    return index == 0 ? "" : index + 1 < count ? ", " : last;
}
/* What was written, "" where it is empty; up to the next write. */
const char *text_data(const struct text *text);
void text_free(struct text *text);
/* What was written, in the arena; the text is freed. If it has failed, its problem ends the program. */
const char *text_keep(struct text *text, struct arena *arena);
/* Writes `made` with `put`, and frees it. If it has failed, so does `out`. */
void text_pass(struct text *out, void (*put)(struct text *out, const char *made), struct text *made);

/* A piece of a file that is built in: see runtime/embed.cmake. */
struct text_fragment {
    const char *name, *text;
};
/* Up to one without a name; NULL: there is none of that name. */
const char *text_fragment(const struct text_fragment *fragments, const char *name);

/*
 * Appends so much of a template, with what put_word writes for each {word} or {word:argument}. A brace begins
 * such only before a small letter and not behind $, which is a shell's; further ones may stand within it. It
 * has no conditions and no lists: emit/template/template.h has them, but asks a model, which pawlctl and
 * completions have none of.
 */
typedef void text_word_fn(struct text *out, const char *word, const char *argument, const void *context);
void text_template(struct text *out, const char *template, size_t length, text_word_fn *put_word,
                   const void *context);
