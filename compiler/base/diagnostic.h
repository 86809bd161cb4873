/* Findings about one source: collected while the phases run, printed once, in the order of the text. */
#ifndef PAWL_BASE_DIAGNOSTIC_H
#define PAWL_BASE_DIAGNOSTIC_H

#include "base/source.h"

#include <stdio.h>

#define DIAGNOSTICS_SHOWN 50

struct warnings;

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

enum diagnostic_code {
#define DIAGNOSTIC(identifier, code, severity, title) DIAGNOSTIC_##identifier,
#include "base/diagnostic.def"
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

struct diagnostic {
    enum diagnostic_code code;
    struct span at;
    const char *message;
    struct span note_at;
    const char *note; /* NULL where there is none */
    const char *help; /* NULL where there is none */
    struct diagnostic *next;
    size_t order;
};

struct diagnostics {
    struct arena *arena;
    const struct source *source;
    struct diagnostic *first;
    struct diagnostic *last;
    size_t count;
    size_t error_count;
    size_t warning_count;
    size_t promoted_count;           /* warnings that count as errors */
    const struct warnings *warnings; /* NULL: as where no -W is given */
    bool allowed[DIAGNOSTIC_COUNT];  /* warnings that the machine being checked allows */
    bool muted;                      /* the finding before was not to be reported */
};

void diagnostics_init(struct diagnostics *diagnostics, struct arena *arena, const struct source *source);

void diagnose(struct diagnostics *diagnostics, enum diagnostic_code code, struct span at, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

/* Whether a further finding is only counted, so that its words are not worth the time. */
bool diagnostics_full(const struct diagnostics *diagnostics);

/* From now on warnings of this kind are dropped, or no longer. */
void diagnostics_allow(struct diagnostics *diagnostics, enum diagnostic_code code, bool allowed);

/* A second place and the way out, both of the finding reported last. */
void diagnose_note(struct diagnostics *diagnostics, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diagnose_help(struct diagnostics *diagnostics, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* In the order of the text. Those beyond a thousand are counted, but not kept; returns how many there are. */
size_t diagnostics_sorted(const struct diagnostics *diagnostics, const struct diagnostic ***sorted);

/* Also where the command line makes an error of a warning. */
bool diagnostic_is_error(const struct diagnostics *diagnostics, const struct diagnostic *diagnostic);

void diagnostics_print(const struct diagnostics *diagnostics, bool colour, FILE *file);

#endif
