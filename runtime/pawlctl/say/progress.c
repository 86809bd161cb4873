#include "progress.h"
#include "pawl_admin.h"
#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static int64_t shown_at_us; /* 0: no line is there */

void progress(const char *machine, int64_t count, const char *what) {
    int64_t now = monotonic_us();
    if (!isatty(STDERR_FILENO) || now - shown_at_us < 200000)
        return;
    shown_at_us = now;
    fprintf(stderr, "\r%s: %" PRId64 " %s\033[K", machine, count, what);
    fflush(stderr);
}

void progress_clear(void) {
    if (shown_at_us != 0)
        fprintf(stderr, "\r\033[K");
    shown_at_us = 0;
}
