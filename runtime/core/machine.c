#include "core/machine.h"

#include "core/error.h"

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

enum pawl_status event_check(const struct pawl_machine *machine, int event, struct pawl_error *err) {
    if (event < 1 || event > machine->event_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no event number %d", machine->name, event);
    return PAWL_OK;
}

/* ---- moves that have hooks ---------------------------------------------------------------------- */

/* The place of the first one of (event, from) or a later one. */
static const struct pawl_move *lower_bound(const struct pawl_machine *machine, int event, int from) {
    size_t low = 0, high = machine->move_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct pawl_move *move = &machine->moves[middle];
        if (move->event < event || (move->event == event && move->from < from))
            low = middle + 1;
        else
            high = middle;
    }
    return machine->moves + low;
}

struct moves moves_of_event(const struct pawl_machine *machine, int event) {
    if (machine->move_count == 0)
        return (struct moves){NULL, NULL};
    return (struct moves){lower_bound(machine, event, 0), lower_bound(machine, event + 1, 0)};
}

struct moves moves_from(const struct pawl_machine *machine, int event, int from) {
    if (machine->move_count == 0 || from < 0)
        return (struct moves){NULL, NULL};
    return (struct moves){lower_bound(machine, event, from), lower_bound(machine, event, from + 1)};
}
