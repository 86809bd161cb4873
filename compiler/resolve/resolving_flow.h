/*
 * What the parts of resolve_flow share. An owner is a flow or a procedure: first its fields are read, then
 * its body, in its own words; last each flow is written out, with the bodies that it uses.
 */
#pragma once

#include "base/map.h"
#include "resolve/flow.h"

#define NOTHING MODEL_NOTHING

struct flow_node { /* a step or a scope as its owner writes it */
    const struct ast_flow_step *ast;
    size_t value_count;         /* its values are the owner's: MODEL_ARG is a parameter in a procedure */
    struct model_value *values; /* USE: arguments; REPEAT: the count; LOCK: keys */
    size_t write_count;
    size_t *writes; /* of a flow: its data; of a procedure: its parameters */
    size_t callback, undo;
    struct flow_owner *used;
    struct flow_node *first, **end, *next; /* of a scope */
};

enum flow_visit { FLOW_NEW, FLOW_OPEN, FLOW_DONE };

struct flow_owner {
    const struct ast_flow *ast;
    struct map arg_names, data_names;
    size_t arg_count, data_count;
    struct model_field *args, *data;
    struct map callback_names;
    struct model_callback *callbacks;
    struct span *callback_spans; /* where each was seen first */
    size_t callback_count;
    struct map step_names, repeat_names; /* to the offsets of what was called so first */
    struct flow_node *first, **end;
    enum flow_visit visit;
    bool is_broken; /* something in it was refused, so that nothing is made of it */
    struct resolved_procedure *procedure;
    struct resolved_flow *flow;
};

struct flow_resolving {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct map names; /* procedures, to owners */
    struct flow_owner *owners;
    size_t owner_count;
    size_t step_total; /* of all flows so far */
};

/* flow_body.c */
void resolve_flow_body(struct flow_resolving *r, struct flow_owner *owner);

/* flow_program.c */
void resolve_flow_recursion(struct flow_resolving *r);
void resolve_flow_program(struct flow_resolving *r, struct flow_owner *owner);
/* The class of a lock that says nothing is its key's name. */
const char *resolve_flow_class(const struct ast_flow_step *lock);
/* A setting of the flow where nothing was said in the step. */
struct model_retry resolve_flow_retry(const struct ast_retry *said);
