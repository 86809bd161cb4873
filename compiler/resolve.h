/* The tree to a model: names become indexes, and what cannot be a machine is refused. */
#ifndef PAWL_RESOLVE_H
#define PAWL_RESOLVE_H

#include "ast.h"
#include "model.h"

#define RESOLVE_MAX 65535 /* states of a machine, and events */

/* An event is used as a creation or as an ordinary move; the first place of each is kept. */
struct resolved_event {
    const struct ast_event *declared; /* NULL: declared by use */
    struct ast_text name;             /* where it was seen first */
    struct span creates_at;
    struct span moves_at;
    size_t create_count;
    size_t move_count;
};

struct resolved_machine {
    struct model_machine model;
    const struct ast_machine *ast;
    const struct resolved_event *events; /* as in the model, with their places */
    const struct ast_state **states;
};

/* Reports to the tree's diagnostics; the model is only to be read where no error was reported. */
void resolve_machine(struct ast *ast, const struct ast_machine *machine, struct resolved_machine *resolved);

#endif
