/* Times, durations, texts and tables for people; texts of a database cannot reach the terminal's controls. */
#ifndef PAWLCTL_PRINT_H
#define PAWLCTL_PRINT_H

#include "command.h"

#include <jansson.h>
#include <stdarg.h>

enum { TIME_SIZE = 48, DURATION_SIZE = 64 };

/* "2026-11-21 10:30:00.123456Z"; in JSON with a T. Returns buffer. */
const char *print_time(char buffer[TIME_SIZE], int64_t time_us, char separator);
/* "3 h 12 min". Returns buffer. */
const char *print_duration(char buffer[DURATION_SIZE], int64_t duration_us);
/* Reads what the man page describes; false where it is no time. */
bool parse_time(const char *text, int64_t *time_us);
/* "30", "500ms", "10m", "90d": seconds where no unit is given. False where it is nothing of the kind. */
bool parse_duration(const char *text, int64_t *duration_ms);

/* ---- tables ------------------------------------------------------------------------------------- */

enum { TABLE_COLUMNS_MAX = 10 };

struct table {
    size_t columns;
    bool right[TABLE_COLUMNS_MAX]; /* aligned so */
    char **cells;
    size_t count, capacity;
    bool failed;
};

/* A heading for each column; one that begins with > is aligned to the right. */
void table_begin(struct table *table, const char *const *headings, size_t columns);
/* Copied; NULL is shown as "-". */
void table_cell(struct table *table, const char *text);
void table_number(struct table *table, int64_t number);
/* Prints it, each line after the indent, and frees it. */
void table_end(struct table *table, const char *indent);
void table_free(struct table *table);

/* printf for people: what a database holds cannot reach the controls of their terminal. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vsay_error(const char *format, va_list arguments);

/* Without control characters. The caller frees it; NULL: out of memory. */
char *printable(const char *text);

/* Prints and frees. */
void print_json(json_t *json);

#endif
