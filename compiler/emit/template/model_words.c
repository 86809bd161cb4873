/* What templates of any output may ask of a model, and the lists that they may go through. */
#include "emit/template/template.h"
#include "model/hooks.h"
#include "model/queue.h"

static bool has_personal_columns(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->column_count; i++)
        if (scope->machine->columns[i].is_personal)
            return true;
    return false;
}

static bool enter_params(struct template_scope *scope, size_t index) {
    if (index >= scope->event->param_count)
        return false;
    scope->param = &scope->event->params[index];
    scope->column = &scope->machine->columns[scope->param->column];
    return true;
}

/* `roles` and `is_strict`: where no machine is meant, the scope has one that says so. */
#define CONDITIONS(X)                                                                                        \
    X(is_machine, scope->machine != NULL)                       /* not what all machines share */            \
    X(has_head, scope->machine->storage == MODEL_HEAD)          /* `storage head` */                         \
    X(has_other_storage, scope->machine->storage != MODEL_HEAD) /* `storage transitions` */                  \
    X(is_enforced, scope->machine->storage == MODEL_TRANSITIONS_ENFORCED)                                    \
    X(has_state_index, scope->machine->storage == MODEL_HEAD && !scope->machine->is_unindexed)               \
    X(has_implicit_state, scope->machine->initial_is_implicit) /* entities without a row are in it */        \
    X(has_entity, scope->machine->entity != NULL)                                                            \
    X(has_schema,                                                                                            \
      scope->machine->entity != NULL && scope->machine->entity->schema != NULL) /* the file names it */      \
    X(has_mirror, scope->machine->mirror != NULL)                                                            \
    X(has_key, scope->machine->key != NULL)          /* `key`: held locks */                                 \
    X(has_queue, queue_is_used(scope->machine))      /* timers or work */                                    \
    X(has_columns, scope->machine->column_count > 0) /* parameters in the history */                         \
    X(has_personal_columns, has_personal_columns(scope))                                                     \
    X(emits, scope->machine->emit != NULL)                                                                   \
    X(roles, !scope->machine->no_roles)                     /* without --no-roles */                         \
    X(is_strict, scope->machine->is_strict)                 /* --strict */                                   \
    X(names_schema, scope->machine->schema_word != NULL)    /* its file does */                              \
    X(is_creation, scope->event->is_creation)               /* the event */                                  \
    X(is_personal, scope->column->is_personal)              /* the column */                                 \
    X(is_optional, scope->param->optional)                  /* the parameter */                              \
    X(is_numeric, scope->column->type == PAWL_TYPE_NUMERIC) /* the column or parameter */                    \
    X(is_timestamp, scope->column->type == PAWL_TYPE_TIMESTAMP)                                              \
    X(is_int, scope->column->type == PAWL_TYPE_INT)                                                          \
    X(is_text, scope->column->type == PAWL_TYPE_TEXT)                                                        \
    X(is_bool, scope->column->type == PAWL_TYPE_BOOL)                                                        \
    X(is_bytes, scope->column->type == PAWL_TYPE_BYTES)                                                      \
    X(is_json, scope->column->type == PAWL_TYPE_JSON)                                                        \
    X(is_guard, hook_is_guard(scope->machine, scope->hook)) /* the hook: otherwise it is an effect */        \
    X(is_callback, hook_is_callback(scope->hook))           /* the hook: in C */                             \
    X(has_work, scope->machine->work_count > 0)             /* the machine */                                \
    X(is_composite, scope->place.composite != NULL)         /* the place */                                  \
    X(assumes_progress, scope->assertion->assuming_progress)                                                 \
    X(has_args, scope->flow->arg_count > 0) /* the flow */                                                   \
    X(field_is_optional, scope->field->is_optional)                                                          \
    X(is_irreversible, scope->step->is_irreversible) /* the step */                                          \
    X(is_use, scope->flow_scope->kind == MODEL_USE)                                                          \
    X(is_repeat, scope->flow_scope->kind == MODEL_REPEAT)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(columns, scope->machine->column_count, column,                                                         \
      &scope->machine->columns[index]) /* of the history, for parameters */                                  \
    X(events, scope->machine->event_count, event, &scope->machine->events[index])                            \
    ENTER(params, enter_params) /* of the event */                                                           \
    X(states, scope->machine->state_count, state, &scope->machine->states[index])                            \
    X(guards, scope->machine->guard_count, hook, &scope->machine->guards[index])                             \
    X(effects, scope->machine->effect_count, hook, &scope->machine->effects[index])                          \
    X(machines, scope->model->machine_count, machine, &scope->model->machines[index])                        \
    X(flows, scope->model->flow_count, flow, &scope->model->flows[index])                                    \
    X(procedures, scope->model->procedure_count, procedure, &scope->model->procedures[index])                \
    X(composites, scope->machine->composite_count, place.composite, &scope->machine->composites[index])      \
    X(asserts, scope->machine->assert_count, assertion, &scope->machine->asserts[index])                     \
    X(scenarios, scope->machine->scenario_count, scenario, &scope->machine->scenarios[index])                \
    X(args, scope->flow->arg_count, field, &scope->flow->args[index])                                        \
    X(data, scope->flow->data_count, field, &scope->flow->data[index])                                       \
    X(steps, scope->flow->step_count, step, &scope->flow->steps[index])
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary template_model_vocabulary = {NULL, conditions, lists};
