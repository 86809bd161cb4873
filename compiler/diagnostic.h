/* Findings about one source: collected while the phases run, printed once, in the order of the text. */
#ifndef PAWL_DIAGNOSTIC_H
#define PAWL_DIAGNOSTIC_H

#include "source.h"

#include <stdio.h>

#define DIAGNOSTICS_SHOWN 50

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

enum diagnostic_code {
#define DIAGNOSTIC(identifier, code, severity, title) DIAGNOSTIC_##identifier,
#include "diagnostic.def"
#undef DIAGNOSTIC
    DIAGNOSTIC_COUNT
};

struct diagnostic_kind {
    const char *code;
    enum severity severity;
};

extern const struct diagnostic_kind diagnostic_kinds[]; /* by enum diagnostic_code */

/* By its code, "W001"; false where there is none. */
bool diagnostic_find(const char *code, enum diagnostic_code *found);

struct diagnostic;

struct diagnostics {
    struct arena *arena;
    const struct source *source;
    struct diagnostic *first;
    struct diagnostic *last;
    size_t count;
    size_t error_count;
    size_t warning_count;
    bool allowed[DIAGNOSTIC_COUNT];
    bool last_was_dropped;
};

void diagnostics_init(struct diagnostics *diagnostics, struct arena *arena, const struct source *source);

void diagnose(struct diagnostics *diagnostics, enum diagnostic_code code, struct span at, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

/* From now on warnings of this kind are dropped, or no longer. */
void diagnostics_allow(struct diagnostics *diagnostics, enum diagnostic_code code, bool allowed);

/* A second place and the way out, both of the finding reported last. */
void diagnose_note(struct diagnostics *diagnostics, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diagnose_help(struct diagnostics *diagnostics, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct diagnostics_style {
    bool colour;
    bool warnings_are_errors;
};

void diagnostics_print(const struct diagnostics *diagnostics, struct diagnostics_style style, FILE *file);

#endif
