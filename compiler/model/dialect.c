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

void dialects_list(struct text *out, bool by_name, const char *quote, const char *last) {
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        text_printf(out, "%s%s%s%s",
                    i == 0                       ? ""
                    : i + 1 < PAWL_DIALECT_COUNT ? ", "
                                                 : last,
                    quote, by_name ? dialects[i]->name : dialects[i]->title, quote);
}
