#include "core/log.h"

#include "core/clock.h"
#include "core/handle.h"
#include "core/key.h"
#include "core/move.h"

#include <stdarg.h>
#include <stdio.h>

static enum pawl_log_level log_level_of(enum pawl_log_kind kind, enum pawl_status status) {
    switch (kind) {
    case PAWL_LOG_REFUSED:
        return breaks_transaction(status) ? PAWL_LOG_ERROR : PAWL_LOG_INFO;
    case PAWL_LOG_PARKED:
        return PAWL_LOG_ERROR;
    case PAWL_LOG_SLOW:
    case PAWL_LOG_FAILED:
    case PAWL_LOG_CONNECTED:
        return PAWL_LOG_WARNING;
    case PAWL_LOG_RETRIED:
    case PAWL_LOG_RESOLVED:
    case PAWL_LOG_STOPPED:
        break;
    }
    return PAWL_LOG_INFO;
}

void log_write(const struct pawl_db *db, enum pawl_log_kind kind, enum pawl_status status,
               const char *machine, const char *entity, const char *format, ...) {
    const struct move *move = machine ? NULL : db->moving;
    char message[sizeof((struct pawl_error *)0)->message], digits[KEY_DIGITS_SIZE];
    if (!db->log.write)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const struct pawl_log_entry entry = {.level = log_level_of(kind, status),
                                         .kind = kind,
                                         .status = status,
                                         .machine = machine ? machine
                                                    : move  ? move->machine->name
                                                            : "",
                                         .entity = entity ? entity
                                                   : move ? key_as_text(move->machine, move->key, digits)
                                                          : "",
                                         .message = message,
                                         .trace = move ? move->opts.trace : NULL,
                                         .duration_us = move ? monotonic_us() - move->begun_us : 0};
    db->log.write(db->log.context, &entry);
}

void log_transition(const struct pawl_db *db, const struct move *move, enum pawl_status status,
                    const struct pawl_error *err) {
    const bool is_done = status == PAWL_OK || status == PAWL_IGNORED || status == PAWL_EXISTS;
    if (!is_done)
        log_write(db, PAWL_LOG_REFUSED, status, NULL, NULL, "%s", err->message);
    if (db->log.slow_us > 0 && monotonic_us() - move->begun_us >= db->log.slow_us)
        log_write(db, PAWL_LOG_SLOW, status, NULL, NULL, "%s returned %s after %lld ms", move->event->name,
                  pawl_status_name(status), (long long)(monotonic_us() - move->begun_us) / 1000);
}

enum pawl_status pawl_set_log(struct pawl_db *db, pawl_log_fn *log, void *context, int64_t slow_us,
                              struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "pawl_set_log: db is NULL");
    TRY(duration_check("pawl_set_log", "slow_us", slow_us, 1, 0, err));
    db->log = (struct log_hook){log, context, slow_us};
    return PAWL_OK;
}
