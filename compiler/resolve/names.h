/* What names may not be because of what is generated from them: SQL identifiers, C members, functions. */
#pragma once

#include "base/map.h"
#include "resolve/flow.h"

/* One file generates one header, so one set of names serves all of its machines and flows. */
struct names {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct map machines;  /* flows and procedures too; to the index of the owner */
    struct map generated; /* likewise for functions, types and constants */
    struct map foreign;   /* those of the C library and others; empty where no C is written */
    const char *prefix;   /* of all names in C; NULL: none */
    struct name_owner *owners;
    size_t owner_count;
};

/* The prefix as in compile_for. Only where C is written others' names in C are refused. */
void names_init(struct names *names, struct arena *arena, struct diagnostics *diagnostics, bool writes_c,
                const char *prefix);

void names_check(struct names *names, const struct resolved_machine *machine);
void names_check_flow(struct names *names, const struct resolved_flow *flow);
void names_check_procedure(struct names *names, const struct resolved_procedure *procedure);

/* Whether it is a word of C or C++, or a macro of their headers, and so no name of a struct's member. */
bool names_is_c_word(const char *name);
