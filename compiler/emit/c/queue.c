#include "emit/c/queue.h"

#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/sql/queue.h"

#include <inttypes.h>
#include <string.h>

/* ---- header ------------------------------------------------------------------------------------- */

/* A hook may be the work of several states. */
static bool is_first_of_its_hook(const struct model_machine *machine, size_t work) {
    for (size_t i = 0; i < work; i++)
        if (machine->works[i].hook == machine->works[work].hook)
            return false;
    return true;
}

/* Work is done by moving on, so creations are no result of it. */
static bool has_args(const struct model_event *event) {
    return event->param_count > 0 && !event->is_creation;
}

static bool results_have_args(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->event_count; i++)
        if (has_args(&machine->events[i]))
            return true;
    return false;
}

void c_queue_declare(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (machine->work_count == 0)
        return;
    text_printf(out,
                "\n/* What a hook of work is told. */\n"
                "struct %s_work_call {\n"
                "    %sid;\n"
                "    int64_t sort_key; /* of the move that began it: with the id it is one piece of work */\n"
                "    int attempt; /* 1 for the first */\n"
                "    const struct pawl_item *item; /* for pawl_extend */\n"
                "};\n"
                "\n/* The event with which the work is done, which is fired when the hook has returned. */\n"
                "struct %s_work_result {\n"
                "    enum %s_event event;\n",
                name, c_key_type(machine), name, name);
    if (results_have_args(machine)) {
        text_put(out, "    union {\n");
        for (size_t i = 0; i < machine->event_count; i++) {
            if (!has_args(&machine->events[i]))
                continue;
            text_printf(out, "        struct %s_%s_args ", name, machine->events[i].name);
            c_args_member(out, &machine->events[i]);
            text_put(out, ";\n");
        }
        text_put(out,
                 "    } args; /* by event; what they point to must live until the hook is called again */\n");
    }
    text_printf(out,
                "};\n"
                "\n/* Answers PAWL_OK with a result, PAWL_NOT_YET, or an error; see pawl_work. */\n"
                "typedef enum pawl_status %s_work_fn(struct pawl_db *db, const struct %s_work_call *work,\n"
                "    struct %s_work_result *result, void *context, struct pawl_error *err);\n",
                name, name, name);
}

void c_queue_members(struct text *out, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->work_count; i++)
        if (is_first_of_its_hook(machine, i))
            text_printf(out, "    %s_work_fn *%s; /* work */\n", machine->c_name,
                        machine->works[i].hook->name);
}

/* ---- tables ------------------------------------------------------------------------------------- */

/* As many as of a machine's table of events by states. */
enum { PLACES_MAX = 16 * 1024 * 1024 };

static void pending(struct text *out, const struct model_machine *machine, size_t number) {
    struct queue_rule rule = queue_rule(machine, number);
    const struct model_timer *timer = rule.timer;
    struct text name = TEXT_INIT;
    queue_name(&name, machine, number);
    text_put(out, "    {");
    if (!text_failed(&name))
        escape_c_string(out, name.data, name.length);
    out->failed |= text_failed(&name);
    text_free(&name);
    text_printf(out, ", %s, %s, %zu, ", c_truth(rule.work != NULL), c_truth(rule.place->state != NULL),
                rule.event == NULL ? 0 : (size_t)(rule.event - machine->events) + 1);
    if (rule.work != NULL)
        text_printf(out, "offsetof(struct %s_hooks, %s),\n     ", machine->c_name, rule.work->hook->name);
    else
        text_put(out, "0,\n     ");
    if (timer != NULL && timer->kind == MODEL_AT)
        text_printf(out, "-1, {PAWL_REFERENCE_%s, %zu},\n",
                    timer->at->kind == MODEL_CREATED ? "CREATED" : "PARAM", timer->at->column);
    else
        text_printf(out, "%" PRId64 ", {PAWL_REFERENCE_NOW, 0},\n",
                    timer == NULL ? INT64_C(0) : timer->after_ms * 1000);
    text_printf(out, "     %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ",\n     ",
                rule.lease_ms * 1000, rule.every_ms * 1000, rule.backoff_from_ms * 1000,
                rule.backoff_to_ms * 1000, rule.attempts);
    text_char(out, '"');
    queue_presences(out, machine, number);
    text_char(out, '"');
    if (rule.work != NULL)
        text_printf(out, ", \"%s\"},\n", rule.work->hook->name);
    else
        text_put(out, ", NULL},\n");
}

static size_t stays(struct text *out, const struct model_machine *machine) {
    size_t count = 0;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        size_t alternative = 0;
        if (!queue_is_stay(machine, i, &alternative))
            continue;
        if (count++ == 0)
            text_printf(out, "\nstatic const struct pawl_stay stays_of_%s[] = {\n", machine->c_name);
        text_printf(out, "    {%zu, %zu, %zu},\n", move->event + 1, move->from + 1, alternative);
    }
    if (count > 0)
        text_put(out, "};\n");
    return count;
}

static void call_work(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (machine->work_count == 0)
        return;
    text_printf(
        out,
        "\nstatic enum pawl_status call_work_of_%s(const void *hooks, int pending, struct pawl_db *db,\n"
        "    const struct pawl_work_call *call, void *result, struct pawl_error *err) {\n"
        "    const struct %s_hooks *own = (const struct %s_hooks *)hooks;\n"
        "    struct %s_work_result *typed = (struct %s_work_result *)result;\n"
        "    struct %s_work_call told;\n"
        "    told.id = call->key.%s;\n"
        "    told.sort_key = call->item->fence;\n"
        "    told.attempt = call->item->attempts;\n"
        "    told.item = call->item;\n"
        "    switch (pending) {\n",
        name, name, name, name, name, name, machine->key_type == PAWL_TYPE_TEXT ? "text" : "number");
    for (size_t i = 0; i < machine->work_count; i++)
        text_printf(out, "    case %zu:\n        return own->%s(db, &told, typed, own->context, err);\n",
                    machine->timer_count + i, machine->works[i].hook->name);
    text_put(out, "    default:\n        return PAWL_MISUSE;\n    }\n}\n");
}

void emit_c_queue(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (!queue_is_used(machine))
        return;
    if (queue_count(machine) > UINT16_MAX || queue_count(machine) > PLACES_MAX / (machine->state_count + 1)) {
        text_fail(out, "a machine's timers and works by states would have more than 16 million places; "
                       "split that machine into several");
        return;
    }
    text_printf(out,
                "\n/* Timers, then works; by state '-' outside, 'z' asleep, 'a' awake. */\n"
                "static const struct pawl_pending pending_of_%s[] = {\n",
                name);
    for (size_t i = 0; i < queue_count(machine); i++)
        pending(out, machine, i);
    text_put(out, "};\n");
    size_t stay_count = stays(out, machine);
    call_work(out, machine);
    text_printf(out,
                "\nstatic const struct pawl_queue queue_of_%s = {\n"
                "    \"%s_pending\",\n    \"%s_pending\",\n    %zu,\n    %zu,\n    pending_of_%s,\n    ",
                name, machine->name, machine->name, queue_count(machine), stay_count, name);
    if (stay_count > 0)
        text_printf(out, "stays_of_%s", name);
    else
        text_put(out, "NULL");
    if (machine->work_count > 0)
        text_printf(out, ",\n    call_work_of_%s,\n    sizeof(struct %s_work_result),\n", name, name);
    else
        text_put(out, ",\n    NULL,\n    0,\n");
    if (machine->work_count > 0 && results_have_args(machine))
        text_printf(out, "    offsetof(struct %s_work_result, args),\n};\n", name);
    else
        text_put(out, "    0,\n};\n");
}
