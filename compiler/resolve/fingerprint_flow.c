#include "resolve/fingerprint.h"

#include "base/hash.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* The order of a flow's steps is what it does, so its facts stand in one text, in that order. */

static void put_fields(struct text *out, const char *what, const struct model_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s %s %d%s\n", what, fields[i].name, (int)fields[i].type,
                    fields[i].is_optional ? " optional" : "");
}

static void put_value(struct text *out, const struct model_flow *flow, struct model_value value) {
    text_printf(out, " %s", value.kind == MODEL_ARG ? flow->args[value.index].name : "data.");
    if (value.kind == MODEL_DATA)
        text_put(out, flow->data[value.index].name);
}

/* The class of a lock is for the compiler alone. */
static void put_lock(struct text *out, const struct model_flow *flow, const struct model_lock *lock) {
    text_printf(out, "lock %s", lock->is_global ? "global" : "local");
    for (size_t i = 0; i < lock->key_count; i++)
        put_value(out, flow, lock->keys[i]);
}

static void put_retry(struct text *out, const struct model_retry *retry) {
    text_printf(out, " retry %" PRId64 " %" PRId64 " %" PRId64, retry->count, retry->from_ms, retry->to_ms);
}

/* A callback is one of the flow, or of a procedure, wherever that is used. */
static void put_callback(struct text *out, const char *what, const struct model_procedure *procedure,
                         const struct model_callback *callback) {
    if (callback != NULL)
        text_printf(out, " %s %s.%s", what, procedure == NULL ? "" : procedure->name, callback->name);
}

static void put_scope(struct text *out, const struct model_flow *flow, const struct model_scope *scope) {
    switch (scope->kind) {
    case MODEL_USE: /* nothing happens there; what is handed over is what its steps read and write */
        text_printf(out, "use %s", scope->path);
        for (size_t i = 0; i < scope->value_count; i++)
            put_value(out, flow, scope->values[i]);
        break;
    case MODEL_REPEAT:
        text_printf(out, "repeat %s %" PRId64 " %" PRId64, scope->path, scope->min, scope->max);
        put_value(out, flow, scope->count);
        break;
    case MODEL_OPTIONAL:
        text_put(out, "optional");
        put_callback(out, "if", scope->procedure, scope->predicate);
        break;
    case MODEL_LOCK:
        put_lock(out, flow, &scope->lock);
        break;
    }
    text_printf(out, " %zu %zu\n", scope->first, scope->end);
}

static void put_step(struct text *out, const struct model_flow *flow, const struct model_flow_step *step) {
    text_printf(out, "%s %s", model_step_kind_name(step->kind), step->path);
    put_callback(out, "by", step->procedure, step->callback);
    put_callback(out, "undo", step->procedure, step->undo);
    if (step->signal != NULL)
        text_printf(out, " for %s", step->signal);
    text_printf(out, "%s time %" PRId64, step->is_irreversible ? " irreversible" : "", step->time_ms);
    if (step->stretch > 0)
        text_printf(out, " stretch %zu from %zu", step->stretch, step->stretch_scope);
    put_retry(out, &step->retry);
    for (size_t i = 0; i < step->write_count; i++)
        text_printf(out, " sets %s", flow->data[step->writes[i]].name);
    text_char(out, '\n');
}

const char *fingerprint_flow(struct arena *arena, const struct model_flow *flow) {
    struct text out = TEXT_INIT;
    text_printf(&out, "flow %s\n", flow->name);
    put_fields(&out, "arg", flow->args, flow->arg_count);
    put_fields(&out, "data", flow->data, flow->data_count);
    for (size_t i = 0; i < flow->unique_count; i++)
        text_printf(&out, "unique %s\n", flow->args[flow->unique[i]].name);
    for (size_t i = 0; i < flow->lock_count; i++) {
        put_lock(&out, flow, &flow->locks[i]);
        text_char(&out, '\n');
    }
    put_retry(&out, &flow->retry);
    text_char(&out, '\n');
    if (flow->emit != NULL && flow->emit->topic != NULL)
        text_printf(&out, "emit %zu:%s\n", strlen(flow->emit->topic), flow->emit->topic);
    else if (flow->emit != NULL)
        text_printf(&out, "emit :%s\n", flow->args[flow->emit->arg].name);
    for (size_t i = 0; i < flow->scope_count; i++)
        put_scope(&out, flow, &flow->scopes[i]);
    for (size_t i = 0; i < flow->step_count; i++)
        put_step(&out, flow, &flow->steps[i]);
    const char *all = text_keep(&out, arena);
    return arena_printf(arena, "%016" PRIx64, hash_bytes(all, strlen(all)));
}
