/*
 * Threads that wait. All that a pool knows is behind one lock, which is held here and there only while it is
 * looked at. Who waits for his own turn does so without that lock, and needs it neither to be woken nor to go
 * on: many are told at once when a batch ends, and would only stand in line for it. Internal.
 */
#ifndef PAWL_POOL_TURN_H
#define PAWL_POOL_TURN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Where any number wait for something that the lock protects. */
struct lobby {
    pthread_cond_t comes;
};

void lobby_begin(struct lobby *lobby);
void lobby_end(struct lobby *lobby);

/* With the lock, which is let go meanwhile. False: the deadline has passed, by monotonic_us. */
bool lobby_wait(struct lobby *lobby, pthread_mutex_t *lock, int64_t deadline_us);
void lobby_wake_one(struct lobby *lobby);
void lobby_wake_all(struct lobby *lobby);

/* Of one who waits, and is told once. */
struct turn {
    pthread_mutex_t lock;
    pthread_cond_t comes;
    bool has_come;
};

void turn_begin(struct turn *turn);
void turn_end(struct turn *turn);

/* Until it has come, also before it is waited for; then the next one is waited for. False: the deadline has
   passed. */
bool turn_wait(struct turn *turn, int64_t deadline_us);

/* Who is told may go on, and end his turn, before this returns. */
void turn_comes(struct turn *turn);

#endif
