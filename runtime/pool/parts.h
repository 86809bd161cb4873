/* What the files of this room share. Internal to them. */
#ifndef PAWL_POOL_PARTS_H
#define PAWL_POOL_PARTS_H

#include "core/handle.h"
#include "move/gather.h"
#include "pool/schedule.h"
#include "pool/turn.h"

enum { WAIT_QUEUES = 16, HURRY_AFTER_US = 100000 };

struct task;

/*
 * A member of the pool is a handle with a connection of its own. It is opened when it is first needed;
 * until then db is NULL.
 */
struct pool_member {
    struct pawl_db *db;
};

struct task_list {
    struct task *first, *last;
};

/* Moves that nobody waits for; see later.c. */
struct tasks {
    struct task_list to_make; /* by a thread, on the connection that each has been given */
    struct task_list to_tell; /* what has come of them */
    struct task_list
        under_way; /* from when they were asked for until they are to be told; the oldest first */
    struct task *unused;
    size_t count, to_make_count; /* count: from when they were begun until they have been told */
    pthread_t *threads;          /* [thread_count] */
    size_t thread_count, idle_count;
    size_t minding_count;       /* of those who are idle, until the first deadline */
    struct turn_condition work; /* for a thread that is idle */
    struct turn_condition ends; /* for whoever closes the pool: one is to be told, or all have been */
    int told_at[2];             /* a pipe, readable when there is something to tell; no descriptors: -1 */
    bool is_over;
};

struct pawl_pool {
    const struct driver *driver;
    char *where;
    pid_t process;        /* that has opened it, whose threads there are */
    pthread_mutex_t lock; /* held for all that follows, and for each event of the schedule */
    struct schedule schedule;
    struct wait_queue wait_queues[WAIT_QUEUES];
    size_t wait_queue;    /* the number of the one where whoever asks next is to wait */
    size_t in_wait_queue; /* how many have been sent there */
    struct pool_member *members;
    struct tasks tasks;
    size_t later_max; /* of tasks, from when they were begun until they have been told */
    struct known_machines known;
    bool gathers; /* false: all moves are made one by one */
    bool gathers_reads;
    bool gathers_one;
    int64_t wait_us;     /* less than 0: for ever */
    size_t handle_count; /* and one for whoever has opened the pool, until he closes it */
    bool is_closed;
    char warning[sizeof((struct pawl_db *)0)->warning]; /* of the login, when the pool was opened */
};

/* What a pool knows of one of its handles, which asks for one thing at a time. */
struct handle {
    struct scheduled_call call; /* first: a schedule knows only that */
    struct turn turn;           /* when the call waits no more; a task is told otherwise */
    bool awaits_turn;           /* which is not over before it has come */
    struct handle *next_to_wake;
    struct gathered gathered; /* of a move that joins others */
    struct pawl_pool *pool;
    struct task *task;          /* whose handle it is; NULL: a caller's, who waits */
    struct pool_member *member; /* whose connection it has; NULL: none */
    int wanted;                 /* what was sent there may still happen, until it is connected again */
};

/* ---- pool.c ------------------------------------------------------------------------------------- */

bool is_of_this_process(const struct pawl_pool *pool); /* else it was forked from the pool's */

int64_t deadline_of(const struct pawl_pool *pool);
/* Whose answer was lost, and who is sent again, waits for so long at least: how short wait_ms is, UNKNOWN is
 * worse. */
#define LOST_WAITS_US INT64_C(10000000)
int64_t longer_where_lost(const struct pawl_pool *pool, int64_t deadline_us);

/*
 * Each answers CONFLICT, with what waited too long in its message. Nothing was sent, so the call may be
 * made again.
 */
enum pawl_status error_is_busy(struct pawl_error *err);
enum pawl_status refuse_busy(const struct pawl_pool *pool, const char *what, struct pawl_error *err);
enum pawl_status refuse_unbegun(const struct pawl_pool *pool, const struct move *move,
                                struct pawl_error *err);

/*
 * Called with the lock after each event of the schedule. It tells the tasks, and returns the callers who
 * are to be woken.
 */
struct handle *tell_all(struct pawl_pool *pool);

/*
 * Called without the lock where that is possible, since the first caller woken may need it. awake: the
 * caller's own handle, which needs no waking.
 */
void wake_all(struct handle *first, struct handle *awake);

/* With the lock, which is let go; then those are woken who are told. */
void leave_pool(struct pawl_pool *pool, struct handle *awake);

/*
 * Called without the lock. Makes the moves of the batch, the leader's own first, and tells everybody.
 * False: the leader's move is the only one; he makes it himself, and leads until his connection is checked
 * in.
 */
bool lead(struct handle *handle);

/* Its move was in a batch that was sent and not answered. */
bool was_lost(const struct handle *handle);
bool is_sent_again(const struct handle *handle);

/* What the schedule is to know of a move. */
void describe_move(struct handle *handle, struct move *move, struct pawl_error *err, bool joins);

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

/* What a handle asks of its pool, but for leaving it: the same for a task's. */
bool pool_knows(struct pawl_db *db, const struct pawl_machine *machine);
void pool_learns(struct pawl_db *db, const struct pawl_machine *machine, bool is_known);
enum pawl_status pool_check_out(struct pawl_db *db, struct pawl_error *err);
void pool_check_in(struct pawl_db *db);
bool pool_gather(struct pawl_db *db, struct move *move, enum pawl_status *status, struct pawl_error *err);

static inline struct handle *handle_of(const struct pawl_db *db) {
    return db->place;
}

#endif
