/* What the template of JSON says of flows and procedures. */
#include "emit/json/json.h"

#include "base/escape.h"

/* An argument by its name, data as the language writes them. */
static void value(struct text *out, const struct template_scope *scope, struct model_value value) {
    const bool is_data = value.kind == MODEL_DATA;
    const struct model_field *fields = is_data ? scope->flow->data : scope->flow->args;
    text_printf(out, "\"%s%s\"", is_data ? "data." : "", fields[value.index].name);
}

static void put_values(struct text *out, const struct template_scope *scope, const struct model_value *values,
                       size_t count) {
    text_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        value(out, scope, values[i]);
    }
    text_char(out, ']');
}

static void put_names(struct text *out, const struct model_field *fields, const size_t *indexes,
                      size_t count) {
    text_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        escape_json(out, fields[indexes[i]].name);
    }
    text_char(out, ']');
}

static void put_retry(struct text *out, const struct model_retry *retry) {
    if (retry->count == MODEL_FOREVER)
        text_put(out, "{\"forever\": true");
    else
        text_printf(out, "{\"count\": %d", (int)retry->count);
    json_put_number(out, "from_ms", retry->from_ms, retry->from_ms != 0);
    json_put_number(out, "to_ms", retry->to_ms, retry->to_ms != 0);
    text_char(out, '}');
}

TEMPLATE_OWN(model_lock, lock, item)

#define NAME_OF(what) ((what) == NULL ? NULL : (what)->name)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(locks, scope->flow->lock_count, item, &scope->flow->locks[index])                                      \
    X(flow_callbacks, scope->flow->callback_count, callback, &scope->flow->callbacks[index])                 \
    X(scopes, scope->flow->scope_count, flow_scope, &scope->flow->scopes[index])                             \
    X(scope_lock, scope->flow_scope->kind == MODEL_LOCK, item, &scope->flow_scope->lock)                     \
    X(flow_allows, scope->flow->allow_count, allow, &scope->flow->allows[index])                             \
    X(procedure_params, scope->procedure->param_count, field, &scope->procedure->params[index])              \
    X(procedure_callbacks, scope->procedure->callback_count, callback, &scope->procedure->callbacks[index])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X) X(works, scope->step->callback != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(STRING, flow_name, scope->flow->name)                                                                  \
    X(STRING, flow_label, scope->flow->label)                                                                \
    X(STRING, flow_fingerprint, scope->flow->fingerprint)                                                    \
    X(MEMBER, flow_doc, "doc", scope->flow->doc)                                                             \
    X(MEMBER, flow_renamed_from, "renamed_from", scope->flow->renamed_from)                                  \
    X(WORD, unique, put_names(out, scope->flow->args, scope->flow->unique, scope->flow->unique_count))       \
    X(WORD, flow_retry, put_retry(out, &scope->flow->retry))                                                 \
    X(MEMBER, flow_topic, "emit_topic", scope->flow->emit == NULL ? NULL : scope->flow->emit->topic)         \
    X(MEMBER, flow_topic_argument, "emit_argument",                                                          \
      scope->flow->emit == NULL || scope->flow->emit->topic != NULL                                          \
          ? NULL                                                                                             \
          : scope->flow->args[scope->flow->emit->arg].name)                                                  \
    X(STRING, field_name, scope->field->name)                                                                \
    X(STRING, field_type, model_type_name(scope->field->type))                                               \
    X(MEMBER, field_doc, "doc", scope->field->doc)                                                           \
    X(FLAG, field_optional, scope->field->is_optional)                                                       \
    X(FLAG, inout, scope->field->is_inout)                                                                   \
    X(FLAG, global, lock_of(scope)->is_global)                                                               \
    X(STRING, class, lock_of(scope)->class)                                                                  \
    X(WORD, keys, put_values(out, scope, lock_of(scope)->keys, lock_of(scope)->key_count))                   \
    X(STRING, callback_name, scope->callback->name)                                                          \
    X(STRING, callback_kind, model_callback_kind_name(scope->callback->kind))                                \
    X(WORD, callback_sets,                                                                                   \
      put_names(out, scope->procedure != NULL ? scope->procedure->params : scope->flow->data,                \
                scope->callback->writes, scope->callback->write_count))                                      \
    X(STRING, step_path, scope->step->path)                                                                  \
    X(STRING, step_kind, model_step_kind_name(scope->step->kind))                                            \
    X(STRING, step_label, scope->step->label)                                                                \
    X(MEMBER, step_doc, "doc", scope->step->doc)                                                             \
    X(STRING, delivery, model_delivery_name(scope->step->delivery))                                          \
    X(MEMBER, step_procedure, "procedure", NAME_OF(scope->step->procedure))                                  \
    X(MEMBER, step_callback, "callback", NAME_OF(scope->step->callback))                                     \
    X(MEMBER, undo, "undo", NAME_OF(scope->step->undo))                                                      \
    X(FLAG, irreversible, scope->step->is_irreversible)                                                      \
    X(POSITIVE, step_time, scope->step->kind == MODEL_WAIT ? "within_ms" : "timeout_ms",                     \
      scope->step->time_ms)                                                                                  \
    X(MEMBER, signal, "signal", scope->step->signal)                                                         \
    X(WORD, step_retry, put_retry(out, &scope->step->retry))                                                 \
    X(WORD, step_sets, put_names(out, scope->flow->data, scope->step->writes, scope->step->write_count))     \
    X(POSITIVE, stretch, "stretch", scope->step->stretch)                                                    \
    X(INDEX, stretch_scope, "stretch_scope",                                                                 \
      scope->step->stretch > 0 ? scope->step->stretch_scope : MODEL_NOTHING)                                 \
    X(INDEX, step_scope, "scope", scope->step->scope)                                                        \
    X(INDEX, use, "use", scope->step->use)                                                                   \
    X(NUMBER, step_depth, scope->step->depth)                                                                \
    X(STRING, scope_kind, model_scope_kind_name(scope->flow_scope->kind))                                    \
    X(STRING, scope_path, scope->flow_scope->path)                                                           \
    X(STRING, scope_label, scope->flow_scope->label)                                                         \
    X(MEMBER, scope_doc, "doc", scope->flow_scope->doc)                                                      \
    X(INDEX, scope_parent, "parent", scope->flow_scope->parent)                                              \
    X(NUMBER, first, scope->flow_scope->first)                                                               \
    X(NUMBER, end, scope->flow_scope->end)                                                                   \
    X(NUMBER, scope_depth, scope->flow_scope->depth)                                                         \
    X(MEMBER, scope_procedure, "procedure", NAME_OF(scope->flow_scope->procedure))                           \
    X(WORD, count, value(out, scope, scope->flow_scope->count))                                              \
    X(NUMBER, min, scope->flow_scope->min)                                                                   \
    X(NUMBER, max, scope->flow_scope->max)                                                                   \
    X(MEMBER, predicate, "predicate",                                                                        \
      scope->flow_scope->kind == MODEL_OPTIONAL ? scope->flow_scope->predicate->name : NULL)                 \
    X(FLAG, kept, scope->flow_scope->is_kept)                                                                \
    X(WORD, values, put_values(out, scope, scope->flow_scope->values, scope->flow_scope->value_count))       \
    X(STRING, procedure_name, scope->procedure->name)                                                        \
    X(STRING, procedure_label, scope->procedure->label)                                                      \
    X(MEMBER, procedure_doc, "doc", scope->procedure->doc)
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary json_flow_vocabulary = {words, conditions, lists};
