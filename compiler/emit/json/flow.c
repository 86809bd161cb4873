#include "emit/json/json.h"
#include "emit/json/values.h"

#include "base/escape.h"

static const struct model_field *fields_of(const struct json *json, struct model_value value) {
    return value.kind == MODEL_ARG ? &json->flow->args[value.index] : &json->flow->data[value.index];
}

/* An argument by its name, data as the language writes them. */
static void value(struct json *json, struct model_value value) {
    text_printf(json->out, "\"%s%s\"", value.kind == MODEL_DATA ? "data." : "", fields_of(json, value)->name);
}

static void put_values(struct json *json, const char *name, const struct model_value *values, size_t count) {
    json_key(json, name);
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        json_next(json);
        value(json, values[i]);
    }
    json_close(json, ']');
}

static void put_names(struct json *json, const char *name, const struct model_field *fields,
                      const size_t *indexes, size_t count) {
    json_key(json, name);
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        json_next(json);
        escape_json(json->out, fields[indexes[i]].name);
    }
    json_close(json, ']');
}

static void put_retry(struct json *json, const struct model_retry *retry) {
    json_key(json, "retry");
    json_open(json, '{');
    if (retry->count == MODEL_FOREVER)
        json_flag(json, "forever", true);
    else
        json_number(json, "count", retry->count);
    json_positive(json, "from_ms", retry->from_ms);
    json_positive(json, "to_ms", retry->to_ms);
    json_close(json, '}');
}

static void put_scope(struct json *json, const char *name, size_t scope) {
    if (scope != MODEL_NOTHING)
        json_number(json, name, (int64_t)scope);
}

static void lock(struct json *json, const struct model_lock *lock) {
    json_flag(json, "global", lock->is_global);
    json_string(json, "class", lock->class);
    put_values(json, "keys", lock->keys, lock->key_count);
}

static void field(struct json *json, const struct model_field *field) {
    json_string(json, "name", field->name);
    json_string(json, "type", model_type_name(field->type));
    json_optional(json, "doc", field->doc);
}

static void arg(struct json *json, size_t index) {
    field(json, &json->flow->args[index]);
    json_flag(json, "optional", json->flow->args[index].is_optional);
}

static void data(struct json *json, size_t index) {
    field(json, &json->flow->data[index]);
}

static void flow_lock(struct json *json, size_t index) {
    lock(json, &json->flow->locks[index]);
}

static void callback(struct json *json, const struct model_callback *callback,
                     const struct model_field *fields) {
    static const char *const kinds[] = {[MODEL_CALLBACK_TX] = "tx",
                                        [MODEL_CALLBACK_CALL] = "call",
                                        [MODEL_CALLBACK_UNDO_TX] = "undo_tx",
                                        [MODEL_CALLBACK_UNDO_CALL] = "undo_call",
                                        [MODEL_CALLBACK_PREDICATE] = "predicate"};
    json_string(json, "name", callback->name);
    json_string(json, "kind", kinds[callback->kind]);
    put_names(json, "sets", fields, callback->writes, callback->write_count);
}

static void flow_callback(struct json *json, size_t index) {
    callback(json, &json->flow->callbacks[index], json->flow->data);
}

static void step(struct json *json, size_t index) {
    static const char *const kinds[] = {
        [MODEL_TX] = "tx", [MODEL_CALL] = "call", [MODEL_PAUSE] = "pause", [MODEL_WAIT] = "wait"};
    static const char *const deliveries[] = {[MODEL_EXACTLY_ONCE] = "exactly_once",
                                             [MODEL_AT_LEAST_ONCE] = "at_least_once",
                                             [MODEL_NO_EFFECT] = "no_effect"};
    const struct model_flow_step *step = &json->flow->steps[index];
    bool works = step->callback != NULL;
    json_string(json, "path", step->path);
    json_string(json, "kind", kinds[step->kind]);
    json_string(json, "label", step->label);
    json_optional(json, "doc", step->doc);
    json_string(json, "delivery", deliveries[step->delivery]);
    json_optional(json, "procedure", step->procedure == NULL ? NULL : step->procedure->name);
    json_optional(json, "callback", works ? step->callback->name : NULL);
    json_optional(json, "undo", step->undo == NULL ? NULL : step->undo->name);
    if (works)
        json_flag(json, "irreversible", step->is_irreversible);
    json_positive(json, step->kind == MODEL_WAIT ? "within_ms" : "timeout_ms", step->time_ms);
    json_optional(json, "signal", step->signal);
    if (works) {
        put_retry(json, &step->retry);
        put_names(json, "sets", json->flow->data, step->writes, step->write_count);
    }
    json_positive(json, "stretch", (int64_t)step->stretch);
    if (step->stretch > 0)
        put_scope(json, "stretch_scope", step->stretch_scope);
    put_scope(json, "scope", step->scope);
    put_scope(json, "use", step->use);
    json_number(json, "depth", (int64_t)step->depth);
}

static void scope(struct json *json, size_t index) {
    static const char *const kinds[] = {
        [MODEL_REPEAT] = "repeat", [MODEL_OPTIONAL] = "optional", [MODEL_LOCK] = "lock", [MODEL_USE] = "use"};
    const struct model_scope *scope = &json->flow->scopes[index];
    json_string(json, "kind", kinds[scope->kind]);
    json_string(json, "path", scope->path);
    json_string(json, "label", scope->label);
    json_optional(json, "doc", scope->doc);
    put_scope(json, "parent", scope->parent);
    json_number(json, "first", (int64_t)scope->first);
    json_number(json, "end", (int64_t)scope->end);
    json_number(json, "depth", (int64_t)scope->depth);
    json_optional(json, "procedure", scope->procedure == NULL ? NULL : scope->procedure->name);
    switch (scope->kind) {
    case MODEL_REPEAT:
        json_key(json, "count");
        value(json, scope->count);
        json_number(json, "min", scope->min);
        json_number(json, "max", scope->max);
        break;
    case MODEL_OPTIONAL:
        json_string(json, "predicate", scope->predicate->name);
        break;
    case MODEL_LOCK:
        lock(json, &scope->lock);
        json_flag(json, "kept", scope->is_kept);
        break;
    case MODEL_USE:
        put_values(json, "values", scope->values, scope->value_count);
        break;
    }
}

static void allow(struct json *json, size_t index) {
    json_string(json, "code", json->flow->allows[index].code);
    json_string(json, "reason", json->flow->allows[index].reason);
}

static void flow(struct text *out, const struct model_flow *flow, bool dense, const char *more) {
    struct json json = {.out = out, .flow = flow, .dense = dense};
    text_put(out, dense ? "{" : "    {\n      ");
    json_string(&json, "name", flow->name);
    json_string(&json, "label", flow->label);
    json_string(&json, "fingerprint", flow->fingerprint);
    json_optional(&json, "doc", flow->doc);
    json_optional(&json, "renamed_from", flow->renamed_from);
    text_put(out, dense ? "," : ",\n      ");
    json.inner = false;
    put_names(&json, "unique", flow->args, flow->unique, flow->unique_count);
    put_retry(&json, &flow->retry);
    if (flow->emit != NULL) {
        json_optional(&json, "emit_topic", flow->emit->topic);
        json_optional(&json, "emit_argument",
                      flow->emit->topic == NULL ? flow->args[flow->emit->arg].name : NULL);
    }
    json_list(&json, "args", flow->arg_count, arg);
    json_list(&json, "data", flow->data_count, data);
    json_list(&json, "locks", flow->lock_count, flow_lock);
    json_list(&json, "callbacks", flow->callback_count, flow_callback);
    json_list(&json, "steps", flow->step_count, step);
    json_list(&json, "scopes", flow->scope_count, scope);
    json_list(&json, "allows", flow->allow_count, allow);
    text_put(out, more);
    text_put(out, dense ? "}" : "\n    }");
}

void json_flow(struct text *out, const struct model_flow *described, const char *more) {
    flow(out, described, true, more);
}

static void param(struct json *json, size_t index) {
    const struct model_field *param = &json->procedure->params[index];
    field(json, param);
    json_flag(json, "optional", param->is_optional);
    json_flag(json, "inout", param->is_inout);
}

static void procedure_callback(struct json *json, size_t index) {
    callback(json, &json->procedure->callbacks[index], json->procedure->params);
}

static void procedure(struct text *out, const struct model_procedure *procedure) {
    struct json json = {.out = out, .procedure = procedure};
    text_put(out, "    {\n      ");
    json_string(&json, "name", procedure->name);
    json_string(&json, "label", procedure->label);
    json_optional(&json, "doc", procedure->doc);
    json_list(&json, "params", procedure->param_count, param);
    json_list(&json, "callbacks", procedure->callback_count, procedure_callback);
    text_put(out, "\n    }");
}

void json_flows(struct text *out, const struct model *model) {
    text_put(out, ",\n  \"flows\": [");
    for (size_t i = 0; i < model->flow_count; i++) {
        text_put(out, i == 0 ? "\n" : ",\n");
        flow(out, &model->flows[i], false, "");
    }
    text_put(out, "\n  ],\n  \"procedures\": [");
    for (size_t i = 0; i < model->procedure_count; i++) {
        text_put(out, i == 0 ? "\n" : ",\n");
        procedure(out, &model->procedures[i]);
    }
    text_put(out, model->procedure_count == 0 ? "]" : "\n  ]");
}
