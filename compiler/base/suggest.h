/* "did you mean": the nearest of the names that are offered, by the number of typing errors between. */
#pragma once

#include <stddef.h>

struct suggestion {
    const char *word;
    const char *nearest; /* NULL: nothing near enough */
    size_t distance;
};

struct suggestion suggestion_for(const char *word);
void suggestion_offer(struct suggestion *suggestion, const char *candidate);

/* Insertions, deletions, substitutions and swaps. Words over 64 bytes are far from all others. */
size_t edit_distance(const char *left, const char *right);

/* Three arguments of printf, which come behind a name that is not known. */
#define DID_YOU_MEAN(suggestion)                                                                             \
    (suggestion).nearest == NULL ? "" : "; did you mean `",                                                  \
        (suggestion).nearest == NULL ? "" : (suggestion).nearest, (suggestion).nearest == NULL ? "" : "`?"
