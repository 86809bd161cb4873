#include "resolve/resolving_flow.h"

#include "base/suggest.h"
#include "base/text.h"

#include <string.h>

/* ---- values ---------------------------------------------------------------------------------------- */

static const char *owner_kind(const struct flow_owner *owner) {
    return owner->ast->is_procedure ? "procedure" : "flow";
}

/* A name that is not there: as an argument it may be data, and the other way round. */
static void unknown_value(struct flow_resolving *r, const struct flow_owner *owner,
                          const struct ast_reference *written, const char *type) {
    const char *name = written->name.text;
    bool as_data = written->owner.text != NULL;
    const enum message_number message = owner->ast->is_procedure ? MESSAGE_UNKNOWN_IN_PROCEDURE
                                        : !as_data               ? MESSAGE_UNKNOWN_VALUE
                                        : owner->data_count > 0  ? MESSAGE_UNKNOWN_DATA
                                                                 : MESSAGE_UNKNOWN_FIRST_DATA;
    diagnose(r->diagnostics, message, written->span,
             WORDS(owner->ast->head.name.text, as_data ? "data" : "parameter", name, type));
    if (map_get(as_data ? &owner->arg_names : &owner->data_names, name) != MAP_NOTHING) {
        diagnose_meant(r->diagnostics, as_data ? "" : "data.", name);
        return;
    }
    struct suggestion args = suggestion_for(name), data = suggestion_for(name);
    for (size_t i = 0; i < owner->data_count; i++)
        suggestion_offer(&data, owner->data[i].name);
    for (size_t i = 0; i < owner->arg_count; i++)
        suggestion_offer(&args, owner->args[i].name);
    bool is_data = data.nearest != NULL && (as_data || args.nearest == NULL);
    diagnose_meant(r->diagnostics, is_data ? "data." : "", is_data ? data.nearest : args.nearest);
}

static const struct model_field *find_value(const struct flow_owner *owner,
                                            const struct ast_reference *written) {
    const bool as_data = written->owner.text != NULL;
    if (as_data && strcmp(written->owner.text, "data") != 0)
        return NULL;
    const size_t index = map_get(as_data ? &owner->data_names : &owner->arg_names, written->name.text);
    return index == MAP_NOTHING ? NULL : as_data ? &owner->data[index] : &owner->args[index];
}

/* type: what would stand there, for who must declare it. */
static const struct model_field *resolve_value(struct flow_resolving *r, struct flow_owner *owner,
                                               const struct ast_reference *written, const char *type,
                                               struct model_value *value) {
    const bool as_data = written->owner.text != NULL;
    const struct model_field *field = find_value(owner, written);
    if (field != NULL) {
        value->kind = as_data ? MODEL_DATA : MODEL_ARG;
        value->index = (size_t)(field - (as_data ? owner->data : owner->args));
        return field;
    }
    if (as_data && strcmp(written->owner.text, "data") != 0) {
        diagnose(r->diagnostics, MESSAGE_VALUE_WITH_PARTS, written->span,
                 WORDS(written->owner.text, written->name.text));
    } else {
        unknown_value(r, owner, written, type);
    }
    return NULL;
}

static bool is_int(enum pawl_type type) {
    return type == PAWL_TYPE_INT || type == PAWL_TYPE_BIGINT;
}

static void resolve_count(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_flow_step *repeat = node->ast;
    const struct ast_reference *written = repeat->values->first;
    const struct model_field *field = resolve_value(r, owner, written, "int", &node->values[0]);
    if (field != NULL && !is_int(field->type))
        diagnose(r->diagnostics, MESSAGE_COUNT_TYPE, written->span,
                 WORDS(written->name.text, model_type_name(field->type)));
    if (repeat->max_text.text == NULL && !owner->ast->incomplete)
        diagnose(r->diagnostics, MESSAGE_NO_MAX, repeat->keyword, WORDS(written->name.text));
}

static void resolve_lock(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_flow_step *lock = node->ast;
    size_t i = 0;
    for (const struct ast_reference *key = lock->values->first; key != NULL; key = key->next, i++) {
        const struct model_field *field = resolve_value(r, owner, key, "text", &node->values[i]);
        if (field == NULL)
            continue;
        if (!model_can_be_key(field->type)) {
            diagnose(r->diagnostics, MESSAGE_LOCK_KEY_TYPE, key->span, WORDS(model_type_name(field->type)));
        } else if (field->is_optional) {
            diagnose(r->diagnostics, MESSAGE_OPTIONAL_LOCK_KEY, key->span, WORDS(key->name.text));
        } else if (lock->is_flow_wide && node->values[i].kind == MODEL_DATA) {
            diagnose(r->diagnostics, MESSAGE_LOCK_OF_DATA, key->span, NULL);
        }
    }
}

/* ---- callbacks ------------------------------------------------------------------------------------- */

static bool same_writes(const struct model_callback *callback, const struct flow_node *node) {
    if (callback->write_count != node->write_count)
        return false;
    for (size_t i = 0; i < node->write_count; i++)
        if (callback->writes[i] != node->writes[i])
            return false;
    return true;
}

/* The callback of that name, which all steps of an owner must use in the same way. */
static size_t use_callback(struct flow_resolving *r, struct flow_owner *owner, struct ast_text name,
                           enum model_callback_kind kind, const struct flow_node *node) {
    static const struct flow_node sets_nothing = {0};
    size_t index = map_get(&owner->callback_names, name.text);
    if (node == NULL)
        node = &sets_nothing;
    if (index == MAP_NOTHING) {
        const size_t count = owner->callback_count;
        owner->callbacks = arena_grow(r->arena, owner->callbacks, count, sizeof *owner->callbacks);
        owner->callback_spans =
            arena_grow(r->arena, owner->callback_spans, count, sizeof *owner->callback_spans);
        owner->callbacks[count] = (struct model_callback){name.text, kind, node->write_count, node->writes};
        owner->callback_spans[count] = name.span;
        map_put(&owner->callback_names, name.text, owner->callback_count);
        return owner->callback_count++;
    }
    const struct model_callback *first = &owner->callbacks[index];
    const struct span first_at = owner->callback_spans[index];
    if (first->kind != kind) {
        diagnose_beside(
            r->diagnostics, MESSAGE_CALLBACK_KIND, name.span, first_at,
            WORDS(name.text, model_callback_kind_title(kind), model_callback_kind_title(first->kind)));
    } else if (!same_writes(first, node)) {
        diagnose_beside(r->diagnostics, MESSAGE_CALLBACK_SETS, name.span, first_at, WORDS(name.text));
    }
    return index;
}

static void resolve_sets(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_references *sets = node->ast->sets;
    if (sets == NULL)
        return;
    node->writes = arena_alloc(r->arena, sets->count * sizeof *node->writes);
    for (const struct ast_reference *set = sets->first; set != NULL; set = set->next) {
        struct model_value value;
        const struct model_field *field = resolve_value(r, owner, set, "text", &value);
        if (field == NULL)
            continue;
        size_t at = node->write_count;
        while (at > 0 && node->writes[at - 1] > value.index)
            at--;
        if (value.kind == MODEL_ARG && !field->is_inout) {
            diagnose(r->diagnostics,
                     owner->ast->is_procedure ? MESSAGE_PARAM_READ_ONLY
                     : owner->data_count > 0  ? MESSAGE_ARG_READ_ONLY
                                              : MESSAGE_ARG_WITHOUT_DATA,
                     set->span, WORDS(set->name.text, model_type_name(field->type)));
        } else if (at > 0 && node->writes[at - 1] == value.index) {
            diagnose(r->diagnostics, MESSAGE_SET_TWICE, set->span, WORDS(set->name.text));
        } else {
            memmove(&node->writes[at + 1], &node->writes[at],
                    (node->write_count - at) * sizeof *node->writes);
            node->writes[at] = value.index;
            node->write_count++;
        }
    }
}

static void resolve_step(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_flow_step *step = node->ast;
    bool is_call = step->kind == AST_CALL;
    resolve_sets(r, owner, node);
    node->callback =
        use_callback(r, owner, step->head.name, is_call ? MODEL_CALLBACK_CALL : MODEL_CALLBACK_TX, node);
    if (step->undo.text != NULL)
        node->undo = use_callback(r, owner, step->undo,
                                  is_call ? MODEL_CALLBACK_UNDO_CALL : MODEL_CALLBACK_UNDO_TX, NULL);
    if (is_call && step->undo.text == NULL && step->irreversible.length == 0 && !owner->ast->incomplete)
        diagnose(r->diagnostics, MESSAGE_NO_UNDO, step->head.name.span, WORDS(step->head.name.text));
}

/* ---- use ------------------------------------------------------------------------------------------- */

/* The parameters of a procedure that would fit this use. */
static const char *parameters_for(struct flow_resolving *r, const struct flow_owner *owner,
                                  const struct ast_flow_step *use) {
    struct text words = TEXT_INIT;
    size_t count = 0;
    text_char(&words, '(');
    for (const struct ast_reference *written = use->values == NULL ? NULL : use->values->first;
         written != NULL; written = written->next) {
        const struct model_field *field = find_value(owner, written);
        bool is_again = false; /* two parameters have two names */
        for (const struct ast_reference *other = use->values->first; other != written; other = other->next)
            is_again = is_again || strcmp(other->name.text, written->name.text) == 0;
        text_printf(&words, "%s%s", count++ > 0 ? ", " : "", written->name.text);
        if (is_again)
            text_printf(&words, "_%zu", count);
        text_printf(&words, ": %s%s", field == NULL ? "text" : model_type_name(field->type),
                    field != NULL && field->is_optional ? "?" : "");
    }
    text_char(&words, ')');
    return text_keep(&words, r->arena);
}

static struct flow_owner *find_procedure(struct flow_resolving *r, const struct flow_owner *owner,
                                         const struct ast_flow_step *use) {
    const struct ast_text name = use->head.name;
    size_t index = map_get(&r->names, name.text);
    if (index != MAP_NOTHING)
        return &r->owners[index];
    struct suggestion suggestion = suggestion_for(name.text);
    diagnose(r->diagnostics, MESSAGE_UNKNOWN_PROCEDURE, name.span,
             WORDS(name.text, parameters_for(r, owner, use)));
    for (size_t i = 0; i < r->owner_count && !diagnostics_full(r->diagnostics); i++) {
        if (r->owners[i].flow != NULL && strcmp(r->owners[i].ast->head.name.text, name.text) == 0) {
            diagnose_help(r->diagnostics, MESSAGE_FLOW_IS_NO_PROCEDURE, WORDS(name.text));
            return NULL;
        }
        if (r->owners[i].procedure != NULL)
            suggestion_offer(&suggestion, r->owners[i].ast->head.name.text);
    }
    diagnose_meant(r->diagnostics, "", suggestion.nearest);
    return NULL;
}

static void check_argument(struct flow_resolving *r, const struct flow_owner *used, size_t index,
                           const struct ast_reference *written, const struct model_field *field,
                           const struct model_value *value) {
    const struct model_field *param = &used->args[index];
    const char *procedure = used->ast->head.name.text;
    if (field->type != param->type) {
        diagnose(r->diagnostics, MESSAGE_ARGUMENT_TYPE, written->span,
                 WORDS(written->name.text, model_type_name(field->type), param->name, procedure,
                       model_type_name(param->type)));
    } else if (param->is_inout && value->kind == MODEL_ARG && !field->is_inout) {
        diagnose(r->diagnostics, MESSAGE_ARGUMENT_READ_ONLY, written->span,
                 WORDS(procedure, param->name, written->name.text));
    } else if (field->is_optional && !param->is_optional) {
        diagnose(r->diagnostics, MESSAGE_OPTIONAL_ARGUMENT, written->span,
                 WORDS(written->name.text, procedure, param->name, model_type_name(param->type)));
    }
}

/* Whose setting would count? */
static void check_alias(struct flow_resolving *r, const struct flow_node *node, size_t index,
                        const struct ast_reference *written) {
    const struct model_value *value = &node->values[index];
    for (size_t i = 0; i < index && node->used->args[index].is_inout; i++) {
        if (!node->used->args[i].is_inout || node->values[i].kind != value->kind ||
            node->values[i].index != value->index)
            continue;
        diagnose(r->diagnostics, MESSAGE_ARGUMENT_TWICE, written->span,
                 WORDS(written->name.text, node->ast->head.name.text, node->used->args[i].name,
                       node->used->args[index].name));
    }
}

static void resolve_use(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_flow_step *use = node->ast;
    node->used = find_procedure(r, owner, use);
    if (node->used != NULL)
        node->used->procedure->use_count++;
    size_t i = 0;
    for (const struct ast_reference *written = use->values == NULL ? NULL : use->values->first;
         written != NULL; written = written->next, i++) {
        const struct model_field *field = resolve_value(r, owner, written, "text", &node->values[i]);
        if (field == NULL || node->used == NULL || i >= node->used->arg_count)
            continue;
        check_argument(r, node->used, i, written, field, &node->values[i]);
        check_alias(r, node, i, written);
    }
    if (node->used == NULL || i == node->used->arg_count)
        return;
    diagnose_beside(
        r->diagnostics, MESSAGE_ARGUMENT_COUNT, use->head.name.span, node->used->ast->head.name.span,
        WORDS(use->head.name.text, number_word(r->diagnostics, node->used->arg_count),
              node->used->arg_count == 1 ? "" : "s", number_word(r->diagnostics, i), i == 1 ? "is" : "are"));
}

/* ---- bodies ---------------------------------------------------------------------------------------- */

static void check_path(struct flow_resolving *r, struct flow_owner *owner, const struct ast_flow_step *step) {
    bool is_repeat = step->kind == AST_REPEAT;
    if (!is_repeat && step->kind != AST_TX && step->kind != AST_CALL && step->kind != AST_PAUSE &&
        step->kind != AST_WAIT && step->kind != AST_USE)
        return;
    struct ast_text name = step->as.text != NULL ? step->as
                           : is_repeat           ? step->values->first->name
                                                 : step->head.name;
    struct map *names = is_repeat ? &owner->repeat_names : &owner->step_names;
    resolve_is_first(r->diagnostics, names, name, is_repeat ? MESSAGE_DUPLICATE_LOOP : MESSAGE_DUPLICATE_STEP,
                     WORDS(owner_kind(owner), owner->ast->head.name.text, name.text));
}

static void check_lock_place(struct flow_resolving *r, const struct flow_owner *owner,
                             const struct ast_flow_step *step) {
    if (!step->is_flow_wide || (!owner->ast->is_procedure && step->parent == NULL))
        return;
    diagnose(r->diagnostics, owner->ast->is_procedure ? MESSAGE_LOCK_OF_PROCEDURE : MESSAGE_LOCK_IN_BRACES,
             step->keyword, WORDS(owner->ast->head.name.text));
}

static void resolve_nodes(struct flow_resolving *r, struct flow_owner *owner,
                          const struct ast_flow_step *steps, struct flow_node ***end);

static void check_not_empty(struct flow_resolving *r, const struct flow_node *first, struct span at,
                            const char *what) {
    while (first != NULL &&
           (first->ast->kind == AST_SAVE || first->ast->kind == AST_SAVE_OFF || first->ast->is_flow_wide))
        first = first->next;
    if (first != NULL)
        return;
    diagnose(r->diagnostics, MESSAGE_NO_STEP, at, WORDS(what));
}

static void resolve_scope(struct flow_resolving *r, struct flow_owner *owner, struct flow_node *node) {
    const struct ast_flow_step *scope = node->ast;
    if (scope->kind == AST_OPTIONAL)
        node->callback = use_callback(r, owner, scope->head.name, MODEL_CALLBACK_PREDICATE, NULL);
    else if (scope->kind == AST_REPEAT)
        resolve_count(r, owner, node);
    else
        resolve_lock(r, owner, node);
    check_lock_place(r, owner, scope);
    if (scope->is_flow_wide)
        return;
    resolve_nodes(r, owner, scope->steps, &node->end);
    if (!owner->ast->incomplete)
        check_not_empty(r, node->first, scope->keyword, "these braces");
}

static void resolve_nodes(struct flow_resolving *r, struct flow_owner *owner,
                          const struct ast_flow_step *steps, struct flow_node ***end) {
    for (const struct ast_flow_step *step = steps; step != NULL; step = step->next) {
        struct flow_node *node = arena_alloc(r->arena, sizeof *node);
        node->ast = step;
        node->end = &node->first;
        node->callback = node->undo = NOTHING;
        node->value_count = step->values == NULL ? 0 : step->values->count;
        node->values = arena_alloc(r->arena, node->value_count * sizeof *node->values);
        **end = node;
        *end = &node->next;
        check_path(r, owner, step);
        switch (step->kind) {
        case AST_TX:
        case AST_CALL:
            resolve_step(r, owner, node);
            break;
        case AST_USE:
            resolve_use(r, owner, node);
            break;
        case AST_OPTIONAL:
        case AST_REPEAT:
        case AST_LOCK:
            resolve_scope(r, owner, node);
            break;
        case AST_PAUSE:
        case AST_WAIT:
        case AST_SAVE:
        case AST_SAVE_OFF:
            break;
        }
    }
}

void resolve_flow_body(struct flow_resolving *r, struct flow_owner *owner) {
    struct ast_text name = owner->ast->head.name;
    resolve_nodes(r, owner, owner->ast->steps, &owner->end);
    if (!owner->ast->incomplete)
        check_not_empty(r, owner->first, name.span,
                        arena_printf(r->arena, "%s `%s`", owner_kind(owner), name.text));
}
