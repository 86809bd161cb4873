/* States that are in an enum, and the table of those that may follow each. The room's .fsm file draws the
 * same states, and a test compares both (CHECK_DRAWN in tests/support/drawn.h): change both. */
#pragma once

#include <assert.h>
#include <stdbool.h>

#define TO(state) (1U << (state))

static inline bool may_follow(const unsigned after[], unsigned state, unsigned next) {
    return (after[state] & TO(next)) != 0;
}

/* To stay changes nothing, and is legal. Any other illegal change stops a build with assertions. */
static inline bool is_legal_change(const unsigned after[], unsigned state, unsigned next) {
    const bool is_legal = state == next || may_follow(after, state, next);
    assert(is_legal);
    return is_legal;
}
