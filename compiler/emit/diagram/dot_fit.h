/*
 * How a picture fits a sheet of paper, told before dot has drawn it: by the ranks that dot will give the
 * states, and by how much stands in each.
 */
#ifndef PAWL_EMIT_DIAGRAM_DOT_FIT_H
#define PAWL_EMIT_DIAGRAM_DOT_FIT_H

#include "emit/diagram/dot_label.h"
#include "emit/diagram/dot_order.h"

struct dot_fit {
    size_t arrow_width; /* in which the words on arrows are broken, so that they are as large as possible */
    double width;       /* of the picture, about, in points */
    double scale;       /* to fit a sheet; above 1 if it is smaller */
};

/* Of a picture of all these machines, which dot draws beside each other. */
struct dot_fit dot_fit(struct arena *arena, const struct dot_order *orders, size_t count,
                       const struct dot_style *style);

#endif
