/* What the files of this room share. Internal to them. */
#pragma once

#include "core/handle.h"
#include "move/gather.h"
#include "pool/schedule.h"
#include "pool/turn.h"

enum { WAIT_QUEUES = 16, HURRY_AFTER_US = 100000 };

struct task;

/* Moves that nobody waits for; see later.c. */
struct tasks {
    struct call_list to_make;   /* by a thread, on the connection that each has been given */
    struct call_list to_tell;   /* those with a result */
    struct call_list under_way; /* from the call until the result, the oldest first */
    struct task *unused;
    size_t count, to_make_count; /* count: from when they were begun until they have been told */
    pthread_t *threads;          /* [thread_count] */
    size_t thread_count, idle_count;
    size_t minding_count; /* of those who are idle, until the first deadline */
    pthread_cond_t work;  /* for a thread that is idle */
    pthread_cond_t ends;  /* for pawl_pool_close: one is to be told, or all have been */
    int told_at[2];       /* a pipe, readable when there is something to tell; no descriptors: -1 */
    bool is_over;
};

struct pawl_pool {
    const struct driver *driver;
    char *where;
    pid_t process;        /* that has opened it, whose threads there are */
    pthread_mutex_t lock; /* held for all that follows, and for each event of the schedule */
    struct schedule schedule;
    struct wait_queue wait_queues[WAIT_QUEUES];
    size_t wait_queue;        /* the number of the one where whoever asks next is to wait */
    size_t in_wait_queue;     /* how many have been sent there */
    struct pawl_db **members; /* [connection_count], each with its connection; NULL until first needed */
    struct tasks tasks;
    size_t later_max; /* of tasks, from when they were begun until they have been told */
    struct known_machines known;
    struct stats stats;  /* of all handles and members */
    bool gathers_one;    /* a move that comes alone is made as a batch, too */
    int64_t wait_us;     /* less than 0: for ever */
    size_t handle_count; /* and one for whoever has opened the pool, until he closes it */
    bool is_closed;
    struct pawl_db hooked; /* no handle, but for the hooks that handles begin with */
    char warning[sizeof((struct pawl_db *)0)->warning]; /* of the login, when the pool was opened */
};

/* What a pool knows of one of its handles, which asks for one thing at a time. */
struct handle {
    struct scheduled_call call; /* first: a schedule knows only that */
    int64_t deadline_us;        /* until when the call waits to go or to join a batch */
    struct turn turn;           /* when the caller waits no more */
    bool awaits_turn;           /* the turn is still to come */
    struct handle *next_to_wake;
    struct gathered gathered; /* of a call that may join others */
    struct pawl_pool *pool;
    struct task *task; /* whose handle it is; NULL: a caller's, who waits */
    int wanted;        /* what was sent there may still happen, until it is connected again */
};

static inline struct handle *handle_of(const struct pawl_db *db) {
    return db->place;
}

static inline struct handle *handle_of_call(struct scheduled_call *call) {
    return (struct handle *)call;
}

/* ---- pool.c ------------------------------------------------------------------------------------- */

bool is_of_this_process(const struct pawl_pool *pool); /* else it was forked from the pool's */

int64_t deadline_of(const struct pawl_pool *pool); /* of a call that begins to wait now */

/* A call whose answer was lost, and which is sent again, waits at least this long: UNKNOWN is worse. */
#define LOST_WAITS_US INT64_C(10000000)
bool was_lost(const struct handle *handle); /* its move was in a batch that was sent and not answered */
bool is_sent_again(const struct handle *handle);
/* When a call that waits is given up. With the lock; of another call, the leader writes what this reads. */
int64_t gives_up_at(const struct handle *handle);

/* CONFLICT, with what waited too long in the message. Nothing was sent, so the call may be repeated. */
enum pawl_status error_is_busy(struct pawl_error *err);
enum pawl_status refuse_unbegun(const struct handle *handle, struct pawl_error *err);

/* Called with the lock, after each event of the schedule: tells the tasks, returns callers to wake. */
struct handle *tell_all(struct pawl_pool *pool);

/*
 * Called without the lock where that is possible, since the first caller woken may need it. awake: the
 * caller's own handle, which needs no waking.
 */
void wake_all(struct handle *first, struct handle *awake);

/* Both, and between them releases the lock. */
void unlock_and_wake(struct pawl_pool *pool, struct handle *awake);

/*
 * Called without the lock by the leader of a batch. Makes the moves of the batch, the leader's own first, and
 * tells everybody. False: the leader's move is the only one; the caller makes it by itself, and leads until
 * its connection is checked in.
 */
bool lead(struct handle *handle);

/* The call of a move, or of a read, as the schedule knows it. */
void describe(struct handle *handle, struct gathered asked, bool joins);

bool pool_knows(struct pawl_db *db, const struct pawl_machine *machine);
void pool_learns(struct pawl_db *db, const struct pawl_machine *machine, bool is_known);
enum pawl_status pool_check_out(struct pawl_db *db, struct pawl_error *err);
void pool_check_in(struct pawl_db *db);
bool pool_gather(struct pawl_db *db, struct gathered asked, enum pawl_status *status);

/* ---- later.c ------------------------------------------------------------------------------------ */

bool tasks_begin(struct pawl_pool *pool); /* false: out of memory */

/* A task's call is no longer what it was. With the lock. */
void task_is_told(struct pawl_pool *pool, struct task *task);

/*
 * Its batch has left it undone: it waits as long once more, as a caller does; where the pool is closed it is
 * given up. With the lock.
 */
void task_waits_again(struct pawl_pool *pool, struct task *task);

/* Those under way come to an end, and the threads, too; then all are told. */
void tasks_end(struct pawl_pool *pool);
void tasks_free(struct pawl_pool *pool);

enum pawl_status pool_new_later(struct pawl_db *db, struct later **out, struct pawl_error *err);
void pool_drop_later(struct pawl_db *db, struct later *later);
enum pawl_status pool_ask_later(struct pawl_db *db, struct later *later, struct pawl_error *err);
