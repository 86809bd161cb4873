#include "print.h"
#include "json.h"
#include "pawl_admin.h"

#include <errno.h>
#include <float.h>
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

/* Whether DBL_DIG digits of each number in it are that number. */
static bool is_short(json_t *json) {
    const double number = json_real_value(json);
    char digits[32];
    bool is_so = true;
    size_t i;
    const char *name;
    json_t *value;
    snprintf(digits, sizeof digits, "%.*g", DBL_DIG, number);
    json_array_foreach(json, i, value) is_so = is_so && is_short(value);
    json_object_foreach(json, name, value) is_so = is_so && is_short(value);
    return is_so && strtod(digits, NULL) == number;
}

void print_json(json_t *json) {
    const size_t digits = is_short(json) ? JSON_REAL_PRECISION(DBL_DIG) : 0;
    char *text = json_dumps(json, JSON_INDENT(2) | digits | (isatty(STDOUT_FILENO) ? JSON_ENSURE_ASCII : 0));
    json_decref(json);
    printf("%s\n", text == NULL ? "" : text);
    json_free(text);
}

const char *shell_word(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-";
    struct text word = TEXT_INIT;
    text_put(&word, *text == '-' ? "-- " : "");
    if (*text != '\0' && text[strspn(text, plain)] == '\0') {
        text_put(&word, text);
        return text_keep(&word, memory);
    }
    text_char(&word, '\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            text_put(&word, "'\\''");
        else
            text_char(&word, *text);
    text_char(&word, '\'');
    return text_keep(&word, memory);
}
