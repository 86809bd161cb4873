#include "emit/diff/parts.h"

#include <string.h>

/* ---- changes --------------------------------------------------------------------------------------- */

struct diff_change *add_change(struct diffing *d, enum diff_category category, const char *kind,
                               const char *subject, const char *sentence) {
    struct diff_list *list = &d->lists[category];
    list->changes = arena_grow(d->arena, list->changes, list->count, sizeof *list->changes);
    list->changes[list->count] = (struct diff_change){
        .category = category, .machine = d->machine, .kind = kind, .subject = subject, .sentence = sentence};
    return &list->changes[list->count++];
}

const char *now_and_before(struct diffing *d, struct text *now, struct text *before) {
    struct text both = TEXT_INIT;
    if (now->length == 0)
        text_printf(&both, "No longer: %s", before->length == 0 ? "" : before->data);
    else if (before->length == 0)
        text_printf(&both, "New: %s", now->data);
    else if (strcmp(now->data, before->data) == 0)
        text_printf(&both, "It reads as before, and is about parts with other names: %s", now->data);
    else
        text_printf(&both, "Now: %s Before: %s", now->data, before->data);
    text_free(now);
    text_free(before);
    return text_keep(&both, d->arena);
}

const char *words_differ(struct diffing *d, struct text *now, struct text *before) {
    if (!same_text(now->data, before->data))
        return now_and_before(d, now, before);
    text_free(now);
    text_free(before);
    return NULL;
}

/* ---- sentences ------------------------------------------------------------------------------------- */

TEMPLATE_OWN(told, told, other)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, it, told_of(scope)->it)                                                                          \
    X(TEXT, is, told_of(scope)->is)                                                                          \
    X(TEXT, was, told_of(scope)->was)                                                                        \
    X(TEXT, more, told_of(scope)->more)
TEMPLATE_WORDS(OWN_WORDS)

static const struct template_vocabulary vocabulary = {.words = words};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, NULL};
const struct templates diff_templates = {.fragments = diff_fragments, .vocabularies = vocabularies};

struct diff_change *tell(struct diffing *d, const char *fragment, struct told told) {
    const struct template_scope scope = {.templates = &diff_templates, .other = &told};
    struct text sentence = TEXT_INIT;
    size_t length = strcspn(fragment, " ");
    const char *kind = fragment + length + 1;
    enum diff_category category = DIFF_SOURCE;
    while (strncmp(diff_categories[category], fragment, length) != 0)
        category++;
    template_render_inline(&sentence, &scope, fragment);
    struct diff_change *change = add_change(d, category, arena_strndup(d->arena, kind, strcspn(kind, " ")),
                                            told.it, text_keep(&sentence, d->arena));
    change->old_state = told.old_state;
    change->new_state = told.new_state;
    return change;
}

void tell_words(struct diffing *d, const char *what, struct told told, const char *old_label,
                const char *new_label, const char *old_doc, const char *new_doc) {
    told.is = new_label;
    told.was = old_label;
    if (!same_text(old_label, new_label))
        tell(d, arena_printf(d->arena, "cosmetic %s-label", what), told);
    if (!same_text(old_doc, new_doc))
        tell(d, arena_printf(d->arena, "cosmetic %s-doc", what), told);
}

bool same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool same_hooks(struct model_hooks a, struct model_hooks b) {
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (strcmp(a.hooks[i]->name, b.hooks[i]->name) != 0)
            return false;
    return true;
}

bool same_reference(const struct diffing *d, const struct model_reference *old,
                    const struct model_reference *new) {
    if (old == NULL || new == NULL)
        return old == new;
    if (old->kind != new->kind)
        return false;
    if (old->kind == MODEL_CREATED && d->events.to_new[old->event] != new->event)
        return false;
    return old->kind == MODEL_KEY || old->kind == MODEL_NOW || d->columns.to_new[old->column] == new->column;
}

bool same_place(const struct diffing *d, struct model_place old, struct model_place new) {
    if (old.state != NULL)
        return new.state != NULL &&
               d->states.to_new[old.state - d->old->states] == (size_t)(new.state - d->new->states);
    if (old.composite != NULL)
        return new.composite != NULL && d->composites.to_new[old.composite - d->old->composites] ==
                                            (size_t)(new.composite - d->new->composites);
    return new.state == NULL &&new.composite == NULL;
}

/* ---- what is the same ------------------------------------------------------------------------------ */

bool same_entity(const struct model_entity *a, const struct model_entity *b) {
    if (a == NULL || b == NULL)
        return a == b;
    return same_text(a->schema, b->schema) && same_text(a->table, b->table) &&
           same_text(a->column, b->column);
}

bool same_emit(const struct diffing *d) {
    const struct model_emit *old = d->old->emit;
    const struct model_emit *new = d->new->emit;
    return old == NULL || new == NULL
               ? old == new
               : same_text(old->topic, new->topic) && same_reference(d, old->reference, new->reference);
}
