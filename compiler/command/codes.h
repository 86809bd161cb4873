/* Codes of errors and warnings, explained: the sections of grammar/ERRORS.md, ERRORS_IN_FLOWS.md and
 * WARNINGS.md, which are built in. */
#pragma once

#include "base/text.h"

#include <stdbool.h>

/* Whether the word has the form of a code: E or W, and three digits. */
bool is_code(const char *word);

/* Appends the section of the code. Returns false if no code is called so. */
bool code_put(struct text *out, const char *code);
