/* Graphviz's DOT, for files and for pages. */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "emit/diagram/diagram.h"
#include "model/model.h"

#define COLOUR(name, light, dark) static const char colour_##name[] __attribute__((unused)) = light;
#include "emit/diagram/colours.def"

enum dot_mark { DOT_SAME, DOT_ADDED, DOT_REMOVED, DOT_CHANGED };

struct dot_style {
    bool bare;  /* a page says around the picture what its title, tooltips and legend do */
    bool slots; /* "<!--NAME-->" where somebody may add a line below the title (the machine's or flow's name)
                   or below what a state or step says ("MACHINE.STATE", "FLOW.PATH") */
    bool newrank;        /* whatever is neater: dot's other way of placing states, which never fails */
    struct signs *signs; /* notes what is drawn; NULL: nobody asks */
    const enum dot_mark *state_mark; /* for each state; NULL: nothing is compared */
    const enum dot_mark *arrow_mark; /* for each of machine.arrows */
};

struct dot_picture { /* one graph */
    const char *name;
    const char *label; /* which part of the machine it shows; NULL: all of it */
    const struct diagram *diagram;
    const struct model_flow *flow; /* if diagram is NULL */
};

/* All of the machine in one graph, or of the flow if there is no machine. */
struct dot_picture dot_whole(struct arena *arena, const struct model_machine *machine,
                             const struct model_flow *flow);

/* Returns how many pictures show the machine: one if it fits a sheet, or an overview and its parts. */
size_t dot_pictures(struct arena *arena, const struct model_machine *machine, const struct dot_style *style,
                    const struct dot_picture **pictures);

void dot_graph(struct text *out, struct arena *arena, const struct dot_picture *picture,
               const struct dot_style *style);
