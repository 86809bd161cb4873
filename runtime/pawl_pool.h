/*
 * A few connections for many threads, whose moves are made together. Part of pawl.h, which includes it; the
 * rules at the head of that file hold here too.
 */
#ifndef PAWL_POOL_H
#define PAWL_POOL_H

#include "pawl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_pool;
struct pawl_transition;

/* Choices for a pool. All zero is the default. */
struct pawl_pool_options {
    size_t struct_size; /* sizeof(struct pawl_pool_options), or 0 for the members known to PAWL_ABI 2 */
    size_t connections; /* at most so many, each opened when it is first needed: 2 to 1000; 0: 8 */
    size_t lanes;       /* of these, so many make moves together when more are asked for at a time than there
                           are connections; less than connections. 0: 2, on SQLite, and of 2 connections, 1 */
    size_t queue;       /* at most so many moves that nobody waits for are under way; 0: 10,000 */
    int64_t
        wait_ms; /* a call waits for its turn at most so long; 0: 30 seconds; PAWL_WAIT: for ever. One
                    that has a request id, and whose answer was lost, waits 10 seconds if that is longer */
};

/*
 * Opens a database, as pawl_open does, for any number of threads, each with a handle of his own. Where more
 * of them ask for moves at the same moment than there are connections, these are made together: one round
 * trip and one commit for many. On failure *out is NULL. Errors: as of pawl_open; MISUSE also for a database
 * in memory, which several connections cannot share.
 */
enum pawl_status pawl_pool_open(struct pawl_pool **out, const char *where,
                                const struct pawl_pool_options *options, struct pawl_error *err);

/*
 * A handle for one thread, or one task, at a time. It costs no connection, and is closed with pawl_close.
 * Every function works on it as on one of pawl_open's:
 *
 * - A move (or a creation) outside a transaction may be made with those of others, where none of its event's
 *   guards and effects is in C, and it shows no claim and no lock. It is told OK when all of them are
 *   committed. Each has its own answer, as if it had been made alone: nobody fails because of another, and
 *   nobody waits for a lock that only another one needs. Likewise an entity may be read with others
 *   (payment_get).
 *
 * - All else has one of the connections to itself: a call as long as it takes, from pawl_begin to the end of
 *   that transaction, a worker (pawl_work) as long as it works. What pawl_native returns outside a
 *   transaction stays with the handle until it is closed. A setting of the session (pawl_exec, "set ...") is
 *   seen by whoever gets that connection next: settings belong into `where`. pawl_warning tells of the login
 *   as it was when the pool was opened.
 *
 * Any number of calls may wait for their turn, first come, first served. Whoever waits longer than wait_ms,
 * because the connections are in use, is answered CONFLICT, with err.retryable and PAWL_OBSTACLE_BUSY in
 * err.obstacle: nothing was sent, and it may be tried again. pool may be used by all threads. Errors: MISUSE,
 * NOMEM.
 */
enum pawl_status pawl_pool_handle(struct pawl_pool *pool, struct pawl_db **out, struct pawl_error *err);

/*
 * ---- for event loops: moves that nobody waits for
 *
 * Where pawl_opts.done is set, an event's function, such as payment_submit, answers PENDING at once, on a
 * handle of a pool and outside of transactions. The move is made by threads of the pool's own, at most one
 * more than connections, and pawl_pool_drive calls done, once. Thousands may be under way from one thread.
 * Moves of an entity are made in the order in which they were asked for, except that one which meets a lock
 * may be overtaken by the next ones: a lock of somebody outside the pool, or of a move of another entity
 * whose effects write the same rows. Whoever needs the order waits for the answer, or shows the sort_key that
 * he expects. What has come of them is told in the order in which they were made.
 *
 * - What the call was given (key, args, actor, request id) is copied; `out` is left empty. The handle is
 *   free for the next call, and may even be closed.
 * - UNKNOWN is told when what was sent can happen no more, so that what is read from then on stays so; but
 *   where the database stays away longer than wait_ms (ten seconds with a request id), or the pool is closed,
 * it may still be done.
 * - Any answer but PENDING is the last word, and done is not called: MISUSE, MISMATCH, NOMEM, or CONFLICT
 *   with PAWL_OBSTACLE_BUSY where as many are under way as the pool's queue may hold: then drive, and try
 *   again.
 * - The first move of a machine on a handle asks the database whether it has that machine, and waits for
 *   that: any call, such as payment_get, does it beforehand.
 * - Guards, effects and `then` in C are called by a thread of the pool's: they must not mind.
 */

/* moved and err are those of a call that waits (err as it was filled, or empty), borrowed for the call. */
typedef void pawl_done_fn(void *context, enum pawl_status status, const struct pawl_transition *moved,
                          const struct pawl_error *err);

/*
 * Readable when pawl_pool_drive has something to do: for poll, epoll and the like, never to be read, written
 * or closed. It lives as long as the pool; the same each time. -1, with err filled: there are no more
 * descriptors (DB), or pool is NULL (MISUSE).
 */
int pawl_pool_fd(struct pawl_pool *pool, struct pawl_error *err);

/*
 * Calls done for all that has come to an end, and does not wait. What is called may ask for more, and must
 * not close the pool. Any thread may drive; two at a time call done side by side. Returns how many were
 * called.
 */
size_t pawl_pool_drive(struct pawl_pool *pool);

/*
 * Closes the connections: at once, or, where handles are still open, with the last of these. NULL is allowed.
 * Moves that nobody waits for come to their end before this returns, and done is called for each: those
 * under way are waited for, and the others are told CONFLICT, since nothing of them was sent. What a
 * pawl_pool_drive of another thread is telling by then is waited for, too; none may begin any more.
 */
void pawl_pool_close(struct pawl_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
