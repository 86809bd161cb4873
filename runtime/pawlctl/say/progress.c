#include "progress.h"
#include "pawl_admin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
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

/* ---- trouble ------------------------------------------------------------------------------------ */

enum { AGAIN_US = 60000000 };

bool trouble_is_news(struct trouble *trouble, const char *text) {
    const int64_t now = monotonic_us();
    if (strncmp(trouble->told, text, sizeof trouble->told - 1) == 0 && now - trouble->told_at_us < AGAIN_US)
        return false;
    snprintf(trouble->told, sizeof trouble->told, "%s", text);
    trouble->told_at_us = now;
    trouble->is_told = true;
    progress_clear();
    return true;
}

bool trouble_ends(struct trouble *trouble) {
    const bool was_told = trouble->is_told;
    trouble->is_told = false;
    if (was_told)
        progress_clear();
    return was_told;
}
