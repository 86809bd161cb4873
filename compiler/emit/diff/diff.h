/*
 * Lives here: what changed between two models, and whom it concerns. Not here: what a database does about
 * it, which is emit/migrate's.
 *
 * What changed between two versions of a file, for those whom it concerns: programs, the database, the people
 * whose procedure it is. Machines and their parts are matched by name, or by `renamed from`, steps of flows
 * by their paths: DATA is then what runs in flight do not survive, BEHAVIOUR what they do.
 */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

/* X(CATEGORY, name for tools, heading) */
#define DIFF_CATEGORIES(X)                                                                                   \
    X(SOURCE, source, "SOURCE: programs must be changed or recompiled")                                      \
    X(DATA, data, "DATA: rows or columns that exist must be changed")                                        \
    X(BEHAVIOUR, behaviour, "BEHAVIOUR: what may happen is another")                                         \
    X(COSMETIC, cosmetic, "COSMETIC: labels, descriptions and order only")
#define DIFF_CATEGORY(category, name, heading) DIFF_##category,
enum diff_category { DIFF_CATEGORIES(DIFF_CATEGORY) DIFF_CATEGORY_COUNT };

struct diff_change {
    enum diff_category category;
    const char *machine;  /* its name, or a flow's; the new one where it was renamed */
    const char *kind;     /* state-added, move-changed, step-added, ...: what tools tell changes apart by */
    const char *subject;  /* name of the part */
    const char *sentence; /* one or two, for people */
    /* What it is about, in the old and in the new model; NULL where it is not there, or no such part. A move
     * of a composite that changed in some of its states only has a change for each, with that state. */
    const struct model_arrow *old_arrow, *new_arrow;
    const struct model_state *old_state, *new_state;
};

struct diff_signature {  /* of what is in both files: what a signature under its page binds */
    const char *machine; /* its name, or a flow's; the new one where it was renamed */
    const char *old_version, *new_version;
    const char *old_contents, *new_contents; /* diff_digest of what the page states */
};

struct diff {
    size_t count;
    const struct diff_change *changes; /* by category, then machine */
    size_t category_count[DIFF_CATEGORY_COUNT];
    size_t signature_count;
    const struct diff_signature *signatures;
};

/* What a page states about a machine, or about a flow; the other is NULL. emit/page has it. */
typedef const char *diff_words_fn(struct arena *arena, const struct model *model,
                                  const struct model_machine *machine, const struct model_flow *flow);

/* Both models must live as long as the diff. */
const struct diff *diff_models(struct arena *arena, const struct model *old, const struct model *new,
                               diff_words_fn *words);

/* What a signature under a page binds: 32 hexadecimal digits, the first half of the SHA-256 (FIPS 180-4) of
 * its words. A fingerprint proves equal behaviour; a digest proves that the page states the same. */
const char *diff_digest(struct arena *arena, const char *words);

/* Whether any machine of the one is also in the other, by name or `renamed from`. */
bool diff_have_in_common(struct arena *arena, const struct model *old, const struct model *new);

/* A line for each change, under a heading for each category; then one for each page with another text. */
void diff_print(const struct diff *diff, struct text *out);

/* {"changes": [{"category", "machine", "kind", "subject", "sentence"}, ...], and their number by category:
 * "source", "data", "behaviour", "cosmetic"; "signatures": [{"machine", "old": {"version", "contents"},
 * "new": likewise}, ...], "programs": programs}, one change or signature a line. */
void diff_json(const struct diff *diff, const char *programs, struct text *out);

/* Whether anything but COSMETIC changed: exit status 1. */
bool diff_matters(const struct diff *diff);
