/*
 * How a picture fits a sheet of paper, told before dot has drawn it: by the ranks that dot will give the
 * states, and by how much stands in each.
 */
#pragma once

#include "emit/diagram/dot_label.h"
#include "emit/diagram/dot_order.h"

struct dot_fit {
    size_t arrow_width; /* in which the words on arrows are broken, so that they are as large as possible */
    double width;       /* of the picture, about, in points */
    double scale;       /* to fit a sheet; above 1 if it is smaller */
    bool is_enough;     /* the smallest letters have 8 points then, in spite of what was not foreseen */
};

/* In as many columns as fit a sheet best. */
struct dot_fit dot_fit(struct arena *arena, const struct diagram *diagram, const struct dot_style *style,
                       struct dot_order *order);
