#include "argument.h"
#include "say/print.h"

#include <stdio.h>
#include <string.h>

/* "00ff" */
static bool parse_bytes(const char *text, struct pawl_bytes *bytes) {
    const size_t length = strlen(text), size = length / 2;
    unsigned char *data = arena_alloc(memory, size + 1);
    if (length % 2 != 0 || strspn(text, "0123456789abcdefABCDEF") != length)
        return false;
    for (size_t i = 0; i < size; i++)
        sscanf(text + 2 * i, "%2hhx", &data[i]);
    *bytes = (struct pawl_bytes){data, size};
    return true;
}

bool argument_parse(const char *text, struct value *value) {
    switch (value->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        value->text = text;
        return text_is_utf8(text);
    case PAWL_TYPE_BYTES:
        return parse_bytes(text, &value->bytes);
    case PAWL_TYPE_BIGINT:
        return parse_number(text, INT64_MIN, INT64_MAX, &value->number);
    case PAWL_TYPE_INT:
        return parse_number(text, INT32_MIN, INT32_MAX, &value->number);
    case PAWL_TYPE_BOOL:
        value->number = strcmp(text, "true") == 0;
        return value->number != 0 || strcmp(text, "false") == 0;
    case PAWL_TYPE_TIMESTAMP:
        break;
    }
    return parse_time(text, &value->number);
}

const char *argument_form(enum pawl_type type) {
    static const char *const forms[] = {[PAWL_TYPE_BIGINT] = "a whole number of 64 bits",
                                        [PAWL_TYPE_INT] = "a whole number of 32 bits",
                                        [PAWL_TYPE_BOOL] = "true or false",
                                        [PAWL_TYPE_TIMESTAMP] = "a time such as 2026-11-21T10:30:00Z",
                                        [PAWL_TYPE_BYTES] = "bytes in hexadecimal, such as 00ff"};
    return form_of(type) == FORM_TEXT ? "text in UTF-8" : forms[type];
}
