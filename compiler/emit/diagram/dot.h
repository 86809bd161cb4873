/* Graphviz's DOT, for files and for pages. */
#ifndef PAWL_EMIT_DIAGRAM_DOT_H
#define PAWL_EMIT_DIAGRAM_DOT_H

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

#define COLOUR(name, light, dark) static const char colour_##name[] __attribute__((unused)) = light;
#include "emit/diagram/colours.def"

enum dot_mark { DOT_SAME, DOT_ADDED, DOT_REMOVED, DOT_CHANGED };

struct dot_style {
    bool bare;  /* a page says around the picture what its title, tooltips and legend do */
    bool slots; /* "<!--NAME-->" where somebody may add a line below the title (the machine's or flow's name)
                   or below what a state or step says ("MACHINE.STATE", "FLOW.PATH") */
    bool newrank; /* whatever is neater: dot's other way of placing states, which never fails */
    const enum dot_mark *state_mark; /* for each state; NULL: nothing is compared */
    const enum dot_mark *arrow_mark; /* for each of machine.arrows */
};

struct dot_subject { /* what is drawn into one graph, each in a box where there are several */
    const struct model_machine *machines;
    size_t machine_count;
    const struct model_flow *flows;
    size_t flow_count;
    size_t part; /* 0: all of it; else of the one machine: 1: with composites closed, i + 2: composite i */
};

/* In how many parts a machine that does not fit a sheet is drawn instead; 0: it fits, or has no composites.
 */
size_t dot_part_count(struct arena *arena, const struct model_machine *machine,
                      const struct dot_style *style);

/* A whole graph. */
void dot_graph(struct text *out, struct arena *arena, const char *name, const struct dot_subject *subject,
               const struct dot_style *style);

#endif
