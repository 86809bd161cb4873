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
#define TEXT_STATE_COUNT 2 /* numbered from 1 */

enum text_event {
    TEXT_EVENT_UNKNOWN = -1, /* written by a newer program */
    TEXT_EVENT_NONE    = 0,  /* no event */
    TEXT_EVENT_CREATE  = 1,  /* It's ? ?/ */
    TEXT_EVENT_MOVE    = 2   /* <b>\n & "move" */
};
#define TEXT_EVENT_COUNT 2 /* numbered from 1 */

/* The parameters of each event. */
struct text_create_args {
    const char *note;
};

/* The result of a transition. After a refusal, `from` is the state of the text, and `to` is none. */
struct text_transition {
    enum text_event event;
    enum text_state from;
    enum text_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one text. */
struct text_current {
    const char *id;
    enum text_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct text_page {
    const struct text_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct text_record {
    int64_t sort_key;
    enum text_event event;
    enum text_state from;
    enum text_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    const char *note;
};

struct text_history {
    const struct text_record *rows;
    size_t count;
};

/* The items of an event for many. */
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

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct text_result {
    enum pawl_status status;
    struct text_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *text_state_name(enum text_state state);
const char *text_event_name(enum text_event event);

/* Return the label, for people. */
const char *text_state_label(enum text_state state);
const char *text_event_label(enum text_event event);

/* Return the state or event of that name or text in the database, or none. */
enum text_state text_state_parse(const char *text);
enum text_event text_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum text_state text_next(enum text_state state, enum text_event event);
bool text_can(enum text_state state, enum text_event event);

extern const struct pawl_machine text_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status text_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the text locked: see pawl_fire. opts, out and err may be NULL. */

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
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   there: move
 */
enum pawl_status text_move_to(struct pawl_db *db, const char *id, enum text_state state,
                              const struct pawl_opts *opts, struct text_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status text_create_many(struct pawl_db *db, const struct text_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct text_result *results, struct pawl_error *err);
enum pawl_status text_move_many(struct pawl_db *db, const struct text_move_item *items, size_t count,
                                const struct pawl_opts *opts, struct text_result *results, struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request text_create_move(const char *id, const struct text_create_args *args,
                                     const struct pawl_opts *opts);
struct pawl_request text_move_move(const char *id, const struct pawl_opts *opts);

/* Reads the current row of one text. Returns OK or NOT_FOUND. */
enum pawl_status text_get(struct pawl_db *db, const char *id, struct text_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status text_history(struct pawl_db *db, const char *id, struct text_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status text_last_to(struct pawl_db *db, const char *id, enum text_state state, struct text_record *out,
                              struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status text_creation(struct pawl_db *db, const char *id, struct text_record *out, struct pawl_error *err);

/* Reads into reasons[TEXT_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status text_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                          struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status text_in_state(struct pawl_db *db, enum text_state state, const struct text_current *after,
                               size_t limit, struct text_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status text_not_in_state(struct pawl_db *db, enum text_state state, const struct text_current *after,
                                   size_t limit, struct text_page *out, struct pawl_error *err);

/* Counts into counts[TEXT_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status text_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
