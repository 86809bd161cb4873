/*
 * Lives here: the model for tools, as model/model.schema.json says. Not here: anything that is worked out.
 *
 * The model as JSON, by a template, which others add to.
 */
#pragma once

#include "emit/template/template.h"

extern const struct templates json_templates;

/* A fragment on one line, without blanks between its values. */
void json_put_dense(struct text *out, const struct template_scope *scope, const char *fragment);

/* Kinds of words (emit/template/template.h). A STRING is null where it is NULL, a FLAG is true or false. */
#define TEMPLATE_STRING(name, string) TEMPLATE_WORD(name, json_put_string(out, string))
#define TEMPLATE_FLAG(name, flag)     TEMPLATE_TEXT(name, (flag) ? "true" : "false")
/* Members with their comma: a string unless it is NULL, a number unless it is 0, or MODEL_NOTHING. */
#define TEMPLATE_MEMBER(name, key, string) TEMPLATE_WORD(name, json_put_member(out, key, string))
#define TEMPLATE_POSITIVE(name, key, number)                                                                 \
    TEMPLATE_WORD(name, json_put_number(out, key, (int64_t)(number), (number) != 0))
#define TEMPLATE_INDEX(name, key, number)                                                                    \
    TEMPLATE_WORD(name, json_put_number(out, key, (int64_t)(number), (size_t)(number) != MODEL_NOTHING))

void json_put_string(struct text *out, const char *string);
void json_put_member(struct text *out, const char *key, const char *string);
void json_put_number(struct text *out, const char *key, int64_t number, bool is_meant);

extern const struct template_vocabulary json_flow_vocabulary;
