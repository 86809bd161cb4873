/* What templates of all dialects may say of timers and work. */
#include "emit/sql/queue.h"
#include "emit/template/template.h"

#include <inttypes.h>

struct queue_rule sql_rule_of(const struct template_scope *scope) {
    return queue_rule(scope->machine, scope->declaration);
}

static bool is_periodic(const struct model_machine *machine, size_t number) {
    const struct model_timer *timer = queue_rule(machine, number).timer;
    return timer != NULL && timer->kind == MODEL_EVERY;
}

static bool is_latest(const struct template_scope *scope) {
    const struct model_timer *timer = sql_rule_of(scope).timer;
    return timer != NULL && timer->is_latest;
}

/* Whether the event may give the timer a time. */
static bool has_time(const struct template_scope *scope, size_t event) {
    const struct model_event *of = &scope->machine->events[event];
    for (size_t i = 0; i < of->param_count; i++)
        if (of->params[i].column == sql_rule_of(scope).timer->at->column)
            return true;
    return false;
}

#define LISTS(X, SOME, ENTER)                                                                                \
    SOME(latest_events, scope->machine->event_count, has_time(scope, i), event, &scope->machine->events[i])  \
    SOME(periodic, queue_count(scope->machine), is_periodic(scope->machine, i), declaration, i)              \
    X(declarations, queue_count(scope->machine), declaration, index) /* timers, then work */
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(is_work, sql_rule_of(scope).work != NULL) /* the declaration; otherwise it is a timer */               \
    X(has_declared_event, sql_rule_of(scope).event != NULL)                                                  \
    X(has_periodic, template_has_some(scope, list_periodic)) /* the machine: timers that come again */       \
    X(puts_off_unrecorded, queue_puts_off_unrecorded(scope->machine)) /* by a transition */                  \
    X(is_put_off_unrecorded, queue_is_put_off_unrecorded(scope->machine, scope->declaration))                \
    X(is_latest, is_latest(scope)) /* the declaration: a timer at the last time that was given */            \
    X(tells_latest, queue_tells_latest(scope->machine))                                                      \
    X(is_counted, model_is_counted(sql_rule_of(scope).timer)) /* a timer after a number of units in data */  \
    X(has_attempts, sql_rule_of(scope).attempts > 0)          /* otherwise it is tried for ever */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    /* of {#each declarations}: its name, a literal */                                                       \
    X(WORD, declaration, sql_queue_name(out, scope->dialect, scope->machine, scope->declaration))            \
    /* the event of a timer, or the one that is fired when the attempts are spent: a literal */              \
    X(WORD, declared_event, scope->dialect->literal(out, sql_rule_of(scope).event->stored))                  \
    X(WORD, attempts, text_printf(out, "%" PRId64, sql_rule_of(scope).attempts))                             \
    /* of a timer that is counted: the most units */                                                         \
    X(WORD, most_units,                                                                                      \
      text_printf(out, "%" PRId64, PAWL_DURATION_MAX_US / 1000 / sql_rule_of(scope).timer->after_ms))        \
    /* durations, as the database keeps them */                                                              \
    X(WORD, lease, scope->dialect->duration(out, sql_rule_of(scope).lease_ms))                               \
    X(WORD, every, scope->dialect->duration(out, sql_rule_of(scope).every_ms))                               \
    X(WORD, backoff_from, scope->dialect->duration(out, sql_rule_of(scope).backoff_from_ms))                 \
    X(WORD, backoff_to, scope->dialect->duration(out, sql_rule_of(scope).backoff_to_ms))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary sql_queue_vocabulary = {words, conditions, lists};
