/* The names in a file: where each thing is declared and used. */
#pragma once

#include "syntax/ast_flow.h"

#define NAME_KINDS(X)                                                                                        \
    X(MACHINE)                                                                                               \
    X(STATE)                                                                                                 \
    X(EVENT)                                                                                                 \
    X(PARAM) /* of an event */                                                                               \
    X(GUARD)                                                                                                 \
    X(EFFECT)                                                                                                \
    X(WORK)                                                                                                  \
    X(FLOW)                                                                                                  \
    X(PROCEDURE)                                                                                             \
    X(FIELD) /* an argument or data of a flow */                                                             \
    X(STEP)  /* a callback, pause or wait of a flow */
#define NAME_KIND(kind) NAME_##kind,
enum named { NAME_KINDS(NAME_KIND) };

struct name {
    enum named kind;
    struct ast_text text;
    const void *owner; /* the machine or flow whose name it is; NULL: the file's */
    const char *event; /* of a parameter or a transition's guard, where the file names it; of data: "data" */
    bool declares;
    const struct ast_head *head; /* of a declaration that has one */
};

struct file_names {
    struct arena *arena;
    const void *owner; /* of what is added */
    size_t count;
    struct name *names; /* in the order of the file, mostly */
};

void names_collect(struct file_names *names, const struct ast *ast);

/* The name that lies at the offset, or ends there; NULL: there is none. */
const struct name *names_at(const struct file_names *names, size_t offset);

/* Where the name is declared: by its first use, if by nothing else. */
const struct name *names_declaration(const struct file_names *names, const struct name *name);
