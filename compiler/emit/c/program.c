/* What the template of a program may say. */
#include "emit/c/c.h"
#include "emit/emit.h"
#include "emit/sql/queue.h"
#include "model/hooks.h"

/* ---- tables of the author ------------------------------------------------------------------------------ */

static void write_entity_table(struct text *out, const struct template_scope *scope) {
    const struct model_entity *entity = scope->machine->entity;
    text_printf(out, "%s%s%s", entity->schema != NULL ? entity->schema : "",
                entity->schema != NULL ? "." : "", entity->table);
}

/* What a table needs so that the machine can refer to it. */
static void write_entity_columns(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const enum pawl_type type = machine->key_type;
    text_printf(out, "%s %s primary key", machine->entity->column,
                type == PAWL_TYPE_TEXT ? "varchar(64)" : model_type_name(type));
    if (machine->mirror != NULL)
        text_printf(out, ", %s varchar(64)", machine->mirror->column);
}

/* ---- work ---------------------------------------------------------------------------------------------- */

static bool is_fired_in_work(const struct model_machine *machine, size_t event,
                             const struct model_hook *hook) {
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->event != event || move->from == MODEL_NOTHING)
            continue;
        const struct model_work *work = machine->states[move->from].work;
        if (work != NULL && work->hook == hook)
            return true;
    }
    return false;
}

/* As the constants of their enum. */
static void write_work_events(struct text *out, const struct template_scope *scope) {
    size_t count = 0, put = 0;
    for (size_t i = 0; i < scope->machine->event_count; i++)
        count += is_fired_in_work(scope->machine, i, scope->hook);
    for (size_t i = 0; i < scope->machine->event_count; i++) {
        if (!is_fired_in_work(scope->machine, i, scope->hook))
            continue;
        text_put(out, text_separator(put++, count, " or "));
        c_upper(out, scope->machine->c_name);
        text_put(out, "_EVENT_");
        c_upper(out, scope->machine->events[i].name);
    }
}

/* ---- the vocabulary ------------------------------------------------------------------------------------ */

static const char *id_of_words(enum pawl_type type) {
    return model_is_text_key(type) ? "words->list[0]"
           : type == PAWL_TYPE_INT ? "(int32_t)strtol(words->list[0], NULL, 10)"
                                   : "strtoll(words->list[0], NULL, 10)";
}

static void write_key_of_words(struct text *out, const struct template_scope *scope) {
    const enum pawl_type type = scope->machine->key_type;
    text_printf(out, "pawl_%s(%s)", model_type_name(type), id_of_words(type));
}

static const char *step_to_fill_in(enum model_callback_kind kind) {
    switch (kind) {
    case MODEL_CALLBACK_TX:
    case MODEL_CALLBACK_UNDO_TX:
        return "use `db`, which commits with the step";
    case MODEL_CALLBACK_CALL:
    case MODEL_CALLBACK_UNDO_CALL:
        return "use `step->key`, because it can be repeated";
    case MODEL_CALLBACK_PREDICATE:
        break;
    }
    return "only read, and set `*yes`";
}

static bool has_queue(const struct model *model) {
    for (size_t i = 0; i < model->machine_count; i++)
        if (queue_is_used(&model->machines[i]))
            return true;
    return false;
}

/* Whether something of the file has functions of the program. */
static bool has_hooks(const struct template_scope *scope) {
    const struct model *model = scope->model;
    for (size_t i = 0; i < model->flow_count; i++)
        if (model->flows[i].callback_count > 0)
            return true;
    for (size_t i = 0; i < model->procedure_count; i++)
        if (model->procedures[i].callback_count > 0)
            return true;
    for (size_t i = 0; i < model->machine_count; i++) {
        if (model->machines[i].work_count > 0)
            return true;
        for (size_t h = 0; h < model->machines[i].hook_count; h++)
            if (hook_is_callback(model->machines[i].hooks[h]))
                return true;
    }
    return false;
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, entity_table, write_entity_table(out, scope)) /* with its schema */                              \
    X(WORD, entity_columns, write_entity_columns(out, scope))                                                \
    X(TEXT, entity_column, scope->machine->entity->column)                                                   \
    X(WORD, work_events, write_work_events(out, scope)) /* that its states take */                           \
    X(TEXT, id_of_words, id_of_words(scope->machine->key_type))                                              \
    X(WORD, key_of_words, write_key_of_words(out, scope)) /* as a struct pawl_value */                       \
    X(TEXT, step_to_fill_in, step_to_fill_in(scope->callback->kind))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(file_has_machines, scope->model->machine_count > 0)                                                    \
    X(file_has_flows, scope->model->flow_count > 0)                                                          \
    X(file_has_queue, has_queue(scope->model))                                                               \
    X(file_has_worker, has_queue(scope->model) || scope->model->flow_count > 0)                              \
    X(file_has_hooks, has_hooks(scope))
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary c_program_vocabulary = {words, conditions, NULL};

void emit_c_program(const struct emit_context *context, struct text *out) {
    const struct template_scope scope = {.templates = &c_templates, .model = context->model};
    template_render(out, &scope, "program");
}
