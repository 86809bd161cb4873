#include "emit/c/c.h"
#include "emit/emit.h"
#include "model/hooks.h"

/*
 * Names of static objects end in _of_MACHINE; initialisers are by position, which C++ takes as well.
 */

/* ---- tables ------------------------------------------------------------------------------------- */

static void write_event_flags(struct text *out, const struct template_scope *scope) {
    const struct model_event *event = scope->event;
    const struct hook_moves moves = moves_of_event(scope->machine, (size_t)(event - scope->machine->events));
    text_printf(out, "%s, %s, %s", c_truth(event->is_creation), c_truth(moves_first_callback(moves) != NULL),
                c_truth(event->serialize_count > 0));
}

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

/* Places of the table: a C compiler takes a minute for so many, and nobody draws such a machine. */
enum { NEXT_MAX = 16 * 1024 * 1024 };

static void write_next_table(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const struct hook_moves all = {machine->moves, machine->move_count};
    struct hook_moves moves = {0};
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

static void write_topic_literal(struct text *out, const struct template_scope *scope) {
    const struct model_emit *emit = scope->machine->emit;
    if (emit != NULL && emit->topic != NULL)
        c_string(out, emit->topic);
    else
        text_put(out, "NULL");
}

/* ---- the whole ---------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(WORD, state_stored, c_string(out, scope->state->stored)) /* literals */                                \
    X(WORD, state_label, c_string(out, scope->state->label))                                                 \
    X(TEXT, state_is_final, c_truth(scope->state->is_final))                                                 \
    X(WORD, stored_literal, c_string(out, scope->event->stored)) /* of the event */                          \
    X(WORD, event_label_literal, c_string(out, scope->event->label))                                         \
    X(WORD, event_flags, write_event_flags(out, scope))                                                      \
    X(WORD, next_table, write_next_table(out, scope))                                                        \
    X(NUMBER, next_columns, scope->machine->state_count + 1)                                                 \
    X(NUMBER, move_to_number,                                                                                \
      scope->machine->move_to[scope->state - scope->machine->states] +                                       \
          1) /* of the event that moves to the state */                                                      \
    X(TEXT, lock_key_kind, scope->machine->key->kind == MODEL_KEY ? "KEY" : "CREATED")                       \
    X(NUMBER, lock_key_column, scope->machine->key->column)                                                  \
    X(WORD, topic_literal, write_topic_literal(out, scope))                                                  \
    X(NUMBER, state_count, scope->machine->state_count)                                                      \
    X(NUMBER, event_count, scope->machine->event_count)                                                      \
    X(NUMBER, column_count, scope->machine->column_count)                                                    \
    X(NUMBER, column_number, scope->param->column)                                                           \
    X(NUMBER, param_count, scope->event->param_count)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X) X(has_ignored_events, scope->machine->ignore_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary c_source_vocabulary = {words, conditions, NULL};

/* What would not fit into the numbers of its tables is told. */
static bool fits(struct text *out, size_t a, size_t b, size_t c, size_t d) {
    if (a <= UINT16_MAX && b <= UINT16_MAX && c <= UINT16_MAX && d <= UINT16_MAX)
        return true;
    text_fail(out, "a flow or procedure has more than 65,535 arguments, data, callbacks or locks; split it "
                   "into several");
    return false;
}

static bool flows_fit(struct text *out, const struct model *model) {
    for (size_t i = 0; i < model->procedure_count; i++)
        if (!fits(out, model->procedures[i].param_count, model->procedures[i].callback_count, 0, 0))
            return false;
    for (size_t i = 0; i < model->flow_count; i++) {
        const struct model_flow *flow = &model->flows[i];
        if (!fits(out, flow->arg_count, flow->data_count, flow->callback_count, flow->lock_count))
            return false;
    }
    return true;
}

void emit_c_source(const struct emit_context *context, struct text *out) {
    const struct template_scope scope = {.templates = &c_templates, .model = context->model};
    if (flows_fit(out, context->model))
        template_render(out, &scope, "source");
}
