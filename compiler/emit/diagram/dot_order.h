/* Which end of an arrow stands above the other in the picture. */
#ifndef PAWL_EMIT_DIAGRAM_DOT_ORDER_H
#define PAWL_EMIT_DIAGRAM_DOT_ORDER_H

#include "emit/diagram/diagram.h"

struct dot_order {
    const struct diagram *diagram;
    const size_t *first;  /* for each composite: the state of it that is nearest to creation */
    const size_t *anchor; /* for each composite: the state of it where the arrows out of its box begin */
};

void dot_order_init(struct dot_order *order, struct arena *arena, const struct diagram *diagram);

/* The state whose rank decides about that of the arrow's head; MODEL_NOTHING where there is none. */
size_t dot_tail(const struct dot_order *order, const struct diagram_arrow *arrow);

/*
 * Arrows that go back are written from head to tail: so all of them lead downwards, between states and
 * between boxes, no cycle is left for dot to break where it makes the picture long, and nothing has to be put
 * beside each other.
 */
bool dot_goes_back(const struct dot_order *order, size_t from, size_t to);

#endif
