#include "trouble.h"

#include "pawl_admin.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>

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
