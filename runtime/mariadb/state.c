#include "mariadb/state.h"

#include "core/states.h"

#include <assert.h>

static const unsigned links_after[LINK_COUNT] = {
    [LINK_BROKEN] = TO(LINK_IDLE), /* another connection was made */
    [LINK_IDLE] = TO(LINK_USED) | TO(LINK_BROKEN),
    [LINK_USED] = TO(LINK_IDLE) | TO(LINK_UNDECIDED) | TO(LINK_BROKEN) | TO(LINK_BROKEN_UNDECIDED),
    [LINK_UNDECIDED] = TO(LINK_IDLE) | TO(LINK_USED) | TO(LINK_BROKEN) | TO(LINK_BROKEN_UNDECIDED),
    [LINK_BROKEN_UNDECIDED] = TO(LINK_BROKEN),
};

/* Nothing but a begin leads to WAITS, and nothing but a begin that was sent, or the caller's own SQL, to
 * OPEN. */
static const unsigned transactions_after[TRANSACTION_COUNT] = {
    [TRANSACTION_NONE] = TO(TRANSACTION_WAITS) | TO(TRANSACTION_OPEN) | TO(TRANSACTION_ENDED),
    [TRANSACTION_WAITS] =
        TO(TRANSACTION_NONE) | TO(TRANSACTION_OPEN) | TO(TRANSACTION_UNDONE) | TO(TRANSACTION_LOST),
    [TRANSACTION_OPEN] =
        TO(TRANSACTION_NONE) | TO(TRANSACTION_FAILED) | TO(TRANSACTION_UNDONE) | TO(TRANSACTION_LOST),
    /* open again: it went back to a savepoint before the failure, or the failure had undone its statement
       alone */
    [TRANSACTION_FAILED] =
        TO(TRANSACTION_NONE) | TO(TRANSACTION_OPEN) | TO(TRANSACTION_UNDONE) | TO(TRANSACTION_LOST),
    [TRANSACTION_UNDONE] = TO(TRANSACTION_NONE) | TO(TRANSACTION_LOST),
    [TRANSACTION_ENDED] = TO(TRANSACTION_NONE) | TO(TRANSACTION_WAITS) | TO(TRANSACTION_OPEN),
    /* waits again: it was lost with its first statements, which are sent again on another connection */
    [TRANSACTION_LOST] = TO(TRANSACTION_NONE) | TO(TRANSACTION_WAITS),
};

static bool has_begun(enum transaction_state transaction) {
    return transaction == TRANSACTION_OPEN || transaction == TRANSACTION_FAILED ||
           transaction == TRANSACTION_UNDONE;
}

/* A connection that replaces a broken one goes on with no transaction of that. */
static bool takes_over(const struct state *state, const struct state *next) {
    return state_is_broken(state) && !state_is_broken(next) &&
           (has_begun(next->transaction) || next->transaction == TRANSACTION_LOST);
}

static bool change(struct state *state, struct state next) {
    const bool is_legal = !takes_over(state, &next) &&
                          (next.link == state->link || may_follow(links_after, state->link, next.link)) &&
                          (next.transaction == state->transaction ||
                           may_follow(transactions_after, state->transaction, next.transaction));
    assert(is_legal);
    *state = is_legal ? next : (struct state){LINK_BROKEN_UNDECIDED, TRANSACTION_LOST};
    return is_legal;
}

bool state_set_link(struct state *state, enum link link) {
    return change(state, (struct state){link, state->transaction});
}

bool state_set_transaction(struct state *state, enum transaction_state transaction) {
    return change(state, (struct state){state->link, transaction});
}

static enum transaction_state without_connection(enum transaction_state transaction) {
    return has_begun(transaction) ? TRANSACTION_LOST : transaction;
}

void state_breaks(struct state *state) {
    const bool is_decided = state->link == LINK_IDLE || state->link == LINK_BROKEN;
    change(state, (struct state){is_decided ? LINK_BROKEN : LINK_BROKEN_UNDECIDED,
                                 without_connection(state->transaction)});
}

void state_breaks_decided(struct state *state) {
    change(state, (struct state){LINK_BROKEN, without_connection(state->transaction)});
}

void state_forgets_sent(struct state *state) {
    state_set_link(state, state_is_broken(state) ? LINK_BROKEN : LINK_IDLE);
}

void state_is_in_doubt(struct state *state) {
    if (state->link == LINK_USED)
        state_set_link(state, LINK_UNDECIDED);
}
