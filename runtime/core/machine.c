#include "core/machine.h"

#include "core/error.h"

#include <stddef.h>
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

/* The number of the state or event that has that text as a member of its row, from 1 on; -1: none. */
static int number_of_name(const void *rows, size_t row_size, size_t member, int count, const char *text) {
    for (int number = 1; number <= count; number++) {
        const char *own;
        memcpy(&own, (const char *)rows + (size_t)number * row_size + member, sizeof own);
        if (strcmp(own, text) == 0)
            return number;
    }
    return -1;
}

#define STATE_OF(machine, member, text)                                                                      \
    number_of_name((machine)->states, sizeof *(machine)->states, offsetof(struct pawl_state, member),        \
                   (machine)->state_count, text)
#define EVENT_OF(machine, member, text)                                                                      \
    number_of_name((machine)->events, sizeof *(machine)->events, offsetof(struct pawl_event, member),        \
                   (machine)->event_count, text)

int state_of_stored(const struct pawl_machine *machine, const char *stored) {
    return stored && *stored ? STATE_OF(machine, stored, stored) : 0;
}

int event_of_stored(const struct pawl_machine *machine, const char *stored) {
    return stored && *stored ? EVENT_OF(machine, stored, stored) : 0;
}

int pawl_state_parse(const struct pawl_machine *machine, const char *text) {
    int state = machine && text ? state_of_stored(machine, text) : 0;
    if (state < 0)
        state = STATE_OF(machine, name, text);
    return state < 0 ? 0 : state;
}

int pawl_event_parse(const struct pawl_machine *machine, const char *text) {
    int event = machine && text ? event_of_stored(machine, text) : 0;
    if (event < 0)
        event = EVENT_OF(machine, name, text);
    return event < 0 ? 0 : event;
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

struct machine_moves moves_of_event(const struct pawl_machine *machine, int event) {
    if (machine->move_count == 0)
        return (struct machine_moves){NULL, NULL};
    return (struct machine_moves){lower_bound(machine, event, 0), lower_bound(machine, event + 1, 0)};
}

struct machine_moves moves_from(const struct pawl_machine *machine, int event, int from) {
    if (machine->move_count == 0 || from < 0)
        return (struct machine_moves){NULL, NULL};
    return (struct machine_moves){lower_bound(machine, event, from), lower_bound(machine, event, from + 1)};
}
