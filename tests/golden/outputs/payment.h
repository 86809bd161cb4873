/* Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again. */
#ifndef PAWL_GENERATED_PAYMENT_H
#define PAWL_GENERATED_PAYMENT_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "payment.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "payment.h was written by an older pawl than this libpawl: run the newer pawl on payment.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- payment: Bank payment --------------------------------------------------------------------------------------- */

/*
 * A bank payment, from the moment it is asked for until the money has
 * arrived. The bank answers some time after it has been told.
 */

enum payment_state {
    PAYMENT_STATE_UNKNOWN            = -1, /* written by a newer program */
    PAYMENT_STATE_NONE               = 0,  /* before the creation */
    PAYMENT_STATE_PENDING_SUBMISSION = 1,  /* Waiting to be sent */
    PAYMENT_STATE_SUBMITTED          = 2,  /* With the bank */
    PAYMENT_STATE_PAID               = 3,  /* Paid out */
    PAYMENT_STATE_CANCELLED          = 4   /* Cancelled */
};
#define PAYMENT_STATE_COUNT 4 /* numbered from 1 */

enum payment_event {
    PAYMENT_EVENT_UNKNOWN = -1, /* written by a newer program */
    PAYMENT_EVENT_NONE    = 0,  /* no event */
    PAYMENT_EVENT_CREATE  = 1,  /* Ask for a payment */
    PAYMENT_EVENT_SUBMIT  = 2,  /* Send to the bank */
    PAYMENT_EVENT_CONFIRM = 3,  /* Bank confirms */
    PAYMENT_EVENT_CANCEL  = 4   /* Cancel */
};
#define PAYMENT_EVENT_COUNT 4 /* numbered from 1 */

/* The parameters of each event. */
struct payment_create_args {
    int64_t amount;
    const char *currency;
};

struct payment_submit_args {
    const char *submission_id;
};

struct payment_cancel_args {
    const char *reason; /* may be NULL */
};

/* The result of a transition. After a refusal, `from` is the state of the payment, and `to` is none. */
struct payment_transition {
    enum payment_event event;
    enum payment_state from;
    enum payment_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one payment. */
struct payment_current {
    const char *id;
    enum payment_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct payment_page {
    const struct payment_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct payment_record {
    int64_t sort_key;
    enum payment_event event;
    enum payment_state from;
    enum payment_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_bigint amount;
    const char *currency;
    const char *submission_id;
    const char *reason;
};

struct payment_history {
    const struct payment_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct payment_create_item {
    const char *id;
    struct payment_create_args args;
    const char *request_id; /* NULL for none */
};

struct payment_submit_item {
    const char *id;
    struct payment_submit_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct payment_confirm_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct payment_cancel_item {
    const char *id;
    struct payment_cancel_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct payment_result {
    enum pawl_status status;
    struct payment_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *payment_state_name(enum payment_state state);
const char *payment_event_name(enum payment_event event);

/* Return the label, for people. */
const char *payment_state_label(enum payment_state state);
const char *payment_event_label(enum payment_event event);

/* Return the state or event of that name or text in the database, or none. */
enum payment_state payment_state_parse(const char *text);
enum payment_event payment_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum payment_state payment_next(enum payment_state state, enum payment_event event);
bool payment_can(enum payment_state state, enum payment_event event);

extern const struct pawl_machine payment_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status payment_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the payment locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * Ask for a payment
 * Somebody asks for a payment; nothing has left the house yet.
 *   begins in pending_submission
 */
enum pawl_status payment_create(struct pawl_db *db, const char *id, const struct payment_create_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err);

/*
 * Send to the bank
 * The bank has taken the payment and named it.
 *   pending_submission -> submitted
 */
enum pawl_status payment_submit(struct pawl_db *db, const char *id, const struct payment_submit_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err);

/*
 * Bank confirms
 * The bank reports that the money has arrived.
 *   submitted -> paid
 */
enum pawl_status payment_confirm(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct payment_transition *out, struct pawl_error *err);

/*
 * Cancel
 * The payment is given up, before or after it was sent.
 *   pending_submission -> cancelled
 *   submitted -> cancelled
 */
enum pawl_status payment_cancel(struct pawl_db *db, const char *id, const struct payment_cancel_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   paid: confirm
 *   cancelled: cancel
 */
enum pawl_status payment_move_to(struct pawl_db *db, const char *id, enum payment_state state,
                                 const struct pawl_opts *opts, struct payment_transition *out,
                                 struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status payment_create_many(struct pawl_db *db, const struct payment_create_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err);
enum pawl_status payment_submit_many(struct pawl_db *db, const struct payment_submit_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err);
enum pawl_status payment_confirm_many(struct pawl_db *db, const struct payment_confirm_item *items, size_t count,
                                      const struct pawl_opts *opts, struct payment_result *results,
                                      struct pawl_error *err);
enum pawl_status payment_cancel_many(struct pawl_db *db, const struct payment_cancel_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request payment_create_move(const char *id, const struct payment_create_args *args,
                                        const struct pawl_opts *opts);
struct pawl_request payment_submit_move(const char *id, const struct payment_submit_args *args,
                                        const struct pawl_opts *opts);
struct pawl_request payment_confirm_move(const char *id, const struct pawl_opts *opts);
struct pawl_request payment_cancel_move(const char *id, const struct payment_cancel_args *args,
                                        const struct pawl_opts *opts);

/* Reads the current row of one payment. Returns OK or NOT_FOUND. */
enum pawl_status payment_get(struct pawl_db *db, const char *id, struct payment_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status payment_history(struct pawl_db *db, const char *id, struct payment_history *out,
                                 struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status payment_last_to(struct pawl_db *db, const char *id, enum payment_state state,
                                 struct payment_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status payment_creation(struct pawl_db *db, const char *id, struct payment_record *out,
                                  struct pawl_error *err);

/* Reads into reasons[PAYMENT_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status payment_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status payment_in_state(struct pawl_db *db, enum payment_state state, const struct payment_current *after,
                                  size_t limit, struct payment_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status payment_not_in_state(struct pawl_db *db, enum payment_state state,
                                      const struct payment_current *after, size_t limit, struct payment_page *out,
                                      struct pawl_error *err);

/* Counts into counts[PAYMENT_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status payment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
