#include "core/text.h"

#include <string.h>

/*
 * The bytes of the character there; 0: it is no UTF-8. RFC 3629: no overlong forms, no surrogates, nothing
 * above U+10FFFF.
 */
static size_t character_length(const unsigned char *c) {
    const size_t length = c[0] < 0x80                    ? 1
                          : c[0] >= 0xC2 && c[0] <= 0xDF ? 2
                          : c[0] >= 0xE0 && c[0] <= 0xEF ? 3
                          : c[0] >= 0xF0 && c[0] <= 0xF4 ? 4
                                                         : 0;
    const unsigned char low = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;
    if (length > 1 && (c[1] < low || c[1] > high))
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool text_is_utf8(const char *text) {
    for (size_t length; *text; text += length) {
        length = character_length((const unsigned char *)text);
        if (length == 0)
            return false;
    }
    return true;
}

void text_copy(char *to, size_t size, const char *text) {
    const size_t length = text ? strnlen(text, size - 1) : 0;
    memcpy(to, text ? text : "", length);
    to[length] = '\0';
}

static bool is_between(const char *text, const char *first, const char *last) {
    const size_t length = strlen(first);
    return memcmp(text, first, length) >= 0 && memcmp(text, last, length) <= 0;
}

size_t text_step(const char *text, bool *controls) {
    const size_t length = character_length((const unsigned char *)text);
    *controls = length == 0 || (length == 1 && ((unsigned char)*text < 0x20 || *text == 0x7F)) ||
                (length == 2 &&
                 (is_between(text, "\xc2\x80", "\xc2\x9f") || is_between(text, "\xd8\x9c", "\xd8\x9c"))) ||
                (length == 3 && (is_between(text, "\xe2\x80\x8e", "\xe2\x80\x8f") ||
                                 is_between(text, "\xe2\x80\xa8", "\xe2\x80\xae") ||
                                 is_between(text, "\xe2\x81\xa6", "\xe2\x81\xa9")));
    return length == 0 ? 1 : length;
}
