/* Text as bytes: whether it is UTF-8, and what a terminal would obey. Internal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool text_is_utf8(const char *text);
/* Copies as much of the text as fits, and a NUL; NULL is the empty text. Faster than snprintf. */
void text_copy(char *to, size_t size, const char *text);
/*
 * The bytes of the character that the text begins with, and whether a terminal would obey it: C0 and C1,
 * those that turn the direction of writing, line separators, and a byte that is no UTF-8.
 */
size_t text_step(const char *text, bool *controls);
