#include "core/transact.h"

#include "core/bracket.h"
#include "core/clock.h"
#include "core/transaction.h"

#include <string.h>

#define ADOPTED_WAITS_US  INT64_C(30000000)
#define MIGRATED_WAITS_US INT64_C(60000000)
#define FOLLOWS_OTHERS_AT 3
#define STOPPING_ATTEMPTS 12 /* whose pauses take about a second */

/* A database that migrates in steps says so of moves that come in between. */
static bool is_being_migrated(const struct pawl_error *err) {
    return strcmp(err->sqlstate, "PW007") == 0;
}

enum pawl_status give_up_waiting(struct pawl_error *err) {
    return error_set(err, PAWL_CONFLICT, "given up: %s", err->message);
}

/* Of what collides with others. */
static int attempt_max_of(const struct pawl_db *db) {
    return db->connection && db->driver->attempt_max ? db->driver->attempt_max(db) : ATTEMPT_MAX;
}

static bool may_repeat(const struct pawl_db *db, enum pawl_status status, const struct pawl_error *err) {
    /* who has been told that the database is away may ask again when it is back */
    return err->retryable && ((status == PAWL_DB && !db->is_away) || status == PAWL_UNKNOWN);
}

static enum pawl_status attempts_until_final(struct pawl_db *db, attempt_fn *attempt, void *context,
                                             struct pawl_error *err) {
    const int64_t began_us = monotonic_us();
    for (int number = 1, between_steps = 0;;) {
        error_clear(err);
        db->waits.are_over = false;
        const enum pawl_status status = attempt(db, context, err);
        const int attempt_max = attempt_max_of(db);
        if (!may_repeat(db, status, err))
            return status;
        stats_add(db->stats, STAT(retries), 1);
        log_write(db, PAWL_LOG_RETRIED, status, NULL, NULL, "attempt %d: %s", number, err->message);
        if (is_being_migrated(err) && monotonic_us() - began_us < MIGRATED_WAITS_US) {
            pause_before_attempt(db, ++between_steps, PAUSE_MAX_US); /* a migration ends some time */
            continue;
        }
        if (status == PAWL_UNKNOWN && number >= attempt_max)
            return status;
        /* a busy handler of the caller's waits anew in each attempt */
        db->waits.are_over |=
            connection_is_adopted(db) && db->driver->steps && monotonic_us() - began_us > ADOPTED_WAITS_US;
        if (db->waits.are_over)
            return give_up_waiting(err);
        if (number >= attempt_max)
            return error_advise(err, PAWL_CONFLICT,
                                "others keep changing the same rows, or hold them too long; try later",
                                "given up after %d attempts: %s", number, err->message);
        pause_before_attempt(db, number, PAUSE_MAX_US);
        /* a node that is far behind decides on rows that others have changed, and is refused each time */
        if (number >= FOLLOWS_OTHERS_AT)
            (void)begin_behind_others(db, err);
        number++;
        between_steps = 0;
    }
}

enum pawl_status make_attempts(struct pawl_db *db, attempt_fn *attempt, void *context,
                               struct pawl_error *err) {
    /* retryable travels in the error struct, so there must be one */
    struct pawl_error own;
    err = error_or(err, &own);
    if (pawl_in_transaction(db))
        return attempt(db, context, err);
    const bool is_inner = db->waits.add_up;
    db->waits.add_up = true;
    if (!is_inner)
        db->waits.so_far_us = 0;
    enum pawl_status status = attempts_until_final(db, attempt, context, err);
    db->waits.add_up = is_inner;
    return status;
}

bool saves_result_again(const struct pawl_db *db, int attempt, int64_t until_us, bool is_stopping) {
    const int64_t left_us = until_us - monotonic_us();
    if (left_us <= 0 || (is_stopping && attempt >= STOPPING_ATTEMPTS) ||
        (connection_is_adopted(db) && connection_is_lost(db)))
        return false;
    pause_before_attempt(db, attempt, left_us);
    return true;
}

enum pawl_status sending_begin(struct pawl_db *db, struct sending *sending, struct pawl_error *err) {
    sending->joins = pawl_in_transaction(db);
    return sending->attempts++ == 0 ? PAWL_OK : handle_ready(db, err);
}

/* The database has looked for what was sent before, and has answered. */
static bool is_told(enum pawl_status status) {
    return !breaks_transaction(status) && status != PAWL_MISMATCH;
}

bool sending_is_final(const struct pawl_db *db, const struct sending *sending, enum pawl_status status) {
    /* which what was sent first would be told, too */
    const bool stays = status == PAWL_OK || status == PAWL_DEFERRED || status == PAWL_REUSED ||
                       status == PAWL_EXISTS || status == PAWL_MISUSE;
    if (!sending->answer_was_lost || stays)
        return true;
    if (sending->is_of_claim && (status == PAWL_CONFLICT || status == PAWL_LOCKED || status == PAWL_ASLEEP))
        return false; /* which is also the answer if the first one was done */
    return !db->driver->sessions || db->driver->sessions->ends_what_was_sent(db);
}

enum pawl_status sending_leaves_open(enum pawl_status status, struct pawl_error *err) {
    return error_advise(
        err, PAWL_UNKNOWN, "read the state, or, with a pooler, call again later under the same id",
        "the connection broke before the answer; the repeated call returned %s, but the first call may "
        "still be done",
        pawl_status_name(status));
}

/*
 * With a request id the same request can be sent again, and its answer tells what became of the first.
 * What was not even sent can be sent again in any case.
 */
enum pawl_status sending_judge(const struct pawl_db *db, struct sending *sending, enum pawl_status status,
                               bool may_be_done, struct pawl_error *err) {
    const bool first = sending->attempts == 1;
    const bool lost = status == PAWL_DB && connection_is_lost(db);
    if (sending->joins)
        return status;
    if (may_be_done)
        status = judge_lost_answer(db, status, err);
    if (status == PAWL_UNKNOWN && sending->has_request_id)
        sending->answer_was_lost = true;
    if (!sending->answer_was_lost) {
        err->retryable |= lost && first && status == PAWL_DB;
        return status;
    }
    if (is_told(status) && !sending_is_final(db, sending, status))
        return sending_leaves_open(status, err);
    if (is_told(status)) {
        log_write(db, PAWL_LOG_RESOLVED, status, NULL, NULL, "the result of a lost answer is %s",
                  pawl_status_name(status));
        return status;
    }
    err->retryable = status != PAWL_MISMATCH;
    err->status = PAWL_UNKNOWN;
    error_help(err, "it was sent, and may have been done or not: send it again under the same %s",
               sending->is_of_claim ? "claim" : "id");
    return PAWL_UNKNOWN;
}

/* commits: the steps commit themselves if the transaction is their own. */
static enum pawl_status run_in_bracket(struct bracket *bracket, bool commits, attempt_fn *steps,
                                       void *context, struct pawl_error *err) {
    struct pawl_db *db = bracket->db;
    const struct driver *driver = db->driver;
    if (driver->transaction_failed(db))
        return transaction_had_failed(err);
    enum pawl_status status = bracket_open(bracket, BRACKET_OF_MOVES, err);
    bracket->may_be_done = commits && !bracket->joined;
    if (status == PAWL_OK && bracket->joined && driver->steps)
        status = driver->query(db, driver->steps->lock, NULL, 0, NULL, NULL, err);
    if (status == PAWL_OK)
        status = steps(db, context, err);
    /* an effect may have kept an error to itself */
    if (status == PAWL_OK && bracket->joined && driver->transaction_failed(db))
        status = transaction_had_failed(err);
    if (status == PAWL_OK && bracket->may_be_done)
        bracket_close(bracket);
    return bracket_end(bracket, status, err);
}

enum pawl_status steps_in_bracket(struct pawl_db *db, attempt_fn *steps, void *context,
                                  struct pawl_error *err) {
    struct bracket bracket = bracket_of(db);
    return run_in_bracket(&bracket, false, steps, context, err);
}

enum pawl_status moves_in_bracket(struct pawl_db *db, struct sending *sending, attempt_fn *moves,
                                  void *context, enum end_of_moves end, struct pawl_error *err) {
    struct bracket bracket = bracket_of(db);
    enum pawl_status status = sending_begin(db, sending, err);
    if (status == PAWL_OK)
        status = run_in_bracket(&bracket, end == MOVES_COMMIT, moves, context, err);
    return sending_judge(db, sending, status, bracket.may_be_done, err);
}

struct transaction {
    pawl_transact_fn *work;
    void *context;
};

static enum pawl_status run_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct transaction *transaction = context;
    TRY(pawl_begin(db, err));
    enum pawl_status status = transaction->work(db, transaction->context, err);
    status = status == PAWL_OK ? pawl_commit(db, err) : status;
    /* no commit was sent, or its answer would be UNKNOWN */
    err->retryable |= status == PAWL_DB && !connection_is_adopted(db) && connection_is_lost(db);
    if (pawl_in_transaction(db))
        pawl_rollback(db, NULL);
    return status;
}

enum pawl_status pawl_transact(struct pawl_db *db, pawl_transact_fn *work, void *context,
                               struct pawl_error *err) {
    OPERATION(db, err);
    if (!db || !work)
        return error_set(err, PAWL_MISUSE, "pawl_transact: %s is NULL", db ? "work" : "db");
    struct transaction transaction = {work, context};
    TRY(check_outside(db, "pawl_transact",
                      "only the outermost transaction can be run again: call the work directly", err));
    return make_attempts(db, run_once, &transaction, err);
}
