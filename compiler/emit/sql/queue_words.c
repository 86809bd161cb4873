/* What templates of all dialects may say of timers and work. */
#include "emit/sql/queue.h"
#include "emit/template/template.h"

#include <inttypes.h>

struct queue_rule sql_rule_of(const struct template_scope *scope) {
    return queue_rule(scope->machine, scope->declaration);
}

static void write_declared_event(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = sql_rule_of(scope);
    if (rule.event != NULL)
        scope->dialect->literal(out, rule.event->stored);
    else
        text_put(out, "cast(null as text)");
}

static void write_attempts(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = sql_rule_of(scope);
    if (rule.attempts > 0)
        text_printf(out, "%" PRId64, rule.attempts);
    else
        text_put(out, "cast(null as integer)");
}

#define LISTS(X, SOME, ENTER)                                                                                \
    X(declarations, queue_count(scope->machine), declaration, index) /* timers, then work */
TEMPLATE_LISTS(LISTS)
#undef LISTS

#define CONDITIONS(X)                                                                                        \
    X(is_work, sql_rule_of(scope).work != NULL) /* the declaration; otherwise it is a timer */
TEMPLATE_CONDITIONS(CONDITIONS)
#undef CONDITIONS

#define OWN_WORDS(X)                                                                                         \
    /* of {#each declarations}: its name, a literal */                                                       \
    X(WORD, declaration, sql_queue_name(out, scope->dialect, scope->machine, scope->declaration))            \
    /* a timer's, or what is fired when attempts are spent */                                                \
    X(WORD, declared_event, write_declared_event(out, scope))                                                \
    X(WORD, attempts, write_attempts(out, scope)) /* null: for ever */                                       \
    /* durations, as the database keeps them */                                                              \
    X(WORD, lease, scope->dialect->duration(out, sql_rule_of(scope).lease_ms))                               \
    X(WORD, every, scope->dialect->duration(out, sql_rule_of(scope).every_ms))                               \
    X(WORD, backoff_from, scope->dialect->duration(out, sql_rule_of(scope).backoff_from_ms))                 \
    X(WORD, backoff_to, scope->dialect->duration(out, sql_rule_of(scope).backoff_to_ms))
TEMPLATE_WORDS(OWN_WORDS)
#undef OWN_WORDS

const struct template_vocabulary sql_queue_vocabulary = {words, conditions, lists};
