#include "resolve/resolving_flow.h"

#include "base/suggest.h"

#include <string.h>

enum { PAUSE_FROM_MS = 1000, PAUSE_TO_MS = 60 * 1000 };

struct model_retry resolve_flow_retry(const struct ast_retry *said) {
    struct model_retry retry = {.count = said->count};
    if (retry.count == 0)
        return retry;
    retry.from_ms = said->from.ms > 0 ? said->from.ms : PAUSE_FROM_MS;
    retry.to_ms = said->to.ms > 0 ? said->to.ms : PAUSE_TO_MS;
    return retry;
}

/* ---- fields ---------------------------------------------------------------------------------------- */

static struct model_field *freeze_fields(struct flow_resolving *r, struct flow_owner *owner,
                                         const struct ast_fields *fields, struct map *names,
                                         const char *what) {
    struct model_field *model = arena_alloc(r->arena, fields->count * sizeof *model);
    const struct ast_field **places = arena_alloc(r->arena, fields->count * sizeof(*places));
    size_t count = 0;
    *names = map_new(r->arena);
    for (const struct ast_field *field = fields->first; field != NULL; field = field->next) {
        owner->is_broken = owner->is_broken || !field->type_is_known;
        model[count] = (struct model_field){.name = field->name.text,
                                            .doc = field->doc,
                                            .type = field->type,
                                            .is_optional = field->is_optional,
                                            .is_inout = field->is_inout};
        places[count] = field;
        if (!map_put(names, field->name.text, count))
            diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_FIELD, field->name.span,
                            places[map_get(names, field->name.text)]->name.span,
                            WORDS(what, field->name.text));
        count++;
    }
    return model;
}

static void init_owner(struct flow_resolving *r, struct flow_owner *owner) {
    const struct ast_flow *ast = owner->ast;
    static const struct ast_fields none = {0};
    const struct ast_fields *data = ast->data.first == NULL ? &none : ast->data.first->fields;
    owner->is_broken = ast->incomplete;
    owner->args =
        freeze_fields(r, owner, &ast->args, &owner->arg_names, ast->is_procedure ? "parameter" : "argument");
    owner->arg_count = ast->args.count;
    owner->data = freeze_fields(r, owner, data, &owner->data_names, "data");
    owner->data_count = data->count;
    owner->end = &owner->first;
    owner->callback_names = map_new(r->arena);
    owner->step_names = map_new(r->arena);
    owner->repeat_names = map_new(r->arena);
    if (ast->is_procedure)
        map_put(&r->names, ast->head.name.text, (size_t)(owner - r->owners));
}

/* ---- settings -------------------------------------------------------------------------------------- */

/* Each stands in a flow, outside of its braces, and once. */
static void check_settings(struct flow_resolving *r, const struct ast_flow *flow,
                           const struct ast_flow_settings *settings, const char *word) {
    for (const struct ast_flow_setting *setting = settings->first; setting != NULL; setting = setting->next) {
        if (flow->is_procedure) {
            diagnose(r->diagnostics,
                     settings == &flow->data ? MESSAGE_DATA_OF_PROCEDURE : MESSAGE_SETTING_OF_PROCEDURE,
                     setting->keyword, WORDS(word, flow->head.name.text));
        } else if (setting->scope != NULL) {
            diagnose_beside(r->diagnostics, MESSAGE_SETTING_IN_BRACES, setting->keyword,
                            setting->scope->keyword, WORDS(word));
        } else if (setting != settings->first) {
            diagnose_beside(r->diagnostics, MESSAGE_FLOW_SAYS_TWICE, setting->keyword,
                            settings->first->keyword, WORDS(flow->head.name.text, word));
        }
    }
}

/* "did you mean", or else what the help says. */
static void unknown_argument(struct flow_resolving *r, const struct flow_owner *owner,
                             const struct ast_text *name, const char *help) {
    struct suggestion suggestion = suggestion_for(name->text);
    for (size_t i = 0; i < owner->arg_count; i++)
        suggestion_offer(&suggestion, owner->args[i].name);
    diagnose(r->diagnostics, MESSAGE_UNKNOWN_ARGUMENT, name->span,
             WORDS(owner->ast->head.name.text, name->text, help));
    diagnose_meant(r->diagnostics, "", suggestion.nearest);
}

static void freeze_unique(struct flow_resolving *r, struct flow_owner *owner) {
    const struct ast_flow_setting *setting = owner->ast->unique.first;
    struct model_flow *model = &owner->flow->model;
    if (setting == NULL)
        return;
    size_t *unique = arena_alloc(r->arena, setting->words->count * sizeof *unique);
    for (const struct ast_word *word = setting->words->first; word != NULL; word = word->next) {
        size_t arg = map_get(&owner->arg_names, word->name.text);
        if (arg == MAP_NOTHING) {
            unknown_argument(r, owner, &word->name,
                             "a run is known by what it is started with: name arguments");
        } else if (owner->args[arg].is_optional) {
            diagnose(r->diagnostics, MESSAGE_OPTIONAL_UNIQUE, word->name.span, WORDS(word->name.text));
        } else {
            unique[model->unique_count++] = arg;
        }
    }
    model->unique = unique;
}

/* What can change does not say where a run's events go, or they would be in two orders. */
static void freeze_emit(struct flow_resolving *r, struct flow_owner *owner) {
    const struct ast_flow_setting *setting = owner->ast->emit.first;
    if (setting == NULL)
        return;
    const struct ast_reference *written = setting->reference;
    struct model_flow_emit *emit = arena_alloc(r->arena, sizeof *emit);
    emit->topic = setting->topic.text;
    if (written != NULL && written->owner.text == NULL)
        emit->arg = map_get(&owner->arg_names, written->name.text);
    if (written == NULL) {
        owner->flow->model.emit = emit;
    } else if (written->owner.text != NULL) {
        diagnose(r->diagnostics, MESSAGE_FLOW_TOPIC, written->span, NULL);
    } else if (emit->arg == MAP_NOTHING) {
        unknown_argument(r, owner, &written->name,
                         "write `emit \"TOPIC\";`, or name an argument of type text");
    } else if (owner->args[emit->arg].type != PAWL_TYPE_TEXT) {
        diagnose(r->diagnostics, MESSAGE_FLOW_TOPIC_TYPE, written->span,
                 WORDS(written->name.text, model_type_name(owner->args[emit->arg].type)));
    } else {
        owner->flow->model.emit = emit;
    }
}

static void freeze_allows(struct flow_resolving *r, struct flow_owner *owner) {
    size_t count = 0;
    for (const struct ast_flow_setting *s = owner->ast->allow.first; s != NULL; s = s->next)
        count++;
    struct model_allow *allows = arena_alloc(r->arena, count * sizeof *allows);
    count = 0;
    for (const struct ast_flow_setting *s = owner->ast->allow.first; s != NULL; s = s->next)
        if (resolve_check_allow(r->diagnostics, s->code))
            allows[count++] = (struct model_allow){s->code.text, s->reason.text};
    if (owner->flow != NULL) {
        owner->flow->model.allow_count = count;
        owner->flow->model.allows = allows;
    }
}

static void freeze_settings(struct flow_resolving *r, struct flow_owner *owner) {
    const struct ast_flow *ast = owner->ast;
    check_settings(r, ast, &ast->data, "data");
    check_settings(r, ast, &ast->unique, "unique");
    check_settings(r, ast, &ast->retry, "retry");
    check_settings(r, ast, &ast->emit, "emit");
    freeze_allows(r, owner);
    if (ast->is_procedure)
        return;
    freeze_unique(r, owner);
    freeze_emit(r, owner);
    if (ast->retry.first != NULL)
        owner->flow->model.retry = resolve_flow_retry(ast->retry.first->retry);
    if (ast->retry.first != NULL && ast->retry.first->retry->count == AST_RETRY_FOREVER)
        diagnose(r->diagnostics, MESSAGE_RETRY_FOREVER, ast->retry.first->keyword, NULL);
}

/* ---- models ---------------------------------------------------------------------------------------- */

static void freeze_owner(struct flow_resolving *r, struct flow_owner *owner) {
    const struct ast_head *head = &owner->ast->head;
    const char *label = resolve_label_of(r->arena, head->label, head->name.text);
    if (owner->procedure != NULL) {
        owner->procedure->ast = owner->ast;
        owner->procedure->model = (struct model_procedure){.name = head->name.text,
                                                           .label = label,
                                                           .doc = head->doc,
                                                           .param_count = owner->arg_count,
                                                           .params = owner->args,
                                                           .callback_count = owner->callback_count,
                                                           .callbacks = owner->callbacks};
        return;
    }
    struct model_flow *model = &owner->flow->model;
    owner->flow->ast = owner->ast;
    model->name = head->name.text;
    model->label = label;
    model->doc = head->doc;
    model->renamed_from = head->renamed_from.text;
    model->arg_count = owner->arg_count;
    model->args = owner->args;
    model->data_count = owner->data_count;
    model->data = owner->data;
    model->callback_count = owner->callback_count;
    model->callbacks = owner->callbacks;
}

static void count_owners(const struct ast *ast, struct resolved_flows *resolved) {
    *resolved = (struct resolved_flows){0};
    for (const struct ast_flow *flow = ast->flows; flow != NULL; flow = flow->next)
        if (flow->is_procedure)
            resolved->procedure_count++;
        else
            resolved->flow_count++;
}

void resolve_flows(struct ast *ast, struct resolved_flows *resolved) {
    struct flow_resolving r = {.arena = ast->arena, .diagnostics = ast->diagnostics};
    size_t flows = 0;
    size_t procedures = 0;
    count_owners(ast, resolved);
    resolved->flows = arena_alloc(r.arena, resolved->flow_count * sizeof *resolved->flows);
    resolved->procedures = arena_alloc(r.arena, resolved->procedure_count * sizeof *resolved->procedures);
    r.owners = arena_alloc(r.arena, (resolved->flow_count + resolved->procedure_count) * sizeof *r.owners);
    r.names = map_new(r.arena);
    for (const struct ast_flow *flow = ast->flows; flow != NULL; flow = flow->next) {
        struct flow_owner *owner = &r.owners[r.owner_count++];
        owner->ast = flow;
        if (flow->is_procedure)
            owner->procedure = &resolved->procedures[procedures++];
        else
            owner->flow = &resolved->flows[flows++];
        init_owner(&r, owner);
    }
    for (size_t i = 0; i < r.owner_count; i++) {
        size_t errors = r.diagnostics->error_count;
        freeze_settings(&r, &r.owners[i]);
        resolve_flow_body(&r, &r.owners[i]);
        freeze_owner(&r, &r.owners[i]);
        r.owners[i].is_broken = r.owners[i].is_broken || r.diagnostics->error_count > errors;
    }
    resolve_flow_recursion(&r);
    for (size_t i = 0; i < r.owner_count; i++)
        if (r.owners[i].flow != NULL)
            resolve_flow_program(&r, &r.owners[i]);
}
