#include "model/hooks.h"
#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/c/queue.h"
#include "emit/sql/sql.h"
#include "resolve/names.h"

#include <string.h>

bool c_has_callbacks(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (hook_is_callback(machine->hooks[i]))
            return true;
    return false;
}

bool c_has_hooks(const struct model_machine *machine) {
    return c_has_callbacks(machine) || machine->work_count > 0;
}

/* ---- header ------------------------------------------------------------------------------------------ */

void c_args_member(struct text *out, const struct model_event *event) {
    text_printf(out, "%s%s", event->name, names_is_c_word(event->name) ? "_args" : "");
}

static void members(struct text *out, const struct model_machine *machine, const char *what,
                    const struct model_hook *hooks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!hook_is_callback(&hooks[i]))
            continue;
        text_printf(out, "    %s_hook_fn *%s; /* %s", machine->c_name, hooks[i].name, what);
        if (hooks[i].doc != NULL) {
            struct text lines = TEXT_INIT;
            escape_lines(&lines, "", hooks[i].doc, escape_c_comment);
            text_put(out, ": ");
            for (size_t c = 0; !text_failed(&lines) && c + 1 < lines.length; c++)
                text_char(out, lines.data[c] == '\n' ? ' ' : lines.data[c]);
            out->failed |= text_failed(&lines);
            text_free(&lines);
        }
        text_put(out, " */\n");
    }
}

/* What guards and effects are told and answer. */
static void call(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    text_printf(
        out,
        "\n/* What a guard or an effect is told: see struct pawl_call. */\n"
        "struct %s_call {\n"
        "    %sid;\n"
        "    enum %s_event event;\n"
        "    enum %s_state from;\n"
        "    enum %s_state to; /* of a guard: where the move would lead */\n"
        "    int64_t sort_key; /* of the move; for a guard of the last one, 0 where there is none */\n"
        "    int64_t created_at_us; /* of the move; 0 for a guard */\n"
        "    const char *actor; /* as given in the options, or NULL */\n"
        "    const char *request_id; /* likewise */\n",
        name, c_key_type(machine), name, name, name);
    if (machine->column_count > 0) {
        text_put(out, "    union {\n");
        for (size_t i = 0; i < machine->event_count; i++) {
            if (machine->events[i].param_count == 0)
                continue;
            text_printf(out, "        const struct %s_%s_args *", name, machine->events[i].name);
            c_args_member(out, &machine->events[i]);
            text_put(out, ";\n");
        }
        text_put(out, "    } args; /* by event; NULL where it has no parameters */\n");
    }
    text_printf(out,
                "};\n"
                "\n/* Answers PAWL_OK, or PAWL_REFUSED; see pawl_set_hooks. */\n"
                "typedef enum pawl_status %s_hook_fn(struct pawl_db *db, const struct %s_call *call,\n"
                "    void *context, struct pawl_error *err);\n",
                name, name);
}

void c_hooks_declare(struct text *out, const struct model_machine *machine) {
    if (!c_has_hooks(machine))
        return;
    if (c_has_callbacks(machine))
        call(out, machine);
    c_queue_declare(out, machine);
    text_printf(out,
                "\nstruct %s_hooks {\n"
                "    void *context; /* handed to each */\n",
                machine->c_name);
    members(out, machine, "guard", machine->guards, machine->guard_count);
    members(out, machine, "effect", machine->effects, machine->effect_count);
    c_queue_members(out, machine);
    text_put(out, "};\n");
}

/* ---- tables ------------------------------------------------------------------------------------------ */

/* "&conditions_of_payment[3]", and counts on; NULL for none. */
static void part_of(struct text *out, const struct model_machine *machine, const char *table, size_t *next,
                    size_t count) {
    if (count == 0)
        text_put(out, "NULL");
    else
        text_printf(out, "&%s_of_%s[%zu]", table, machine->c_name, *next);
    *next += count;
}

static void hooks(struct text *out, const struct model_machine *machine) {
    text_printf(out, "\nstatic const struct pawl_hook hooks_of_%s[] = {\n", machine->c_name);
    for (size_t i = 0; i < machine->hook_count; i++) {
        const struct model_hook *hook = machine->hooks[i];
        bool is_guard = hook >= machine->guards && hook < machine->guards + machine->guard_count;
        text_printf(out, "    {\"%s\", PAWL_HOOK_%s, %s},\n", hook->name, is_guard ? "GUARD" : "EFFECT",
                    c_truth(hook_is_callback(hook)));
    }
    text_put(out, "};\n");
}

static void callbacks(struct text *out, const struct model_machine *machine) {
    text_printf(out, "\nstatic const uint32_t callbacks_of_%s[] = {\n", machine->c_name);
    for (size_t i = 0; i < machine->hook_count; i++)
        if (hook_is_callback(machine->hooks[i]))
            text_printf(out, "    offsetof(struct %s_hooks, %s),\n", machine->c_name,
                        machine->hooks[i]->name);
        else
            text_put(out, "    UINT32_MAX,\n");
    text_put(out, "};\n");
}

typedef void move_fn(struct text *out, const struct model_machine *machine, const struct model_move *move,
                     void *context);

/* Those of an event from a state where one of them has a condition or an effect. */
static size_t each_listed_move(struct text *out, const struct model_machine *machine, move_fn *write,
                               void *context) {
    size_t count = 0;
    for (size_t event = 0; event < machine->event_count; event++) {
        const struct moves all = moves_of_event(machine, event);
        for (struct moves moves = {0}; next_moves(all, &moves);) {
            if (!moves_have_hooks(moves))
                continue;
            for (size_t i = 0; write != NULL && i < moves.count; i++)
                write(out, machine, &moves.list[i], context);
            count += moves.count;
        }
    }
    return count;
}

static size_t listed_moves(const struct model_machine *machine) {
    return each_listed_move(NULL, machine, NULL, NULL);
}

static void conditions_of_move(struct text *out, const struct model_machine *machine,
                               const struct model_move *move, void *context) {
    bool *any = context;
    for (size_t i = 0; i < move->arrow->condition_count; i++) {
        const struct model_condition *condition = &move->arrow->conditions[i];
        if (!*any)
            text_printf(out, "\nstatic const struct pawl_condition conditions_of_%s[] = {\n",
                        machine->c_name);
        *any = true;
        text_printf(out, "    {%zu, %s},\n", condition->guard->number, condition->negated ? "true" : "false");
    }
}

static void effects_of_move(struct text *out, const struct model_machine *machine,
                            const struct model_move *move, void *context) {
    bool *any = context;
    const struct model_hooks *lists[] = {&move->effects, &move->arrow->after};
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->count; i++) {
            if (!*any)
                text_printf(out, "\nstatic const uint16_t effects_of_%s[] = {\n", machine->c_name);
            *any = true;
            text_printf(out, "    %zu,\n", lists[l]->hooks[i]->number);
        }
}

struct places { /* what of the tables was handed out already */
    size_t condition, effect;
};

static void move(struct text *out, const struct model_machine *machine, const struct model_move *of,
                 void *context) {
    struct places *next = context;
    const struct model_arrow *arrow = of->arrow;
    text_printf(out, "    {%zu, %zu, %zu, %zu, %zu, %zu, ", of->event + 1,
                of->from == MODEL_NOTHING ? 0 : of->from + 1, of->to + 1, arrow->condition_count,
                of->effects.count, arrow->after.count);
    part_of(out, machine, "conditions", &next->condition, arrow->condition_count);
    text_put(out, ", ");
    part_of(out, machine, "effects", &next->effect, of->effects.count);
    text_put(out, ", ");
    part_of(out, machine, "effects", &next->effect, arrow->after.count);
    text_put(out, "},\n");
}

static void moves(struct text *out, const struct model_machine *machine) {
    bool has_conditions = false;
    bool has_effects = false;
    struct places places = {0};
    each_listed_move(out, machine, conditions_of_move, &has_conditions);
    text_put(out, has_conditions ? "};\n" : "");
    each_listed_move(out, machine, effects_of_move, &has_effects);
    text_put(out, has_effects ? "};\n" : "");
    text_printf(out, "\nstatic const struct pawl_move moves_of_%s[] = {\n", machine->c_name);
    each_listed_move(out, machine, move, &places);
    text_put(out, "};\n");
}

/* ---- the call of a callback --------------------------------------------------------------------------- */

static void copy_args(struct text *out, const struct model_machine *machine) {
    bool first = true;
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        if (event->param_count == 0)
            continue;
        if (first) {
            text_put(out, "    told.args.");
            c_args_member(out, event);
            text_put(out, " = NULL;\n    switch (call->event) {\n");
        }
        first = false;
        text_printf(out, "    case %zu:\n        told.args.", i + 1);
        c_args_member(out, event);
        text_printf(out, " = (const struct %s_%s_args *)call->args;\n        break;\n", machine->c_name,
                    event->name);
    }
    if (!first)
        text_put(out, "    default:\n        break;\n    }\n");
}

static void call_hook(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    text_printf(out,
                "\nstatic enum pawl_status call_hook_of_%s(const void *hooks, int hook, struct pawl_db *db,\n"
                "    const struct pawl_call *call, struct pawl_error *err) {\n"
                "    const struct %s_hooks *own = (const struct %s_hooks *)hooks;\n"
                "    struct %s_call told;\n"
                "    told.id = call->key.%s;\n"
                "    told.event = (enum %s_event)call->event;\n"
                "    told.from = (enum %s_state)call->from;\n"
                "    told.to = (enum %s_state)call->to;\n"
                "    told.sort_key = call->sort_key;\n"
                "    told.created_at_us = call->created_at_us;\n"
                "    told.actor = call->actor;\n"
                "    told.request_id = call->request_id;\n",
                name, name, name, name, machine->key_type == PAWL_TYPE_TEXT ? "text" : "number", name, name,
                name);
    copy_args(out, machine);
    text_put(out, "    switch (hook) {\n");
    for (size_t i = 0; i < machine->hook_count; i++)
        if (hook_is_callback(machine->hooks[i]))
            text_printf(out, "    case %zu:\n        return own->%s(db, &told, own->context, err);\n", i,
                        machine->hooks[i]->name);
    text_put(out, "    default:\n        return PAWL_MISUSE;\n    }\n}\n");
}

void c_hooks_tables(struct text *out, const struct model_machine *machine) {
    if (machine->hook_count == 0)
        return;
    if (machine->hook_count > UINT16_MAX || listed_moves(machine) > UINT16_MAX) {
        text_fail(out, "a machine has more than 65,535 guards and effects, or moves with them; split that "
                       "machine into several");
        return;
    }
    hooks(out, machine);
    moves(out, machine);
    if (!c_has_callbacks(machine))
        return;
    callbacks(out, machine);
    call_hook(out, machine);
}

void c_hooks_machine(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (machine->hook_count == 0) {
        text_put(out, "    0,\n    0,\n    NULL,\n    NULL,\n    NULL,\n    NULL,\n");
        return;
    }
    text_printf(out, "    %zu,\n    %zu,\n    hooks_of_%s,\n    moves_of_%s,\n", machine->hook_count,
                listed_moves(machine), name, name);
    if (c_has_callbacks(machine))
        text_printf(out, "    call_hook_of_%s,\n    callbacks_of_%s,\n", name, name);
    else
        text_put(out, "    NULL,\n    NULL,\n");
}
