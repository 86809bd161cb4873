/* Which end of an arrow stands above the other in the picture. */
#pragma once

#include "emit/diagram/diagram.h"

/* Where lines end at a state's box: above (across: on its left) or below, and there in or out. */
enum dot_side { DOT_IN_ABOVE, DOT_OUT_BELOW, DOT_IN_BELOW, DOT_OUT_ABOVE, DOT_SIDES };

struct dot_order {
    const struct diagram *diagram;
    size_t height;           /* levels of a column, without those in composites */
    const size_t *first;     /* for each composite: the state of it that is nearest to creation */
    const bool *is_top;      /* for each state: no arrow leads down to it from another in its composite */
    bool (*ends)[DOT_SIDES]; /* for each state: whether any line ends there */
};

/* Downwards in so many columns: where one ends, arrows lead up to the next. */
void dot_order_init(struct dot_order *order, struct arena *arena, const struct diagram *diagram,
                    size_t columns);

/* The state whose rank decides about that of the arrow's head; MODEL_NOTHING where there is none. */
size_t dot_tail(const struct dot_order *order, const struct diagram_arrow *arrow);

/*
 * Arrows that go back are written from head to tail: so all of them lead downwards, between states and
 * between boxes, no cycle is left for dot to break where it makes the picture long, and nothing has to be put
 * beside each other.
 */
bool dot_goes_back(const struct dot_order *order, const struct diagram_arrow *arrow);

/* An arrow's lines: to and from the box with its words, and to it from the state that the main way leaves. */
enum dot_line { DOT_LINE_TO, DOT_LINE_FROM, DOT_LINE_MAIN };
enum dot_side dot_side(const struct dot_order *order, const struct diagram_arrow *arrow, enum dot_line line);
