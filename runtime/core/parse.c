#include "core/parse.h"

#include "core/error.h"
#include "core/text.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- times -------------------------------------------------------------------------------------- */

/* The parts of a time; 0 where it has none of that. */
enum {
    YEAR = 1,
    MONTH,
    DAY,
    HOUR = 5,
    MINUTE,
    SECOND = 8,
    FRACTION = 10,
    SIGN = 12,
    ZONE_HOUR,
    ZONE_MINUTE,
    PARTS
};

static const char time_pattern[] = "^([0-9]{4})-([0-9]{2})-([0-9]{2})"
                                   "([T ]([0-9]{2}):([0-9]{2})(:([0-9]{2}))?([.]([0-9]+))?"
                                   "(Z|([+-])([0-9]{2}):?([0-9]{2}))?)?$";

static int part_of(const char *text, const regmatch_t *part) {
    int number = 0;
    for (regoff_t i = part->rm_so; i >= 0 && i < part->rm_eo; i++)
        number = number * 10 + (text[i] - '0');
    return number;
}

/* Of a second. */
static int microseconds_of(const char *text, const regmatch_t *fraction) {
    int microseconds = 0, place = 100000;
    for (regoff_t i = fraction->rm_so; i >= 0 && i < fraction->rm_eo; i++, place /= 10)
        microseconds += (text[i] - '0') * place;
    return microseconds;
}

bool parse_time(const char *text, int64_t *time_us) {
    regex_t pattern;
    regmatch_t parts[PARTS];
    if (regcomp(&pattern, time_pattern, REG_EXTENDED) != 0)
        return false;
    const bool is_time = regexec(&pattern, text, PARTS, parts, 0) == 0;
    regfree(&pattern);
    if (!is_time)
        return false;
    const struct tm wanted = {.tm_year = part_of(text, &parts[YEAR]) - 1900,
                              .tm_mon = part_of(text, &parts[MONTH]) - 1,
                              .tm_mday = part_of(text, &parts[DAY]),
                              .tm_hour = part_of(text, &parts[HOUR]),
                              .tm_min = part_of(text, &parts[MINUTE]),
                              .tm_sec = part_of(text, &parts[SECOND])};
    const int zone_hour = part_of(text, &parts[ZONE_HOUR]), zone_minute = part_of(text, &parts[ZONE_MINUTE]);
    const int offset_minutes = zone_hour * 60 + zone_minute;
    if (wanted.tm_hour > 23 || wanted.tm_min > 59 || wanted.tm_sec > 59 || zone_hour > 15 || zone_minute > 59)
        return false;
    struct tm found = wanted;
    const int64_t seconds = (int64_t)timegm(&found);
    if (found.tm_mon != wanted.tm_mon || found.tm_mday != wanted.tm_mday || found.tm_year != wanted.tm_year)
        return false; /* there is no such day */
    const bool is_west = parts[SIGN].rm_so >= 0 && text[parts[SIGN].rm_so] == '-';
    *time_us = (seconds - (is_west ? -offset_minutes : offset_minutes) * 60) * INT64_C(1000000) +
               microseconds_of(text, &parts[FRACTION]);
    return true;
}

bool parse_number(const char *text, int64_t least, int64_t most, int64_t *number) {
    char *end = NULL;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && ((*text >= '0' && *text <= '9') || *text == '-') &&
           *number >= least && *number <= most;
}

/* ---- arguments ---------------------------------------------------------------------------------- */

/* "create takes amount: bigint, reason: text?" */
static enum pawl_status help_with_arguments(const struct pawl_event *event, struct pawl_error *err) {
    static const char *const names[] = {
#define X(constant, name) [PAWL_TYPE_##constant] = name,
        PAWL_TYPES(X)
#undef X
    };
    char list[256] = "no parameters";
    for (size_t i = 0, used = 0; i < event->param_count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s: %s%s", i > 0 ? ", " : "",
                                 event->params[i].name, names[event->params[i].type],
                                 event->params[i].optional ? "?" : "");
    error_help(err, "%s takes %s", event->name, list);
    return PAWL_MISUSE;
}

/* "00ff" */
static bool parse_hexadecimal(struct results *memory, const char *text, struct pawl_bytes *bytes) {
    const size_t length = strlen(text), size = length / 2;
    unsigned char *data = results_alloc(memory, size + 1);
    if (!data || length % 2 != 0 || strspn(text, "0123456789abcdefABCDEF") != length)
        return false;
    for (size_t i = 0; i < size; i++)
        sscanf(text + 2 * i, "%2hhx", &data[i]);
    *bytes = (struct pawl_bytes){data, size};
    return true;
}

/* False where it is none of the type; what is wrong with texts is seen when they are settled. */
static bool parse_value(struct results *memory, const char *text, struct value *value) {
    switch (value->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        value->text = text;
        return text_is_utf8(text);
    case PAWL_TYPE_BYTES:
        return parse_hexadecimal(memory, text, &value->bytes);
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

static const char *form_of_argument(enum pawl_type type) {
    static const char *const forms[] = {[PAWL_TYPE_BIGINT] = "a whole number of 64 bits",
                                        [PAWL_TYPE_INT] = "a whole number of 32 bits",
                                        [PAWL_TYPE_BOOL] = "true or false",
                                        [PAWL_TYPE_TIMESTAMP] = "a time such as 2026-11-21T10:30:00Z",
                                        [PAWL_TYPE_BYTES] = "bytes in hexadecimal, such as 00ff"};
    return form_of(type) == FORM_TEXT ? "text in UTF-8" : forms[type];
}

static enum pawl_status parse_argument(struct results *memory, const struct pawl_event *event,
                                       const char *text, void *args, bool *given, struct pawl_error *err) {
    const size_t length = text ? strcspn(text, "=") : 0;
    size_t i = 0;
    if (!text || text[length] != '=')
        return error_set(err, PAWL_MISUSE, "expected NAME=VALUE, got `%s`", text ? text : "NULL");
    while (i < event->param_count &&
           (strlen(event->params[i].name) != length || strncmp(event->params[i].name, text, length) != 0))
        i++;
    if (i == event->param_count)
        return error_set(err, PAWL_MISUSE, "%s has no parameter %.*s", event->name, (int)length, text);
    const struct pawl_param *param = &event->params[i];
    struct value value = {.type = param->type};
    if (given[i])
        return error_set(err, PAWL_MISUSE, "%s is given twice", param->name);
    if (!parse_value(memory, text + length + 1, &value))
        return error_set(err, PAWL_MISUSE, "%s: `%s` is not %s", param->name, text + length + 1,
                         form_of_argument(param->type));
    given[i] = true;
    value_to_args(param, &value, args);
    return PAWL_OK;
}

enum pawl_status parse_arguments(struct results *memory, const struct pawl_event *event,
                                 const char *const *texts, size_t count, void *args, struct pawl_error *err) {
    bool *given = results_alloc(memory, event->param_count + 1);
    TRY(memory_check(given, err));
    memset(given, 0, event->param_count + 1);
    for (size_t i = 0; i < count; i++)
        if (parse_argument(memory, event, texts[i], args, given, err) != PAWL_OK)
            return help_with_arguments(event, err);
    for (size_t i = 0; i < event->param_count; i++)
        if (!given[i] && !event->params[i].optional) {
            error_set(err, PAWL_MISUSE, "%s needs %s: add %s=VALUE", event->name, event->params[i].name,
                      event->params[i].name);
            return help_with_arguments(event, err);
        }
    return PAWL_OK;
}
