#include "lock/lock.h"

#include "core/schema.h"
#include "core/transaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A machine frozen or asleep: what operators do, and what moves do meanwhile. */

/* To the second in which it is over. */
const char *until_text(int64_t until_us, char buffer[UNTIL_SIZE]) {
    time_t seconds = (time_t)(until_us / 1000000 + (until_us % 1000000 > 0));
    struct tm parts;
    buffer[0] = '\0';
    if (until_us && gmtime_r(&seconds, &parts))
        strftime(buffer, UNTIL_SIZE, " until %Y-%m-%d %H:%M:%S UTC", &parts);
    return buffer;
}

void freeze_text(bool sleeps, int64_t until_us, const char *reason, char detail[LOCK_DETAIL_SIZE]) {
    char until[UNTIL_SIZE];
    snprintf(detail, LOCK_DETAIL_SIZE, "%s%s: %s", sleeps ? "asleep" : "frozen", until_text(until_us, until),
             reason);
}

/* cells: mode, until, reason */
static enum pawl_status read_freeze_text(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    freeze_text(cells[0].text && strcmp(cells[0].text, "sleep") == 0, cells[1].number,
                cells[2].text ? cells[2].text : "", context);
    return PAWL_OK;
}

enum pawl_status freeze_find(struct pawl_db *db, const char *machine, char detail[LOCK_DETAIL_SIZE],
                             struct pawl_error *err) {
    struct value name = value_text(machine);
    detail[0] = '\0';
    return read_rows(db, db->driver->locks->find_freeze, &name, 1, read_freeze_text, detail, err);
}

/* ---- who holds a freeze up ---------------------------------------------------------------------- */

/* The transactions of a freeze's wait, by their names, with blanks between. */
struct holdup {
    const char *machine;
    char *transactions;
    size_t length, count;
    char who[240]; /* makes the first of them */
};

/* cells: transaction, pid, application_name, or the name of one that was prepared */
static enum pawl_status add_transaction(void *context, const struct cell *cells, struct pawl_error *err) {
    struct holdup *holdup = context;
    const char *transaction = cells[0].text ? cells[0].text : "";
    size_t length = strlen(transaction);
    char *longer = realloc(holdup->transactions, holdup->length + length + 2);
    TRY(memory_check(longer, err));
    holdup->transactions = longer;
    holdup->length +=
        (size_t)sprintf(longer + holdup->length, "%s%s", holdup->length ? " " : "", transaction);
    if (holdup->count++ > 0)
        return PAWL_OK;
    if (cells[1].is_null)
        snprintf(holdup->who, sizeof holdup->who, "prepared transaction %.100s",
                 cells[2].text ? cells[2].text : transaction);
    else
        snprintf(holdup->who, sizeof holdup->who, "pid %" PRId64 " (%.200s)", cells[1].number,
                 cells[2].text && *cells[2].text ? cells[2].text : "without an application_name");
    return PAWL_OK;
}

/* Puts in place of the transactions those of them that have not ended; all, the first time. */
static enum pawl_status look_again(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct holdup *holdup = context, now = {.machine = holdup->machine};
    struct value values[] = {value_text(holdup->machine), value_text(holdup->transactions)};
    enum pawl_status status = handle_ready(db, err);
    if (status == PAWL_OK)
        status = read_rows(db, db->driver->locks->freeze_waits_for, values, 2, add_transaction, &now, err);
    if (status != PAWL_OK) {
        free(now.transactions);
        return status;
    }
    free(holdup->transactions);
    *holdup = now;
    return status;
}

static enum pawl_status wait_for_earlier_moves(struct pawl_db *db, const char *machine,
                                               struct patience *patience, struct pawl_error *err) {
    struct holdup holdup = {.machine = machine};
    enum pawl_status status;
    do
        status = make_attempts(db, look_again, &holdup, err);
    while (status == PAWL_OK && holdup.count > 0 && patience_sleep(patience));
    if (status == PAWL_OK && holdup.count > 0) {
        status = PAWL_LOCKED;
        if (holdup.count == 1)
            error_set(err, status, "%s is frozen, but a transition that began before has not ended: of %s",
                      machine, holdup.who);
        else
            error_set(err, status,
                      "%s is frozen, but transitions that began before have not ended: of %s and %zu more",
                      machine, holdup.who, holdup.count - 1);
        error_help(err, "call again to continue waiting, end those transactions, or thaw");
        error_obstacle(err, holdup.who);
    }
    free(holdup.transactions);
    return status;
}

/* ---- freezing and thawing ----------------------------------------------------------------------- */

/* Of those who keep it out one, as far as that can be told. */
static void name_who_keeps_out(struct pawl_db *db, const char *machine, struct pawl_error *err) {
    struct holdup holdup = {.machine = machine};
    if (err && db->driver->locks->freeze_waits_for && look_again(db, &holdup, NULL) == PAWL_OK &&
        holdup.count > 0) {
        const size_t length = strlen(err->message);
        snprintf(err->message + length, sizeof err->message - length, ": of %s", holdup.who);
        error_help(err, "call again to continue waiting, or end that transaction");
    }
    free(holdup.transactions);
}

static enum pawl_status explain_freeze(struct pawl_db *db, const struct lock_call *call,
                                       enum pawl_status status, struct pawl_error *err) {
    if (status == PAWL_NOT_FOUND) {
        error_set(err, status, "there is no machine %s in this database", call->lock.type);
        error_help(err, "machines are named as in their .fsm file");
    } else if (status == PAWL_MISUSE) {
        error_set(err, status, "%s: a freeze that would be over already", call->lock.type);
        error_help(err, "until_us is in microseconds since 1970-01-01 00:00 UTC, or 0 until the thaw");
    } else if (status == PAWL_LOCKED) {
        error_set(err, status, "%s is not frozen yet: %s", call->lock.type, call->answer.detail);
        error_help(err, "call again to continue waiting");
        error_obstacle(err, call->answer.detail);
        name_who_keeps_out(db, call->lock.type, err);
    }
    return status;
}

/* Asks again and again rather than to wait in the database, where others would wait behind it. */
static enum pawl_status freeze_now(struct pawl_db *db, struct lock_call *call, struct patience *patience,
                                   struct pawl_error *err) {
    enum pawl_status status;
    do
        status = lock_ask(db, call, err);
    while (status == PAWL_LOCKED && patience_sleep(patience));
    return explain_freeze(db, call, status, err);
}

enum pawl_status pawl_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                             int64_t until_us, const char *reason, int64_t timeout_ms,
                             struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_FREEZE,
                             .lock = {.type = machine},
                             .mode = mode,
                             .until_us = until_us,
                             .reason = reason};
    TRY(schema_begin(db, err));
    TRY(check_outside(db, "pawl_freeze",
                      "others see it from its commit on: call it before pawl_begin, or after pawl_commit",
                      err));
    TRY(text_check("pawl_freeze", "the machine's name", machine, PAWL_KEY_MAX_BYTES, err));
    TRY(text_check("pawl_freeze", "the reason", reason, LOCK_REASON_MAX_BYTES, err));
    TRY(timeout_check("pawl_freeze", "timeout_ms", timeout_ms, err));
    const bool has_mode = mode == PAWL_FREEZE_REJECT || mode == PAWL_FREEZE_SLEEP;
    if (!has_mode || until_us < 0 || until_us > PAWL_TIME_MAX_US)
        return error_advise(
            err, PAWL_MISUSE,
            "PAWL_FREEZE_REJECT or PAWL_FREEZE_SLEEP, until a time or, with 0, until the thaw",
            "pawl_freeze: %s: mode %d, until_us %" PRId64, machine, (int)mode, until_us);
    struct patience patience = patience_of(timeout_ms);
    enum pawl_status status = freeze_now(db, &call, &patience, err);
    if (status == PAWL_OK && db->driver->locks->freeze_waits_for)
        status = wait_for_earlier_moves(db, machine, &patience, err);
    return status;
}

enum pawl_status pawl_thaw(struct pawl_db *db, const char *machine, struct pawl_error *err) {
    OPERATION(db, err);
    struct lock_call call = {.request = LOCK_THAW, .lock = {.type = machine}};
    TRY(schema_begin(db, err));
    TRY(text_check("pawl_thaw", "the machine's name", machine, PAWL_KEY_MAX_BYTES, err));
    return explain_freeze(db, &call, lock_ask(db, &call, err), err);
}
