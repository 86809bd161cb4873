#include "model/hooks.h"
#include "base/escape.h"
#include "emit/c/c.h"
#include "resolve/names.h"

/* ---- hooks -------------------------------------------------------------------------------------------- */

static bool has_callbacks(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->hook_count; i++)
        if (hook_is_callback(scope->machine->hooks[i]))
            return true;
    return false;
}

/* Also those that no move has, as the effect of a state that none enters: the struct of hooks has them all.
 */
static bool declares_callbacks(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->guard_count; i++)
        if (hook_is_callback(&machine->guards[i]))
            return true;
    for (size_t i = 0; i < machine->effect_count; i++)
        if (hook_is_callback(&machine->effects[i]))
            return true;
    return false;
}

/* On one line. */
static void put_comment(struct text *out, const char *words) {
    struct text lines = TEXT_INIT;
    escape_lines(&lines, "", words, escape_c_comment);
    for (size_t i = 0; !text_failed(&lines) && i + 1 < lines.length; i++)
        text_char(out, lines.data[i] == '\n' ? ' ' : lines.data[i]);
    text_fail(out, lines.problem);
    text_free(&lines);
}

static void write_hook_words(struct text *out, const struct template_scope *scope) {
    if (scope->hook->label != NULL) {
        text_put(out, " \"");
        put_comment(out, scope->hook->label);
        text_char(out, '"');
    }
    if (scope->hook->doc != NULL) {
        text_put(out, ": ");
        put_comment(out, scope->hook->doc);
    }
}

static void write_hook_label(struct text *out, const struct template_scope *scope) {
    if (scope->hook->label == NULL)
        text_put(out, "NULL");
    else
        c_string(out, scope->hook->label);
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

static void put_args_member(struct text *out, const struct model_event *event) {
    text_printf(out, "%s%s", event->name, names_is_c_word(event->name) ? "_args" : "");
}

static void write_first_args_member(struct text *out, const struct template_scope *scope) {
    const struct model_event *event = scope->machine->events;
    while (event->param_count == 0)
        event++;
    put_args_member(out, event);
}

/* ---- moves -------------------------------------------------------------------------------------------- */

typedef void move_fn(struct text *out, const struct model_machine *machine, const struct model_move *move,
                     void *context);

/* Those of an event from a state where one of them has a condition or an effect. */
static size_t each_listed_move(struct text *out, const struct model_machine *machine, move_fn *write,
                               void *context) {
    size_t count = 0;
    for (size_t event = 0; event < machine->event_count; event++) {
        const struct hook_moves all = moves_of_event(machine, event);
        for (struct hook_moves moves = {0}; next_moves(all, &moves);) {
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

static void move(struct text *out, const struct model_machine *machine, const struct model_move *of,
                 void *context) {
    (void)machine;
    struct c_slices *conditions = context;
    struct c_slices *effects = &conditions[1];
    const struct model_arrow *arrow = of->arrow;
    text_printf(out, "    {%zu, %zu, %zu, %zu, %zu, %zu, ", of->event + 1,
                of->from == MODEL_NOTHING ? 0 : of->from + 1, of->to + 1, arrow->condition_count,
                of->effects.count, arrow->after.count);
    c_slice(out, conditions, arrow->condition_count);
    text_put(out, ", ");
    c_slice(out, effects, of->effects.count);
    text_put(out, ", ");
    c_slice(out, effects, arrow->after.count);
    text_put(out, "},\n");
}

static void write_move_tables(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    bool has_conditions = false;
    bool has_effects = false;
    struct c_slices slices[] = {{"conditions", machine->c_name, 0}, {"effects", machine->c_name, 0}};
    if (machine->hook_count > UINT16_MAX || listed_moves(machine) > UINT16_MAX) {
        text_fail(out, "a machine has more than 65,535 guards and effects, or moves with them; split that "
                       "machine into several");
        return;
    }
    each_listed_move(out, machine, conditions_of_move, &has_conditions);
    text_put(out, has_conditions ? "};\n" : "");
    each_listed_move(out, machine, effects_of_move, &has_effects);
    text_put(out, has_effects ? "};\n" : "");
    text_printf(out, "\nstatic const struct pawl_move moves_of_%s[] = {\n", machine->c_name);
    each_listed_move(out, machine, move, slices);
    text_put(out, "};\n");
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, hook, scope->hook->name) /* its name */                                                          \
    X(NUMBER, hook_number, scope->hook->number)                                                              \
    X(NUMBER, hook_count, scope->machine->hook_count) /* guards and effects that moves have */               \
    X(WORD, hook_label, write_hook_label(out, scope))                                                        \
    X(WORD, hook_words, write_hook_words(out, scope)) /* its label and description, on one line */           \
    X(WORD, args_member,                                                                                     \
      put_args_member(out,                                                                                   \
                      scope->event)) /* of a union, for the event's; it may be called as no member may */    \
    X(WORD, first_args_member, write_first_args_member(out, scope))                                          \
    X(WORD, move_tables,                                                                                     \
      write_move_tables(out, scope)) /* of those that are tried together with one that has hooks */          \
    X(NUMBER, listed_move_count, listed_moves(scope->machine))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_callbacks, has_callbacks(scope)) /* guards or effects that are the program's */                    \
    X(declares_callbacks, declares_callbacks(scope))                                                         \
    X(has_hooks,                                                                                             \
      has_callbacks(scope) ||                                                                                \
          scope->machine->work_count > 0) /* likewise, or work: what the machine's struct of hooks is for */ \
    X(has_guards_or_effects, scope->machine->hook_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(hooks, scope->machine->hook_count, hook,                                                               \
      scope->machine->hooks[index]) /* guards and effects, as moves have them */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary c_hook_vocabulary = {words, conditions, lists};
