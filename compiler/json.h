/* The model as JSON, value by value; for emit_json*.c only. */
#ifndef PAWL_JSON_H
#define PAWL_JSON_H

#include "model.h"
#include "text.h"

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

/* "flows" and "procedures" of a model that has some. */
void json_flows(struct text *out, const struct model *model);

#endif
