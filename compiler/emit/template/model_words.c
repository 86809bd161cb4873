/* What templates of any output may ask of a model, and the lists that they may go through. */
#include "emit/template/template.h"
#include "model/hooks.h"
#include "model/queue.h"

/* ---- conditions --------------------------------------------------------------------------------------- */

static bool has_head(const struct template_scope *scope) {
    return scope->machine->storage == MODEL_HEAD;
}

static bool is_enforced(const struct template_scope *scope) {
    return scope->machine->storage == MODEL_TRANSITIONS_ENFORCED;
}

static bool has_entity(const struct template_scope *scope) {
    return scope->machine->entity != NULL;
}

static bool has_schema(const struct template_scope *scope) {
    return scope->machine->entity != NULL && scope->machine->entity->schema != NULL;
}

static bool has_mirror(const struct template_scope *scope) {
    return scope->machine->mirror != NULL;
}

static bool has_key(const struct template_scope *scope) {
    return scope->machine->key != NULL;
}

static bool has_text_key(const struct template_scope *scope) {
    return scope->machine->key_type == PAWL_TYPE_TEXT;
}

static bool has_queue(const struct template_scope *scope) {
    return queue_is_used(scope->machine);
}

static bool has_columns(const struct template_scope *scope) {
    return scope->machine->column_count > 0;
}

static bool emits(const struct template_scope *scope) {
    return scope->machine->emit != NULL;
}

static bool has_other_storage(const struct template_scope *scope) {
    return scope->machine->storage != MODEL_HEAD;
}

static bool has_implicit_state(const struct template_scope *scope) {
    return scope->machine->initial_is_implicit;
}

static bool is_machine(const struct template_scope *scope) {
    return scope->machine != NULL;
}

static bool has_personal_columns(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->column_count; i++)
        if (scope->machine->columns[i].is_personal)
            return true;
    return false;
}

static bool roles(const struct template_scope *scope) {
    return !scope->machine->no_roles;
}

static bool is_creation(const struct template_scope *scope) {
    return scope->event->is_creation;
}

static bool is_personal(const struct template_scope *scope) {
    return scope->column->is_personal;
}

static bool is_optional(const struct template_scope *scope) {
    return scope->param->optional;
}

static bool is_numeric(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_NUMERIC;
}

static bool is_timestamp(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_TIMESTAMP;
}

static bool is_int(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_INT;
}

static bool is_text(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_TEXT;
}

static bool is_bool(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_BOOL;
}

static bool is_bytes(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_BYTES;
}

static bool is_json(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_JSON;
}

static bool is_guard(const struct template_scope *scope) {
    return hook_is_guard(scope->machine, scope->hook);
}

static bool is_callback(const struct template_scope *scope) {
    return hook_is_callback(scope->hook);
}

static bool has_work(const struct template_scope *scope) {
    return scope->machine->work_count > 0;
}

/* ---- lists -------------------------------------------------------------------------------------------- */

static bool enter_columns(struct template_scope *scope, size_t index) {
    if (index >= scope->machine->column_count)
        return false;
    scope->column = &scope->machine->columns[index];
    return true;
}

static bool enter_events(struct template_scope *scope, size_t index) {
    if (index >= scope->machine->event_count)
        return false;
    scope->event = &scope->machine->events[index];
    return true;
}

static bool enter_params(struct template_scope *scope, size_t index) {
    if (index >= scope->event->param_count)
        return false;
    scope->param = &scope->event->params[index];
    scope->column = &scope->machine->columns[scope->param->column];
    return true;
}

static bool enter_states(struct template_scope *scope, size_t index) {
    if (index >= scope->machine->state_count)
        return false;
    scope->state = &scope->machine->states[index];
    return true;
}

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
    {"states", enter_states},   {0},
};

const struct template_vocabulary template_model_vocabulary = {NULL, conditions, lists};
