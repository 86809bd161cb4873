#include "resolve/resolving.h"

#include "resolve/fingerprint.h"

#include <string.h>

static void check_creation(struct resolving *r) {
    struct ast_text name = r->machine->head.name;
    if (r->machine->incomplete)
        return;
    if (r->place_count == 0) {
        diagnose(r->diagnostics, MESSAGE_NO_STATE, name.span, WORDS(name.text));
        return;
    }
    for (size_t i = 0; i < r->event_count; i++)
        if (r->events[i].create_count > 0)
            return;
    r->creates_nothing = true;
    for (size_t i = 0; i < r->place_count; i++) {
        const struct ast_text of_group = r->places[i].ast->head.name;
        if (r->places[i].parent == NOTHING && r->places[i].initial_child != NOTHING) {
            diagnose(r->diagnostics, MESSAGE_NO_CREATION_IN, of_group.span, WORDS(name.text, of_group.text));
            return;
        }
    }
    diagnose(r->diagnostics, MESSAGE_NO_CREATION, name.span, WORDS(name.text));
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
                               .line = resolve_line(r, machine->head.name.span),
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
