/* What templates of functions say of the locks that an event's moves take. */
#include "emit/sql/function/function.h"

static bool is_given(const struct model_event *event, const struct model_reference *reference) {
    return reference->kind == MODEL_KEY || reference->kind == MODEL_PARAM || event->is_creation;
}

/* As text, which is what a lock is called by. */
static void write_reference(struct text *out, const struct template_scope *scope,
                            const struct model_reference *reference) {
    const struct model_event *event = scope->event;
    size_t param = 0;
    struct text value = TEXT_INIT;
    if (reference->kind == MODEL_KEY) {
        const bool has_spelling = scope->machine->key_type == PAWL_TYPE_UUID && !scope->dialect->has_uuids;
        text_put(&value, has_spelling ? "lower($1)" : "$1");
    } else if (!is_given(event, reference)) {
        text_put(&value, "creation.");
        sql_name(&value, scope->dialect, scope->machine->columns[reference->column].name);
    } else {
        while (param < event->param_count && event->params[param].column != reference->column)
            param++;
        if (param == event->param_count) /* of another way to begin */
            text_put(&value, "null");
        else
            text_printf(&value, "$%zu", param + 2);
    }
    if (!text_failed(&value))
        scope->dialect->cast(out, value.data, PAWL_TYPE_TEXT);
    text_fail(out, value.problem);
    text_free(&value);
}

static bool keeps_creation(const struct template_scope *scope) {
    const struct model_event *event = scope->event;
    if (scope->machine->key != NULL && !is_given(event, scope->machine->key))
        return true;
    for (size_t i = 0; i < event->serialize_count; i++)
        if (!is_given(event, &event->serialize_by[i]))
            return true;
    return false;
}

/* More locks than an expression can sort. */
static bool locks_by_query(const struct template_scope *scope) {
    return scope->event->serialize_count > (scope->machine->key != NULL ? 0U : 2U);
}

#define LISTS(X, SOME, ENTER)                                                                                \
    /* by what the event is serialised */                                                                    \
    X(serialized, scope->event->serialize_count, reference, &scope->event->serialize_by[index])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    /* its function has the row of the creation, for the keys of locks */                                    \
    X(keeps_creation, keeps_creation(scope))                                                                 \
    X(is_serialized, scope->event->serialize_count > 0)                                                      \
    /* Two numbers, both exclusive, which are sorted without a query. */                                     \
    X(locks_pair, scope->machine->key == NULL && scope->event->serialize_count == 2)                         \
    X(locks_by_query, locks_by_query(scope))                                                                 \
    X(locks_by_expression,                                                                                   \
      (scope->machine->key != NULL || scope->event->serialize_count > 0) && !locks_by_query(scope))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    /* of `key`, as its lock is called, */                                                                   \
    X(WORD, key_value, write_reference(out, scope, scope->machine->key))                                     \
    /* and its own type */                                                                                   \
    X(TEXT, lock_key_type, scope->dialect->types[model_reference_type(scope->machine, scope->machine->key)]) \
    /* of {#each serialized}, as its lock is called */                                                       \
    X(WORD, serialized_value, write_reference(out, scope, scope->reference))                                 \
    X(TEXT, which_number, scope->index == 0 ? "one_number" : "other_number")
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_lock_vocabulary = {words, conditions, lists};
