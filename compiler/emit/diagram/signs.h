/* The signs in a picture, noted as they are drawn, so that a legend shows these and no others. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum sign {
#define SIGN(name, kind, word, colour, brief, full) SIGN_##name,
#include "emit/diagram/signs.def"
    SIGN_COUNT
};

#define SIGN_BIT(name) (UINT64_C(1) << SIGN_##name)

struct sign_look { /* of a box or line */
    const char *fill, *line;
    bool is_thick, is_dashed, is_double, is_square;
};

#define SIGN_THICK "2.4" /* points */

struct signs {
    uint64_t seen;
    struct sign_look looks[SIGN_COUNT]; /* the plainest that was drawn */
    const char *goals;                  /* where the ways of SIGN_MAIN lead; NULL: there are none */
};

void sign_note(struct signs *signs, enum sign sign, const struct sign_look *look);

enum sign_kind { SIGN_WORD, SIGN_BOX, SIGN_LINE, SIGN_POINT };

struct sign_meaning {
    enum sign_kind kind;
    const char *word, *colour;
    const char *brief; /* NULL: not in the legend of a file */
    const char *full;
};
extern const struct sign_meaning sign_meanings[SIGN_COUNT];
