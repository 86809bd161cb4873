/* What templates of all dialects may say of timers and work. */
#include "emit/sql/queue.h"
#include "emit/template/template.h"

#include <inttypes.h>

static struct queue_rule rule_of(const struct template_scope *scope) {
    return queue_rule(scope->machine, scope->declaration);
}

static void write_declaration(struct text *out, const struct template_scope *scope) {
    sql_queue_name(out, scope->dialect, scope->machine, scope->declaration);
}

static void write_declared_event(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = rule_of(scope);
    if (rule.event != NULL)
        scope->dialect->literal(out, rule.event->stored);
    else
        text_put(out, "cast(null as text)");
}

static void write_attempts(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = rule_of(scope);
    if (rule.attempts > 0)
        text_printf(out, "%" PRId64, rule.attempts);
    else
        text_put(out, "cast(null as integer)");
}

#define DURATION(name)                                                                                       \
    static void write_##name(struct text *out, const struct template_scope *scope) {                         \
        scope->dialect->duration(out, rule_of(scope).name##_ms);                                             \
    }
DURATION(lease)
DURATION(every)
DURATION(backoff_from)
DURATION(backoff_to)
#undef DURATION

static bool is_work(const struct template_scope *scope) {
    return rule_of(scope).work != NULL;
}

static bool enter_declarations(struct template_scope *scope, size_t index) {
    scope->declaration = index;
    return index < queue_count(scope->machine);
}

static const struct template_word words[] = {
    {"declaration", write_declaration},       /* of {#each declarations}: its name, a literal */
    {"declared_event", write_declared_event}, /* a timer's, or what is fired when attempts are spent */
    {"attempts", write_attempts},             /* null: for ever */
    {"lease", write_lease},                   /* durations, as the database keeps them */
    {"every", write_every},
    {"backoff_from", write_backoff_from},
    {"backoff_to", write_backoff_to},
    {0},
};

static const struct template_condition conditions[] = {
    {"is_work", is_work}, /* the declaration; otherwise it is a timer */
    {0},
};

static const struct template_list lists[] = {
    {"declarations", enter_declarations}, /* timers, then work */
    {0},
};

const struct template_vocabulary sql_queue_vocabulary = {words, conditions, lists};
