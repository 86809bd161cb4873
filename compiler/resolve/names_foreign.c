#include "resolve/names_parts.h"

#include <string.h>

static const struct {
    const char *holder;
    const char *names; /* with blanks between them */
    bool is_macro;
} foreign[] = {
#define FOREIGN(holder, names)       {holder, names, false},
#define FOREIGN_MACRO(holder, names) {holder, names, true},
#include "resolve/foreign.def"
};

enum { LINE_COUNT = sizeof foreign / sizeof foreign[0] };

static bool has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at != NULL; at = strstr(at + length, word))
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

bool names_is_macro(const char *name) {
    for (size_t i = 0; i < LINE_COUNT; i++)
        if (foreign[i].is_macro && has_word(foreign[i].names, name))
            return true;
    return false;
}

void names_foreign_init(struct map *map, struct arena *arena) {
    *map = map_new(arena);
    for (size_t i = 0; i < LINE_COUNT; i++)
        for (const char *at = foreign[i].names; !foreign[i].is_macro && *at != '\0';) {
            size_t length = strcspn(at, " ");
            map_put(map, arena_strndup(arena, at, length), i);
            at += length + (at[length] == ' ');
        }
}

const char *names_foreign_holder(const struct map *map, const char *name) {
    size_t line = map_get(map, name);
    return line == MAP_NOTHING ? NULL : foreign[line].holder;
}
