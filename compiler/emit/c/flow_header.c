#include "base/escape.h"
#include "emit/c/flow.h"
#include "emit/prose/sentence_flow.h"

#include <string.h>

struct c_owner c_owner_of_flow(const struct model_flow *flow) {
    return (struct c_owner){.c_name = flow->c_name,
                            .has_args = flow->arg_count > 0,
                            .values = flow->data_count > 0 ? "data" : NULL,
                            .callback_count = flow->callback_count,
                            .callbacks = flow->callbacks,
                            .fields = flow->data};
}

struct c_owner c_owner_of_procedure(const struct model_procedure *procedure) {
    return (struct c_owner){.c_name = procedure->c_name,
                            .is_procedure = true,
                            .values = procedure->param_count > 0 ? "values" : NULL,
                            .callback_count = procedure->callback_count,
                            .callbacks = procedure->callbacks,
                            .fields = procedure->params};
}

bool c_sets_anything(const struct model_callback *callback) {
    return callback->write_count > 0;
}

bool c_has_transaction(const struct model_callback *callback) {
    return callback->kind != MODEL_CALLBACK_CALL && callback->kind != MODEL_CALLBACK_UNDO_CALL;
}

/* ---- structs ------------------------------------------------------------------------------------ */

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
    out->failed |= text_failed(&prefix);
    text_free(&prefix);
    text_printf(out, "%s */\n", indent);
}

static void members(struct text *out, const struct model_field *fields, size_t count, bool all_optional) {
    for (size_t i = 0; i < count; i++) {
        if (fields[i].doc != NULL)
            comment(out, "    ", fields[i].doc);
        text_put(out, "    ");
        c_member(out, fields[i].name, fields[i].type, all_optional || fields[i].is_optional);
        text_char(out, '\n');
    }
}

/* ---- callbacks ---------------------------------------------------------------------------------- */

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

static void hook(struct text *out, const struct model *model, const struct c_owner *owner,
                 const struct model_callback *callback) {
    static const char *const kinds[] = {
        [MODEL_CALLBACK_TX] = "a step in the database",
        [MODEL_CALLBACK_CALL] = "a call",
        [MODEL_CALLBACK_UNDO_TX] = "undoes a step in the database",
        [MODEL_CALLBACK_UNDO_CALL] = "undoes a call",
        [MODEL_CALLBACK_PREDICATE] = "whether what is optional is done",
    };
    const char *says = label_of(model, callback);
    text_put(out, "    /* ");
    if (says != NULL) {
        escape_c_comment(out, says, strcspn(says, "\n"));
        text_put(out, ": ");
    }
    text_put(out, kinds[callback->kind]);
    for (size_t i = 0; i < callback->write_count; i++)
        text_printf(out, "%s %s", i == 0 ? "; sets" : ",", owner->fields[callback->writes[i]].name);
    struct text parameters = TEXT_INIT;
    text_printf(&parameters, "void *context, %sconst struct pawl_step *step, ",
                c_has_transaction(callback) ? "struct pawl_db *db, " : "");
    if (owner->has_args)
        text_printf(&parameters, "const struct %s_args *args, ", owner->c_name);
    if (owner->values != NULL)
        text_printf(&parameters, "%sstruct %s_%s *%s, ", c_sets_anything(callback) ? "" : "const ",
                    owner->c_name, owner->values, owner->values);
    text_printf(&parameters, "%sstruct pawl_error *err",
                callback->kind == MODEL_CALLBACK_PREDICATE ? "bool *yes, " : "");
    text_put(out, " */\n");
    text_printf(out, "    enum pawl_status (*%s)(", callback->name);
    if (!text_failed(&parameters))
        c_parameters(out, NULL, parameters.data);
    text_put(out, ");\n");
    out->failed |= text_failed(&parameters);
    text_free(&parameters);
}

static void hooks(struct text *out, const struct model *model, const struct c_owner *owner) {
    const char *name = owner->c_name;
    if (owner->callback_count == 0)
        return;
    text_printf(out,
                "\n/* What the program does in its steps; none may be missing. See pawl_%s. */\n"
                "struct %s_hooks {\n"
                "    void *context; /* handed to each */\n",
                owner->is_procedure ? "set_procedure_hooks" : "set_flow_hooks", name);
    for (size_t i = 0; i < owner->callback_count; i++)
        hook(out, model, owner, &owner->callbacks[i]);
    text_put(out, "};\n");
}

/* ---- constants ---------------------------------------------------------------------------------- */

static void constant(struct text *out, const struct model_flow *flow, const char *kind, const char *name,
                     const char *says) {
    text_put(out, "#define ");
    c_upper(out, flow->c_name);
    text_printf(out, "_%s_", kind);
    c_upper(out, name);
    text_printf(out, " \"%s\"", name);
    if (says != NULL) {
        text_put(out, " /* ");
        escape_c_comment(out, says, strcspn(says, "\n"));
        text_put(out, " */");
    }
    text_char(out, '\n');
}

static void constants(struct text *out, const struct model_flow *flow) {
    text_put(out, "\n/* The paths of its steps: what they are known by in the history of a run. */\n");
    for (size_t i = 0; i < flow->step_count; i++) {
        const struct model_flow_step *step = &flow->steps[i];
        constant(out, flow, "STEP", step->path, label(step->label, step->name));
    }
    bool any = false;
    for (size_t i = 0; i < flow->step_count; i++) {
        if (!c_is_first_of_its_signal(flow, i))
            continue;
        if (!any)
            text_put(out, "\n/* The signals that it waits for. */\n");
        any = true;
        constant(out, flow, "SIGNAL", flow->steps[i].signal, NULL);
    }
}

/* ---- the whole ---------------------------------------------------------------------------------- */

static void heading(struct text *out, const char *name, const char *label, const char *doc) {
    text_char(out, '\n');
    c_heading(out, name, label);
    if (doc != NULL) {
        text_put(out, "\n/*\n");
        escape_lines(out, " * ", doc, escape_c_comment);
        text_put(out, " */\n");
    }
}

void c_procedure_declare(struct text *out, const struct model *model,
                         const struct model_procedure *procedure) {
    const char *name = procedure->c_name;
    const struct c_owner owner = c_owner_of_procedure(procedure);
    heading(out, procedure->name, procedure->label, procedure->doc);
    if (procedure->param_count > 0) {
        text_printf(out,
                    "\n/* What its steps are given, and may set where it is inout. */\n"
                    "struct %s_values {\n",
                    name);
        members(out, procedure->params, procedure->param_count, true);
        text_put(out, "};\n");
    }
    hooks(out, model, &owner);
    text_printf(out, "\nextern const struct pawl_procedure %s_procedure;\n", name);
    if (procedure->callback_count == 0)
        return;
    text_printf(out,
                "\n/* Gives a handle what its steps do, in all flows that use it. */\n"
                "enum pawl_status %s_set_hooks(struct pawl_db *db, const struct %s_hooks *hooks,\n"
                "    struct pawl_error *err);\n",
                name, name);
}

void c_flow_declare(struct text *out, const struct model *model, const struct model_flow *flow) {
    const char *name = flow->c_name;
    const struct c_owner owner = c_owner_of_flow(flow);
    heading(out, flow->name, flow->label, flow->doc);
    if (flow->arg_count > 0) {
        text_printf(out, "\n/* What a run is started with. */\nstruct %s_args {\n", name);
        members(out, flow->args, flow->arg_count, false);
        text_put(out, "};\n");
    }
    if (flow->data_count > 0) {
        text_printf(out,
                    "\n/* What its steps set and later ones read; nothing is set when a run begins. */\n"
                    "struct %s_data {\n",
                    name);
        members(out, flow->data, flow->data_count, true);
        text_put(out, "};\n");
    }
    constants(out, flow);
    hooks(out, model, &owner);
    text_printf(out, "\nextern const struct pawl_flow %s_flow;\n", name);
    c_flow_functions_declare(out, flow);
}
