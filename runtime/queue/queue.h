/*
 * Lives here: timers and work. Not here: the firing of what comes due, which is a move as any other.
 *
 * The queue of timers and work, for the files that move rows through it: queue.c, steps.c, move/move.c.
 */
#pragma once

#include "core/move.h"

static inline const struct pawl_queue_statements *queue_statements_of(const struct pawl_db *db,
                                                                      const struct pawl_machine *machine) {
    return statements_of(db, machine)->queue;
}

/* The number of a timer or work, or -1 for one that this program does not know. */
int pending_of_name(const struct pawl_queue *queue, const char *name);

/* MISUSE where that move cannot complete that item. */
enum pawl_status queue_check_item(const struct pawl_machine *machine, struct pawl_key key, int event,
                                  const struct pawl_item *item, struct pawl_error *err);

/* Starts an operation on an item that was claimed; see operation_begin. */
enum pawl_status queue_begin(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, struct pawl_error *err);

/* ---- steps.c: where libpawl takes the steps itself, under the database's one write lock ------------- */

/* OK or CONFLICT: whether the claim still holds. */
enum pawl_status queue_holds(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, struct pawl_error *err);

/* After head and history are written: begins, ends, wakes and lays asleep what the move makes so. */
enum pawl_status queue_follow(struct pawl_db *db, const struct move *move, struct pawl_error *err);

/* Whether the chosen move changes timers only, and writes no history. */
bool queue_is_unrecorded(const struct move *move);

struct item_row;
struct queue_claim {
    const struct pawl_machine *machine;
    unsigned kinds;
    int64_t lease_us;
    struct pawl_item *items;
    size_t limit, count;
    struct item_row *rows; /* of steps.c: one for each item */
};
enum queue_answer { QUEUE_NOT_YET, QUEUE_FAIL, QUEUE_EXTEND, QUEUE_RETRY };

struct queue_change {
    const struct pawl_machine *machine;
    enum queue_answer answer;
    struct pawl_key key;
    const struct pawl_item *item; /* RETRY: only its `pending` counts */
    const char *error;            /* FAIL */
    int64_t lease_us;             /* EXTEND; 0 for as long as declared */
    int64_t pause_us;             /* NOT_YET; less than 0 for as long as declared */
    bool done;
    struct sending sending;
};

/* If libpawl takes the steps. A claim is made outside of a transaction. */
enum pawl_status claim_by_steps(struct pawl_db *db, struct queue_claim *claim, struct pawl_error *err);
enum pawl_status change_by_steps(struct pawl_db *db, struct queue_change *change, struct pawl_error *err);
