/* What templates of all dialects may say of a flow. */
#include "emit/sql/sql.h"
#include "emit/template/template.h"

static void literal_or_null(struct text *out, const struct template_scope *scope, const char *text) {
    if (text != NULL)
        scope->dialect->literal(out, text);
    else
        text_put(out, "null");
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, flow, scope->dialect->literal(out, scope->flow->name)) /* its name, a literal */                 \
    X(WORD, flow_fingerprint, scope->dialect->literal(out, scope->flow->fingerprint))                        \
    X(WORD, flow_heading, sql_heading(out, scope->flow->name)) /* of its part of a file, */                  \
    /* and its label and doc */                                                                              \
    X(WORD, flow_comment, sql_comment(out, scope->flow->label, scope->flow->doc))                            \
    /* as a literal; see sql_flow_model */                                                                   \
    X(WORD, flow_model, sql_flow_model(out, scope->dialect, scope->flow))                                    \
    /* where `emit` sends what its runs do, or null, */                                                      \
    X(WORD, flow_topic,                                                                                      \
      literal_or_null(out, scope, scope->flow->emit == NULL ? NULL : scope->flow->emit->topic))              \
    /* and the argument that says so */                                                                      \
    X(WORD, flow_topic_argument,                                                                             \
      literal_or_null(out, scope,                                                                            \
                      scope->flow->emit == NULL || scope->flow->emit->topic != NULL                          \
                          ? NULL                                                                             \
                          : scope->flow->args[scope->flow->emit->arg].name))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary sql_flow_vocabulary = {words, NULL, NULL};
