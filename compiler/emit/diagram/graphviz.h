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

enum graphviz_effort {
    GRAPHVIZ_FULL,  /* as "dot -Tsvg" draws */
    GRAPHVIZ_USUAL, /* large graphs in less time */
    GRAPHVIZ_ROUGH, /* in a fraction of the time, with longer arrows */
};

/*
 * The SVG of a graph in DOT, as dot writes it. dot is killed when it has spent *left_ms of processor time, or
 * the greater part of them if the effort is not rough, or was idle for three times as long; what it spent is
 * subtracted. Fails with one line in *problem.
 */
bool graphviz_svg(struct arena *arena, const struct text *dot, enum graphviz_effort effort, int64_t *left_ms,
                  struct text *svg, const char **problem);
