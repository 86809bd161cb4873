#include "emit/diagram/dot.h"

#include <ctype.h>
#include <string.h>

/* A label says the same as a name, whether it has a blank, a hyphen or a dot where that has an underscore. */
static bool says(char of_label, char of_name) {
    return of_name == '_' ? of_label != '\0' && strchr(" -._", of_label) != NULL
                          : tolower((unsigned char)of_label) == of_name;
}

bool diagram_shows_name(const struct model_state *state) {
    const char *label = state->label;
    const char *name = state->name;
    for (; *label != '\0' && says(*label, *name); label++)
        name++;
    return *label != '\0' || *name != '\0';
}

static int features(const struct sign_look *look) {
    return look->is_thick + look->is_dashed + look->is_double;
}

void sign_note(struct signs *signs, enum sign sign, const struct sign_look *look) {
    const bool is_new = (signs->seen >> sign & 1) == 0;
    signs->seen |= UINT64_C(1) << sign;
    if (look != NULL && (is_new || features(look) < features(&signs->looks[sign])))
        signs->looks[sign] = *look;
}

const struct sign_meaning sign_meanings[SIGN_COUNT] = {
#define SIGN(name, kind, word, colour, brief, full)                                                          \
    {SIGN_##kind, word, colour, brief, full == NULL ? brief : full},
#include "emit/diagram/signs.def"
};
