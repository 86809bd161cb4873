/* Flows and procedures in C. */
#pragma once

#include "emit/c/c.h"

/* Whose callbacks they are: a flow's or a procedure's. */
struct c_owner {
    const char *c_name;
    bool has_args; /* its callbacks are given an args struct */
    const char
        *values; /* what the struct is called that they may change: data, values; NULL: there is none */
    size_t callback_count;
    const struct model_callback *callbacks;
    size_t field_count;
    const struct model_field *fields; /* that they may set */
};

struct c_owner c_owner_of(const struct template_scope *scope);

/* ---- flow_tables.c ------------------------------------------------------------------------------- */

void c_callback_table(struct text *out, struct c_owner owner);
/* What is unique, locks, scopes and steps. */
void c_flow_tables(struct text *out, const struct model_flow *flow);
void c_retry(struct text *out, const struct model_retry *retry);
