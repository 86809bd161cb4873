/* Times, durations and texts for people; texts of a database cannot reach the terminal's controls. */
#pragma once

#include "base/terminal.h"
#include "base/text.h"
#include "command.h"

#include <jansson.h>
#include <stdarg.h>

enum { TIME_SIZE = 48, DURATION_SIZE = 64 };

/* "2026-11-21 10:30:00.123456Z"; in JSON with a T. Returns buffer. */
const char *print_time(char buffer[TIME_SIZE], int64_t time_us, char separator);
/* "3 h 12 min". Returns buffer. */
const char *print_duration(char buffer[DURATION_SIZE], int64_t duration_us);
/* "500ms", "10m", "90d": each with its unit, since a bare 90 means days to one and seconds to another. False
 * where it is nothing of the kind. */
bool parse_duration(const char *text, int64_t *duration_ms);

/* printf for people: what a database holds cannot reach the controls of their terminal. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vsay_error(const char *format, va_list arguments);
/* To standard error, before a message: in the colour, if that is a terminal. */
void say_label(const char *colour, const char *label);

/* Without control characters. */
void put_printable(struct text *out, const char *text, size_t length);
const char *printable(const char *text);

/* Until the end; NULL of NULL. */
const char *copy_of(const char *text);

/* Prints and frees. */
void print_json(json_t *json);

/* The text as an operand in a shell. */
const char *shell_word(const char *text);
