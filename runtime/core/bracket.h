/*
 * The bracket: all writes within it are kept, or all are undone. Internal.
 *
 * Outside a transaction, a bracket is a transaction of its own: begin, then commit or rollback. Within one,
 * the bracket joins it: a savepoint, then its release or the way back to it, and the owner of the transaction
 * commits later. Brackets nest. A begin, a savepoint and a release cost no round trip (exec_with_next).
 */
#pragma once

#include "core/handle.h"

struct bracket {
    struct pawl_db *db;
    bool joined;      /* a transaction was open before */
    bool is_open;     /* there is something to keep or to undo */
    bool may_be_done; /* a commit was sent. If its answer is lost, nobody knows whether it was done */
    enum next_statement within;
    struct after_mark mark; /* `then` calls that waited for the commit before */
};

/* One that is not open yet. */
struct bracket bracket_of(struct pawl_db *db);

enum bracket_kind {
    BRACKET_OF_MOVES,    /* libpawl's own statements come next; its transaction may write at once */
    BRACKET_OF_CALLBACK, /* code of the caller's comes next; its transaction waits for no writer */
};

/* A failure leaves the bracket closed: nothing was begun. */
enum pawl_status bracket_open(struct bracket *bracket, enum bracket_kind kind, struct pawl_error *err);

/*
 * Commits, or releases the savepoint. After a failure the bracket is still open: undo it. If may_be_done is
 * true then, judge_lost_answer finds whether it was committed.
 */
enum pawl_status bracket_keep(struct bracket *bracket, struct pawl_error *err);

/* To be called if a query has committed the bracket's own transaction. Set may_be_done before it is sent. */
void bracket_close(struct bracket *bracket);

/*
 * Rolls back, or goes back to the savepoint; `then` calls since bracket_open are forgotten. DB: the
 * transaction cannot go on. If the database had ended a transaction that was joined, all of it is undone.
 */
enum pawl_status bracket_undo(struct bracket *bracket, enum failure_since failure, struct pawl_error *err);

/*
 * Keeps the bracket if the status is OK, and else, or if that fails, undoes it. Returns the status of the
 * whole. Does nothing to a bracket that is not open.
 */
enum pawl_status bracket_end(struct bracket *bracket, enum pawl_status status, struct pawl_error *err);
