#include "pool/turn.h"

#include "core/clock.h"

static void create_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

static bool wait_until(pthread_mutex_t *lock, pthread_cond_t *condition, int64_t deadline_us) {
    if (deadline_us == INT64_MAX) {
        pthread_cond_wait(condition, lock);
        return true;
    }
    const struct timespec until = {.tv_sec = (time_t)(deadline_us / 1000000),
                                   .tv_nsec = (long)(deadline_us % 1000000 * 1000)};
    pthread_cond_timedwait(condition, lock, &until);
    return monotonic_us() < deadline_us;
}

void lobby_begin(struct lobby *lobby) {
    create_condition(&lobby->comes);
}

void lobby_end(struct lobby *lobby) {
    pthread_cond_destroy(&lobby->comes);
}

bool lobby_wait(struct lobby *lobby, pthread_mutex_t *lock, int64_t deadline_us) {
    return wait_until(lock, &lobby->comes, deadline_us);
}

void lobby_wake_one(struct lobby *lobby) {
    pthread_cond_signal(&lobby->comes);
}

void lobby_wake_all(struct lobby *lobby) {
    pthread_cond_broadcast(&lobby->comes);
}

void turn_begin(struct turn *turn) {
    pthread_mutex_init(&turn->lock, NULL);
    create_condition(&turn->comes);
    turn->has_come = false;
}

void turn_end(struct turn *turn) {
    pthread_cond_destroy(&turn->comes);
    pthread_mutex_destroy(&turn->lock);
}

bool turn_wait(struct turn *turn, int64_t deadline_us) {
    bool has_time = true;
    pthread_mutex_lock(&turn->lock);
    while (!turn->has_come && has_time)
        has_time = wait_until(&turn->lock, &turn->comes, deadline_us);
    const bool has_come = turn->has_come;
    turn->has_come = false;
    pthread_mutex_unlock(&turn->lock);
    return has_come;
}

void turn_comes(struct turn *turn) {
    pthread_mutex_lock(&turn->lock);
    turn->has_come = true;
    pthread_cond_signal(&turn->comes);
    pthread_mutex_unlock(&turn->lock);
}
