/* Written by pawl from prefixed.fsm. Do not edit: change prefixed.fsm and run pawl again. */
#ifndef PAWL_GENERATED_ACME_GATE_H
#define PAWL_GENERATED_ACME_GATE_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "prefixed.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "prefixed.h was written by an older pawl than this libpawl: run the newer pawl on prefixed.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- gate: gate -------------------------------------------------------------------------------------------------- */

enum acme_gate_state {
    ACME_GATE_STATE_UNKNOWN = -1, /* written by a newer program */
    ACME_GATE_STATE_NONE    = 0,  /* before the creation */
    ACME_GATE_STATE_CLOSED  = 1,  /* closed */
    ACME_GATE_STATE_OPENED  = 2   /* opened */
};
#define ACME_GATE_STATE_COUNT 2 /* they are numbered from 1 */

enum acme_gate_event {
    ACME_GATE_EVENT_UNKNOWN = -1, /* written by a newer program */
    ACME_GATE_EVENT_NONE    = 0,  /* no event */
    ACME_GATE_EVENT_CREATE  = 1,  /* create */
    ACME_GATE_EVENT_OPEN    = 2,  /* open */
    ACME_GATE_EVENT_CLOSE   = 3   /* close */
};
#define ACME_GATE_EVENT_COUNT 3 /* they are numbered from 1 */

/* What an event carries. */
struct acme_gate_create_args {
    const char *place;
};

/* What a move did; for a refusal `from` is where the gate is, and `to` is none. */
struct acme_gate_transition {
    enum acme_gate_event event;
    enum acme_gate_state from;
    enum acme_gate_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* Where one gate is. */
struct acme_gate_current {
    const char *id;
    enum acme_gate_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, also one that is unknown here */
};

struct acme_gate_page {
    const struct acme_gate_current *rows;
    size_t count;
};

/* One move of the history. What the event did not carry is NULL or not set. */
struct acme_gate_record {
    int64_t sort_key;
    enum acme_gate_event event;
    enum acme_gate_state from;
    enum acme_gate_state to;
    int64_t created_at_us;
    const char *actor;
    const char *request_id; /* NULL where the caller gave none */
    const char *place;
};

struct acme_gate_history {
    const struct acme_gate_record *rows;
    size_t count;
};

/* One of many for an event. */
struct acme_gate_create_item {
    const char *id;
    struct acme_gate_create_args args;
    const char *request_id; /* NULL for none */
};

struct acme_gate_open_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct acme_gate_close_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* What became of it; guard: which refused it, until the next call on the handle, or "". */
struct acme_gate_result {
    enum pawl_status status;
    struct acme_gate_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* As in the .fsm file; "" for none, "unknown" for what this program does not know; never NULL. */
const char *acme_gate_state_name(enum acme_gate_state state);
const char *acme_gate_event_name(enum acme_gate_event event);

/* For people. */
const char *acme_gate_state_label(enum acme_gate_state state);
const char *acme_gate_event_label(enum acme_gate_event event);

/* By name or by the text in the database; none if there is no such. */
enum acme_gate_state acme_gate_state_parse(const char *text);
enum acme_gate_event acme_gate_event_parse(const char *text);

/* Where the event leads from a state (none: before the creation), or none where it is not allowed. */
enum acme_gate_state acme_gate_next(enum acme_gate_state state, enum acme_gate_event event);
bool acme_gate_can(enum acme_gate_state state, enum acme_gate_event event);

extern const struct pawl_machine acme_gate_machine;

/* Makes the tables and functions, or finds them there: see pawl_apply. */
enum pawl_status acme_gate_apply(struct pawl_db *db, struct pawl_error *err);

/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in closed
 */
enum pawl_status acme_gate_create(struct pawl_db *db, const char *id, const struct acme_gate_create_args *args,
                                  const struct pawl_opts *opts, struct acme_gate_transition *out,
                                  struct pawl_error *err);

/*
 * open
 *   closed -> opened
 */
enum pawl_status acme_gate_open(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                struct acme_gate_transition *out, struct pawl_error *err);

/*
 * close
 *   opened -> closed
 */
enum pawl_status acme_gate_close(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct acme_gate_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state; MISUSE for another state than these:
 *   closed: close
 *   opened: open
 */
enum pawl_status acme_gate_move_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   const struct pawl_opts *opts, struct acme_gate_transition *out,
                                   struct pawl_error *err);

/*
 * The same events for many at once, in one transaction, with an answer for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status acme_gate_create_many(struct pawl_db *db, const struct acme_gate_create_item *items, size_t count,
                                       const struct pawl_opts *opts, struct acme_gate_result *results,
                                       struct pawl_error *err);
enum pawl_status acme_gate_open_many(struct pawl_db *db, const struct acme_gate_open_item *items, size_t count,
                                     const struct pawl_opts *opts, struct acme_gate_result *results,
                                     struct pawl_error *err);
enum pawl_status acme_gate_close_many(struct pawl_db *db, const struct acme_gate_close_item *items, size_t count,
                                      const struct pawl_opts *opts, struct acme_gate_result *results,
                                      struct pawl_error *err);

/* The same events among others, for pawl_fire_all, which makes them together. */
struct pawl_request acme_gate_create_move(const char *id, const struct acme_gate_create_args *args,
                                          const struct pawl_opts *opts);
struct pawl_request acme_gate_open_move(const char *id, const struct pawl_opts *opts);
struct pawl_request acme_gate_close_move(const char *id, const struct pawl_opts *opts);

/* Where one gate is. OK or NOT_FOUND. */
enum pawl_status acme_gate_get(struct pawl_db *db, const char *id, struct acme_gate_current *out,
                               struct pawl_error *err);

/* All its moves, oldest first. OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status acme_gate_history(struct pawl_db *db, const char *id, struct acme_gate_history *out,
                                   struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The last move that led to a state. OK, or NOT_FOUND where none did. */
enum pawl_status acme_gate_last_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   struct acme_gate_record *out, struct pawl_error *err);

/* allowed[ACME_GATE_EVENT_COUNT + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */
enum pawl_status acme_gate_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err);

/* Up to limit of those in a state, longest there first; after is NULL, or the last row of the page before. */
enum pawl_status acme_gate_in_state(struct pawl_db *db, enum acme_gate_state state,
                                    const struct acme_gate_current *after, size_t limit, struct acme_gate_page *out,
                                    struct pawl_error *err);

/* The same of those in any other state, by its text in the database first. */
enum pawl_status acme_gate_not_in_state(struct pawl_db *db, enum acme_gate_state state,
                                        const struct acme_gate_current *after, size_t limit,
                                        struct acme_gate_page *out, struct pawl_error *err);

/* counts[ACME_GATE_STATE_COUNT + 1], by state; [0] counts those in states unknown to this program. */
enum pawl_status acme_gate_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
