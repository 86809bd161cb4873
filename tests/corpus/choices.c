#include "choices.h"

#include <stdlib.h>
#include <string.h>

struct tried {
    const struct pawl_move *first;
    size_t count;
};

static struct tried tried_from(const struct pawl_machine *machine, int state, int event) {
    struct tried tried = {NULL, 0};
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct pawl_move *move = &machine->moves[i];
        if (move->event != event || move->from != state)
            continue;
        if (tried.count++ == 0)
            tried.first = move;
    }
    return tried;
}

static int in_table(const struct pawl_machine *machine, int state, int event) {
    return machine->next[(size_t)event * (machine->state_count + 1u) + (size_t)state];
}

struct way way_of(const struct pawl_machine *machine, int state, int event, bool guards_pass) {
    int next = in_table(machine, state, event);
    const struct tried tried = tried_from(machine, state, event);
    if (next != PAWL_NEXT_CHOSEN)
        return (struct way){.to = next == PAWL_NEXT_IGNORED ? 0 : next, .move = tried.first};
    for (size_t i = 0; i < tried.count; i++) {
        const struct pawl_move *move = &tried.first[i];
        bool passes = true, depends = false;
        for (size_t c = 0; c < move->condition_count; c++) {
            const struct pawl_condition *condition = &move->conditions[c];
            if (machine->hooks[condition->hook].is_callback)
                passes = passes && guards_pass != condition->negated;
            else
                depends = true;
        }
        if (passes && depends)
            return (struct way){.depends_on_sql = true};
        if (passes)
            return (struct way){.to = move->to, .move = move};
    }
    return (struct way){.is_refused = true};
}

bool may_lead(const struct pawl_machine *machine, int state, int event, int to) {
    int next = in_table(machine, state, event);
    if (next != PAWL_NEXT_CHOSEN)
        return to == (next == PAWL_NEXT_IGNORED ? 0 : next);
    const struct tried tried = tried_from(machine, state, event);
    for (size_t i = 0; i < tried.count; i++)
        if (tried.first[i].to == to)
            return true;
    return to == 0 && tried.first[tried.count - 1].condition_count > 0;
}

bool is_possible(const struct pawl_machine *machine, int state, int event) {
    int next = in_table(machine, state, event);
    return next != 0 && next != PAWL_NEXT_IGNORED;
}

bool asks_c(const struct pawl_machine *machine, int state, int event) {
    const struct tried tried = tried_from(machine, state, event);
    for (size_t i = 0; i < tried.count; i++)
        for (size_t c = 0; c < tried.first[i].condition_count; c++)
            if (machine->hooks[tried.first[i].conditions[c].hook].is_callback)
                return true;
    return false;
}

bool has_effect_in_c(const struct pawl_machine *machine, const struct pawl_move *move) {
    for (size_t i = 0; move && i < move->effect_count; i++)
        if (machine->hooks[move->effects[i]].is_callback)
            return true;
    return false;
}

/* ---- callbacks ---------------------------------------------------------------------------------------- */

/* Each machine has a type of its own for what is told; nothing here looks at it. */
typedef enum pawl_status callback(struct pawl_db *db, const void *call, void *context,
                                  struct pawl_error *err);

static enum pawl_status pass(struct pawl_db *db, const void *call, void *context, struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    return PAWL_OK;
}

static enum pawl_status refuse(struct pawl_db *db, const void *call, void *context, struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    return PAWL_REFUSED;
}

static enum pawl_status fail(struct pawl_db *db, const void *call, void *context, struct pawl_error *err) {
    (void)call, (void)context;
    return pawl_exec(db, "select no_such_column", err);
}

const void *hooks_that_answer(const struct pawl_machine *machine, enum pawl_status guards,
                              enum pawl_status effects) {
    static _Alignas(max_align_t) unsigned char hooks[16 * 1024];
    if (!machine->call_hook)
        return NULL;
    for (size_t i = 0; i < machine->hook_count; i++) {
        const enum pawl_status status = machine->hooks[i].kind == PAWL_HOOK_GUARD ? guards : effects;
        callback *function = status == PAWL_OK ? pass : status == PAWL_DB ? fail : refuse;
        if (!machine->hooks[i].is_callback)
            continue;
        if (machine->callbacks[i] + sizeof function > sizeof hooks)
            abort();
        memcpy(hooks + machine->callbacks[i], &function, sizeof function);
    }
    return hooks;
}
