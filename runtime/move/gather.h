/* Moves of several callers, or of one worker, made as one transaction, and reads by key. Internal. */
#pragma once

#include "core/handle.h"
#include "core/move.h"

/* Whether reads can be gathered: that gains only where several statements go in one round trip. */
bool gather_takes_reads(const struct driver *driver);

/*
 * Returns whether a transition can join a batch. It must call nothing in C before the commit, and show no
 * claim or lock. It must not lock a key, for which the whole batch would wait, except on databases with one
 * writer at a time.
 */
bool gather_takes(const struct pawl_db *db, const struct move *move);

/*
 * Makes the reads, of rows committed before, then the transitions, those of one entity in their order. db:
 * has a connection of its own and no transaction. Transitions with a result are committed or refused. items:
 * in any order afterwards.
 */
void gather_fire(struct pawl_db *db, struct gathered **items, size_t count);

/* ---- completions of a worker's items -------------------------------------------------------------- */

/* Whether complete_together can make it. If not, it needs an attempt of its own. */
bool gather_takes_item(const struct pawl_db *db, const struct pawl_machine *machine, int event);

/* An event that completes an item, and its result. */
struct item_answer {
    const struct pawl_item *item;
    int event;
    const void *args;
    int64_t made_us;  /* the caller's: when it had it */
    bool is_answered; /* status and err are the result; false: it was not made, or */
    bool may_be_done; /* its answer was lost */
    enum pawl_status status;
    struct pawl_error err;
    struct gathered *gathered; /* complete_together's own */
};

/*
 * Makes the completions in one transaction. If one fails, or would wait for another session's lock, the
 * others are made without it. Each claim is checked as for a single completion.
 */
void complete_together(struct pawl_db *db, const struct pawl_machine *machine,
                       struct item_answer *completions, size_t count, const char *actor);

/* The event's args struct and all that it refers to, in the memory; NULL: out of memory. */
void *args_copy(struct results *memory, const struct pawl_event *event, const void *args);
