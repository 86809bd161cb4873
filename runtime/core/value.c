#include "core/driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value value_text(const char *text) {
    return (struct value){.type = PAWL_TYPE_TEXT, .is_null = text == NULL, .text = text};
}

struct value value_number(enum pawl_type type, int64_t number) {
    return (struct value){.type = type, .number = number};
}

struct value value_key(const struct pawl_machine *machine, struct pawl_key key) {
    if (machine->key_type == PAWL_TYPE_BIGINT)
        return value_number(PAWL_TYPE_BIGINT, key.number);
    return value_text(key.text);
}

/* The field is copied out rather than cast, since an args struct is only known by its offsets here. */
#define FIELD(type_name, variable)                                                                           \
    type_name variable;                                                                                      \
    memcpy(&variable, field, sizeof variable)

static struct value scalar(enum pawl_type type, bool set, int64_t number) {
    return (struct value){.type = type, .is_null = !set, .number = set ? number : 0};
}

static struct value bytes_or_null(bool set, struct pawl_bytes bytes) {
    return (struct value){
        .type = PAWL_TYPE_BYTES, .is_null = !set, .bytes = set ? bytes : (struct pawl_bytes){0}};
}

struct value value_from_args(const struct pawl_param *param, const void *args) {
    const char *field = (const char *)args + param->offset;
    switch (param->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON: {
        FIELD(const char *, text);
        return (struct value){.type = param->type, .is_null = text == NULL, .text = text};
    }
    case PAWL_TYPE_BYTES:
        if (param->optional) {
            FIELD(struct pawl_optional_bytes, optional);
            return bytes_or_null(optional.set, optional.value);
        } else {
            FIELD(struct pawl_bytes, bytes);
            return bytes_or_null(true, bytes);
        }
    case PAWL_TYPE_BIGINT:
        if (param->optional) {
            FIELD(struct pawl_optional_bigint, optional);
            return scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(int64_t, number);
            return value_number(param->type, number);
        }
    case PAWL_TYPE_INT:
        if (param->optional) {
            FIELD(struct pawl_optional_int, optional);
            return scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(int32_t, number);
            return value_number(param->type, number);
        }
    case PAWL_TYPE_BOOL:
        if (param->optional) {
            FIELD(struct pawl_optional_bool, optional);
            return scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(bool, truth);
            return value_number(param->type, truth);
        }
    case PAWL_TYPE_TIMESTAMP:
        if (param->optional) {
            FIELD(struct pawl_optional_timestamp, optional);
            return scalar(param->type, optional.set, optional.value_us);
        } else {
            FIELD(int64_t, time_us);
            return value_number(param->type, time_us);
        }
    }
    return value_text(NULL);
}

/* Writes a field as value_from_args reads it. */
#define SET(type_name, ...)                                                                                  \
    memcpy(field, &(type_name){__VA_ARGS__}, sizeof(type_name));                                             \
    break

void value_to_args(const struct pawl_param *param, const struct value *value, void *args) {
    char *field = (char *)args + param->offset;
    bool set = !value->is_null;
    switch (param->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        SET(const char *, value->text);
    case PAWL_TYPE_BYTES:
        if (param->optional) {
            SET(struct pawl_optional_bytes, set, value->bytes);
        }
        SET(struct pawl_bytes, value->bytes.data, value->bytes.size);
    case PAWL_TYPE_BIGINT:
        if (param->optional) {
            SET(struct pawl_optional_bigint, set, value->number);
        }
        SET(int64_t, value->number);
    case PAWL_TYPE_INT:
        if (param->optional) {
            SET(struct pawl_optional_int, set, (int32_t)value->number);
        }
        SET(int32_t, (int32_t)value->number);
    case PAWL_TYPE_BOOL:
        if (param->optional) {
            SET(struct pawl_optional_bool, set, value->number != 0);
        }
        SET(bool, value->number != 0);
    case PAWL_TYPE_TIMESTAMP:
        if (param->optional) {
            SET(struct pawl_optional_timestamp, set, value->number);
        }
        SET(int64_t, value->number);
    }
}

size_t member_size(const struct pawl_param *param) {
    switch (param->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        return sizeof(const char *);
    case PAWL_TYPE_BYTES:
        return param->optional ? sizeof(struct pawl_optional_bytes) : sizeof(struct pawl_bytes);
    case PAWL_TYPE_BIGINT:
        return param->optional ? sizeof(struct pawl_optional_bigint) : sizeof(int64_t);
    case PAWL_TYPE_INT:
        return param->optional ? sizeof(struct pawl_optional_int) : sizeof(int32_t);
    case PAWL_TYPE_BOOL:
        return param->optional ? sizeof(struct pawl_optional_bool) : sizeof(bool);
    case PAWL_TYPE_TIMESTAMP:
        return param->optional ? sizeof(struct pawl_optional_timestamp) : sizeof(int64_t);
    }
    return 0;
}

size_t args_size(const struct pawl_event *event) {
    size_t size = 0;
    for (uint16_t i = 0; i < event->param_count; i++)
        if (event->params[i].offset + member_size(&event->params[i]) > size)
            size = event->params[i].offset + member_size(&event->params[i]);
    return (size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
}

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

const char *key_shown(const struct pawl_machine *machine, struct pawl_key key, char buffer[KEY_SHOWN_SIZE]) {
    if (machine->key_type == PAWL_TYPE_BIGINT) {
        snprintf(buffer, KEY_SHOWN_SIZE, "%" PRId64, key.number);
        return buffer;
    }
    size_t cut = KEY_SHOWN_SIZE - sizeof "...";
    if (strlen(key.text) < KEY_SHOWN_SIZE) {
        strcpy(buffer, key.text);
        return buffer;
    }
    while (cut > 0 && ((unsigned char)key.text[cut] & 0xC0) == 0x80)
        cut--; /* not in the middle of a character */
    memcpy(buffer, key.text, cut);
    strcpy(buffer + cut, "...");
    return buffer;
}

enum pawl_status key_check(const struct pawl_machine *machine, struct pawl_key key, struct pawl_error *err) {
    if (machine->key_type == PAWL_TYPE_BIGINT)
        return PAWL_OK;
    if (!key.text || !*key.text) {
        error_set(err, PAWL_MISUSE, "%s: the key is %s", machine->name, key.text ? "empty" : "NULL");
        error_help(err, "pass the key of the row that is to move");
        return PAWL_MISUSE;
    }
    size_t length = strlen(key.text);
    if (length > PAWL_KEY_MAX_BYTES) {
        char shown[KEY_SHOWN_SIZE];
        error_set(err, PAWL_MISUSE, "%s %s: the key has %zu bytes; at most %d are possible", machine->name,
                  text_is_utf8(key.text) ? key_shown(machine, key, shown) : "?", length, PAWL_KEY_MAX_BYTES);
        return PAWL_MISUSE;
    }
    if (!text_is_utf8(key.text)) {
        error_set(err, PAWL_MISUSE, "%s: the key is not valid UTF-8", machine->name);
        error_help(err, "convert it to UTF-8 first");
        return PAWL_MISUSE;
    }
    return PAWL_OK;
}

enum pawl_status duration_check(const char *function, const char *parameter, int64_t given, int64_t unit_us,
                                int64_t least, struct pawl_error *err) {
    const int64_t most = PAWL_DURATION_MAX_US / unit_us;
    if (given >= least && given <= most)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "%s: %s is %" PRId64, function, parameter, given);
    error_help(err, "give it %" PRId64 " to %" PRId64 ", which are %d years", least, most,
               PAWL_DURATION_MAX_YEARS);
    return PAWL_MISUSE;
}

enum pawl_status timeout_check(const char *function, const char *parameter, int64_t timeout_ms,
                               struct pawl_error *err) {
    if (timeout_ms >= PAWL_WAIT)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "%s: %s is %" PRId64, function, parameter, timeout_ms);
    error_help(err, "give it 0 or more milliseconds, or PAWL_WAIT to wait for ever");
    return PAWL_MISUSE;
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
