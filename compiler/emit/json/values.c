#include "emit/json/values.h"

#include "base/escape.h"

#include <inttypes.h>

void json_next(struct json *json) {
    text_put(json->out, !json->inner ? "" : json->dense ? "," : ", ");
    json->inner = true;
}

void json_key(struct json *json, const char *name) {
    json_next(json);
    text_char(json->out, '"');
    text_put(json->out, name);
    text_put(json->out, json->dense ? "\":" : "\": ");
}

void json_open(struct json *json, char bracket) {
    text_char(json->out, bracket);
    json->inner = false;
}

void json_close(struct json *json, char bracket) {
    text_char(json->out, bracket);
    json->inner = true;
}

void json_string(struct json *json, const char *name, const char *value) {
    json_key(json, name);
    escape_json(json->out, value);
}

void json_optional(struct json *json, const char *name, const char *value) {
    if (value != NULL)
        json_string(json, name, value);
}

void json_flag(struct json *json, const char *name, bool value) {
    json_key(json, name);
    text_put(json->out, value ? "true" : "false");
}

void json_number(struct json *json, const char *name, int64_t value) {
    json_key(json, name);
    text_printf(json->out, "%" PRId64, value);
}

void json_positive(struct json *json, const char *name, int64_t value) {
    if (value != 0)
        json_number(json, name, value);
}

void json_list(struct json *json, const char *name, size_t count, json_item_fn *item) {
    text_put(json->out, json->dense ? "," : ",\n      ");
    json->inner = false;
    json_key(json, name);
    text_char(json->out, '[');
    for (size_t i = 0; i < count; i++) {
        text_put(json->out, i == 0 ? "" : ",");
        text_put(json->out, json->dense ? "" : "\n        ");
        json_open(json, '{');
        item(json, i);
        json_close(json, '}');
    }
    text_put(json->out, count == 0 || json->dense ? "]" : "\n      ]");
    json->inner = true;
}
