#include "core/driver.h"

#include <string.h>

static int look_up(const struct pawl_machine *machine, int state, int event) {
    if (!machine || state < 0 || state > machine->state_count || event < 1 || event > machine->event_count)
        return 0;
    return machine->next[(size_t)event * (machine->state_count + 1u) + (size_t)state];
}

int pawl_next(const struct pawl_machine *machine, int state, int event) {
    int next = look_up(machine, state, event);
    return next == PAWL_NEXT_IGNORED || next == PAWL_NEXT_CHOSEN ? 0 : next;
}

bool leads_somewhere(const struct pawl_machine *machine, int state, int event) {
    int next = look_up(machine, state, event);
    return next != 0 && next != PAWL_NEXT_IGNORED;
}

bool pawl_ignores(const struct pawl_machine *machine, int state, int event) {
    return look_up(machine, state, event) == PAWL_NEXT_IGNORED;
}

int state_of_stored(const struct pawl_machine *machine, const char *stored) {
    if (!stored || !*stored)
        return 0;
    for (int state = 1; state <= machine->state_count; state++)
        if (strcmp(machine->states[state].stored, stored) == 0)
            return state;
    return PAWL_STATE_UNKNOWN;
}

int event_of_stored(const struct pawl_machine *machine, const char *stored) {
    if (!stored || !*stored)
        return 0;
    for (int event = 1; event <= machine->event_count; event++)
        if (strcmp(machine->events[event].stored, stored) == 0)
            return event;
    return -1;
}

int pawl_state_parse(const struct pawl_machine *machine, const char *text) {
    if (!machine || !text)
        return 0;
    int stored = state_of_stored(machine, text);
    if (stored >= 0)
        return stored;
    for (int state = 1; state <= machine->state_count; state++)
        if (strcmp(machine->states[state].name, text) == 0)
            return state;
    return 0;
}

int pawl_event_parse(const struct pawl_machine *machine, const char *text) {
    if (!machine || !text)
        return 0;
    int stored = event_of_stored(machine, text);
    if (stored >= 0)
        return stored;
    for (int event = 1; event <= machine->event_count; event++)
        if (strcmp(machine->events[event].name, text) == 0)
            return event;
    return 0;
}
