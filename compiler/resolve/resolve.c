#include "resolve/resolving.h"

#include "resolve/fingerprint.h"

#include <string.h>

void resolve_too_many(struct resolving *r, struct span at, size_t most, const char *what) {
    if (r->too_many)
        return;
    r->too_many = true;
    diagnose(r->diagnostics, DIAGNOSTIC_TOO_MANY, at, "machine `%s` has more than %zu %s",
             r->machine->head.name.text, most, what);
    diagnose_help(r->diagnostics, "split it into several machines");
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
    diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_STORED, places[index].span, "two %s are stored as \"%s\"",
             what, places[index].text);
    diagnose_note(r->diagnostics, places[first].span, "the first one is here");
    diagnose_help(r->diagnostics, "give one of them another text: stored \"...\"");
}

void resolve_check_renamed(struct resolving *r, const struct map *names, struct map *old,
                           struct ast_text renamed_from, const char *what) {
    if (renamed_from.text == NULL)
        return;
    if (map_get(names, renamed_from.text) != MAP_NOTHING) {
        diagnose(r->diagnostics, DIAGNOSTIC_RENAMED, renamed_from.span, "there still is %s `%s`", what,
                 renamed_from.text);
        diagnose_help(r->diagnostics, "take `renamed from %s` out, or rename the other one, too",
                      renamed_from.text);
    } else if (!map_put(old, renamed_from.text, 0)) {
        diagnose(r->diagnostics, DIAGNOSTIC_RENAMED, renamed_from.span, "%s `%s` became another one already",
                 what, renamed_from.text);
        diagnose_help(r->diagnostics, "only one can have been `%s`", renamed_from.text);
    }
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

static void check_creation(struct resolving *r) {
    struct ast_text name = r->machine->head.name;
    if (r->machine->incomplete)
        return;
    if (r->place_count == 0) {
        diagnose(r->diagnostics, DIAGNOSTIC_NO_STATE, name.span, "machine `%s` has no state", name.text);
        diagnose_help(r->diagnostics, "declare one: `initial state begun;`");
        return;
    }
    for (size_t i = 0; i < r->event_count; i++)
        if (r->events[i].create_count > 0)
            return;
    diagnose(r->diagnostics, DIAGNOSTIC_NO_CREATION, name.span, "nothing creates anything in machine `%s`",
             name.text);
    diagnose_help(r->diagnostics, "write `initial` before a state, or `on create -> STATE;` in the machine");
}

/* The place in the file of the state of that number. */
static const struct ast_state *find_state(const struct ast_item *items, size_t number) {
    const struct ast_state *before = NULL; /* the last one that begins no later */
    for (const struct ast_item *item = items; item != NULL; item = item->next)
        if (item->kind == AST_ITEM_STATE && item->state->order <= number)
            before = item->state;
    return before == NULL || before->order == number ? before : find_state(before->items, number);
}

void resolve_machine(struct ast *ast, const struct ast_machine *machine, struct resolved_machine *resolved) {
    struct resolving *r = arena_alloc(ast->arena, sizeof *r);
    *r = (struct resolving){.arena = ast->arena,
                            .diagnostics = ast->diagnostics,
                            .machine = machine,
                            .resolved = resolved,
                            .model = &resolved->model};
    *resolved = (struct resolved_machine){.ast = machine};
    resolved->model =
        (struct model_machine){.name = machine->head.name.text,
                               .label = resolve_label(r, &machine->head, machine->head.name.text),
                               .doc = machine->head.doc,
                               .renamed_from = machine->head.renamed_from.text,
                               .fingerprint = ""};
    if (machine->state_count > PAWL_STATE_MAX) {
        const struct ast_state *first = find_state(machine->items, PAWL_STATE_MAX);
        resolve_too_many(r, first->head.name.span, PAWL_STATE_MAX, "states");
        return;
    }
    resolve_number_states(r);
    resolve_collect(r);
    check_creation(r);
    resolve_flatten(r);
    if (r->too_many) {
        resolved->model.state_count = 0; /* whoever looks at the rest finds nothing that is half made */
        resolved->model.composite_count = 0;
        return;
    }
    resolve_freeze_entity(r);
    resolve_freeze_events(r);
    resolve_freeze_hooks(r);
    resolve_freeze_states(r);
    resolve_freeze_arrows(r);
    resolve_check_needs(r);
    resolve_freeze_works(r);
    resolve_freeze_settings(r);
    resolve_freeze_claims(r);
    if (r->diagnostics->error_count == 0) { /* otherwise something may be missing that would be part of it */
        resolve_move_to(r);
        resolved->model.fingerprint = fingerprint(r->arena, r->model);
    }
}
