/* What keeps coming back is told once, and as long as it stays the same once a minute. */
#ifndef PAWLCTL_TROUBLE_H
#define PAWLCTL_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

struct trouble {
    char told[512]; /* last, also when it is over */
    int64_t told_at_us;
    bool is_told; /* and not yet over */
};

/* Whether it is to be told now, which is taken for done; then no progress line stands in the way. */
bool trouble_is_news(struct trouble *trouble, const char *text);

/* It is over. Whether it had been told, so that the end of it is news. */
bool trouble_ends(struct trouble *trouble);

#endif
