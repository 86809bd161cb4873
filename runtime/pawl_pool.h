/* Few connections for many threads. Part of pawl.h, whose rules hold here too. */
#ifndef PAWL_POOL_H
#define PAWL_POOL_H

#include "pawl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_pool;
struct pawl_machine;
struct pawl_transition;

/* Options of a pool. All zero is the default. */
struct pawl_pool_options {
    size_t struct_size; /* sizeof(struct pawl_pool_options), or 0 for the members known to PAWL_ABI 2 */
    size_t connections; /* at most, each opened when first needed: 2 to 1000; 0: 8 */
    size_t lanes;       /* connections that batch, if more transitions wait than there are connections; fewer
                           than connections; 0: 2, or 1 on SQLite and of 2 connections */
    size_t queue;       /* the most transitions with `done` that are under way; 0: 10,000 */
    int64_t wait_ms;    /* how long a call waits for its turn; 0: 30 seconds; PAWL_WAIT: without limit. After
                           a lost answer, a call with a request id waits at least 10 seconds. */
};

/*
 * Opens a database for any number of threads, each with its own handle.
 * where: as of pawl_open, but no database in memory (MISUSE).
 * options: NULL: the default.
 * Returns: as pawl_open. *out is NULL then.
 * Threads: all threads can use the pool.
 */
enum pawl_status pawl_pool_open(struct pawl_pool **out, const char *where,
                                const struct pawl_pool_options *options, struct pawl_error *err);

/*
 * Makes a handle, for one thread or task at a time. It costs no connection. Every function accepts it.
 *
 * - Batched: transitions and creations outside a transaction, if no guard or effect in C takes part, and no
 *   claim or lock is shown. Except on SQLite, the event must not lock keys either (`key`, `serialize by`). On
 *   PostgreSQL also reads of one entity (payment_get). A batch is one round trip and one commit. OK means
 *   committed. Each caller has its own result, as if alone: no transition fails because of another, or waits
 *   for a lock that only another needs.
 * - With a connection of its own: any other call; a transaction from pawl_begin to its end; a worker. The
 *   connection of pawl_native outside a transaction stays with the handle until it is closed.
 *
 * Session settings ("set ...") reach the next user of that connection: put settings into `where`.
 * pawl_warning describes the login as it was when the pool was opened.
 *
 * Calls wait in order. After wait_ms a call returns CONFLICT with err.retryable and PAWL_OBSTACLE_BUSY:
 * nothing was sent, call again.
 * Ownership: close it with pawl_close.
 */
enum pawl_status pawl_pool_handle(struct pawl_pool *pool, struct pawl_db **out, struct pawl_error *err);

/*
 * Sets a machine's guards and effects in C for all handles that the pool makes from now on; pawl_set_hooks on
 * a handle replaces them there. They run in the threads of the handles, so hooks->context is shared.
 * hooks: borrowed until the pool and its handles are closed; NULL: none for later handles.
 * Returns: as pawl_set_hooks.
 * Threads: all threads can use the pool.
 */
enum pawl_status pawl_pool_set_hooks(struct pawl_pool *pool, const struct pawl_machine *machine,
                                     const void *hooks, struct pawl_error *err);

/*
 * Sets the log of all handles that the pool makes from now on, as pawl_set_log. Threads of the pool call it
 * too. Threads: all threads can use the pool.
 */
enum pawl_status pawl_pool_set_log(struct pawl_pool *pool, pawl_log_fn *log, void *context, int64_t slow_us,
                                   struct pawl_error *err);

/*
 * ---- for event loops: transitions that no thread waits for
 *
 * On a pool's handle, outside transactions, set pawl_opts.done: an event's function, such as payment_submit,
 * returns PENDING at once. Threads of the pool (at most connections + 1) make the transition, and
 * pawl_pool_drive calls done, once. Results come in the order in which the transitions were made.
 *
 * - The arguments (key, args, actor, request id) are copied; `out` stays empty. Use the handle for the next
 *   call, or close it.
 * - Transitions of one entity are made in the order of their calls. Only one that meets a lock can be
 *   overtaken by the next: a lock from outside the pool, or of another entity's transition whose effects
 *   write the same rows. If you need the order, wait for the result, or set expect_sort_key.
 * - done gets UNKNOWN only after libpawl has ended the lost attempt: a state that you read then is final. But
 *   if the database is unreachable longer than wait_ms (ten seconds with a request id), or if the pool is
 *   closed, the attempt may still happen.
 * - If the function returns another status than PENDING, done is not called: MISUSE, MISMATCH, NOMEM, or
 *   CONFLICT with PAWL_OBSTACLE_BUSY if the pool's queue is full: drive, then call again.
 * - A machine's first transition on a handle waits for a query, unless another call, such as payment_get,
 *   came before.
 * - Guards, effects and `then` in C run in the pool's threads.
 */

/* moved and err: as of a call that waits, borrowed for the call. */
typedef void pawl_done_fn(void *context, enum pawl_status status, const struct pawl_transition *moved,
                          const struct pawl_error *err);

/*
 * Returns a descriptor for poll or epoll, readable when pawl_pool_drive has work. It is always the same one.
 * Never read, write or close it.
 * Returns: -1 with err: DB: no descriptors are left; MISUSE: pool is NULL.
 * Ownership: the pool's.
 */
int pawl_pool_fd(struct pawl_pool *pool, struct pawl_error *err);

/*
 * Calls done for all finished transitions, without waiting. done may submit more, but not close the pool.
 * Returns: the number of calls.
 * Threads: any; two can call done at the same time.
 */
size_t pawl_pool_drive(struct pawl_pool *pool);

/*
 * Closes the connections, or leaves that to the last open handle. Transitions with `done` end first, and done
 * is called for each: those under way finish, the others get CONFLICT (nothing was sent). Waits for a
 * pawl_pool_drive of another thread; none may begin any more. pool may be NULL.
 */
void pawl_pool_close(struct pawl_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
