/* What the checks of names share; for names*.c only. */
#pragma once

#include "resolve/names.h"

enum name_kind { /* of those in names.def */
                 NAME_C_WORD,
                 NAME_COLUMN,
                 NAME_TRANSITIONS_COLUMN,
                 NAME_MACHINE,
                 NAME_DIALECT,
                 NAME_TRANSITIONS,
                 NAME_QUEUE,
                 NAME_CONSTANT,
                 NAME_FLOW,
                 NAME_PROCEDURE,
                 NAME_RUN,
};

bool names_is(const char *name, enum name_kind kind);

/* Names in C that others have (foreign.def): macros, which also exclude members of structs, and the rest. */
bool names_is_macro(const char *name);
void names_foreign_init(struct map *map, struct arena *arena);
const char *names_foreign_holder(const struct map *map, const char *name); /* NULL: nobody */

struct name_owner {
    const char *what; /* "event `x`", "machine `x`" */
    struct span at;
};

size_t names_add_owner(struct names *names, const char *kind, const char *name, struct span at);

/* Claims a name in the generated code. False, with the reason reported, where something else has it. */
bool names_claim(struct names *names, const char *generated, size_t owner);

/* MACHINE_KIND_NAME, in capitals. */
char *names_constant(struct arena *arena, const char *machine, const char *kind, const char *name);

/*
 * A machine, flow or procedure: `what`. Claims what is generated from its name, what is taken of the kind.
 * False where it is a second one of that name, so that all of its names would clash.
 */
bool names_check_declared(struct names *names, struct ast_text name, const char *what, enum name_kind kind,
                          size_t *owner);

void names_check_length(struct names *names, struct ast_text name, const char *what);

/* What becomes a member of a struct. */
void names_check_member(struct names *names, struct ast_text name, const char *what, const char *suffix);
