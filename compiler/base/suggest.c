#include "base/suggest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { WORD_BYTES = 64 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t edit_distance(const char *left, const char *right) {
    size_t rows[3][WORD_BYTES + 1];
    size_t left_length = strlen(left);
    size_t right_length = strlen(right);
    if (left_length > WORD_BYTES || right_length > WORD_BYTES)
        return SIZE_MAX;
    size_t *before = rows[0];
    size_t *above = rows[1];
    size_t *row = rows[2];
    for (size_t j = 0; j <= right_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= left_length; i++) {
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= right_length; j++) {
            size_t substituted = above[j - 1] + (left[i - 1] != right[j - 1]);
            row[j] = least(substituted, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[right_length];
}

/* Two letters at the beginning and one at the end: whoever misspells a word knows how it sounds. */
static bool has_same_ends(const char *left, const char *right) {
    const size_t left_length = strlen(left);
    const size_t right_length = strlen(right);
    return least(left_length, right_length) >= 4 && strncmp(left, right, 2) == 0 &&
           left[left_length - 1] == right[right_length - 1];
}

struct suggestion suggestion_for(const char *word) {
    return (struct suggestion){word, NULL, 1 + least(3, strlen(word) / 3)};
}

void suggestion_offer(struct suggestion *suggestion, const char *candidate) {
    size_t distance = edit_distance(suggestion->word, candidate);
    if (distance == 2 && has_same_ends(suggestion->word, candidate))
        distance = 1; /* payed, paid */
    if (distance < suggestion->distance) {
        suggestion->nearest = candidate;
        suggestion->distance = distance;
    }
}
