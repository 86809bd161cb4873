/* Graphviz's DOT, for files and for pages. */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "emit/diagram/diagram.h"
#include "model/model.h"

#define COLOUR(name, light, dark) static const char colour_##name[] __attribute__((unused)) = light;
#include "emit/diagram/colours.def"

enum dot_mark { DOT_SAME, DOT_ADDED, DOT_REMOVED, DOT_CHANGED };

/* What a drawing may differ in. */
struct dot_layout {
    double between_ranks, between_boxes; /* inches */
    size_t port_width;                   /* points; 0: no ports */
    size_t box_margin;                   /* points between a composite's border and what is in it */
    size_t box_gap;                      /* points around its border where no line runs */
    bool newrank;                        /* dot's other way of placing states */
    bool are_tails_apart;                /* arrows of a composite leave its border at different heights */
    bool is_reversed;                    /* the last arrow is written first, from which dot begins */
    size_t first;       /* the number of the arrow that is written first, modulo their count */
    size_t shuffle;     /* 0, or arrows are written, and those of composites begin, by chance */
    size_t longer;      /* 0, or some lines are longer by chance */
    size_t arrow_width; /* characters of an arrow's words in one line; 0: as dot_fit has them */
    double (*place)[2]; /* for each arrow's lines, their order at boxes; or NULL */
};

extern const struct dot_layout dot_usual;

struct dot_style {
    bool bare;  /* a page says around the picture what its title, tooltips and legend do */
    bool slots; /* "<!--NAME-->" where somebody may add a line below the title (the machine's or flow's name)
                   or below what a state or step says ("MACHINE.STATE", "FLOW.PATH") */
    bool newrank; /* whatever is neater: dot's other way of placing states, which never fails */
    const struct dot_layout *layout; /* NULL: the usual one */
    struct signs *signs;             /* notes what is drawn; NULL: nobody asks */
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

/* Whether its ranks lie beside each other. */
bool dot_is_across(const struct dot_picture *picture);

void dot_graph(struct text *out, struct arena *arena, const struct dot_picture *picture,
               const struct dot_style *style);
