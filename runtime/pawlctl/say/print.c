#include "print.h"
#include "json.h"
#include "pawl_admin.h"

#include <errno.h>
#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND_US INT64_C(1000000)

/* ---- times -------------------------------------------------------------------------------------- */

const char *print_time(char buffer[TIME_SIZE], int64_t time_us, char separator) {
    int64_t fraction = time_us % SECOND_US;
    time_t seconds = (time_t)(time_us / SECOND_US);
    if (fraction < 0) {
        fraction += SECOND_US;
        seconds--;
    }
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL)
        snprintf(buffer, TIME_SIZE, "%" PRId64, time_us);
    else
        snprintf(buffer, TIME_SIZE, "%04d-%02d-%02d%c%02d:%02d:%02d.%06dZ", parts.tm_year + 1900,
                 parts.tm_mon + 1, parts.tm_mday, separator, parts.tm_hour, parts.tm_min, parts.tm_sec,
                 (int)fraction);
    return buffer;
}

const char *print_duration(char buffer[DURATION_SIZE], int64_t duration_us) {
    static const struct {
        int64_t us;
        const char *name;
    } units[] = {{86400 * SECOND_US, "d"},
                 {3600 * SECOND_US, "h"},
                 {60 * SECOND_US, "min"},
                 {SECOND_US, "s"},
                 {1000, "ms"}};
    if (duration_us < 0)
        duration_us = 0;
    size_t unit = 0;
    while (unit + 1 < sizeof units / sizeof *units && duration_us < units[unit].us)
        unit++;
    int64_t whole = duration_us / units[unit].us;
    int64_t rest = unit < 3 ? duration_us % units[unit].us / units[unit + 1].us : 0;
    if (rest > 0)
        snprintf(buffer, DURATION_SIZE, "%" PRId64 " %s %" PRId64 " %s", whole, units[unit].name, rest,
                 units[unit + 1].name);
    else
        snprintf(buffer, DURATION_SIZE, "%" PRId64 " %s", whole, units[unit].name);
    return buffer;
}

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
    static regex_t pattern;
    static bool is_compiled;
    regmatch_t parts[PARTS];
    is_compiled = is_compiled || regcomp(&pattern, time_pattern, REG_EXTENDED) == 0;
    if (!is_compiled || regexec(&pattern, text, PARTS, parts, 0) != 0)
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
    *time_us = (seconds - (is_west ? -offset_minutes : offset_minutes) * 60) * SECOND_US +
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

bool parse_duration(const char *text, int64_t *duration_ms) {
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}, {"w", 604800000}};
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || *text < '0' || *text > '9')
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0 && number <= INT64_MAX / 1000 / units[i].ms) {
            *duration_ms = number * units[i].ms;
            return true;
        }
    return false;
}

/* ---- texts -------------------------------------------------------------------------------------- */

void put_printable(struct text *out, const char *text, size_t length) {
    for (const char *end = text + length; text < end;) {
        bool controls;
        const size_t step = text_step(text, &controls);
        for (size_t i = 0; controls && i < step; i++)
            text_printf(out, "\\x%02x", (unsigned char)text[i]);
        text_write(out, text, controls ? 0 : step);
        text += step;
    }
}

const char *printable(const char *text) {
    struct text clean = TEXT_INIT;
    put_printable(&clean, text, strlen(text));
    return text_keep(&clean, memory);
}

static void vsay(FILE *file, const char *format, va_list arguments) {
    char *text = NULL;
    struct text clean = TEXT_INIT;
    if (vasprintf(&text, format, arguments) < 0)
        arena_exhausted();
    for (const char *line = text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        put_printable(&clean, line, length);
        line += length;
        if (*line == '\n')
            text_char(&clean, *line++);
    }
    fputs(text_data(&clean), file);
    text_free(&clean);
    free(text);
}

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsay(stdout, format, arguments);
    va_end(arguments);
}

void say_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsay(stderr, format, arguments);
    va_end(arguments);
}

void vsay_error(const char *format, va_list arguments) {
    vsay(stderr, format, arguments);
}

void say_label(const char *colour, const char *label) {
    fprintf(stderr, "%s%s%s ", terminal_colour(stderr, colour), label, terminal_colour(stderr, COLOUR_END));
}

const char *copy_of(const char *text) {
    return text == NULL ? NULL : arena_strndup(memory, text, strlen(text));
}

void print_json(json_t *json) {
    char *text = json_dumps(json, JSON_INDENT(2) | (isatty(STDOUT_FILENO) ? JSON_ENSURE_ASCII : 0));
    json_decref(json);
    printf("%s\n", text == NULL ? "" : text);
    json_free(text);
}
