/*
 * Attempts: in a transaction or under a savepoint, again where the database asks for it, and what becomes of
 * an answer that was lost. Internal.
 */
#ifndef PAWL_CORE_TRANSACT_H
#define PAWL_CORE_TRANSACT_H

#include "core/handle.h"

/*
 * To be called for a failure that has waited for others as long as it may (waits.are_over). CONFLICT, with
 * what err says of them.
 */
enum pawl_status give_up_waiting(struct pawl_error *err);

/* What is done in a transaction, or is one, and may be done again from its start. */
typedef pawl_transact_fn attempt_fn;

/* Calls attempt until it answers something that the database does not want repeated, or CONFLICT. */
enum pawl_status retry(struct pawl_db *db, attempt_fn *attempt, void *context, struct pawl_error *err);

/*
 * Takes steps in a transaction of their own, or under a savepoint of
 * the caller's, once the right to write is theirs, so that all is written or nothing.
 */
enum pawl_status all_or_nothing(struct pawl_db *db, attempt_fn *steps, void *context, struct pawl_error *err);

/*
 * A call to the outside has a result that the database could not take. True, after a pause: save it again.
 * False: until_us is over, the program is to stop and has tried for about a second, or an adopted connection
 * broke.
 */
bool saves_result_again(const struct pawl_db *db, int attempt, int64_t until_us, bool is_stopping);

/* What is sent to a database that may break the connection before it has answered. */
struct sending {
    bool has_request_id; /* what became of it can be asked, by sending the same again */
    bool is_of_claim;    /* it is done once at most, since the claim that it is done under ends with it */
    int attempts;
    bool answer_was_lost; /* of an earlier attempt */
};

/* Before an attempt: DB where the connection is gone and there is no other. */
enum pawl_status sending_begin(struct pawl_db *db, struct sending *sending, struct pawl_error *err);

/*
 * The answer of an attempt outside a transaction: UNKNOWN where it was lost, and whether to try again. Also
 * where an earlier one was lost, and may still be done whatever this one is told. may_be_done: what was sent
 * without an answer may have been committed.
 */
enum pawl_status sending_judge(const struct pawl_db *db, struct sending *sending, enum pawl_status status,
                               bool may_be_done, struct pawl_error *err);

/* Whether that answer stays so: neither was one lost before, nor can what was sent then still be done. */
bool sending_is_final(const struct pawl_db *db, const struct sending *sending, enum pawl_status status);
/* UNKNOWN, where it does not. */
enum pawl_status sending_leaves_open(enum pawl_status status, struct pawl_error *err);

/*
 * Makes moves in a transaction of their own, or under a savepoint of the caller's, so that all are made or
 * none. In a transaction of its own it is an attempt, for retry.
 */
enum end_of_moves {
    MOVES_ARE_COMMITTED, /* when all are made */
    MOVES_COMMIT,        /* themselves, where the transaction is their own */
};
enum pawl_status all_together(struct pawl_db *db, struct sending *sending, attempt_fn *moves, void *context,
                              enum end_of_moves end, struct pawl_error *err);

#endif
