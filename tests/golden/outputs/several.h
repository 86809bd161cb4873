/* Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again. */
#ifndef PAWL_GENERATED_PARCEL_H
#define PAWL_GENERATED_PARCEL_H

#include <pawl.h>

#if PAWL_ABI < 2
#error "several.h was written by a newer pawl than this libpawl: update libpawl"
#elif PAWL_ABI > 2
#error "several.h was written by an older pawl than this libpawl: run the newer pawl on several.fsm again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parcel: Parcel ---------------------------------------------------------------------------------------------- */

/*
 * A parcel on its way, with more states than fit side by side.
 */

enum parcel_state {
    PARCEL_STATE_UNKNOWN     = -1, /* written by a newer program */
    PARCEL_STATE_NONE        = 0,  /* before the creation */
    PARCEL_STATE_ANNOUNCED   = 1,  /* Announced */
    PARCEL_STATE_COLLECTED   = 2,  /* On the first lorry */
    PARCEL_STATE_IN_DEPOT    = 3,  /* In the depot */
    PARCEL_STATE_ON_TOUR     = 4,  /* On tour */
    PARCEL_STATE_AT_SHOP     = 5,  /* Waits in a shop */
    PARCEL_STATE_GOING_BACK  = 6,  /* On its way back */
    PARCEL_STATE_LOST        = 7,  /* Lost */
    PARCEL_STATE_WITHDRAWN   = 8,  /* Never sent */
    PARCEL_STATE_DELIVERED   = 9,  /* Delivered */
    PARCEL_STATE_RETURNED    = 10, /* Back with its sender */
    PARCEL_STATE_WRITTEN_OFF = 11  /* Written off */
};
#define PARCEL_STATE_COUNT 11 /* numbered from 1 */

enum parcel_event {
    PARCEL_EVENT_UNKNOWN    = -1, /* written by a newer program */
    PARCEL_EVENT_NONE       = 0,  /* no event */
    PARCEL_EVENT_ANNOUNCE   = 1,  /* Sender announces it */
    PARCEL_EVENT_FIND       = 2,  /* Found without papers */
    PARCEL_EVENT_RETURN     = 3,  /* Send it back */
    PARCEL_EVENT_COLLECT    = 4,  /* collect */
    PARCEL_EVENT_WITHDRAW   = 5,  /* withdraw */
    PARCEL_EVENT_ARRIVE     = 6,  /* arrive */
    PARCEL_EVENT_LOSE       = 7,  /* lose */
    PARCEL_EVENT_SCAN       = 8,  /* scan */
    PARCEL_EVENT_LOAD       = 9,  /* load */
    PARCEL_EVENT_DELIVER    = 10, /* deliver */
    PARCEL_EVENT_MISS       = 11, /* miss */
    PARCEL_EVENT_REFUSE_IT  = 12, /* refuse it */
    PARCEL_EVENT_FETCH      = 13, /* fetch */
    PARCEL_EVENT_EXPIRE     = 14, /* expire */
    PARCEL_EVENT_HAND_OVER  = 15, /* hand over */
    PARCEL_EVENT_FIND_AGAIN = 16, /* find again */
    PARCEL_EVENT_WRITE_OFF  = 17  /* write off */
};
#define PARCEL_EVENT_COUNT 17 /* numbered from 1 */

/* The parameters of each event. */
struct parcel_announce_args {
    struct pawl_optional_int weight_grams;
};

/* The result of a transition. After a refusal, `from` is the state of the parcel, and `to` is none. */
struct parcel_transition {
    enum parcel_event event;
    enum parcel_state from;
    enum parcel_state to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* The current row of one parcel. */
struct parcel_current {
    int64_t id;
    enum parcel_state state;
    int64_t sort_key;
    int64_t since_us;
    const char *stored; /* the state as in the database, even if this program does not know it */
};

struct parcel_page {
    const struct parcel_current *rows;
    size_t count;
};

/* One transition of the history. Parameters that its event does not have are NULL or not set. */
struct parcel_record {
    int64_t sort_key;
    enum parcel_event event;
    enum parcel_state from;
    enum parcel_state to;
    int64_t created_at_us;
    const char *actor;
    const char *pawl_trace; /* NULL: none. A parameter can be called trace */
    const char *request_id; /* NULL: none */
    struct pawl_optional_int weight_grams;
};

struct parcel_history {
    const struct parcel_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct parcel_announce_item {
    int64_t id;
    struct parcel_announce_args args;
    const char *request_id; /* NULL for none */
};

struct parcel_find_item {
    int64_t id;
    const char *request_id; /* NULL for none */
};

struct parcel_return_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_collect_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_withdraw_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_arrive_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_lose_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_scan_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_load_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_deliver_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_miss_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_refuse_it_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_fetch_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_expire_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_hand_over_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_find_again_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

struct parcel_write_off_item {
    int64_t id;
    const char *request_id; /* NULL for none */
    int64_t expect_sort_key; /* 0 for none */
};

/* The result of one item. guard: the guard that refused, until the next call on the handle, or "". */
struct parcel_result {
    enum pawl_status status;
    struct parcel_transition moved;
    const char *guard;
};

PAWL_HIDDEN_BEGIN

/* Return the name in the .fsm file; "" for none, "unknown" if this program does not know it; never NULL. */
const char *parcel_state_name(enum parcel_state state);
const char *parcel_event_name(enum parcel_event event);

/* Return the label, for people. */
const char *parcel_state_label(enum parcel_state state);
const char *parcel_event_label(enum parcel_event event);

/* Return the state or event of that name or text in the database, or none. */
enum parcel_state parcel_state_parse(const char *text);
enum parcel_event parcel_event_parse(const char *text);

/* Return the next state, or none; and whether the event is allowed. State none: before the creation. */
enum parcel_state parcel_next(enum parcel_state state, enum parcel_event event);
bool parcel_can(enum parcel_state state, enum parcel_event event);

extern const struct pawl_machine parcel_machine;

/* Creates the tables and functions, unless they exist: see pawl_apply. */
enum pawl_status parcel_apply(struct pawl_db *db, struct pawl_error *err);

/* Fire an event, with the parcel locked: see pawl_fire. opts, out and err may be NULL. */

/*
 * Sender announces it
 *   begins in announced
 */
enum pawl_status parcel_announce(struct pawl_db *db, int64_t id, const struct parcel_announce_args *args,
                                 const struct pawl_opts *opts, struct parcel_transition *out, struct pawl_error *err);

/*
 * Found without papers
 *   begins in in_depot
 */
enum pawl_status parcel_find(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err);

/*
 * Send it back
 *   in_depot -> going_back
 *   on_tour -> going_back
 */
enum pawl_status parcel_return(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err);

/*
 * collect
 *   announced -> collected
 */
enum pawl_status parcel_collect(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct parcel_transition *out, struct pawl_error *err);

/*
 * withdraw
 *   announced -> withdrawn
 */
enum pawl_status parcel_withdraw(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct parcel_transition *out, struct pawl_error *err);

/*
 * arrive
 *   collected -> in_depot
 */
enum pawl_status parcel_arrive(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err);

/*
 * lose
 *   collected -> lost
 *   in_depot -> lost
 *   on_tour -> lost
 *   going_back -> lost
 */
enum pawl_status parcel_lose(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err);

/*
 * scan
 *   in_depot -> in_depot
 */
enum pawl_status parcel_scan(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err);

/*
 * load
 *   in_depot -> on_tour
 */
enum pawl_status parcel_load(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err);

/*
 * deliver
 *   on_tour -> delivered
 */
enum pawl_status parcel_deliver(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct parcel_transition *out, struct pawl_error *err);

/*
 * miss
 *   on_tour -> at_shop
 */
enum pawl_status parcel_miss(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err);

/*
 * refuse it
 *   on_tour -> going_back
 */
enum pawl_status parcel_refuse_it(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err);

/*
 * fetch
 *   at_shop -> delivered
 */
enum pawl_status parcel_fetch(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct parcel_transition *out, struct pawl_error *err);

/*
 * expire
 *   at_shop -> going_back
 */
enum pawl_status parcel_expire(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err);

/*
 * hand over
 *   going_back -> returned
 */
enum pawl_status parcel_hand_over(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err);

/*
 * find again
 *   lost -> in_depot
 */
enum pawl_status parcel_find_again(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                   struct parcel_transition *out, struct pawl_error *err);

/*
 * write off
 *   lost -> written_off
 */
enum pawl_status parcel_write_off(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state. Returns MISUSE for other states than these:
 *   collected: collect
 *   on_tour: load
 *   at_shop: miss
 *   lost: lose
 *   withdrawn: withdraw
 *   returned: hand_over
 *   written_off: write_off
 */
enum pawl_status parcel_move_to(struct pawl_db *db, int64_t id, enum parcel_state state,
                                const struct pawl_opts *opts, struct parcel_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status parcel_announce_many(struct pawl_db *db, const struct parcel_announce_item *items, size_t count,
                                      const struct pawl_opts *opts, struct parcel_result *results,
                                      struct pawl_error *err);
enum pawl_status parcel_find_many(struct pawl_db *db, const struct parcel_find_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err);
enum pawl_status parcel_return_many(struct pawl_db *db, const struct parcel_return_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err);
enum pawl_status parcel_collect_many(struct pawl_db *db, const struct parcel_collect_item *items, size_t count,
                                     const struct pawl_opts *opts, struct parcel_result *results,
                                     struct pawl_error *err);
enum pawl_status parcel_withdraw_many(struct pawl_db *db, const struct parcel_withdraw_item *items, size_t count,
                                      const struct pawl_opts *opts, struct parcel_result *results,
                                      struct pawl_error *err);
enum pawl_status parcel_arrive_many(struct pawl_db *db, const struct parcel_arrive_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err);
enum pawl_status parcel_lose_many(struct pawl_db *db, const struct parcel_lose_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err);
enum pawl_status parcel_scan_many(struct pawl_db *db, const struct parcel_scan_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err);
enum pawl_status parcel_load_many(struct pawl_db *db, const struct parcel_load_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err);
enum pawl_status parcel_deliver_many(struct pawl_db *db, const struct parcel_deliver_item *items, size_t count,
                                     const struct pawl_opts *opts, struct parcel_result *results,
                                     struct pawl_error *err);
enum pawl_status parcel_miss_many(struct pawl_db *db, const struct parcel_miss_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err);
enum pawl_status parcel_refuse_it_many(struct pawl_db *db, const struct parcel_refuse_it_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err);
enum pawl_status parcel_fetch_many(struct pawl_db *db, const struct parcel_fetch_item *items, size_t count,
                                   const struct pawl_opts *opts, struct parcel_result *results,
                                   struct pawl_error *err);
enum pawl_status parcel_expire_many(struct pawl_db *db, const struct parcel_expire_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err);
enum pawl_status parcel_hand_over_many(struct pawl_db *db, const struct parcel_hand_over_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err);
enum pawl_status parcel_find_again_many(struct pawl_db *db, const struct parcel_find_again_item *items, size_t count,
                                        const struct pawl_opts *opts, struct parcel_result *results,
                                        struct pawl_error *err);
enum pawl_status parcel_write_off_many(struct pawl_db *db, const struct parcel_write_off_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request parcel_announce_move(int64_t id, const struct parcel_announce_args *args,
                                         const struct pawl_opts *opts);
struct pawl_request parcel_find_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_return_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_collect_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_withdraw_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_arrive_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_lose_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_scan_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_load_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_deliver_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_miss_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_refuse_it_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_fetch_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_expire_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_hand_over_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_find_again_move(int64_t id, const struct pawl_opts *opts);
struct pawl_request parcel_write_off_move(int64_t id, const struct pawl_opts *opts);

/* Reads the current row of one parcel. Returns OK or NOT_FOUND. */
enum pawl_status parcel_get(struct pawl_db *db, int64_t id, struct parcel_current *out, struct pawl_error *err);

/* Reads all its transitions, oldest first. Returns OK or NOT_FOUND. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a struct and a function of one name, as C allows */
#endif
enum pawl_status parcel_history(struct pawl_db *db, int64_t id, struct parcel_history *out, struct pawl_error *err);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Reads the last transition that led to a state. Returns OK, or NOT_FOUND if none did. */
enum pawl_status parcel_last_to(struct pawl_db *db, int64_t id, enum parcel_state state, struct parcel_record *out,
                                struct pawl_error *err);

/* Reads the transition that created it: the values that guards and effects in SQL name :create.x. Returns OK or NOT_FOUND. */
enum pawl_status parcel_creation(struct pawl_db *db, int64_t id, struct parcel_record *out, struct pawl_error *err);

/* Reads into reasons[PARCEL_EVENT_COUNT + 1], by event, what firing it would return, and why. Returns OK or NOT_FOUND. */
enum pawl_status parcel_why(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct pawl_reason *reasons, struct pawl_error *err);

/* Reads up to limit in a state, longest there first. after: NULL, or the last row of the previous page. */
enum pawl_status parcel_in_state(struct pawl_db *db, enum parcel_state state, const struct parcel_current *after,
                                 size_t limit, struct parcel_page *out, struct pawl_error *err);

/* The same for all other states, which are ordered by their text in the database. */
enum pawl_status parcel_not_in_state(struct pawl_db *db, enum parcel_state state, const struct parcel_current *after,
                                     size_t limit, struct parcel_page *out, struct pawl_error *err);

/* Counts into counts[PARCEL_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status parcel_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- lamp: lamp -------------------------------------------------------------------------------------------------- */

enum lamp_state {
    LAMP_STATE_UNKNOWN = -1, /* written by a newer program */
    LAMP_STATE_NONE    = 0,  /* before the creation */
    LAMP_STATE_OFF     = 1,  /* off */
    LAMP_STATE_ON      = 2   /* on */
};
#define LAMP_STATE_COUNT 2 /* numbered from 1 */

enum lamp_event {
    LAMP_EVENT_UNKNOWN = -1, /* written by a newer program */
    LAMP_EVENT_NONE    = 0,  /* no event */
    LAMP_EVENT_CREATE  = 1,  /* create */
    LAMP_EVENT_PRESS   = 2   /* press */
};
#define LAMP_EVENT_COUNT 2 /* numbered from 1 */

/* The parameters of each event. */
struct lamp_create_args {
    int32_t room;
    const char *fuse;
};

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
    struct pawl_optional_int room;
    const char *fuse;
};

struct lamp_history {
    const struct lamp_record *rows;
    size_t count;
};

/* The items of an event for many. */
struct lamp_create_item {
    const char *id;
    struct lamp_create_args args;
    const char *request_id; /* NULL for none */
};

struct lamp_press_item {
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
 *   begins in off
 */
enum pawl_status lamp_create(struct pawl_db *db, const char *id, const struct lamp_create_args *args,
                             const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err);

/*
 * press
 *   off -> on
 *   on -> off
 */
enum pawl_status lamp_press(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct lamp_transition *out, struct pawl_error *err);

/*
 * Fire an event at many, in one transaction, with a result for each in
 * results[count]: see pawl_fire_many.
 */
enum pawl_status lamp_create_many(struct pawl_db *db, const struct lamp_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);
enum pawl_status lamp_press_many(struct pawl_db *db, const struct lamp_press_item *items, size_t count,
                                 const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err);

/* Return a request for pawl_fire_all, which makes several transitions or none. */
struct pawl_request lamp_create_move(const char *id, const struct lamp_create_args *args,
                                     const struct pawl_opts *opts);
struct pawl_request lamp_press_move(const char *id, const struct pawl_opts *opts);

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

/* The same for those that honour locks on a key, ordered by id. */
enum pawl_status lamp_with_key(struct pawl_db *db, int32_t key, const struct lamp_current *after, size_t limit,
                               struct lamp_page *out, struct pawl_error *err);

/* Counts into counts[LAMP_STATE_COUNT + 1], by state; [0] is for states unknown to this program. */
enum pawl_status lamp_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err);

PAWL_HIDDEN_END

/* ---- dispatch: Dispatch a parcel --------------------------------------------------------------------------------- */

/*
 * Puts a parcel on its way, and its label on it.
 */

/* The arguments of a run. */
struct dispatch_args {
    int64_t number;
};

/* The paths of its steps, as in the history of a run. */
#define DISPATCH_STEP_WEIGH "weigh"
#define DISPATCH_STEP_PRINT_LABEL "print_label"

/* The functions of its steps, all of them required. See pawl_set_flow_hooks. */
struct dispatch_hooks {
    void *context; /* passed to each function */
    /* a step in the database */
    enum pawl_status (*weigh)(struct pawl_db *db, const struct pawl_step *step, const struct dispatch_args *args,
                              void *context, struct pawl_error *err);
    /* undoes a step in the database */
    enum pawl_status (*forget)(struct pawl_db *db, const struct pawl_step *step, const struct dispatch_args *args,
                               void *context, struct pawl_error *err);
    /* a call */
    enum pawl_status (*print_label)(const struct pawl_step *step, const struct dispatch_args *args, void *context,
                                    struct pawl_error *err);
    /* undoes a call */
    enum pawl_status (*tear_up)(const struct pawl_step *step, const struct dispatch_args *args, void *context,
                                struct pawl_error *err);
};

/* A run, with its values. */
struct dispatch_run_row {
    struct pawl_run run;
    struct dispatch_args args;
};

PAWL_HIDDEN_BEGIN

extern const struct pawl_flow dispatch_flow;

/* Sets the functions of the steps on this handle, before it runs them. */
enum pawl_status dispatch_set_hooks(struct pawl_db *db, const struct dispatch_hooks *hooks, struct pawl_error *err);

/* Starts a run; actor may be NULL. See pawl_flow_start. */
enum pawl_status dispatch_start(struct pawl_db *db, const struct dispatch_args *args, const char *actor,
                                int64_t *run, struct pawl_error *err);

/* Registers this flow, unless it is registered: see pawl_flow_apply. */
enum pawl_status dispatch_apply(struct pawl_db *db, struct pawl_error *err);

/* Runs a run in this thread until it ends or must wait; status may be NULL. See pawl_flow_run. */
enum pawl_status dispatch_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err);

/* Runs one attempt of one step, or undoes the last one; status may be NULL. See pawl_flow_step. */
enum pawl_status dispatch_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                               struct pawl_error *err);

/* Commands of operators; actor may be NULL. See pawl_run_pause. */
enum pawl_status dispatch_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status dispatch_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status dispatch_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status dispatch_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status dispatch_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err);
enum pawl_status dispatch_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                      struct pawl_error *err);

/* Reads a run, with its values. Returns OK or NOT_FOUND. */
enum pawl_status dispatch_get(struct pawl_db *db, int64_t run, struct dispatch_run_row *out, struct pawl_error *err);

/* Reads the history of a run, oldest first. Returns OK or NOT_FOUND. */
enum pawl_status dispatch_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out,
                                  struct pawl_error *err);

/* Reads up to limit runs of a status (0: any), the oldest first. after: 0, or the id of the last run of the
   previous page. */
enum pawl_status dispatch_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                               struct pawl_runs *out, struct pawl_error *err);

PAWL_HIDDEN_END

#ifdef __cplusplus
}
#endif

#endif
