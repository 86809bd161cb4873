/* Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again. */
#ifndef PAWL_GENERATED_DAMAGE_H
#define PAWL_GENERATED_DAMAGE_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "waiting.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "waiting.h was written by an older pawl than this libpawl: run the newer pawl on waiting.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- damage: Claim of damages ------------------------------------------------------------------------------------ */

/*
 * Timers and work: a claim of damages, with a key that is a number.
 */

enum damage_state {
    DAMAGE_STATE_UNKNOWN  = -1, /* written by a newer program */
    DAMAGE_STATE_NONE     = 0,  /* before the creation */
    DAMAGE_STATE_REPORTED = 1,  /* Reported */
    DAMAGE_STATE_ASSESSED = 2,  /* assessed */
    DAMAGE_STATE_TRANSFER = 3,  /* transfer */
    DAMAGE_STATE_CONFIRM  = 4,  /* confirm */
    DAMAGE_STATE_CLOSED   = 5   /* closed */
};
#define DAMAGE_STATE_COUNT 5 /* numbered from 1 */

enum damage_event {
    DAMAGE_EVENT_UNKNOWN        = -1, /* written by a newer program */
    DAMAGE_EVENT_NONE           = 0,  /* no event */
    DAMAGE_EVENT_CREATE         = 1,  /* create */
    DAMAGE_EVENT_ASSESS         = 2,  /* assess */
    DAMAGE_EVENT_ESCALATE       = 3,  /* escalate */
    DAMAGE_EVENT_REMIND         = 4,  /* remind */
    DAMAGE_EVENT_REPEAT         = 5,  /* repeat */
    DAMAGE_EVENT_CLOSE          = 6,  /* close */
    DAMAGE_EVENT_LOSE_PATIENCE  = 7,  /* lose patience */
    DAMAGE_EVENT_PAY            = 8,  /* pay */
    DAMAGE_EVENT_NOTE           = 9,  /* note */
    DAMAGE_EVENT_PAID           = 10, /* paid */
    DAMAGE_EVENT_CLOSED_BY_HAND = 11  /* closed by hand */
};
#define DAMAGE_EVENT_COUNT 11 /* numbered from 1 */

/* The parameters of each event. */
struct damage_create_args {
    struct pawl_optional_timestamp closes_at; /* microseconds since 1970-01-01 00:00 UTC */
    struct pawl_optional_int patience;
};

struct damage_assess_args {
    int64_t amount;
    const char *note; /* may be NULL */
};

/* The result of a transition. After a refusal, `from` is the state of the damage, and `to` is none. */
struct damage_transition {
    enum damage_event event;
    enum damage_state from;
    enum damage_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one damage. */
struct damage_current {
    int64_t id;
    enum damage_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct damage_page {
    const struct damage_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct damage_record {
    int64_t sort_key;
    enum damage_event event;
    enum damage_state from;
    enum damage_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_timestamp closes_at;
    struct pawl_optional_int patience;
    struct pawl_optional_bigint amount;
    const char *note;
};

struct damage_history {
    const struct damage_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct damage_create_item {
    int64_t id;
    struct damage_create_args args;
    const char *request_id; /* NULL for none */
};

struct damage_assess_item {
    int64_t id;
    struct damage_assess_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_escalate_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_remind_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_repeat_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_close_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_lose_patience_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_pay_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_note_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_paid_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct damage_closed_by_hand_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct damage_result {
    enum pawl_status status;
    struct damage_transition moved;
    const char *guard;
};

/* The arguments of a work's hook. */
struct damage_work_call {
    int64_t id;
    int64_t sort_key; /* of the transition that began it; with the id it identifies the work */
    int attempt; /* 1 for the first */
    const char *trace; /* of the transition that began it; NULL: none */
    const struct pawl_item *item; /* for pawl_extend */
};

/* The event that completes the work, fired after the hook has returned. */
struct damage_work_result {
    enum damage_event event;
    union {
        struct damage_assess_args assess;
    } args; /* by event; their pointers must stay valid until the next call of the hook */
};

/* Returns PAWL_OK with a result, PAWL_NOT_YET, or an error; see pawl_work. */
typedef enum pawl_status damage_work_fn(struct pawl_db *db, const struct damage_work_call *work,
    struct damage_work_result *result, void *context, struct pawl_error *err);

struct damage_hooks {
    void *context; /* passed to each function */
    damage_work_fn *assess_damage; /* work */
    damage_work_fn *pay_out; /* work */
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *damage_state_name(enum damage_state state);
const char *damage_event_name(enum damage_event event);

/* Return the label, for people. */
const char *damage_state_label(enum damage_state state);
const char *damage_event_label(enum damage_event event);

/* Return the state or event of that name or text in the database, or none. */
enum damage_state damage_state_parse(const char *text);
enum damage_event damage_event_parse(const char *text);

/* Return the next state, or none (not allowed, or guards choose); and whether the event is allowed if its guards
   pass. State none: before the creation. */
enum damage_state damage_next(enum damage_state state, enum damage_event event);
bool damage_can(enum damage_state state, enum damage_event event);

extern const struct pawl_machine damage_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status damage_apply(struct pawl_db *db, struct pawl_error *err);

/* Sets guards and effects in C on this handle, for the events that need them: see pawl_set_hooks. */
enum pawl_status damage_set_hooks(struct pawl_db *db, const struct damage_hooks *hooks, struct pawl_error *err);

/* Fire an event, with the damage locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in reported
 */
enum pawl_status damage_create(struct pawl_db *db, int64_t id, const struct damage_create_args *args,
                               const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err);

/*
 * assess
 *   reported -> assessed
 */
enum pawl_status damage_assess(struct pawl_db *db, int64_t id, const struct damage_assess_args *args,
                               const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err);

/*
 * escalate
 *   reported -> assessed
 */
enum pawl_status damage_escalate(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct damage_transition *out, struct pawl_error *err);

/*
 * remind
 *   assessed -> assessed when small
 */
enum pawl_status damage_remind(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct damage_transition *out, struct pawl_error *err);

/*
 * repeat
 *   assessed -> assessed when small
 *   assessed -> assessed
 */
enum pawl_status damage_repeat(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct damage_transition *out, struct pawl_error *err);

/*
 * close
 *   assessed -> closed
 *   transfer -> closed
 */
enum pawl_status damage_close(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct damage_transition *out, struct pawl_error *err);

/*
 * lose patience
 *   assessed -> closed
 */
enum pawl_status damage_lose_patience(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                      struct damage_transition *out, struct pawl_error *err);

/*
 * pay
 *   assessed -> transfer
 */
enum pawl_status damage_pay(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct damage_transition *out, struct pawl_error *err);

/*
 * note
 *   transfer -> transfer
 *   confirm -> confirm
 */
enum pawl_status damage_note(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct damage_transition *out, struct pawl_error *err);

/*
 * paid
 *   transfer -> confirm
 */
enum pawl_status damage_paid(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct damage_transition *out, struct pawl_error *err);

/*
 * closed by hand
 *   confirm -> closed
 */
enum pawl_status damage_closed_by_hand(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                       struct damage_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   transfer: pay
 *   confirm: paid
 */
enum pawl_status damage_move_to(struct pawl_db *db, int64_t id, enum damage_state state,
                                const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status damage_create_many(struct pawl_db *db, const struct damage_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err);
enum pawl_status damage_assess_many(struct pawl_db *db, const struct damage_assess_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err);
enum pawl_status damage_escalate_many(struct pawl_db *db, const struct damage_escalate_item *items, size_t count,
                                      const struct pawl_opts *opts, struct damage_result *results,
                                      struct pawl_error *err);
enum pawl_status damage_remind_many(struct pawl_db *db, const struct damage_remind_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err);
enum pawl_status damage_repeat_many(struct pawl_db *db, const struct damage_repeat_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err);
enum pawl_status damage_close_many(struct pawl_db *db, const struct damage_close_item *items, size_t count,
                                   const struct pawl_opts *opts, struct damage_result *results,
                                   struct pawl_error *err);
enum pawl_status damage_lose_patience_many(struct pawl_db *db, const struct damage_lose_patience_item *items,
                                           size_t count, const struct pawl_opts *opts, struct damage_result *results,
                                           struct pawl_error *err);
enum pawl_status damage_pay_many(struct pawl_db *db, const struct damage_pay_item *items, size_t count,
                                 const struct pawl_opts *opts, struct damage_result *results, struct pawl_error *err);
enum pawl_status damage_note_many(struct pawl_db *db, const struct damage_note_item *items, size_t count,
                                  const struct pawl_opts *opts, struct damage_result *results,
                                  struct pawl_error *err);
enum pawl_status damage_paid_many(struct pawl_db *db, const struct damage_paid_item *items, size_t count,
                                  const struct pawl_opts *opts, struct damage_result *results,
                                  struct pawl_error *err);
enum pawl_status damage_closed_by_hand_many(struct pawl_db *db, const struct damage_closed_by_hand_item *items,
                                            size_t count, const struct pawl_opts *opts,
                                            struct damage_result *results, struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request damage_create_move(int64_t id, const struct damage_create_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request damage_assess_move(int64_t id, const struct damage_assess_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request damage_escalate_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_remind_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_repeat_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_close_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_lose_patience_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_pay_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_note_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_paid_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request damage_closed_by_hand_move(int64_t id, const struct pawl_opts *opts);

/* Reads the current row of one damage. Returns OK or NOT_FOUND. */
enum pawl_status damage_get(struct pawl_db *db, int64_t id, struct damage_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status damage_history(struct pawl_db *db, int64_t id, struct damage_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status damage_last_to(struct pawl_db *db, int64_t id, enum damage_state state, struct damage_record *out,
                                struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status damage_creation(struct pawl_db *db, int64_t id, struct damage_record *out, struct pawl_error *err);

/* Reads into reasons[DAMAGE_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status damage_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status damage_in_state(struct pawl_db *db, enum damage_state state, const struct damage_current *after,
                                 size_t limit, struct damage_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status damage_not_in_state(struct pawl_db *db, enum damage_state state, const struct damage_current *after,
                                     size_t limit, struct damage_page *out, struct pawl_error *err);

/* Counts into counts[DAMAGE_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status damage_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- lamp: lamp -------------------------------------------------------------------------------------------------- */

/*
 * Only timers.
 */

enum lamp_state {
    LAMP_STATE_UNKNOWN = -1, /* written by a newer program */
    LAMP_STATE_NONE    = 0,  /* before the creation */
    LAMP_STATE_ON      = 1,  /* on */
    LAMP_STATE_OFF     = 2   /* off */
};
#define LAMP_STATE_COUNT 2 /* numbered from 1 */

enum lamp_event {
    LAMP_EVENT_UNKNOWN = -1, /* written by a newer program */
    LAMP_EVENT_NONE    = 0,  /* no event */
    LAMP_EVENT_CREATE  = 1,  /* create */
    LAMP_EVENT_GO_OUT  = 2,  /* go out */
    LAMP_EVENT_STIR    = 3,  /* stir */
    LAMP_EVENT_LIGHT   = 4   /* light */
};
#define LAMP_EVENT_COUNT 4 /* numbered from 1 */

/* The result of a transition. After a refusal, `from` is the state of the lamp, and `to` is none. */
struct lamp_transition {
    enum lamp_event event;
    enum lamp_state from;
    enum lamp_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one lamp. */
struct lamp_current {
    const char *id;
    enum lamp_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct lamp_page {
    const struct lamp_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct lamp_record {
    int64_t sort_key;
    enum lamp_event event;
    enum lamp_state from;
    enum lamp_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
};

struct lamp_history {
    const struct lamp_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct lamp_create_item {
    const char *id;
    const char *request_id; /* NULL for none */
};

struct lamp_go_out_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct lamp_stir_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct lamp_light_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct lamp_result {
    enum pawl_status status;
    struct lamp_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *lamp_state_name(enum lamp_state state);
const char *lamp_event_name(enum lamp_event event);

/* Return the label, for people. */
const char *lamp_state_label(enum lamp_state state);
const char *lamp_event_label(enum lamp_event event);

/* Return the state or event of that name or text in the database, or none. */
enum lamp_state lamp_state_parse(const char *text);
enum lamp_event lamp_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum lamp_state lamp_next(enum lamp_state state, enum lamp_event event);
bool lamp_can(enum lamp_state state, enum lamp_event event);

extern const struct pawl_machine lamp_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status lamp_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the lamp locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in on
 */
enum pawl_status lamp_create(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct lamp_transition *out, struct pawl_error *err);

/*
 * go out
 *   on -> off
 */
enum pawl_status lamp_go_out(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct lamp_transition *out, struct pawl_error *err);

/*
 * stir
 *   on -> on
 */
enum pawl_status lamp_stir(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                           struct lamp_transition *out, struct pawl_error *err);

/*
 * light
 *   off -> on
 */
enum pawl_status lamp_light(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct lamp_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   on: light
 */
enum pawl_status lamp_move_to(struct pawl_db *db, const char *id, enum lamp_state state,
                              const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status lamp_create_many(struct pawl_db *db, const struct lamp_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);
enum pawl_status lamp_go_out_many(struct pawl_db *db, const struct lamp_go_out_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);
enum pawl_status lamp_stir_many(struct pawl_db *db, const struct lamp_stir_item *items, size_t count,
                                const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);
enum pawl_status lamp_light_many(struct pawl_db *db, const struct lamp_light_item *items, size_t count,
                                 const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request lamp_create_move(const char *id, const struct pawl_opts *opts);
struct pawl_request lamp_go_out_move(const char *id, const struct pawl_opts *opts);
struct pawl_request lamp_stir_move(const char *id, const struct pawl_opts *opts);
struct pawl_request lamp_light_move(const char *id, const struct pawl_opts *opts);

/* Reads the current row of one lamp. Returns OK or NOT_FOUND. */
enum pawl_status lamp_get(struct pawl_db *db, const char *id, struct lamp_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status lamp_history(struct pawl_db *db, const char *id, struct lamp_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status lamp_last_to(struct pawl_db *db, const char *id, enum lamp_state state, struct lamp_record *out,
                              struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status lamp_creation(struct pawl_db *db, const char *id, struct lamp_record *out, struct pawl_error *err);

/* Reads into reasons[LAMP_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status lamp_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                          struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status lamp_in_state(struct pawl_db *db, enum lamp_state state, const struct lamp_current *after,
                               size_t limit, struct lamp_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status lamp_not_in_state(struct pawl_db *db, enum lamp_state state, const struct lamp_current *after,
                                   size_t limit, struct lamp_page *out, struct pawl_error *err);

/* Counts into counts[LAMP_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status lamp_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
