/*
 * Attempts. Whatever a call of libpawl asks the database to write is an attempt, a function that can be made
 * again from its start. make_attempts makes it: within a transaction once, since only the owner of the
 * transaction can repeat it, and outside of one again until the database has decided. An attempt of several
 * statements takes them in a bracket, so that it writes all or nothing: steps_in_bracket, or moves_in_bracket
 * for moves with answers of their own. If the answer of an attempt can be lost, a struct sending remembers
 * what was sent: the attempt begins with sending_begin and ends with sending_judge. Internal.
 */
#pragma once

#include "core/handle.h"

/* For a failure after waiting as long as allowed (waits.are_over): CONFLICT, and err names the others. */
enum pawl_status give_up_waiting(struct pawl_error *err);

typedef pawl_transact_fn attempt_fn;

/* Until one ends otherwise than the database wants repeated. CONFLICT: given up. err may be NULL. */
enum pawl_status make_attempts(struct pawl_db *db, attempt_fn *attempt, void *context,
                               struct pawl_error *err);

/* Where libpawl takes the steps, the right to write is taken before them. */
enum pawl_status steps_in_bracket(struct pawl_db *db, attempt_fn *steps, void *context,
                                  struct pawl_error *err);

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
    bool joins;           /* a transaction, whose owner learns what has become of it */
    bool answer_was_lost; /* of an earlier attempt */
};

/* Before an attempt: DB where the connection is gone and there is no other. */
enum pawl_status sending_begin(struct pawl_db *db, struct sending *sending, struct pawl_error *err);

/*
 * The answer of an attempt, which stays if it joins a transaction. Else: UNKNOWN where it was lost, and
 * whether to try again. Also where an earlier one was lost, and may still be done whatever this one is told.
 * may_be_done: what was sent without an answer may have been committed.
 */
enum pawl_status sending_judge(const struct pawl_db *db, struct sending *sending, enum pawl_status status,
                               bool may_be_done, struct pawl_error *err);

/* Whether that answer stays so: neither was one lost before, nor can what was sent then still be done. */
bool sending_is_final(const struct pawl_db *db, const struct sending *sending, enum pawl_status status);
/* UNKNOWN, where it does not. */
enum pawl_status sending_leaves_open(enum pawl_status status, struct pawl_error *err);

enum end_of_moves {
    MOVES_ARE_COMMITTED, /* when all are made */
    MOVES_COMMIT,        /* themselves, if the transaction is their own */
};
enum pawl_status moves_in_bracket(struct pawl_db *db, struct sending *sending, attempt_fn *moves,
                                  void *context, enum end_of_moves end, struct pawl_error *err);
