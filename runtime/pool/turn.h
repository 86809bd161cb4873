/*
 * How the threads of a pool wait. One lock protects a pool's data. A thread waits for its own turn without
 * that lock, and needs it neither to resume nor to continue: at the end of a batch many threads resume at
 * once, and would queue for the lock. Internal.
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A condition of data that the lock protects. */
bool condition_begin(pthread_cond_t *condition); /* false: out of memory */
/* Call it with the lock, which it releases during the wait. False: the deadline (monotonic_us) has passed. */
bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us);

/*
 * Threads that came at about the same time wait here, each for its own turn. One system call resumes all
 * whose turn has come. With one call each, every resumed thread would take the processor from the resuming
 * one.
 */
struct wait_queue {
    _Atomic uint32_t wakeups; /* 32 bits, as futex requires */
};

/* The turn of one waiting thread; it comes once. */
struct turn {
    struct wait_queue *wait_queue;
    uint32_t place; /* its bit in the queue */
    atomic_bool has_come;
};

/* Threads of a wait queue to resume together. */
struct wakeup {
    struct wait_queue *wait_queue; /* NULL: nobody is */
    uint32_t places;
};

/* Assigns a queue and a number in it. Call it before the turn can come. */
void turn_joins(struct turn *turn, struct wait_queue *wait_queue, size_t number);

/* Waits until the turn comes, unless it has come already, and takes it. False: the deadline has passed. */
bool turn_wait(struct turn *turn, int64_t deadline_us);

/*
 * Marks the turn as come; wait_queue_wake resumes its thread. The thread may continue, and free its turn,
 * before this function returns. The queue stays, because it is part of the pool.
 */
void turn_comes(struct turn *turn, struct wakeup *wakeup);
void wait_queue_wake(struct wakeup *wakeup);
