#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/c/flow.h"
#include "emit/emit.h"
#include "model/hooks.h"

#include <stdio.h>
#include <string.h>

/* label and doc as the lines of a comment that is open already. */
static void comment_lines(struct text *out, const char *prefix, const char *label, const char *doc) {
    escape_lines(out, prefix, label, escape_c_comment);
    if (doc != NULL)
        escape_lines(out, prefix, doc, escape_c_comment);
}

/* ---- enums -------------------------------------------------------------------------------------- */

static void enumerator(struct text *out, const char *machine, const char *kind, const char *name) {
    c_upper(out, machine);
    text_printf(out, "_%s_", kind);
    c_upper(out, name);
}

struct member {
    const char *name, *label;
};

static struct member state_member(const struct model_machine *machine, size_t number) {
    return (struct member){machine->states[number].name, machine->states[number].label};
}

static struct member event_member(const struct model_machine *machine, size_t number) {
    return (struct member){machine->events[number].name, machine->events[number].label};
}

/* Both enums have the same shape: unknown, none, then what the machine declares. */
static void enumeration(struct text *out, const struct model_machine *machine, const char *kind,
                        const char *upper_kind, size_t count, const char *none,
                        struct member (*declared)(const struct model_machine *machine, size_t number)) {
    const struct member fixed[] = {{"unknown", "written by a newer program"}, {"none", none}};
    size_t widest = strlen(fixed[0].name);
    for (size_t i = 0; i < count; i++)
        if (strlen(declared(machine, i).name) > widest)
            widest = strlen(declared(machine, i).name);
    text_printf(out, "\nenum %s_%s {\n", machine->c_name, kind);
    for (size_t i = 0; i < count + 2; i++) {
        struct member member = i < 2 ? fixed[i] : declared(machine, i - 2);
        text_put(out, "    ");
        enumerator(out, machine->c_name, upper_kind, member.name);
        char value[32];
        int length = snprintf(value, sizeof value, "%ld%s", (long)i - 1, i == count + 1 ? "" : ",");
        text_printf(out, "%*s = %s%*s /* ", (int)(widest - strlen(member.name)), "", value,
                    length < 3 ? 3 - length : 0, "");
        escape_c_comment(out, member.label, strcspn(member.label, "\n"));
        text_put(out, " */\n");
    }
    text_put(out, "};\n#define ");
    enumerator(out, machine->c_name, upper_kind, "count");
    text_printf(out, " %zu /* they are numbered from 1 */\n", count);
}

/* ---- structs ------------------------------------------------------------------------------------ */

static void args(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    if (event->param_count == 0)
        return;
    text_printf(out, "struct %s_%s_args {\n", machine->c_name, event->name);
    for (size_t i = 0; i < event->param_count; i++) {
        const struct model_param *param = &event->params[i];
        c_member(out, param->name, param->type, param->optional);
    }
    text_put(out, "};\n\n");
}

static void structs(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    if (machine->column_count > 0)
        text_put(out, "\n/* What an event carries. */\n");
    for (size_t i = 0; i < machine->event_count; i++)
        args(out, machine, &machine->events[i]);
    text_printf(out,
                "%s/* What a move did; for a refusal `from` is where the %s is, and `to` is none. */\n"
                "struct %s_transition {\n"
                "    enum %s_event event;\n"
                "    enum %s_state from;\n"
                "    enum %s_state to;\n"
                "    int64_t sort_key;\n"
                "    int64_t created_at_us;\n"
                "};\n",
                machine->column_count > 0 ? "" : "\n", machine->name, name, name, name, name);
    text_printf(out,
                "\n/* Where one %s is. */\n"
                "struct %s_current {\n"
                "    %sid;\n"
                "    enum %s_state state;\n"
                "    int64_t sort_key;\n"
                "    int64_t since_us;\n"
                "    const char *stored; /* the state as in the database, also one that is unknown here */\n"
                "};\n"
                "\nstruct %s_page {\n"
                "    const struct %s_current *rows;\n"
                "    size_t count;\n"
                "};\n",
                machine->name, name, c_key_type(machine), name, name, name);
    text_printf(out,
                "\n/* One move of the history. What the event did not carry is NULL or not set. */\n"
                "struct %s_record {\n"
                "    int64_t sort_key;\n"
                "    enum %s_event event;\n"
                "    enum %s_state from;\n"
                "    enum %s_state to;\n"
                "    int64_t created_at_us;\n"
                "    const char *actor;\n"
                "    const char *request_id; /* NULL where the caller gave none */\n",
                name, name, name, name);
    for (size_t i = 0; i < machine->column_count; i++)
        text_printf(out, "    %s%s;\n", c_type(machine->columns[i].type, true), machine->columns[i].name);
    text_printf(out,
                "};\n"
                "\nstruct %s_history {\n"
                "    const struct %s_record *rows;\n"
                "    size_t count;\n"
                "};\n",
                name, name);
}

static void render(struct text *out, const struct model_machine *machine, const char *fragment) {
    const struct template_scope scope = {.templates = &c_templates, .machine = machine};
    template_render(out, &scope, fragment);
}

/* ---- functions ---------------------------------------------------------------------------------- */

static void declare(struct text *out, const struct model_machine *machine, enum c_function function) {
    c_signature(out, machine, function);
    text_put(out, ";\n");
}

/* Each move of the event on a line of its own. */
static void moves_line(struct text *out, const struct model_machine *machine, size_t event) {
    const size_t end = model_first_move(machine, event + 1, MODEL_NOTHING);
    bool any = false;
    for (size_t i = model_first_move(machine, event, MODEL_NOTHING); i < end; i++) {
        const struct model_move *move = &machine->moves[i];
        text_put(out, any ? "\n *   " : " *   ");
        if (move->from == MODEL_NOTHING)
            text_printf(out, "begins in %s", machine->states[move->to].name);
        else
            text_printf(out, "%s -> %s", machine->states[move->from].name, machine->states[move->to].name);
        for (size_t c = 0; c < move->arrow->condition_count; c++)
            text_printf(out, " %s %s%s", c == 0 ? "when" : "and",
                        move->arrow->conditions[c].negated ? "not " : "",
                        move->arrow->conditions[c].guard->name);
        any = true;
    }
    text_put(out, any ? "\n" : " *   allowed nowhere\n");
}

static void move_to_comment(struct text *out, const struct model_machine *machine) {
    text_put(out,
             "\n/*\n * Fires the event that alone leads to a state; MISUSE for another state than these:\n");
    for (size_t state = 0; state < machine->state_count; state++) {
        size_t event = machine->move_to[state];
        if (event != MODEL_NOTHING)
            text_printf(out, " *   %s: %s\n", machine->states[state].name, machine->events[event].name);
    }
    text_put(out, " */\n");
}

static void functions(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    const struct moves all = {machine->moves, machine->move_count};
    text_put(out, "\n/* As in the .fsm file; \"\" for none, \"unknown\" for what this program does not know; "
                  "never NULL. */\n");
    declare(out, machine, C_STATE_NAME);
    declare(out, machine, C_EVENT_NAME);
    text_put(out, "\n/* For people. */\n");
    declare(out, machine, C_STATE_LABEL);
    declare(out, machine, C_EVENT_LABEL);
    text_put(out, "\n/* By name or by the text in the database; none if there is no such. */\n");
    declare(out, machine, C_STATE_PARSE);
    declare(out, machine, C_EVENT_PARSE);
    text_put(out, "\n/* Where the event leads from a state (none: before the creation), or none where it is "
                  "not allowed");
    text_put(out, moves_have_guards(all)
                      ? ",\n   or guards choose; and whether it is allowed, guards willing. */\n"
                      : ". */\n");
    declare(out, machine, C_NEXT);
    declare(out, machine, C_CAN);
    text_printf(out, "\nextern const struct pawl_machine %s_machine;\n", name);
    text_put(out, "\n/* Makes the tables and functions, or finds them there: see pawl_apply. */\n");
    declare(out, machine, C_APPLY);
    if (c_has_hooks(machine)) {
        text_put(out, "\n/* Gives a handle the guards and effects in C, before it fires what needs them: see "
                      "pawl_set_hooks. */\n");
        declare(out, machine, C_SET_HOOKS);
    }
    text_put(
        out,
        "\n/* The events, each one a move under lock: see pawl_fire. opts, out and err may be NULL. */\n");
    for (size_t i = 0; i < machine->event_count; i++) {
        text_put(out, "\n/*\n");
        comment_lines(out, " * ", machine->events[i].label, machine->events[i].doc);
        moves_line(out, machine, i);
        text_put(out, " */\n");
        c_event_signature(out, machine, &machine->events[i]);
        text_put(out, ";\n");
    }
    if (machine->move_to != NULL) {
        move_to_comment(out, machine);
        declare(out, machine, C_MOVE_TO);
    }
    render(out, machine, "many_declarations");
    text_printf(out, "\n/* Where one %s is. OK or NOT_FOUND. */\n", machine->name);
    declare(out, machine, C_GET);
    text_put(out, "\n/* All its moves, oldest first. OK or NOT_FOUND. */\n");
    text_printf(
        out,
        "#if defined(__cplusplus) && defined(__GNUC__)\n"
        "#pragma GCC diagnostic push\n"
        "#pragma GCC diagnostic ignored \"-Wshadow\" /* a struct and a function of one name, as C allows */\n"
        "#endif\n");
    declare(out, machine, C_HISTORY);
    text_put(out, "#if defined(__cplusplus) && defined(__GNUC__)\n"
                  "#pragma GCC diagnostic pop\n"
                  "#endif\n");
    text_put(out, "\n/* The last move that led to a state. OK, or NOT_FOUND where none did. */\n");
    declare(out, machine, C_LAST_TO);
    text_put(out, "\n/* allowed[");
    enumerator(out, name, "EVENT", "count");
    text_put(out, " + 1], by event: what is possible now, until somebody moves it. OK or NOT_FOUND. */\n");
    declare(out, machine, C_ALLOWED);
    text_put(out, "\n/* Up to limit of those in a state, longest there first; after is NULL, or the last row "
                  "of the page before. */\n");
    declare(out, machine, C_IN_STATE);
    text_put(out, "\n/* The same of those in any other state, by its text in the database first. */\n");
    declare(out, machine, C_NOT_IN_STATE);
    if (machine->key != NULL) {
        text_put(
            out,
            "\n/* Up to limit of those that honour the locks held on a key, by id; after as above. */\n");
        declare(out, machine, C_WITH_KEY);
    }
    text_put(out, "\n/* counts[");
    enumerator(out, name, "STATE", "count");
    text_put(out, " + 1], by state; [0] counts those in states unknown to this program. */\n");
    declare(out, machine, C_COUNT_BY_STATE);
}

static void emit_machine(struct text *out, const struct model_machine *machine) {
    text_char(out, '\n');
    c_heading(out, machine->name, machine->label);
    if (machine->doc != NULL) {
        text_put(out, "\n/*\n");
        escape_lines(out, " * ", machine->doc, escape_c_comment);
        text_put(out, " */\n");
    }
    enumeration(out, machine, "state", "STATE", machine->state_count, "before the creation", state_member);
    enumeration(out, machine, "event", "EVENT", machine->event_count, "no event", event_member);
    structs(out, machine);
    render(out, machine, "many_structs");
    c_hooks_declare(out, machine);
    functions(out, machine);
}

/* With the prefix, since both of two headers may be included in one place. */
static void guard(struct text *out, const struct emit_context *context) {
    text_put(out, "PAWL_GENERATED_");
    if (context->prefix != NULL) {
        c_upper(out, context->prefix);
        text_char(out, '_');
    }
    c_upper(out, context->model->stem);
    text_put(out, "_H");
}

void emit_c_header(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const char *stem = model->stem;
    text_printf(out, "/* Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again. */\n",
                stem, stem);
    text_put(out, "#ifndef ");
    guard(out, context);
    text_put(out, "\n#define ");
    guard(out, context);
    text_printf(
        out,
        "\n\n"
        "#include <pawl.h>\n\n"
        "#if PAWL_ABI < %d\n"
        "#error \"%s.h was written by a newer pawl than this libpawl: update libpawl\"\n"
        "#elif PAWL_ABI > %d\n"
        "#error \"%s.h was written by an older pawl than this libpawl: run the newer pawl on %s.fsm again\"\n"
        "#endif\n\n"
        "#ifdef __cplusplus\n"
        "extern \"C\" {\n"
        "#endif\n",
        PAWL_ABI, stem, PAWL_ABI, stem, stem);
    for (size_t i = 0; i < model->machine_count; i++)
        emit_machine(out, &model->machines[i]);
    for (size_t i = 0; i < model->procedure_count; i++)
        c_procedure_declare(out, model, &model->procedures[i]);
    for (size_t i = 0; i < model->flow_count; i++)
        c_flow_declare(out, model, &model->flows[i]);
    text_put(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
