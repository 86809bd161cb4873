/*
 * Decides which of a pool's callers goes next, and on which connection. Each event changes the states of
 * calls. The schedule has no threads, clock or database, so a test can try every order of events; its caller
 * passes one event at a time. Internal.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANY_CONNECTION = -1, NO_ENTITY = 0 };

/* call.fsm draws the legal changes; any other change stops a build with assertions. */
enum call_state {
    CALL_ENDED, /* it is in no list */
    CALL_WAITS,
    CALL_GOES,     /* by itself, on its connection, until schedule_end */
    CALL_LEADS,    /* it sends the batch of schedule_take_batch, on its batch connection */
    CALL_IS_TAKEN, /* it is in another's batch */
};
enum { CALL_STATE_COUNT = CALL_IS_TAKEN + 1 };

bool call_may_become(enum call_state state, enum call_state next);

enum call_wish {
    WISH_TO_JOIN,         /* it may be made with others */
    WISH_CONNECTION,      /* a connection to itself */
    WISH_SAME_CONNECTION, /* that of its last attempt, which may still take effect */
};

struct links {
    struct scheduled_call *previous, *next;
};

struct call_list {
    struct scheduled_call *first, *last;
};

/* The links of a call in one of its lists. The compiler inlines it into the functions for lists. */
typedef struct links *links_fn(struct scheduled_call *call);

static inline void call_list_append(struct call_list *list, struct scheduled_call *call, links_fn *links) {
    *links(call) = (struct links){.previous = list->last};
    if (list->last)
        links(list->last)->next = call;
    else
        list->first = call;
    list->last = call;
}

static inline void call_list_remove(struct call_list *list, struct scheduled_call *call, links_fn *links) {
    const struct links *of = links(call);
    if (of->previous)
        links(of->previous)->next = of->next;
    else
        list->first = of->next;
    if (of->next)
        links(of->next)->previous = of->previous;
    else
        list->last = of->previous;
    *links(call) = (struct links){0};
}

/* A caller's call. The caller owns it, and must not move it before it has ended. */
struct scheduled_call {
    uint64_t entity; /* its transitions are made in order, on one connection at a time; NO_ENTITY: no order */
    enum call_wish wish;
    int connection; /* of WISH_SAME_CONNECTION; later the one that the schedule chose */
    enum call_state state;
    /* the schedule's own */
    const struct scheduled_call *leader; /* whose batch it is in */
    struct links in_queue, of_entity, in_told;
    bool is_ready; /* it waits, and it is the first of its entity */
};

struct schedule_connection {
    bool is_free;
    int next_free;
};

struct schedule {
    /* set by the caller before schedule_begin */
    struct schedule_connection *connections; /* [connection_count], batch connections first */
    int connection_count, lane_count;
    struct call_list *entities; /* [entity_list_count]: calls of an entity are in one list, as they came */
    size_t entity_list_count;
    size_t alone_max; /* if `peak` is at most this, transitions go alone */
    /* the schedule's own */
    int free_lane, free_other;          /* last used first; ANY_CONNECTION: none */
    struct call_list joiners;           /* calls that wait for a batch, ready or not */
    struct call_list takers, returners; /* calls that are ready for any connection; for their former one */
    size_t joiners_waiting, joiners_ready;
    size_t moves; /* asked for, and not ended */
    size_t peak;  /* the recent maximum of moves; the end of each batch or lone call lowers it */
    size_t batches;
    struct call_list sent, ended; /* calls that no longer wait, for schedule_next_told */
};

void schedule_begin(struct schedule *schedule);

/* Adds a call. The caller has set entity and wish, and connection for WISH_SAME_CONNECTION. */
void schedule_arrive(struct schedule *schedule, struct scheduled_call *call);

/* Ends a waiting call. False: it no longer waits, and the caller must handle its new state. */
bool schedule_give_up(struct schedule *schedule, struct scheduled_call *call);

/*
 * Begins a batch of the waiting calls on a free batch connection, because they have waited for longer than a
 * batch takes.
 */
void schedule_hurry(struct schedule *schedule);

/* Writes the calls of the leader's batch, its own first, at most max (1 or more). Returns the number. */
size_t schedule_take_batch(struct schedule *schedule, struct scheduled_call *leader,
                           struct scheduled_call **batch, size_t max);

/*
 * Ends a batch and its calls. A call whose wish is no longer WISH_TO_JOIN waits again, in the order of its
 * entity.
 */
void schedule_end_batch(struct schedule *schedule, struct scheduled_call *leader,
                        struct scheduled_call *const *batch, size_t count);

/* Ends a call that goes alone, or leads a batch of one. */
void schedule_end(struct schedule *schedule, struct scheduled_call *call);

/*
 * Returns the next call that no longer waits, because it goes, leads, or its batch has ended; NULL: none.
 * Returns each call once for each wait. Calls that lead or go come first, then the calls of an ended batch,
 * in the order of their transitions.
 */
struct scheduled_call *schedule_next_told(struct schedule *schedule);
