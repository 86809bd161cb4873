#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/c/flow.h"
#include "emit/c/queue.h"
#include "emit/c/statements.h"
#include "emit/emit.h"
#include "emit/sql/sql.h"
#include "model/hooks.h"
#include "model/queue.h"

#include <string.h>

/*
 * Names of static objects end in _of_MACHINE; initialisers are by position, which C++ takes as well.
 */

/* ---- tables ------------------------------------------------------------------------------------- */

/* Big machines have many. */
static void c_number(struct text *out, size_t number) {
    char digits[24];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    text_write(out, digits + first, sizeof digits - first);
}

static void states(struct text *out, const struct model_machine *machine) {
    text_printf(out, "static const struct pawl_state states_of_%s[] = {\n    {\"\", \"\", \"\", false},\n",
                machine->c_name);
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct model_state *state = &machine->states[i];
        text_put(out, "    {");
        c_string(out, state->name);
        text_put(out, ", ");
        c_string(out, state->stored);
        text_put(out, ", ");
        c_string(out, state->label);
        text_printf(out, ", %s},\n", c_truth(state->is_final));
    }
    text_put(out, "};\n");
}

static void columns(struct text *out, const struct model_machine *machine) {
    if (machine->column_count == 0)
        return;
    text_printf(out, "\nstatic const struct pawl_column columns_of_%s[] = {\n", machine->c_name);
    for (size_t i = 0; i < machine->column_count; i++) {
        const struct model_column *column = &machine->columns[i];
        text_printf(out, "    {\"%s\", %s, offsetof(struct %s_record, %s), %s},\n", column->name,
                    c_type_constant(column->type), machine->c_name, column->name,
                    c_truth(column->is_personal));
    }
    text_put(out, "};\n");
}

static void params(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    if (event->param_count == 0)
        return;
    text_printf(out, "\nstatic const struct pawl_param params_of_%s_%s[] = {\n", machine->c_name,
                event->name);
    for (size_t i = 0; i < event->param_count; i++) {
        const struct model_param *param = &event->params[i];
        text_printf(out, "    {\"%s\", %s, %s, %zu, offsetof(struct %s_%s_args, %s)},\n", param->name,
                    c_type_constant(param->type), c_truth(param->optional), param->column, machine->c_name,
                    event->name, param->name);
    }
    text_put(out, "};\n");
}

static void events(struct text *out, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->event_count; i++)
        params(out, machine, &machine->events[i]);
    text_printf(out,
                "\nstatic const struct pawl_event events_of_%s[] = {\n"
                "    {\"\", \"\", \"\", false, false, false, 0, NULL},\n",
                machine->c_name);
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        text_put(out, "    {");
        c_string(out, event->name);
        text_put(out, ", ");
        c_string(out, event->stored);
        text_put(out, ", ");
        c_string(out, event->label);
        text_printf(out, ", %s, %s, %s, %zu, ", c_truth(event->is_creation),
                    c_truth(moves_first_callback(moves_of_event(machine, i)) != NULL),
                    c_truth(event->serialize_count > 0), event->param_count);
        if (event->param_count > 0)
            text_printf(out, "params_of_%s_%s},\n", machine->c_name, event->name);
        else
            text_put(out, "NULL},\n");
    }
    text_put(out, "};\n");
}

/* Places of the table: a C compiler takes a minute for so many, and nobody draws such a machine. */
enum { NEXT_MAX = 16 * 1024 * 1024 };

static void next(struct text *out, const struct model_machine *machine) {
    const struct moves all = {machine->moves, machine->move_count};
    struct moves moves = {0};
    bool has_moves = next_moves(all, &moves);
    size_t ignore = 0;
    if (machine->event_count + 1 > NEXT_MAX / (machine->state_count + 1)) {
        text_fail(out, "a machine's table of events by states would have more than 16 million places; "
                       "split that machine into several");
        return;
    }
    text_printf(out,
                "\n/* A row for each event, a column for each state, the first of both for none. */\n"
                "static const uint16_t next_of_%s[] = {\n",
                machine->c_name);
    for (size_t event = 0; event <= machine->event_count; event++) {
        text_put(out, "    ");
        for (size_t state = 0; state <= machine->state_count; state++) {
            size_t to = 0;
            if (has_moves && moves.list->event + 1 == event && moves.list->from + 1 == state) {
                to = moves_have_guards(moves) ? PAWL_NEXT_CHOSEN : moves.list->to + 1;
                has_moves = next_moves(all, &moves);
            } else if (ignore < machine->ignore_count && machine->ignores[ignore].event + 1 == event &&
                       machine->ignores[ignore].state + 1 == state) {
                to = PAWL_NEXT_IGNORED;
                ignore++;
            }
            c_number(out, to);
            text_put(out, state == machine->state_count ? "," : ", ");
        }
        text_printf(out, " /* %s */\n", event == 0 ? "none" : machine->events[event - 1].name);
    }
    text_put(out, "};\n");
}

static void move_to_table(struct text *out, const struct model_machine *machine) {
    if (machine->move_to == NULL)
        return;
    text_printf(out,
                "\n/* For each state the event that moves to it; see pawl_move_to. */\n"
                "static const uint16_t move_to_of_%s[] = {\n    0,\n",
                machine->c_name);
    for (size_t state = 0; state < machine->state_count; state++)
        text_printf(out, "    %zu, /* %s */\n", machine->move_to[state] + 1, machine->states[state].name);
    text_put(out, "};\n");
}

/* What its moves honour the locks of. */
static void lock_key(struct text *out, const struct model_machine *machine) {
    const struct model_reference *key = machine->key;
    if (key != NULL)
        text_printf(out, "\nstatic const struct pawl_reference key_of_%s = {%s, %zu};\n", machine->c_name,
                    key->kind == MODEL_KEY ? "PAWL_REFERENCE_KEY" : "PAWL_REFERENCE_CREATED", key->column);
}

static void machine_table(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    lock_key(out, machine);
    c_statements(out, machine);
    text_printf(out, "\nconst struct pawl_machine %s_machine = {\n    PAWL_ABI,\n    \"%s\",\n    ", name,
                machine->name);
    c_string(out, machine->label);
    text_printf(out,
                ",\n"
                "    \"%s\",\n"
                "    \"%s_current\",\n"
                "    \"%s_transitions\",\n"
                "    %s,\n"
                "    %zu,\n"
                "    %zu,\n"
                "    %zu,\n"
                "    states_of_%s,\n"
                "    events_of_%s,\n",
                machine->fingerprint, machine->name, machine->name, c_type_constant(machine->key_type),
                machine->state_count, machine->event_count, machine->column_count, name, name);
    if (machine->column_count > 0)
        text_printf(out, "    columns_of_%s,\n", name);
    else
        text_put(out, "    NULL,\n");
    text_printf(out, "    next_of_%s,\n    {sizeof(struct %s_current)", name, name);
    static const char *const current[] = {"id", "state", "sort_key", "since_us", "stored"};
    static const char *const record[] = {"sort_key",      "event", "from",      "to",
                                         "created_at_us", "actor", "request_id"};
    for (size_t i = 0; i < sizeof current / sizeof *current; i++)
        text_printf(out, ",\n     offsetof(struct %s_current, %s)", name, current[i]);
    text_printf(out, ",\n     sizeof(struct %s_record)", name);
    for (size_t i = 0; i < sizeof record / sizeof *record; i++)
        text_printf(out, ",\n     offsetof(struct %s_record, %s)", name, record[i]);
    text_put(out, "},\n");
    text_printf(out, "    %d,\n    sql_of_%s,\n", PAWL_DIALECT_COUNT, name);
    c_hooks_machine(out, machine);
    if (machine->move_to != NULL)
        text_printf(out, "    move_to_of_%s,\n", name);
    else
        text_put(out, "    NULL,\n");
    if (queue_is_used(machine))
        text_printf(out, "    &queue_of_%s,\n", name);
    else
        text_put(out, "    NULL,\n");
    if (machine->key != NULL)
        text_printf(out, "    &key_of_%s,\n    ", name);
    else
        text_put(out, "    NULL,\n    ");
    if (machine->emit != NULL && machine->emit->topic != NULL)
        c_string(out, machine->emit->topic);
    else
        text_put(out, "NULL");
    text_put(out, machine->no_roles ? ",\n    true,\n};\n" : ",\n    false,\n};\n");
}

/* ---- functions ---------------------------------------------------------------------------------- */

static void define(struct text *out, const struct model_machine *machine, enum c_function function) {
    text_char(out, '\n');
    c_signature(out, machine, function);
    text_put(out, " {\n");
}

static void text_lookup(struct text *out, const struct model_machine *machine, enum c_function function,
                        const char *kind, const char *member, size_t count) {
    define(out, machine, function);
    text_printf(out,
                "    int number = (int)%s;\n"
                "    return number >= 0 && number <= %zu ? %ss_of_%s[number].%s : \"unknown\";\n}\n",
                kind, count, kind, machine->c_name, member);
}

static void parse(struct text *out, const struct model_machine *machine, enum c_function function,
                  const char *kind) {
    define(out, machine, function);
    text_printf(out, "    return (enum %s_%s)pawl_%s_parse(&%s_machine, text);\n}\n", machine->c_name, kind,
                kind, machine->c_name);
}

/* What becomes of `transition` and `status`. */
static void answer(struct text *out, const char *name) {
    text_printf(out,
                "    if (out != NULL) {\n"
                "        out->event = (enum %s_event)transition.event;\n"
                "        out->from = (enum %s_state)transition.from;\n"
                "        out->to = (enum %s_state)transition.to;\n"
                "        out->sort_key = transition.sort_key;\n"
                "        out->created_at_us = transition.created_at_us;\n"
                "    }\n"
                "    return status;\n"
                "}\n",
                name, name, name);
}

static void fire(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    text_printf(out,
                "\nstatic enum pawl_status fire_of_%s(struct pawl_db *db, %sid, enum %s_event event,\n"
                "    const void *args, const struct pawl_opts *opts, struct %s_transition *out,\n"
                "    struct pawl_error *err) {\n"
                "    struct pawl_key key = %s;\n"
                "    struct pawl_transition transition = {0, 0, 0, 0, 0};\n"
                "    enum pawl_status status =\n"
                "        pawl_fire(db, &%s_machine, key, (int)event, args, opts, &transition, err);\n",
                name, c_key_type(machine), name, name, c_key_value(machine), name);
    answer(out, name);
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        text_char(out, '\n');
        c_event_signature(out, machine, event);
        text_printf(out, " {\n    return fire_of_%s(db, id, ", name);
        c_event_constant(out, machine, event);
        text_printf(out, ", %s, opts, out, err);\n}\n", event->param_count > 0 ? "args" : "NULL");
    }
}

static void move_to_function(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (machine->move_to == NULL)
        return;
    define(out, machine, C_MOVE_TO);
    text_printf(out,
                "    struct pawl_key key = %s;\n"
                "    struct pawl_transition transition = {0, 0, 0, 0, 0};\n"
                "    enum pawl_status status =\n"
                "        pawl_move_to(db, &%s_machine, key, (int)state, opts, &transition, err);\n",
                c_key_value(machine), name);
    answer(out, name);
}

/* pawl_history and pawl_in_state, whose rows become the machine's own. */
static void rows(struct text *out, const struct model_machine *machine, enum c_function function,
                 const char *call, const char *row) {
    define(out, machine, function);
    if (function == C_HISTORY)
        text_printf(out, "    struct pawl_key key = %s;\n", c_key_value(machine));
    if (function == C_WITH_KEY)
        text_printf(out, "    struct pawl_key wanted = %s;\n",
                    c_lock_key_type(machine) == PAWL_TYPE_TEXT ? "{key, 0}" : "{NULL, key}");
    text_printf(out,
                "    struct pawl_rows rows = {NULL, 0};\n"
                "    enum pawl_status status =\n"
                "        %s(db, &%s_machine, %s, out != NULL ? &rows : NULL, err);\n"
                "    if (out != NULL) {\n"
                "        out->rows = (const struct %s_%s *)rows.rows;\n"
                "        out->count = rows.count;\n"
                "    }\n"
                "    return status;\n"
                "}\n",
                call, machine->c_name,
                function == C_HISTORY    ? "key"
                : function == C_WITH_KEY ? "wanted, after, limit"
                                         : "(int)state, after, limit",
                machine->c_name, row);
}

static void look_up(struct text *out, const struct model_machine *machine) {
    text_printf(out,
                "    unsigned from = (unsigned)state;\n"
                "    unsigned fired = (unsigned)event;\n"
                "    unsigned to = from <= %zu && fired <= %zu ? next_of_%s[fired * %zuu + from] : 0u;\n",
                machine->state_count, machine->event_count, machine->c_name, machine->state_count + 1);
}

static void decisions(struct text *out, const struct model_machine *machine) {
    const struct moves all = {machine->moves, machine->move_count};
    bool guarded = moves_have_guards(all);
    define(out, machine, C_NEXT);
    look_up(out, machine);
    text_printf(out, "    return (enum %s_state)%s;\n}\n", machine->c_name,
                guarded                     ? "(to >= PAWL_NEXT_CHOSEN ? 0u : to)"
                : machine->ignore_count > 0 ? "(to == PAWL_NEXT_IGNORED ? 0u : to)"
                                            : "to");
    define(out, machine, C_CAN);
    if (guarded) {
        look_up(out, machine);
        text_put(out, "    return to != 0u && to != PAWL_NEXT_IGNORED;\n}\n");
    } else {
        text_printf(out, "    return (int)%s_next(state, event) != 0;\n}\n", machine->c_name);
    }
}

static void functions(struct text *out, const struct model_machine *machine) {
    const struct template_scope scope = {.templates = &c_templates, .machine = machine};
    const char *name = machine->c_name;
    text_lookup(out, machine, C_STATE_NAME, "state", "name", machine->state_count);
    text_lookup(out, machine, C_EVENT_NAME, "event", "name", machine->event_count);
    text_lookup(out, machine, C_STATE_LABEL, "state", "label", machine->state_count);
    text_lookup(out, machine, C_EVENT_LABEL, "event", "label", machine->event_count);
    parse(out, machine, C_STATE_PARSE, "state");
    parse(out, machine, C_EVENT_PARSE, "event");
    decisions(out, machine);
    define(out, machine, C_APPLY);
    text_printf(out, "    return pawl_apply(db, &%s_machine, err);\n}\n", name);
    if (c_has_hooks(machine)) {
        define(out, machine, C_SET_HOOKS);
        text_printf(out, "    return pawl_set_hooks(db, &%s_machine, hooks, err);\n}\n", name);
    }
    fire(out, machine);
    move_to_function(out, machine);
    template_render(out, &scope, "many_functions");
    define(out, machine, C_GET);
    text_printf(out,
                "    struct pawl_key key = %s;\n    return pawl_get(db, &%s_machine, key, out, err);\n}\n",
                c_key_value(machine), name);
    rows(out, machine, C_HISTORY, "pawl_history", "record");
    rows(out, machine, C_IN_STATE, "pawl_in_state", "current");
    rows(out, machine, C_NOT_IN_STATE, "pawl_not_in_state", "current");
    if (machine->key != NULL)
        rows(out, machine, C_WITH_KEY, "pawl_with_key", "current");
    define(out, machine, C_LAST_TO);
    text_printf(out,
                "    struct pawl_key key = %s;\n"
                "    return pawl_last_to(db, &%s_machine, key, (int)state, out, err);\n}\n",
                c_key_value(machine), name);
    define(out, machine, C_ALLOWED);
    text_printf(out,
                "    struct pawl_key key = %s;\n"
                "    return pawl_allowed(db, &%s_machine, key, allowed, err);\n}\n",
                c_key_value(machine), name);
    define(out, machine, C_COUNT_BY_STATE);
    text_printf(out, "    return pawl_count_by_state(db, &%s_machine, counts, err);\n}\n", name);
}

void emit_c_source(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const char *stem = model->stem;
    text_printf(out,
                "/* Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again. */\n"
                "#include \"%s.h\"\n"
                "\n"
                "#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be "
                "longer */\n"
                "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
                "#ifdef __cplusplus /* a struct and a function of one name, as C allows */\n"
                "#pragma GCC diagnostic ignored \"-Wshadow\"\n"
                "#endif\n"
                "#endif\n",
                stem, stem, stem);
    for (size_t i = 0; i < model->machine_count; i++) {
        const struct model_machine *machine = &model->machines[i];
        text_char(out, '\n');
        c_heading(out, machine->name, machine->label);
        text_char(out, '\n');
        states(out, machine);
        columns(out, machine);
        events(out, machine);
        next(out, machine);
        move_to_table(out, machine);
        c_hooks_tables(out, machine);
        emit_c_queue(out, machine);
        machine_table(out, machine);
        functions(out, machine);
    }
    for (size_t i = 0; i < model->procedure_count; i++)
        c_procedure_define(out, &model->procedures[i]);
    for (size_t i = 0; i < model->flow_count; i++)
        c_flow_define(out, model, &model->flows[i]);
}
