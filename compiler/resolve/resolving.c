#include "resolve/resolving.h"

#include <string.h>

void resolve_too_many(struct resolving *r, struct span at, size_t most, const char *what) {
    if (r->too_many)
        return;
    r->too_many = true;
    diagnose(r->diagnostics, MESSAGE_TOO_MANY, at,
             WORDS(r->machine->head.name.text, number_word(r->diagnostics, most), what));
}

bool resolve_is_first(struct diagnostics *diagnostics, struct map *seen, struct ast_text name,
                      enum message_number message, const char *const *words) {
    if (map_put(seen, name.text, name.span.offset))
        return true;
    const struct span first = {map_get(seen, name.text), name.span.length};
    diagnose_beside(diagnostics, message, name.span, first, words);
    return false;
}

const char *resolve_label_of(struct arena *arena, struct ast_text label, const char *name) {
    if (label.text != NULL)
        return label.text;
    char *made = arena_strndup(arena, name, strlen(name));
    for (char *c = made; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
    return made;
}

const char *resolve_label(struct resolving *r, const struct ast_head *head, const char *name) {
    return resolve_label_of(r->arena, head == NULL ? (struct ast_text){0} : head->label, name);
}

void resolve_check_stored(struct resolving *r, struct map *seen, const struct ast_text *places, size_t index,
                          const char *what) {
    if (map_put(seen, places[index].text, index))
        return;
    size_t first = map_get(seen, places[index].text);
    diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_STORED, places[index].span, places[first].span,
                    WORDS(what, places[index].text));
}

size_t resolve_line(const struct resolving *r, struct span at) {
    return source_line_number(r->diagnostics->source, at.offset);
}

void resolve_check_renamed(struct resolving *r, const struct map *names, struct map *old,
                           struct ast_text renamed_from, const char *what) {
    if (renamed_from.text == NULL)
        return;
    if (map_get(names, renamed_from.text) != MAP_NOTHING) {
        diagnose(r->diagnostics, MESSAGE_STILL_THERE, renamed_from.span, WORDS(what, renamed_from.text));
    } else if (!map_put(old, renamed_from.text, 0)) {
        diagnose(r->diagnostics, MESSAGE_RENAMED_TWICE, renamed_from.span, WORDS(what, renamed_from.text));
    }
}

bool resolve_is_unread(const struct map *unread, struct ast_text name) {
    return unread->slots != NULL && map_get(unread, name.text) != MAP_NOTHING;
}

struct model_place resolve_place(const struct resolving *r, size_t place) {
    struct model_place model = {0};
    if (place == NOTHING)
        return model;
    if (r->places[place].ast->is_composite)
        model.composite = &r->model->composites[r->places[place].index];
    else
        model.state = &r->model->states[r->places[place].index];
    return model;
}
