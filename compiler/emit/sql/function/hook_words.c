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

static void write_hook_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->hook->name);
}

static void write_hook_kind(struct text *out, const struct template_scope *scope) {
    text_put(out, hook_is_guard(scope->machine, scope->hook) ? "guard" : "effect");
}

static void write_hook_function(struct text *out, const struct template_scope *scope) {
    template_render_text(out, scope, "{schema}.{name}_{hook_kind}_{hook_name}");
}

static void write_hook_comment(struct text *out, const struct template_scope *scope) {
    sql_comment(out, NULL, scope->hook->doc);
}

static void write_hook_text(struct text *out, const struct template_scope *scope) {
    sql_numbered(out, sql_of(scope), "$");
}

static void write_rule_text(struct text *out, const struct template_scope *scope) {
    sql_numbered(out, sql_of(scope), "new.argument_");
}

/* ---- what they refer to ------------------------------------------------------------------------------- */

static bool enter_hook_references(struct template_scope *scope, size_t index) {
    const struct sql_references references = sql_references(sql_of(scope));
    if (index >= references.count)
        return false;
    scope->reference = references.list[index];
    return true;
}

static bool takes_arguments(const struct template_scope *scope) {
    return sql_of(scope)->reference_count > 0;
}

static void write_argument_number(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->index + 1);
}

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
            text_printf(out, "$%zu", i + 2);
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
    out->failed |= text_failed(&value);
    text_free(&value);
}

static void write_argument(struct text *out, const struct template_scope *scope) {
    switch (scope->reference->kind) {
    case MODEL_KEY:
        text_put(out, "$1");
        break;
    case MODEL_NOW:
        text_put(out, hook_is_guard(scope->machine, scope->hook) ? "moment" : "outcome.created_at");
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

static bool enter_sql_hooks(struct template_scope *scope, size_t index) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->hook_count; i++)
        if (!hook_is_callback(machine->hooks[i]) && index-- == 0) {
            scope->hook = machine->hooks[i];
            return true;
        }
    return false;
}

static bool has_sql_hooks(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_sql_hooks(&inner, 0);
}

static bool enter_sql_guards(struct template_scope *scope, size_t index) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->guard_count; i++) {
        const struct model_hook *guard = &machine->guards[i];
        if (!hook_is_callback(guard) && guard->number != MODEL_NOTHING && index-- == 0) {
            scope->hook = guard;
            return true;
        }
    }
    return false;
}

static bool has_sql_guards(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_sql_guards(&inner, 0);
}

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

static const struct template_word words[] = {
    {"hook_name", write_hook_name},         /* of the guard or effect, as it is */
    {"hook_kind", write_hook_kind},         /* guard or effect */
    {"hook_function", write_hook_function}, /* its name, with its schema; also of the view whose rule it is */
    {"hook_comment", write_hook_comment},
    {"hook_text", write_hook_text}, /* its SQL, with parameters for what it refers to, */
    {"rule_text", write_rule_text}, /* or with the columns of the view */
    {"argument", write_argument},   /* of {#each hook_references}: what the event's function passes, */
    {"argument_type", write_argument_type},
    {"argument_number", write_argument_number}, /* and where, from 1 */
    {0},
};

static const struct template_condition conditions[] = {
    {"takes_arguments", takes_arguments}, {"may_be_rule", may_be_rule},
    {"has_sql_hooks", has_sql_hooks}, /* the machine */
    {"has_sql_guards", has_sql_guards},   {0},
};

static const struct template_list lists[] = {
    {"sql_hooks", enter_sql_hooks},   /* guards and effects in SQL that moves have */
    {"sql_guards", enter_sql_guards}, /* likewise; in the order of the file */
    {"hook_references", enter_hook_references},
    {0},
};

const struct template_vocabulary function_hook_vocabulary = {words, conditions, lists};
