/* What templates of functions say of what moves write into the outbox. */
#include "emit/sql/function/function.h"

#define CONDITIONS(X)                                                                                        \
    X(has_params, scope->event->param_count > 0)      /* the event */                                        \
    X(is_uuid, scope->column->type == PAWL_TYPE_UUID) /* the column or parameter */                          \
    /* It is written in JSON as PostgreSQL writes it as text. */                                             \
    X(is_bare_in_json, scope->column->type == PAWL_TYPE_BIGINT || scope->column->type == PAWL_TYPE_INT ||    \
                           scope->column->type == PAWL_TYPE_BOOL || scope->column->type == PAWL_TYPE_JSON)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    /* of `emit`, where the file names it */                                                                 \
    X(WORD, topic, scope->dialect->literal(out, scope->machine->emit->topic))                                \
    /* Names are [a-z0-9_], so nothing in them is to be escaped. */                                          \
    X(TEXT, json_name, scope->param->name) /* of the parameter */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_outbox_vocabulary = {words, conditions, NULL};
