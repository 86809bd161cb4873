/* Written by pawl from words.fsm. Do not edit: change words.fsm and run pawl again. */
#ifndef PAWL_GENERATED_CURRENT_H
#define PAWL_GENERATED_CURRENT_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "words.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "words.h was written by an older pawl than this libpawl: run the newer pawl on words.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- current: current -------------------------------------------------------------------------------------------- */

enum current_state {
    CURRENT_STATE_UNKNOWN = -1, /* written by a newer program */
    CURRENT_STATE_NONE    = 0,  /* before the creation */
    CURRENT_STATE_GROUP   = 1,  /* group */
    CURRENT_STATE_NULL    = 2   /* null */
};
#define CURRENT_STATE_COUNT 2 /* numbered from 1 */

enum current_event {
    CURRENT_EVENT_UNKNOWN = -1, /* written by a newer program */
    CURRENT_EVENT_NONE    = 0,  /* no event */
    CURRENT_EVENT_CREATE  = 1,  /* create */
    CURRENT_EVENT_USER    = 2,  /* user */
    CURRENT_EVENT_DATE    = 3   /* date */
};
#define CURRENT_EVENT_COUNT 3 /* numbered from 1 */

/* The parameters of each event. */
struct current_create_args {
    const char *select;
    int64_t values;
    int32_t position;
    bool found;
    int64_t order; /* microseconds since 1970-01-01 00:00 UTC */
};

struct current_user_args {
    const char *time; /* may be NULL */
    struct pawl_optional_bigint offset;
    struct pawl_optional_int row;
    struct pawl_optional_bool head;
    struct pawl_optional_timestamp current_date; /* microseconds since 1970-01-01 00:00 UTC */
};

struct current_date_args {
    const char *outcome;
    struct pawl_optional_bigint raise;
    int64_t order; /* microseconds since 1970-01-01 00:00 UTC */
};

/* The result of a transition. After a refusal, `from` is the state of the current, and `to` is none. */
struct current_transition {
    enum current_event event;
    enum current_state from;
    enum current_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one current. */
struct current_current {
    int64_t id;
    enum current_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct current_page {
    const struct current_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct current_record {
    int64_t sort_key;
    enum current_event event;
    enum current_state from;
    enum current_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *select;
    struct pawl_optional_bigint values;
    struct pawl_optional_int position;
    struct pawl_optional_bool found;
    struct pawl_optional_timestamp order;
    const char *time;
    struct pawl_optional_bigint offset;
    struct pawl_optional_int row;
    struct pawl_optional_bool head;
    struct pawl_optional_timestamp current_date;
    const char *outcome;
    struct pawl_optional_bigint raise;
};

struct current_history {
    const struct current_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct current_create_item {
    int64_t id;
    struct current_create_args args;
    const char *request_id; /* NULL for none */
};

struct current_user_item {
    int64_t id;
    struct current_user_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct current_date_item {
    int64_t id;
    struct current_date_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct current_result {
    enum pawl_status status;
    struct current_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *current_state_name(enum current_state state);
const char *current_event_name(enum current_event event);

/* Return the label, for people. */
const char *current_state_label(enum current_state state);
const char *current_event_label(enum current_event event);

/* Return the state or event of that name or text in the database, or none. */
enum current_state current_state_parse(const char *text);
enum current_event current_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum current_state current_next(enum current_state state, enum current_event event);
bool current_can(enum current_state state, enum current_event event);

extern const struct pawl_machine current_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status current_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the current locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in group
 */
enum pawl_status current_create(struct pawl_db *db, int64_t id, const struct current_create_args *args,
                                const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err);

/*
 * user
 *   group -> group
 */
enum pawl_status current_user(struct pawl_db *db, int64_t id, const struct current_user_args *args,
                              const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err);

/*
 * date
 *   group -> null
 */
enum pawl_status current_date(struct pawl_db *db, int64_t id, const struct current_date_args *args,
                              const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status current_create_many(struct pawl_db *db, const struct current_create_item *items, size_t count,
                                     const struct pawl_opts *opts, struct current_result *results,
                                     struct pawl_error *err);
enum pawl_status current_user_many(struct pawl_db *db, const struct current_user_item *items, size_t count,
                                   const struct pawl_opts *opts, struct current_result *results,
                                   struct pawl_error *err);
enum pawl_status current_date_many(struct pawl_db *db, const struct current_date_item *items, size_t count,
                                   const struct pawl_opts *opts, struct current_result *results,
                                   struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request current_create_move(int64_t id, const struct current_create_args *args,
                                        const struct pawl_opts *opts);
struct pawl_request current_user_move(int64_t id, const struct current_user_args *args, const struct pawl_opts *opts);
struct pawl_request current_date_move(int64_t id, const struct current_date_args *args, const struct pawl_opts *opts);

/* Reads the current row of one current. Returns OK or NOT_FOUND. */
enum pawl_status current_get(struct pawl_db *db, int64_t id, struct current_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status current_history(struct pawl_db *db, int64_t id, struct current_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status current_last_to(struct pawl_db *db, int64_t id, enum current_state state,
                                 struct current_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status current_creation(struct pawl_db *db, int64_t id, struct current_record *out, struct pawl_error *err);

/* Reads into reasons[CURRENT_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status current_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status current_in_state(struct pawl_db *db, enum current_state state, const struct current_current *after,
                                  size_t limit, struct current_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status current_not_in_state(struct pawl_db *db, enum current_state state,
                                      const struct current_current *after, size_t limit, struct current_page *out,
                                      struct pawl_error *err);

/* Counts into counts[CURRENT_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status current_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
