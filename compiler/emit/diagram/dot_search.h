/* A picture in the layout in which the fewest places can be misread, of some that dot draws. */
#pragma once

#include "emit/diagram/dot.h"
#include "emit/diagram/graphviz.h"

/* What may still be spent on the pictures of one file. */
struct dot_budget {
    size_t layouts; /* of a small picture, for dot to draw */
    int64_t ms;     /* so that dot ends: so many layouts take less */
};
#define DOT_BUDGET ((struct dot_budget){.layouts = 640, .ms = 5000})

/*
 * Writes the graph to `dot`, and what dot draws to `svg`. Spends up to half of the budget, so that the next
 * pictures have some. If nothing can be drawn it returns false, with the problem, and `dot` is in the usual
 * layout.
 */
bool dot_search(struct arena *arena, const struct dot_picture *picture, const struct dot_style *style,
                enum graphviz_effort effort, struct dot_budget *budget, struct text *dot, struct text *svg,
                const char **problem);
