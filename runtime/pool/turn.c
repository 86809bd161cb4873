#include "pool/turn.h"

#include "core/clock.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* NULL: there is no deadline. */
static struct timespec *time_of(int64_t deadline_us, struct timespec *time) {
    if (deadline_us == INT64_MAX)
        return NULL;
    *time = (struct timespec){.tv_sec = (time_t)(deadline_us / 1000000),
                              .tv_nsec = (long)(deadline_us % 1000000 * 1000)};
    return time;
}

bool lobby_begin(struct lobby *lobby) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool is_begun = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                          pthread_cond_init(&lobby->comes, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_begun;
}

void lobby_end(struct lobby *lobby) {
    pthread_cond_destroy(&lobby->comes);
}

bool lobby_wait(struct lobby *lobby, pthread_mutex_t *lock, int64_t deadline_us) {
    struct timespec until;
    if (!time_of(deadline_us, &until)) {
        pthread_cond_wait(&lobby->comes, lock);
        return true;
    }
    pthread_cond_timedwait(&lobby->comes, lock, &until);
    return monotonic_us() < deadline_us;
}

void lobby_wake_one(struct lobby *lobby) {
    pthread_cond_signal(&lobby->comes);
}

/* ---- turns ---------------------------------------------------------------------------------------- */

/*
 * Returns at once if the gate was opened since then. It may return for no reason, where others who wait at
 * the same gate are woken.
 */
static void sleep_at(struct gate *gate, uint32_t openings, uint32_t place, int64_t deadline_us) {
    struct timespec until;
    syscall(SYS_futex, &gate->openings, FUTEX_WAIT_BITSET_PRIVATE, openings, time_of(deadline_us, &until),
            NULL, place);
}

void turn_stand(struct turn *turn, struct gate *gate, size_t number) {
    turn->gate = gate;
    turn->place = UINT32_C(1) << number % 32;
}

bool turn_wait(struct turn *turn, int64_t deadline_us) {
    for (bool has_time = true;; has_time = deadline_us == INT64_MAX || monotonic_us() < deadline_us) {
        /* before it is asked whether the turn has come, so that one that comes in between is not missed */
        const uint32_t openings = atomic_load(&turn->gate->openings);
        if (atomic_exchange(&turn->has_come, false))
            return true;
        if (!has_time)
            return false;
        sleep_at(turn->gate, openings, turn->place, deadline_us);
    }
}

void turn_comes(struct turn *turn, struct opening *opening) {
    struct gate *gate = turn->gate;
    if (opening->gate != gate)
        gate_open(opening);
    opening->gate = gate;
    opening->places |= turn->place;
    atomic_store(&turn->has_come, true);
}

void gate_open(struct opening *opening) {
    if (opening->gate) {
        atomic_fetch_add(&opening->gate->openings, 1);
        syscall(SYS_futex, &opening->gate->openings, FUTEX_WAKE_BITSET_PRIVATE, INT_MAX, NULL, NULL,
                opening->places);
    }
    *opening = (struct opening){0};
}
