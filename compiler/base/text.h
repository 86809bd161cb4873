/*
 * A growing piece of output text. The first failure (out of memory, or what text_fail says) is latched:
 * later writes do nothing, and text_failed says so once at the end, so that emitters need not check each
 * write.
 */
#ifndef PAWL_BASE_TEXT_H
#define PAWL_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data; /* NUL-terminated; NULL while empty */
    size_t length;
    size_t capacity;
    bool failed;
    const char *problem; /* what text_fail said; NULL where memory ran out */
};

#define TEXT_INIT                                                                                            \
    { 0 }

void text_put(struct text *text, const char *string);
void text_write(struct text *text, const char *bytes, size_t length);
void text_char(struct text *text, char c);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Keeps the pointer. The first failure stays. */
void text_fail(struct text *text, const char *problem);
bool text_failed(const struct text *text);
void text_free(struct text *text);

#endif
