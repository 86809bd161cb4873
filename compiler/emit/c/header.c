#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/emit.h"
#include "model/hooks.h"

#include <stdio.h>
#include <string.h>

/* ---- enums -------------------------------------------------------------------------------------- */

static void enumerator(struct text *out, const char *machine, const char *kind, const char *name) {
    c_upper(out, machine);
    text_printf(out, "_%s_", kind);
    c_upper(out, name);
}

struct header_member {
    const char *name, *label;
};

static struct header_member state_member(const struct model_machine *machine, size_t number) {
    return (struct header_member){machine->states[number].name, machine->states[number].label};
}

static struct header_member event_member(const struct model_machine *machine, size_t number) {
    return (struct header_member){machine->events[number].name, machine->events[number].label};
}

/* Both enums have the same shape: unknown, none, then what the machine declares. */
static void enumeration(struct text *out, const struct model_machine *machine, const char *kind,
                        const char *upper_kind, size_t count, const char *none,
                        struct header_member (*declared)(const struct model_machine *machine,
                                                         size_t number)) {
    const struct header_member fixed[] = {{"unknown", "written by a newer program"}, {"none", none}};
    size_t widest = strlen(fixed[0].name);
    for (size_t i = 0; i < count; i++)
        if (strlen(declared(machine, i).name) > widest)
            widest = strlen(declared(machine, i).name);
    text_printf(out, "\nenum %s_%s {\n", machine->c_name, kind);
    for (size_t i = 0; i < count + 2; i++) {
        struct header_member member = i < 2 ? fixed[i] : declared(machine, i - 2);
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
    text_printf(out, " %zu /* numbered from 1 */\n", count);
}

/* ---- members and functions ---------------------------------------------------------------------------- */

static void write_event_comment(struct text *out, const struct template_scope *scope) {
    escape_lines(out, " * ", scope->event->label, escape_c_comment);
    if (scope->event->doc != NULL)
        escape_lines(out, " * ", scope->event->doc, escape_c_comment);
}

/* Each move of the event on a line of its own. */
static void write_event_moves(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const size_t event = (size_t)(scope->event - machine->events);
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

/* ---- the whole ---------------------------------------------------------------------------------------- */

/* The name in C of what the header declares first: only one header of a program can declare that. Files in
 * two folders can have one name, and names such as order-x and order_x one form in capitals. */
static void write_guard(struct text *out, const struct template_scope *scope) {
    const struct model *model = ((const struct emit_context *)scope->other)->model;
    text_put(out, "PAWL_GENERATED_");
    c_upper(out, model->machine_count > 0     ? model->machines[0].c_name
                 : model->procedure_count > 0 ? model->procedures[0].c_name
                                              : model->flows[0].c_name);
    text_put(out, "_H");
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, guard, write_guard(out, scope))                                                                  \
    X(WORD, state_enum,                                                                                      \
      enumeration(out, scope->machine, "state", "STATE", scope->machine->state_count, "before the creation", \
                  state_member))                                                                             \
    X(WORD, event_enum,                                                                                      \
      enumeration(out, scope->machine, "event", "EVENT", scope->machine->event_count, "no event",            \
                  event_member))                                                                             \
    X(WORD, member,                                                                                          \
      c_member(out, scope->param->name, scope->param->type,                                                  \
               scope->param                                                                                  \
                   ->optional)) /* of the struct of an event's parameters, and what is to be known of it */  \
    X(TEXT, column_type, c_type(scope->column->type, true)) /* of what may be unset, up to a name */         \
    X(WORD, event_comment, write_event_comment(out, scope)) /* its label and doc as lines of a comment */    \
    X(WORD, event_moves, write_event_moves(out, scope))     /* likewise, all of them */                      \
    X(TEXT, move_to_event,                                                                                   \
      scope->machine->events[(scope->machine->move_to[scope->state - scope->machine->states])]               \
          .name) /* the one that alone leads to the state */
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_moved_to, scope->machine->move_to[scope->state - scope->machine->states] !=                         \
                       MODEL_NOTHING) /* one event alone leads to the state */
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary c_header_vocabulary = {words, conditions, NULL};

void emit_c_header(const struct emit_context *context, struct text *out) {
    const struct template_scope scope = {
        .templates = &c_templates, .model = context->model, .other = context};
    template_render(out, &scope, "header");
}
