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
#define SHIPMENT_STATE_COUNT 2 /* they are numbered from 1 */

enum shipment_event {
    SHIPMENT_EVENT_UNKNOWN = -1, /* written by a newer program */
    SHIPMENT_EVENT_NONE    = 0,  /* no event */
    SHIPMENT_EVENT_CREATE  = 1,  /* create */
    SHIPMENT_EVENT_WEIGH   = 2,  /* weigh */
    SHIPMENT_EVENT_DELIVER = 3   /* deliver */
};
#define SHIPMENT_EVENT_COUNT 3 /* they are numbered from 1 */

/* What an event carries. */
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

/* What a move did; for a refusal `from` is where the shipment is, and `to` is none. */
struct shipment_transition {
    enum shipment_event event;
    enum shipment_state from;
    enum shipment_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* Where one shipment is. */
struct shipment_current {
    int64_t id;
    enum shipment_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, also one that is unknown here */
};

struct shipment_page {
    const struct shipment_current *rows;
    size_t count;
};

/* One move of the history. What the event did not carry is NULL or not set. */
struct shipment_record {
    int64_t sort_key;
    enum shipment_event event;
    enum shipment_state from;
    enum shipment_state to;
    int64_t created_at_us;
    const char *actor;
    const char *request_id; /* NULL where the caller gave none */
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

/* One of many for an event. */
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

/* What became of it; guard: which refused it, until the next call on the handle, or "". */
struct shipment_result {
    enum pawl_status status;
    struct shipment_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* As in the .fsm file; "" for none, "unknown" for what this program does not know; never NULL. */
const char *shipment_state_name(enum shipment_state state);
const char *shipment_event_name(enum shipment_event event);

/* For people. */
const char *shipment_state_label(enum shipment_state state);
const char *shipment_event_label(enum shipment_event event);

/* By name or by the text in the database; none if there is no such. */
enum shipment_state shipment_state_parse(const char *text);
enum shipment_event shipment_event_parse(const char *text);

/* Where the event leads from a state (none: before the creation), or none where it is not allowed. */
enum shipment_state shipment_next(enum shipment_state state, enum shipment_event event);
bool shipment_can(enum shipment_state state, enum shipment_event event);

extern const struct pawl_machine shipment_machine;

/* Makes the tables and functions, or finds them there: see pawl_apply. */
enum pawl_status shipment_apply(struct pawl_db *db, struct pawl_error *err);

/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */

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
 * Fires the event that alone leads to a state; MISUSE for another state than these:
 *   delivered: deliver
 */
enum pawl_status shipment_move_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  const struct pawl_opts *opts, struct shipment_transition *out,
                                  struct pawl_error *err);

/*
 * The same events for many at once, in one transaction, with an answer for each in
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

/* The same events among others, for pawl_fire_all, which makes them together. */
struct pawl_request shipment_create_move(int64_t id, const struct shipment_create_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request shipment_weigh_move(int64_t id, const struct shipment_weigh_args *args,
                                        const struct pawl_opts *opts);
struct pawl_request shipment_deliver_move(int64_t id, const struct pawl_opts *opts);

/* Where one shipment is. OK or NOT_FOUND. */
enum pawl_status shipment_get(struct pawl_db *db, int64_t id, struct shipment_current *out, struct pawl_error *err);

/* All its moves, oldest first. OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status shipment_history(struct pawl_db *db, int64_t id, struct shipment_history *out,
                                  struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The last move that led to a state. OK, or NOT_FOUND where none did. */
enum pawl_status shipment_last_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  struct shipment_record *out, struct pawl_error *err);

/* allowed[SHIPMENT_EVENT_COUNT + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */
enum pawl_status shipment_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err);

/* Up to limit of those in a state, longest there first; after is NULL, or the last row of the page before. */
enum pawl_status shipment_in_state(struct pawl_db *db, enum shipment_state state,
                                   const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                   struct pawl_error *err);

/* The same of those in any other state, by its text in the database first. */
enum pawl_status shipment_not_in_state(struct pawl_db *db, enum shipment_state state,
                                       const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                       struct pawl_error *err);

/* counts[SHIPMENT_STATE_COUNT + 1], by state; [0] counts those in states unknown to this program. */
enum pawl_status shipment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- notice: Notice ---------------------------------------------------------------------------------------------- */

enum notice_state {
    NOTICE_STATE_UNKNOWN = -1, /* written by a newer program */
    NOTICE_STATE_NONE    = 0,  /* before the creation */
    NOTICE_STATE_WRITTEN = 1,  /* written */
    NOTICE_STATE_SHOWN   = 2   /* shown */
};
#define NOTICE_STATE_COUNT 2 /* they are numbered from 1 */

enum notice_event {
    NOTICE_EVENT_UNKNOWN = -1, /* written by a newer program */
    NOTICE_EVENT_NONE    = 0,  /* no event */
    NOTICE_EVENT_CREATE  = 1,  /* create */
    NOTICE_EVENT_SHOW    = 2   /* show */
};
#define NOTICE_EVENT_COUNT 2 /* they are numbered from 1 */

/* What an event carries. */
struct notice_create_args {
    const char *channel; /* may be NULL */
};

/* What a move did; for a refusal `from` is where the notice is, and `to` is none. */
struct notice_transition {
    enum notice_event event;
    enum notice_state from;
    enum notice_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* Where one notice is. */
struct notice_current {
    const char *id;
    enum notice_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, also one that is unknown here */
};

struct notice_page {
    const struct notice_current *rows;
    size_t count;
};

/* One move of the history. What the event did not carry is NULL or not set. */
struct notice_record {
    int64_t sort_key;
    enum notice_event event;
    enum notice_state from;
    enum notice_state to;
    int64_t created_at_us;
    const char *actor;
    const char *request_id; /* NULL where the caller gave none */
    const char *channel;
};

struct notice_history {
    const struct notice_record *rows;
    size_t count;
};

/* One of many for an event. */
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

/* What became of it; guard: which refused it, until the next call on the handle, or "". */
struct notice_result {
    enum pawl_status status;
    struct notice_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* As in the .fsm file; "" for none, "unknown" for what this program does not know; never NULL. */
const char *notice_state_name(enum notice_state state);
const char *notice_event_name(enum notice_event event);

/* For people. */
const char *notice_state_label(enum notice_state state);
const char *notice_event_label(enum notice_event event);

/* By name or by the text in the database; none if there is no such. */
enum notice_state notice_state_parse(const char *text);
enum notice_event notice_event_parse(const char *text);

/* Where the event leads from a state (none: before the creation), or none where it is not allowed. */
enum notice_state notice_next(enum notice_state state, enum notice_event event);
bool notice_can(enum notice_state state, enum notice_event event);

extern const struct pawl_machine notice_machine;

/* Makes the tables and functions, or finds them there: see pawl_apply. */
enum pawl_status notice_apply(struct pawl_db *db, struct pawl_error *err);

/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */

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
 * Fires the event that alone leads to a state; MISUSE for another state than these:
 *   shown: show
 */
enum pawl_status notice_move_to(struct pawl_db *db, const char *id, enum notice_state state,
                                const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err);

/*
 * The same events for many at once, in one transaction, with an answer for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status notice_create_many(struct pawl_db *db, const struct notice_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct notice_result *results,
                                    struct pawl_error *err);
enum pawl_status notice_show_many(struct pawl_db *db, const struct notice_show_item *items, size_t count,
                                  const struct pawl_opts *opts, struct notice_result *results,
                                  struct pawl_error *err);

/* The same events among others, for pawl_fire_all, which makes them together. */
struct pawl_request notice_create_move(const char *id, const struct notice_create_args *args,
                                       const struct pawl_opts *opts);
struct pawl_request notice_show_move(const char *id, const struct pawl_opts *opts);

/* Where one notice is. OK or NOT_FOUND. */
enum pawl_status notice_get(struct pawl_db *db, const char *id, struct notice_current *out, struct pawl_error *err);

/* All its moves, oldest first. OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status notice_history(struct pawl_db *db, const char *id, struct notice_history *out,
                                struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The last move that led to a state. OK, or NOT_FOUND where none did. */
enum pawl_status notice_last_to(struct pawl_db *db, const char *id, enum notice_state state,
                                struct notice_record *out, struct pawl_error *err);

/* allowed[NOTICE_EVENT_COUNT + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */
enum pawl_status notice_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err);

/* Up to limit of those in a state, longest there first; after is NULL, or the last row of the page before. */
enum pawl_status notice_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                 size_t limit, struct notice_page *out, struct pawl_error *err);

/* The same of those in any other state, by its text in the database first. */
enum pawl_status notice_not_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                     size_t limit, struct notice_page *out, struct pawl_error *err);

/* counts[NOTICE_STATE_COUNT + 1], by state; [0] counts those in states unknown to this program. */
enum pawl_status notice_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
