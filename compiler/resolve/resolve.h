/*
 * Lives here: names to indexes, the tree to a model; what cannot be a machine is refused. Not here: what is
 * only unlikely, which is check's.
 *
 * The tree to a model: names become indexes, and what cannot be a machine is refused.
 */
#pragma once

#include "base/map.h"
#include "model/model.h"
#include "syntax/ast.h"

/* As written, and flattened. Nobody draws more, and `from any` makes a great many of a few lines. */
#define RESOLVE_MOVES_MAX 1000000

/* An event is used as a creation or as an ordinary move; the first place of each is kept. */
struct resolved_event {
    const struct ast_event *declared; /* NULL: declared by use */
    struct ast_text name;             /* where it was seen first */
    struct span creates_at;
    struct span moves_at;
    struct span fires_at; /* of the first timer that fires it */
    size_t create_count;
    size_t move_count;
    size_t timer_count; /* of those moves */
};

/* A guard, an effect or the hook of some work. */
struct resolved_hook {
    const struct ast_hook *declared; /* NULL: declared by use */
    struct ast_text name;            /* where it was seen first */
    size_t use_count;
};

/*
 * The model with the places of its parts: each array below goes with the one of the same name in the model,
 * element by element. Spans are in the tree: a state's at states[i]->head.name.span, an arrow's event,
 * target and guards at arrows[i]->event.span, ->target.span and in ->when; an assert's words and a
 * scenario's steps likewise. Several arrows may share one piece of the tree (`from a, b on x -> c;`).
 */
struct resolved_machine {
    struct model_machine model;
    const struct ast_machine *ast;
    const struct resolved_event *events;
    const struct ast_state **states;
    const struct ast_state **composites;
    const struct ast_move **arrows;
    const struct ast_move **timers;
    const struct ast_work **works;
    const struct resolved_hook *guards;
    const struct resolved_hook *effects;
    const struct ast_assert **asserts;
    const struct ast_scenario **scenarios;
};

/* Whether a warning can be allowed by that code; the reason is reported where it cannot. */
bool resolve_check_allow(struct diagnostics *diagnostics, struct ast_text code);

/* Puts the name among those that were seen. If it is there, reports it beside the first one, and returns
 * false. */
bool resolve_is_first(struct diagnostics *diagnostics, struct map *seen, struct ast_text name,
                      enum message_number message, const char *const *words);

/* What people are shown: the label that the file has, or the name with blanks for underscores. */
const char *resolve_label_of(struct arena *arena, struct ast_text label, const char *name);

/* Reports to the tree's diagnostics; the model is only to be read where no error was reported. */
void resolve_machine(struct ast *ast, const struct ast_machine *machine, struct resolved_machine *resolved);
