/*
 * The states of a connection, and the legal changes; connection.fsm draws them. Not here: whether it is
 * broken, and its transaction. libpq knows these, and a caller that shares the connection changes them.
 */
#pragma once

#include <stdbool.h>

/* Since the operation began. */
enum sent {
    SENT_NOTHING,
    SENT_SOMETHING, /* if the connection breaks now, nobody knows its fate */
    SENT_UNDECIDED, /* nobody does, though the connection lives: the answer could not be read, or a node of
                       Citus broke off */
};

/* Which notifications reach a worker that sleeps. */
enum hears {
    HEARS_NOTHING, /* the connection does not LISTEN */
    HEARS_SOME,    /* a transaction that has not seen that the worker sleeps may be open, and sends none */
    HEARS_ALL,
};

/* False: that change is illegal, and not made. It stops a build with assertions. */
bool sent_becomes(enum sent *sent, enum sent next);
bool hears_becomes(enum hears *hears, enum hears next);
