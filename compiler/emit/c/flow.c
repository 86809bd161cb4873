#include "emit/c/flow.h"
#include "emit/sql/sql.h"

#include <string.h>

/* "callbacks_of_provision", or NULL where there are none. */
static void table(struct text *out, const char *name, const char *c_name, size_t count) {
    if (count == 0)
        text_put(out, "    NULL,\n");
    else
        text_printf(out, "    %s_of_%s,\n", name, c_name);
}

static void size_of(struct text *out, const char *c_name, const char *type, size_t member_count) {
    if (member_count == 0)
        text_put(out, "    0,\n");
    else
        text_printf(out, "    sizeof(struct %s_%s),\n", c_name, type);
}

static void callbacks(struct text *out, const struct c_owner *owner) {
    table(out, "callbacks", owner->c_name, owner->callback_count);
    table(out, "call_step", owner->c_name, owner->callback_count);
}

static bool fits(struct text *out, size_t a, size_t b, size_t c, size_t d) {
    if (a <= UINT16_MAX && b <= UINT16_MAX && c <= UINT16_MAX && d <= UINT16_MAX)
        return true;
    text_fail(out, "a flow or procedure has more than 65,535 arguments, data, callbacks or locks; split it "
                   "into several");
    return false;
}

/* ---- procedures --------------------------------------------------------------------------------- */

void c_procedure_define(struct text *out, const struct model_procedure *procedure) {
    const char *name = procedure->c_name;
    const struct c_owner owner = c_owner_of_procedure(procedure);
    if (!fits(out, procedure->param_count, procedure->callback_count, 0, 0))
        return;
    text_char(out, '\n');
    c_heading(out, procedure->name, procedure->label);
    c_fields_table(out, "params", name, "values", procedure->params, procedure->param_count, true);
    c_callback_tables(out, &owner);
    text_printf(out, "\nconst struct pawl_procedure %s_procedure = {\n    PAWL_ABI,\n    \"%s\",\n    %zu,\n",
                name, procedure->name, procedure->param_count);
    table(out, "params", name, procedure->param_count);
    size_of(out, name, "values", procedure->param_count);
    text_printf(out, "    %zu,\n", procedure->callback_count);
    callbacks(out, &owner);
    text_put(out, "};\n");
    if (procedure->callback_count > 0)
        text_printf(out,
                    "\nenum pawl_status %s_set_hooks(struct pawl_db *db, const struct %s_hooks *hooks,\n"
                    "    struct pawl_error *err) {\n"
                    "    return pawl_set_procedure_hooks(db, &%s_procedure, hooks, err);\n"
                    "}\n",
                    name, name, name);
}

/* ---- flows -------------------------------------------------------------------------------------- */

/* Those that it uses, in the order of the file. */
static size_t procedures(struct text *out, const struct model *model, const struct model_flow *flow) {
    size_t count = 0;
    for (size_t p = 0; p < model->procedure_count; p++) {
        bool is_used = false;
        for (size_t i = 0; i < flow->scope_count && !is_used; i++)
            is_used = flow->scopes[i].kind == MODEL_USE &&
                      strcmp(flow->scopes[i].procedure->name, model->procedures[p].name) == 0;
        if (!is_used)
            continue;
        if (count++ == 0)
            text_printf(out, "\nstatic const struct pawl_procedure *const procedures_of_%s[] = {\n",
                        flow->c_name);
        text_printf(out, "    &%s_procedure,\n", model->procedures[p].c_name);
    }
    text_put(out, count > 0 ? "};\n" : "");
    return count;
}

static void schemas(struct text *out, const struct model_flow *flow) {
    text_printf(out, "\nstatic const char *const schema_of_%s[] = {\n", flow->c_name);
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        struct text sql = TEXT_INIT;
        sql_flow_schema(&sql, sql_dialects[i], flow);
        text_printf(out, "    /* %s */\n", sql_dialects[i]->name);
        c_lines(out, "    ", sql.data);
        text_put(out, ",\n");
        out->failed |= text_failed(&sql);
        text_free(&sql);
    }
    text_put(out, "};\n");
}

void c_flow_define(struct text *out, const struct model *model, const struct model_flow *flow) {
    const char *name = flow->c_name;
    const struct c_owner owner = c_owner_of_flow(flow);
    if (!fits(out, flow->arg_count, flow->data_count, flow->callback_count, flow->lock_count))
        return;
    text_char(out, '\n');
    c_heading(out, flow->name, flow->label);
    c_flow_tables(out, flow);
    c_callback_tables(out, &owner);
    size_t procedure_count = procedures(out, model, flow);
    schemas(out, flow);
    text_printf(out, "\nconst struct pawl_flow %s_flow = {\n    PAWL_ABI,\n    \"%s\",\n    ", name,
                flow->name);
    c_string(out, flow->label);
    text_printf(out, ",\n    \"%s\",\n    %zu,\n    %zu,\n    %zu,\n    %zu,\n    %zu,\n    %zu,\n",
                flow->fingerprint, flow->arg_count, flow->data_count, flow->unique_count, flow->lock_count,
                flow->callback_count, procedure_count);
    table(out, "args", name, flow->arg_count);
    size_of(out, name, "args", flow->arg_count);
    table(out, "data", name, flow->data_count);
    size_of(out, name, "data", flow->data_count);
    table(out, "unique", name, flow->unique_count);
    table(out, "locks", name, flow->lock_count);
    text_put(out, "    ");
    c_retry(out, &flow->retry);
    text_put(out, ",\n");
    callbacks(out, &owner);
    table(out, "procedures", name, procedure_count);
    text_printf(out, "    %zu,\n    %zu,\n", flow->step_count, flow->scope_count);
    table(out, "steps", name, flow->step_count);
    table(out, "scopes", name, flow->scope_count);
    text_printf(out, "    %d,\n    schema_of_%s,\n    %s,\n};\n", PAWL_DIALECT_COUNT, name,
                flow->no_roles ? "true" : "false");
    c_flow_functions_define(out, flow);
}
