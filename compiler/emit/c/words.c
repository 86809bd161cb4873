/* What the templates of generated C may say. */
#include "base/escape.h"
#include "emit/c/c.h"
#include "model/hooks.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------------------- */

/* A machine, a flow or a procedure. */
struct subject {
    const char *name, *c_name, *label, *doc;
    const char *fingerprint; /* NULL: it has none of its own */
};

static struct subject subject_of(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const struct model_flow *flow = scope->flow;
    const struct model_procedure *procedure = scope->procedure;
    if (procedure != NULL)
        return (struct subject){procedure->name, procedure->c_name, procedure->label, procedure->doc, NULL};
    if (flow != NULL)
        return (struct subject){flow->name, flow->c_name, flow->label, flow->doc, flow->fingerprint};
    return (struct subject){machine->name, machine->c_name, machine->label, machine->doc,
                            machine->fingerprint};
}

static void write_name(struct text *out, const struct template_scope *scope) {
    text_put(out, subject_of(scope).c_name);
}

static void write_upper(struct text *out, const struct template_scope *scope) {
    c_upper(out, subject_of(scope).c_name);
}

/* For what people read, and for the database. */
static void write_plain_name(struct text *out, const struct template_scope *scope) {
    text_put(out, subject_of(scope).name);
}

static void write_heading(struct text *out, const struct template_scope *scope) {
    const struct subject subject = subject_of(scope);
    c_heading(out, subject.name, subject.label);
}

static void write_doc(struct text *out, const struct template_scope *scope) {
    escape_lines(out, " * ", subject_of(scope).doc, escape_c_comment);
}

static void write_stem(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->model->stem);
}

static void write_state(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->state->name);
}

static void write_column(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->column->name);
}

static void write_param(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->param->name);
}

static void write_type_constant(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type_constant(scope->column->type));
}

static void write_label_literal(struct text *out, const struct template_scope *scope) {
    c_string(out, subject_of(scope).label);
}

static void write_fingerprint(struct text *out, const struct template_scope *scope) {
    text_put(out, subject_of(scope).fingerprint);
}

static void write_abi(struct text *out, const struct template_scope *scope) {
    (void)scope;
    text_printf(out, "%d", PAWL_ABI);
}

static void write_event(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->event->name);
}

static void write_event_number(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", (size_t)(scope->event - scope->machine->events) + 1);
}

static void write_event_upper(struct text *out, const struct template_scope *scope) {
    c_upper(out, scope->event->name);
}

/* ---- the key ------------------------------------------------------------------------------------------ */

static void write_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type(scope->machine->key_type, false));
}

static void write_key_value(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->machine->key_type == PAWL_TYPE_TEXT ? "{id, 0}" : "{NULL, id}");
}

/* Of struct pawl_key. */
static void write_key_member(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->machine->key_type == PAWL_TYPE_TEXT ? "text" : "number");
}

/* The type of what the machine's `key` names. */
static enum pawl_type lock_key_type(const struct model_machine *machine) {
    return machine->key->kind == MODEL_KEY ? machine->key_type : machine->columns[machine->key->column].type;
}

static void write_lock_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type(lock_key_type(scope->machine), false));
}

static void write_lock_key_value(struct text *out, const struct template_scope *scope) {
    text_put(out, lock_key_type(scope->machine) == PAWL_TYPE_TEXT ? "{key, 0}" : "{NULL, key}");
}

static void write_key_type_constant(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type_constant(scope->machine->key_type));
}

/* ---- conditions --------------------------------------------------------------------------------------- */

static bool has_params(const struct template_scope *scope) {
    return scope->event->param_count > 0;
}

static bool has_doc(const struct template_scope *scope) {
    return subject_of(scope).doc != NULL;
}

static bool has_guards(const struct template_scope *scope) {
    return moves_have_guards((struct moves){scope->machine->moves, scope->machine->move_count});
}

static bool has_move_to(const struct template_scope *scope) {
    return scope->machine->move_to != NULL;
}

/* ---- lists -------------------------------------------------------------------------------------------- */

static bool enter_machines(struct template_scope *scope, size_t index) {
    if (index >= scope->model->machine_count)
        return false;
    scope->machine = &scope->model->machines[index];
    return true;
}

static bool enter_procedures(struct template_scope *scope, size_t index) {
    if (index >= scope->model->procedure_count)
        return false;
    scope->procedure = &scope->model->procedures[index];
    return true;
}

static bool enter_flows(struct template_scope *scope, size_t index) {
    if (index >= scope->model->flow_count)
        return false;
    scope->flow = &scope->model->flows[index];
    return true;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"name", write_name}, /* a machine's, flow's or procedure's in C, with the prefix */
    {"upper", write_upper},
    {"plain_name", write_plain_name}, /* as in the file */
    {"heading", write_heading},       /* a line with its name and label */
    {"doc", write_doc},               /* lines of a comment */
    {"stem", write_stem},             /* of the file's name */
    {"state", write_state},           /* their names */
    {"column", write_column},
    {"param", write_param},
    {"type_constant", write_type_constant}, /* of the column or parameter */
    {"label_literal", write_label_literal},
    {"fingerprint", write_fingerprint},
    {"abi", write_abi},
    {"event", write_event},
    {"event_upper", write_event_upper},
    {"event_number", write_event_number}, /* from 1 */
    {"key_type", write_key_type},         /* up to a name: {key_type}id */
    {"key_value", write_key_value},       /* a struct pawl_key of the parameter `id` */
    {"key_member", write_key_member},
    {"key_type_constant", write_key_type_constant},
    {"lock_key_type", write_lock_key_type}, /* of what `key` names; likewise up to a name */
    {"lock_key_value", write_lock_key_value},
    {0},
};

static const struct template_condition conditions[] = {
    {"has_params", has_params}, /* the event */
    {"has_doc", has_doc},
    {"has_guards", has_guards},
    {"has_move_to", has_move_to}, /* some states are moved to by one event alone */
    {0},
};

static const struct template_list lists[] = {
    {"machines", enter_machines}, /* of the file, as the next two */
    {"procedures", enter_procedures},
    {"flows", enter_flows},
    {0},
};

static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary,
                                                                 &c_header_vocabulary,
                                                                 &c_source_vocabulary,
                                                                 &c_hook_vocabulary,
                                                                 &c_queue_vocabulary,
                                                                 &c_flow_vocabulary,
                                                                 &c_statement_vocabulary,
                                                                 &template_model_vocabulary,
                                                                 NULL};

static const struct template_block blocks[] = {
    {"parameters", c_parameters}, /* broken into lines below the first one, where they do not fit */
    {0},
};

const struct templates c_templates = {
    .fragments = c_fragments, .vocabularies = vocabularies, .blocks = blocks};
