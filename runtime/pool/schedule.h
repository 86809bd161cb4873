/*
 * Which of a pool's callers goes next, and on which connection: events come in, and what follows from each is
 * written into the calls. It knows no threads, no clock and no database, so that a test can try every order
 * of events; whoever uses it sees to it that one event comes after the other. Internal.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANY_CONNECTION = -1, NO_ENTITY = 0 };

/* call.fsm draws which of them follow each other; any other change stops a build with assertions. */
enum call_state {
    CALL_ENDED, /* it asks for nothing, and is in no list */
    CALL_WAITS,
    CALL_GOES,     /* by itself, on its connection, until schedule_end */
    CALL_LEADS,    /* it makes the batch that schedule_take_batch gives, on its connection of a lane */
    CALL_IS_TAKEN, /* it is in another's batch */
};
enum { CALL_STATE_COUNT = CALL_IS_TAKEN + 1 };

bool call_may_become(enum call_state state, enum call_state next);

enum call_wish {
    WISH_TO_JOIN,         /* it may be made with others */
    WISH_CONNECTION,      /* a connection to itself */
    WISH_SAME_CONNECTION, /* this very one: what was sent there may still happen */
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

/* What a caller asks for. It belongs to the caller, and stays where it is until it has ended. */
struct scheduled_call {
    uint64_t entity; /* whose moves are made in their order, one connection at a time; NO_ENTITY: none's */
    enum call_wish wish;
    int connection; /* WISH_SAME_CONNECTION: which; the one that it has been given */
    enum call_state state;
    /* the schedule's own */
    const struct scheduled_call *leader; /* whose batch it is in */
    struct links in_queue, of_entity, in_told;
    bool is_ready; /* it waits, and no other of its entity comes before it */
};

struct schedule_connection {
    bool is_free;
    int next_free;
};

struct schedule {
    /* set by whoever makes it, before schedule_begin */
    struct schedule_connection *connections; /* [connection_count], those of lanes first */
    int connection_count, lane_count;
    struct call_list *entities; /* [entity_list_count]: calls of an entity are in one list, as they came */
    size_t entity_list_count;
    size_t alone_max; /* where of late no more moves than that were asked for, each may go by itself */
    /* the schedule's own */
    int free_lane, free_other;          /* the one that was used last first; ANY_CONNECTION: none */
    struct call_list joiners;           /* who wait to be made with others, also those who are not ready */
    struct call_list takers, returners; /* who are ready for any connection, and for the one they had */
    size_t joiners_waiting, joiners_ready;
    size_t moves; /* asked for, and not ended */
    size_t peak;  /* the most of these of late: each end of a batch, or of who goes by himself, lowers it */
    size_t batches;
    struct call_list sent, ended; /* who wait no more, and may not know it yet */
};

void schedule_begin(struct schedule *schedule);

/* Somebody asks. entity and wish (and connection, where that is the wish) are set. */
void schedule_arrive(struct schedule *schedule, struct scheduled_call *call);

/* Ends a waiting call. False: it waits no more, and the caller must handle what it was given. */
bool schedule_give_up(struct schedule *schedule, struct scheduled_call *call);

/*
 * Some have waited for longer than batches take: no others are to be expected, and those who wait to be made
 * together begin on a lane that is free.
 */
void schedule_hurry(struct schedule *schedule);

/* Writes the calls of the leader's batch, its own first, at most max (1 or more). Returns the number. */
size_t schedule_take_batch(struct schedule *schedule, struct scheduled_call *leader,
                           struct scheduled_call **batch, size_t max);

/*
 * Ends a batch. A call whose wish is no longer WISH_TO_JOIN waits again, for what it wishes, in the order
 * of its entity; the other calls have ended.
 */
void schedule_end_batch(struct schedule *schedule, struct scheduled_call *leader,
                        struct scheduled_call *const *batch, size_t count);

/* One who goes, or leads nobody but himself, has ended. */
void schedule_end(struct schedule *schedule, struct scheduled_call *call);

/*
 * Returns the next call that does not wait any more, because it goes, leads, or its batch has ended; NULL:
 * there is none. Each call is returned once, and not again before its caller has done something. Calls
 * that lead or go come before those of the batch that has ended, and these come in the order of their
 * moves.
 */
struct scheduled_call *schedule_next_told(struct schedule *schedule);
