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

/* The field is copied out rather than cast, since an args struct is only known by its offsets here. */
#define FIELD(type_name, variable)                                                                           \
    type_name variable;                                                                                      \
    memcpy(&variable, field, sizeof variable)

static struct value value_scalar(enum pawl_type type, bool set, int64_t number) {
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
            return value_scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(int64_t, number);
            return value_number(param->type, number);
        }
    case PAWL_TYPE_INT:
        if (param->optional) {
            FIELD(struct pawl_optional_int, optional);
            return value_scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(int32_t, number);
            return value_number(param->type, number);
        }
    case PAWL_TYPE_BOOL:
        if (param->optional) {
            FIELD(struct pawl_optional_bool, optional);
            return value_scalar(param->type, optional.set, optional.value);
        } else {
            FIELD(bool, truth);
            return value_number(param->type, truth);
        }
    case PAWL_TYPE_TIMESTAMP:
        if (param->optional) {
            FIELD(struct pawl_optional_timestamp, optional);
            return value_scalar(param->type, optional.set, optional.value_us);
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

enum pawl_status row_found(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)cells, (void)err;
    *(bool *)context = true;
    return PAWL_OK;
}

enum pawl_status read_number(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    *(int64_t *)context = cells[0].number;
    return PAWL_OK;
}
