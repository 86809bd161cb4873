#include "emit/test/test.h"

#include "base/escape.h"
#include "emit/sql/sql.h"
#include "model/graph.h"
#include "model/queue.h"

#include <inttypes.h>
#include <string.h>

extern const struct text_fragment test_program[];

static void put_string(struct text *out, const char *string) {
    if (string == NULL)
        text_put(out, "NULL");
    else
        escape_c_string(out, string, strlen(string));
}

static const char *truth(bool is_so) {
    return is_so ? "true" : "false";
}

/* Whether generated C has a struct of hooks for its moves. */
static bool has_callbacks(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (hook_is_callback(machine->hooks[i]))
            return true;
    return false;
}

/* Guards, then effects, as the tables number them. */
static size_t hook_number(const struct model_machine *machine, const struct model_hook *hook) {
    return hook_is_guard(machine, hook) ? (size_t)(hook - machine->guards)
                                        : machine->guard_count + (size_t)(hook - machine->effects);
}

static void put_hooks(struct text *out, const struct model_machine *machine,
                      const struct model_hooks *hooks) {
    text_printf(out, "%zu, ", hooks->count);
    if (hooks->count == 0)
        text_put(out, "NULL");
    for (size_t i = 0; i < hooks->count; i++)
        text_printf(out, "%s%zu%s", i == 0 ? "(const int[]){" : ", ", hook_number(machine, hooks->hooks[i]),
                    i + 1 == hooks->count ? "}" : "");
}

static void put_conditions(struct text *out, const struct model_machine *machine,
                           const struct model_arrow *arrow) {
    text_printf(out, "%zu, ", arrow->condition_count);
    if (arrow->condition_count == 0)
        text_put(out, "NULL");
    for (size_t i = 0; i < arrow->condition_count; i++)
        text_printf(out, "%s{%zu, %s}%s", i == 0 ? "(const struct condition[]){" : ", ",
                    hook_number(machine, arrow->conditions[i].guard), truth(arrow->conditions[i].negated),
                    i + 1 == arrow->condition_count ? "}" : "");
}

/* For each timer what the move does to it. */
static void put_changes(struct text *out, const struct model_machine *machine,
                        const struct model_move *move) {
    static const char letters[] = {
        [QUEUE_KEEP] = 'k', [QUEUE_BEGIN] = 'b', [QUEUE_END] = 'e', [QUEUE_SLEEP] = 's', [QUEUE_WAKE] = 'w'};
    text_char(out, '"');
    for (size_t i = 0; i < machine->timer_count; i++)
        text_char(out, letters[queue_change(machine, i, move)]);
    text_char(out, '"');
}

static void put_move(struct text *out, const struct model_machine *machine, const struct model_move *move) {
    const bool creates = move->from == MODEL_NOTHING;
    text_printf(out, "    /* %s: %s -> %s */\n    {%zu, %zu, %zu, %zu, ", machine->events[move->event].name,
                creates ? "nothing" : machine->states[move->from].name, machine->states[move->to].name,
                move->event + 1, creates ? 0 : move->from + 1, move->to + 1, move->arrow->line);
    put_conditions(out, machine, move->arrow);
    text_put(out, ", ");
    put_hooks(out, machine, &move->effects);
    text_put(out, ", ");
    put_hooks(out, machine, &move->arrow->after);
    text_put(out, ", ");
    put_changes(out, machine, move);
    text_printf(out, ", %d},\n", move->arrow->is_unrecorded ? 0 : PAWL_SORT_KEY_STEP);
}

static size_t line_of_timer(const struct model_machine *machine, const struct model_timer *timer) {
    for (size_t i = 0; i < machine->arrow_count; i++)
        if (machine->arrows[i].timer == timer)
            return machine->arrows[i].line;
    return machine->events[timer->event].line;
}

static void put_timer(struct text *out, const struct model_machine *machine, size_t number) {
    const struct queue_rule rule = queue_rule(machine, number);
    text_put(out, "    {\"");
    queue_name(out, machine, number);
    text_printf(out, "\", %zu, %zu, %" PRId64 ", %" PRId64 ", \"", rule.timer->event + 1,
                line_of_timer(machine, rule.timer),
                rule.timer->kind != MODEL_AT   ? rule.timer->after_ms * 1000
                : model_is_counted(rule.timer) ? -rule.timer->after_ms * 1000
                                               : INT64_C(-1),
                rule.every_ms * 1000);
    for (size_t i = 0; rule.timer->is_latest && i <= machine->state_count; i++)
        text_char(out, '-'); /* another event gives its time */
    if (!rule.timer->is_latest)
        queue_presences(out, machine, number);
    text_printf(out, "\", %s},\n", truth(rule.timer->kind == MODEL_EVERY));
}

static void put_work(struct text *out, const struct model_machine *machine, size_t number) {
    const struct queue_rule rule = queue_rule(machine, number);
    text_put(out, "    {\"");
    queue_name(out, machine, number);
    text_put(out, "\", ");
    put_string(out, rule.work->hook->name);
    text_printf(out, ", %zu, %" PRId64, rule.event == NULL ? 0 : (size_t)(rule.event - machine->events) + 1,
                rule.attempts);
    const int64_t times_ms[] = {rule.lease_ms, rule.every_ms, rule.backoff_from_ms, rule.backoff_to_ms};
    for (size_t i = 0; i < sizeof times_ms / sizeof *times_ms; i++)
        text_printf(out, ", %" PRId64, times_ms[i] * 1000);
    text_put(out, ", \"");
    queue_presences(out, machine, number);
    text_put(out, "\"},\n");
}

static void put_place(struct text *out, const char *name, bool is_marked, size_t line) {
    text_put(out, "    {");
    put_string(out, name);
    text_printf(out, ", %s, %zu},\n", truth(is_marked), line);
}

static void put_hook(struct text *out, const struct model_hook *hook, bool is_effect) {
    text_put(out, "    {");
    put_string(out, hook->name);
    text_printf(out, ", %s, %s},\n", truth(is_effect), truth(hook->is_sql));
}

static void begin_table(struct text *out, const struct model_machine *machine, const char *type,
                        const char *name) {
    text_printf(out, "static const struct %s %s_of_%s[] = {\n", type, name, machine->c_name);
}

static void put_tables(struct text *out, const struct model_machine *machine) {
    begin_table(out, machine, "named", "states");
    put_place(out, "nothing", false, machine->line);
    for (size_t i = 0; i < machine->state_count; i++)
        put_place(out, machine->states[i].name, machine->states[i].is_final, machine->states[i].line);
    text_put(out, "};\n");
    begin_table(out, machine, "named", "events");
    put_place(out, "nothing", false, machine->line);
    for (size_t i = 0; i < machine->event_count; i++)
        put_place(out, machine->events[i].name, machine->events[i].is_creation, machine->events[i].line);
    text_put(out, "};\n");
    begin_table(out, machine, "hook", "hooks");
    for (size_t i = 0; i < machine->guard_count; i++)
        put_hook(out, &machine->guards[i], false);
    for (size_t i = 0; i < machine->effect_count; i++)
        put_hook(out, &machine->effects[i], true);
    text_put(out, "    {NULL, false, false},\n};\n");
    begin_table(out, machine, "transition", "moves");
    for (size_t i = 0; i < machine->move_count; i++)
        put_move(out, machine, &machine->moves[i]);
    text_put(out, "};\n");
    begin_table(out, machine, "ignored", "ignored");
    for (size_t i = 0; i < machine->ignore_count; i++)
        text_printf(out, "    {%zu, %zu},\n", machine->ignores[i].event + 1, machine->ignores[i].state + 1);
    text_put(out, "    {0, 0},\n};\n");
    begin_table(out, machine, "work", "works");
    for (size_t i = 0; i < machine->work_count; i++)
        put_work(out, machine, machine->timer_count + i);
    text_put(out, "    {NULL, NULL, 0, 0, 0, 0, 0, 0, NULL},\n};\n");
    begin_table(out, machine, "timer", "timers");
    for (size_t i = 0; i < machine->timer_count; i++)
        put_timer(out, machine, i);
    text_put(out, "    {NULL, 0, 0, 0, 0, NULL, false},\n};\n");
}

static void put_part(struct text *out, size_t *count, const char *part) {
    text_printf(out, "%s%s", (*count)++ == 0 ? "" : ", ", part);
}

static bool has_hook(const struct model_hook *hooks, size_t count, bool is_sql) {
    for (size_t i = 0; i < count; i++)
        if (hooks[i].is_sql == is_sql)
            return true;
    return false;
}

/* What the program does not test, for its last line; "" for nothing. */
static void put_untested(struct text *out, const struct model_machine *machine, bool has_hooks,
                         bool runs_sql) {
    const bool has_guards = has_hook(machine->guards, machine->guard_count, true);
    size_t count = 0;
    if (!runs_sql && (has_guards || has_hook(machine->effects, machine->effect_count, true)))
        put_part(out, &count, "guards and effects in SQL (--tables)");
    if (runs_sql && has_guards)
        put_part(out, &count, "the answers of guards in SQL");
    if (!has_hooks && has_callbacks(machine))
        put_part(out, &count, "guards and effects in C (--hooks)");
}

/* A member of a struct whose value is SQL. */
static void put_sql(struct text *out, const char *member, struct text *sql) {
    text_printf(out, "    .%s = ", member);
    put_string(out, text_data(sql));
    text_put(out, ",\n");
    text_free(sql);
}

static void put_identifier(struct text *out, const char *member, const struct sql_dialect *dialect,
                           const char *name) {
    struct text sql = TEXT_INIT;
    escape_sql_identifier(&sql, name, dialect->reserved, dialect->name_quote);
    put_sql(out, member, &sql);
}

/* Of the dialect's test.sql. */
static void put_fragment(struct text *out, const char *member, const struct sql_dialect *dialect,
                         const char *name) {
    struct text sql = TEXT_INIT;
    const char *fragment = text_fragment(dialect->test, name);
    text_write(&sql, fragment, strlen(fragment) - 1); /* without its newline */
    put_sql(out, member, &sql);
}

static void put_database(struct text *out, const struct sql_dialect *dialect) {
    static const char *const of_all[] = {"open", "grant", "pass_time"}, *const of_servers[] = {"create",
                                                                                               "drop"};
    text_printf(
        out,
        "static const struct database_sql database_sql = {\n    .is_file = %s,\n    .deploys_again = %s,\n",
        truth(dialect->is_file), truth(dialect->deploys_again));
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        put_fragment(out, of_all[i], dialect, of_all[i]);
    for (size_t i = 0; !dialect->is_file && i < sizeof of_servers / sizeof *of_servers; i++)
        put_fragment(out, of_servers[i], dialect, of_servers[i]);
    text_put(out, "};\n\n");
}

static void put_machine(struct text *out, const struct model_machine *machine,
                        const struct sql_dialect *dialect, bool has_hooks, bool runs_sql) {
    const struct model_state *origin = model_implicit_state(machine);
    struct text untested = TEXT_INIT;
    put_tables(out, machine);
    text_printf(out, "static const struct tested test_of_%s = {\n    .name = ", machine->c_name);
    put_string(out, machine->name);
    text_printf(out, ",\n    .machine = &%s_machine,\n", machine->c_name);
    if (has_hooks && has_callbacks(machine))
        text_printf(out, "    .hooks = &%s_hooks,\n", machine->c_name);
    if (machine->entity != NULL) {
        put_identifier(out, "table", dialect, machine->entity->table);
        put_identifier(out, "column", dialect, machine->entity->column);
        if (machine->mirror != NULL)
            put_identifier(out, "mirror", dialect, machine->mirror->column);
        put_fragment(out, "type", dialect, model_type_name(machine->key_type));
    }
    text_printf(out,
                "    .runs_sql = %s,\n    .origin = %zu,\n    .state_count = %zu,\n    .event_count = %zu,\n "
                "   .hook_count = %zu,\n"
                "    .move_count = %zu,\n    .ignored_count = %zu,\n    .timer_count = %zu,\n    .work_count "
                "= %zu,\n",
                truth(runs_sql), origin == NULL ? 0 : (size_t)(origin - machine->states) + 1,
                machine->state_count, machine->event_count, machine->guard_count + machine->effect_count,
                machine->move_count, machine->ignore_count, machine->timer_count, machine->work_count);
    text_printf(out,
                "    .states = states_of_%s,\n    .events = events_of_%s,\n    .hook = hooks_of_%s,\n"
                "    .moves = moves_of_%s,\n    .ignored = ignored_of_%s,\n    .timers = timers_of_%s,\n    "
                ".works = works_of_%s,\n",
                machine->c_name, machine->c_name, machine->c_name, machine->c_name, machine->c_name,
                machine->c_name, machine->c_name);
    put_untested(&untested, machine, has_hooks, runs_sql);
    text_put(out, "    .untested = ");
    put_string(out, untested.length == 0 ? NULL : untested.data);
    text_free(&untested);
    text_put(out, ",\n};\n\n");
}

/* ---- flows ------------------------------------------------------------------------------------------ */

static void put_retry(struct text *out, const struct model_retry *retry) {
    text_printf(out, "{%" PRId64 ", %" PRId64 ", %" PRId64 "}", retry->count, retry->from_ms * 1000,
                retry->to_ms * 1000);
}

static int number_or_none(size_t number) {
    return number == MODEL_NOTHING ? -1 : (int)number;
}

static void put_flow_step(struct text *out, const struct model_flow_step *step) {
    static const char kinds[] = {
        [MODEL_TX] = 't', [MODEL_CALL] = 'c', [MODEL_PAUSE] = 'p', [MODEL_WAIT] = 'w'};
    const char *const texts[] = {step->path, step->callback == NULL ? NULL : step->callback->name,
                                 step->undo == NULL ? NULL : step->undo->name, step->signal};
    text_printf(out, "    {'%c', ", kinds[step->kind]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_string(out, texts[i]);
        text_put(out, ", ");
    }
    text_printf(out, "%s, %" PRId64 ", ", truth(step->is_irreversible), step->time_ms * 1000);
    put_retry(out, &step->retry);
    text_printf(out, ", %d, %zu, %d},\n", number_or_none(step->scope), step->stretch,
                number_or_none(step->stretch_scope));
}

static void put_flow_scope(struct text *out, const struct model_scope *scope) {
    static const char kinds[] = {
        [MODEL_REPEAT] = 'r', [MODEL_OPTIONAL] = 'o', [MODEL_LOCK] = 'l', [MODEL_USE] = 'u'};
    text_printf(out, "    {'%c', %d, %zu, %zu, ", kinds[scope->kind], number_or_none(scope->parent),
                scope->first, scope->end);
    put_string(out, scope->kind == MODEL_OPTIONAL ? scope->predicate->name : NULL);
    text_printf(out, ", %" PRId64 ", %" PRId64 "},\n", scope->min, scope->max);
}

static bool is_count(const struct model_flow *flow, const struct model_value *value) {
    for (size_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].kind == MODEL_REPEAT && flow->scopes[i].count.kind == value->kind &&
            flow->scopes[i].count.index == value->index)
            return true;
    return false;
}

/* Returns the number of keys. */
static size_t put_keys(struct text *out, const struct model_flow *flow, const struct model_lock *lock,
                       int scope) {
    for (size_t i = 0; i < lock->key_count; i++) {
        const struct model_value *key = &lock->keys[i];
        const bool is_data = key->kind == MODEL_DATA;
        const enum pawl_type type = (is_data ? flow->data : flow->args)[key->index].type;
        text_printf(out, "    {%d, '%c', %s, %s},\n", scope,
                    type == PAWL_TYPE_TEXT   ? 't'
                    : type == PAWL_TYPE_UUID ? 'u'
                                             : 'n',
                    truth(is_data), truth(is_count(flow, key)));
    }
    return lock->key_count;
}

static void put_flow(struct text *out, const struct model_flow *flow) {
    size_t key_count = 0;
    int64_t longest_ms = 0;
    text_printf(out, "static const struct flow_step steps_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->step_count; i++) {
        const struct model_flow_step *step = &flow->steps[i];
        put_flow_step(out, step);
        if (step->kind == MODEL_CALL && step->time_ms > longest_ms)
            longest_ms = step->time_ms;
    }
    text_printf(out, "};\nstatic const struct flow_scope scopes_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->scope_count; i++)
        put_flow_scope(out, &flow->scopes[i]);
    text_printf(out, "    {0},\n};\nstatic const struct flow_key keys_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->lock_count; i++)
        key_count += put_keys(out, flow, &flow->locks[i], -1);
    for (size_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].kind == MODEL_LOCK)
            key_count += put_keys(out, flow, &flow->scopes[i].lock, (int)i);
    text_printf(
        out,
        "    {0},\n};\nstatic const struct tested_flow test_of_%s = {\n    .name = \"%s\",\n    .flow = "
        "&%s_flow,\n    .unique_count = %zu,\n    .step_count = %zu,\n    .scope_count = %zu,\n    "
        ".key_count = %zu,\n    .steps = steps_of_%s,\n    .scopes = scopes_of_%s,\n    .keys = "
        "keys_of_%s,\n    .longest_us = %" PRId64 ",\n    .retry = ",
        flow->c_name, flow->name, flow->c_name, flow->unique_count, flow->step_count, flow->scope_count,
        key_count, flow->c_name, flow->c_name, flow->c_name, longest_ms * 1000);
    put_retry(out, &flow->retry);
    text_put(out, ",\n};\n\n");
}

void emit_test(struct text *out, const struct model *model, const struct sql_dialect *dialect,
               const char *file, bool has_hooks, bool runs_sql) {
    text_printf(
        out,
        "/*\n * A test of %s.fsm, written by pawl: for each transition, refusal, guard and timer, and for "
        "each step.\n * The tables at the end are what the file says; the rest is the same for all files.\n "
        "*/\n"
        "#define _POSIX_C_SOURCE 200809L\n#include \"%s.h\"\n\n",
        model->stem, model->stem);
    for (const struct text_fragment *part = test_program; part->name != NULL; part++)
        text_printf(out, "%s\n", part->text);
    text_put(out, "/* ---- what the file says ---- */\n\n");
    put_database(out, dialect);
    for (size_t i = 0; i < model->machine_count; i++) {
        const struct model_machine *machine = &model->machines[i];
        if (has_hooks && has_callbacks(machine))
            text_printf(out, "extern const struct %s_hooks %s_hooks; /* yours */\n\n", machine->c_name,
                        machine->c_name);
        put_machine(out, machine, dialect, has_hooks, runs_sql);
    }
    for (size_t i = 0; i < model->flow_count; i++)
        put_flow(out, &model->flows[i]);
    text_put(out, "int main(int argc, char **argv) {\n    static const struct tested *const machines[] = {");
    for (size_t i = 0; i < model->machine_count; i++)
        text_printf(out, "&test_of_%s, ", model->machines[i].c_name);
    text_put(out, "NULL};\n    static const struct tested_flow *const flows[] = {");
    for (size_t i = 0; i < model->flow_count; i++)
        text_printf(out, "&test_of_%s, ", model->flows[i].c_name);
    text_put(out, "NULL};\n    return run(argc, argv, ");
    put_string(out, file);
    text_put(out, ", &database_sql, machines, flows);\n}\n");
}
