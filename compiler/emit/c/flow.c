/* What the templates of generated C may say of flows and procedures. */
#include "emit/c/flow.h"

#include "base/escape.h"
#include "emit/prose/sentence_flow.h"

#include <string.h>

static struct c_owner owner_of_flow(const struct model_flow *flow) {
    return (struct c_owner){.c_name = flow->c_name,
                            .has_args = flow->arg_count > 0,
                            .values = flow->data_count > 0 ? "data" : NULL,
                            .callback_count = flow->callback_count,
                            .callbacks = flow->callbacks,
                            .field_count = flow->data_count,
                            .fields = flow->data};
}

static struct c_owner owner_of_procedure(const struct model_procedure *procedure) {
    return (struct c_owner){.c_name = procedure->c_name,
                            .values = procedure->param_count > 0 ? "values" : NULL,
                            .callback_count = procedure->callback_count,
                            .callbacks = procedure->callbacks,
                            .field_count = procedure->param_count,
                            .fields = procedure->params};
}

struct c_owner c_owner_of(const struct template_scope *scope) {
    return scope->procedure != NULL ? owner_of_procedure(scope->procedure) : owner_of_flow(scope->flow);
}

/* ---- fields: arguments, data, parameters ------------------------------------------------------------- */

static void comment(struct text *out, const char *indent, const char *text) {
    if (strchr(text, '\n') == NULL) {
        text_printf(out, "%s/* ", indent);
        escape_c_comment(out, text, strlen(text));
        text_put(out, " */\n");
        return;
    }
    text_printf(out, "%s/*\n", indent);
    struct text prefix = TEXT_INIT;
    text_printf(&prefix, "%s * ", indent);
    if (!text_failed(&prefix))
        escape_lines(out, prefix.data, text, escape_c_comment);
    text_fail(out, prefix.problem);
    text_free(&prefix);
    text_printf(out, "%s */\n", indent);
}

static void write_field_comment(struct text *out, const struct template_scope *scope) {
    if (scope->field->doc != NULL)
        comment(out, "    ", scope->field->doc);
}

/* ---- callbacks ---------------------------------------------------------------------------------------- */

static bool has_transaction(const struct template_scope *scope) {
    const struct model_callback *callback = scope->callback;
    return callback->kind != MODEL_CALLBACK_CALL && callback->kind != MODEL_CALLBACK_UNDO_CALL;
}

/* NULL where it says no more than the name. */
static const char *label(const char *text, const char *name) {
    return sentence_shows_name(text, name) ? text : NULL;
}

/* The first step or optional that has the callback, in whichever flow; its label, or NULL. */
static const char *label_of(const struct model *model, const struct model_callback *callback) {
    for (size_t f = 0; f < model->flow_count; f++) {
        const struct model_flow *flow = &model->flows[f];
        for (size_t i = 0; i < flow->step_count; i++)
            if (flow->steps[i].callback == callback)
                return label(flow->steps[i].label, flow->steps[i].name);
        for (size_t i = 0; i < flow->scope_count; i++)
            if (flow->scopes[i].predicate == callback)
                return label(flow->scopes[i].label, callback->name);
    }
    return NULL;
}

static void write_callback_meaning(struct text *out, const struct template_scope *scope) {
    static const char *const kinds[] = {
        [MODEL_CALLBACK_TX] = "a step in the database",
        [MODEL_CALLBACK_CALL] = "a call",
        [MODEL_CALLBACK_UNDO_TX] = "undoes a step in the database",
        [MODEL_CALLBACK_UNDO_CALL] = "undoes a call",
        [MODEL_CALLBACK_PREDICATE] = "decides whether the optional steps run",
    };
    const struct model_callback *callback = scope->callback;
    const struct model_field *fields = c_owner_of(scope).fields;
    const char *says = label_of(scope->model, callback);
    if (says != NULL) {
        escape_c_comment(out, says, strcspn(says, "\n"));
        text_put(out, ": ");
    }
    text_put(out, kinds[callback->kind]);
    for (size_t i = 0; i < callback->write_count; i++)
        text_printf(out, "%s %s", i == 0 ? "; sets" : ",", fields[callback->writes[i]].name);
}

/* ---- steps and signals -------------------------------------------------------------------------------- */

static bool is_first_of_its_signal(const struct model_flow *flow, size_t step) {
    if (flow->steps[step].signal == NULL)
        return false;
    for (size_t i = 0; i < step; i++)
        if (flow->steps[i].signal != NULL && strcmp(flow->steps[i].signal, flow->steps[step].signal) == 0)
            return false;
    return true;
}

static void write_step_comment(struct text *out, const struct template_scope *scope) {
    const char *says = label(scope->step->label, scope->step->name);
    if (says == NULL)
        return;
    text_put(out, " /* ");
    escape_c_comment(out, says, strcspn(says, "\n"));
    text_put(out, " */");
}

/* ---- what a flow consists of -------------------------------------------------------------------------- */

static bool is_used(const struct model_flow *flow, const struct model_procedure *procedure) {
    for (size_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].kind == MODEL_USE &&
            strcmp(flow->scopes[i].procedure->name, procedure->name) == 0)
            return true;
    return false;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    X(args, scope->flow->arg_count, field, &scope->flow->args[index])                                        \
    X(values, c_owner_of(scope).field_count, field, &c_owner_of(scope).fields[index])                        \
    X(callbacks, c_owner_of(scope).callback_count, callback,                                                 \
      &c_owner_of(scope).callbacks[index]) /* of the flow or procedure itself */                             \
    X(steps, scope->flow->step_count, step, &scope->flow->steps[index])                                      \
    SOME(signals, scope->flow->step_count, is_first_of_its_signal(scope->flow, i), step,                     \
         &scope->flow->steps[i]) /* each once */                                                             \
    /* in the order of the file; from then on the procedure is meant, and no longer the flow */              \
    SOME(used_procedures, scope->model->procedure_count, is_used(scope->flow, &scope->model->procedures[i]), \
         procedure, &scope->model->procedures[i])
TEMPLATE_LISTS(LISTS)

/* Whether one of the callbacks is such. */
static bool any_callback(const struct template_scope *scope,
                         bool (*is_such)(const struct template_scope *scope)) {
    struct template_scope inner = *scope;
    for (size_t i = 0; list_callbacks(&inner, i); i++)
        if (is_such(&inner))
            return true;
    return false;
}

static size_t count_used_procedures(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    size_t count = 0;
    while (list_used_procedures(&inner, count))
        count++;
    return count;
}

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, owner_kind, scope->procedure != NULL ? "procedure" : "flow") /* flow, procedure */               \
    X(TEXT, values, c_owner_of(scope).values) /* what its struct is called that steps may set */             \
    X(TEXT, field, scope->field->name)        /* of {#each args} and {#each values}: its name */             \
    X(TEXT, field_type, c_type_constant(scope->field->type)) /* PAWL_TYPE_... */                             \
    X(TEXT, field_is_optional, c_truth(scope->field->is_optional))                                           \
    X(NUMBER, field_number, scope->index)                                                                    \
    X(WORD, field_comment, write_field_comment(out, scope)) /* lines with its doc */                         \
    X(WORD, arg_member,                                                                                      \
      c_member(out, scope->field->name, scope->field->type,                                                  \
               scope->field->is_optional)) /* of a struct, with what is to be known of its values */         \
    X(WORD, value_member,                                                                                    \
      c_member(out, scope->field->name, scope->field->type, true)) /* likewise, of one that may be unset */  \
    X(TEXT, callback, scope->callback->name)                       /* its name */                            \
    X(NUMBER, callback_number, scope->index)                                                                 \
    X(WORD, callback_meaning, write_callback_meaning(out, scope)) /* for a comment */                        \
    X(WORD, callback_table, c_callback_table(out, c_owner_of(scope)))                                        \
    X(TEXT, step, scope->step->path) /* its path */                                                          \
    X(WORD, step_upper, c_upper(out, scope->step->path))                                                     \
    X(WORD, step_comment,                                                                                    \
      write_step_comment(out, scope)) /* its label, where that says more than its name */                    \
    X(TEXT, signal, scope->step->signal)                                                                     \
    X(WORD, signal_upper, c_upper(out, scope->step->signal))                                                 \
    X(WORD, flow_tables, c_flow_tables(out, scope->flow)) /* what a run moves by */                          \
    X(WORD, retry, c_retry(out, &scope->flow->retry))                                                        \
    X(NUMBER, arg_count, scope->flow->arg_count)                                                             \
    X(NUMBER, value_count, c_owner_of(scope).field_count)                                                    \
    X(NUMBER, unique_count, scope->flow->unique_count)                                                       \
    X(NUMBER, lock_count, scope->flow->lock_count)                                                           \
    X(NUMBER, callback_count, c_owner_of(scope).callback_count)                                              \
    X(NUMBER, procedure_count, count_used_procedures(scope)) /* that the flow uses */                        \
    X(NUMBER, step_count, scope->flow->step_count)                                                           \
    X(NUMBER, scope_count, scope->flow->scope_count)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_args, c_owner_of(scope).has_args) /* its callbacks are given an args struct */                     \
    X(has_values, c_owner_of(scope).values != NULL)                                                          \
    X(has_step_callbacks, c_owner_of(scope).callback_count > 0) /* the flow or procedure */                  \
    X(sets_values, scope->callback->write_count > 0)            /* the callback */                           \
    X(has_setters, any_callback(scope, condition_sets_values))  /* some callback does */                     \
    X(has_transaction, has_transaction(scope))                  /* the callback is given one, */             \
    X(has_transactions, any_callback(scope, has_transaction))   /* or some callback is */                    \
    X(is_predicate, scope->callback->kind == MODEL_CALLBACK_PREDICATE)                                       \
    X(has_predicates, any_callback(scope, condition_is_predicate))                                           \
    X(has_signals, template_has_some(scope, list_signals)) /* the flow waits for some */                     \
    X(is_unique, scope->flow->unique_count > 0) /* starting with the same values twice is one run */         \
    X(has_locks, scope->flow->lock_count > 0)                                                                \
    X(has_scopes, scope->flow->scope_count > 0)                                                              \
    X(flow_has_roles, !scope->flow->no_roles) /* as machines have them */                                    \
    X(uses_procedures, template_has_some(scope, list_used_procedures))
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary c_flow_vocabulary = {words, conditions, lists};
