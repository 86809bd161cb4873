/* What the templates of generated C may say. */
#include "base/escape.h"
#include "emit/c/c.h"
#include "model/hooks.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------------------- */

/* A machine, a flow or a procedure. */
struct comment_subject {
    const char *name, *c_name, *label, *doc;
    const char *fingerprint; /* NULL: it has none of its own */
};

static struct comment_subject subject_of(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const struct model_flow *flow = scope->flow;
    const struct model_procedure *procedure = scope->procedure;
    if (procedure != NULL)
        return (struct comment_subject){procedure->name, procedure->c_name, procedure->label, procedure->doc,
                                        NULL};
    if (flow != NULL)
        return (struct comment_subject){flow->name, flow->c_name, flow->label, flow->doc, flow->fingerprint};
    return (struct comment_subject){machine->name, machine->c_name, machine->label, machine->doc,
                                    machine->fingerprint};
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, name, subject_of(scope).c_name) /* a machine's, flow's or procedure's in C, with the prefix */   \
    X(WORD, upper, c_upper(out, subject_of(scope).c_name))                                                   \
    X(TEXT, plain_name, subject_of(scope).name) /* as in the file */                                         \
    X(WORD, heading,                                                                                         \
      c_heading(out, subject_of(scope).name, subject_of(scope).label)) /* a line with its name and label */  \
    X(WORD, doc, escape_lines(out, " * ", subject_of(scope).doc, escape_c_comment)) /* lines of a comment */ \
    X(TEXT, stem, scope->model->stem)                                               /* of the file's name */ \
    X(TEXT, state, scope->state->name)                                              /* their names */        \
    X(TEXT, column, scope->column->name)                                                                     \
    X(TEXT, param, scope->param->name)                                                                       \
    X(TEXT, type_constant, c_type_constant(scope->column->type)) /* of the column or parameter */            \
    X(WORD, label_literal, c_string(out, subject_of(scope).label))                                           \
    X(TEXT, fingerprint, subject_of(scope).fingerprint)                                                      \
    X(NUMBER, abi, PAWL_ABI)                                                                                 \
    X(TEXT, event, scope->event->name)                                                                       \
    X(WORD, event_upper, c_upper(out, scope->event->name))                                                   \
    X(NUMBER, event_number, (size_t)(scope->event - scope->machine->events) + 1) /* from 1 */                \
    X(TEXT, key_type, c_type(scope->machine->key_type, false)) /* up to a name: {key_type}id */              \
    X(TEXT, key_value,                                                                                       \
      model_is_text_key(scope->machine->key_type)                                                            \
          ? "{id, 0}"                                                                                        \
          : "{NULL, id}") /* a struct pawl_key of the parameter `id` */                                      \
    X(TEXT, key_of_call,                                                                                     \
      model_is_text_key(scope->machine->key_type) ? "call->key.text"                                         \
      : scope->machine->key_type == PAWL_TYPE_INT ? "(int32_t)call->key.number"                              \
                                                  : "call->key.number")                                      \
    X(TEXT, key_type_constant, c_type_constant(scope->machine->key_type))                                    \
    X(TEXT, lock_key_type,                                                                                   \
      c_type(model_reference_type(scope->machine, scope->machine->key),                                      \
             false)) /* of what `key` names; likewise up to a name */                                        \
    X(TEXT, lock_key_value,                                                                                  \
      model_is_text_key(model_reference_type(scope->machine, scope->machine->key)) ? "{key, 0}"              \
                                                                                   : "{NULL, key}")
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_params, scope->event->param_count > 0) /* the event */                                             \
    X(has_doc, subject_of(scope).doc != NULL)                                                                \
    X(has_guards, moves_have_guards((struct hook_moves){scope->machine->moves, scope->machine->move_count})) \
    X(has_move_to, scope->machine->move_to != NULL) /* some states are moved to by one event alone */
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(machines, scope->model->machine_count, machine,                                                        \
      &scope->model->machines[index]) /* of the file, as the next two */                                     \
    X(procedures, scope->model->procedure_count, procedure, &scope->model->procedures[index])                \
    X(flows, scope->model->flow_count, flow, &scope->model->flows[index])
TEMPLATE_LISTS(LISTS)

static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary,
                                                                 &c_header_vocabulary,
                                                                 &c_source_vocabulary,
                                                                 &c_hook_vocabulary,
                                                                 &c_queue_vocabulary,
                                                                 &c_flow_vocabulary,
                                                                 &c_statement_vocabulary,
                                                                 &c_program_vocabulary,
                                                                 &template_model_vocabulary,
                                                                 NULL};

static const struct template_block blocks[] = {
    {"parameters", c_parameters}, /* broken into lines below the first one, where they do not fit */
    {0},
};

const struct templates c_templates = {
    .fragments = c_fragments, .vocabularies = vocabularies, .blocks = blocks};
