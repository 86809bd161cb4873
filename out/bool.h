/* Written by pawl from bool.fsm. Do not edit: change bool.fsm and run pawl again. */
#ifndef PAWL_GENERATED_M_H
#define PAWL_GENERATED_M_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "bool.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "bool.h was written by an older pawl than this libpawl: run the newer pawl on bool.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- m: m -------------------------------------------------------------------------------------------------------- */

enum m_state {
    M_STATE_UNKNOWN = -1, /* written by a newer program */
    M_STATE_NONE    = 0,  /* before the creation */
    M_STATE_A       = 1,  /* a */
    M_STATE_Z       = 2   /* z */
};
#define M_STATE_COUNT 2 /* they are numbered from 1 */

enum m_event {
    M_EVENT_UNKNOWN = -1, /* written by a newer program */
    M_EVENT_NONE    = 0,  /* no event */
    M_EVENT_CREATE  = 1,  /* create */
    M_EVENT_B       = 2   /* b */
};
#define M_EVENT_COUNT 2 /* they are numbered from 1 */

/* What an event carries. */
struct m_create_args {
    const char *a; /* may be NULL */
    const char *n; /* decimal number, as "-12.50"; may be NULL */
    struct pawl_optional_bytes b;
    struct pawl_optional_int i;
    const char *u; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8"; may be NULL */
    const char *j; /* JSON text; may be NULL */
};

/* What a move did; for a refusal `from` is where the m is, and `to` is none. */
struct m_transition {
    enum m_event event;
    enum m_state from;
    enum m_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* Where one m is. */
struct m_current {
    const char *id;
    enum m_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, also one that is unknown here */
};

struct m_page {
    const struct m_current *rows;
    size_t count;
};

/* One move of the history. What the event did not carry is NULL or not set. */
struct m_record {
    int64_t sort_key;
    enum m_event event;
    enum m_state from;
    enum m_state to;
    int64_t created_at_us;
    const char *actor;
    const char *request_id; /* NULL where the caller gave none */
    const char *a;
    const char *n;
    struct pawl_optional_bytes b;
    struct pawl_optional_int i;
    const char *u;
    const char *j;
};

struct m_history {
    const struct m_record *rows;
    size_t count;
};

/* One of many for an event. */
struct m_create_item {
    const char *id;
    struct m_create_args args;
    const char *request_id; /* NULL for none */
};

struct m_b_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* What became of it; guard: which refused it, until the next call on the handle, or "". */
struct m_result {
    enum pawl_status status;
    struct m_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* As in the .fsm file; "" for none, "unknown" for what this program does not know; never NULL. */
const char *m_state_name(enum m_state state);
const char *m_event_name(enum m_event event);

/* For people. */
const char *m_state_label(enum m_state state);
const char *m_event_label(enum m_event event);

/* By name or by the text in the database; none if there is no such. */
enum m_state m_state_parse(const char *text);
enum m_event m_event_parse(const char *text);

/* Where the event leads from a state (none: before the creation), or none where it is not allowed. */
enum m_state m_next(enum m_state state, enum m_event event);
bool m_can(enum m_state state, enum m_event event);

extern const struct pawl_machine m_machine;

/* Makes the tables and functions, or finds them there: see pawl_apply. */
enum pawl_status m_apply(struct pawl_db *db, struct pawl_error *err);

/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in a
 */
enum pawl_status m_create(struct pawl_db *db, const char *id, const struct m_create_args *args,
                          const struct pawl_opts *opts, struct m_transition *out, struct pawl_error *err);

/*
 * b
 *   a -> z
 */
enum pawl_status m_b(struct pawl_db *db, const char *id, const struct pawl_opts *opts, struct m_transition *out,
                     struct pawl_error *err);

/*
 * Fires the event that alone leads to a state; MISUSE for another state than these:
 *   z: b
 */
enum pawl_status m_move_to(struct pawl_db *db, const char *id, enum m_state state, const struct pawl_opts *opts,
                           struct m_transition *out, struct pawl_error *err);

/*
 * The same events for many at once, in one transaction, with an answer for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status m_create_many(struct pawl_db *db, const struct m_create_item *items, size_t count,
                               const struct pawl_opts *opts, struct m_result *results, struct pawl_error *err);
enum pawl_status m_b_many(struct pawl_db *db, const struct m_b_item *items, size_t count,
                          const struct pawl_opts *opts, struct m_result *results, struct pawl_error *err);

/* The same events among others, for pawl_fire_all, which makes them together. */
struct pawl_request m_create_move(const char *id, const struct m_create_args *args, const struct pawl_opts *opts);
struct pawl_request m_b_move(const char *id, const struct pawl_opts *opts);

/* Where one m is. OK or NOT_FOUND. */
enum pawl_status m_get(struct pawl_db *db, const char *id, struct m_current *out, struct pawl_error *err);

/* All its moves, oldest first. OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status m_history(struct pawl_db *db, const char *id, struct m_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The last move that led to a state. OK, or NOT_FOUND where none did. */
enum pawl_status m_last_to(struct pawl_db *db, const char *id, enum m_state state, struct m_record *out,
                           struct pawl_error *err);

/* allowed[M_EVENT_COUNT + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */
enum pawl_status m_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err);

/* Up to limit of those in a state, longest there first; after is NULL, or the last row of the page before. */
enum pawl_status m_in_state(struct pawl_db *db, enum m_state state, const struct m_current *after, size_t limit,
                            struct m_page *out, struct pawl_error *err);

/* The same of those in any other state, by its text in the database first. */
enum pawl_status m_not_in_state(struct pawl_db *db, enum m_state state, const struct m_current *after, size_t limit,
                                struct m_page *out, struct pawl_error *err);

/* counts[M_STATE_COUNT + 1], by state; [0] counts those in states unknown to this program. */
enum pawl_status m_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
