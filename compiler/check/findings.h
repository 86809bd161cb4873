/*
 * What a machine without errors was hardly meant to be, as far as the flattened graph decides it: moves that
 * never happen, states that nothing or nothing certain leaves, timers that never come due.
 */
#pragma once

#include "base/diagnostic.h"
#include "model/graph.h"

enum finding_part { FINDING_STATE, FINDING_COMPOSITE, FINDING_ARROW };

struct finding {
    enum diagnostic_code code;
    enum finding_part part; /* where it is reported */
    size_t index;           /* into the model's array of that part */
    const char *message;
    const char *help;
    struct finding *next;
};

struct findings {
    struct arena *arena;
    struct finding *first;
    struct finding **end;
};

void findings_init(struct findings *findings, struct arena *arena);
/* The words are those of the message. */
void findings_add(struct findings *findings, enum message_number message, enum finding_part part,
                  size_t index, const char *const *words);

/* All of the below. */
void findings_of_machine(struct findings *findings, const struct graph *graph);

void findings_of_guards(struct findings *findings, const struct graph *graph);
void findings_of_timers(struct findings *findings, const struct graph *graph);
