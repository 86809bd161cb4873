#include "core/ending.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *behind_space(const char *at) {
    for (;;) {
        const char *end = NULL;
        at += strspn(at, " \t\r\n\f\v");
        if (at[0] == '-' && at[1] == '-')
            at += strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")))
            at = end + 2;
        else
            return at;
    }
}

/* Behind the word; NULL where it is another one. */
static const char *behind_word(const char *at, const char *word) {
    const size_t length = strlen(word);
    at = behind_space(at);
    if (strncasecmp(at, word, length) != 0 || isalnum((unsigned char)at[length]) || at[length] == '_')
        return NULL;
    return at + length;
}

enum ending ending_of(const char *sql, const char **rest) {
    *rest = behind_word(sql, "commit");
    if (!*rest)
        *rest = behind_word(sql, "end");
    if (*rest)
        return ENDS_BY_COMMIT;
    *rest = behind_word(sql, "rollback");
    if (!*rest)
        return ENDS_NOTHING;
    const char *noise = behind_word(*rest, "work");
    if (!noise)
        noise = behind_word(*rest, "transaction");
    return behind_word(noise ? noise : *rest, "to") ? ENDS_FAILURE : ENDS_BY_ROLLBACK;
}

char *ending_as_rollback(const char *rest) {
    static const char word[] = "rollback";
    char *text = malloc(sizeof word + strlen(rest));
    if (text)
        strcpy(stpcpy(text, word), rest);
    return text;
}
