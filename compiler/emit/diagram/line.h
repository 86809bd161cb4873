/* The words on a diagram's arrows. */
#pragma once

#include "base/text.h"
#include "emit/diagram/diagram.h"

struct diagram_move {
    const struct model_arrow *arrow;
    size_t to; /* a state; MODEL_NOTHING where it ends where it begins, in any of a composite's */
    size_t
        branch; /* of several for the same place and event, in the order of trial from 1; 0: the only one */
    bool by_itself;       /* as diagram_line's */
    bool keeps_clocks;    /* one that stays where a clock runs */
    const char *failures; /* "3 failures", after which a work fires it; NULL if no work does */
    const char *
        except; /* of a composite's: not in Paid, differently in Open; NULL if it is the same in all states */
};

struct diagram_line diagram_line(struct arena *arena, const struct model_machine *machine,
                                 const struct diagram_move *move);

/* 3 failures */
void diagram_failures(struct text *out, int64_t count);

/* a worker runs pay out, at most 5 times */
void diagram_work(struct text *out, const struct model_work *work);

/* on entering runs "Tell the bank", log it; nothing if none runs */
void diagram_hooks(struct text *out, const char *when, const struct model_hooks *run);

/* The text in the arena; the text is freed. */
const char *diagram_keep(struct arena *arena, struct text *text);
