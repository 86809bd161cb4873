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

TEMPLATE_TEXT(write_name, subject_of(scope).c_name)
TEMPLATE_WORD(write_upper, c_upper(out, subject_of(scope).c_name))

/* For what people read, and for the database. */
TEMPLATE_TEXT(write_plain_name, subject_of(scope).name)

static void write_heading(struct text *out, const struct template_scope *scope) {
    const struct subject subject = subject_of(scope);
    c_heading(out, subject.name, subject.label);
}

TEMPLATE_WORD(write_doc, escape_lines(out, " * ", subject_of(scope).doc, escape_c_comment))
TEMPLATE_TEXT(write_stem, scope->model->stem)
TEMPLATE_TEXT(write_state, scope->state->name)
TEMPLATE_TEXT(write_column, scope->column->name)
TEMPLATE_TEXT(write_param, scope->param->name)
TEMPLATE_TEXT(write_type_constant, c_type_constant(scope->column->type))
TEMPLATE_WORD(write_label_literal, c_string(out, subject_of(scope).label))
TEMPLATE_TEXT(write_fingerprint, subject_of(scope).fingerprint)

static void write_abi(struct text *out, const struct template_scope *scope) {
    (void)scope;
    text_printf(out, "%d", PAWL_ABI);
}

TEMPLATE_TEXT(write_event, scope->event->name)
TEMPLATE_NUMBER(write_event_number, (size_t)(scope->event - scope->machine->events) + 1)
TEMPLATE_WORD(write_event_upper, c_upper(out, scope->event->name))

/* ---- the key ------------------------------------------------------------------------------------------ */

TEMPLATE_TEXT(write_key_type, c_type(scope->machine->key_type, false))
TEMPLATE_TEXT(write_key_value, scope->machine->key_type == PAWL_TYPE_TEXT ? "{id, 0}" : "{NULL, id}")

/* Of struct pawl_key. */
TEMPLATE_TEXT(write_key_member, scope->machine->key_type == PAWL_TYPE_TEXT ? "text" : "number")

/* The type of what the machine's `key` names. */
static enum pawl_type lock_key_type(const struct model_machine *machine) {
    return machine->key->kind == MODEL_KEY ? machine->key_type : machine->columns[machine->key->column].type;
}

TEMPLATE_TEXT(write_lock_key_type, c_type(lock_key_type(scope->machine), false))
TEMPLATE_TEXT(write_lock_key_value,
              lock_key_type(scope->machine) == PAWL_TYPE_TEXT ? "{key, 0}" : "{NULL, key}")
TEMPLATE_TEXT(write_key_type_constant, c_type_constant(scope->machine->key_type))

/* ---- conditions --------------------------------------------------------------------------------------- */

TEMPLATE_CONDITION(has_params, scope->event->param_count > 0)
TEMPLATE_CONDITION(has_doc, subject_of(scope).doc != NULL)
TEMPLATE_CONDITION(has_guards,
                   moves_have_guards((struct moves){scope->machine->moves, scope->machine->move_count}))
TEMPLATE_CONDITION(has_move_to, scope->machine->move_to != NULL)

/* ---- lists -------------------------------------------------------------------------------------------- */

TEMPLATE_LIST(enter_machines, scope->model->machine_count, machine, &scope->model->machines[index])
TEMPLATE_LIST(enter_procedures, scope->model->procedure_count, procedure, &scope->model->procedures[index])
TEMPLATE_LIST(enter_flows, scope->model->flow_count, flow, &scope->model->flows[index])

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
