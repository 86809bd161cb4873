/* Flows and procedures in C. */
#ifndef PAWL_EMIT_C_FLOW_H
#define PAWL_EMIT_C_FLOW_H

#include "emit/c/c.h"

/* Whose callbacks they are: a flow's or a procedure's. */
struct c_owner {
    const char *c_name;
    bool is_procedure;
    bool has_args; /* its callbacks are given an args struct */
    const char
        *values; /* what the struct is called that they may change: data, values; NULL: there is none */
    size_t callback_count;
    const struct model_callback *callbacks;
    const struct model_field *fields; /* that they may set */
};

struct c_owner c_owner_of_flow(const struct model_flow *flow);
struct c_owner c_owner_of_procedure(const struct model_procedure *procedure);

bool c_sets_anything(const struct model_callback *callback);
/* Whether it is given the transaction. */
bool c_has_transaction(const struct model_callback *callback);

/* For the header: procedures first, since flows refer to them. */
void c_procedure_declare(struct text *out, const struct model *model,
                         const struct model_procedure *procedure);
void c_flow_declare(struct text *out, const struct model *model, const struct model_flow *flow);

/* For the source. */
void c_procedure_define(struct text *out, const struct model_procedure *procedure);
void c_flow_define(struct text *out, const struct model *model, const struct model_flow *flow);

/* ---- flow_tables.c ------------------------------------------------------------------------------- */

/* The callbacks, and what calls them. */
void c_callback_tables(struct text *out, const struct c_owner *owner);
/* Arguments, data, locks, scopes and steps. */
void c_flow_tables(struct text *out, const struct model_flow *flow);
void c_retry(struct text *out, const struct model_retry *retry);
/* Where each lies in struct C_NAME_TYPE. */
void c_fields_table(struct text *out, const char *table, const char *c_name, const char *type,
                    const struct model_field *fields, size_t count, bool all_optional);

/* ---- flow_functions.c ---------------------------------------------------------------------------- */

/* Whether no step before it waits for its signal; false where it waits for none. */
bool c_is_first_of_its_signal(const struct model_flow *flow, size_t step);

void c_flow_functions_declare(struct text *out, const struct model_flow *flow);
void c_flow_functions_define(struct text *out, const struct model_flow *flow);

#endif
