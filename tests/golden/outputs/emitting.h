/* Written by pawl from emitting.fsm. Do not edit: change emitting.fsm and run pawl again. */
#ifndef PAWL_GENERATED_SHIPMENT_H
#define PAWL_GENERATED_SHIPMENT_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "emitting.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "emitting.h was written by an older pawl than this libpawl: run the newer pawl on emitting.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shipment: Shipment ------------------------------------------------------------------------------------------ */

/*
 * Every move goes to a topic: to one of its own, and to one that its creation names.
 */

enum shipment_state {
    SHIPMENT_STATE_UNKNOWN   = -1, /* written by a newer program */
    SHIPMENT_STATE_NONE      = 0,  /* before the creation */
    SHIPMENT_STATE_ANNOUNCED = 1,  /* announced */
    SHIPMENT_STATE_DELIVERED = 2   /* delivered */
};
#define SHIPMENT_STATE_COUNT 2 /* numbered from 1 */

enum shipment_event {
    SHIPMENT_EVENT_UNKNOWN = -1, /* written by a newer program */
    SHIPMENT_EVENT_NONE    = 0,  /* no event */
    SHIPMENT_EVENT_CREATE  = 1,  /* create */
    SHIPMENT_EVENT_WEIGH   = 2,  /* weigh */
    SHIPMENT_EVENT_DELIVER = 3   /* deliver */
};
#define SHIPMENT_EVENT_COUNT 3 /* numbered from 1 */

/* The parameters of each event. */
struct shipment_create_args {
    int32_t weight;
    const char *note; /* may be NULL */
    const char *price; /* decimal number, as "-12.50"; may be NULL */
    struct pawl_optional_timestamp due_at; /* microseconds since 1970-01-01 00:00 UTC */
    const char *tag; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8"; may be NULL */
    const char *form; /* JSON text; may be NULL */
    struct pawl_optional_bytes scan;
    struct pawl_optional_bigint parcels;
    struct pawl_optional_bool fragile;
};

struct shipment_weigh_args {
    int32_t weight;
};

/* The result of a transition. After a refusal, `from` is the state of the shipment, and `to` is none. */
struct shipment_transition {
    enum shipment_event event;
    enum shipment_state from;
    enum shipment_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one shipment. */
struct shipment_current {
    int64_t id;
    enum shipment_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct shipment_page {
    const struct shipment_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct shipment_record {
    int64_t sort_key;
    enum shipment_event event;
    enum shipment_state from;
    enum shipment_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_int weight;
    const char *note;
    const char *price;
    struct pawl_optional_timestamp due_at;
    const char *tag;
    const char *form;
    struct pawl_optional_bytes scan;
    struct pawl_optional_bigint parcels;
    struct pawl_optional_bool fragile;
};

struct shipment_history {
    const struct shipment_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct shipment_create_item {
    int64_t id;
    struct shipment_create_args args;
    const char *request_id; /* NULL for none */
};

struct shipment_weigh_item {
    int64_t id;
    struct shipment_weigh_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct shipment_deliver_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct shipment_result {
    enum pawl_status status;
    struct shipment_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *shipment_state_name(enum shipment_state state);
const char *shipment_event_name(enum shipment_event event);

/* Return the label, for people. */
const char *shipment_state_label(enum shipment_state state);
const char *shipment_event_label(enum shipment_event event);

/* Return the state or event of that name or text in the database, or none. */
enum shipment_state shipment_state_parse(const char *text);
enum shipment_event shipment_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum shipment_state shipment_next(enum shipment_state state, enum shipment_event event);
bool shipment_can(enum shipment_state state, enum shipment_event event);

extern const struct pawl_machine shipment_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status shipment_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the shipment locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in announced
 */
enum pawl_status shipment_create(struct pawl_db *db, int64_t id, const struct shipment_create_args *args,
                                 const struct pawl_opts *opts, struct shipment_transition *out,
                                 struct pawl_error *err);

/*
 * weigh
 *   announced -> announced
 */
enum pawl_status shipment_weigh(struct pawl_db *db, int64_t id, const struct shipment_weigh_args *args,
                                const struct pawl_opts *opts, struct shipment_transition *out,
                                struct pawl_error *err);

/*
 * deliver
 *   announced -> delivered
 */
enum pawl_status shipment_deliver(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct shipment_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   delivered: deliver
 */
enum pawl_status shipment_move_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  const struct pawl_opts *opts, struct shipment_transition *out,
                                  struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status shipment_create_many(struct pawl_db *db, const struct shipment_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct shipment_result *results,
                                      struct pawl_error *err);
enum pawl_status shipment_weigh_many(struct pawl_db *db, const struct shipment_weigh_item *items, size_t count,
                                     const struct pawl_opts *opts, struct shipment_result *results,
                                     struct pawl_error *err);
enum pawl_status shipment_deliver_many(struct pawl_db *db, const struct shipment_deliver_item *items, size_t count,
                                       const struct pawl_opts *opts, struct shipment_result *results,
                                       struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request shipment_create_move(int64_t id, const struct shipment_create_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request shipment_weigh_move(int64_t id, const struct shipment_weigh_args *args,
                                        const struct pawl_opts *opts);
struct pawl_request shipment_deliver_move(int64_t id, const struct pawl_opts *opts);

/* Reads the current row of one shipment. Returns OK or NOT_FOUND. */
enum pawl_status shipment_get(struct pawl_db *db, int64_t id, struct shipment_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status shipment_history(struct pawl_db *db, int64_t id, struct shipment_history *out,
                                  struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status shipment_last_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  struct shipment_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status shipment_creation(struct pawl_db *db, int64_t id, struct shipment_record *out,
                                   struct pawl_error *err);

/* Reads into reasons[SHIPMENT_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status shipment_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status shipment_in_state(struct pawl_db *db, enum shipment_state state,
                                   const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                   struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status shipment_not_in_state(struct pawl_db *db, enum shipment_state state,
                                       const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                       struct pawl_error *err);

/* Counts into counts[SHIPMENT_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status shipment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- notice: Notice ---------------------------------------------------------------------------------------------- */

enum notice_state {
    NOTICE_STATE_UNKNOWN = -1, /* written by a newer program */
    NOTICE_STATE_NONE    = 0,  /* before the creation */
    NOTICE_STATE_WRITTEN = 1,  /* written */
    NOTICE_STATE_SHOWN   = 2   /* shown */
};
#define NOTICE_STATE_COUNT 2 /* numbered from 1 */

enum notice_event {
    NOTICE_EVENT_UNKNOWN = -1, /* written by a newer program */
    NOTICE_EVENT_NONE    = 0,  /* no event */
    NOTICE_EVENT_CREATE  = 1,  /* create */
    NOTICE_EVENT_SHOW    = 2   /* show */
};
#define NOTICE_EVENT_COUNT 2 /* numbered from 1 */

/* The parameters of each event. */
struct notice_create_args {
    const char *channel; /* may be NULL */
};

/* The result of a transition. After a refusal, `from` is the state of the notice, and `to` is none. */
struct notice_transition {
    enum notice_event event;
    enum notice_state from;
    enum notice_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one notice. */
struct notice_current {
    const char *id;
    enum notice_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct notice_page {
    const struct notice_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct notice_record {
    int64_t sort_key;
    enum notice_event event;
    enum notice_state from;
    enum notice_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *channel;
};

struct notice_history {
    const struct notice_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct notice_create_item {
    const char *id;
    struct notice_create_args args;
    const char *request_id; /* NULL for none */
};

struct notice_show_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct notice_result {
    enum pawl_status status;
    struct notice_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *notice_state_name(enum notice_state state);
const char *notice_event_name(enum notice_event event);

/* Return the label, for people. */
const char *notice_state_label(enum notice_state state);
const char *notice_event_label(enum notice_event event);

/* Return the state or event of that name or text in the database, or none. */
enum notice_state notice_state_parse(const char *text);
enum notice_event notice_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum notice_state notice_next(enum notice_state state, enum notice_event event);
bool notice_can(enum notice_state state, enum notice_event event);

extern const struct pawl_machine notice_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status notice_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the notice locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in written
 */
enum pawl_status notice_create(struct pawl_db *db, const char *id, const struct notice_create_args *args,
                               const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err);

/*
 * show
 *   written -> shown
 */
enum pawl_status notice_show(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct notice_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   shown: show
 */
enum pawl_status notice_move_to(struct pawl_db *db, const char *id, enum notice_state state,
                                const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status notice_create_many(struct pawl_db *db, const struct notice_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct notice_result *results,
                                    struct pawl_error *err);
enum pawl_status notice_show_many(struct pawl_db *db, const struct notice_show_item *items, size_t count,
                                  const struct pawl_opts *opts, struct notice_result *results,
                                  struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request notice_create_move(const char *id, const struct notice_create_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request notice_show_move(const char *id, const struct pawl_opts *opts);

/* Reads the current row of one notice. Returns OK or NOT_FOUND. */
enum pawl_status notice_get(struct pawl_db *db, const char *id, struct notice_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status notice_history(struct pawl_db *db, const char *id, struct notice_history *out,
                                struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status notice_last_to(struct pawl_db *db, const char *id, enum notice_state state,
                                struct notice_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status notice_creation(struct pawl_db *db, const char *id, struct notice_record *out,
                                 struct pawl_error *err);

/* Reads into reasons[NOTICE_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status notice_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status notice_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                 size_t limit, struct notice_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status notice_not_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                     size_t limit, struct notice_page *out, struct pawl_error *err);

/* Counts into counts[NOTICE_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status notice_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
