/* What templates of all dialects may say of a flow. */
#include "emit/sql/sql.h"
#include "emit/template/template.h"

static void write_flow(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->flow->name);
}

static void write_flow_fingerprint(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->flow->fingerprint);
}

static void write_flow_heading(struct text *out, const struct template_scope *scope) {
    sql_heading(out, scope->flow->name);
}

static void write_flow_comment(struct text *out, const struct template_scope *scope) {
    sql_comment(out, scope->flow->label, scope->flow->doc);
}

static void write_flow_model(struct text *out, const struct template_scope *scope) {
    sql_flow_model(out, scope->dialect, scope->flow);
}

static void write_flow_topic(struct text *out, const struct template_scope *scope) {
    const struct model_flow_emit *emit = scope->flow->emit;
    if (emit != NULL && emit->topic != NULL)
        scope->dialect->literal(out, emit->topic);
    else
        text_put(out, "null");
}

static void write_flow_topic_argument(struct text *out, const struct template_scope *scope) {
    const struct model_flow_emit *emit = scope->flow->emit;
    if (emit != NULL && emit->topic == NULL)
        scope->dialect->literal(out, scope->flow->args[emit->arg].name);
    else
        text_put(out, "null");
}

static const struct template_word words[] = {
    {"flow", write_flow}, /* its name, a literal */
    {"flow_fingerprint", write_flow_fingerprint},
    {"flow_heading", write_flow_heading},               /* of its part of a file, */
    {"flow_comment", write_flow_comment},               /* and its label and doc */
    {"flow_model", write_flow_model},                   /* as a literal; see sql_flow_model */
    {"flow_topic", write_flow_topic},                   /* where `emit` sends what its runs do, or null, */
    {"flow_topic_argument", write_flow_topic_argument}, /* and the argument that says so */
    {0},
};

const struct template_vocabulary sql_flow_vocabulary = {words, NULL, NULL};
