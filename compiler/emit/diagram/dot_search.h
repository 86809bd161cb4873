/* A picture in the layout in which the fewest places can be misread, of some that dot draws. */
#pragma once

#include "emit/diagram/dot.h"
#include "emit/diagram/graphviz.h"

/*
 * Writes the graph to `dot`, and what dot draws to `svg`. Spends about half of *left_ms, so that the next
 * pictures have time. If nothing can be drawn it returns false, with the problem, and `dot` is in the usual
 * layout.
 */
bool dot_search(struct arena *arena, const struct dot_picture *picture, const struct dot_style *style,
                enum graphviz_effort effort, int64_t *left_ms, struct text *dot, struct text *svg,
                const char **problem);
