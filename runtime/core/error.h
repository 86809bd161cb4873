/* What a call answers: the error struct, and what is judged of a status alone. Internal. */
#pragma once

#include "pawl.h"

/* Makes the call. If its status is not PAWL_OK, returns that status from the current function. */
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        const enum pawl_status status_of_call = (call);                                                      \
        if (status_of_call != PAWL_OK)                                                                       \
            return status_of_call;                                                                           \
    } while (0)

void error_clear(struct pawl_error *err);
/* For functions that read what others have reported: what the caller gave, or, if that is NULL, their own. */
static inline struct pawl_error *error_or(struct pawl_error *given, struct pawl_error *own) {
    if (given)
        return given;
    *own = (struct pawl_error)PAWL_ERROR_INIT;
    return own;
}
/* Hands through what another call has said; both may be NULL. */
void error_copy(struct pawl_error *err, const struct pawl_error *said);
/* Fills err, which may be NULL, and returns status. What it said before may be among the words. */
enum pawl_status error_set(struct pawl_error *err, enum pawl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* NOMEM unless memory could be had. */
enum pawl_status memory_check(bool is_there, struct pawl_error *err);
/* The same as error_set with a help. */
enum pawl_status error_advise(struct pawl_error *err, enum pawl_status status, const char *help,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Names the guard or effect that a generated script was making `at` that byte of it; nothing elsewhere. Where
 * a right was missing, its SQL is not what is to be mended. */
void error_name_hook(struct pawl_error *err, const char *script, const char *at, bool is_denied);
void error_help(struct pawl_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads what a database says of a lock that is in the way: "held until ... by ...", "frozen: ...". */
void error_obstacle(struct pawl_error *err, const char *detail);
#define LOCK_DETAIL_SIZE 400 /* of that */

/* DB, for a commit. */
enum pawl_status transaction_had_failed(struct pawl_error *err);
/* DB: the connection to the server broke within a transaction, for which no commit was sent. */
enum pawl_status transaction_was_lost(const char *server, struct pawl_error *err);
/* DB: SQL of the caller's has ended what libpawl began. */
enum pawl_status transaction_was_ended(struct pawl_error *err);
/* DB, for a move whose undoing has ended the caller's transaction. */
enum pawl_status transaction_was_interrupted(struct pawl_error *err);

/* Of the outcome that a function in the database answers; MISMATCH for one of a newer version. */
enum pawl_status parse_status(const char *name);

/* Whether the caller's transaction can only be rolled back after that answer. */
static inline bool breaks_transaction(enum pawl_status status) {
    return status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_NOMEM;
}

/* Whether it may stand for an answer of the database that had come, and could not be read: no memory, or
   nothing that this libpawl knows. */
static inline bool is_unread(enum pawl_status status) {
    return status == PAWL_NOMEM || status == PAWL_MISMATCH;
}

/* ---- what a caller gives ------------------------------------------------------------------------ */

/*
 * MISUSE where what is given, in units of so many microseconds, is less than `least` or longer than any
 * duration may be. "pawl_claim: lease_us is 9223372036854775807"
 */
enum pawl_status duration_check(const char *function, const char *parameter, int64_t given, int64_t unit_us,
                                int64_t least, struct pawl_error *err);
/* The same for a timeout in milliseconds, which may also be PAWL_WAIT, and as long as one likes. */
enum pawl_status timeout_check(const char *function, const char *parameter, int64_t timeout_ms,
                               struct pawl_error *err);

/* The same where `text` is no text of 1 to max_bytes bytes; subject: the function, or the machine. */
enum pawl_status text_check(const char *subject, const char *what, const char *text, size_t max_bytes,
                            struct pawl_error *err);
/* The same where so many rows are no page, or it has nowhere to go. */
enum pawl_status page_check(const char *subject, size_t limit, const void *out, struct pawl_error *err);

/* A struct of options, which begins with struct_size, as far as the caller has it; NULL: copies nothing. */
void options_copy(void *options, size_t size, const void *given);

/* The same for those of a move: all zero where NULL is given. */
static inline struct pawl_opts opts_of(const struct pawl_opts *given) {
    struct pawl_opts opts = {0};
    options_copy(&opts, sizeof opts, given);
    return opts;
}
