/* The model as JSON, value by value; also for what SQL puts into databases. */
#ifndef PAWL_EMIT_JSON_VALUES_H
#define PAWL_EMIT_JSON_VALUES_H

#include "base/text.h"
#include "model/model.h"

struct json {
    struct text *out;
    const struct model_machine *machine; /* what is being written: one of the two, */
    const struct model_flow *flow;
    const struct model_procedure *procedure; /* or this */
    bool inner;                              /* something stands before in the object or array that is open */
    bool dense;                              /* all on one line, without blanks */
};

/* Before each value of an array. */
void json_next(struct json *json);
void json_key(struct json *json, const char *name);
void json_open(struct json *json, char bracket);
void json_close(struct json *json, char bracket);

void json_string(struct json *json, const char *name, const char *value);
void json_optional(struct json *json, const char *name, const char *value); /* nothing where it is NULL */
void json_flag(struct json *json, const char *name, bool value);
void json_number(struct json *json, const char *name, int64_t value);
void json_positive(struct json *json, const char *name, int64_t value); /* nothing where it is 0 */

/* Many of a kind, each on a line of its own where it is not dense. */
typedef void json_item_fn(struct json *json, size_t index);
void json_list(struct json *json, const char *name, size_t count, json_item_fn *item);

/* Nothing where it is NULL. */
void json_reference(struct json *json, const char *name, const struct model_reference *value);

/* "flows" and "procedures" of a model that has some. */
void json_flows(struct text *out, const struct model *model);

#endif
