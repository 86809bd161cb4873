/* What templates of functions say of guards and effects: their names, their functions, what they refer to.
 */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "resolve/references.h"

#include <string.h>
#include <strings.h>

enum { ARGUMENTS_MAX = 100 }; /* of a function in PostgreSQL */

static const struct model_sql *sql_of(const struct template_scope *scope) {
    return scope->hook->sql[scope->dialect->number];
}

/* ---- what they refer to ------------------------------------------------------------------------------- */

static void write_argument_type(struct text *out, const struct template_scope *scope) {
    if (scope->index >= ARGUMENTS_MAX)
        text_fail(out, "SQL of a guard or effect refers to more than 100 values, which is all that a "
                       "function of every database takes; split it into several");
    text_put(out, scope->dialect->types[sql_reference_type(scope->machine, scope->reference)]);
}

/* A parameter of the event; null where it is one of another way to begin. */
static void write_given(struct text *out, const struct template_scope *scope) {
    const struct model_event *event = scope->event;
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == scope->reference->column) {
            text_printf(out, scope->is_row ? "given.v%zu" : "$%zu", scope->is_row ? i + 1 : i + 2);
            return;
        }
    scope->dialect->cast(out, "null", scope->machine->columns[scope->reference->column].type);
}

static void write_created(struct text *out, const struct template_scope *scope) {
    const struct model_column *column = &scope->machine->columns[scope->reference->column];
    struct text value = TEXT_INIT;
    text_put(&value, "created.");
    sql_name(&value, scope->dialect, column->name);
    if (!text_failed(&value))
        scope->dialect->cast(out, value.data, column->type);
    text_fail(out, value.problem);
    text_free(&value);
}

static void write_argument(struct text *out, const struct template_scope *scope) {
    switch (scope->reference->kind) {
    case MODEL_KEY:
        text_put(out, scope->is_row ? "given.id" : "$1");
        break;
    case MODEL_NOW:
        text_put(out, scope->is_row                                ? "given.moment"
                      : hook_is_guard(scope->machine, scope->hook) ? "moment"
                                                                   : "outcome.created_at");
        break;
    case MODEL_PARAM:
        write_given(out, scope);
        break;
    case MODEL_CREATED:
        (scope->event->is_creation ? write_given : write_created)(out, scope);
        break;
    }
}

/* ---- the machine's ------------------------------------------------------------------------------------ */

/* An effect that inserts, updates or deletes; but a rule would not run what `returning` asks for. */
static bool may_be_rule(const struct template_scope *scope) {
    static const char *const commands[] = {"insert", "update", "delete"};
    const char *text = sql_of(scope)->text;
    if (hook_is_guard(scope->machine, scope->hook) || has_word(text, true, "returning"))
        return false;
    text += first_statement(text, true);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strncasecmp(text, commands[i], strlen(commands[i])) == 0)
            return true;
    return false;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    /* guards and effects in SQL that moves have */                                                          \
    SOME(sql_hooks, scope->machine->hook_count, !hook_is_callback(scope->machine->hooks[i]), hook,           \
         scope->machine->hooks[i])                                                                           \
    /* likewise; in the order of the file */                                                                 \
    SOME(sql_guards, scope->machine->guard_count,                                                            \
         !hook_is_callback(&scope->machine->guards[i]) && scope->machine->guards[i].number != MODEL_NOTHING, \
         hook, &scope->machine->guards[i])                                                                   \
    X(hook_references, sql_references(sql_of(scope)).count, reference,                                       \
      sql_references(sql_of(scope)).list[index])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(takes_arguments, sql_of(scope)->reference_count > 0)                                                   \
    X(may_be_rule, may_be_rule(scope))                                                                       \
    X(has_sql_hooks, template_has_some(scope, list_sql_hooks)) /* the machine */                             \
    X(has_sql_guards, template_has_some(scope, list_sql_guards))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, hook_name, scope->hook->name) /* of the guard or effect, as it is */                             \
    /* guard or effect */                                                                                    \
    X(TEXT, hook_kind, hook_is_guard(scope->machine, scope->hook) ? "guard" : "effect")                      \
    /* its name, with its schema; also of the view whose rule it is */                                       \
    X(WORD, hook_function, template_render_text(out, scope, "{schema}.{name}_{hook_kind}_{hook_name}"))      \
    X(WORD, hook_comment, sql_comment(out, scope->hook->label, scope->hook->doc))                            \
    /* its SQL, with parameters for what it refers to, */                                                    \
    X(WORD, hook_text, sql_numbered(out, sql_of(scope), "$"))                                                \
    /* or with the columns of the view */                                                                    \
    X(WORD, rule_text, sql_numbered(out, sql_of(scope), "new.argument_"))                                    \
    /* of {#each hook_references}: what the event's function passes, */                                      \
    X(WORD, argument, write_argument(out, scope))                                                            \
    X(WORD, argument_type, write_argument_type(out, scope))                                                  \
    X(NUMBER, argument_number, scope->index + 1) /* and where, from 1 */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_hook_vocabulary = {words, conditions, lists};
