/* What templates of all dialects may say of a flow. */
#include "emit/sql/sql.h"
#include "emit/template/template.h"

#include <string.h>

static void literal_or_null(struct text *out, const struct template_scope *scope, const char *text) {
    if (text != NULL)
        scope->dialect->literal(out, text);
    else
        text_put(out, "null");
}

/* ---- functions ------------------------------------------------------------------------------------------
 */

enum { ARGUMENTS_MAX = 99 }; /* of a function on PostgreSQL, without the actor */

static void write_run_name(struct text *out, const struct template_scope *scope, const char *suffix,
                           const char *signal, size_t argument_count) {
    text_printf(out, "%s_%s%s", scope->flow->name, suffix, signal);
    if (scope->dialect->numbers_functions)
        text_printf(out, "$%zu", argument_count);
}

static void write_start_name(struct text *out, const struct template_scope *scope) {
    write_run_name(out, scope, "start", "", scope->flow->arg_count + 1);
}

static void write_signal_name(struct text *out, const struct template_scope *scope) {
    write_run_name(out, scope, "signal_", scope->step->signal, 2);
}

static bool fits(const struct template_scope *scope,
                 void (*write)(struct text *out, const struct template_scope *scope)) {
    struct text name = TEXT_INIT;
    write(&name, scope);
    const bool is_short = !text_failed(&name) && name.length <= scope->dialect->name_max;
    text_free(&name);
    return is_short;
}

/* The same signal may be waited for twice. A name that is too long for the database has no function. */
static bool enter_signals(struct template_scope *scope, size_t index) {
    const struct model_flow *flow = scope->flow;
    for (size_t i = 0; i < flow->step_count; i++) {
        bool is_first = flow->steps[i].signal != NULL;
        for (size_t before = 0; before < i && is_first; before++)
            is_first = flow->steps[before].signal == NULL ||
                       strcmp(flow->steps[before].signal, flow->steps[i].signal) != 0;
        scope->step = &flow->steps[i];
        if (is_first && fits(scope, write_signal_name) && index-- == 0)
            return true;
    }
    return false;
}

static bool can_start(const struct template_scope *scope) {
    return scope->flow->arg_count <= ARGUMENTS_MAX && fits(scope, write_start_name);
}

static void write_run_names(struct text *out, const struct template_scope *scope) {
    struct template_scope inner = *scope;
    if (can_start(scope))
        write_start_name(out, scope);
    for (size_t i = 0; enter_signals(&inner, i); i++) {
        text_put(out, i > 0 || can_start(scope) ? "," : "");
        write_signal_name(out, &inner);
    }
}

static void write_run_function(struct text *out, const struct template_scope *scope,
                               void (*write)(struct text *out, const struct template_scope *scope)) {
    text_printf(out, "%s.", scope->dialect->schema);
    write(out, scope);
}

static void enter_arg(struct template_scope *scope, size_t arg) {
    scope->param = &scope->event->params[arg];
    scope->column = &scope->machine->columns[arg];
}

static bool enter_unique_args(struct template_scope *scope, size_t index) {
    if (index >= scope->flow->unique_count)
        return false;
    enter_arg(scope, scope->flow->unique[index]);
    return true;
}

static bool enter_lock_keys(struct template_scope *scope, size_t index) {
    for (size_t i = 0; i < scope->flow->lock_count; i++) {
        const struct model_lock *lock = &scope->flow->locks[i];
        if (index < lock->key_count) {
            enter_arg(scope, lock->keys[index].index);
            scope->item = lock;
            return true;
        }
        index -= lock->key_count;
    }
    return false;
}

static bool has_arg_actor(const struct model_flow *flow) {
    for (size_t i = 0; i < flow->arg_count; i++)
        if (strcmp(flow->args[i].name, "actor") == 0)
            return true;
    return false;
}

TEMPLATE_OWN(model_lock, lock, item)

/* ---- the vocabulary -------------------------------------------------------------------------------------
 */

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(signals, enter_signals) /* each once, of which there is a function */                              \
    ENTER(unique_args, enter_unique_args)                                                                    \
    ENTER(lock_keys, enter_lock_keys) /* of the flow's own locks */
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(can_start, can_start(scope)) /* there is a function */                                                 \
    X(is_unique, scope->flow->unique_count > 0)                                                              \
    X(has_locks, scope->flow->lock_count > 0)                                                                \
    X(has_arg_actor, has_arg_actor(scope->flow)) /* an argument of that name */                              \
    X(is_global_lock, lock_of(scope)->is_global) /* of {#each lock_keys} */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, flow_name, scope->flow->name)                                                                    \
    X(WORD, flow, scope->dialect->literal(out, scope->flow->name))            /* its name, a literal */      \
    X(WORD, start_function, write_run_function(out, scope, write_start_name)) /* with its schema */          \
    X(WORD, signal_function, write_run_function(out, scope, write_signal_name))                              \
    X(WORD, run_functions, write_run_names(out, scope)) /* the names of both, between commas */              \
    X(WORD, start_actor, text_printf(out, "$%zu", scope->flow->arg_count + 1))                               \
    X(WORD, signal, scope->dialect->literal(out, scope->step->signal)) /* as a literal */                    \
    X(TEXT, lock_type, lock_of(scope)->is_global ? "" : scope->flow->name)                                   \
    X(WORD, flow_fingerprint, scope->dialect->literal(out, scope->flow->fingerprint))                        \
    X(WORD, flow_heading, sql_heading(out, scope->flow->name)) /* of its part of a file, */                  \
    /* and its label and doc */                                                                              \
    X(WORD, flow_comment, sql_comment(out, scope->flow->label, scope->flow->doc))                            \
    /* as a literal; see sql_flow_model */                                                                   \
    X(WORD, flow_model, sql_flow_model(out, scope->dialect, scope->flow))                                    \
    /* where `emit` sends what its runs do, or null, */                                                      \
    X(WORD, flow_topic,                                                                                      \
      literal_or_null(out, scope, scope->flow->emit == NULL ? NULL : scope->flow->emit->topic))              \
    /* and the argument that says so */                                                                      \
    X(WORD, flow_topic_argument,                                                                             \
      literal_or_null(out, scope,                                                                            \
                      scope->flow->emit == NULL || scope->flow->emit->topic != NULL                          \
                          ? NULL                                                                             \
                          : scope->flow->args[scope->flow->emit->arg].name))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary sql_flow_vocabulary = {words, conditions, lists};
