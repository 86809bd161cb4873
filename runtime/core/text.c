#include "core/text.h"

#include <string.h>

/* RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
bool text_is_utf8(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        if (*c < 0x80) {
            c++;
            continue;
        }
        unsigned length = *c >= 0xC2 && *c <= 0xDF   ? 2u
                          : *c >= 0xE0 && *c <= 0xEF ? 3u
                          : *c >= 0xF0 && *c <= 0xF4 ? 4u
                                                     : 0u;
        if (length == 0)
            return false;
        unsigned char low = *c == 0xE0 ? 0xA0 : *c == 0xF0 ? 0x90 : 0x80;
        unsigned char high = *c == 0xED ? 0x9F : *c == 0xF4 ? 0x8F : 0xBF;
        if (c[1] < low || c[1] > high)
            return false;
        for (unsigned i = 2; i < length; i++)
            if (c[i] < 0x80 || c[i] > 0xBF)
                return false;
        c += length;
    }
    return true;
}

/* The bytes of the character there; 0: it is no UTF-8. */
static size_t character_length(const unsigned char *c) {
    const size_t length = c[0] < 0x80                   ? 1
                          : c[0] >= 0xC2 && c[0] < 0xE0 ? 2
                          : c[0] >= 0xE0 && c[0] < 0xF0 ? 3
                          : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    return length;
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
