#include "emit/c/flow.h"

#include <inttypes.h>

/* ---- callbacks ---------------------------------------------------------------------------------- */

static void numbers(struct text *out, const size_t *list, size_t count, const char *table, const char *c_name,
                    bool *any) {
    if (count > 0 && !*any)
        text_printf(out, "\nstatic const uint16_t %s_of_%s[] = {\n", table, c_name);
    *any |= count > 0;
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%zu%s", i == 0 ? "    " : " ", list[i], i + 1 == count ? ",\n" : ",");
}

void c_callback_table(struct text *out, struct c_owner owner) {
#define KIND(kind, ...) #kind,
    static const char *const kinds[] = {MODEL_CALLBACK_KINDS(KIND)};
    struct c_slices sets = {"sets", owner.c_name, 0};
    bool any = false;
    for (size_t i = 0; i < owner.callback_count; i++)
        numbers(out, owner.callbacks[i].writes, owner.callbacks[i].write_count, "sets", owner.c_name, &any);
    text_put(out, any ? "};\n" : "");
    text_printf(out, "\nstatic const struct pawl_callback callbacks_of_%s[] = {\n", owner.c_name);
    for (size_t i = 0; i < owner.callback_count; i++) {
        const struct model_callback *callback = &owner.callbacks[i];
        text_printf(out, "    {\"%s\", PAWL_%s, offsetof(struct %s_hooks, %s), %zu, ", callback->name,
                    kinds[callback->kind], owner.c_name, callback->name, callback->write_count);
        c_slice(out, &sets, callback->write_count);
        text_put(out, "},\n");
    }
    text_put(out, "};\n");
}

/* ---- what steps and scopes point to ------------------------------------------------------------- */

static void put_places(struct text *out, const struct model_flow *flow, const struct model_value *list,
                       size_t count, bool *any) {
    if (count > 0 && !*any)
        text_printf(out, "\nstatic const struct pawl_value_place places_of_%s[] = {\n", flow->c_name);
    *any |= count > 0;
    for (size_t i = 0; i < count; i++)
        text_printf(out, "    {%s, %zu}, /* %s */\n", c_truth(list[i].kind == MODEL_DATA), list[i].index,
                    list[i].kind == MODEL_DATA ? flow->data[list[i].index].name
                                               : flow->args[list[i].index].name);
}

static void all_places(struct text *out, const struct model_flow *flow) {
    bool any = false;
    for (size_t i = 0; i < flow->lock_count; i++)
        put_places(out, flow, flow->locks[i].keys, flow->locks[i].key_count, &any);
    for (size_t i = 0; i < flow->scope_count; i++) {
        put_places(out, flow, flow->scopes[i].lock.keys, flow->scopes[i].lock.key_count, &any);
        put_places(out, flow, flow->scopes[i].values, flow->scopes[i].value_count, &any);
    }
    text_put(out, any ? "};\n" : "");
}

static void lock(struct text *out, const struct model_lock *lock, struct c_slices *places) {
    text_printf(out, "{%s, %zu, ", c_truth(lock->is_global), lock->key_count);
    c_slice(out, places, lock->key_count);
    text_char(out, '}');
}

static void locks(struct text *out, const struct model_flow *flow, struct c_slices *places) {
    if (flow->lock_count == 0)
        return;
    text_printf(out, "\nstatic const struct pawl_flow_lock locks_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->lock_count; i++) {
        text_put(out, "    ");
        lock(out, &flow->locks[i], places);
        text_put(out, ",\n");
    }
    text_put(out, "};\n");
}

/* ---- steps and scopes --------------------------------------------------------------------------- */

static void number_or_nothing(struct text *out, size_t number) {
    if (number == MODEL_NOTHING)
        text_put(out, "PAWL_FLOW_NOTHING");
    else
        text_printf(out, "%zu", number);
}

/* The place of a callback in the table of its owner; -1: none. */
static void callback_number(struct text *out, const struct model_flow *flow,
                            const struct model_procedure *procedure, const struct model_callback *callback) {
    const struct model_callback *first = procedure == NULL ? flow->callbacks : procedure->callbacks;
    if (callback == NULL)
        text_put(out, "-1");
    else
        text_printf(out, "%zu", (size_t)(callback - first));
}

static void procedure(struct text *out, const struct model_procedure *procedure) {
    if (procedure == NULL)
        text_put(out, "NULL");
    else
        text_printf(out, "&%s_procedure", procedure->c_name);
}

static void microseconds(struct text *out, int64_t milliseconds) {
    text_printf(out, "INT64_C(%" PRId64 ")", milliseconds * 1000);
}

void c_retry(struct text *out, const struct model_retry *retry) {
    if (retry->count == MODEL_FOREVER)
        text_put(out, "{PAWL_FOREVER, ");
    else
        text_printf(out, "{%" PRId64 ", ", retry->count);
    microseconds(out, retry->from_ms);
    text_put(out, ", ");
    microseconds(out, retry->to_ms);
    text_char(out, '}');
}

#define CONSTANT_OF_KIND(kind, name) #kind,

static void step(struct text *out, const struct model_flow *flow, const struct model_flow_step *step,
                 struct c_slices *writes) {
    static const char *const kinds[] = {MODEL_STEP_KINDS(CONSTANT_OF_KIND)};
    text_printf(out, "    {PAWL_STEP_%s, \"%s\", ", kinds[step->kind], step->path);
    c_string(out, step->label);
    text_put(out, ", ");
    procedure(out, step->procedure);
    text_put(out, ", ");
    callback_number(out, flow, step->procedure, step->callback);
    text_put(out, ", ");
    callback_number(out, flow, step->procedure, step->undo);
    text_printf(out, ", %s, %zu, ", c_truth(step->is_irreversible), step->depth);
    number_or_nothing(out, step->scope);
    text_put(out, ", ");
    number_or_nothing(out, step->use);
    text_printf(out, ",\n     %zu, ", step->stretch);
    number_or_nothing(out, step->stretch == 0 ? MODEL_NOTHING : step->stretch_scope);
    text_put(out, ", ");
    microseconds(out, step->time_ms);
    text_put(out, ", ");
    c_retry(out, &step->retry);
    if (step->signal == NULL)
        text_put(out, ", NULL, ");
    else
        text_printf(out, ", \"%s\", ", step->signal);
    text_printf(out, "%zu, ", step->write_count);
    c_slice(out, writes, step->write_count);
    text_put(out, "},\n");
}

static void steps(struct text *out, const struct model_flow *flow) {
    struct c_slices writes = {"writes", flow->c_name, 0};
    bool any = false;
    for (size_t i = 0; i < flow->step_count; i++)
        numbers(out, flow->steps[i].writes, flow->steps[i].write_count, "writes", flow->c_name, &any);
    text_put(out, any ? "};\n" : "");
    text_printf(out, "\nstatic const struct pawl_flow_step steps_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->step_count; i++)
        step(out, flow, &flow->steps[i], &writes);
    text_put(out, "};\n");
}

static void scope(struct text *out, const struct model_flow *flow, const struct model_scope *scope,
                  struct c_slices *places) {
    static const char *const kinds[] = {MODEL_SCOPE_KINDS(CONSTANT_OF_KIND)};
    bool repeats = scope->kind == MODEL_REPEAT;
    text_printf(out, "    {PAWL_SCOPE_%s, \"%s\", ", kinds[scope->kind], scope->path);
    c_string(out, scope->label);
    text_put(out, ", ");
    number_or_nothing(out, scope->parent);
    text_printf(out, ", %zu, %zu, %zu, ", scope->first, scope->end, scope->depth);
    procedure(out, scope->procedure);
    text_put(out, ", ");
    callback_number(out, flow, scope->procedure, scope->predicate);
    text_printf(out, ",\n     {%s, %zu}, %" PRId64 ", %" PRId64 ", ",
                c_truth(repeats && scope->count.kind == MODEL_DATA), repeats ? scope->count.index : 0,
                repeats ? scope->min : 0, repeats ? scope->max : 0);
    lock(out, &scope->lock, places);
    text_printf(out, ", %s, ", c_truth(scope->is_kept));
    c_slice(out, places, scope->value_count);
    text_put(out, "},\n");
}

static void scopes(struct text *out, const struct model_flow *flow, struct c_slices *places) {
    if (flow->scope_count == 0)
        return;
    text_printf(out, "\nstatic const struct pawl_flow_scope scopes_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < flow->scope_count; i++)
        scope(out, flow, &flow->scopes[i], places);
    text_put(out, "};\n");
}

void c_flow_tables(struct text *out, const struct model_flow *flow) {
    struct c_slices places = {"places", flow->c_name, 0};
    bool any = false;
    numbers(out, flow->unique, flow->unique_count, "unique", flow->c_name, &any);
    text_put(out, any ? "};\n" : "");
    all_places(out, flow);
    locks(out, flow, &places);
    scopes(out, flow, &places);
    steps(out, flow);
}
