/* What dot has drawn, read from its SVG: how many places of it can be misread, as tests/page/picture.py
 * counts. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* What a fault weighs; a crossing of two lines weighs 1. */
#define DRAWING_FAULT 1000
#define DRAWING_SMALL 50 /* faults: letters too small to be read */

/* Of an arrow, across or downwards: where its words are, and where the line to them begins and that from them
 * ends; but these are exchanged with those of lines that they cross. */
struct drawing_place {
    double words, end[2];
};

/* Returns the weight of the faults and crossings in a machine's picture, and where its arrows are. */
size_t drawing_faults(struct arena *arena, const char *svg, size_t arrow_count, bool is_downwards,
                      struct drawing_place *place);
