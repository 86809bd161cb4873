#include "move/move.h"

#include "core/bracket.h"
#include "core/clock.h"
#include "core/deployment.h"
#include "core/json.h"
#include "core/key.h"
#include "core/operation.h"

#include <stdio.h>
#include <string.h>

/* Why an event is possible or not: what firing it would return. Nothing waits for a lock, and nothing stays.
 */

/* In place of a guard's answer: its evaluation has failed. */
enum { FAILED = '!' };

struct asking {
    struct pawl_db *db;
    struct pawl_reason *reasons;
    struct move move;      /* of the event that is looked at */
    char *answers;         /* of the state's guards in SQL, by hook: as move.verdicts, or FAILED */
    const char **failures; /* of FAILED, by hook: "DB no such table", "LOCKED it would wait for a lock" */
    unsigned char *named;  /* by hook: 1 for the guard, 2 for its negation */
    bool is_found, is_blocked;
};

static enum pawl_status keep_texts(const struct asking *asking, struct pawl_reason *reason, const char *guard,
                                   const char *detail, struct pawl_error *err) {
    char labels[sizeof err->message];
    if (reason->status == PAWL_REFUSED && guard && !detail &&
        guards_describe(asking->move.machine, guard, labels, sizeof labels))
        detail = labels;
    reason->guard = results_strdup(operation_results(asking->db), guard ? guard : "");
    reason->detail = results_strdup(operation_results(asking->db), detail ? detail : "");
    return reason->guard && reason->detail ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

/* ---- the decision, by the answers that are known --------------------------------------------------------
 */

enum judgement { PASSES, FAILS, DEPENDS, BREAKS };

/* Of a transition, whose conditions are evaluated in order until one fails. */
static enum judgement judge(const struct move *move, const struct pawl_move *tried) {
    enum judgement judgement = PASSES;
    for (uint16_t i = 0; i < tried->condition_count; i++) {
        const char answer = move->verdicts[tried->conditions[i].hook];
        if (answer == FAILED)
            return judgement == DEPENDS ? DEPENDS : BREAKS;
        if (answer == '-')
            judgement = DEPENDS;
        else if (!verdict_passes(move, &tried->conditions[i]))
            return FAILS;
    }
    return judgement;
}

/* The first guard among those transitions whose evaluation has failed, or -1. */
static int find_failed(const struct move *move, struct machine_moves moves) {
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
        for (uint16_t i = 0; i < tried->condition_count; i++)
            if (move->verdicts[tried->conditions[i].hook] == FAILED)
                return tried->conditions[i].hook;
    return -1;
}

/* missing: the guards without an answer of transitions that depend on it; or else the conditions that fail.
 */
static const char *name_guards(struct asking *asking, struct machine_moves moves, bool missing) {
    const struct move *move = &asking->move;
    struct json names = {.memory = operation_results(asking->db)};
    memset(asking->named, 0, move->machine->hook_count);
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
        for (uint16_t i = 0; i < tried->condition_count; i++) {
            const struct pawl_condition *condition = &tried->conditions[i];
            const bool is_missing = move->verdicts[condition->hook] == '-';
            const bool is_wanted = missing ? is_missing && judge(move, tried) == DEPENDS
                                           : !is_missing && !verdict_passes(move, condition);
            const bool is_negated = condition->negated && !missing;
            if (is_wanted && !(asking->named[condition->hook] & (1 << is_negated)))
                json_printf(&names, "%s%s%s", names.length > 0 ? ", " : "", is_negated ? "not " : "",
                            move->machine->hooks[condition->hook].name);
            if (is_wanted)
                asking->named[condition->hook] |= (unsigned char)(1 << is_negated);
        }
    return json_end(&names);
}

/* "STATUS detail" */
static enum pawl_status read_failure(const char *failure, const char **detail) {
    *detail = failure + strcspn(failure, " ");
    *detail += **detail == ' ';
    return strncmp(failure, "LOCKED", strlen("LOCKED")) == 0 ? PAWL_LOCKED : PAWL_DB;
}

static enum pawl_status choose(struct asking *asking, struct pawl_reason *reason, struct machine_moves moves,
                               struct pawl_error *err) {
    struct move *move = &asking->move;
    const struct pawl_move *tried = moves.first;
    bool depends = false;
    for (; tried != moves.end; tried++) {
        const enum judgement judgement = judge(move, tried);
        depends = depends || judgement == DEPENDS;
        if (judgement == PASSES || judgement == BREAKS)
            break;
    }
    if (depends) {
        reason->status = PAWL_PENDING;
        return keep_texts(asking, reason,
                          name_guards(asking, (struct machine_moves){moves.first, tried}, true), NULL, err);
    }
    const bool is_chosen = tried != moves.end && judge(move, tried) == PASSES;
    const int failed = is_chosen           ? -1
                       : tried < moves.end ? find_failed(move, (struct machine_moves){tried, tried + 1})
                                           : find_failed(move, moves);
    if (failed >= 0) {
        const char *detail;
        reason->status = read_failure(asking->failures[failed], &detail);
        return keep_texts(asking, reason, move->machine->hooks[failed].name, detail, err);
    }
    reason->status = is_chosen ? PAWL_OK : PAWL_REFUSED;
    reason->to = is_chosen ? tried->to : 0;
    return keep_texts(asking, reason, is_chosen ? NULL : name_guards(asking, moves, false), NULL, err);
}

static bool has_callbacks(const struct pawl_machine *machine, struct machine_moves moves) {
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
        for (uint16_t i = 0; i < tried->condition_count; i++)
            if (machine->hooks[tried->conditions[i].hook].is_callback)
                return true;
    return false;
}

/* ---- guards in C ----------------------------------------------------------------------------------------
 */

static bool is_busy(const struct pawl_db *db, const struct pawl_error *err) {
    const struct session_driver *sessions = db->driver->sessions;
    return sessions ? sessions->is_busy(err) : err->retryable;
}

static enum pawl_status limit_waiting(struct pawl_db *db, bool begins, struct pawl_error *err) {
    const struct session_driver *sessions = db->driver->sessions;
    if (!sessions)
        db->driver->steps->limit_waiting(db, begins ? 0 : PAWL_WAIT);
    const char *sql = !sessions ? NULL : begins ? sessions->begin_asking : sessions->end_asking;
    return sql ? db->driver->exec(db, sql, err) : PAWL_OK;
}

/* asked: what they have answered. Whatever they do is undone, even if it has broken the transaction. */
static enum pawl_status call_guards(struct asking *asking, enum pawl_status *asked, struct pawl_error *err) {
    struct pawl_error of_guard = PAWL_ERROR_INIT;
    struct bracket bracket = bracket_of(asking->db);
    TRY(bracket_open(&bracket, BRACKET_OF_CALLBACK, err));
    enum pawl_status status = limit_waiting(asking->db, true, err);
    if (status == PAWL_OK)
        *asked = hooks_ask(asking->db, &asking->move, &of_guard);
    TRY(bracket_undo(&bracket, FAILURE_IS_FORGOTTEN, err));
    if (status == PAWL_OK)
        status = limit_waiting(asking->db, false, err);
    if (status != PAWL_OK || *asked == PAWL_OK)
        return status;
    if (!asking->move.callback_has_failed) {
        error_copy(err, &of_guard);
        return *asked;
    }
    if (*asked == PAWL_DB && is_busy(asking->db, &asking->move.said))
        *asked = PAWL_LOCKED;
    return PAWL_OK;
}

/* ---- an event from the move's state ---------------------------------------------------------------------
 */

static enum pawl_status decide(struct asking *asking, int event, struct pawl_error *err) {
    struct move *move = &asking->move;
    struct pawl_reason *reason = &asking->reasons[event];
    const struct machine_moves moves = moves_from(move->machine, event, move->from);
    enum pawl_status asked = PAWL_OK;
    hooks_begin(move);
    move->event_number = event;
    move->event = &move->machine->events[event];
    move->to = reason->to = 0;
    if (moves.first == moves.end) {
        reason->to = pawl_next(move->machine, move->from, event);
        const bool is_ignored = pawl_ignores(move->machine, move->from, event);
        reason->status = reason->to ? PAWL_OK : is_ignored ? PAWL_IGNORED : PAWL_ILLEGAL;
        return keep_texts(asking, reason, NULL, NULL, err);
    }
    const bool calls = move->hooks && move->event->param_count == 0 && has_callbacks(move->machine, moves);
    if (calls)
        TRY(call_guards(asking, &asked, err));
    if (asked != PAWL_OK) {
        reason->status = asked;
        const char *said = move->said.message;
        return keep_texts(asking, reason, move->guard, *said ? said : pawl_status_name(move->said.status),
                          err);
    }
    for (uint16_t i = 0; i < move->machine->hook_count; i++)
        if (!calls || !move->machine->hooks[i].is_callback)
            move->verdicts[i] = asking->answers[i];
    return choose(asking, reason, moves, err);
}

/* ---- a function in the database --------------------------------------------------------------------------
 */

/* {"a": "true", "b": null, "c": "DB division by zero"}, and on MariaDB with "1" and "0". */
static enum pawl_status read_answers(struct asking *asking, const char *json, struct pawl_error *err) {
    const struct pawl_machine *machine = asking->move.machine;
    struct json_reader reader = {json ? json : "{}", operation_results(asking->db)};
    char *name = NULL, *answer = NULL;
    json_read_sign(&reader, '{');
    while (json_read_string(&reader, &name) && json_read_sign(&reader, ':')) {
        const bool is_null = json_read_word(&reader, "null");
        if (!is_null && !json_read_string(&reader, &answer))
            return error_set(err, PAWL_MISMATCH, "the database answered %s", json);
        TRY(memory_check(name, err));
        TRY(memory_check(is_null ? name : answer, err));
        for (uint16_t i = 0; i < machine->hook_count; i++) {
            if (strcmp(machine->hooks[i].name, name) != 0)
                continue;
            asking->failures[i] = answer;
            asking->answers[i] = is_null                                                    ? 'n'
                                 : strcmp(answer, "true") == 0 || strcmp(answer, "1") == 0  ? '1'
                                 : strcmp(answer, "false") == 0 || strcmp(answer, "0") == 0 ? '0'
                                                                                            : FAILED;
        }
        json_read_sign(&reader, ',');
    }
    return PAWL_OK;
}

/* cells: event, status, from, to, sort_key, guard, detail, answers, which the first row has. Without an
 * event: there is no such entity. */
static enum pawl_status read_reason(void *context, const struct cell *cells, struct pawl_error *err) {
    struct asking *asking = context;
    const struct pawl_machine *machine = asking->move.machine;
    if (!cells[0].text)
        return PAWL_OK;
    const int event = event_of_stored(machine, cells[0].text);
    if (!asking->is_found)
        TRY(read_answers(asking, cells[7].text, err));
    asking->is_found = true;
    if (event < 1)
        return PAWL_OK; /* of a newer version */
    struct pawl_reason *reason = &asking->reasons[event];
    move_remember_from(&asking->move, cells[2].text);
    asking->move.sort_key = cells[4].number;
    reason->status = strcmp(cells[1].text, "PENDING") == 0 ? PAWL_PENDING : parse_status(cells[1].text);
    reason->to = state_of_stored(machine, cells[3].text);
    const bool is_lock = reason->status == PAWL_LOCKED || reason->status == PAWL_ASLEEP;
    asking->is_blocked = asking->is_blocked || (is_lock && !cells[5].text);
    return keep_texts(asking, reason, cells[5].text,
                      is_lock || reason->status == PAWL_DB ? cells[6].text : NULL, err);
}

/* On MariaDB no handler of a function catches that a lock was waited for: the guard is skipped next time. */
static enum pawl_status read_reasons(struct asking *asking, struct pawl_error *err) {
    struct pawl_db *db = asking->db;
    const struct pawl_machine *machine = asking->move.machine;
    const struct pawl_opts *opts = &asking->move.opts;
    struct value values[] = {value_key(machine, asking->move.key),
                             value_number(PAWL_TYPE_INT, asking->move.hooks != NULL),
                             value_text(opts->lock_owner), value_bigint_or_null(opts->lock_token)};
    const size_t count = machine->lock_key ? 4 : 2;
    const char *skip = db->driver->sessions ? db->driver->sessions->skip_guard : NULL;
    for (uint16_t skipped = 0;; skipped++) {
        struct bracket bracket = bracket_of(db);
        if (skip && bracket.joined)
            TRY(bracket_open(&bracket, BRACKET_OF_MOVES, err));
        const enum pawl_status status = read_versioned(db, machine, statements_of(db, machine)->why, values,
                                                       count, read_reason, asking, err);
        const bool is_skipped =
            status == PAWL_DB && skip && is_busy(db, err) && skipped < machine->hook_count;
        if (bracket.is_open && (status == PAWL_OK || is_skipped))
            TRY(bracket_undo(&bracket, FAILURE_IS_FORGOTTEN, err));
        if (status == PAWL_OK && skipped > 0)
            return db->driver->exec(db, db->driver->sessions->end_skipping, err);
        if (!is_skipped)
            return bracket_end(&bracket, status, err);
        error_clear(err);
        TRY(db->driver->exec(db, skip, err));
    }
}

static enum pawl_status ask_function(struct asking *asking, struct pawl_error *err) {
    const struct pawl_machine *machine = asking->move.machine;
    TRY(read_reasons(asking, err));
    const bool decides = asking->is_found && !asking->is_blocked && asking->move.hooks;
    for (int event = 1; decides && event <= machine->event_count; event++)
        if (has_callbacks(machine, moves_from(machine, event, asking->move.from)))
            TRY(decide(asking, event, err));
    return PAWL_OK;
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

static enum pawl_status ask_guard(struct asking *asking, uint16_t hook, struct pawl_error *err) {
    struct pawl_db *db = asking->db;
    struct pawl_error of_guard = PAWL_ERROR_INIT;
    enum pawl_status status = hook_answer(db, &asking->move, hook, &asking->answers[hook], &of_guard);
    if (status != PAWL_DB || connection_is_lost(db)) {
        error_copy(err, &of_guard);
        return status;
    }
    struct json failure = {.memory = operation_results(db)};
    json_printf(&failure, "%s %s", is_busy(db, &of_guard) ? "LOCKED" : "DB", of_guard.message);
    asking->answers[hook] = FAILED;
    asking->failures[hook] = json_end(&failure);
    return memory_check(asking->failures[hook], err);
}

/* Of guards of the state's events; nobody knows the parameters of an event that is not fired. */
static enum pawl_status ask_guards(struct asking *asking, struct pawl_error *err) {
    struct move *move = &asking->move;
    const struct pawl_machine *machine = move->machine;
    const int64_t now = now_us();
    move->time_us = now > move->created_at_us ? now : move->created_at_us;
    for (int event = 1; event <= machine->event_count; event++) {
        const struct machine_moves moves = moves_from(machine, event, move->from);
        move->event = &machine->events[event];
        for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
            for (uint16_t i = 0; i < tried->condition_count; i++) {
                const uint16_t hook = tried->conditions[i].hook;
                if (asking->answers[hook] == '-' && !hook_needs_parameters(asking->db, machine, hook))
                    TRY(ask_guard(asking, hook, err));
            }
    }
    return PAWL_OK;
}

static enum pawl_status ask_by_steps(struct asking *asking, struct pawl_error *err) {
    struct pawl_db *db = asking->db;
    struct move *move = &asking->move;
    const struct pawl_machine *machine = move->machine;
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

/* As hooks_find, where the handle has no hooks; but whatever no hook decides stays: every program gets it. */
static enum pawl_status refuse_callbacks(struct asking *asking, struct pawl_error *err) {
    const struct pawl_machine *machine = asking->move.machine;
    enum pawl_status status = PAWL_OK;
    for (int event = 1; status == PAWL_OK && event <= machine->event_count; event++) {
        const struct pawl_hook *callback = callback_of_event(machine, event);
        const struct pawl_reason *found = &asking->reasons[event];
        if (!callback || (found->status != PAWL_OK && *found->guard == '\0'))
            continue;
        asking->reasons[event] = (struct pawl_reason){.status = PAWL_MISUSE};
        status = keep_texts(asking, &asking->reasons[event], callback->name, NULL, err);
    }
    return status;
}

/* In messages, and for locks, where it is one of an entity that exists. */
static const struct pawl_event no_event = {.name = "why"};

static enum pawl_status ask(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            const struct pawl_opts *opts, struct pawl_reason *reasons,
                            struct pawl_error *err) {
    TRY(operation_begin(db, machine, err));
    TRY(key_settle(operation_results(db), machine, &key, err));
    if (!reasons)
        return error_set(err, PAWL_MISUSE, "%s: nowhere to put the result: reasons is NULL", machine->name);
    struct results *memory = operation_results(db);
    const size_t hooks = machine->hook_count + 1u;
    struct asking asking = {.db = db,
                            .reasons = reasons,
                            .move = {.machine = machine,
                                     .key = key,
                                     .hooks = hooks_of(db, machine),
                                     .event = &no_event,
                                     .verdicts = results_alloc(memory, hooks)},
                            .answers = results_alloc(memory, hooks),
                            .failures = results_alloc(memory, hooks * sizeof *asking.failures),
                            .named = results_alloc(memory, hooks)};
    TRY(memory_check(asking.answers, err));
    TRY(memory_check(asking.failures, err));
    TRY(memory_check(asking.named, err));
    TRY(memory_check(asking.move.verdicts, err));
    memset(asking.answers, '-', machine->hook_count);
    TRY(move_read_options(&asking.move, opts, err));
    TRY(operation_go_to(db, machine, &key, err));
    TRY(show_lock_of_run(db, &asking.move, err));
    for (int event = 0; event <= machine->event_count; event++)
        reasons[event] = (struct pawl_reason){.status = PAWL_NOT_FOUND, .guard = "", .detail = ""};
    TRY(db->driver->steps ? ask_by_steps(&asking, err) : ask_function(&asking, err));
    if (!asking.is_found)
        return error_of_entity(err, PAWL_NOT_FOUND, machine, key, "there is no such %s", machine->name);
    return !asking.move.hooks && machine->call_hook ? refuse_callbacks(&asking, err) : PAWL_OK;
}

enum pawl_status pawl_why(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          const struct pawl_opts *opts, struct pawl_reason *reasons, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    err = error_or(err, &own);
    const enum pawl_status status = ask(db, machine, key, opts, reasons, err);
    const bool has_reasons = status != PAWL_OK && reasons && machine && machine->abi == PAWL_ABI;
    for (int event = 0; has_reasons && event <= machine->event_count; event++)
        reasons[event] = (struct pawl_reason){.status = status, .guard = "", .detail = ""};
    return status;
}
