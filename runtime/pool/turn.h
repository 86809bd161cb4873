/*
 * Threads that wait for their turn. All that a pool knows is behind one lock, which is held here and there
 * only while it is looked at. Internal.
 */
#ifndef PAWL_POOL_TURN_H
#define PAWL_POOL_TURN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct turns {
    pthread_mutex_t lock;
    pthread_cond_t room; /* in the queue */
};

/* Of one who waits. */
struct turn {
    pthread_cond_t comes;
};

void turns_create(struct turns *turns);
void turns_destroy(struct turns *turns);
void turns_lock(struct turns *turns);
void turns_unlock(struct turns *turns);

/* All of these are called with the lock; what waits lets go of it meanwhile. False: the deadline has passed,
   by monotonic_us. */
bool turns_wait_for_room(struct turns *turns, int64_t deadline_us);
void turns_tell_of_room(struct turns *turns);

void turn_begin(struct turn *turn);
void turn_end(struct turn *turn);
bool turn_wait(struct turns *turns, struct turn *turn, int64_t deadline_us);
void turn_comes(struct turn *turn);

#endif
