#include "move/move.h"

#include "core/bracket.h"

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

/* Everything but the end of the bracket, unless its commit can go along with a call. */
static enum pawl_status take_callback_steps(struct pawl_db *db, struct move *move, struct bracket *bracket,
                                            struct pawl_error *err) {
    TRY(move_call(db, move, "?", false, err));
    if (move->asks) {
        TRY(hooks_ask(db, move, err));
        const bool commits = !bracket->joined && !effects_may_follow(move);
        bracket->may_be_done = commits;
        TRY(move_call(db, move, move->verdicts, commits, err));
        if (commits)
            bracket_close(bracket);
    }
    if (move->status != PAWL_OK)
        return move->status;
    then_wait(db, move);
    return hooks_run_effects(db, move, err);
}

enum pawl_status move_without_hooks(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    struct bracket bracket = bracket_of(db);
    TRY(bracket_open(&bracket, BRACKET_OF_MOVES, err));
    enum pawl_status status = move_call(db, move, NULL, false, err);
    if (status == PAWL_OK)
        status = move->status == PAWL_OK ? PAWL_MISUSE : move->status;
    return bracket_end(&bracket, status, err);
}

enum pawl_status move_with_callbacks(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    struct bracket bracket = bracket_of(db);
    hooks_begin(move);
    enum pawl_status status = sending_begin(db, &move->sending, err);
    if (status != PAWL_OK)
        return sending_judge(db, &move->sending, status, false, err);
    /* a veto must not take with it what the caller has done before */
    if (!bracket.joined || event_has_effects(move))
        status = bracket_open(&bracket, BRACKET_OF_MOVES, err);
    if (status == PAWL_OK)
        status = take_callback_steps(db, move, &bracket, err);
    const bool stands = move_answer_stands(move, status);
    const enum pawl_status ended = bracket_end(&bracket, stands ? PAWL_OK : status, err);
    if (!stands || ended != PAWL_OK)
        status = ended;
    if (move->callback_has_failed && status != PAWL_DB && !move->sending.answer_was_lost)
        return status;
    return sending_judge(db, &move->sending, status, bracket.may_be_done, err);
}
