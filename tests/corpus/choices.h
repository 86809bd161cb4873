/* Where an event may lead when guards choose, told from the tables of a compiled machine alone. */
#ifndef CORPUS_CHOICES_H
#define CORPUS_CHOICES_H

#include <pawl.h>

struct way {
    int to;                       /* 0: nowhere, or refused */
    const struct pawl_move *move; /* where the machine lists it */
    bool is_refused;
    bool depends_on_sql; /* what guards in SQL say decides; the rest says nothing then */
};

/* The way from a state (0: nothing) when every guard in C answers alike. */
struct way way_of(const struct pawl_machine *machine, int state, int event, bool guards_pass);

/* Whether some way from there leads to that state; 0 where none does, or guards may refuse. */
bool may_lead(const struct pawl_machine *machine, int state, int event, int to);
/* Whether the event is possible there, whatever guards say then. */
bool is_possible(const struct pawl_machine *machine, int state, int event);

bool has_effect_in_c(const struct pawl_machine *machine, const struct pawl_move *move);

/* Whether a guard in C is called for the event. */
bool asks_c(const struct pawl_machine *machine, int state, int event);

/* Hooks for pawl_set_hooks that return these, until it is called again; NULL where the machine has none. */
const void *hooks_that_answer(const struct pawl_machine *machine, enum pawl_status guards,
                              enum pawl_status effects);

#endif
