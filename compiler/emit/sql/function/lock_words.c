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
        text_put(&value, "$1");
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
    out->failed |= text_failed(&value);
    text_free(&value);
}

static void write_lock_key_type(struct text *out, const struct template_scope *scope) {
    const struct model_reference *key = scope->machine->key;
    text_put(out, scope->dialect->types[key->kind == MODEL_KEY ? scope->machine->key_type
                                                               : scope->machine->columns[key->column].type]);
}

static void write_key_value(struct text *out, const struct template_scope *scope) {
    write_reference(out, scope, scope->machine->key);
}

static void write_serialized_value(struct text *out, const struct template_scope *scope) {
    write_reference(out, scope, scope->reference);
}

static void write_which_number(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->index == 0 ? "one_number" : "other_number");
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

static bool is_serialized(const struct template_scope *scope) {
    return scope->event->serialize_count > 0;
}

/* Two numbers, both exclusive, which are sorted without a query. */
static bool locks_pair(const struct template_scope *scope) {
    return scope->machine->key == NULL && scope->event->serialize_count == 2;
}

/* More locks than an expression can sort. */
static bool locks_by_query(const struct template_scope *scope) {
    return scope->event->serialize_count > (scope->machine->key != NULL ? 0U : 2U);
}

static bool locks_by_expression(const struct template_scope *scope) {
    return (scope->machine->key != NULL || is_serialized(scope)) && !locks_by_query(scope);
}

static bool enter_serialized(struct template_scope *scope, size_t index) {
    if (index >= scope->event->serialize_count)
        return false;
    scope->reference = &scope->event->serialize_by[index];
    return true;
}

static const struct template_word words[] = {
    {"key_value", write_key_value},               /* of `key`, as its lock is called, */
    {"lock_key_type", write_lock_key_type},       /* and its own type */
    {"serialized_value", write_serialized_value}, /* of {#each serialized}, as its lock is called */
    {"which_number", write_which_number},
    {0},
};

static const struct template_condition conditions[] = {
    {"keeps_creation", keeps_creation}, /* its function has the row of the creation, for the keys of locks */
    {"is_serialized", is_serialized},
    {"locks_pair", locks_pair},
    {"locks_by_query", locks_by_query},
    {"locks_by_expression", locks_by_expression},
    {0},
};

static const struct template_list lists[] = {
    {"serialized", enter_serialized}, /* by what the event is serialised */
    {0},
};

const struct template_vocabulary function_lock_vocabulary = {words, conditions, lists};
