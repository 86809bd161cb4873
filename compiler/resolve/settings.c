#include "resolve/resolving.h"

#include <string.h>

static const char *const words[] = {[AST_ITEM_KEY] = "key",
                                    [AST_ITEM_MIRROR] = "mirror",
                                    [AST_ITEM_EMIT] = "emit",
                                    [AST_ITEM_STORAGE] = "storage"};

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
        diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_ENTITY, item->entity->span,
                 "machine `%s` has an entity already", machine);
        diagnose_note(r->diagnostics, first->entity->span, "it is declared here");
        diagnose_help(r->diagnostics, "a machine moves the rows of one table; write another machine");
        return;
    }
    diagnose(r->diagnostics, DIAGNOSTIC_SAID_TWICE, item->keyword, "machine `%s` says `%s` twice", machine,
             words[item->kind]);
    diagnose_note(r->diagnostics, first->keyword, "here it is said first");
    diagnose_help(r->diagnostics, "take one of the two out");
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
        diagnose(r->diagnostics, DIAGNOSTIC_KEY_PARAM, written->span,
                 "every entity needs a key, and event `%s` can create one without `%s`", event->name,
                 written->name.text);
        diagnose_note(r->diagnostics, r->events[i].name.span, "`%s` is first named here", event->name);
        diagnose_help(r->diagnostics, "add the parameter to the event, and no `?` to its type");
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
        diagnose(r->diagnostics, DIAGNOSTIC_KEY_PARAM, written->span,
                 "the key of an entity does not change from event to event");
        diagnose_help(r->diagnostics, "use what it was created with: `key :create.PARAMETER;`");
    } else if (type != PAWL_TYPE_TEXT && type != PAWL_TYPE_BIGINT && type != PAWL_TYPE_INT) {
        diagnose(r->diagnostics, DIAGNOSTIC_KEY_TYPE, written->span, "a key cannot be of type `%s`",
                 ast_type_name(type));
        diagnose_help(r->diagnostics, "use a parameter of type text, bigint or int");
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
    resolve_check_not_personal(r, written->reference, emit->reference, "the topic");
    if (emit->reference->kind == MODEL_CREATED &&
        resolve_reference_type(r, emit->reference) == PAWL_TYPE_TEXT)
        return;
    diagnose(r->diagnostics, DIAGNOSTIC_REFERENCE_TYPE, written->reference->span,
             "a topic is a text that the entity was created with");
    diagnose_help(r->diagnostics, "write `emit \"TOPIC\";`, or name one: `emit :create.PARAMETER;`");
}

static bool is_same(const char *left, const char *right) {
    return left == right || (left != NULL && right != NULL && strcmp(left, right) == 0);
}

static void freeze_mirror(struct resolving *r, const struct ast_entity *written) {
    const struct model_entity *entity = r->model->entity;
    r->model->mirror = entity_of(r, written);
    if (entity == NULL) {
        diagnose(r->diagnostics, DIAGNOSTIC_NOT_OF_ENTITY, written->span,
                 "machine `%s` has no entity, so there is no row to mirror the state in",
                 r->machine->head.name.text);
        diagnose_help(r->diagnostics, "name the row: `entity %s.KEY: text;`", written->table.text);
    } else if (!is_same(entity->table, written->table.text) ||
               !is_same(entity->schema, written->schema.text)) {
        diagnose(r->diagnostics, DIAGNOSTIC_NOT_OF_ENTITY, written->span,
                 "the state is mirrored in the entity's own table, and that is another one");
        diagnose_note(r->diagnostics, r->settings[AST_ITEM_ENTITY]->entity->span, "the entity is named here");
        diagnose_help(r->diagnostics, "write `mirror %s%s%s.%s;`",
                      entity->schema == NULL ? "" : entity->schema, entity->schema == NULL ? "" : ".",
                      entity->table, written->column.text);
    } else if (is_same(entity->column, written->column.text)) {
        diagnose(r->diagnostics, DIAGNOSTIC_NOT_OF_ENTITY, written->span,
                 "`%s` is the key of the entity, and cannot be its state as well", entity->column);
        diagnose_help(r->diagnostics, "name the column that shall hold the state");
    }
}

static void freeze_storage(struct resolving *r, const struct ast_item *item) {
    const struct ast_state *initial = r->initial == NOTHING ? NULL : r->places[r->initial].ast;
    if (item != NULL)
        r->model->partition_count = item->setting->partitions;
    if (item != NULL && strcmp(item->setting->word.text, "transitions") == 0) {
        r->model->storage = item->setting->text.text == NULL ? MODEL_TRANSITIONS : MODEL_TRANSITIONS_ENFORCED;
        if (r->model->entity == NULL) {
            diagnose(r->diagnostics, DIAGNOSTIC_NOT_OF_ENTITY, item->setting->word.span,
                     "`storage transitions` locks the row of the entity, and machine `%s` has none",
                     r->machine->head.name.text);
            diagnose_help(r->diagnostics, "name the row: `entity TABLE.KEY: text;`");
        }
    }
    if (initial == NULL || initial->implicit.text == NULL)
        return;
    r->model->initial_is_implicit = true;
    if (r->model->storage != MODEL_HEAD)
        return;
    diagnose(r->diagnostics, DIAGNOSTIC_IMPLICIT, initial->implicit.span,
             "only with `storage transitions` an entity without a row can be in a state");
    diagnose_help(r->diagnostics, r->model->entity == NULL
                                      ? "take the word out"
                                      : "take the word out, or write `storage transitions;`");
}

bool resolve_check_allow(struct diagnostics *diagnostics, struct ast_text said) {
    enum diagnostic_code code;
    if (!diagnostic_find(said.text, &code)) {
        diagnose(diagnostics, DIAGNOSTIC_ALLOW_CODE, said.span, "there is no warning `%s`", said.text);
        diagnose_help(diagnostics, "take the code from the warning itself: warning[W001]");
        return false;
    }
    if (diagnostic_kinds[code].severity == SEVERITY_WARNING)
        return true;
    diagnose(diagnostics, DIAGNOSTIC_ALLOW_CODE, said.span,
             "`%s` is an error, and only warnings can be allowed", said.text);
    diagnose_help(diagnostics, "take this out, and mend what the error names");
    return false;
}

static void freeze_allows(struct resolving *r) {
    size_t count = 0;
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next)
        count += item->kind == AST_ITEM_ALLOW;
    struct model_allow *allows = arena_alloc(r->arena, count * sizeof *allows);
    const struct ast_setting **places = arena_alloc(r->arena, count * sizeof(*places));
    struct map seen;
    map_init(&seen, r->arena);
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_ALLOW || !resolve_check_allow(r->diagnostics, item->setting->word))
            continue;
        const struct ast_text *code = &item->setting->word;
        if (!map_put(&seen, code->text, r->model->allow_count)) {
            diagnose(r->diagnostics, DIAGNOSTIC_SAID_TWICE, code->span, "`%s` is allowed twice", code->text);
            diagnose_note(r->diagnostics, places[map_get(&seen, code->text)]->word.span,
                          "here it is allowed first");
            diagnose_help(r->diagnostics, "take one of the two out");
            continue;
        }
        places[r->model->allow_count] = item->setting;
        allows[r->model->allow_count++] = (struct model_allow){code->text, item->setting->text.text};
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
    struct map seen;
    map_init(&seen, r->arena);
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_RETIRED)
            continue;
        const struct ast_text old = item->setting->word;
        const size_t place = resolve_find_state(r, item->setting->text);
        if (map_get(&r->state_names, old.text) != MAP_NOTHING) {
            diagnose(r->diagnostics, DIAGNOSTIC_RENAMED, old.span, "there still is a state `%s`", old.text);
            diagnose_help(r->diagnostics, "take the state out of the file, or this line");
        } else if (!map_put(&seen, old.text, 0) || was_renamed_to_other(r, old)) {
            diagnose(r->diagnostics, DIAGNOSTIC_RENAMED, old.span, "state `%s` became another one already",
                     old.text);
            diagnose_help(r->diagnostics, "what is in it can go to one state only");
        } else if (place != NOTHING && r->places[place].entered == NOTHING) {
            diagnose(r->diagnostics, DIAGNOSTIC_RENAMED, item->setting->text.span,
                     "`%s` does not say which of its states is entered", item->setting->text.text);
            diagnose_help(r->diagnostics, "name the state itself");
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
