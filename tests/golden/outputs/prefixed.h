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
#define ACME_GATE_STATE_COUNT 2 /* numbered from 1 */

enum acme_gate_event {
    ACME_GATE_EVENT_UNKNOWN = -1, /* written by a newer program */
    ACME_GATE_EVENT_NONE    = 0,  /* no event */
    ACME_GATE_EVENT_CREATE  = 1,  /* create */
    ACME_GATE_EVENT_OPEN    = 2,  /* open */
    ACME_GATE_EVENT_CLOSE   = 3   /* close */
};
#define ACME_GATE_EVENT_COUNT 3 /* numbered from 1 */

/* The parameters of each event. */
struct acme_gate_create_args {
    const char *place;
};

/* The result of a transition. After a refusal, `from` is the state of the gate, and `to` is none. */
struct acme_gate_transition {
    enum acme_gate_event event;
    enum acme_gate_state from;
    enum acme_gate_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one gate. */
struct acme_gate_current {
    const char *id;
    enum acme_gate_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct acme_gate_page {
    const struct acme_gate_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct acme_gate_record {
    int64_t sort_key;
    enum acme_gate_event event;
    enum acme_gate_state from;
    enum acme_gate_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *place;
};

struct acme_gate_history {
    const struct acme_gate_record *rows;
    size_t count;
};

/* The items of an event for many. */
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

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct acme_gate_result {
    enum pawl_status status;
    struct acme_gate_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *acme_gate_state_name(enum acme_gate_state state);
const char *acme_gate_event_name(enum acme_gate_event event);

/* Return the label, for people. */
const char *acme_gate_state_label(enum acme_gate_state state);
const char *acme_gate_event_label(enum acme_gate_event event);

/* Return the state or event of that name or text in the database, or none. */
enum acme_gate_state acme_gate_state_parse(const char *text);
enum acme_gate_event acme_gate_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum acme_gate_state acme_gate_next(enum acme_gate_state state, enum acme_gate_event event);
bool acme_gate_can(enum acme_gate_state state, enum acme_gate_event event);

extern const struct pawl_machine acme_gate_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status acme_gate_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the gate locked: see pawl_fire. opts, out and err may be NULL. */

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
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   closed: close
 *   opened: open
 */
enum pawl_status acme_gate_move_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   const struct pawl_opts *opts, struct acme_gate_transition *out,
                                   struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
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

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request acme_gate_create_move(const char *id, const struct acme_gate_create_args *args,
                                          const struct pawl_opts *opts);
struct pawl_request acme_gate_open_move(const char *id, const struct pawl_opts *opts);
struct pawl_request acme_gate_close_move(const char *id, const struct pawl_opts *opts);

/* Reads the current row of one gate. Returns OK or NOT_FOUND. */
enum pawl_status acme_gate_get(struct pawl_db *db, const char *id, struct acme_gate_current *out,
                               struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status acme_gate_history(struct pawl_db *db, const char *id, struct acme_gate_history *out,
                                   struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status acme_gate_last_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   struct acme_gate_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status acme_gate_creation(struct pawl_db *db, const char *id, struct acme_gate_record *out,
                                    struct pawl_error *err);

/* Reads into reasons[ACME_GATE_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status acme_gate_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                               struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status acme_gate_in_state(struct pawl_db *db, enum acme_gate_state state,
                                    const struct acme_gate_current *after, size_t limit, struct acme_gate_page *out,
                                    struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status acme_gate_not_in_state(struct pawl_db *db, enum acme_gate_state state,
                                        const struct acme_gate_current *after, size_t limit,
                                        struct acme_gate_page *out, struct pawl_error *err);

/* Counts into counts[ACME_GATE_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status acme_gate_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
