#include "core/driver.h"

#include <stddef.h>
#include <string.h>

struct value value_text(const char *text) {
    return (struct value){.type = PAWL_TYPE_TEXT, .is_null = text == NULL, .text = text};
}

struct value value_number(enum pawl_type type, int64_t number) {
    return (struct value){.type = type, .number = number};
}

/* ---- members of args structs, which are only known by their offsets here: copied, never cast -------- */

/* The plain member of a type, and the struct in its place where it is optional, which begins with `set`. */
struct value_member {
    size_t size, optional_size, value_offset;
};

#define PLAIN(type_name)                                                                                     \
    { sizeof(type_name), sizeof(type_name), 0 }
#define OPTIONAL(type_name, value)                                                                           \
    { sizeof((struct type_name *)0)->value, sizeof(struct type_name), offsetof(struct type_name, value) }
static const struct value_member value_members[] = {
    [PAWL_TYPE_TEXT] = PLAIN(const char *),
    [PAWL_TYPE_NUMERIC] = PLAIN(const char *),
    [PAWL_TYPE_UUID] = PLAIN(const char *),
    [PAWL_TYPE_JSON] = PLAIN(const char *),
    [PAWL_TYPE_BIGINT] = OPTIONAL(pawl_optional_bigint, value),
    [PAWL_TYPE_INT] = OPTIONAL(pawl_optional_int, value),
    [PAWL_TYPE_BOOL] = OPTIONAL(pawl_optional_bool, value),
    [PAWL_TYPE_TIMESTAMP] = OPTIONAL(pawl_optional_timestamp, value_us),
    [PAWL_TYPE_BYTES] = OPTIONAL(pawl_optional_bytes, value),
};

/* What an optional member has besides; NULL is what says so of a text. */
static bool has_set(const struct pawl_param *param) {
    return param->optional && form_of(param->type) != FORM_TEXT;
}

static int64_t number_of(enum pawl_type type, const char *field) {
    int64_t wide = 0;
    int32_t narrow = 0;
    bool truth = false;
    switch (type) {
    case PAWL_TYPE_BOOL:
        memcpy(&truth, field, sizeof truth);
        return truth;
    case PAWL_TYPE_INT:
        memcpy(&narrow, field, sizeof narrow);
        return narrow;
    default:
        memcpy(&wide, field, sizeof wide);
        return wide;
    }
}

struct value value_from_args(const struct pawl_param *param, const void *args) {
    const char *field = (const char *)args + param->offset;
    struct value value = {.type = param->type};
    bool set = true;
    if (has_set(param)) {
        memcpy(&set, field, sizeof set);
        field += value_members[param->type].value_offset;
    }
    value.is_null = !set;
    switch (form_of(param->type)) {
    case FORM_TEXT:
        memcpy(&value.text, field, sizeof value.text);
        value.is_null = value.text == NULL;
        break;
    case FORM_BYTES:
        if (set)
            memcpy(&value.bytes, field, sizeof value.bytes);
        break;
    case FORM_NUMBER:
        value.number = set ? number_of(param->type, field) : 0;
        break;
    }
    return value;
}

void value_to_args(const struct pawl_param *param, const struct value *value, void *args) {
    char *field = (char *)args + param->offset;
    const int32_t narrow = (int32_t)value->number;
    const bool set = !value->is_null, truth = value->number != 0;
    const void *from = form_of(param->type) == FORM_TEXT    ? (const void *)&value->text
                       : form_of(param->type) == FORM_BYTES ? (const void *)&value->bytes
                       : param->type == PAWL_TYPE_BOOL      ? (const void *)&truth
                       : param->type == PAWL_TYPE_INT       ? (const void *)&narrow
                                                            : (const void *)&value->number;
    if (has_set(param)) {
        memcpy(field, &set, sizeof set);
        field += value_members[param->type].value_offset;
    }
    memcpy(field, from, value_members[param->type].size);
}

bool value_keep(struct results *memory, struct value *value) {
    if (!results_keep(memory, &value->text))
        return false;
    if (!value->bytes.data)
        return true;
    void *copy = results_alloc(memory, value->bytes.size + 1);
    if (copy && value->bytes.size > 0)
        memcpy(copy, value->bytes.data, value->bytes.size);
    value->bytes.data = copy;
    return copy != NULL;
}

bool value_from_cell(struct results *memory, enum pawl_type type, const struct cell *cell,
                     struct value *value) {
    *value =
        (struct value){.type = type, .is_null = cell->is_null, .number = cell->number, .text = cell->text};
    if (cell->bytes.size > 0)
        value->bytes = cell->bytes;
    return value_keep(memory, value);
}

size_t args_size(const struct pawl_event *event) {
    size_t size = 0;
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        const struct value_member *member = &value_members[param->type];
        const size_t end = param->offset + (param->optional ? member->optional_size : member->size);
        size = end > size ? end : size;
    }
    return (size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
}

bool row_read(struct results *memory, const struct row_member *columns, size_t count,
              const struct cell *cells, void *row) {
    bool copied = true;
    for (size_t i = 0; i < count; i++) {
        void *member = (char *)row + columns[i].offset;
        const int64_t number = cells[i].is_null ? 0 : cells[i].number;
        switch (columns[i].kind) {
        case MEMBER_NUMBER:
            *(int64_t *)member = number;
            break;
        case MEMBER_INT:
            *(int *)member = (int)number;
            break;
        case MEMBER_TRUTH:
            *(bool *)member = number != 0;
            break;
        case MEMBER_TEXT:
            *(const char **)member = cells[i].text;
            copied &= results_keep(memory, member);
            break;
        }
    }
    return copied;
}

enum pawl_status row_read_one(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct row_reading *reading = context;
    return memory_check(row_read(reading->memory, reading->members, reading->count, cells, reading->row),
                        err);
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
