#include "pool/turn.h"

#include "core/clock.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* NULL: there is no deadline. */
static struct timespec *timespec_of(int64_t deadline_us, struct timespec *time) {
    if (deadline_us == INT64_MAX)
        return NULL;
    *time = (struct timespec){.tv_sec = (time_t)(deadline_us / 1000000),
                              .tv_nsec = (long)(deadline_us % 1000000 * 1000)};
    return time;
}

bool condition_begin(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool is_begun = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                          pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_begun;
}

bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us) {
    struct timespec until;
    if (!timespec_of(deadline_us, &until)) {
        pthread_cond_wait(condition, lock);
        return true;
    }
    pthread_cond_timedwait(condition, lock, &until);
    return monotonic_us() < deadline_us;
}

/* ---- turns ---------------------------------------------------------------------------------------- */

/* Returns at once if the queue has resumed threads since then, and maybe when it resumes others. */
static void sleep_in(struct wait_queue *wait_queue, uint32_t wakeups, uint32_t place, int64_t deadline_us) {
    struct timespec until;
    syscall(SYS_futex, &wait_queue->wakeups, FUTEX_WAIT_BITSET_PRIVATE, wakeups,
            timespec_of(deadline_us, &until), NULL, place);
}

void turn_joins(struct turn *turn, struct wait_queue *wait_queue, size_t number) {
    turn->wait_queue = wait_queue;
    turn->place = UINT32_C(1) << number % 32;
}

bool turn_wait(struct turn *turn, int64_t deadline_us) {
    for (bool has_time = true;; has_time = deadline_us == INT64_MAX || monotonic_us() < deadline_us) {
        /* read before has_come, so that a turn that comes in between is not missed */
        const uint32_t wakeups = atomic_load(&turn->wait_queue->wakeups);
        if (atomic_exchange(&turn->has_come, false))
            return true;
        if (!has_time)
            return false;
        sleep_in(turn->wait_queue, wakeups, turn->place, deadline_us);
    }
}

void turn_comes(struct turn *turn, struct wakeup *wakeup) {
    struct wait_queue *wait_queue = turn->wait_queue;
    if (wakeup->wait_queue != wait_queue)
        wait_queue_wake(wakeup);
    wakeup->wait_queue = wait_queue;
    wakeup->places |= turn->place;
    atomic_store(&turn->has_come, true);
}

void wait_queue_wake(struct wakeup *wakeup) {
    if (wakeup->wait_queue) {
        atomic_fetch_add(&wakeup->wait_queue->wakeups, 1);
        syscall(SYS_futex, &wakeup->wait_queue->wakeups, FUTEX_WAKE_BITSET_PRIVATE, INT_MAX, NULL, NULL,
                wakeup->places);
    }
    *wakeup = (struct wakeup){0};
}
