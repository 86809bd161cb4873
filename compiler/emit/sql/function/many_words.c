/* What templates of functions say of the function of an event for many entities at once. */
#include "emit/sql/function/function.h"
#include "resolve/references.h"

#include <string.h>
#include <strings.h>

/* A callback is asked by libpawl alone: so where there is one, libpawl makes the moves one by one. */
bool sql_has_many(const struct model_machine *machine, size_t event) {
    const struct hook_moves moves = moves_of_event(machine, event);
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->after.count > 0)
            return false;
    return moves_first_callback(moves) == NULL;
}

/* Whether what follows a move can be written by a statement for many, whatever guards and effects there are.
 */
static bool follows_on_sets(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    return machine->storage == MODEL_HEAD && machine->key == NULL && machine->mirror == NULL &&
           (machine->emit == NULL || machine->emit->reference == NULL) && sql_queue_takes_many(scope) &&
           scope->event->serialize_count == 0;
}

bool sql_works_on_sets(const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    return follows_on_sets(scope) && !moves_have_hooks(moves) &&
           (moves.count > 0 || !scope->event->is_creation);
}

/* ---- guards and effects of many ----------------------------------------------------------------------- */

/* Inserts values alone, which depend on no row that is there: so a statement can insert those of many moves.
 */
static bool inserts_values(const struct template_scope *scope, const struct model_hook *effect) {
    static const char *const others[] = {"select", "table", "with", "conflict", "returning"};
    const char *text = effect->sql[scope->dialect->number]->text;
    if (strncasecmp(text + first_statement(text, true), "insert", strlen("insert")) != 0)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_word(text, true, others[i]))
            return false;
    return has_word(text, true, "values");
}

/* A move is the only one from its state, so that its guards alone refuse it, and has at most one effect. */
static bool hooks_work_on_sets(const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    if (scope->event->is_creation || !follows_on_sets(scope) || !moves_have_hooks(moves) ||
        !sql_has_many(scope->machine, (size_t)(scope->event - scope->machine->events)))
        return false;
    for (size_t i = 0; i < moves.count; i++) {
        const struct model_hooks *effects = &moves.list[i].effects;
        if ((i > 0 && moves.list[i].from == moves.list[i - 1].from) || effects->count > 1 ||
            (effects->count == 1 && !inserts_values(scope, effects->hooks[0])))
            return false;
    }
    return true;
}

static bool has_effect(const struct model_move *move, const struct model_hook *effect) {
    return move->effects.count == 1 && move->effects.hooks[0] == effect;
}

static bool some_move(const struct template_scope *scope, const struct model_hook *hook,
                      bool (*has)(const struct model_move *move, const struct model_hook *hook)) {
    const struct hook_moves moves = sql_moves_of(scope);
    for (size_t i = 0; i < moves.count; i++)
        if (has(&moves.list[i], hook))
            return true;
    return false;
}

static bool enter_conditions(struct template_scope *scope, size_t index) {
    const struct model_arrow *arrow = scope->move->arrow;
    if (index >= arrow->condition_count)
        return false;
    scope->other = &arrow->conditions[index];
    scope->hook = arrow->conditions[index].guard;
    return true;
}

static void write_effect_states(struct text *out, const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    bool is_first = true;
    for (size_t i = 0; i < moves.count; i++) {
        if (!has_effect(&moves.list[i], scope->hook))
            continue;
        text_put(out, is_first ? "" : ", ");
        scope->dialect->literal(out, scope->machine->states[moves.list[i].from].stored);
        is_first = false;
    }
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static bool has_many(const struct template_scope *scope) {
    return !scope->dialect->moves_one_by_one &&
           sql_has_many(scope->machine, (size_t)(scope->event - scope->machine->events));
}

/* Once where the event can be fired for many entities at once, whose values come as rows. */
static bool enter_many(struct template_scope *scope, size_t index) {
    scope->is_row = true;
    return index == 0 && has_many(scope);
}

/* Once: what a pool has gathered. */
static bool enter_gathered(struct template_scope *scope, size_t index) {
    scope->is_gathered = true;
    return index == 0;
}

/* A value of the event can be one that is refused, or be missing. */
static bool may_misuse_values(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->event->param_count; i++) {
        const struct model_param *param = &scope->event->params[i];
        if (!param->optional || param->type == PAWL_TYPE_NUMERIC || param->type == PAWL_TYPE_TIMESTAMP ||
            param->type == PAWL_TYPE_JSON)
            return true;
    }
    return false;
}

/* Some event's function for many passes on what its first statement leaves. */
static bool decides_batches(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    for (size_t i = 0; i < scope->machine->event_count; i++) {
        inner.event = &scope->machine->events[i];
        if (has_many(&inner) && sql_works_on_sets(&inner) && !inner.event->is_creation)
            return true;
    }
    return false;
}

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(many, enter_many)                                                                                  \
    ENTER(gathered, enter_gathered)                                                                          \
    /* guards and effects of the event's moves, each once, */                                                \
    SOME(event_guards, scope->machine->hook_count, some_move(scope, scope->machine->hooks[i], move_asks),    \
         hook, scope->machine->hooks[i])                                                                     \
    SOME(event_effects, scope->machine->hook_count, some_move(scope, scope->machine->hooks[i], has_effect),  \
         hook, scope->machine->hooks[i])                                                                     \
    ENTER(conditions, enter_conditions) /* and the guards of the move, as its arrow has them */
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(has_many, has_many(scope))                                                                             \
    X(is_of_many, scope->is_row)                                                                             \
    X(works_on_sets, sql_works_on_sets(scope)) /* a move calls nothing, and nobody waits for it */           \
    /* A move is decided by guards and has effects as a statement can have for many. */                      \
    X(hooks_work_on_sets, hooks_work_on_sets(scope))                                                         \
    X(may_misuse_values, may_misuse_values(scope))                                                           \
    X(decides_batches, decides_batches(scope)) /* the machine, by a function of its own */                   \
    X(has_conditions, template_has_some(scope, enter_conditions)) /* the move has guards */                  \
    /* before it decides: the entity's own, or its current row */                                            \
    X(locks_a_row,                                                                                           \
      !scope->event->is_creation || scope->machine->mirror != NULL || scope->machine->storage != MODEL_HEAD) \
    X(is_sent_as_text, scope->param->type == PAWL_TYPE_NUMERIC || scope->param->type == PAWL_TYPE_UUID ||    \
                           scope->param->type == PAWL_TYPE_JSON)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    /* from which moves have the effect, literals */                                                         \
    X(WORD, effect_states, write_effect_states(out, scope))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_many_vocabulary = {words, conditions, lists};
