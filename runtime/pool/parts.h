/* What the files of this room share. Internal to them. */
#pragma once

#include "core/handle.h"
#include "move/gather.h"
#include "pool/schedule.h"
#include "pool/turn.h"

enum { WAIT_QUEUES = 16, HURRY_AFTER_US = 100000 };

struct task;

/* Transitions with `done`; see later.c. */
struct tasks {
    struct call_list to_make;   /* a thread makes each on its connection */
    struct call_list to_tell;   /* those with a result */
    struct call_list under_way; /* from the call to the result, the oldest first */
    struct task *unused;
    size_t count, to_make_count; /* count: from the call until `done` has run */
    pthread_t *threads;          /* [thread_count] */
    size_t thread_count, idle_count;
    size_t minding_count; /* idle threads that wait until the first deadline */
    pthread_cond_t work;  /* for a thread that is idle */
    pthread_cond_t ends;  /* for pawl_pool_close: a result is ready, or all `done` have run */
    int told_at[2];       /* a pipe, readable when a result is ready; -1: no descriptors */
    bool is_over;
};

struct pawl_pool {
    const struct driver *driver;
    char *where;
    pid_t process;        /* that opened the pool and has its threads */
    pthread_mutex_t lock; /* held for all that follows, and for each event of the schedule */
    struct schedule schedule;
    struct wait_queue wait_queues[WAIT_QUEUES];
    size_t wait_queue;        /* the number of the queue for the next caller */
    size_t in_wait_queue;     /* how many have been sent there */
    struct pawl_db **members; /* [connection_count], each with its connection; NULL until first needed */
    struct tasks tasks;
    size_t later_max; /* the limit of tasks.count */
    struct known_machines known;
    struct stats stats;  /* of all handles and members */
    bool gathers_one;    /* a lone transition is a batch, too */
    int64_t wait_us;     /* less than 0: for ever */
    size_t handle_count; /* and 1 until pawl_pool_close */
    bool is_closed;
    struct pawl_db hooked; /* no handle, but for the hooks that handles begin with */
    char warning[sizeof((struct pawl_db *)0)->warning]; /* of the login, when the pool was opened */
};

/* The pool's data of a handle, which makes one call at a time. */
struct handle {
    struct scheduled_call call; /* first: a schedule knows only that */
    int64_t deadline_us;        /* the end of the wait for a connection or a batch */
    struct turn turn;           /* when the caller waits no more */
    bool awaits_turn;           /* the turn is still to come */
    struct handle *next_to_wake;
    struct gathered gathered; /* of a call that may join others */
    struct pawl_pool *pool;
    struct task *task; /* whose handle it is; NULL: a caller's */
    int wanted;        /* a connection whose last request may still take effect */
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

/* The least wait of a call that repeats a lost one, because UNKNOWN is worse than a wait. */
#define LOST_WAITS_US INT64_C(10000000)
bool was_lost(const struct handle *handle); /* its move was in a batch that was sent and not answered */
bool is_sent_again(const struct handle *handle);
/* Returns when a waiting call is given up. Call it with the lock: a leader may write the handle. */
int64_t gives_up_at(const struct handle *handle);

/* CONFLICT, with what waited too long in the message. Nothing was sent, so the call may be repeated. */
enum pawl_status error_is_busy(struct pawl_error *err);
enum pawl_status refuse_unbegun(const struct handle *handle, struct pawl_error *err);

/* Call it with the lock after each event of the schedule. Notifies tasks, and returns the callers to resume.
 */
struct handle *tell_all(struct pawl_pool *pool);

/*
 * Call it without the lock if possible, because the first resumed caller may need the lock. awake: the
 * caller's own handle, which is running.
 */
void wake_all(struct handle *first, struct handle *awake);

/* Both, and between them releases the lock. */
void unlock_and_wake(struct pawl_pool *pool, struct handle *awake);

/*
 * Call it without the lock, as the leader of a batch. Makes the transitions of the batch, the leader's own
 * first, and hands out the results. False: the leader's is the only one; the caller makes it alone, and leads
 * until it checks its connection in.
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

/* The state of a task's call has changed. Call it with the lock. */
void task_is_told(struct pawl_pool *pool, struct task *task);

/*
 * The batch did not make the task's transition: the task waits as long once more, or is given up if the pool
 * is closed. Call it with the lock.
 */
void task_waits_again(struct pawl_pool *pool, struct task *task);

/* Waits for transitions under way and for the threads, then has `done` called for all. */
void tasks_end(struct pawl_pool *pool);
void tasks_free(struct pawl_pool *pool);

enum pawl_status pool_new_later(struct pawl_db *db, struct later **out, struct pawl_error *err);
void pool_drop_later(struct pawl_db *db, struct later *later);
enum pawl_status pool_ask_later(struct pawl_db *db, struct later *later, struct pawl_error *err);
