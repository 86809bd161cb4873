/*
 * A move on its way: what is asked for, and what has come of it. The room that makes moves fills it; those
 * that have a part in each move, the queue and the outbox, read it. Internal.
 */
#pragma once

#include "core/transact.h"

struct move {
    const struct pawl_machine *machine;
    const struct pawl_event *event;
    int event_number;
    struct pawl_key key;
    const void *args;                         /* never NULL where the event has parameters */
    struct value parameters[PAWL_COLUMN_MAX]; /* in the event's order */
    struct pawl_opts opts;
    const char *actor;        /* that of opts and its trace, as the database has them */
    int64_t deferred;         /* the number of the deferred event that this is; 0: none */
    const void *hooks;        /* the machine's callbacks; NULL where the event needs none */
    struct then *then;        /* what `then` is to be told; NULL where the event has none */
    char *verdicts;           /* of guards, by hook: '1' passes, '0' refuses, 'n' null, '-' not asked */
    struct value *creation;   /* columns of the entity's creation, once read */
    int64_t begun_us;         /* when it was asked for, by monotonic_us */
    int64_t time_us;          /* :now */
    struct pawl_error said;   /* by the first callback that did not answer OK */
    bool callback_has_failed; /* the answer is a callback's own, neither OK nor REFUSED */
    /* the answer */
    enum pawl_status status;
    int from, to;
    int64_t sort_key, created_at_us;
    char from_text[128]; /* as stored, for messages: the state may be unknown to this program */
    char guard[256];     /* each that refused, see guards_copy; or the callback that has failed */
    char lock_detail[LOCK_DETAIL_SIZE]; /* of LOCKED and ASLEEP */
    const struct pawl_move *chosen;     /* NULL: not one that has hooks */
    bool asks;                          /* the database waits for the verdicts of callbacks */
    bool done_before;                   /* the request id stands for this very move */
    bool leads_batch;                   /* of nobody else, and has the batch connection */
    bool lacks_hooks;                   /* the handle has none, and the event needs some */
    struct sending sending;
};

/* Whether its statements can complete an item of the queue. */
static inline bool takes_item(const struct pawl_machine *machine, const struct pawl_event *event) {
    return machine->queue && !event->is_creation;
}

/* How a batch has left a move or a read of one caller. */
enum gathered_end {
    GATHERED_ANSWERED, /* status, and what the move and err say, are the caller's answer */
    GATHERED_ALONE,    /* nothing was done: it is made by itself, where it keeps no other waiting */
    GATHERED_LOST,     /* it was sent, and not answered: it is sent again, on the same connection */
};

/*
 * What one caller asks for and others may join. The caller waits for its end. The handle of the caller has
 * prepared it, and its values are in that handle's memory.
 */
struct gathered {
    struct move *move;         /* NULL: it is a read */
    const struct query *query; /* of a read, whose rows it hands over to the caller */
    struct pawl_error *err;    /* the caller's; never NULL for a move */
    enum pawl_status status;
    enum gathered_end end;
};
