#include "print.h"
#include "core/text.h"

#include <errno.h>
#include <inttypes.h>
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

/* Exactly that many digits. */
static bool digits(const char **text, size_t count, int *number) {
    *number = 0;
    for (size_t i = 0; i < count; i++, ++*text) {
        if (**text < '0' || **text > '9')
            return false;
        *number = *number * 10 + (**text - '0');
    }
    return true;
}

static bool take(const char **text, char c) {
    if (**text != c)
        return false;
    ++*text;
    return true;
}

static bool parse_fraction(const char **text, int *microseconds) {
    int place = 100000;
    *microseconds = 0;
    if (**text < '0' || **text > '9')
        return false;
    for (; **text >= '0' && **text <= '9'; ++*text, place /= 10)
        *microseconds += (**text - '0') * place;
    return true;
}

static bool parse_zone(const char **text, int *offset_minutes) {
    int hours, minutes;
    if (**text == '\0' || take(text, 'Z'))
        return true;
    int sign = **text == '-' ? -1 : 1;
    if (!take(text, '+') && !take(text, '-'))
        return false;
    if (!digits(text, 2, &hours))
        return false;
    take(text, ':');
    if (!digits(text, 2, &minutes) || hours > 15 || minutes > 59)
        return false;
    *offset_minutes = sign * (hours * 60 + minutes);
    return true;
}

bool parse_time(const char *text, int64_t *time_us) {
    struct tm parts = {0};
    int microseconds = 0, offset_minutes = 0;
    if (!digits(&text, 4, &parts.tm_year) || !take(&text, '-') || !digits(&text, 2, &parts.tm_mon) ||
        !take(&text, '-') || !digits(&text, 2, &parts.tm_mday))
        return false;
    if (*text == 'T' || *text == ' ') {
        text++;
        if (!digits(&text, 2, &parts.tm_hour) || !take(&text, ':') || !digits(&text, 2, &parts.tm_min))
            return false;
        if (take(&text, ':') && !digits(&text, 2, &parts.tm_sec))
            return false;
        if (take(&text, '.') && !parse_fraction(&text, &microseconds))
            return false;
        if (!parse_zone(&text, &offset_minutes))
            return false;
    }
    if (*text != '\0' || parts.tm_hour > 23 || parts.tm_min > 59 || parts.tm_sec > 59)
        return false;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    const struct tm wanted = parts;
    time_t seconds = timegm(&parts);
    if (parts.tm_mon != wanted.tm_mon || parts.tm_mday != wanted.tm_mday || parts.tm_year != wanted.tm_year)
        return false; /* there is no such day */
    *time_us = ((int64_t)seconds - offset_minutes * 60) * SECOND_US + microseconds;
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
    } units[] = {{"", 1000},     {"ms", 1},       {"s", 1000},     {"m", 60000},
                 {"h", 3600000}, {"d", 86400000}, {"w", 604800000}};
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

char *printable(const char *text) {
    char *clean = malloc(strlen(text) * 4 + 1);
    if (clean == NULL)
        return NULL;
    char *out = clean;
    while (*text != '\0') {
        bool controls;
        for (size_t length = text_step(text, &controls); length > 0; length--, text++)
            if (controls)
                out += sprintf(out, "\\x%02x", (unsigned char)*text);
            else
                *out++ = *text;
    }
    *out = '\0';
    return clean;
}

static void vsay(FILE *file, const char *format, va_list arguments) {
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        return;
    for (char *line = text, *next = NULL; line != NULL; line = next) {
        char *end = strchr(line, '\n');
        next = end == NULL ? NULL : end + 1;
        if (end != NULL)
            *end = '\0';
        char *clean = printable(line);
        fprintf(file, "%s%s", clean == NULL ? "" : clean, end == NULL ? "" : "\n");
        free(clean);
    }
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

char *json_told(json_t *json) {
    char *told = NULL;
    char *text = json_dumps(json, JSON_INDENT(2) | (isatty(STDOUT_FILENO) ? JSON_ENSURE_ASCII : 0));
    json_decref(json);
    if (asprintf(&told, "%s\n", text == NULL ? "" : text) < 0)
        told = NULL;
    free(text);
    return told;
}

void print_json(json_t *json) {
    char *told = json_told(json);
    fputs(told == NULL ? "" : told, stdout);
    free(told);
}
