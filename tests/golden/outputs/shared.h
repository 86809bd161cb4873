/* Written by pawl from shared.fsm. Do not edit: change shared.fsm and run pawl again. */
#ifndef PAWL_GENERATED_ORDER_H
#define PAWL_GENERATED_ORDER_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "shared.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "shared.h was written by an older pawl than this libpawl: run the newer pawl on shared.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- order: Order ------------------------------------------------------------------------------------------------ */

/*
 * Other programs write its rows, too, and only legal ones.
 */

enum order_state {
    ORDER_STATE_UNKNOWN   = -1, /* written by a newer program */
    ORDER_STATE_NONE      = 0,  /* before the creation */
    ORDER_STATE_PENDING   = 1,  /* pending */
    ORDER_STATE_PAID      = 2,  /* paid */
    ORDER_STATE_SHIPPED   = 3,  /* shipped */
    ORDER_STATE_CANCELLED = 4   /* cancelled */
};
#define ORDER_STATE_COUNT 4 /* numbered from 1 */

enum order_event {
    ORDER_EVENT_UNKNOWN   = -1, /* written by a newer program */
    ORDER_EVENT_NONE      = 0,  /* no event */
    ORDER_EVENT_PAY       = 1,  /* pay */
    ORDER_EVENT_CREATE    = 2,  /* create */
    ORDER_EVENT_CHECK_OUT = 3,  /* check out */
    ORDER_EVENT_CANCEL    = 4,  /* cancel */
    ORDER_EVENT_SHIP      = 5,  /* ship */
    ORDER_EVENT_GIVE_UP   = 6   /* give up */
};
#define ORDER_EVENT_COUNT 6 /* numbered from 1 */

/* The parameters of each event. */
struct order_pay_args {
    int64_t amount;
    const char *note; /* may be NULL */
};

/* The result of a transition. After a refusal, `from` is the state of the order, and `to` is none. */
struct order_transition {
    enum order_event event;
    enum order_state from;
    enum order_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one order. */
struct order_current {
    int64_t id;
    enum order_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct order_page {
    const struct order_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct order_record {
    int64_t sort_key;
    enum order_event event;
    enum order_state from;
    enum order_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_bigint amount;
    const char *note;
};

struct order_history {
    const struct order_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct order_pay_item {
    int64_t id;
    struct order_pay_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct order_create_item {
    int64_t id;
    const char *request_id; /* NULL for none */
};

struct order_check_out_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct order_cancel_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct order_ship_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct order_give_up_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct order_result {
    enum pawl_status status;
    struct order_transition moved;
    const char *guard;
};

/* The arguments of a guard or an effect: see struct pawl_call. */
struct order_call {
    int64_t id;
    enum order_event event;
    enum order_state from;
    enum order_state to; /* for a guard: where the transition would lead */
    int64_t sort_key; /* of the transition; for a guard of the last one, 0 if there is none */
    int64_t created_at_us; /* of the transition; 0 for a guard */
    const char *actor; /* as in the options, or NULL */
    const char *trace; /* of the transition, or NULL */
    const char *request_id; /* as in the options, or NULL */
    union {
        const struct order_pay_args *pay;
    } args; /* by event; NULL if it has no parameters */
};

/* Returns PAWL_OK or PAWL_REFUSED; see pawl_set_hooks. */
typedef enum pawl_status order_hook_fn(struct pawl_db *db, const struct order_call *call,
    void *context, struct pawl_error *err);

struct order_hooks {
    void *context; /* passed to each function */
    order_hook_fn *in_stock; /* guard */
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *order_state_name(enum order_state state);
const char *order_event_name(enum order_event event);

/* Return the label, for people. */
const char *order_state_label(enum order_state state);
const char *order_event_label(enum order_event event);

/* Return the state or event of that name or text in the database, or none. */
enum order_state order_state_parse(const char *text);
enum order_event order_event_parse(const char *text);

/* Return the next state, or none (not allowed, or guards choose); and whether the event is allowed if its guards
   pass. State none: before the creation. */
enum order_state order_next(enum order_state state, enum order_event event);
bool order_can(enum order_state state, enum order_event event);

extern const struct pawl_machine order_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status order_apply(struct pawl_db *db, struct pawl_error *err);

/* Sets guards and effects in C on this handle, for the events that need them: see pawl_set_hooks. */
enum pawl_status order_set_hooks(struct pawl_db *db, const struct order_hooks *hooks, struct pawl_error *err);

/* Fire an event, with the order locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * pay
 *   pending -> paid when cheap
 */
enum pawl_status order_pay(struct pawl_db *db, int64_t id, const struct order_pay_args *args,
                           const struct pawl_opts *opts, struct order_transition *out, struct pawl_error *err);

/*
 * create
 *   begins in pending
 */
enum pawl_status order_create(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct order_transition *out, struct pawl_error *err);

/*
 * check out
 *   pending -> pending when in_stock
 */
enum pawl_status order_check_out(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct order_transition *out, struct pawl_error *err);

/*
 * cancel
 *   pending -> cancelled
 */
enum pawl_status order_cancel(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct order_transition *out, struct pawl_error *err);

/*
 * ship
 *   paid -> shipped
 */
enum pawl_status order_ship(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct order_transition *out, struct pawl_error *err);

/*
 * give up
 *   paid -> cancelled
 */
enum pawl_status order_give_up(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct order_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   shipped: ship
 */
enum pawl_status order_move_to(struct pawl_db *db, int64_t id, enum order_state state, const struct pawl_opts *opts,
                               struct order_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status order_pay_many(struct pawl_db *db, const struct order_pay_item *items, size_t count,
                                const struct pawl_opts *opts, struct order_result *results, struct pawl_error *err);
enum pawl_status order_create_many(struct pawl_db *db, const struct order_create_item *items, size_t count,
                                   const struct pawl_opts *opts, struct order_result *results,
                                   struct pawl_error *err);
enum pawl_status order_check_out_many(struct pawl_db *db, const struct order_check_out_item *items, size_t count,
                                      const struct pawl_opts *opts, struct order_result *results,
                                      struct pawl_error *err);
enum pawl_status order_cancel_many(struct pawl_db *db, const struct order_cancel_item *items, size_t count,
                                   const struct pawl_opts *opts, struct order_result *results,
                                   struct pawl_error *err);
enum pawl_status order_ship_many(struct pawl_db *db, const struct order_ship_item *items, size_t count,
                                 const struct pawl_opts *opts, struct order_result *results, struct pawl_error *err);
enum pawl_status order_give_up_many(struct pawl_db *db, const struct order_give_up_item *items, size_t count,
                                    const struct pawl_opts *opts, struct order_result *results,
                                    struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request order_pay_move(int64_t id, const struct order_pay_args *args, const struct pawl_opts *opts);
struct pawl_request order_create_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request order_check_out_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request order_cancel_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request order_ship_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request order_give_up_move(int64_t id, const struct pawl_opts *opts);

/* Reads the current row of one order. Returns OK or NOT_FOUND. */
enum pawl_status order_get(struct pawl_db *db, int64_t id, struct order_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status order_history(struct pawl_db *db, int64_t id, struct order_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status order_last_to(struct pawl_db *db, int64_t id, enum order_state state, struct order_record *out,
                               struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status order_creation(struct pawl_db *db, int64_t id, struct order_record *out, struct pawl_error *err);

/* Reads into reasons[ORDER_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status order_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts, struct pawl_reason *reasons,
                           struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status order_in_state(struct pawl_db *db, enum order_state state, const struct order_current *after,
                                size_t limit, struct order_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status order_not_in_state(struct pawl_db *db, enum order_state state, const struct order_current *after,
                                    size_t limit, struct order_page *out, struct pawl_error *err);

/* The same for those that honour locks on a key, ordered by id. */
enum pawl_status order_with_key(struct pawl_db *db, int64_t key, const struct order_current *after, size_t limit,
                                struct order_page *out, struct pawl_error *err);

/* Counts into counts[ORDER_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status order_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- refund: refund ---------------------------------------------------------------------------------------------- */

/*
 * In a table that nothing guards.
 */

enum refund_state {
    REFUND_STATE_UNKNOWN  = -1, /* written by a newer program */
    REFUND_STATE_NONE     = 0,  /* before the creation */
    REFUND_STATE_ASKED    = 1,  /* asked */
    REFUND_STATE_PAID_OUT = 2   /* paid out */
};
#define REFUND_STATE_COUNT 2 /* numbered from 1 */

enum refund_event {
    REFUND_EVENT_UNKNOWN = -1, /* written by a newer program */
    REFUND_EVENT_NONE    = 0,  /* no event */
    REFUND_EVENT_CREATE  = 1,  /* create */
    REFUND_EVENT_IMPORT  = 2,  /* import */
    REFUND_EVENT_PAY_OUT = 3   /* pay out */
};
#define REFUND_EVENT_COUNT 3 /* numbered from 1 */

/* The parameters of each event. */
struct refund_create_args {
    const char *account;
};

struct refund_import_args {
    const char *account;
    struct pawl_optional_bool at_once;
};

/* The result of a transition. After a refusal, `from` is the state of the refund, and `to` is none. */
struct refund_transition {
    enum refund_event event;
    enum refund_state from;
    enum refund_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one refund. */
struct refund_current {
    const char *id;
    enum refund_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct refund_page {
    const struct refund_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct refund_record {
    int64_t sort_key;
    enum refund_event event;
    enum refund_state from;
    enum refund_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *account;
    struct pawl_optional_bool at_once;
};

struct refund_history {
    const struct refund_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct refund_create_item {
    const char *id;
    struct refund_create_args args;
    const char *request_id; /* NULL for none */
};

struct refund_import_item {
    const char *id;
    struct refund_import_args args;
    const char *request_id; /* NULL for none */
};

struct refund_pay_out_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct refund_result {
    enum pawl_status status;
    struct refund_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *refund_state_name(enum refund_state state);
const char *refund_event_name(enum refund_event event);

/* Return the label, for people. */
const char *refund_state_label(enum refund_state state);
const char *refund_event_label(enum refund_event event);

/* Return the state or event of that name or text in the database, or none. */
enum refund_state refund_state_parse(const char *text);
enum refund_event refund_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum refund_state refund_next(enum refund_state state, enum refund_event event);
bool refund_can(enum refund_state state, enum refund_event event);

extern const struct pawl_machine refund_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status refund_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the refund locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in asked
 */
enum pawl_status refund_create(struct pawl_db *db, const char *id, const struct refund_create_args *args,
                               const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err);

/*
 * import
 *   begins in paid_out
 */
enum pawl_status refund_import(struct pawl_db *db, const char *id, const struct refund_import_args *args,
                               const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err);

/*
 * pay out
 *   asked -> paid_out
 */
enum pawl_status refund_pay_out(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                struct refund_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   paid_out: pay_out
 */
enum pawl_status refund_move_to(struct pawl_db *db, const char *id, enum refund_state state,
                                const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status refund_create_many(struct pawl_db *db, const struct refund_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct refund_result *results,
                                    struct pawl_error *err);
enum pawl_status refund_import_many(struct pawl_db *db, const struct refund_import_item *items, size_t count,
                                    const struct pawl_opts *opts, struct refund_result *results,
                                    struct pawl_error *err);
enum pawl_status refund_pay_out_many(struct pawl_db *db, const struct refund_pay_out_item *items, size_t count,
                                     const struct pawl_opts *opts, struct refund_result *results,
                                     struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request refund_create_move(const char *id, const struct refund_create_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request refund_import_move(const char *id, const struct refund_import_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request refund_pay_out_move(const char *id, const struct pawl_opts *opts);

/* Reads the current row of one refund. Returns OK or NOT_FOUND. */
enum pawl_status refund_get(struct pawl_db *db, const char *id, struct refund_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status refund_history(struct pawl_db *db, const char *id, struct refund_history *out,
                                struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status refund_last_to(struct pawl_db *db, const char *id, enum refund_state state,
                                struct refund_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status refund_creation(struct pawl_db *db, const char *id, struct refund_record *out,
                                 struct pawl_error *err);

/* Reads into reasons[REFUND_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status refund_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status refund_in_state(struct pawl_db *db, enum refund_state state, const struct refund_current *after,
                                 size_t limit, struct refund_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status refund_not_in_state(struct pawl_db *db, enum refund_state state, const struct refund_current *after,
                                     size_t limit, struct refund_page *out, struct pawl_error *err);

/* The same for those that honour locks on a key, ordered by id. */
enum pawl_status refund_with_key(struct pawl_db *db, const char *key, const struct refund_current *after,
                                 size_t limit, struct refund_page *out, struct pawl_error *err);

/* Counts into counts[REFUND_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status refund_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
