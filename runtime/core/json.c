#include "core/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ------------------------------------------------------------------------------------ */

#define FIRST_CAPACITY 512

static char *json_make_room(struct json *json, size_t length) {
    if (!json->failed && json->length + length >= json->capacity) {
        size_t capacity = json->text ? (json->length + length + 1) * 2 : length + FIRST_CAPACITY;
        char *text = results_alloc(json->memory, capacity);
        if (text && json->text)
            memcpy(text, json->text, json->length);
        json->failed = text == NULL;
        json->text = text;
        json->capacity = capacity;
    }
    return json->failed ? NULL : json->text + json->length;
}

void json_put(struct json *json, const char *text, size_t length) {
    char *place = json_make_room(json, length);
    if (!place)
        return;
    memcpy(place, text, length);
    place[length] = '\0';
    json->length += length;
}

void json_printf(struct json *json, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *place = length < 0 ? NULL : json_make_room(json, (size_t)length);
    if (!place)
        return;
    va_start(arguments, format);
    json->length += (size_t)vsnprintf(place, (size_t)length + 1, format, arguments);
    va_end(arguments);
}

void json_put_string(struct json *json, const char *text) {
    json_put(json, "\"", 1);
    for (const char *start = text;; text++) {
        if (*text && *text != '"' && *text != '\\' && (unsigned char)*text >= 0x20)
            continue;
        json_put(json, start, (size_t)(text - start));
        if (!*text)
            break;
        if (*text == '"' || *text == '\\')
            json_printf(json, "\\%c", *text);
        else
            json_printf(json, "\\u%04x", (unsigned)*text);
        start = text + 1;
    }
    json_put(json, "\"", 1);
}

void json_put_hex(struct json *json, struct pawl_bytes bytes) {
    static const char digits[] = "0123456789abcdef";
    char *place = json_make_room(json, 2 * bytes.size);
    if (!place)
        return;
    for (size_t i = 0; i < bytes.size; i++) {
        const unsigned char byte = ((const unsigned char *)bytes.data)[i];
        *place++ = digits[byte >> 4];
        *place++ = digits[byte & 15];
    }
    *place = '\0';
    json->length += 2 * bytes.size;
}

void json_put_value(struct json *json, struct value value) {
    if (value.is_null) {
        json_printf(json, "null");
    } else if (form_of(value.type) == FORM_NUMBER) {
        json_printf(json, "%" PRId64, value.number);
    } else if (form_of(value.type) == FORM_TEXT) {
        json_put_string(json, value.text);
    } else {
        json_printf(json, "\"");
        json_put_hex(json, value.bytes);
        json_printf(json, "\"");
    }
}

const char *json_end(const struct json *json) {
    return json->failed || json->text ? json->text : "";
}

/* ---- reading ------------------------------------------------------------------------------------ */

static void json_skip_blanks(struct json_reader *reader) {
    reader->at += strspn(reader->at, " \t\r\n");
}

bool json_read_sign(struct json_reader *reader, char sign) {
    json_skip_blanks(reader);
    if (*reader->at != sign)
        return false;
    reader->at++;
    return true;
}

bool json_read_word(struct json_reader *reader, const char *word) {
    size_t length = strlen(word);
    json_skip_blanks(reader);
    if (strncmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

bool json_read_number(struct json_reader *reader, int64_t *number) {
    char *end = NULL;
    json_skip_blanks(reader);
    *number = strtoll(reader->at, &end, 10);
    if (end == reader->at)
        return false;
    reader->at = end;
    return true;
}

const char *json_string_end(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : NULL;
}

/* The only escapes that are written: of signs that must be. PostgreSQL's own functions write some more. */
static char unescape_string(const char **at) {
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char escaped = *++*at;
    const char *known = escaped ? strchr(from, escaped) : NULL;
    if (known)
        return to[known - from];
    if (escaped != 'u')
        return escaped;
    char digits[5] = "";
    for (int i = 0; i < 4 && (*at)[1]; i++)
        digits[i] = *++*at;
    return (char)strtol(digits, NULL, 16); /* below a blank */
}

bool json_read_string(struct json_reader *reader, char **text) {
    json_skip_blanks(reader);
    const char *end = *reader->at == '"' ? json_string_end(reader->at) : NULL;
    if (!end)
        return false;
    *text = results_alloc(reader->memory, (size_t)(end - reader->at));
    char *place = *text;
    for (const char *at = reader->at + 1; place && at < end - 1; at++)
        *place++ = *at == '\\' ? unescape_string(&at) : *at;
    if (place)
        *place = '\0';
    reader->at = end;
    return true;
}

static bool read_digit(char digit, unsigned char *byte) {
    static const char digits[] = "0123456789abcdef";
    const char *found = digit ? strchr(digits, digit) : NULL;
    if (found)
        *byte = (unsigned char)(*byte << 4 | (found - digits));
    return found != NULL;
}

bool hex_read(char *digits, size_t length, struct pawl_bytes *bytes) {
    unsigned char *data = (unsigned char *)digits;
    for (size_t i = 0; i + 1 < length; i += 2) {
        unsigned char byte = 0;
        if (!read_digit(digits[i], &byte) || !read_digit(digits[i + 1], &byte))
            return false;
        data[i / 2] = byte;
    }
    *bytes = (struct pawl_bytes){data, length / 2};
    return length % 2 == 0;
}

const char *json_value_end(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = json_string_end(at);
        } else {
            depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
            at = *at ? at + 1 : NULL;
        }
    } while (at && (depth > 0 || !strchr(",]}", *at)));
    return at;
}

bool json_read_value(struct json_reader *reader, char **text) {
    json_skip_blanks(reader);
    const char *at = json_value_end(reader->at);
    if (!at)
        return false;
    size_t length = (size_t)(at - reader->at);
    *text = results_alloc(reader->memory, length + 1);
    if (*text) {
        memcpy(*text, reader->at, length);
        (*text)[length] = '\0';
    }
    reader->at = at;
    return true;
}

const char *json_member(struct results *memory, const char *object, const char *name) {
    struct json_reader reader = {object, memory};
    char *member = NULL, *value = NULL;
    json_read_sign(&reader, '{');
    while (json_read_string(&reader, &member) && json_read_sign(&reader, ':') &&
           json_read_value(&reader, &value)) {
        if (member && strcmp(member, name) == 0)
            return value;
        json_read_sign(&reader, ',');
    }
    return NULL;
}
