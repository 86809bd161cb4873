#include "core/clock.h"

#include <time.h>

#define FIRST_PAUSE_US 500

int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void sleep_us(int64_t duration_us) {
    struct timespec duration = {.tv_sec = (time_t)(duration_us / 1000000),
                                .tv_nsec = (long)(duration_us % 1000000 * 1000)};
    nanosleep(&duration, NULL);
}

int64_t backoff_pause(int64_t from_us, int64_t to_us, int64_t attempts) {
    int64_t pause_us = from_us;
    while (--attempts > 0 && pause_us < to_us)
        pause_us = pause_us > to_us / 2 ? to_us : pause_us * 2;
    return pause_us < to_us ? pause_us : to_us;
}

unsigned long random_number(const void *who) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long seed = (unsigned long)now.tv_nsec ^ (unsigned long)(uintptr_t)who;
    return (seed * 6364136223846793005UL + 1442695040888963407UL) >> 33;
}

/*
 * Between half and the whole of a pause that doubles: random, so that two that collided do not meet again,
 * with a lower bound, so that the later attempts leave the others time to finish.
 */
void pause_before_attempt(const void *who, int attempt, int64_t limit_us) {
    const int64_t half_us = backoff_pause(FIRST_PAUSE_US, PAUSE_MAX_US, attempt) / 2;
    const int64_t pause_us = half_us + (int64_t)(random_number(who) % (unsigned long)half_us);
    sleep_us(pause_us < limit_us ? pause_us : limit_us);
}
