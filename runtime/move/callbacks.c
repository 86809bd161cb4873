#include "move/move.h"

/*
 * A move by a function in the database, of an event with guards or effects in C. The function is called with
 * "?"; if it must know what callbacks among the guards say, it keeps the entity locked, answers ASK and is
 * called again with their verdicts. It decides everything, and has done everything but the effects in C when
 * it answers OK. Round trips, outside a transaction of the caller's:
 *
 *   guards in C                       BEGIN + call, call + COMMIT
 *   effects in C                      BEGIN + call, COMMIT
 *   both                              BEGIN + call, call, COMMIT
 */

/* Whether a move that can still be chosen has effects in C, so that the commit must wait for them. */
static bool effects_may_follow(const struct move *move) {
    const struct pawl_machine *machine = move->machine;
    const struct machine_moves moves = moves_from(machine, move->event_number, move->from);
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++) {
        bool passes = true, is_certain = true;
        for (uint16_t i = 0; i < tried->condition_count; i++) {
            if (!machine->hooks[tried->conditions[i].hook].is_callback)
                is_certain = false;
            else
                passes = passes && verdict_passes(move, &tried->conditions[i]);
        }
        if (passes && has_effects_in_c(machine, tried))
            return true;
        if (passes && is_certain)
            return false;
    }
    return false;
}

static bool event_has_effects(const struct move *move) {
    const struct machine_moves moves = moves_of_event(move->machine, move->event_number);
    for (const struct pawl_move *each = moves.first; each != moves.end; each++)
        if (has_effects_in_c(move->machine, each))
            return true;
    return false;
}

/* Everything but the end of the transaction; *committed where that could go along. */
static enum pawl_status take_callback_steps(struct pawl_db *db, struct move *move, bool joined,
                                            bool *may_be_done, bool *committed, struct pawl_error *err) {
    enum pawl_status status = move_call(db, move, "?", false, err);
    if (!joined)
        db->transaction_open = db->driver->in_transaction(db);
    if (status != PAWL_OK)
        return status;
    if (move->asks) {
        status = hooks_ask(db, move, err);
        if (status != PAWL_OK)
            return status;
        bool commits = !joined && !effects_may_follow(move);
        *may_be_done = commits;
        status = move_call(db, move, move->verdicts, commits, err);
        if (status != PAWL_OK)
            return status;
        *committed = commits;
    }
    if (move->status != PAWL_OK)
        return move->status;
    then_wait(db, move);
    return hooks_run_effects(db, move, err);
}

static enum pawl_status end_own(struct pawl_db *db, enum pawl_status status, bool *may_be_done,
                                struct pawl_error *err) {
    if (status == PAWL_OK) {
        *may_be_done = true;
        status = db->driver->commit(db, err);
    }
    if (db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
    return status;
}

static enum pawl_status end_joined(struct pawl_db *db, const struct move *move, enum pawl_status status,
                                   struct pawl_error *err) {
    if (status == PAWL_OK || move_answer_stands(move, status)) {
        enum pawl_status released =
            db->driver->exec_with_next(db, "release savepoint pawl_move", NEXT_MAY_BE_CALLERS, err);
        if (released == PAWL_OK)
            return status;
        status = released;
    }
    return undo_move(db, status, err);
}

enum pawl_status move_with_callbacks(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    bool joined = pawl_in_transaction(db), may_be_done = false, committed = false;
    /* a veto must not take with it what the caller has done before */
    bool has_savepoint = joined && event_has_effects(move);
    const struct after_mark mark = after_mark(db);
    hooks_begin(move);
    enum pawl_status status = sending_begin(db, &move->sending, err);
    if (status != PAWL_OK)
        return sending_judge(db, &move->sending, status, false, err);
    if (!joined || has_savepoint)
        status = db->driver->exec_with_next(db, joined ? "savepoint pawl_move" : db->driver->begin,
                                            NEXT_IS_LIBPAWLS, err);
    if (status == PAWL_OK)
        status = take_callback_steps(db, move, joined, &may_be_done, &committed, err);
    if (!joined && !committed)
        status = end_own(db, status, &may_be_done, err);
    else if (has_savepoint)
        status = end_joined(db, move, status, err);
    if (!joined)
        db->transaction_open = false;
    if (status != PAWL_OK)
        after_undo(mark);
    if (joined || (move->callback_has_failed && status != PAWL_DB && !move->sending.answer_was_lost))
        return status;
    return sending_judge(db, &move->sending, status, may_be_done, err);
}
