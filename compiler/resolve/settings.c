#include "resolve/resolving.h"

#include <string.h>

void resolve_add_setting(struct resolving *r, const struct ast_item *item) {
    const struct ast_item *first = r->settings[item->kind];
    const char *machine = r->machine->head.name.text;
    if (item->kind == AST_ITEM_ALLOW || item->kind == AST_ITEM_RETIRED)
        return;
    if (first == NULL) {
        r->settings[item->kind] = item;
        return;
    }
    if (item->kind == AST_ITEM_ENTITY) {
        diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_ENTITY, item->entity->span, first->entity->span,
                        WORDS(machine));
        return;
    }
    diagnose_beside(
        r->diagnostics, MESSAGE_MACHINE_SAYS_TWICE, item->keyword, first->keyword,
        WORDS(machine, arena_strndup(r->arena, r->diagnostics->source->text + item->keyword.offset,
                                     item->keyword.length)));
}

static const struct model_entity *entity_of(struct resolving *r, const struct ast_entity *written) {
    struct model_entity *entity = arena_alloc(r->arena, sizeof *entity);
    *entity = (struct model_entity){written->schema.text, written->table.text, written->column.text};
    return entity;
}

/* Before anything that asks for the type of the key. */
void resolve_freeze_entity(struct resolving *r) {
    const struct ast_item *entity = r->settings[AST_ITEM_ENTITY];
    r->model->key_type = PAWL_TYPE_TEXT;
    if (entity == NULL)
        return;
    r->model->entity = entity_of(r, entity->entity);
    r->model->key_type = entity->entity->type;
}

static void check_key_param(struct resolving *r, const struct ast_reference *written, size_t column) {
    for (size_t i = 0; i < r->event_count; i++) {
        const struct model_event *event = &r->model_events[i];
        bool is_there = false;
        if (!event->is_creation)
            continue;
        for (size_t p = 0; p < event->param_count; p++)
            is_there = is_there || (event->params[p].column == column && !event->params[p].optional);
        if (is_there)
            continue;
        diagnose_beside(r->diagnostics, MESSAGE_KEY_NOT_GIVEN, written->span, r->events[i].name.span,
                        WORDS(event->name, written->name.text));
        return;
    }
}

static void freeze_key(struct resolving *r, const struct ast_reference *written) {
    const struct model_reference *key = resolve_written_reference(r, written, NOTHING);
    if (key == NULL)
        return;
    r->model->key = key;
    enum pawl_type type = resolve_reference_type(r, key);
    if (key->kind != MODEL_CREATED && key->kind != MODEL_KEY) {
        diagnose(r->diagnostics, MESSAGE_KEY_CHANGES, written->span, NULL);
    } else if (!model_can_be_key(type)) {
        diagnose(r->diagnostics, MESSAGE_KEY_TYPE, written->span, WORDS(model_type_name(type)));
    } else if (key->kind == MODEL_CREATED) {
        check_key_param(r, written, key->column);
        resolve_check_not_personal(r, written, key, "the key");
    }
}

static void freeze_emit(struct resolving *r, const struct ast_setting *written) {
    struct model_emit *emit = arena_alloc(r->arena, sizeof *emit);
    emit->topic = written->text.text;
    r->model->emit = emit;
    if (written->reference == NULL)
        return;
    emit->reference = resolve_written_reference(r, written->reference, NOTHING);
    if (emit->reference == NULL)
        return;
    if (emit->reference->kind == MODEL_CREATED)
        resolve_check_not_personal(r, written->reference, emit->reference, "the topic");
    if (emit->reference->kind == MODEL_CREATED &&
        resolve_reference_type(r, emit->reference) == PAWL_TYPE_TEXT)
        return;
    diagnose(r->diagnostics, MESSAGE_MACHINE_TOPIC, written->reference->span, NULL);
}

static bool is_same(const char *left, const char *right) {
    return left == right || (left != NULL && right != NULL && strcmp(left, right) == 0);
}

static void freeze_mirror(struct resolving *r, const struct ast_entity *written) {
    const struct model_entity *entity = r->model->entity;
    r->model->mirror = entity_of(r, written);
    if (entity == NULL) {
        if (!r->machine->incomplete)
            diagnose(r->diagnostics, MESSAGE_MIRROR_WITHOUT_ENTITY, written->span,
                     WORDS(r->machine->head.name.text, written->table.text));
    } else if (!is_same(entity->table, written->table.text) ||
               !is_same(entity->schema, written->schema.text)) {
        diagnose_beside(r->diagnostics, MESSAGE_MIRROR_ELSEWHERE, written->span,
                        r->settings[AST_ITEM_ENTITY]->entity->span,
                        WORDS(entity->schema == NULL ? "" : entity->schema, entity->schema == NULL ? "" : ".",
                              entity->table, written->column.text));
    } else if (is_same(entity->column, written->column.text)) {
        diagnose(r->diagnostics, MESSAGE_MIRROR_IS_KEY, written->span, WORDS(entity->column));
    }
}

static void freeze_storage(struct resolving *r, const struct ast_item *item) {
    const struct ast_state *initial = r->initial == NOTHING ? NULL : r->places[r->initial].ast;
    const bool is_unindexed = item != NULL && is_same(item->setting->text.text, "unindexed");
    if (item != NULL)
        r->model->partition_count = item->setting->partitions;
    if (item != NULL && strcmp(item->setting->word.text, "transitions") == 0) {
        r->model->storage = item->setting->text.text == NULL ? MODEL_TRANSITIONS : MODEL_TRANSITIONS_ENFORCED;
        if (is_unindexed)
            diagnose(r->diagnostics, MESSAGE_TRANSITIONS_UNINDEXED, item->setting->text.span, NULL);
        if (r->model->entity == NULL && !r->machine->incomplete)
            diagnose(r->diagnostics, MESSAGE_TRANSITIONS_WITHOUT_ENTITY, item->setting->word.span,
                     WORDS(r->machine->head.name.text));
    }
    r->model->is_unindexed = is_unindexed && r->model->storage == MODEL_HEAD;
    if (initial == NULL || initial->implicit.text == NULL)
        return;
    r->model->initial_is_implicit = true;
    if (r->model->storage != MODEL_HEAD || r->machine->incomplete)
        return;
    diagnose(r->diagnostics, r->model->entity == NULL ? MESSAGE_IMPLICIT_WITHOUT_ENTITY : MESSAGE_IMPLICIT,
             initial->implicit.span, NULL);
}

bool resolve_check_allow(struct diagnostics *diagnostics, struct ast_text said) {
    enum diagnostic_code code;
    if (!diagnostic_find(said.text, &code)) {
        diagnose(diagnostics, MESSAGE_ALLOW_UNKNOWN, said.span, WORDS(said.text));
        return false;
    }
    if (diagnostic_kinds[code].severity == SEVERITY_WARNING)
        return true;
    diagnose(diagnostics, MESSAGE_ALLOW_ERROR, said.span, WORDS(said.text));
    return false;
}

static void freeze_allows(struct resolving *r) {
    size_t count = 0;
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next)
        count += item->kind == AST_ITEM_ALLOW;
    struct model_allow *allows = arena_alloc(r->arena, count * sizeof *allows);
    struct map seen = map_new(r->arena);
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_ALLOW || !resolve_check_allow(r->diagnostics, item->setting->word))
            continue;
        const struct ast_text code = item->setting->word;
        if (resolve_is_first(r->diagnostics, &seen, code, MESSAGE_ALLOWED_TWICE, WORDS(code.text)))
            allows[r->model->allow_count++] = (struct model_allow){code.text, item->setting->text.text};
    }
    r->model->allows = allows;
}

static bool was_renamed_to_other(const struct resolving *r, struct ast_text old) {
    for (size_t i = 0; i < r->place_count; i++) {
        const struct ast_text *renamed = &r->places[i].ast->head.renamed_from;
        if (renamed->text != NULL && strcmp(renamed->text, old.text) == 0)
            return true;
    }
    return false;
}

static void freeze_retirements(struct resolving *r) {
    size_t count = 0;
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next)
        count += item->kind == AST_ITEM_RETIRED;
    struct model_retirement *retirements = arena_alloc(r->arena, count * sizeof *retirements);
    struct map seen = map_new(r->arena);
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_RETIRED)
            continue;
        const struct ast_text old = item->setting->word;
        const size_t place = resolve_find_state(r, item->setting->text);
        if (map_get(&r->state_names, old.text) != MAP_NOTHING) {
            diagnose(r->diagnostics, MESSAGE_RETIRED_STILL_THERE, old.span, WORDS(old.text));
        } else if (!map_put(&seen, old.text, 0) || was_renamed_to_other(r, old)) {
            diagnose(r->diagnostics, MESSAGE_RETIRED_TWICE, old.span, WORDS(old.text));
        } else if (place != NOTHING && r->places[place].entered == NOTHING) {
            diagnose(r->diagnostics, MESSAGE_RETIRED_TO_COMPOSITE, item->setting->text.span,
                     WORDS(item->setting->text.text));
        } else if (place != NOTHING) {
            retirements[r->model->retirement_count++] = (struct model_retirement){
                .state = old.text, .to = &r->model->states[r->places[place].entered]};
        }
    }
    r->model->retirements = retirements;
}

void resolve_freeze_settings(struct resolving *r) {
    if (r->settings[AST_ITEM_KEY] != NULL)
        freeze_key(r, r->settings[AST_ITEM_KEY]->setting->reference);
    if (r->settings[AST_ITEM_EMIT] != NULL)
        freeze_emit(r, r->settings[AST_ITEM_EMIT]->setting);
    if (r->settings[AST_ITEM_MIRROR] != NULL)
        freeze_mirror(r, r->settings[AST_ITEM_MIRROR]->entity);
    freeze_storage(r, r->settings[AST_ITEM_STORAGE]);
    freeze_allows(r);
    freeze_retirements(r);
}
