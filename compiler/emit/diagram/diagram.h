/*
 * Lives here: pictures, worked out once whatever draws them. Not here: decisions about a machine.
 *
 * What a picture of a machine shows, whatever draws it: arrows that share both ends are one, with a line for
 * each move, but for those that happen by themselves, which are another, and what would not be worth an arrow
 * is told in words.
 */
#pragma once

#include "base/arena.h"
#include "emit/diagram/signs.h"
#include "model/model.h"

#define DIAGRAM_ELSEWHERE SIZE_MAX /* a state that another part shows */

enum diagram_source {
    DIAGRAM_NOTHING,   /* a creation */
    DIAGRAM_STATE,     /* index into machine.states */
    DIAGRAM_COMPOSITE, /* index into machine.composites: all in it have the move, but for what is noted */
    DIAGRAM_ANY,       /* index into diagram.anys */
};

struct diagram_end {
    enum diagram_source source;
    size_t index;
};

struct diagram_line { /* one move */
    const struct model_arrow *arrow;
    const char *when;       /* after 3 days; NULL unless it is fired by itself only, or nearly so */
    const char *title;      /* Send to the bank */
    const char *note;       /* [has funds] / notify bank; NULL where there is nothing to say */
    const char *brief;      /* the note without times, and without the states of a composite that differ */
    const char *conditions; /* these alone, of the note; or NULL */
    uint64_t signs;         /* in the note, a SIGN_BIT for each */
    bool is_partial;        /* of a composite's: some of its states have another move, or none */
    bool by_itself;         /* a clock fires it, or work that has failed too often */
    const char *from;       /* in a part: the labels of the states in another part that it leaves; or NULL */
    const char *to; /* likewise, the label of the one that it enters, also one of several in a closed box */
};

struct diagram_arrow {
    struct diagram_end from;
    size_t to; /* index into machine.states; MODEL_NOTHING where it stays in any of a composite's */
    size_t line_count;
    const struct diagram_line *lines;
    bool by_itself; /* as are all of its lines */
    bool is_main;   /* on the shortest way to a goal */
    size_t leaves;  /* if that way begins at a state in a composite, or at any: that state of the machine, or
                       MODEL_NOTHING */
    bool is_inner;  /* ends in the composite that it leaves */
};

struct diagram_any {    /* stands for almost all states that are not final */
    bool is_other;      /* not for the one that its arrows lead to */
    const char *except; /* the labels of the others; NULL where there are none */
};

struct diagram_state {
    bool waits;    /* a clock runs in it, its own or a composite's */
    bool on_main;  /* it lies on the shortest way to a goal */
    size_t level;  /* how many moves it is away from creation */
    size_t origin; /* its number in the machine; in a part, MODEL_NOTHING if it is none of that */
    /* in a part: */
    size_t closed; /* how many are in the composite or group that it is, 0, or DIAGRAM_ELSEWHERE */
    size_t clocks; /* of a closed one: in how many of its states a clock runs */
};

struct diagram {
    const struct model_machine *machine;
    size_t arrow_count; /* that are not inner ones, which follow, and after them those that stay */
    size_t inner_end;
    size_t stay_end;
    const struct diagram_arrow *arrows; /* in the order in which the first of their moves are declared */
    size_t any_count;
    const struct diagram_any *anys;
    const struct diagram_state *states; /* of the machine's */
    bool is_part;
    size_t group_begin; /* the first of machine.composites that is a group of states in no composite */
    const char *goals;  /* the labels of those that can be reached; NULL if none is chosen */
};

/* Whether it is that composite or lies in it. */
bool diagram_lies_in(const struct model_composite *inner, const struct model_composite *outer);

/* How many composites lie around what lies in that one; 0 for NULL. */
size_t diagram_depth(const struct model_composite *composite);

/* From a state in one composite to a state in another: closes boxes from inside, opens them from outside. */
typedef void diagram_box_fn(void *context, const struct model_composite *composite);
void diagram_boxes_between(const struct model_composite *from, const struct model_composite *to,
                           diagram_box_fn *close, diagram_box_fn *open, void *context);

/*
 * The labels of the states in that set, all of which are in `within` if that is not NULL. If all states of
 * one of the first composites are in the set, it is named instead, though a final state may be missing. NULL:
 * there is none, or more than DIAGRAM_LISTED_MAX would be named.
 */
#define DIAGRAM_LISTED_MAX 4
const char *diagram_list(struct arena *arena, const struct model_machine *machine, size_t composite_count,
                         const bool *set, const struct model_composite *within);

/* Whether a state's name says anything else than its label, below which it then stands. */
bool diagram_shows_name(const struct model_state *state);

/* In a part: whether the state stands for those of other parts, or for all that are in it. */
static inline bool diagram_is_elsewhere(const struct diagram *diagram, size_t state) {
    return diagram->states[state].closed == DIAGRAM_ELSEWHERE;
}

/* How many states do not stand for those of other parts. */
size_t diagram_inside(const struct diagram *diagram);

static inline bool diagram_is_closed(const struct diagram *diagram, size_t state) {
    return diagram->states[state].closed > 0 && !diagram_is_elsewhere(diagram, state);
}

enum diagram_detail {
    DIAGRAM_ALL,
    DIAGRAM_SHORT,
    DIAGRAM_PLAIN, /* short, and no actions of events to and from other pictures */
    DIAGRAM_BARE,  /* nor their conditions */
};

void diagram_init(struct diagram *diagram, struct arena *arena, const struct model_machine *machine);

/* Of a large machine, with composites closed: all of it for NULL, or that composite and what it leads to; if
 * `detail` is less than all, not what leaves closed boxes for other pictures, since the box's own picture has
 * it, nor which state in a box each event leads to. */
void diagram_part(struct diagram *part, struct arena *arena, const struct diagram *whole,
                  const struct model_composite *open, enum diagram_detail detail);

/*
 * Adds composites, each for a group of states that `part` shows, which is `grouped` with
 * that composite open, or all of it (MODEL_NOTHING). Returns whether there are any.
 */
bool diagram_group(struct diagram *grouped, struct arena *arena, const struct diagram *part, size_t open);
