/* Clocks, and waiting by them. Internal. */
#pragma once

#include <stdint.h>

int64_t now_us(void);       /* since 1970, by this computer's clock */
int64_t monotonic_us(void); /* since whenever; nobody sets that clock */

void sleep_us(int64_t duration_us);

#define PAUSE_MAX_US 200000

/* The pause before the next attempt: first `from`, then twice as long each time, up to `to`. */
int64_t backoff_pause(int64_t from_us, int64_t to_us, int64_t attempts);

/* A random number made of the moment and of who asks; nobody must rely on its being hard to guess. */
unsigned long random_number(const void *who);
/* Sleeps, longer with each attempt, from half a millisecond to 200, but no longer than the limit. */
void pause_before_attempt(const void *who, int attempt, int64_t limit_us);
