#include "flow/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Arguments and data of runs: structs in the program, JSON in the database. */

static void put_json_value(struct json *json, const struct value *value) {
    switch (value->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
        json_put_string(json, value->text);
        break;
    case PAWL_TYPE_JSON:
        json_put(json, value->text, strlen(value->text));
        break;
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
    case PAWL_TYPE_TIMESTAMP:
        json_printf(json, "%" PRId64, value->number);
        break;
    case PAWL_TYPE_BOOL:
        json_printf(json, "%s", value->number ? "true" : "false");
        break;
    case PAWL_TYPE_BYTES:
        json_put(json, "\"", 1);
        json_put_hex(json, value->bytes);
        json_put(json, "\"", 1);
        break;
    }
}

static enum pawl_status put_param(struct results *memory, const char *owner, const struct pawl_param *param,
                                  const void *values, struct json *json, struct pawl_error *err) {
    struct complaint complaint = {0};
    struct value value = value_from_args(param, values);
    if (value.is_null && param->optional)
        return PAWL_OK;
    if (value.is_null)
        return error_set(err, PAWL_MISUSE, "%s: %s is NULL, and it is not optional", owner, param->name);
    enum pawl_status status = value_settle(memory, &value, &complaint);
    TRY(memory_check(status != PAWL_NOMEM, err));
    if (status != PAWL_OK)
        return error_advise(err, status, complaint.help ? complaint.help : "", "%s: %s is %s", owner,
                            param->name, complaint.problem);
    json_printf(json, "%s\"%s\": ", json->length > 1 ? ", " : "", param->name);
    put_json_value(json, &value);
    return PAWL_OK;
}

enum pawl_status values_write(struct results *memory, const char *owner, const struct pawl_param *params,
                              size_t count, const void *values, const char **written,
                              struct pawl_error *err) {
    struct json json = {.memory = memory};
    json_put(&json, "{", 1);
    for (size_t i = 0; i < count; i++)
        TRY(put_param(memory, owner, &params[i], values, &json, err));
    json_put(&json, "}", 1);
    *written = json_end(&json);
    TRY(memory_check(*written, err));
    if (json.length > PAWL_RUN_DATA_MAX_BYTES)
        return error_advise(err, PAWL_MISUSE, "keep large values in a table of your own, and their key here",
                            "%s: %zu bytes, written as JSON; at most %d are possible", owner, json.length,
                            PAWL_RUN_DATA_MAX_BYTES);
    return PAWL_OK;
}

static const struct pawl_param *param_named(const struct pawl_param *params, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(params[i].name, name) == 0)
            return &params[i];
    return NULL;
}

/* False where it is not of that type, or memory is short: then short_of_memory. */
static bool read_one(struct json_reader *reader, enum pawl_type type, struct value *value,
                     bool *short_of_memory) {
    char *text = NULL;
    bool read = false;
    *value = (struct value){.type = type};
    switch (type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
        read = json_read_string(reader, &text);
        break;
    case PAWL_TYPE_JSON:
        read = json_read_value(reader, &text);
        break;
    case PAWL_TYPE_BYTES:
        read = json_read_string(reader, &text);
        *short_of_memory = read && !text;
        return read && text && hex_read(text, strlen(text), &value->bytes);
    case PAWL_TYPE_BOOL:
        value->number = json_read_word(reader, "true");
        return value->number || json_read_word(reader, "false");
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
    case PAWL_TYPE_TIMESTAMP:
        return json_read_number(reader, &value->number);
    }
    *short_of_memory = read && !text;
    value->text = text;
    return read && text;
}

enum pawl_status values_read(struct results *memory, const struct pawl_param *params, size_t count,
                             const char *json, void *values, struct pawl_error *err) {
    struct json_reader reader = {json, memory};
    bool short_of_memory = false;
    if (!json_read_sign(&reader, '{'))
        goto unreadable;
    while (!json_read_sign(&reader, '}')) {
        char *name = NULL, *unknown = NULL;
        struct value value;
        json_read_sign(&reader, ',');
        if (!json_read_string(&reader, &name) || !json_read_sign(&reader, ':'))
            goto unreadable;
        TRY(memory_check(name, err));
        const struct pawl_param *param = param_named(params, count, name);
        if (!param) { /* of another version of the flow */
            if (!json_read_value(&reader, &unknown))
                goto unreadable;
            continue;
        }
        if (!read_one(&reader, param->type, &value, &short_of_memory))
            goto unreadable;
        value_to_args(param, &value, values);
    }
    return PAWL_OK;
unreadable:
    TRY(memory_check(!short_of_memory, err));
    return error_advise(
        err, PAWL_MISMATCH,
        "deploy a program whose arguments and data have the types that the run was started with",
        "the values of the run are not those that this program expects: %.40s", reader.at);
}

void value_carry(const struct pawl_param *from, const void *source, const struct pawl_param *to,
                 void *target) {
    struct value value = value_from_args(from, source);
    value_to_args(to, &value, target);
}

const char *value_as_key(struct results *memory, const struct pawl_param *param, const void *values) {
    char digits[24];
    struct complaint none = {0};
    struct value value = value_from_args(param, values);
    if (value.is_null || value_settle(memory, &value, &none) != PAWL_OK)
        return NULL;
    snprintf(digits, sizeof digits, "%" PRId64, value.number);
    return results_strdup(memory, form_of(value.type) == FORM_TEXT ? value.text : digits);
}

bool value_as_count(const struct pawl_param *param, const void *values, int64_t *count) {
    struct value value = value_from_args(param, values);
    *count = value.number;
    return !value.is_null;
}
