/* What the signs of a diagram mean, of those that occur in it. */
#ifndef PAWL_DOT_LEGEND_H
#define PAWL_DOT_LEGEND_H

#include "diagram.h"
#include "text.h"

/* In as few rows as a picture of that width, in points, has room for. */
void dot_legend(struct text *out, const struct diagram *diagrams, size_t count, double width);

#endif
