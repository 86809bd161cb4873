/* A machine compiled from a text in a test. */
#ifndef PAWL_COMPILER_COMPILED_H
#define PAWL_COMPILER_COMPILED_H

#include "compile.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

struct compiled {
    struct arena *arena;
    struct source source;
    struct diagnostics diagnostics;
    const struct model *model; /* NULL where there was an error */
};

static inline struct compiled compiled_from(const char *text) {
    struct compiled compiled = {.arena = arena_new()};
    source_from_bytes(&compiled.source, compiled.arena, "x.fsm", text, strlen(text));
    diagnostics_init(&compiled.diagnostics, compiled.arena, &compiled.source);
    compiled.model = compile(compiled.arena, &compiled.source, &compiled.diagnostics);
    return compiled;
}

/* The same, where there must be no error. */
static inline struct compiled machine_from(const char *text) {
    struct compiled compiled = compiled_from(text);
    if (compiled.model == NULL) {
        compiled.diagnostics.source = &compiled.source;
        diagnostics_print(&compiled.diagnostics, false, stderr);
        fail_msg("does not compile: %s", text);
    }
    return compiled;
}

#endif
