#include "model/dialect.h"

#include "base/text.h"

#include <string.h>

#define X(constant, name, title) extern const struct dialect name##_dialect;
PAWL_DIALECTS(X)
#undef X

const struct dialect *const dialects[PAWL_DIALECT_COUNT] = {
#define X(constant, name, title) &name##_dialect,
    PAWL_DIALECTS(X)
#undef X
};

size_t dialect_of_name(const char *name) {
    size_t i = 0;
    while (i < PAWL_DIALECT_COUNT && strcmp(dialects[i]->name, name) != 0)
        i++;
    return i;
}

dialect_set dialects_by_default(void) {
    dialect_set set = 0;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        set |= dialects[i]->by_default ? 1U << i : 0;
    return set;
}

void dialects_list(struct text *out, dialect_set set, bool by_name, const char *quote, const char *last) {
    bool is_first = true;
    for (size_t i = 0; set >> i != 0; i++) {
        if (!dialect_is_in(set, i))
            continue;
        text_printf(out, "%s%s%s%s",
                    is_first       ? ""
                    : set >> i > 1 ? ", "
                                   : last,
                    quote, by_name ? dialects[i]->name : dialects[i]->title, quote);
        is_first = false;
    }
}
