/* Graphviz's dot as a child process: the only program that the compiler runs. */
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The problem where there is no dot: a place that is compared with. */
extern const char graphviz_missing[];

/* The problem where dot took too long: likewise. */
extern const char graphviz_slow[];

/*
 * The SVG of a graph in DOT, as dot writes it; is_rough: placed in a fraction of the time, with longer
 * arrows. dot is killed when it has spent *left_ms of processor time, or the greater part of them if it is
 * not rough, or three times as long in all; what it spent is subtracted. Fails with one line in *problem.
 */
bool graphviz_svg(struct arena *arena, const struct text *dot, bool is_rough, int64_t *left_ms,
                  struct text *svg, const char **problem);
