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

static bool has_many(const struct template_scope *scope) {
    return sql_has_many(scope->machine, (size_t)(scope->event - scope->machine->events));
}

static bool works_on_sets(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const struct moves moves = sql_moves_of(scope);
    return machine->storage == MODEL_HEAD && machine->key == NULL && machine->mirror == NULL &&
           machine->emit == NULL && machine->timer_count == 0 && machine->work_count == 0 &&
           scope->event->serialize_count == 0 && !moves_have_hooks(moves) &&
           (moves.count > 0 || !scope->event->is_creation);
}

static bool is_sent_as_text(const struct template_scope *scope) {
    const enum pawl_type type = scope->param->type;
    return type == PAWL_TYPE_NUMERIC || type == PAWL_TYPE_UUID || type == PAWL_TYPE_JSON;
}

static const struct template_condition conditions[] = {
    {"has_many", has_many},
    {"works_on_sets", works_on_sets}, /* a move does no more than write history and state */
    {"is_sent_as_text", is_sent_as_text},
    {0},
};

const struct template_vocabulary function_many_vocabulary = {NULL, conditions, NULL};
