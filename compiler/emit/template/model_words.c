/* What templates of any output may ask of a model, and the lists that they may go through. */
#include "emit/template/template.h"
#include "model/hooks.h"
#include "model/queue.h"

/* ---- conditions --------------------------------------------------------------------------------------- */

TEMPLATE_CONDITION(has_head, scope->machine->storage == MODEL_HEAD)
TEMPLATE_CONDITION(is_enforced, scope->machine->storage == MODEL_TRANSITIONS_ENFORCED)
TEMPLATE_CONDITION(has_entity, scope->machine->entity != NULL)
TEMPLATE_CONDITION(has_schema, scope->machine->entity != NULL && scope->machine->entity->schema != NULL)
TEMPLATE_CONDITION(has_mirror, scope->machine->mirror != NULL)
TEMPLATE_CONDITION(has_key, scope->machine->key != NULL)
TEMPLATE_CONDITION(has_text_key, scope->machine->key_type == PAWL_TYPE_TEXT)
TEMPLATE_CONDITION(has_queue, queue_is_used(scope->machine))
TEMPLATE_CONDITION(has_columns, scope->machine->column_count > 0)
TEMPLATE_CONDITION(emits, scope->machine->emit != NULL)
TEMPLATE_CONDITION(has_other_storage, scope->machine->storage != MODEL_HEAD)
TEMPLATE_CONDITION(has_implicit_state, scope->machine->initial_is_implicit)
TEMPLATE_CONDITION(is_machine, scope->machine != NULL)

static bool has_personal_columns(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->column_count; i++)
        if (scope->machine->columns[i].is_personal)
            return true;
    return false;
}

TEMPLATE_CONDITION(roles, !scope->machine->no_roles)
TEMPLATE_CONDITION(is_creation, scope->event->is_creation)
TEMPLATE_CONDITION(is_personal, scope->column->is_personal)
TEMPLATE_CONDITION(is_optional, scope->param->optional)
TEMPLATE_CONDITION(is_numeric, scope->column->type == PAWL_TYPE_NUMERIC)
TEMPLATE_CONDITION(is_timestamp, scope->column->type == PAWL_TYPE_TIMESTAMP)
TEMPLATE_CONDITION(is_int, scope->column->type == PAWL_TYPE_INT)
TEMPLATE_CONDITION(is_text, scope->column->type == PAWL_TYPE_TEXT)
TEMPLATE_CONDITION(is_bool, scope->column->type == PAWL_TYPE_BOOL)
TEMPLATE_CONDITION(is_bytes, scope->column->type == PAWL_TYPE_BYTES)
TEMPLATE_CONDITION(is_json, scope->column->type == PAWL_TYPE_JSON)
TEMPLATE_CONDITION(is_guard, hook_is_guard(scope->machine, scope->hook))
TEMPLATE_CONDITION(is_callback, hook_is_callback(scope->hook))
TEMPLATE_CONDITION(has_work, scope->machine->work_count > 0)

/* ---- lists -------------------------------------------------------------------------------------------- */

TEMPLATE_LIST(enter_columns, scope->machine->column_count, column, &scope->machine->columns[index])
TEMPLATE_LIST(enter_events, scope->machine->event_count, event, &scope->machine->events[index])

static bool enter_params(struct template_scope *scope, size_t index) {
    if (index >= scope->event->param_count)
        return false;
    scope->param = &scope->event->params[index];
    scope->column = &scope->machine->columns[scope->param->column];
    return true;
}

TEMPLATE_LIST(enter_guards, scope->machine->guard_count, hook, &scope->machine->guards[index])
TEMPLATE_LIST(enter_effects, scope->machine->effect_count, hook, &scope->machine->effects[index])
TEMPLATE_LIST(enter_states, scope->machine->state_count, state, &scope->machine->states[index])

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static const struct template_condition conditions[] = {
    {"is_machine", is_machine},               /* not what all machines share */
    {"has_head", has_head},                   /* `storage head` */
    {"has_other_storage", has_other_storage}, /* `storage transitions` */
    {"is_enforced", is_enforced},
    {"has_implicit_state", has_implicit_state}, /* entities without a row are in it */
    {"has_entity", has_entity},
    {"has_schema", has_schema}, /* the file names it */
    {"has_mirror", has_mirror},
    {"has_key", has_key},           /* `key`: held locks */
    {"has_text_key", has_text_key}, /* of the entity */
    {"has_queue", has_queue},       /* timers or work */
    {"has_columns", has_columns},   /* parameters in the history */
    {"has_personal_columns", has_personal_columns},
    {"emits", emits},
    {"roles", roles}, /* without --no-roles; where no machine is meant, the scope has one that says so */
    {"is_creation", is_creation}, /* the event */
    {"is_personal", is_personal}, /* the column */
    {"is_optional", is_optional}, /* the parameter */
    {"is_numeric", is_numeric},   /* the column or parameter */
    {"is_timestamp", is_timestamp},
    {"is_int", is_int},
    {"is_text", is_text},
    {"is_bool", is_bool},
    {"is_bytes", is_bytes},
    {"is_json", is_json},
    {"is_guard", is_guard},       /* the hook: otherwise it is an effect */
    {"is_callback", is_callback}, /* the hook: in C */
    {"has_work", has_work},       /* the machine */
    {0},
};

static const struct template_list lists[] = {
    {"columns", enter_columns},                           /* of the history, for parameters */
    {"events", enter_events},   {"params", enter_params}, /* of the event */
    {"states", enter_states},   {"guards", enter_guards}, {"effects", enter_effects}, {0},
};

const struct template_vocabulary template_model_vocabulary = {NULL, conditions, lists};
