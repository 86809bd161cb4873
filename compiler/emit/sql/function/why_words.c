/* What templates of functions say of why an event is possible or not: of the guards of an entity's state. */
#include "emit/sql/function/function.h"
#include "resolve/references.h"

static bool refers_to(const struct template_scope *scope, const struct model_hook *guard,
                      enum model_reference_kind kind) {
    const struct model_sql *sql = guard->sql[scope->dialect->number];
    for (size_t i = 0; i < sql->reference_count; i++)
        if (sql->references[i].kind == kind)
            return true;
    return false;
}

static bool is_known(const struct template_scope *scope, const struct model_hook *guard) {
    return !hook_is_callback(guard) && !refers_to(scope, guard, MODEL_PARAM);
}

/* In SQL; and nobody knows the arguments of an event that is not fired. */
static bool enter_state_guards(struct template_scope *scope, size_t index) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->hook_count; i++)
        for (size_t m = 0; is_known(scope, machine->hooks[i]) && m < machine->move_count; m++)
            if (machine->moves[m].from != MODEL_NOTHING && move_asks(&machine->moves[m], machine->hooks[i])) {
                if (index-- > 0)
                    break;
                scope->hook = machine->hooks[i];
                scope->event = &machine->events[machine->moves[m].event];
                return true;
            }
    return false;
}

/* As by `for update`, `for share` or `lock in share mode`; or a column has such a name. */
static bool locks_rows(const struct template_scope *scope) {
    const char *text = scope->hook->sql[scope->dialect->number]->text;
    return has_word(text, false, "update") || has_word(text, false, "share");
}

static bool has_locking_guards(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    for (size_t i = 0; enter_state_guards(&inner, i); i++)
        if (locks_rows(&inner))
            return true;
    return false;
}

static bool reads_beginning(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    for (size_t i = 0; enter_state_guards(&inner, i); i++)
        if (refers_to(scope, inner.hook, MODEL_CREATED))
            return true;
    return false;
}

static void write_guard_states(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const char *between = "";
    for (size_t state = 0; state < machine->state_count; state++)
        for (size_t i = 0; i < machine->move_count; i++)
            if (machine->moves[i].from == state && move_asks(&machine->moves[i], scope->hook)) {
                text_put(out, between);
                scope->dialect->literal(out, machine->states[state].stored);
                between = ", ";
                break;
            }
}

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(state_guards, enter_state_guards) /* of states, without parameters of events */
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(has_state_guards, template_has_some(scope, enter_state_guards))                                        \
    X(locks_rows, locks_rows(scope))                                                                         \
    X(has_locking_guards, has_locking_guards(scope))                                                         \
    X(reads_beginning, reads_beginning(scope)) /* one of them refers to the creation */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X) X(WORD, guard_states, write_guard_states(out, scope)) /* of the guard, literals */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_why_vocabulary = {words, conditions, lists};
