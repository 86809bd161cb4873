#include "resolve/resolving.h"

#include "base/suggest.h"
#include "resolve/references.h"

#include <string.h>

static void unknown(struct resolving *r, const char *owner, const char *name, struct span at) {
    struct suggestion suggestion = suggestion_for(name);
    for (size_t i = 0; i < r->columns.count; i++)
        if (owner == NULL || r->creation_of_column[i] != NOTHING)
            suggestion_offer(&suggestion, r->columns.column[i].name);
    if (owner == NULL) {
        suggestion_offer(&suggestion, "id");
        suggestion_offer(&suggestion, "now");
    }
    diagnose(r->diagnostics, owner == NULL ? MESSAGE_UNKNOWN_PARAM : MESSAGE_UNKNOWN_CREATED, at,
             WORDS(r->machine->head.name.text, name));
    diagnose_meant(r->diagnostics, owner == NULL ? ":" : ":create.", suggestion.nearest);
}

bool resolve_reference(struct resolving *r, const char *owner, const char *name, struct span at,
                       struct model_reference *reference) {
    *reference = (struct model_reference){0};
    if (owner == NULL && strcmp(name, "id") == 0) {
        reference->kind = MODEL_KEY;
        return true;
    }
    if (owner == NULL && strcmp(name, "now") == 0) {
        reference->kind = MODEL_NOW;
        return true;
    }
    if (owner != NULL && strcmp(owner, "create") != 0) {
        diagnose(r->diagnostics, MESSAGE_UNKNOWN_OWNER, at, WORDS(owner, name));
        const size_t column = map_get(&r->columns.names, name);
        const bool is_created = column != MAP_NOTHING && r->creation_of_column[column] != NOTHING;
        diagnose_meant(r->diagnostics, is_created ? ":create." : ":", column != MAP_NOTHING ? name : NULL);
        return false;
    }
    reference->column = map_get(&r->columns.names, name);
    reference->kind = owner == NULL ? MODEL_PARAM : MODEL_CREATED;
    if (reference->column != MAP_NOTHING && owner != NULL)
        reference->event = r->creation_of_column[reference->column];
    if (reference->column != MAP_NOTHING && reference->event != NOTHING)
        return true;
    const bool is_told = owner != NULL && r->creates_nothing; /* that nothing has a creation */
    if (!r->machine->incomplete && !is_told)
        unknown(r, owner, name, at);
    return false;
}

const struct model_reference *resolve_written_reference(struct resolving *r,
                                                        const struct ast_reference *written, size_t event) {
    struct model_reference *reference = arena_alloc(r->arena, sizeof *reference);
    if (!resolve_reference(r, written->owner.text, written->name.text, written->span, reference))
        return NULL;
    if (reference->kind != MODEL_PARAM || event == NOTHING || resolve_event_has(r, event, reference->column))
        return reference;
    diagnose(r->diagnostics, MESSAGE_EVENT_WITHOUT_PARAM, written->span,
             WORDS(r->events[event].name.text, written->name.text));
    if (r->creation_of_column[reference->column] != NOTHING)
        diagnose_meant(r->diagnostics, ":create.", written->name.text);
    return NULL;
}

void resolve_check_not_personal(struct resolving *r, const struct ast_reference *written,
                                const struct model_reference *reference, const char *what) {
    if (!r->columns.column[reference->column].is_personal)
        return;
    diagnose_beside(r->diagnostics, MESSAGE_PERSONAL, written->span, r->columns.first_at[reference->column],
                    WORDS(written->name.text, what));
}

enum pawl_type resolve_reference_type(const struct resolving *r, const struct model_reference *reference) {
    switch (reference->kind) {
    case MODEL_KEY:
        return r->model->key_type;
    case MODEL_NOW:
        return PAWL_TYPE_TIMESTAMP;
    case MODEL_PARAM:
    case MODEL_CREATED:
        break;
    }
    return r->columns.column[reference->column].type;
}

/* The place in the file, from the text's quote, of the byte so many bytes after `at`; 0: after the quote. */
static size_t place_behind(const struct resolving *r, struct ast_text text, size_t at, size_t bytes) {
    const char *source = r->diagnostics->source->text + text.span.offset;
    bool is_long = text.span.length >= 6 && strncmp(source, "\"\"\"", 3) == 0;
    if (at == 0)
        at = is_long ? 3 + (source[3] == '\n') : 1;
    while (bytes > 0 && at < text.span.length) {
        size_t step = is_long ? bytes : 1;
        at += !is_long && source[at] == '\\' ? 2 : step;
        bytes -= step;
    }
    return at;
}

struct span resolve_span_in_text(const struct resolving *r, struct ast_text text, size_t offset,
                                 size_t length) {
    return (struct span){text.span.offset + place_behind(r, text, 0, offset), length};
}

const struct model_sql *resolve_sql(struct resolving *r, struct ast_text text, bool comments_nest) {
    struct model_sql *sql = arena_alloc(r->arena, sizeof *sql);
    struct model_reference *references = NULL;
    struct reference_scanner scanner = reference_scanner(text.text, comments_nest);
    struct scanned_reference found;
    size_t at = 0;
    size_t before = 0;
    while (next_reference(&scanner, &found)) {
        at = place_behind(r, text, at, found.offset - before);
        before = found.offset;
        const char *name = text.text + found.offset + 1;
        size_t owner_length = found.owner_length;
        const char *owner = owner_length == 0 ? NULL : arena_strndup(r->arena, name, owner_length);
        if (owner != NULL)
            name += owner_length + 1;
        name = arena_strndup(r->arena, name, (size_t)(text.text + found.offset + found.length - name));
        struct model_reference reference;
        struct span span = {text.span.offset + at, found.length};
        if (!resolve_reference(r, owner, name, span, &reference))
            continue;
        reference.offset = found.offset;
        reference.length = found.length;
        references = arena_grow(r->arena, references, sql->reference_count, sizeof *references);
        references[sql->reference_count++] = reference;
    }
    sql->text = text.text;
    sql->references = references;
    return sql;
}
