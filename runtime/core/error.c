#include "core/error.h"

#include "core/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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

enum pawl_status parse_status(const char *name) {
    for (enum pawl_status status = PAWL_OK; status <= PAWL_NOMEM; status++)
        if (strcmp(pawl_status_name(status), name) == 0)
            return status;
    return PAWL_MISMATCH; /* an answer of a newer version */
}

/* What the caller's struct has room for: members were added in groups, the first of which every program
 * knows. */
static size_t known_size(const struct pawl_error *err) {
    static const size_t groups[] = {
        offsetof(struct pawl_error, obstacle),
        offsetof(struct pawl_error, obstacle_reason) + sizeof err->obstacle_reason,
    };
    return err->struct_size < groups[1] ? groups[0] : groups[1];
}

static bool has_obstacle(const struct pawl_error *err) {
    return err && known_size(err) > offsetof(struct pawl_error, obstacle_reason);
}

static void obstacle_clear(struct pawl_error *err) {
    if (!has_obstacle(err))
        return;
    err->obstacle = PAWL_OBSTACLE_NONE;
    err->obstacle_until_us = 0;
    err->obstacle_owner[0] = err->obstacle_reason[0] = '\0';
}

void error_clear(struct pawl_error *err) {
    if (!err)
        return;
    err->status = PAWL_OK;
    err->retryable = false;
    err->sqlstate[0] = '\0';
    err->native_code = 0;
    err->message[0] = '\0';
    err->help[0] = '\0';
    err->guard[0] = '\0';
    obstacle_clear(err);
}

void error_copy(struct pawl_error *err, const struct pawl_error *said) {
    if (!err || !said)
        return;
    const size_t struct_size = err->struct_size;
    const size_t size = known_size(err) < known_size(said) ? known_size(err) : known_size(said);
    obstacle_clear(err);
    memcpy(err, said, size);
    err->struct_size = struct_size;
}

/* A message is one line that no terminal obeys, whatever a database or a key put into it. */
static void format_line(char *buffer, size_t size, const char *format, va_list arguments) {
    vsnprintf(buffer, size, format, arguments);
    bool controls;
    size_t step;
    for (char *c = buffer; *c; c += step) {
        step = text_step(c, &controls);
        if (controls)
            memset(c, ' ', step);
    }
    size_t length = strlen(buffer);
    while (length > 0 && buffer[length - 1] == ' ')
        buffer[--length] = '\0';
}

enum pawl_status error_set(struct pawl_error *err, enum pawl_status status, const char *format, ...) {
    if (!err)
        return status;
    err->status = status;
    char line[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    format_line(line, sizeof line, format, arguments);
    va_end(arguments);
    strcpy(err->message, line);
    return status;
}

enum pawl_status error_advise(struct pawl_error *err, enum pawl_status status, const char *help,
                              const char *format, ...) {
    char line[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    format_line(line, sizeof line, format, arguments);
    va_end(arguments);
    error_help(err, "%s", help);
    return error_set(err, status, "%s", line);
}

enum pawl_status memory_check(bool is_there, struct pawl_error *err) {
    return is_there ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

enum pawl_status transaction_had_failed(struct pawl_error *err) {
    return error_advise(err, PAWL_DB, "look at the first PAWL_DB inside it; roll back at once after one",
                        "the transaction had failed before and was rolled back");
}

enum pawl_status transaction_was_lost(const char *server, struct pawl_error *err) {
    return error_advise(err, PAWL_DB, "nothing of it was written: roll back and start again",
                        "the connection to %s was lost inside the transaction", server);
}

enum pawl_status transaction_was_ended(struct pawl_error *err) {
    return error_advise(err, PAWL_DB,
                        "call pawl_rollback and start again; only pawl_commit and pawl_rollback end a "
                        "transaction of pawl_begin",
                        "the transaction is over already: SQL of the caller's own has ended it");
}

enum pawl_status transaction_was_interrupted(struct pawl_error *err) {
    return error_advise(
        err, PAWL_DB,
        "nothing of it was written: call pawl_rollback, if pawl_begin began it, and start again",
        "the database was interrupted, and the whole transaction is rolled back");
}

void error_help(struct pawl_error *err, const char *format, ...) {
    if (!err)
        return;
    va_list arguments;
    va_start(arguments, format);
    format_line(err->help, sizeof err->help, format, arguments);
    va_end(arguments);
}

/* ---- what is in the way --------------------------------------------------------------------------- */

/* Whether the text begins so; then it is read on behind that. */
static bool take_prefix(const char **text, const char *words) {
    const size_t length = strlen(words);
    if (strncmp(*text, words, length) != 0)
        return false;
    *text += length;
    return true;
}

static int64_t take_until(const char **text) {
    struct tm parts = {0};
    int length = 0;
    if (sscanf(*text, " until %4d-%2d-%2d %2d:%2d:%2d UTC%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
               &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &length) != 6 ||
        length == 0)
        return 0;
    *text += length;
    parts.tm_year -= 1900;
    parts.tm_mon--;
    return (int64_t)timegm(&parts) * 1000000;
}

/* Names and reasons are anybody's, so they come last, and the rest is read before them. */
void error_obstacle(struct pawl_error *err, const char *detail) {
    if (!has_obstacle(err))
        return;
    obstacle_clear(err);
    if (take_prefix(&detail, "frozen") || take_prefix(&detail, "asleep")) {
        err->obstacle = detail[-1] == 'n' ? PAWL_OBSTACLE_FROZEN : PAWL_OBSTACLE_ASLEEP;
        err->obstacle_until_us = take_until(&detail);
        if (take_prefix(&detail, ": "))
            snprintf(err->obstacle_reason, sizeof err->obstacle_reason, "%s", detail);
    } else if (take_prefix(&detail, "held")) {
        err->obstacle =
            take_prefix(&detail, " in all machines") ? PAWL_OBSTACLE_HELD_ALL : PAWL_OBSTACLE_HELD;
        err->obstacle_until_us = take_until(&detail);
        if (take_prefix(&detail, " by "))
            snprintf(err->obstacle_owner, sizeof err->obstacle_owner, "%s", detail);
    } else {
        err->obstacle = take_prefix(&detail, "waking up")      ? PAWL_OBSTACLE_WAKING
                        : take_prefix(&detail, "the lock of ") ? PAWL_OBSTACLE_ENDED
                                                               : PAWL_OBSTACLE_BUSY;
    }
}

/* ---- what a caller gives ------------------------------------------------------------------------- */

enum pawl_status duration_check(const char *function, const char *parameter, int64_t given, int64_t unit_us,
                                int64_t least, struct pawl_error *err) {
    const int64_t most = PAWL_DURATION_MAX_US / unit_us;
    if (given >= least && given <= most)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "%s: %s is %" PRId64, function, parameter, given);
    error_help(err, "give it %" PRId64 " to %" PRId64 ", which are %d years", least, most,
               PAWL_DURATION_MAX_YEARS);
    return PAWL_MISUSE;
}

enum pawl_status timeout_check(const char *function, const char *parameter, int64_t timeout_ms,
                               struct pawl_error *err) {
    if (timeout_ms >= PAWL_WAIT)
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "give it 0 or more milliseconds, or PAWL_WAIT to wait for ever",
                        "%s: %s is %" PRId64, function, parameter, timeout_ms);
}

enum pawl_status text_check(const char *subject, const char *what, const char *text, size_t max_bytes,
                            struct pawl_error *err) {
    const size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > max_bytes) {
        error_set(err, PAWL_MISUSE, "%s: %s %s", subject, what,
                  !text         ? "is NULL"
                  : length == 0 ? "is empty"
                                : "is too long");
        error_help(err, "give it 1 to %zu bytes", max_bytes);
        return PAWL_MISUSE;
    }
    if (text_is_utf8(text))
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "convert it to UTF-8 first", "%s: %s is not valid UTF-8", subject,
                        what);
}

enum pawl_status page_check(const char *subject, size_t limit, const void *out, struct pawl_error *err) {
    if (!out)
        return error_set(err, PAWL_MISUSE, "%s: nowhere to put the result: out is NULL", subject);
    if (limit >= 1 && limit <= INT32_MAX)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "%s: a page of %zu rows", subject, limit);
    error_help(err, "read 1 to %d rows", INT32_MAX);
    return PAWL_MISUSE;
}

void options_copy(void *options, size_t size, const void *given) {
    size_t known = 0;
    if (!given)
        return;
    memcpy(&known, given, sizeof known);
    memcpy(options, given, known && known < size ? known : size);
}

/* ---- guards and effects in generated SQL ---------------------------------------------------------- */

/*
 * "-- guard covered of machine voucher" stands above each; behind it may be words of the file's own.
 * "guard covered of machine voucher", or NULL.
 */
static const char *hook_title(const char *line) {
    int end = 0;
    if (strncmp(line, "-- guard ", strlen("-- guard ")) != 0 &&
        strncmp(line, "-- effect ", strlen("-- effect ")) != 0)
        return NULL;
    sscanf(line, "-- %*[a-z] %*[A-Za-z0-9_] of machine %*[A-Za-z0-9_]%n", &end);
    return end > 0 && line[end] == '\n' ? line + strlen("-- ") : NULL;
}

void error_name_hook(struct pawl_error *err, const char *script, const char *at, bool is_denied) {
    static const char *const ends[] = {"end;\n", "end //\n"}; /* of what makes it */
    const char *title = NULL, *end;
    for (const char *line = script; err && line < at; line = end + 1) {
        if (!title)
            title = hook_title(line);
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (strncmp(line, ends[i], strlen(ends[i])) == 0)
                title = NULL;
        end = strchr(line, '\n');
        if (!end)
            break;
    }
    if (!title)
        return;
    error_set(err, err->status, "%.*s: %s", (int)strcspn(title, "\n"), title, err->message);
    if (!*err->help && !is_denied)
        error_help(err, "correct its SQL in the .fsm file, or create the missing object");
}
