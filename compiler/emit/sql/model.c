/* What a database keeps of a model for pawlctl; model.schema.json says what each key means. */
#include "base/arena.h"
#include "base/escape.h"
#include "emit/diagram/dot.h"
#include "emit/json/json.h"
#include "emit/sql/queue.h"

#include <string.h>

/* ---- members --------------------------------------------------------------------------------------- */

/* Frees the value; no member where there is none. */
static void put_made(struct text *out, const char *key, struct text *value) {
    text_fail(out, value->problem);
    if (!text_failed(out))
        json_put_member(out, key, value->data);
    text_free(value);
}

typedef void render_fn(struct text *out, const struct template_scope *scope, const char *name);

/* A word or a fragment of the dialect's templates. */
static void put_rendered(struct text *out, const struct template_scope *scope, const char *key,
                         render_fn *render, const char *name) {
    struct template_scope of_dialect = *scope;
    struct text value = TEXT_INIT;
    of_dialect.templates = &scope->dialect->templates;
    render(&value, &of_dialect, name);
    put_made(out, key, &value);
}

/* What all machines share is what the same fragment lists where no machine is meant. */
static void put_shared_objects(struct text *out, const struct template_scope *scope) {
    const struct template_scope shared = {.dialect = scope->dialect};
    put_rendered(out, &shared, "shared_objects", template_render_inline, "objects");
}

/* A hook's references say where they stand in its text, so no name in that may become longer. */
static void put_as_written(struct text *out, const struct template_scope *scope, const char *inside) {
    const char *prefix = scope->dialect->replaced_prefix, *found;
    while (prefix && (found = strstr(inside, prefix))) {
        text_write(out, inside, (size_t)(found - inside));
        text_printf(out, "\\u%04x", (unsigned)*found);
        inside = found + 1;
    }
    text_put(out, inside);
}

/* Each of them begins with a comma. */
static void put_members(struct text *out, const struct template_scope *scope, const char *members) {
    (void)scope;
    text_put(out, *members == '\0' ? "" : members + strlen(", "));
}

static void put_diagram(struct text *out, const struct template_scope *scope) {
    const struct dot_style style = {.slots = true};
    struct arena *arena = arena_new();
    struct text graph = TEXT_INIT;
    const struct dot_picture picture = dot_whole(arena, scope->machine, scope->flow);
    dot_graph(&graph, arena, &picture, &style);
    text_pass(out, escape_json, &graph);
    arena_free(arena);
}

/* ---- the queue ------------------------------------------------------------------------------------- */

static void put_text(struct text *out, const struct template_scope *scope,
                     void (*write)(struct text *out, const struct model_machine *machine, size_t number)) {
    struct text value = TEXT_INIT;
    write(&value, scope->machine, scope->declaration);
    text_pass(out, escape_json, &value);
}

static bool has_restarts(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (queue_is_put_off(machine, &machine->timers[i]))
            return true;
    return false;
}

static bool has_unrecorded(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->arrow_count; i++)
        if (machine->arrows[i].is_unrecorded)
            return true;
    return false;
}

static bool is_restarted(const struct template_scope *scope, size_t timer) {
    return queue_is_restart(scope->machine, timer, scope->move);
}

static void put_queue_statement(struct text *out, const struct template_scope *scope) {
    const enum queue_statement number = (enum queue_statement)scope->declaration;
    struct text statement = TEXT_INIT;
    sql_queue_statement(&statement, scope->dialect, scope->machine, number);
    put_made(out, sql_queue_statement_name(number), &statement);
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    X(statements, SQL_STATEMENT_COUNT - SQL_SCHEMA - 1, declaration, SQL_SCHEMA + 1 + index)                 \
    X(fired_events, scope->dialect->runtime_moves ? 0 : scope->machine->event_count, event,                  \
      &scope->machine->events[index])                                                                        \
    SOME(restarted, scope->machine->timer_count, is_restarted(scope, i), declaration, i) /* by the move */   \
    X(declarations, queue_count(scope->machine), declaration, index) /* timers, then work */                 \
    X(due_at, sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->kind == MODEL_AT, reference,     \
      sql_rule_of(scope).timer->at)                                                                          \
    X(queue_statements, QUEUE_STATEMENT_COUNT, declaration, index)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(has_other_storage, scope->machine->storage != MODEL_HEAD)                                              \
    X(is_due_after, sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->kind != MODEL_AT)          \
    X(is_latest, sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->is_latest)                    \
    X(is_due_again, sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->kind == MODEL_EVERY)       \
    X(has_restarts, has_restarts(scope->machine))                                                            \
    X(has_unrecorded, has_unrecorded(scope->machine))                                                        \
    X(is_unrecorded, scope->move->arrow->is_unrecorded)                                                      \
    X(is_stay, queue_is_stay(scope->machine, scope->move))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OF_DIALECT(X, word) X(WORD, word, put_rendered(out, scope, #word, template_write_word, #word))
#define STATEMENT(scope)    sql_statement_name((enum sql_statement)(scope)->declaration)
#define OWN_WORDS(X)                                                                                         \
    X(STRING, dialect_name, scope->dialect->name)                                                            \
    OF_DIALECT(X, current)                                                                                   \
    OF_DIALECT(X, transitions)                                                                               \
    OF_DIALECT(X, pending)                                                                                   \
    OF_DIALECT(X, parent)                                                                                    \
    OF_DIALECT(X, parent_column)                                                                             \
    X(WORD, table, put_rendered(out, scope, "table", template_write_word, "rows"))                           \
    X(STRING, fitting, scope->dialect->key_columns[scope->machine->key_type])                                \
    X(FLAG, enforced, scope->machine->storage == MODEL_TRANSITIONS_ENFORCED)                                 \
    X(WORD, objects, put_rendered(out, scope, "objects", template_render_inline, "objects"))                 \
    X(WORD, shared_objects, put_shared_objects(out, scope))                                                  \
    X(WORD, statement, put_rendered(out, scope, STATEMENT(scope), template_render_inline, STATEMENT(scope))) \
    X(WORD, fire, put_rendered(out, scope, scope->event->name, template_render_inline, "fire"))              \
    X(WORD, diagram, put_diagram(out, scope))                                                                \
    X(WORD, queue_table, text_printf(out, "\"%s_pending\"", scope->machine->name))                           \
    X(WORD, declaration_name, put_text(out, scope, queue_name))                                              \
    X(FLAG, is_work, sql_rule_of(scope).work != NULL)                                                        \
    X(FLAG, is_of_state, sql_rule_of(scope).place->state != NULL)                                            \
    X(MEMBER, declared_event, "event",                                                                       \
      sql_rule_of(scope).event == NULL ? NULL : sql_rule_of(scope).event->name)                              \
    X(NUMBER, after_us, sql_rule_of(scope).timer->after_ms * 1000)                                           \
    X(POSITIVE, unit_us, "unit_us",                                                                          \
      model_is_counted(sql_rule_of(scope).timer) ? sql_rule_of(scope).timer->after_ms * 1000 : 0)            \
    X(NUMBER, lease_us, sql_rule_of(scope).lease_ms * 1000)                                                  \
    X(NUMBER, every_us, sql_rule_of(scope).every_ms * 1000)                                                  \
    X(NUMBER, backoff_from_us, sql_rule_of(scope).backoff_from_ms * 1000)                                    \
    X(NUMBER, backoff_to_us, sql_rule_of(scope).backoff_to_ms * 1000)                                        \
    X(POSITIVE, declared_attempts, "attempts", sql_rule_of(scope).attempts)                                  \
    X(WORD, presence, put_text(out, scope, queue_presences))                                                 \
    X(MEMBER, work_hook_name, "hook",                                                                        \
      sql_rule_of(scope).work == NULL ? NULL : sql_rule_of(scope).work->hook->name)                          \
    X(NUMBER, alternative, queue_alternative(scope->machine, scope->move))                                   \
    X(NUMBER, restarted_number, scope->declaration)                                                          \
    X(WORD, queue_statement, put_queue_statement(out, scope))
TEMPLATE_WORDS(OWN_WORDS)

extern const struct template_fragment sql_model_fragments[];
static const struct template_block blocks[] = {{"members", put_members}, {"as_written", put_as_written}, {0}};
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, NULL};
const struct templates sql_model_templates = {.base = &json_templates,
                                              .fragments = sql_model_fragments,
                                              .vocabularies = vocabularies,
                                              .blocks = blocks};

/* ---- models ---------------------------------------------------------------------------------------- */

static void put_model(struct text *out, const struct template_scope *scope, size_t size,
                      const char *fragment) {
    struct text json = TEXT_INIT;
    if (size > SQL_MODEL_MAX) {
        text_put(out, "null");
        return;
    }
    json_put_dense(&json, scope, fragment);
    text_pass(out, scope->dialect->literal, &json);
}

void sql_model(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    const struct template_scope scope = {
        .templates = &sql_model_templates, .dialect = dialect, .machine = machine};
    put_model(out, &scope, machine->state_count + machine->move_count, "kept_machine");
}

void sql_flow_model(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    const struct template_scope scope = {.templates = &sql_model_templates, .dialect = dialect, .flow = flow};
    put_model(out, &scope, flow->step_count + flow->scope_count, "kept_flow");
}
