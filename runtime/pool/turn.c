#include "pool/turn.h"

#include "core/clock.h"

static void create_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void turns_create(struct turns *turns) {
    pthread_mutex_init(&turns->lock, NULL);
    create_condition(&turns->room);
}

void turns_destroy(struct turns *turns) {
    pthread_cond_destroy(&turns->room);
    pthread_mutex_destroy(&turns->lock);
}

void turns_lock(struct turns *turns) {
    pthread_mutex_lock(&turns->lock);
}

void turns_unlock(struct turns *turns) {
    pthread_mutex_unlock(&turns->lock);
}

static bool wait_until(struct turns *turns, pthread_cond_t *condition, int64_t deadline_us) {
    if (deadline_us == INT64_MAX) {
        pthread_cond_wait(condition, &turns->lock);
        return true;
    }
    const struct timespec until = {.tv_sec = (time_t)(deadline_us / 1000000),
                                   .tv_nsec = (long)(deadline_us % 1000000 * 1000)};
    pthread_cond_timedwait(condition, &turns->lock, &until);
    return monotonic_us() < deadline_us;
}

bool turns_wait_for_room(struct turns *turns, int64_t deadline_us) {
    return wait_until(turns, &turns->room, deadline_us);
}

void turns_tell_of_room(struct turns *turns) {
    pthread_cond_broadcast(&turns->room);
}

void turn_begin(struct turn *turn) {
    create_condition(&turn->comes);
}

void turn_end(struct turn *turn) {
    pthread_cond_destroy(&turn->comes);
}

bool turn_wait(struct turns *turns, struct turn *turn, int64_t deadline_us) {
    return wait_until(turns, &turn->comes, deadline_us);
}

void turn_comes(struct turn *turn) {
    pthread_cond_signal(&turn->comes);
}
