/* A line that tells a person how far long work has come; nothing where standard error is no terminal. */
#ifndef PAWLCTL_PROGRESS_H
#define PAWLCTL_PROGRESS_H

#include <stdint.h>

/* "payment: 120,000 moves read", at most five times a second. */
void progress(const char *machine, int64_t count, const char *what);
/* Takes the line away, before something is printed. */
void progress_clear(void);

#endif
