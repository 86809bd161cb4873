/* What draws a graph's parts; for dot*.c only. */
#pragma once

#include "emit/diagram/diagram.h"
#include "emit/diagram/dot.h"

#define DOT_NOTE_SIZE "12"

/* The text in lines of about `width` characters, as dot_wrap does it, small and in that colour. */
void dot_note(struct text *out, const char *text, const char *colour, size_t width, const char *br);

/* Opens the graph's title, a box without a frame, up to the end of its label. */
void dot_frame(struct text *out, const char *class, const char *name, const char *label,
               const struct dot_style *style);

/* The look of a box, as attributes. */
void dot_look(struct text *out, const struct sign_look *look);
/* A box that nobody sees around that of a composite, to keep lines away from its border; before the
 * composite, and behind it. */
void dot_begin_gap(struct text *out, const char *name, size_t box, const struct dot_style *style);
void dot_end_gap(struct text *out, const struct dot_style *style);

/* A flow in the graph that is open. */
void dot_flow(struct text *out, struct arena *arena, const struct model_flow *flow,
              const struct dot_style *style);

/*
 * What the signs mean that were noted: the label of the graph, at its foot. In as few rows as a picture of
 * that width, in points, has room for.
 */
void dot_legend(struct text *out, const struct signs *signs, bool is_flow, double width);
