/* Findings about one source: collected while the phases run, printed once, in the order of the text. */
#pragma once

#include "base/source.h"

#include <stdio.h>

#define DIAGNOSTICS_SHOWN 50

struct warnings;

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

enum diagnostic_code {
#define DIAGNOSTIC(identifier, code, severity, title) DIAGNOSTIC_##identifier,
#include "base/diagnostic.def"
    DIAGNOSTIC_COUNT
};

enum message_number {
#define MESSAGE(identifier, code, text, note, help) MESSAGE_##identifier,
#include "base/messages.def"
};

struct message {
    enum diagnostic_code code;
    const char *text; /* NULL: it has a help for others */
    const char *note; /* NULL where there is none; so too the help */
    const char *help;
};

extern const struct message messages[]; /* by enum message_number */

struct diagnostic_kind {
    const char *code, *title;
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

/* The words that a message is filled with, as an array that ends with NULL. */
#define WORDS(...)                                                                                           \
    (const char *const[]) {                                                                                  \
        __VA_ARGS__, NULL                                                                                    \
    }

/* words: NULL where the message has none. */
void diagnose(struct diagnostics *diagnostics, enum message_number message, struct span at,
              const char *const *words);
/* The same with a second place, which the message's note is about; an empty one leaves the note out. */
void diagnose_beside(struct diagnostics *diagnostics, enum message_number message, struct span at,
                     struct span note_at, const char *const *words);
/* One that was put together elsewhere. */
void diagnose_message(struct diagnostics *diagnostics, const struct message *message, struct span at,
                      struct span note_at, const char *const *words);

/* Another way out, of the finding reported last: the help of that message. */
void diagnose_help(struct diagnostics *diagnostics, enum message_number message, const char *const *words);
/* Likewise "did you mean", the name behind the prefix; nothing where `nearest` is NULL. */
void diagnose_meant(struct diagnostics *diagnostics, const char *prefix, const char *nearest);

/* A number as a word of a message. */
const char *number_word(struct diagnostics *diagnostics, size_t number);

/*
 * A text with the words in it, where it says %1 and so on, and no longer than can be read. It is no template
 * of base/text.h, since messages show lines of machines, in which braces stand for themselves.
 */
const char *message_fill(struct arena *arena, const char *text, const char *const *words);

/* Whether a further finding is only counted, so that its words are not worth the time. */
bool diagnostics_full(const struct diagnostics *diagnostics);

/* From now on warnings of this kind are dropped, or no longer. */
void diagnostics_allow(struct diagnostics *diagnostics, enum diagnostic_code code, bool allowed);

/* In the order of the text. Those beyond a thousand are counted, but not kept; returns how many there are. */
size_t diagnostics_sorted(const struct diagnostics *diagnostics, const struct diagnostic ***sorted);

/* Also where the command line makes an error of a warning. */
bool diagnostic_is_error(const struct diagnostics *diagnostics, const struct diagnostic *diagnostic);

void diagnostics_print(const struct diagnostics *diagnostics, bool colour, FILE *file);
