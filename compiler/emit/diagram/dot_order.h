/* Which end of an arrow stands above the other in the picture. */
#pragma once

#include "emit/diagram/diagram.h"

/* An arrow's lines: to the box with its words, and from it. */
enum dot_line { DOT_LINE_TO, DOT_LINE_FROM, DOT_LINES };

#define DOT_NO_PORT SIZE_MAX

struct dot_order {
    const struct diagram *diagram;
    size_t height;       /* levels of a column, without those in composites */
    const size_t *first; /* for each composite: the state of it that is nearest to creation */
    const bool *is_top;  /* for each state: no arrow leads down to it from another in its composite */
    size_t (*ports)[2];  /* for each state, and then each of diagram.anys: how many above, and below; across
                            on its left, and on its right */
    size_t (*port)[DOT_LINES]; /* for each arrow: which of them its lines end at; or DOT_NO_PORT */
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

/* Whether the line leads downwards from its end that is no event. */
bool dot_leads_down(const struct dot_order *order, const struct diagram_arrow *arrow, enum dot_line line);

/*
 * Gives each line a port of its own where several end at one side of a box, in the order of `place`; or NULL:
 * then lines that enter come last. `beside` needs none.
 */
void dot_order_ports(struct dot_order *order, struct arena *arena, const struct diagram_arrow *beside,
                     double (*place)[DOT_LINES]);

/* A number that depends on nothing else, so that a picture is the same each time. */
uint32_t dot_mix(size_t one, size_t other);
