#include "emit_c_queue.h"

#include "emit_c.h"
#include "escape.h"
#include "sql_queue.h"

#include <inttypes.h>
#include <string.h>

static const char *truth(bool value) {
    return value ? "true" : "false";
}

static void presence(struct text *out, const struct model_machine *machine, size_t number) {
    static const char letters[] = {[QUEUE_OUTSIDE] = '-', [QUEUE_ASLEEP] = 'z', [QUEUE_AWAKE] = 'a'};
    text_put(out, "\"-");
    for (size_t state = 0; state < machine->state_count; state++)
        text_char(out, letters[queue_presence(machine, number, state)]);
    text_char(out, '"');
}

static void pending(struct text *out, const struct model_machine *machine, size_t number) {
    struct queue_rule rule = queue_rule(machine, number);
    const struct model_timer *timer = rule.timer;
    bool is_at = timer != NULL && timer->kind == MODEL_AT;
    struct text name = TEXT_INIT;
    queue_name(&name, machine, number);
    text_put(out, "    {");
    if (!text_failed(&name))
        escape_c_string(out, name.data, name.length);
    out->failed |= text_failed(&name);
    text_free(&name);
    text_printf(out, ", %s, %s, %zu, ", truth(rule.work != NULL), truth(rule.place->state != NULL),
                rule.event == NULL ? 0 : (size_t)(rule.event - machine->events) + 1);
    if (is_at)
        text_printf(out, "-1, {%s, %zu},\n",
                    timer->at->kind == MODEL_CREATED ? "PAWL_REFERENCE_CREATED" : "PAWL_REFERENCE_PARAM",
                    timer->at->column);
    else
        text_printf(out, "%" PRId64 ", {PAWL_REFERENCE_NOW, 0},\n",
                    timer == NULL ? INT64_C(0) : timer->after_ms * 1000);
    text_printf(out, "     %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ",\n     ",
                rule.lease_ms * 1000, rule.every_ms * 1000, rule.backoff_from_ms * 1000,
                rule.backoff_to_ms * 1000, rule.attempts);
    presence(out, machine, number);
    text_put(out, "},\n");
}

/* Only what begins with each entering of a state asks whether a move has left it. */
static bool stay_matters(const struct model_machine *machine, const struct model_move *move) {
    if (move->from == MODEL_NOTHING || move->arrow->target != MODEL_STAY)
        return false;
    for (size_t i = 0; i < queue_count(machine); i++)
        if (queue_rule(machine, i).place->state == &machine->states[move->from])
            return true;
    return false;
}

static size_t stays(struct text *out, const struct model_machine *machine) {
    size_t count = 0;
    size_t alternative = 0;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        bool is_next = i > 0 && move[-1].event == move->event && move[-1].from == move->from;
        alternative = is_next ? alternative + 1 : 0;
        if (!stay_matters(machine, move))
            continue;
        if (count++ == 0)
            text_printf(out, "\nstatic const struct pawl_stay stays_of_%s[] = {\n", machine->name);
        text_printf(out, "    {%zu, %zu, %zu},\n", move->event + 1, move->from + 1, alternative);
    }
    if (count > 0)
        text_put(out, "};\n");
    return count;
}

static void statements(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
    static const char *const names[QUEUE_STATEMENT_COUNT] = {
        [QUEUE_CLAIM] = "claim",         [QUEUE_NEXT_DUE] = "next_due", [QUEUE_NOT_YET] = "not_yet",
        [QUEUE_FAIL] = "fail",           [QUEUE_EXTEND] = "extend",     [QUEUE_RETRY] = "retry",
        [QUEUE_OF_ENTITY] = "of_entity", [QUEUE_INSERT] = "insert",     [QUEUE_UPDATE] = "update",
        [QUEUE_DELETE] = "remove",
    };
    text_printf(out, ",\n    /* %s */\n    {", dialect->name);
    for (enum queue_statement i = 0; i < QUEUE_STATEMENT_COUNT; i++) {
        struct text statement = TEXT_INIT;
        sql_queue_statement(&statement, dialect, machine, i);
        text_printf(out, "%s\n        /* %s */\n", i == 0 ? "" : ",", names[i]);
        c_lines(out, "        ", statement.data);
        out->failed |= text_failed(&statement);
        text_free(&statement);
    }
    text_char(out, '}');
}

void emit_c_queue(struct text *out, const struct model_machine *machine) {
    const char *name = machine->name;
    if (!queue_is_used(machine))
        return;
    text_printf(out,
                "\n/* Timers, then works; by state '-' outside, 'z' asleep, 'a' awake. */\n"
                "static const struct pawl_pending pending_of_%s[] = {\n",
                name);
    for (size_t i = 0; i < queue_count(machine); i++)
        pending(out, machine, i);
    text_put(out, "};\n");
    size_t stay_count = stays(out, machine);
    text_printf(out,
                "\nstatic const struct pawl_queue queue_of_%s = {\n"
                "    \"%s_pending\",\n    \"%s_pending\",\n    %zu,\n    %zu,\n    pending_of_%s,\n    ",
                name, name, name, queue_count(machine), stay_count, name);
    if (stay_count > 0)
        text_printf(out, "stays_of_%s", name);
    else
        text_put(out, "NULL");
    statements(out, &sql_postgres, machine);
    statements(out, &sql_sqlite, machine);
    text_put(out, "\n};\n");
}
