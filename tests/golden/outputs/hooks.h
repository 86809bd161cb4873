/* Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again. */
#ifndef PAWL_GENERATED_TRANSFER_H
#define PAWL_GENERATED_TRANSFER_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "hooks.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "hooks.h was written by an older pawl than this libpawl: run the newer pawl on hooks.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- transfer: Money on its way ---------------------------------------------------------------------------------- */

/*
 * Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
 * leaving, after the commit; and a mirrored column.
 */

enum transfer_state {
    TRANSFER_STATE_UNKNOWN = -1, /* written by a newer program */
    TRANSFER_STATE_NONE    = 0,  /* before the creation */
    TRANSFER_STATE_PENDING = 1,  /* pending */
    TRANSFER_STATE_WAITING = 2,  /* waiting */
    TRANSFER_STATE_DONE    = 3,  /* done */
    TRANSFER_STATE_FAILED  = 4   /* failed */
};
#define TRANSFER_STATE_COUNT 4 /* numbered from 1 */

enum transfer_event {
    TRANSFER_EVENT_UNKNOWN   = -1, /* written by a newer program */
    TRANSFER_EVENT_NONE      = 0,  /* no event */
    TRANSFER_EVENT_CREATE    = 1,  /* create */
    TRANSFER_EVENT_IMPORT    = 2,  /* import */
    TRANSFER_EVENT_ACCEPT    = 3,  /* accept */
    TRANSFER_EVENT_DELETE    = 4,  /* delete */
    TRANSFER_EVENT_WAIT      = 5,  /* wait */
    TRANSFER_EVENT_TRY_AGAIN = 6,  /* try again */
    TRANSFER_EVENT_SHIP      = 7,  /* ship */
    TRANSFER_EVENT_TOUCH     = 8,  /* touch */
    TRANSFER_EVENT_LOOK      = 9   /* look */
};
#define TRANSFER_EVENT_COUNT 9 /* numbered from 1 */

/* The parameters of each event. */
struct transfer_create_args {
    const char *payer;
    int64_t amount;
    struct pawl_optional_timestamp expires; /* microseconds since 1970-01-01 00:00 UTC */
};

struct transfer_import_args {
    int64_t amount;
};

struct transfer_accept_args {
    const char *note; /* may be NULL */
};

struct transfer_delete_args {
    const char *reason;
};

/* The result of a transition. After a refusal, `from` is the state of the transfer, and `to` is none. */
struct transfer_transition {
    enum transfer_event event;
    enum transfer_state from;
    enum transfer_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one transfer. */
struct transfer_current {
    int64_t id;
    enum transfer_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct transfer_page {
    const struct transfer_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct transfer_record {
    int64_t sort_key;
    enum transfer_event event;
    enum transfer_state from;
    enum transfer_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *payer;
    struct pawl_optional_bigint amount;
    struct pawl_optional_timestamp expires;
    const char *note;
    const char *reason;
};

struct transfer_history {
    const struct transfer_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct transfer_create_item {
    int64_t id;
    struct transfer_create_args args;
    const char *request_id; /* NULL for none */
};

struct transfer_import_item {
    int64_t id;
    struct transfer_import_args args;
    const char *request_id; /* NULL for none */
};

struct transfer_accept_item {
    int64_t id;
    struct transfer_accept_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_delete_item {
    int64_t id;
    struct transfer_delete_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_wait_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_try_again_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_ship_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_touch_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct transfer_look_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct transfer_result {
    enum pawl_status status;
    struct transfer_transition moved;
    const char *guard;
};

/* The arguments of a guard or an effect: see struct pawl_call. */
struct transfer_call {
    int64_t id;
    enum transfer_event event;
    enum transfer_state from;
    enum transfer_state to; /* for a guard: where the transition would lead */
    int64_t sort_key; /* of the transition; for a guard of the last one, 0 if there is none */
    int64_t created_at_us; /* of the transition; 0 for a guard */
    const char *actor; /* as in the options, or NULL */
    const char *trace; /* of the transition, or NULL */
    const char *request_id; /* as in the options, or NULL */
    union {
        const struct transfer_create_args *create;
        const struct transfer_import_args *import;
        const struct transfer_accept_args *accept;
        const struct transfer_delete_args *delete_args;
    } args; /* by event; NULL if it has no parameters */
};

/* Returns PAWL_OK or PAWL_REFUSED; see pawl_set_hooks. */
typedef enum pawl_status transfer_hook_fn(struct pawl_db *db, const struct transfer_call *call,
    void *context, struct pawl_error *err);

struct transfer_hooks {
    void *context; /* passed to each function */
    transfer_hook_fn *checked; /* guard "Has somebody looked at it?": Somebody has looked at it. */
    transfer_hook_fn *suspicious; /* guard */
    transfer_hook_fn *notify; /* effect: Tells the bank, which may object. */
    transfer_hook_fn *tell_payee; /* effect */
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *transfer_state_name(enum transfer_state state);
const char *transfer_event_name(enum transfer_event event);

/* Return the label, for people. */
const char *transfer_state_label(enum transfer_state state);
const char *transfer_event_label(enum transfer_event event);

/* Return the state or event of that name or text in the database, or none. */
enum transfer_state transfer_state_parse(const char *text);
enum transfer_event transfer_event_parse(const char *text);

/* Return the next state, or none (not allowed, or guards choose); and whether the event is allowed if its guards
   pass. State none: before the creation. */
enum transfer_state transfer_next(enum transfer_state state, enum transfer_event event);
bool transfer_can(enum transfer_state state, enum transfer_event event);

extern const struct pawl_machine transfer_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status transfer_apply(struct pawl_db *db, struct pawl_error *err);

/* Sets guards and effects in C on this handle, for the events that need them: see pawl_set_hooks. */
enum pawl_status transfer_set_hooks(struct pawl_db *db, const struct transfer_hooks *hooks, struct pawl_error *err);

/* Fire an event, with the transfer locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in pending when is_small
 *   begins in waiting when is_open and not is_small
 */
enum pawl_status transfer_create(struct pawl_db *db, int64_t id, const struct transfer_create_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err);

/*
 * import
 *   begins in waiting
 */
enum pawl_status transfer_import(struct pawl_db *db, int64_t id, const struct transfer_import_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err);

/*
 * accept
 *   pending -> done when has_funds and in_time and not suspicious
 *   pending -> waiting when has_funds and checked
 *   pending -> failed when not has_funds
 */
enum pawl_status transfer_accept(struct pawl_db *db, int64_t id, const struct transfer_accept_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err);

/*
 * delete
 *   pending -> failed
 *   waiting -> failed
 */
enum pawl_status transfer_delete(struct pawl_db *db, int64_t id, const struct transfer_delete_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err);

/*
 * wait
 *   pending -> waiting
 */
enum pawl_status transfer_wait(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err);

/*
 * try again
 *   waiting -> pending
 */
enum pawl_status transfer_try_again(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                    struct transfer_transition *out, struct pawl_error *err);

/*
 * ship
 *   waiting -> done when has_funds
 */
enum pawl_status transfer_ship(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err);

/*
 * touch
 *   waiting -> waiting
 */
enum pawl_status transfer_touch(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct transfer_transition *out, struct pawl_error *err);

/*
 * look
 *   waiting -> waiting
 */
enum pawl_status transfer_look(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   pending: try_again
 */
enum pawl_status transfer_move_to(struct pawl_db *db, int64_t id, enum transfer_state state,
                                  const struct pawl_opts *opts, struct transfer_transition *out,
                                  struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status transfer_create_many(struct pawl_db *db, const struct transfer_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err);
enum pawl_status transfer_import_many(struct pawl_db *db, const struct transfer_import_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err);
enum pawl_status transfer_accept_many(struct pawl_db *db, const struct transfer_accept_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err);
enum pawl_status transfer_delete_many(struct pawl_db *db, const struct transfer_delete_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err);
enum pawl_status transfer_wait_many(struct pawl_db *db, const struct transfer_wait_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err);
enum pawl_status transfer_try_again_many(struct pawl_db *db, const struct transfer_try_again_item *items,
                                         size_t count, const struct pawl_opts *opts, struct transfer_result *results,
                                         struct pawl_error *err);
enum pawl_status transfer_ship_many(struct pawl_db *db, const struct transfer_ship_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err);
enum pawl_status transfer_touch_many(struct pawl_db *db, const struct transfer_touch_item *items, size_t count,
                                     const struct pawl_opts *opts, struct transfer_result *results,
                                     struct pawl_error *err);
enum pawl_status transfer_look_many(struct pawl_db *db, const struct transfer_look_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request transfer_create_move(int64_t id, const struct transfer_create_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request transfer_import_move(int64_t id, const struct transfer_import_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request transfer_accept_move(int64_t id, const struct transfer_accept_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request transfer_delete_move(int64_t id, const struct transfer_delete_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request transfer_wait_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request transfer_try_again_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request transfer_ship_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request transfer_touch_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request transfer_look_move(int64_t id, const struct pawl_opts *opts);

/* Reads the current row of one transfer. Returns OK or NOT_FOUND. */
enum pawl_status transfer_get(struct pawl_db *db, int64_t id, struct transfer_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status transfer_history(struct pawl_db *db, int64_t id, struct transfer_history *out,
                                  struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status transfer_last_to(struct pawl_db *db, int64_t id, enum transfer_state state,
                                  struct transfer_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status transfer_creation(struct pawl_db *db, int64_t id, struct transfer_record *out,
                                   struct pawl_error *err);

/* Reads into reasons[TRANSFER_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status transfer_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status transfer_in_state(struct pawl_db *db, enum transfer_state state,
                                   const struct transfer_current *after, size_t limit, struct transfer_page *out,
                                   struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status transfer_not_in_state(struct pawl_db *db, enum transfer_state state,
                                       const struct transfer_current *after, size_t limit, struct transfer_page *out,
                                       struct pawl_error *err);

/* Counts into counts[TRANSFER_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status transfer_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- stock: stock ------------------------------------------------------------------------------------------------ */

/*
 * All of it in SQL, so that no program is needed.
 */

enum stock_state {
    STOCK_STATE_UNKNOWN   = -1, /* written by a newer program */
    STOCK_STATE_NONE      = 0,  /* before the creation */
    STOCK_STATE_AVAILABLE = 1,  /* available */
    STOCK_STATE_SOLD_OUT  = 2   /* sold out */
};
#define STOCK_STATE_COUNT 2 /* numbered from 1 */

enum stock_event {
    STOCK_EVENT_UNKNOWN = -1, /* written by a newer program */
    STOCK_EVENT_NONE    = 0,  /* no event */
    STOCK_EVENT_CREATE  = 1,  /* create */
    STOCK_EVENT_TAKE    = 2,  /* take */
    STOCK_EVENT_CLOSE   = 3   /* close */
};
#define STOCK_EVENT_COUNT 3 /* numbered from 1 */

/* The parameters of each event. */
struct stock_create_args {
    int32_t quantity;
};

struct stock_take_args {
    int32_t quantity;
};

struct stock_close_args {
    int32_t quantity;
};

/* The result of a transition. After a refusal, `from` is the state of the stock, and `to` is none. */
struct stock_transition {
    enum stock_event event;
    enum stock_state from;
    enum stock_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one stock. */
struct stock_current {
    const char *id;
    enum stock_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct stock_page {
    const struct stock_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct stock_record {
    int64_t sort_key;
    enum stock_event event;
    enum stock_state from;
    enum stock_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_int quantity;
};

struct stock_history {
    const struct stock_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct stock_create_item {
    const char *id;
    struct stock_create_args args;
    const char *request_id; /* NULL for none */
};

struct stock_take_item {
    const char *id;
    struct stock_take_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct stock_close_item {
    const char *id;
    struct stock_close_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct stock_result {
    enum pawl_status status;
    struct stock_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *stock_state_name(enum stock_state state);
const char *stock_event_name(enum stock_event event);

/* Return the label, for people. */
const char *stock_state_label(enum stock_state state);
const char *stock_event_label(enum stock_event event);

/* Return the state or event of that name or text in the database, or none. */
enum stock_state stock_state_parse(const char *text);
enum stock_event stock_event_parse(const char *text);

/* Return the next state, or none (not allowed, or guards choose); and whether the event is allowed if its guards
   pass. State none: before the creation. */
enum stock_state stock_next(enum stock_state state, enum stock_event event);
bool stock_can(enum stock_state state, enum stock_event event);

extern const struct pawl_machine stock_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status stock_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the stock locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in available
 */
enum pawl_status stock_create(struct pawl_db *db, const char *id, const struct stock_create_args *args,
                              const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err);

/*
 * take
 *   available -> available when is_left
 *   available -> sold_out
 */
enum pawl_status stock_take(struct pawl_db *db, const char *id, const struct stock_take_args *args,
                            const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err);

/*
 * close
 *   available -> sold_out when not is_left
 */
enum pawl_status stock_close(struct pawl_db *db, const char *id, const struct stock_close_args *args,
                             const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status stock_create_many(struct pawl_db *db, const struct stock_create_item *items, size_t count,
                                   const struct pawl_opts *opts, struct stock_result *results,
                                   struct pawl_error *err);
enum pawl_status stock_take_many(struct pawl_db *db, const struct stock_take_item *items, size_t count,
                                 const struct pawl_opts *opts, struct stock_result *results, struct pawl_error *err);
enum pawl_status stock_close_many(struct pawl_db *db, const struct stock_close_item *items, size_t count,
                                  const struct pawl_opts *opts, struct stock_result *results, struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request stock_create_move(const char *id, const struct stock_create_args *args,
                                      const struct pawl_opts *opts);
struct pawl_request stock_take_move(const char *id, const struct stock_take_args *args, const struct pawl_opts *opts);
struct pawl_request stock_close_move(const char *id, const struct stock_close_args *args,
                                     const struct pawl_opts *opts);

/* Reads the current row of one stock. Returns OK or NOT_FOUND. */
enum pawl_status stock_get(struct pawl_db *db, const char *id, struct stock_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status stock_history(struct pawl_db *db, const char *id, struct stock_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status stock_last_to(struct pawl_db *db, const char *id, enum stock_state state, struct stock_record *out,
                               struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status stock_creation(struct pawl_db *db, const char *id, struct stock_record *out, struct pawl_error *err);

/* Reads into reasons[STOCK_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status stock_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                           struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status stock_in_state(struct pawl_db *db, enum stock_state state, const struct stock_current *after,
                                size_t limit, struct stock_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status stock_not_in_state(struct pawl_db *db, enum stock_state state, const struct stock_current *after,
                                    size_t limit, struct stock_page *out, struct pawl_error *err);

/* Counts into counts[STOCK_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status stock_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
