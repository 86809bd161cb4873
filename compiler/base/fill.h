/* Running text into lines. */
#pragma once

#include "base/text.h"

#define FILL_COLUMNS 80

/* Appends `words` in lines of at most FILL_COLUMNS characters: the first begins with `first`, the others with
 * as many blanks. White space between words counts as one blank; a longer word has a line of its own. */
void fill(struct text *out, const char *first, const char *words);
