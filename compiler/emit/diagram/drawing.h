/* What dot has drawn, read from its SVG: how many places of it can be misread, as tests/page/picture.py
 * counts. */
#pragma once

#include "base/arena.h"

#include <stddef.h>

/* A machine's picture. Stores the middle of each arrow's words in x[], and in y[], downwards; NULL: nobody
 * asks. */
size_t drawing_faults(struct arena *arena, const char *svg, size_t arrow_count, double *x, double *y);
