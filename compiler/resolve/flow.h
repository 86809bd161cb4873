/* Flows and procedures of the tree to the model: names become indexes, procedures are put in their places. */
#pragma once

#include "resolve/resolve.h"
#include "syntax/ast_flow.h"

/* Of all flows of a file, with procedures put in their places, which makes a great many of a few lines. */
#define RESOLVE_STEPS_MAX 10000

/* Scopes in scopes, procedures in procedures; a runtime keeps as many numbers for the loops around a step. */
#define RESOLVE_SCOPES_DEEP_MAX  64
#define RESOLVE_REPEATS_DEEP_MAX 8

/* Longest path of a step, in bytes: it stands in each row of a history. */
#define RESOLVE_PATH_MAX_BYTES 255

/* The model with the places of its parts: each array goes with the one of the same name in the model. */
struct resolved_flow {
    struct model_flow model;
    const struct ast_flow *ast;
    const struct ast_flow_step **steps;
    const struct ast_flow_step **scopes;
    const struct ast_flow_step **locks;
    bool is_complete; /* its steps and scopes are there: nothing in it was refused on the way */
};

struct resolved_procedure {
    struct model_procedure model;
    const struct ast_flow *ast;
    size_t use_count; /* in the text */
};

struct resolved_flows {
    size_t flow_count;
    struct resolved_flow *flows;
    size_t procedure_count;
    struct resolved_procedure *procedures;
};

/* Reports to the tree's diagnostics; the models are only to be read where no error was reported. */
void resolve_flows(struct ast *ast, struct resolved_flows *resolved);
