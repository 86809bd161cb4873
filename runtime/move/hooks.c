#include "move/move.h"

#include "core/deployment.h"
#include "core/key.h"
#include "core/text.h"
#include "core/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- registration ------------------------------------------------------------------------------- */

struct registered_hooks {
    const void *owner;
    const void *hooks;
};

static struct registered_hooks *registered_hooks_of(const struct pawl_db *db, const void *owner) {
    for (size_t i = 0; i < db->hooks_count; i++)
        if (db->hooks[i].owner == owner)
            return &db->hooks[i];
    return NULL;
}

const void *hooks_of(const struct pawl_db *db, const void *owner) {
    const struct registered_hooks *found = registered_hooks_of(db, owner);
    return found ? found->hooks : NULL;
}

enum pawl_status hooks_register(struct pawl_db *db, const void *owner, const void *hooks,
                                struct pawl_error *err) {
    struct registered_hooks *place = registered_hooks_of(db, owner);
    if (!place) {
        place = realloc(db->hooks, (db->hooks_count + 1) * sizeof *place);
        TRY(memory_check(place, err));
        db->hooks = place;
        place += db->hooks_count++;
    }
    *place = (struct registered_hooks){owner, hooks};
    return PAWL_OK;
}

enum pawl_status hooks_copy(struct pawl_db *db, const struct pawl_db *from, struct pawl_error *err) {
    db->hooks_count = 0;
    db->log = from->log;
    if (from->hooks_count == 0)
        return PAWL_OK;
    struct registered_hooks *hooks = realloc(db->hooks, from->hooks_count * sizeof *hooks);
    TRY(memory_check(hooks, err));
    memcpy(hooks, from->hooks, from->hooks_count * sizeof *hooks);
    db->hooks = hooks;
    db->hooks_count = from->hooks_count;
    return PAWL_OK;
}

const char *hook_kind(const struct pawl_hook *hook) {
    static const char *const names[] = {
        [PAWL_HOOK_GUARD] = "guard", [PAWL_HOOK_EFFECT] = "effect", [PAWL_HOOK_WORK] = "work"};
    return names[hook->kind];
}

bool hooks_have(const void *hooks, uint32_t offset) {
    void (*function)(void);
    memcpy(&function, (const char *)hooks + offset, sizeof function);
    return function != NULL;
}

/* The first callback that the struct does not have, or NULL. */
static const struct pawl_hook *missing_callback(const struct pawl_machine *machine, const void *hooks) {
    for (uint16_t i = 0; i < machine->hook_count; i++)
        if (machine->hooks[i].is_callback && !hooks_have(hooks, machine->callbacks[i]))
            return &machine->hooks[i];
    return NULL;
}

enum pawl_status hooks_set(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                           struct pawl_error *err) {
    if (!machine)
        return error_set(err, PAWL_MISUSE, "pawl_set_hooks: machine is NULL");
    TRY(check_abi("machine", machine->name, machine->abi, err));
    if (hooks && !machine->call_hook && !(machine->queue && machine->queue->call_work))
        return error_set(err, PAWL_MISUSE, "%s has no guards, effects and work in C", machine->name);
    const struct pawl_hook *missing = hooks ? missing_callback(machine, hooks) : NULL;
    if (missing) {
        error_set(err, PAWL_MISUSE, "%s: the hooks have no function for the %s %s", machine->name,
                  hook_kind(missing), missing->name);
        error_help(err, "set .%s in struct %s_hooks", missing->name, machine->name);
        return PAWL_MISUSE;
    }
    return hooks_register(db, machine, hooks, err);
}

enum pawl_status pawl_set_hooks(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                                struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "pawl_set_hooks: db is NULL");
    TRY(check_not_in_callback(db, "pawl_set_hooks", err));
    return hooks_set(db, machine, hooks, err);
}

/* ---- moves that have hooks ----------------------------------------------------------------------- */

bool has_effects_in_c(const struct pawl_machine *machine, const struct pawl_move *move) {
    for (uint16_t i = 0; i < move->effect_count; i++)
        if (machine->hooks[move->effects[i]].is_callback)
            return true;
    return false;
}

static const struct pawl_hook *first_callback(const struct pawl_machine *machine,
                                              const struct pawl_move *move) {
    for (uint16_t i = 0; i < move->condition_count; i++)
        if (machine->hooks[move->conditions[i].hook].is_callback)
            return &machine->hooks[move->conditions[i].hook];
    for (uint16_t i = 0; i < move->effect_count; i++)
        if (machine->hooks[move->effects[i]].is_callback)
            return &machine->hooks[move->effects[i]];
    return move->after_count > 0 ? &machine->hooks[move->after[0]] : NULL;
}

const struct pawl_hook *callback_of_event(const struct pawl_machine *machine, int event) {
    const struct machine_moves moves = moves_of_event(machine, event);
    const struct pawl_hook *callback = NULL;
    for (const struct pawl_move *each = moves.first; !callback && each != moves.end; each++)
        callback = first_callback(machine, each);
    return callback;
}

enum pawl_status hooks_find(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    move->hooks = hooks_of(db, machine);
    if (move->hooks || !machine->call_hook)
        return PAWL_OK;
    const struct pawl_hook *needed = callback_of_event(machine, move->event_number);
    if (!needed)
        return PAWL_OK;
    move->lacks_hooks = true;
    error_of_entity(err, PAWL_MISUSE, move->machine, move->key,
                    "%s needs the %s %s, and the handle has no hooks of %s", move->event->name,
                    hook_kind(needed), needed->name, machine->name);
    error_help(err, "call %s_set_hooks, or pawl_set_hooks, on this handle first", machine->name);
    return PAWL_MISUSE;
}

static void clear_said(struct move *move) {
    move->said.status = PAWL_OK;
    move->said.message[0] = move->said.help[0] = '\0';
}

void hooks_begin(struct move *move) {
    clear_said(move);
    move->callback_has_failed = false;
    move->creation = NULL;
    move->chosen = NULL;
    move->guard[0] = '\0';
}

/* ---- calling ------------------------------------------------------------------------------------ */

enum pawl_status hook_call(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                           int hook, const struct pawl_call *call, struct pawl_error *said) {
    /* the caller's arguments may lie in what an earlier call has returned */
    struct results kept[2] = {db->results[0], db->results[1]};
    db->results[0] = db->results[1] = (struct results){0};
    *said = (struct pawl_error)PAWL_ERROR_INIT;
    enum pawl_status status = machine->call_hook(hooks, hook, db, call, said);
    results_free(&db->results[0]);
    results_free(&db->results[1]);
    db->results[0] = kept[0];
    db->results[1] = kept[1];
    said->status = status;
    return status;
}

static enum pawl_status call_callback(struct pawl_db *db, struct move *move, int hook,
                                      const struct pawl_call *told, struct pawl_error *err) {
    const struct pawl_hook *called = &move->machine->hooks[hook];
    struct running running = {.outer = db->running,
                              .machine = move->machine,
                              .key = move->key,
                              .event = move->event_number,
                              .in_guard = called->kind == PAWL_HOOK_GUARD,
                              .trace = move->opts.trace};
    struct pawl_error said;
    db->running = &running;
    enum pawl_status status = hook_call(db, move->machine, move->hooks, hook, told, &said);
    db->running = running.outer;
    if (!db->driver->in_transaction(db) && (status == PAWL_OK || status == PAWL_REFUSED)) {
        status = connection_is_lost(db) ? PAWL_DB : PAWL_UNKNOWN;
        error_set(&said, status,
                  status == PAWL_DB
                      ? "the connection broke"
                      : "it has ended the transaction; if it committed, all earlier writes are committed");
        if (status == PAWL_UNKNOWN)
            error_help(&said, "read the state; do not end the transaction in the callback, and answer "
                              "PAWL_REFUSED to undo it");
    }
    if (status == PAWL_OK || (status == PAWL_REFUSED && move->said.status != PAWL_OK))
        return status;
    move->said = said;
    if (status == PAWL_REFUSED)
        return status;
    move->callback_has_failed = true;
    text_copy(move->guard, sizeof move->guard, called->name);
    error_copy(err, &said);
    return error_of_entity(err, status, move->machine, move->key, "%s: %s %s%s%s", move->event->name,
                           hook_kind(called), called->name, said.message[0] ? ": " : " answered ",
                           said.message[0] ? said.message : pawl_status_name(status));
}

static struct pawl_call told_of(const struct move *move) {
    return (struct pawl_call){.key = move->key,
                              .event = move->event_number,
                              .from = move->from,
                              .to = move->to,
                              .sort_key = move->sort_key,
                              .created_at_us = move->created_at_us,
                              .args = move->args,
                              .actor = move->opts.actor,
                              .trace = move->opts.trace,
                              .request_id = move->opts.request_id};
}

/* ---- guards ------------------------------------------------------------------------------------- */

bool verdict_passes(const struct move *move, const struct pawl_condition *condition) {
    return move->verdicts[condition->hook] == (condition->negated ? '0' : '1');
}

/* Decides whether a transition passes by its callbacks alone. all: no transition does, so each callback is
 * called. */
static enum pawl_status ask_callbacks(struct pawl_db *db, struct move *move, bool all, bool *is_decided,
                                      struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const struct machine_moves moves = moves_from(machine, move->event_number, move->from);
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++) {
        bool passes = true, is_certain = true;
        for (uint16_t i = 0; (passes || all) && i < tried->condition_count; i++) {
            const struct pawl_condition *condition = &tried->conditions[i];
            if (!machine->hooks[condition->hook].is_callback) {
                is_certain = false;
                continue;
            }
            if (move->verdicts[condition->hook] == '-') {
                struct pawl_call told = told_of(move);
                told.to = tried->to;
                told.created_at_us = 0;
                enum pawl_status status = call_callback(db, move, condition->hook, &told, err);
                if (status != PAWL_OK && status != PAWL_REFUSED)
                    return status;
                move->verdicts[condition->hook] = status == PAWL_OK ? '1' : '0';
            }
            passes = passes && verdict_passes(move, condition);
        }
        *is_decided = passes && is_certain;
        if (*is_decided)
            break;
    }
    return PAWL_OK;
}

enum pawl_status hooks_ask(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    bool is_decided = true;
    if (!move->verdicts)
        move->verdicts = results_alloc(operation_results(db), machine->hook_count + 1u);
    TRY(memory_check(move->verdicts, err));
    memset(move->verdicts, '-', machine->hook_count);
    move->verdicts[machine->hook_count] = '\0';
    TRY(ask_callbacks(db, move, false, &is_decided, err));
    /* a refusal names each guard that failed */
    return is_decided ? PAWL_OK : ask_callbacks(db, move, true, &is_decided, err);
}

/* ---- effects ------------------------------------------------------------------------------------ */

enum pawl_status hooks_run_effects(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_call told = told_of(move);
    for (uint16_t i = 0; move->chosen && i < move->chosen->effect_count; i++) {
        const struct pawl_hook *effect = &move->machine->hooks[move->chosen->effects[i]];
        if (!effect->is_callback)
            continue;
        clear_said(move); /* a guard's word is no reason of an effect's */
        enum pawl_status status = call_callback(db, move, move->chosen->effects[i], &told, err);
        if (status == PAWL_OK)
            continue;
        snprintf(move->guard, sizeof move->guard, "%s", effect->name);
        move->to = 0;
        move->sort_key -= PAWL_SORT_KEY_STEP;
        move->created_at_us = 0;
        return status;
    }
    return PAWL_OK;
}
