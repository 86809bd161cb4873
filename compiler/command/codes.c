#include "command/codes.h"

#include <string.h>

extern const struct text_fragment code_pages[];

static const char heading[] = "\n## ";

bool is_code(const char *word) {
    return (word[0] == 'E' || word[0] == 'W') && strspn(word + 1, "0123456789") == 3 && word[4] == '\0';
}

bool code_put(struct text *out, const char *code) {
    const size_t length = strlen(code);
    for (const struct text_fragment *page = code_pages; page->name != NULL; page++) {
        for (const char *at = page->text; (at = strstr(at, heading)) != NULL;) {
            at += strlen(heading);
            if (strncmp(at, code, length) != 0 || at[length] != ' ')
                continue;
            const char *end = strstr(at, heading);
            text_printf(out, "%.*s", end == NULL ? (int)strlen(at) : (int)(end - at), at);
            return true;
        }
    }
    return false;
}
