/* The words on a diagram's arrows. */
#ifndef PAWL_DIAGRAM_LINE_H
#define PAWL_DIAGRAM_LINE_H

#include "diagram.h"
#include "text.h"

/* `otherwise`: another move of the same place and event is tried before. `except`: the states of the
 * composite that do not have the move; NULL where all have it. */
struct diagram_line diagram_line(struct arena *arena, const struct model_machine *machine,
                                 const struct model_arrow *arrow, bool otherwise, const char *except);

/* For a move that ends in the composite it leaves: with where it ends, instead of an arrow. */
struct diagram_line diagram_inner_line(struct arena *arena, const struct model_machine *machine,
                                       const struct model_arrow *arrow, bool otherwise, const char *except);

/* The text in the arena; the text is freed. */
const char *diagram_keep(struct arena *arena, struct text *text);

#endif
