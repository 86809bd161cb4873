/* What a person is told of long work: how far it has come, and what keeps it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A line, where standard error is a terminal: "payment: 120,000 moves read", at most five times a second. */
void progress(const char *machine, int64_t count, const char *what);
/* Takes the line away, before something is printed. */
void progress_clear(void);

/* What keeps coming back is told once, and as long as it stays the same once a minute. */
struct trouble {
    char told[512]; /* last, also when it is over */
    int64_t told_at_us;
    bool is_told; /* and not yet over */
};

/* Whether it is to be told now, which is taken for done; then no progress line stands in the way. */
bool trouble_is_news(struct trouble *trouble, const char *text);

/* It is over. Whether it had been told, so that the end of it is news. */
bool trouble_ends(struct trouble *trouble);
