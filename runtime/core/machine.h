/* What the tables of a machine say, without a database. Internal. */
#pragma once

#include "pawl.h"

/* Whether the event leads out of that state at all, if guards let it. */
bool leads_somewhere(const struct pawl_machine *machine, int state, int event);

/* The state or event of that stored text: 0 for none, -1 for one that this program does not know. */
int state_of_stored(const struct pawl_machine *machine, const char *stored);
int event_of_stored(const struct pawl_machine *machine, const char *stored);

/* MISUSE where the machine has no event of that number. */
enum pawl_status event_check(const struct pawl_machine *machine, int event, struct pawl_error *err);

struct machine_moves {
    const struct pawl_move *first, *end;
};

/* Those with hooks, as they are tried: of an event, and of an event from one state. */
struct machine_moves moves_of_event(const struct pawl_machine *machine, int event);
struct machine_moves moves_from(const struct pawl_machine *machine, int event, int from);
