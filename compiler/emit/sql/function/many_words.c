/* What templates of functions say of the function of an event for many entities at once. */
#include "emit/sql/function/function.h"

/* A callback is asked by libpawl alone: so where there is one, libpawl makes the moves one by one. */
bool sql_has_many(const struct model_machine *machine, size_t event) {
    const struct moves moves = moves_of_event(machine, event);
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->after.count > 0)
            return false;
    return moves_first_callback(moves) == NULL;
}

bool sql_works_on_sets(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const struct moves moves = sql_moves_of(scope);
    return machine->storage == MODEL_HEAD && machine->key == NULL && machine->mirror == NULL &&
           (machine->emit == NULL || machine->emit->reference == NULL) && sql_queue_takes_many(scope) &&
           scope->event->serialize_count == 0 && !moves_have_hooks(moves) &&
           (moves.count > 0 || !scope->event->is_creation);
}

static bool has_many(const struct template_scope *scope) {
    return !scope->dialect->moves_one_by_one &&
           sql_has_many(scope->machine, (size_t)(scope->event - scope->machine->events));
}

/* Before it decides: the entity's own, or its head. */
static bool locks_a_row(const struct template_scope *scope) {
    return !scope->event->is_creation || scope->machine->mirror != NULL ||
           scope->machine->storage != MODEL_HEAD;
}

/* Once where the event can be fired for many entities at once, whose values come as rows. */
static bool enter_many(struct template_scope *scope, size_t index) {
    scope->is_row = true;
    return index == 0 && has_many(scope);
}

#define LISTS(X, SOME, ENTER) ENTER(many, enter_many)
TEMPLATE_LISTS(LISTS)
#undef LISTS

#define CONDITIONS(X)                                                                                        \
    X(has_many, has_many(scope))                                                                             \
    X(is_of_many, scope->is_row)                                                                             \
    X(works_on_sets, sql_works_on_sets(scope)) /* a move calls nothing, and nobody waits for it */           \
    X(locks_a_row, locks_a_row(scope))                                                                       \
    X(is_sent_as_text, scope->param->type == PAWL_TYPE_NUMERIC || scope->param->type == PAWL_TYPE_UUID ||    \
                           scope->param->type == PAWL_TYPE_JSON)
TEMPLATE_CONDITIONS(CONDITIONS)
#undef CONDITIONS

const struct template_vocabulary function_many_vocabulary = {NULL, conditions, lists};
