#include "outbox/outbox.h"

#include "core/json.h"
#include "core/key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void put_text(struct json *text, const char *bytes) {
    json_put(text, bytes, strlen(bytes));
}

/* ---- values ------------------------------------------------------------------------------------- */

/* Escapes what PostgreSQL's to_json() escapes, and as it does. */
static void put_string(struct json *text, const char *string) {
    static const char letters[] = "\bb\ff\nn\rr\tt\"\"\\\\";
    put_text(text, "\"");
    while (*string) {
        size_t plain = 0;
        while ((unsigned char)string[plain] >= 0x20 && string[plain] != '"' && string[plain] != '\\')
            plain++;
        json_put(text, string, plain);
        string += plain;
        if (!*string)
            break;
        const char *letter = letters;
        while (*letter && *letter != *string)
            letter += 2;
        char escaped[8];
        snprintf(escaped, sizeof escaped, *letter ? "\\%c" : "\\u%04x", *letter ? letter[1] : *string);
        put_text(text, escaped);
        string++;
    }
    put_text(text, "\"");
}

/* At least so many digits; snprintf would take a good part of the time of a message. */
static void put_digits(struct json *text, uint64_t number, int width) {
    char digits[KEY_DIGITS_SIZE];
    size_t first = sizeof digits;
    for (; number > 0 || width > 0; number /= 10, width--)
        digits[--first] = (char)('0' + number % 10);
    json_put(text, digits + first, sizeof digits - first);
}

static void put_number(struct json *text, int64_t number) {
    put_text(text, number < 0 ? "-" : "");
    put_digits(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 1);
}

/* RFC 3339 in UTC; years outside of 0001 to 9999 have a sign and six digits, as in ISO 8601. */
static void put_time(struct json *text, int64_t time_us) {
    int64_t microseconds = time_us % 1000000;
    if (microseconds < 0)
        microseconds += 1000000;
    time_t seconds = (time_t)((time_us - microseconds) / 1000000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    const long year = utc.tm_year + 1900L;
    const bool is_usual = year >= 1 && year <= 9999;
    const int parts[] = {utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, (int)microseconds};
    put_text(text, is_usual ? "\"" : year < 0 ? "\"-" : "\"+");
    put_digits(text, (uint64_t)labs(year), is_usual ? 4 : 6);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        json_put(text, &"--T::."[i], 1);
        put_digits(text, (uint64_t)parts[i], i < 5 ? 2 : 6);
    }
    put_text(text, "Z\"");
}

static void put_base64(struct json *text, struct pawl_bytes bytes) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = bytes.data;
    put_text(text, "\"");
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        unsigned long three = (unsigned long)byte[i] << 16 |
                              (left > 1 ? (unsigned long)byte[i + 1] << 8 : 0) |
                              (left > 2 ? byte[i + 2] : 0UL);
        const char four[] = {letters[three >> 18], letters[three >> 12 & 63],
                             left > 1 ? letters[three >> 6 & 63] : '=', left > 2 ? letters[three & 63] : '='};
        json_put(text, four, sizeof four);
    }
    put_text(text, "\"");
}

static void put_value(struct json *text, const struct value *value) {
    if (value->is_null) {
        put_text(text, "null");
        return;
    }
    switch (value->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC: /* a number of JSON would be rounded by many a reader */
    case PAWL_TYPE_UUID:
        put_string(text, value->text);
        break;
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
        put_number(text, value->number);
        break;
    case PAWL_TYPE_BOOL:
        put_text(text, value->number ? "true" : "false");
        break;
    case PAWL_TYPE_TIMESTAMP:
        put_time(text, value->number);
        break;
    case PAWL_TYPE_JSON:
        put_text(text, value->text);
        break;
    case PAWL_TYPE_BYTES:
        put_base64(text, value->bytes);
        break;
    }
}

const char *outbox_parameters(struct results *memory, const struct pawl_event *event,
                              const struct value *parameters) {
    struct json text = {.memory = memory};
    put_text(&text, "{");
    for (uint16_t i = 0; i < event->param_count; i++) {
        put_text(&text, i > 0 ? "," : "");
        put_string(&text, event->params[i].name);
        put_text(&text, ":");
        put_value(&text, &parameters[i]);
    }
    put_text(&text, "}");
    return json_end(&text);
}

/* A member of an object. NULL becomes null. */
static void put_string_after(struct json *text, const char *before, const char *string) {
    put_text(text, before);
    if (string)
        put_string(text, string);
    else
        put_text(text, "null");
}

/* ---- runs --------------------------------------------------------------------------------------- */

/* "[3][0]" as a list. */
static void put_iteration(struct json *text, const char *iteration) {
    put_text(text, "[");
    for (bool any = false; *iteration; any = true) {
        size_t digits = strcspn(iteration + 1, "]");
        put_text(text, any ? "," : "");
        json_put(text, iteration + 1, digits);
        iteration += digits + 2;
    }
    put_text(text, "]");
}

static void put_json_after(struct json *text, const char *before, const char *json) {
    put_text(text, before);
    put_text(text, json ? json : "null");
}

const char *outbox_run_parameters(struct results *memory, const struct outbox_run *run) {
    struct json text = {.memory = memory};
    put_string_after(&text, "{\"step\":", run->step);
    put_text(&text, ",\"iteration\":");
    put_iteration(&text, run->iteration);
    put_string_after(&text, ",\"direction\":", run->direction);
    put_text(&text, ",\"attempt\":");
    put_number(&text, run->attempt);
    put_json_after(&text, ",\"unique\":", run->unique);
    put_json_after(&text, ",\"args\":", run->args);
    put_json_after(&text, ",\"data\":", run->data);
    put_string_after(&text, ",\"error\":", run->error);
    put_text(&text, "}");
    return json_end(&text);
}

/* ---- messages ----------------------------------------------------------------------------------- */

const char *outbox_message_id(struct results *memory, const struct outbox_row *row) {
    struct json text = {.memory = memory};
    put_text(&text, row->machine);
    put_text(&text, "/");
    put_text(&text, row->entity);
    put_text(&text, "/");
    put_number(&text, row->sort_key);
    return json_end(&text);
}

const char *outbox_message(struct results *memory, const struct outbox_row *row) {
    struct json text = {.memory = memory};
    const char *id = outbox_message_id(memory, row);
    if (!id)
        return NULL;
    put_string_after(&text, "{\"id\":", id);
    put_string_after(&text, ",\"topic\":", row->topic);
    put_string_after(&text, ",\"machine\":", row->machine);
    put_string_after(&text, ",\"entity\":", row->entity);
    put_text(&text, ",\"sort_key\":");
    put_number(&text, row->sort_key);
    put_string_after(&text, ",\"event\":", row->event);
    put_string_after(&text, ",\"from\":", *row->from ? row->from : NULL);
    put_string_after(&text, ",\"to\":", row->to);
    put_text(&text, ",\"created_at\":");
    put_time(&text, row->created_at_us);
    put_string_after(&text, ",\"request_id\":", row->request_id);
    put_string_after(&text, ",\"actor\":", row->actor ? actor_name(memory, row->actor) : NULL);
    put_string_after(&text, ",\"traceparent\":", actor_trace(row->actor));
    put_string_after(&text, ",\"fingerprint\":", row->fingerprint);
    put_text(&text, ",\"parameters\":");
    put_text(&text, row->parameters);
    put_text(&text, "}");
    return json_end(&text);
}
