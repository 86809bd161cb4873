/*
 * How the threads of a pool wait. All that a pool knows is behind one lock, which a thread holds only
 * while it looks. A thread that waits for its own turn does so without that lock, and needs it neither to
 * be woken nor to go on. For many threads are told at once when a batch ends, and with a lock they would
 * only queue for it. Internal.
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For something that the lock protects. */
bool condition_begin(pthread_cond_t *condition); /* false: out of memory */
/* With the lock, which is released during the wait. False: the deadline has passed, by monotonic_us. */
bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us);

/*
 * Where those wait who came at about the same time, each for his own turn. Those of them whose turn has come
 * are woken by one call of the system: woken one by one, each takes the processor from the one who wakes, who
 * gets it back when the woken one sleeps again.
 */
struct wait_queue {
    _Atomic uint32_t wakeups; /* of 32 bits, which the system asks for */
};

/* Of one who waits, and is told once. */
struct turn {
    struct wait_queue *wait_queue;
    uint32_t place; /* a bit, among those who wait there */
    atomic_bool has_come;
};

/* Those of a wait queue who are to be woken together. */
struct wakeup {
    struct wait_queue *wait_queue; /* NULL: nobody is */
    uint32_t places;
};

/* Before it can come: in which queue it is waited for, as the how manieth there. */
void turn_joins(struct turn *turn, struct wait_queue *wait_queue, size_t number);

/* Waits until the turn has come, maybe before the call, and takes it. False: the deadline has passed. */
bool turn_wait(struct turn *turn, int64_t deadline_us);

/*
 * The thread is woken by wait_queue_wake at the latest. It may go on, and its turn may be gone, before this
 * function returns. The queue belongs to a pool that the waking thread is in, too, so it stays.
 */
void turn_comes(struct turn *turn, struct wakeup *wakeup);
void wait_queue_wake(struct wakeup *wakeup);
