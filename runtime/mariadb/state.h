/*
 * Lives here: the state of a connection of MariaDB's driver, and its transaction's. Not here: what is sent.
 *
 * A state changes by these functions alone, and only as their tables say; connection.fsm draws them. Any
 * other change stops a build with assertions. Without them the connection is given up and its transaction
 * counts as lost: each call returns an error until the caller rolls back, and no commit succeeds.
 */
#pragma once

#include <stdbool.h>

/* What is known of a connection, and of what was sent on it since the operation began. */
enum link {
    LINK_BROKEN,           /* or not made yet; whatever was sent has an answer, or was not done */
    LINK_IDLE,             /* nothing was sent */
    LINK_USED,             /* something was sent: if the connection breaks now, nobody knows its fate */
    LINK_UNDECIDED,        /* the connection lives, and the fate of what was sent is not known */
    LINK_BROKEN_UNDECIDED, /* likewise, and the connection has broken */
    LINK_COUNT
};

enum transaction_state {
    TRANSACTION_NONE,
    TRANSACTION_WAITS,  /* its begin goes along with the next statement: the server knows nothing of it */
    TRANSACTION_OPEN,   /* libpawl's or the caller's */
    TRANSACTION_FAILED, /* a statement in it has failed: on other databases it could not be committed either
                         */
    TRANSACTION_UNDONE, /* the server has ended it, or not begun it: only a rollback is let through */
    TRANSACTION_ENDED,  /* by the caller's SQL, though pawl_begin had begun it */
    TRANSACTION_LOST,   /* the connection broke inside it: only a rollback is let through */
    TRANSACTION_COUNT
};

struct state {
    enum link link;
    enum transaction_state transaction;
};

static inline bool state_is_broken(const struct state *state) {
    return state->link == LINK_BROKEN || state->link == LINK_BROKEN_UNDECIDED;
}

static inline bool state_is_undecided(const struct state *state) {
    return state->link == LINK_UNDECIDED || state->link == LINK_BROKEN_UNDECIDED;
}

/* False: that change is none. To stay is none, and always legal. */
bool state_set_link(struct state *state, enum link link);
bool state_set_transaction(struct state *state, enum transaction_state transaction);

/* The connection is of no use any more, and takes its transaction with it, unless that has not begun. */
void state_breaks(struct state *state);
/* Likewise, and of what was sent nothing was done, or nothing can be done any more. */
void state_breaks_decided(struct state *state);
/* An operation begins: what was sent before is of no interest. */
void state_forgets_sent(struct state *state);
/* The answer to what was sent last did not come, or could not be read. */
void state_is_in_doubt(struct state *state);
