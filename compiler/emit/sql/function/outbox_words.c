/* What templates of functions say of what moves write into the outbox. */
#include "emit/sql/function/function.h"

static void write_topic(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->machine->emit->topic);
}

/* Names are [a-z0-9_], so nothing in them is to be escaped. */
static void write_json_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->param->name);
}

static bool has_params(const struct template_scope *scope) {
    return scope->event->param_count > 0;
}

static bool is_uuid(const struct template_scope *scope) {
    return scope->column->type == PAWL_TYPE_UUID;
}

/* It is written in JSON as PostgreSQL writes it as text. */
static bool is_bare_in_json(const struct template_scope *scope) {
    const enum pawl_type type = scope->column->type;
    return type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT || type == PAWL_TYPE_BOOL ||
           type == PAWL_TYPE_JSON;
}

static const struct template_word words[] = {
    {"topic", write_topic},         /* of `emit`, where the file names it */
    {"json_name", write_json_name}, /* of the parameter */
    {0},
};

static const struct template_condition conditions[] = {
    {"has_params", has_params}, /* the event */
    {"is_uuid", is_uuid},       /* the column or parameter */
    {"is_bare_in_json", is_bare_in_json},
    {0},
};

const struct template_vocabulary function_outbox_vocabulary = {words, conditions, NULL};
