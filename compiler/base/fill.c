#include "base/fill.h"

#include <string.h>

static size_t characters(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void fill(struct text *out, const char *first, const char *words) {
    size_t indent = characters(first, strlen(first));
    size_t column = indent;
    size_t start = indent;
    text_put(out, first);
    for (const char *at = words + strspn(words, " \t\n"); *at != '\0'; at += strspn(at, " \t\n")) {
        size_t length = strcspn(at, " \t\n");
        size_t width = characters(at, length);
        if (column > start && column + 1 + width > FILL_COLUMNS) {
            text_char(out, '\n');
            for (size_t i = 0; i < indent; i++)
                text_char(out, ' ');
            column = start;
        } else if (column > start) {
            text_char(out, ' ');
            column++;
        }
        text_write(out, at, length);
        column += width;
        at += length;
    }
    text_char(out, '\n');
}
