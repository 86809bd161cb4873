/* Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again. */
#ifndef PAWL_GENERATED_DOCUMENT_H
#define PAWL_GENERATED_DOCUMENT_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "types.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "types.h was written by an older pawl than this libpawl: run the newer pawl on types.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- document: document ------------------------------------------------------------------------------------------ */

enum document_state {
    DOCUMENT_STATE_UNKNOWN = -1, /* written by a newer program */
    DOCUMENT_STATE_NONE    = 0,  /* before the creation */
    DOCUMENT_STATE_DRAFTED = 1   /* drafted */
};
#define DOCUMENT_STATE_COUNT 1 /* numbered from 1 */

enum document_event {
    DOCUMENT_EVENT_UNKNOWN = -1, /* written by a newer program */
    DOCUMENT_EVENT_NONE    = 0,  /* no event */
    DOCUMENT_EVENT_CREATE  = 1,  /* create */
    DOCUMENT_EVENT_AMEND   = 2   /* amend */
};
#define DOCUMENT_EVENT_COUNT 2 /* numbered from 1 */

/* The parameters of each event. */
struct document_create_args {
    const char *title;
    int32_t pages;
    int64_t size;
    bool signed_by_all;
    int64_t due; /* microseconds since 1970-01-01 00:00 UTC */
    const char *amount; /* decimal number, as "-12.50" */
    const char *number; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8" */
    const char *content; /* JSON text */
    struct pawl_bytes image;
};

struct document_amend_args {
    const char *new_title; /* may be NULL */
    struct pawl_optional_int new_pages;
    struct pawl_optional_bigint new_size;
    struct pawl_optional_bool new_signed;
    struct pawl_optional_timestamp new_due; /* microseconds since 1970-01-01 00:00 UTC */
    const char *new_amount; /* decimal number, as "-12.50"; may be NULL */
    const char *new_number; /* as "6ba7b810-9dad-11d1-80b4-00c04fd430c8"; may be NULL */
    const char *new_content; /* JSON text; may be NULL */
    struct pawl_optional_bytes new_image;
};

/* The result of a transition. After a refusal, `from` is the state of the document, and `to` is none. */
struct document_transition {
    enum document_event event;
    enum document_state from;
    enum document_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one document. */
struct document_current {
    const char *id;
    enum document_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct document_page {
    const struct document_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct document_record {
    int64_t sort_key;
    enum document_event event;
    enum document_state from;
    enum document_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *title;
    struct pawl_optional_int pages;
    struct pawl_optional_bigint size;
    struct pawl_optional_bool signed_by_all;
    struct pawl_optional_timestamp due;
    const char *amount;
    const char *number;
    const char *content;
    struct pawl_optional_bytes image;
    const char *new_title;
    struct pawl_optional_int new_pages;
    struct pawl_optional_bigint new_size;
    struct pawl_optional_bool new_signed;
    struct pawl_optional_timestamp new_due;
    const char *new_amount;
    const char *new_number;
    const char *new_content;
    struct pawl_optional_bytes new_image;
};

struct document_history {
    const struct document_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct document_create_item {
    const char *id;
    struct document_create_args args;
    const char *request_id; /* NULL for none */
};

struct document_amend_item {
    const char *id;
    struct document_amend_args args;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct document_result {
    enum pawl_status status;
    struct document_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *document_state_name(enum document_state state);
const char *document_event_name(enum document_event event);

/* Return the label, for people. */
const char *document_state_label(enum document_state state);
const char *document_event_label(enum document_event event);

/* Return the state or event of that name or text in the database, or none. */
enum document_state document_state_parse(const char *text);
enum document_event document_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum document_state document_next(enum document_state state, enum document_event event);
bool document_can(enum document_state state, enum document_event event);

extern const struct pawl_machine document_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status document_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the document locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * create
 *   begins in drafted
 */
enum pawl_status document_create(struct pawl_db *db, const char *id, const struct document_create_args *args,
                                 const struct pawl_opts *opts, struct document_transition *out,
                                 struct pawl_error *err);

/*
 * amend
 *   drafted -> drafted
 */
enum pawl_status document_amend(struct pawl_db *db, const char *id, const struct document_amend_args *args,
                                const struct pawl_opts *opts, struct document_transition *out,
                                struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status document_create_many(struct pawl_db *db, const struct document_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct document_result *results,
                                      struct pawl_error *err);
enum pawl_status document_amend_many(struct pawl_db *db, const struct document_amend_item *items, size_t count,
                                     const struct pawl_opts *opts, struct document_result *results,
                                     struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request document_create_move(const char *id, const struct document_create_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request document_amend_move(const char *id, const struct document_amend_args *args,
                                        const struct pawl_opts *opts);

/* Reads the current row of one document. Returns OK or NOT_FOUND. */
enum pawl_status document_get(struct pawl_db *db, const char *id, struct document_current *out,
                              struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status document_history(struct pawl_db *db, const char *id, struct document_history *out,
                                  struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status document_last_to(struct pawl_db *db, const char *id, enum document_state state,
                                  struct document_record *out, struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status document_creation(struct pawl_db *db, const char *id, struct document_record *out,
                                   struct pawl_error *err);

/* Reads into reasons[DOCUMENT_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status document_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                              struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status document_in_state(struct pawl_db *db, enum document_state state,
                                   const struct document_current *after, size_t limit, struct document_page *out,
                                   struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status document_not_in_state(struct pawl_db *db, enum document_state state,
                                       const struct document_current *after, size_t limit, struct document_page *out,
                                       struct pawl_error *err);

/* Counts into counts[DOCUMENT_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status document_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
