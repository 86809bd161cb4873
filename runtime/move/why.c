#include "move/move.h"

#include "core/clock.h"
#include "core/deployment.h"
#include "core/key.h"
#include "core/operation.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* Why an event is possible or not: what firing it would return, without a lock and without a write. */

struct asking {
    struct pawl_db *db;
    struct pawl_reason *reasons;
    struct move move; /* of the event that is looked at */
    char *answers;    /* of the state's guards in SQL, by hook: as move.verdicts */
    bool is_found;
};

static enum pawl_status keep_texts(const struct asking *asking, struct pawl_reason *reason, const char *guard,
                                   const char *detail, struct pawl_error *err) {
    reason->guard = results_strdup(operation_results(asking->db), guard ? guard : "");
    reason->detail = results_strdup(operation_results(asking->db), detail ? detail : "");
    return reason->guard && reason->detail ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

/* ---- the decision, by the answers that are known --------------------------------------------------------
 */

static bool is_open(const struct move *move, const struct pawl_condition *condition) {
    return move->verdicts[condition->hook] == '-';
}

/* passes: no answer is missing. */
static bool may_pass(const struct move *move, const struct pawl_move *tried, bool *passes) {
    *passes = true;
    for (uint16_t i = 0; i < tried->condition_count; i++) {
        const bool holds = verdict_passes(move, &tried->conditions[i]);
        if (!holds && !is_open(move, &tried->conditions[i]))
            return false;
        *passes = *passes && holds;
    }
    return true;
}

/* Whether it is named: a guard whose answer is missing, or else a condition that fails. */
static bool is_wanted(const struct move *move, const struct pawl_move *tried, uint16_t index, bool open) {
    bool passes;
    const struct pawl_condition *condition = &tried->conditions[index];
    return open ? is_open(move, condition) && may_pass(move, tried, &passes)
                : !is_open(move, condition) && !verdict_passes(move, condition);
}

static bool is_named(const struct move *move, struct machine_moves moves, const struct pawl_move *tried,
                     uint16_t index, bool open) {
    const struct pawl_condition *condition = &tried->conditions[index];
    for (const struct pawl_move *before = moves.first; before <= tried; before++)
        for (uint16_t i = 0; i < (before == tried ? index : before->condition_count); i++)
            if (before->conditions[i].hook == condition->hook &&
                (open || before->conditions[i].negated == condition->negated) &&
                is_wanted(move, before, i, open))
                return true;
    return false;
}

static void name_guards(struct move *move, struct machine_moves moves, bool open) {
    size_t length = 0;
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
        for (uint16_t i = 0; i < tried->condition_count && length < sizeof move->guard; i++)
            if (is_wanted(move, tried, i, open) && !is_named(move, moves, tried, i, open))
                length += (size_t)snprintf(move->guard + length, sizeof move->guard - length, "%s%s%s",
                                           length > 0 ? ", " : "",
                                           tried->conditions[i].negated && !open ? "not " : "",
                                           move->machine->hooks[tried->conditions[i].hook].name);
}

static enum pawl_status choose(struct move *move, struct machine_moves moves) {
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++) {
        bool passes;
        if (!may_pass(move, tried, &passes))
            continue;
        move->to = passes ? tried->to : 0;
        if (!passes)
            name_guards(move, moves, true);
        return passes ? PAWL_OK : PAWL_PENDING;
    }
    name_guards(move, moves, false);
    return PAWL_REFUSED;
}

/*
 * Of an event from the move's state, whose guards in C are called if it has no parameters. An error of theirs
 * is the result of this event alone.
 */
static enum pawl_status decide(struct asking *asking, int event, struct pawl_error *err) {
    struct move *move = &asking->move;
    struct pawl_reason *reason = &asking->reasons[event];
    const struct machine_moves moves = moves_from(move->machine, event, move->from);
    hooks_begin(move);
    move->event_number = event;
    move->event = &move->machine->events[event];
    move->to = 0;
    if (moves.first == moves.end) {
        move->to = pawl_next(move->machine, move->from, event);
        const bool is_ignored = pawl_ignores(move->machine, move->from, event);
        reason->status = move->to ? PAWL_OK : is_ignored ? PAWL_IGNORED : PAWL_ILLEGAL;
        reason->to = move->to;
        return keep_texts(asking, reason, NULL, NULL, err);
    }
    const bool asks = move->hooks && move->event->param_count == 0;
    enum pawl_status status = asks ? hooks_ask(asking->db, move, err) : PAWL_OK;
    if (status != PAWL_OK) {
        reason->status = status;
        status = keep_texts(asking, reason, NULL, err ? err->message : NULL, err);
        if (status == PAWL_OK)
            error_clear(err);
        return status;
    }
    for (uint16_t i = 0; i < move->machine->hook_count; i++)
        if (!asks || !move->machine->hooks[i].is_callback)
            move->verdicts[i] = asking->answers[i];
    reason->status = choose(move, moves);
    reason->to = move->to;
    return keep_texts(asking, reason, move->guard, NULL, err);
}

/* ---- a function in the database --------------------------------------------------------------------------
 */

/* {"a": true, "b": null}, and on MariaDB with 1 and 0. */
static void read_answers(struct asking *asking, const char *json) {
    const struct pawl_machine *machine = asking->move.machine;
    for (uint16_t i = 0; i < machine->hook_count; i++) {
        char name[80];
        snprintf(name, sizeof name, "\"%s\": ", machine->hooks[i].name);
        const char *found = json ? strstr(json, name) : NULL;
        const char answer = found ? found[strlen(name)] : '-';
        asking->answers[i] = answer == 't' || answer == '1'   ? '1'
                             : answer == 'f' || answer == '0' ? '0'
                             : answer == 'n'                  ? 'n'
                                                              : '-';
    }
}

/* cells: event, status, from, to, sort_key, guard, detail, answers */
static enum pawl_status read_reason(void *context, const struct cell *cells, struct pawl_error *err) {
    struct asking *asking = context;
    const struct pawl_machine *machine = asking->move.machine;
    const int event = event_of_stored(machine, cells[0].text);
    if (event < 1)
        return PAWL_OK; /* of a newer version */
    struct pawl_reason *reason = &asking->reasons[event];
    if (!asking->is_found)
        read_answers(asking, cells[7].text);
    asking->is_found = true;
    move_remember_from(&asking->move, cells[2].text);
    asking->move.sort_key = cells[4].number;
    reason->status = strcmp(cells[1].text, "PENDING") == 0 ? PAWL_PENDING : parse_status(cells[1].text);
    reason->to = state_of_stored(machine, cells[3].text);
    const bool is_lock = reason->status == PAWL_LOCKED || reason->status == PAWL_ASLEEP;
    return keep_texts(asking, reason, cells[5].text, is_lock ? cells[6].text : NULL, err);
}

static enum pawl_status ask_function(struct asking *asking, struct pawl_error *err) {
    const struct pawl_machine *machine = asking->move.machine;
    enum pawl_status status = read_versioned(
        asking->db, machine, statements_of(asking->db, machine)->why,
        VALUES(value_key(machine, asking->move.key), value_number(PAWL_TYPE_INT, asking->move.hooks != NULL)),
        read_reason, asking, err);
    for (int event = 1; status == PAWL_OK && asking->is_found && event <= machine->event_count; event++)
        if (asking->reasons[event].status == PAWL_PENDING && asking->move.hooks)
            status = decide(asking, event, err);
    return status;
}

/* ---- steps of libpawl ------------------------------------------------------------------------------------
 */

/* cells: state, sort_key, since */
static enum pawl_status read_state(void *context, const struct cell *cells, struct pawl_error *err) {
    struct asking *asking = context;
    (void)err;
    asking->is_found = true;
    move_remember_from(&asking->move, cells[0].text);
    asking->move.sort_key = cells[1].number;
    asking->move.created_at_us = cells[2].number;
    return PAWL_OK;
}

/* Of guards of the state's events; nobody knows the parameters of an event that is not fired. */
static enum pawl_status ask_guards(struct asking *asking, struct pawl_error *err) {
    struct move *move = &asking->move;
    const struct pawl_machine *machine = move->machine;
    const int64_t now = now_us();
    move->time_us = now > move->created_at_us ? now : move->created_at_us;
    enum pawl_status status = PAWL_OK;
    for (int event = 1; event <= machine->event_count; event++) {
        const struct machine_moves moves = moves_from(machine, event, move->from);
        move->event = &machine->events[event];
        for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
            for (uint16_t i = 0; status == PAWL_OK && i < tried->condition_count; i++) {
                const uint16_t hook = tried->conditions[i].hook;
                if (asking->answers[hook] == '-' && !hook_needs_parameters(asking->db, machine, hook))
                    status = hook_answer(asking->db, move, hook, &asking->answers[hook], err);
            }
    }
    return status;
}

static enum pawl_status ask_by_steps(struct asking *asking, struct pawl_error *err) {
    struct pawl_db *db = asking->db;
    struct move *move = &asking->move;
    const struct pawl_machine *machine = move->machine;
    move->event = &machine->events[machine->event_count];
    enum pawl_status status = read_versioned(db, machine, statements_of(db, machine)->get,
                                             VALUES(value_key(machine, move->key)), read_state, asking, err);
    if (status != PAWL_OK || !asking->is_found)
        return status;
    const enum pawl_status lock = unless_locked(db, move, PAWL_OK, err);
    const bool is_locked = lock == PAWL_LOCKED || lock == PAWL_ASLEEP;
    if (lock != PAWL_OK && !is_locked)
        return lock;
    status = is_locked ? PAWL_OK : ask_guards(asking, err);
    for (int event = 1; status == PAWL_OK && event <= machine->event_count; event++) {
        struct pawl_reason *reason = &asking->reasons[event];
        reason->status = is_locked ? lock : PAWL_EXISTS;
        status = is_locked || machine->events[event].is_creation
                     ? keep_texts(asking, reason, NULL, is_locked ? move->lock_detail : NULL, err)
                     : decide(asking, event, err);
    }
    return status;
}

/* ---- all -------------------------------------------------------------------------------------------------
 */

/* As hooks_find, where the handle has no hooks. */
static enum pawl_status refuse_callbacks(struct asking *asking, struct pawl_error *err) {
    const struct pawl_machine *machine = asking->move.machine;
    enum pawl_status status = PAWL_OK;
    for (int event = 1; status == PAWL_OK && event <= machine->event_count; event++) {
        const struct pawl_hook *callback = callback_of_event(machine, event);
        if (!callback)
            continue;
        asking->reasons[event] = (struct pawl_reason){.status = PAWL_MISUSE};
        status = keep_texts(asking, &asking->reasons[event], callback->name, NULL, err);
    }
    return status;
}

enum pawl_status pawl_why(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          struct pawl_reason *reasons, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    err = error_or(err, &own);
    TRY(operation_begin(db, machine, err));
    TRY(key_settle(operation_results(db), machine, &key, err));
    if (!reasons)
        return error_set(err, PAWL_MISUSE, "%s: nowhere to put the result: reasons is NULL", machine->name);
    TRY(operation_go_to(db, machine, &key, err));
    for (int event = 0; event <= machine->event_count; event++)
        reasons[event] = (struct pawl_reason){.status = PAWL_NOT_FOUND, .guard = "", .detail = ""};
    struct asking asking = {
        .db = db,
        .reasons = reasons,
        .move = {.machine = machine, .key = key, .hooks = hooks_of(db, machine), .only_asks = true},
        .answers = results_alloc(operation_results(db), machine->hook_count + 1u)};
    asking.move.verdicts = results_alloc(operation_results(db), machine->hook_count + 1u);
    TRY(memory_check(asking.answers, err));
    TRY(memory_check(asking.move.verdicts, err));
    memset(asking.answers, '-', machine->hook_count);
    TRY(db->driver->steps ? ask_by_steps(&asking, err) : ask_function(&asking, err));
    if (!asking.is_found)
        return error_of_entity(err, PAWL_NOT_FOUND, machine, key, "there is no such %s", machine->name);
    return !asking.move.hooks && machine->call_hook ? refuse_callbacks(&asking, err) : PAWL_OK;
}
