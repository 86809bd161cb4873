/* The story: orders come in, workers run them, one of those dies, a reviewer decides. */
#ifndef STORY_H
#define STORY_H

#include "cloud.h"

#include <stdint.h>

/* Each returns the exit status. */
int tell_story(const char *program, const char *where, const struct cloud *cloud);
/* One of the shop's orders, by its number. */
int place_order(const char *where, int64_t id);
/* One worker, until nothing is left that it could do. */
int work(const char *where, const struct cloud *cloud, const char *name);

#endif
