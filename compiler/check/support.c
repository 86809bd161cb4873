#include "check/support.h"

#include "emit/emit.h"
#include "emit/sql/function/function.h"
#include "emit/sql/sql.h"
#include "model/dialect.h"

#include <string.h>

static bool is_executing(const struct backend *backend, const void *chosen) {
    return backend->executes && ((const bool *)chosen)[backend - backends];
}

/* The kinds that do not execute, as for --emit. */
static const char *not_executing(struct arena *arena) {
    const char *list = "";
    for (size_t b = 0; backends[b].name != NULL; b++)
        if (!backends[b].executes && !backend_is_shared(&backends[b]))
            list = arena_printf(arena, "%s%s%s", list, *list == '\0' ? "" : ",", backends[b].name);
    return list;
}

enum { CONSTRUCTS_MAX = 32 };

struct support {
    size_t count;
    struct refused {
        const char *construct;
        struct span first;
        size_t places;
    } refused[CONSTRUCTS_MAX];
};

static void support_refuse(struct support *support, struct span at, const char *construct) {
    size_t i = 0;
    while (i < support->count && strcmp(support->refused[i].construct, construct) != 0)
        i++;
    if (i == CONSTRUCTS_MAX)
        return;
    if (i == support->count)
        support->refused[support->count++] = (struct refused){construct, at, 0};
    support->refused[i].places++;
}

static bool is_created(size_t count, const struct model_reference *references) {
    for (size_t i = 0; references != NULL && i < count; i++)
        if (references[i].kind == MODEL_CREATED)
            return true;
    return false;
}

/* Whether anything refers to what an entity was created with. */
static bool needs_creation(const struct model_machine *machine) {
    bool needs =
        is_created(1, machine->key) || (machine->emit != NULL && is_created(1, machine->emit->reference));
    for (size_t i = 0; i < machine->event_count; i++)
        needs |= is_created(machine->events[i].serialize_count, machine->events[i].serialize_by);
    for (size_t i = 0; i < machine->timer_count; i++)
        needs |= is_created(1, machine->timers[i].at);
    for (size_t i = 0; i < machine->hook_count; i++) {
        for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++) {
            const struct model_sql *sql = machine->hooks[i]->sql[d];
            needs |= sql != NULL && is_created(sql->reference_count, sql->references);
        }
    }
    return needs;
}

/* What is in an implicit state was not created with anything. */
static void check_implicit(struct support *support, const struct resolved_machine *machine) {
    if (!machine->model.initial_is_implicit || !needs_creation(&machine->model))
        return;
    for (const struct ast_item *item = machine->ast->items; item != NULL; item = item->next)
        if (item->kind == AST_ITEM_STATE && item->state->implicit.text != NULL)
            support_refuse(support, item->state->implicit.span,
                           "references to `:create` beside an implicit initial state");
}

static void refuse_items(struct support *support, const struct resolved_machine *machine,
                         enum ast_item_kind kind, const char *construct) {
    for (const struct ast_item *item = machine->ast->items; item != NULL; item = item->next)
        if (item->kind == kind)
            support_refuse(support, item->keyword, construct);
}

static void refuse_sql(struct support *support, const struct resolved_hook *hooks,
                       const struct model_hook *models, size_t count, const char *construct) {
    for (size_t i = 0; i < count; i++)
        if (models[i].is_sql)
            support_refuse(support, hooks[i].declared->head.name.span, construct);
}

/* What needs more than the rows of one entity on its node; see tests/citus/README.md and runtime/CITUS.md. */
static void check_distributed(struct support *support, const struct resolved_machine *machine) {
    const struct model_machine *model = &machine->model;
    for (size_t i = 0; i < model->timer_count; i++)
        support_refuse(support, machine->timers[i]->event.span, "timers");
    for (size_t i = 0; i < model->work_count; i++)
        support_refuse(support, machine->works[i]->hook.span, "`work`");
    refuse_sql(support, machine->guards, model->guards, model->guard_count, "guards in SQL");
    refuse_sql(support, machine->effects, model->effects, model->effect_count, "effects in SQL");
    for (size_t i = 0; i < model->event_count; i++)
        if (model->events[i].serialize_count > 0)
            support_refuse(support, machine->events[i].name.span, "`serialize by`");
    refuse_items(support, machine, AST_ITEM_KEY, "`key`");
    refuse_items(support, machine, AST_ITEM_EMIT, "`emit`");
    if (model->storage != MODEL_HEAD)
        refuse_items(support, machine, AST_ITEM_STORAGE, "`storage transitions`");
    else if (model->partition_count > 0)
        refuse_items(support, machine, AST_ITEM_STORAGE, "`partitions`");
    if (model->initial_is_implicit)
        support_refuse(support, machine->ast->head.name.span, "implicit initial states");
}

/* A guard or effect without a text for a database that is told what it runs. */
static void check_texts(struct ast *ast, const struct dialect *dialect, const struct resolved_hook *hooks,
                        const struct model_hook *models, size_t count) {
    const size_t number = dialect_of_name(dialect->name);
    for (size_t i = 0; i < count; i++) {
        if (!models[i].is_sql || models[i].sql[number] != NULL || hooks[i].declared->has_unknown_dialect)
            continue;
        diagnose(ast->diagnostics, MESSAGE_NO_TEXT, hooks[i].declared->head.name.span,
                 WORDS(models[i].name, dialect->title, dialect->name));
    }
}

/* Where a dialect has the number of arguments in the names of functions, refuses names that are too long for
 * it. */
static void check_function_names(struct ast *ast, const struct sql_dialect *dialect,
                                 const struct resolved_machine *machine) {
    for (size_t i = 0; i < machine->model.event_count; i++) {
        const struct template_scope scope = {
            .dialect = dialect, .machine = &machine->model, .event = &machine->model.events[i]};
        struct text name = TEXT_INIT;
        sql_function_name(&name, &scope, "_many");
        if (!text_failed(&name) && name.length > dialect->name_max)
            diagnose(ast->diagnostics, MESSAGE_GENERATED_LENGTH, machine->events[i].name.span,
                     WORDS("event", arena_printf(ast->arena, "%s", name.data),
                           number_word(ast->diagnostics, name.length),
                           number_word(ast->diagnostics, dialect->name_max)));
        text_free(&name);
    }
}

static void check_given_name(struct ast *ast, size_t number, struct ast_text name, const char *what) {
    const size_t most = sql_dialects[number]->name_max;
    if (name.text != NULL && most > 0 && strlen(name.text) > most)
        diagnose(ast->diagnostics, MESSAGE_GIVEN_NAME_LENGTH, name.span,
                 WORDS(what, dialects[number]->title, number_word(ast->diagnostics, strlen(name.text)),
                       number_word(ast->diagnostics, most)));
}

/* Names of others, which nobody here can make shorter: said of the database that takes the shortest ones. */
static void check_given_names(struct ast *ast, const struct resolved_machine *machine, size_t number) {
    for (const struct ast_item *item = machine->ast->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_ENTITY && item->kind != AST_ITEM_MIRROR)
            continue;
        check_given_name(ast, number, item->entity->schema, "schema");
        check_given_name(ast, number, item->entity->table, "table");
        check_given_name(ast, number, item->entity->column, "column");
    }
}

static bool takes_shorter_names(size_t number, size_t than) {
    const size_t most = sql_dialects[number]->name_max, others = sql_dialects[than]->name_max;
    return most > 0 && (others == 0 || most < others);
}

/* What a database cannot be told. */
static void check_database(struct ast *ast, const struct resolved_machine *machine, size_t number) {
    const struct model_machine *model = &machine->model;
    check_texts(ast, dialects[number], machine->guards, model->guards, model->guard_count);
    check_texts(ast, dialects[number], machine->effects, model->effects, model->effect_count);
    if (sql_dialects[number]->numbers_functions)
        check_function_names(ast, sql_dialects[number], machine);
}

/* In a file of its own, or by programs. */
static bool is_told(size_t number, const bool *chosen, dialect_set databases) {
    for (size_t b = 0; backends[b].name != NULL; b++)
        if (chosen[b] && ((backends[b].emit == emit_sql && backends[b].dialect == number) ||
                          (backends[b].emit == emit_c_source && dialect_is_in(databases, number))))
            return true;
    return false;
}

static const char *other_places(struct arena *arena, const struct refused *refused) {
    const size_t more = refused->places - 1;
    return more == 0 ? "" : arena_printf(arena, ", here and in %zu more place%s", more, more == 1 ? "" : "s");
}

bool support_writes_c(const bool *chosen) {
    for (size_t b = 0; backends[b].name != NULL; b++)
        if (chosen[b] && (backends[b].emit == emit_c_header || backends[b].emit == emit_c_source))
            return true;
    return false;
}

void support_check(struct ast *ast, const struct resolved_machine *machine, const bool *chosen,
                   dialect_set databases, bool is_distributed) {
    struct support support = {.count = 0};
    const char *outputs = backends_words(ast->arena, is_executing, chosen, " and ");
    if (outputs == NULL)
        return;
    check_implicit(&support, machine);
    size_t strictest = PAWL_DIALECT_COUNT;
    for (size_t number = 0; number < PAWL_DIALECT_COUNT; number++) {
        if (!is_told(number, chosen, databases))
            continue;
        check_database(ast, machine, number);
        if (strictest == PAWL_DIALECT_COUNT || takes_shorter_names(number, strictest))
            strictest = number;
    }
    if (strictest < PAWL_DIALECT_COUNT)
        check_given_names(ast, machine, strictest);
    for (size_t i = 0; i < support.count; i++)
        diagnose(ast->diagnostics, MESSAGE_NOT_YET, support.refused[i].first,
                 WORDS(support.refused[i].construct, outputs, other_places(ast->arena, &support.refused[i]),
                       not_executing(ast->arena)));
    if (!is_distributed)
        return;
    support.count = 0;
    check_distributed(&support, machine);
    for (size_t i = 0; i < support.count; i++)
        diagnose(ast->diagnostics, MESSAGE_NOT_DISTRIBUTED, support.refused[i].first,
                 WORDS(support.refused[i].construct, other_places(ast->arena, &support.refused[i])));
}
