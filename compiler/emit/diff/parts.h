/* What the parts of the comparison share; for this room only. */
#pragma once

#include "base/map.h"
#include "emit/diff/diff.h"
#include "emit/template/template.h"

/* Of changes.tmpl. */
extern const struct templates diff_templates;
extern const struct template_fragment diff_fragments[];

/* By enum diff_category, as tools read them. */
extern const char *const diff_categories[DIFF_CATEGORY_COUNT];

struct diff_list {
    struct diff_change *changes;
    size_t count;
};

struct match { /* MODEL_NOTHING: the other version has no such part */
    size_t *to_new;
    size_t *to_old;
    const char **missed; /* of a new part: a sentence where its `renamed from` is no name of then, or where
                            it may be one of then under another name; else "" */
};

struct diffing {
    struct arena *arena;
    const struct model_machine *old, *new;
    const char *machine;
    struct match states, composites, events, columns;
    struct diff_list lists[DIFF_CATEGORY_COUNT];
};

struct diff_named {
    const char *name;
    const char *renamed_from; /* in the old version it tells what a part is called on the way back */
    const char *label;        /* NULL where its kind has none */
    const char *stored;       /* likewise */
    bool is_other;            /* final, or a creation: such a one is no other under another name */
};

struct match match_names(struct arena *arena, size_t old_count, const struct diff_named *old,
                         size_t new_count, const struct diff_named *new);

/* Whether the new parts that the old version had are in its order. */
bool match_in_order(const struct match *match, size_t new_count);

struct match match_machines(struct arena *arena, const struct model *old, const struct model *new);
struct match match_flows(struct arena *arena, const struct model *old, const struct model *new);

/* What a sentence of changes.tmpl speaks of, and which states it is about, as those of struct diff_change. */
struct told {
    const char *it; /* the change's subject */
    const char *is, *was, *more;
    const struct model_state *old_state, *new_state;
};

/* A change whose category, kind and sentence a fragment of changes.tmpl is: "source event-added". Behind a
 * further blank may stand which of several sentences of that kind it is. */
struct diff_change *tell(struct diffing *d, const char *fragment, struct told told);
#define TELL(d, fragment, ...) tell(d, fragment, (struct told){__VA_ARGS__})

/* The label and the description of a `what`; told.is and told.was are free. */
void tell_words(struct diffing *d, const char *what, struct told told, const char *old_label,
                const char *new_label, const char *old_doc, const char *new_doc);

/* One that has its sentence, which lies in the arena. */
struct diff_change *add_change(struct diffing *d, enum diff_category category, const char *kind,
                               const char *subject, const char *sentence);

/* `What is changed now.` and `Before: what it was.` */
const char *now_and_before(struct diffing *d, struct text *now, struct text *before);

/* The same, or NULL where both are the same. */
const char *words_differ(struct diffing *d, struct text *now, struct text *before);

bool same_text(const char *a, const char *b); /* either may be NULL */
bool same_hooks(struct model_hooks a, struct model_hooks b);
bool same_reference(const struct diffing *d, const struct model_reference *old,
                    const struct model_reference *new); /* either may be NULL */
bool same_place(const struct diffing *d, struct model_place old, struct model_place new);

bool same_entity(const struct model_entity *a, const struct model_entity *b); /* either may be NULL */
bool same_emit(const struct diffing *d);
bool same_serialize(const struct diffing *d, const struct model_event *old, const struct model_event *new);
bool same_work(const struct diffing *d, const struct model_work *old, const struct model_work *new);
bool same_timer(const struct diffing *d, const struct model_timer *old, const struct model_timer *new);
bool same_move(const struct diffing *d, const struct model_move *old, const struct model_move *new);

/* The parts of d->old and d->new. */
void match_parts(struct diffing *d);

void diff_states(struct diffing *d);
void diff_events(struct diffing *d);
void diff_hooks(struct diffing *d);
void diff_moves(struct diffing *d);
void diff_promises(struct diffing *d);

/* Compares all flows of the two files; each of the other functions compares one machine. */
void diff_flows(struct diffing *d, const struct model *old, const struct model *new);

/* After all others: what they have not told is told by the words of the page. */
struct diff_signature *diff_contents(struct diffing *d, const struct model *old, const struct model *new,
                                     diff_words_fn *words, size_t *count);
