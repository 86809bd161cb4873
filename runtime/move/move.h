/*
 * A move on its way, for the files that take its steps: move.c, callbacks.c, hooks.c, hooks_sql.c, after.c.
 */
#ifndef PAWL_MOVE_MOVE_H
#define PAWL_MOVE_MOVE_H

#include "lock/lock.h"

struct move {
    const struct pawl_machine *machine;
    const struct pawl_event *event;
    int event_number;
    struct pawl_key key;
    const void *args;                         /* never NULL where the event has parameters */
    struct value parameters[PAWL_COLUMN_MAX]; /* in the event's order */
    const char *actor;
    const char *request_id;
    int64_t expect_sort_key;      /* 0: none */
    const struct pawl_item *item; /* which it completes, or NULL */
    const char *lock_owner;
    int64_t lock_token;
    int64_t wait_ms;
    bool defer;
    int64_t deferred;         /* the number of the deferred event that this is; 0: none */
    const void *hooks;        /* the machine's callbacks; NULL where the event needs none */
    struct after *after;      /* what `then` is to be told; NULL where the event has none */
    char *verdicts;           /* of guards, by hook: '1' passes, '0' refuses, 'n' null, '-' not asked */
    struct value *creation;   /* columns of the entity's creation, once read */
    int64_t time_us;          /* :now */
    struct pawl_error said;   /* by the first callback that did not answer OK */
    bool callback_has_failed; /* the answer is a callback's own, neither OK nor REFUSED */
    /* the answer */
    enum pawl_status status;
    int from, to;
    int64_t sort_key, created_at_us;
    char from_text[128]; /* as stored, for messages: the state may be unknown to this program */
    char guard[sizeof((struct pawl_error *)0)->guard];
    char lock_detail[LOCK_DETAIL_SIZE]; /* of LOCKED and ASLEEP */
    const struct pawl_move *chosen;     /* NULL: not one that has hooks */
    bool asks;                          /* the database waits for the verdicts of callbacks */
    bool done_before;                   /* the request id stands for this very move */
    struct sending sending;
};

/* ---- move.c ------------------------------------------------------------------------------------- */

/* What pawl_fire would be called with, checked; after_prepare makes it ready for the first attempt. */
enum pawl_status move_begin(struct pawl_db *db, struct move *move, const struct pawl_machine *machine,
                            struct pawl_key key, int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err);

/* For the caller, by the answer. */
struct pawl_transition move_transition(const struct move *move, enum pawl_status status);

/* The call of the database's function; values[VALUE_MAX] lives as long as it. verdicts: of an event that asks
   callbacks. */
struct query move_query(const struct pawl_db *db, struct move *move, const char *verdicts,
                        struct value *values);

/* Makes it, with a commit if `commits`. */
enum pawl_status move_call(struct pawl_db *db, struct move *move, const char *verdicts, bool commits,
                           struct pawl_error *err);

/*
 * pawl_fire of what was deferred, within an operation that has begun and a transaction. Whatever the answer,
 * detail is what deferred_explain makes its message of. is_recorded: the database has written down what came
 * of it.
 */
struct deferred_firing {
    int64_t number;
    const struct pawl_machine *machine;
    struct pawl_key key;
    int event;
    const void *args;
    const struct pawl_opts *opts;
    struct pawl_transition moved;
    char detail[sizeof((struct pawl_error *)0)->guard + 2 + sizeof((struct pawl_error *)0)->message];
    bool was_asked; /* the database, and not only this program */
    bool is_recorded;
};
enum pawl_status fire_deferred_event(struct pawl_db *db, struct deferred_firing *firing,
                                     struct pawl_error *err);
/* The message that such an answer had, or would have had; moved as it was. event is 0 where it is unknown. */
void deferred_explain(const struct pawl_machine *machine, struct pawl_key key, const char *request_id,
                      const struct pawl_transition *moved, enum pawl_status status, const char *detail,
                      struct pawl_error *err);
/* Whether the answer is the database's own, so that what it has written of it stays. */
bool move_answer_stands(const struct move *move, enum pawl_status status);

/* ---- callbacks.c -------------------------------------------------------------------------------- */

/* A move by a function in the database, of an event that may call back. */
pawl_work_fn move_with_callbacks;

/* ---- hooks.c ------------------------------------------------------------------------------------ */

struct moves {
    const struct pawl_move *first, *end;
};

/* Those with hooks, as they are tried: of an event, and of an event from one state. */
struct moves moves_of_event(const struct pawl_machine *machine, int event);
struct moves moves_from(const struct pawl_machine *machine, int event, int from);

/* Finds the callbacks that the move needs, or says which is missing. */
enum pawl_status hooks_find(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* At the start of each attempt. */
void hooks_begin(struct move *move);

/*
 * Asks the callbacks among the guards, in the order in which the moves are tried, each at most once, until no
 * later answer could matter. On both kinds of databases, so that they are asked the same on each.
 */
enum pawl_status hooks_ask(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* By the verdicts: neither null nor what was not asked passes, negated or not. */
bool verdict_passes(const struct move *move, const struct pawl_condition *condition);

/* Calls the effects in C; REFUSED is a veto. */
enum pawl_status hooks_run_effects(struct pawl_db *db, struct move *move, struct pawl_error *err);
bool has_effects_in_c(const struct pawl_machine *machine, const struct pawl_move *move);

/* Whether there is a function at that place of a hooks struct. */
bool hooks_have(const void *hooks, uint32_t offset);

/* owner: a machine, a flow or a procedure. NULL: none. */
const void *hooks_of(const struct pawl_db *db, const void *owner);
enum pawl_status hooks_register(struct pawl_db *db, const void *owner, const void *hooks,
                                struct pawl_error *err);

/* Calls one, with results of its own and an err that is never NULL. */
enum pawl_status hook_call(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                           int hook, const struct pawl_call *call, struct pawl_error *said);

/* ---- hooks_sql.c: where the runtime takes the steps of a move -------------------------------------- */

/* The first move whose guards pass, or REFUSED. */
enum pawl_status hooks_choose(struct pawl_db *db, struct move *move, struct moves moves,
                              struct pawl_error *err);
enum pawl_status hooks_run_sql_effects(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- flow/locks.c --------------------------------------------------------------------------------- */

/* Within a tx step of a flow whose run holds a lock on the entity's key: the move shows it. */
enum pawl_status step_shows_lock(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- after.c: `then` ------------------------------------------------------------------------------ */

/* Copies what the `then` of moves will be told, where their events have some: of all that are to be written.
 */
enum pawl_status after_prepare(struct pawl_db *db, struct move *moves, size_t count, struct pawl_error *err);
/* The move is written: its `then` waits for the commit. */
void after_wait(struct pawl_db *db, const struct move *move);
#endif
