#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *pawl_status_name(enum pawl_status status) {
    static const char *const names[] = {
#define X(constant, meaning) [PAWL_##constant] = #constant,
        PAWL_STATUSES(X)
#undef X
    };
    if ((unsigned)status >= sizeof names / sizeof *names)
        return "not a pawl_status";
    return names[status];
}

void error_clear(struct pawl_error *err) {
    if (!err)
        return;
    err->status = PAWL_OK;
    err->retryable = false;
    err->sqlstate[0] = '\0';
    err->sqlite_code = 0;
    err->message[0] = '\0';
    err->help[0] = '\0';
    err->guard[0] = '\0';
}

void error_copy(struct pawl_error *err, const struct pawl_error *said) {
    if (!err || !said)
        return;
    size_t struct_size = err->struct_size;
    *err = *said;
    err->struct_size = struct_size;
}

/* A message is one line, whatever a database or a key put into it. */
static void format_line(char *buffer, size_t size, const char *format, va_list arguments) {
    vsnprintf(buffer, size, format, arguments);
    for (char *c = buffer; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    size_t length = strlen(buffer);
    while (length > 0 && buffer[length - 1] == ' ')
        buffer[--length] = '\0';
}

enum pawl_status error_set(struct pawl_error *err, enum pawl_status status, const char *format, ...) {
    if (!err)
        return status;
    err->status = status;
    va_list arguments;
    va_start(arguments, format);
    format_line(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    return status;
}

enum pawl_status transaction_had_failed(struct pawl_error *err) {
    error_set(err, PAWL_DB, "the transaction had failed before and was rolled back");
    error_help(err, "look at the first PAWL_DB inside it; roll back at once after one");
    return PAWL_DB;
}

void error_help(struct pawl_error *err, const char *format, ...) {
    if (!err)
        return;
    va_list arguments;
    va_start(arguments, format);
    format_line(err->help, sizeof err->help, format, arguments);
    va_end(arguments);
}
