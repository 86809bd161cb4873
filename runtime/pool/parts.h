/* What the files of this room share. Internal to them. */
#ifndef PAWL_POOL_PARTS_H
#define PAWL_POOL_PARTS_H

#include "core/handle.h"
#include "move/gather.h"
#include "pool/schedule.h"
#include "pool/turn.h"

struct task;

/* One of the pool's connections: a handle of its own, opened when it is first needed; NULL: not yet. */
struct member {
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
    size_t minding_count; /* of those who are idle, until the first deadline */
    struct turn work;     /* for a thread that is idle */
    struct turn quiet;    /* none is under way any more */
    int told_at[2];       /* a pipe, readable when there is something to tell; no descriptors: -1 */
    bool is_over;
};

struct pawl_pool {
    const struct driver *driver;
    char *where;
    struct turns turns; /* whose lock is held for all that follows, and for each event of the schedule */
    struct schedule schedule;
    size_t outside; /* callers who wait until there is room in the queue */
    struct member *members;
    struct tasks tasks;
    bool gathers; /* false: all moves are made one by one */
    bool gathers_one;
    int64_t wait_us;     /* less than 0: for ever */
    size_t handle_count; /* and one for whoever has opened the pool, until he closes it */
    bool is_closed;
    char warning[sizeof((struct pawl_db *)0)->warning]; /* of the login, when the pool was opened */
};

/* What a pool knows of one of its handles, which asks for one thing at a time. */
struct handle {
    struct call call; /* first: a schedule knows only that */
    struct turn turn;
    struct gathered gathered; /* of a move that joins others */
    struct pawl_pool *pool;
    struct task *task;     /* whose handle it is; NULL: a caller's, who waits */
    struct member *member; /* whose connection it has; NULL: none */
    int wanted;            /* what was sent there may still happen, until it is connected again */
};

/* ---- pool.c: all with the lock ------------------------------------------------------------------ */

int64_t deadline_of(const struct pawl_pool *pool);
enum pawl_status refuse_busy(const struct pawl_pool *pool, const char *what, struct pawl_error *err);

/* After each event of the schedule. */
void tell_all(struct pawl_pool *pool);

/*
 * Makes what has gathered, the leader's own move first, and tells everybody. A caller who waits, and is the
 * only one, makes it by himself instead, and leads until that is checked in.
 */
void lead(struct handle *handle);

/* What the schedule is to know of a move. */
void describe_move(struct handle *handle, struct move *move, struct pawl_error *err, bool joins);

/* ---- later.c ------------------------------------------------------------------------------------ */

void tasks_begin(struct pawl_pool *pool);

/* A task's call is no longer what it was. With the lock. */
void task_is_told(struct pawl_pool *pool, struct task *task);

/* Those under way come to an end, and the threads, too; then all are told. */
void tasks_end(struct pawl_pool *pool);
void tasks_free(struct pawl_pool *pool);

enum pawl_status pool_new_later(struct pawl_db *db, struct later **out, struct pawl_error *err);
void pool_drop_later(struct pawl_db *db, struct later *later);
enum pawl_status pool_ask_later(struct pawl_db *db, struct later *later, struct pawl_error *err);

/* What a handle asks of its pool, but for leaving it: the same for a task's. */
enum pawl_status pool_check_out(struct pawl_db *db, struct pawl_error *err);
void pool_check_in(struct pawl_db *db);
bool pool_gather(struct pawl_db *db, struct move *move, enum pawl_status *status, struct pawl_error *err);

static inline struct handle *handle_of(const struct pawl_db *db) {
    return db->place;
}

#endif
