/* Written by pawl from texts.fsm. Do not edit: change texts.fsm and run pawl again. */
#ifndef PAWL_GENERATED_TEXT_H
#define PAWL_GENERATED_TEXT_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "texts.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "texts.h was written by an older pawl than this libpawl: run the newer pawl on texts.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- text: It's "quoted", 100% <b>&amp;</b> * / $pawl$ ? ?/ and goes on ------------------------------------------ */

/*
 * Ends a comment early: * / and opens one: / * too. Trigraphs ? ?/
 * at the end of a line, ? ?) within; a backslash at the end \
 * quotes ' and ", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> & entities &amp;
 */

enum text_state {
    TEXT_STATE_UNKNOWN = -1, /* written by a newer program */
    TEXT_STATE_NONE    = 0,  /* before the creation */
    TEXT_STATE_HERE    = 1,  /* He's here */
    TEXT_STATE_THERE   = 2   /* <i>&</i> */
};
#define TEXT_STATE_COUNT 2 /* they are numbered from 1 */

enum text_event {
    TEXT_EVENT_UNKNOWN = -1, /* written by a newer program */
    TEXT_EVENT_NONE    = 0,  /* no event */
    TEXT_EVENT_CREATE  = 1,  /* It's ? ?/ */
    TEXT_EVENT_MOVE    = 2   /* <b>\n & "move" */
};
#define TEXT_EVENT_COUNT 2 /* they are numbered from 1 */

/* What an event carries. */
struct text_create_args {
    const char *note;
};

/* What a move did; for a refusal `from` is where the text is, and `to` is none. */
struct text_transition {
    enum text_event event;
    enum text_state from;
    enum text_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* Where one text is. */
struct text_current {
    const char *id;
    enum text_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, also one that is unknown here */
};

struct text_page {
    const struct text_current *rows;
    size_t count;
};

/* One move of the history. What the event did not carry is NULL or not set. */
struct text_record {
    int64_t sort_key;
    enum text_event event;
    enum text_state from;
    enum text_state to;
    int64_t created_at_us;
    const char *actor;
    const char *request_id; /* NULL where the caller gave none */
    const char *note;
};

struct text_history {
    const struct text_record *rows;
    size_t count;
};

/* One of many for an event. */
struct text_create_item {
    const char *id;
    struct text_create_args args;
    const char *request_id; /* NULL for none */
};

struct text_move_item {
    const char *id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* What became of it; guard: which refused it, until the next call on the handle, or "". */
struct text_result {
    enum pawl_status status;
    struct text_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* As in the .fsm file; "" for none, "unknown" for what this program does not know; never NULL. */
const char *text_state_name(enum text_state state);
const char *text_event_name(enum text_event event);

/* For people. */
const char *text_state_label(enum text_state state);
const char *text_event_label(enum text_event event);

/* By name or by the text in the database; none if there is no such. */
enum text_state text_state_parse(const char *text);
enum text_event text_event_parse(const char *text);

/* Where the event leads from a state (none: before the creation), or none where it is not allowed. */
enum text_state text_next(enum text_state state, enum text_event event);
bool text_can(enum text_state state, enum text_event event);

extern const struct pawl_machine text_machine;

/* Makes the tables and functions, or finds them there: see pawl_apply. */
enum pawl_status text_apply(struct pawl_db *db, struct pawl_error *err);

/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */

/*
 * It's ? ?/
 *   begins in here
 */
enum pawl_status text_create(struct pawl_db *db, const char *id, const struct text_create_args *args,
                             const struct pawl_opts *opts, struct text_transition *out, struct pawl_error *err);

/*
 * <b>\n & "move"
 * $pawl$ * / -- ' " \ ? ?/
 *   here -> there
 */
enum pawl_status text_move(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                           struct text_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state; MISUSE for another state than these:
 *   there: move
 */
enum pawl_status text_move_to(struct pawl_db *db, const char *id, enum text_state state,
                              const struct pawl_opts *opts, struct text_transition *out, struct pawl_error *err);

/*
 * The same events for many at once, in one transaction, with an answer for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status text_create_many(struct pawl_db *db, const struct text_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct text_result *results, struct pawl_error *err);
enum pawl_status text_move_many(struct pawl_db *db, const struct text_move_item *items, size_t count,
                                const struct pawl_opts *opts, struct text_result *results, struct pawl_error *err);

/* The same events among others, for pawl_fire_all, which makes them together. */
struct pawl_request text_create_move(const char *id, const struct text_create_args *args,
                                     const struct pawl_opts *opts);
struct pawl_request text_move_move(const char *id, const struct pawl_opts *opts);

/* Where one text is. OK or NOT_FOUND. */
enum pawl_status text_get(struct pawl_db *db, const char *id, struct text_current *out, struct pawl_error *err);

/* All its moves, oldest first. OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status text_history(struct pawl_db *db, const char *id, struct text_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The last move that led to a state. OK, or NOT_FOUND where none did. */
enum pawl_status text_last_to(struct pawl_db *db, const char *id, enum text_state state, struct text_record *out,
                              struct pawl_error *err);

/* allowed[TEXT_EVENT_COUNT + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */
enum pawl_status text_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err);

/* Up to limit of those in a state, longest there first; after is NULL, or the last row of the page before. */
enum pawl_status text_in_state(struct pawl_db *db, enum text_state state, const struct text_current *after,
                               size_t limit, struct text_page *out, struct pawl_error *err);

/* The same of those in any other state, by its text in the database first. */
enum pawl_status text_not_in_state(struct pawl_db *db, enum text_state state, const struct text_current *after,
                                   size_t limit, struct text_page *out, struct pawl_error *err);

/* counts[TEXT_STATE_COUNT + 1], by state; [0] counts those in states unknown to this program. */
enum pawl_status text_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
