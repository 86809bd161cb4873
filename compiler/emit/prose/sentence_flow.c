#include "emit/prose/sentence_flow.h"

#include "emit/prose/sentence.h"
#include "emit/template/template.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

bool sentence_shows_name(const char *label, const char *name) {
    for (; *label != '\0' && tolower((unsigned char)*label) == (*name == '_' ? ' ' : *name); label++)
        name++;
    return *label != '\0' || *name != '\0';
}

void sentence_value(struct text *out, const struct model_flow *flow, struct model_value value) {
    sentence_name(out, value.kind == MODEL_ARG ? flow->args[value.index].name : flow->data[value.index].name);
}

void sentence_lock(struct text *out, const struct model_flow *flow, const struct model_lock *lock) {
    text_put(out, lock->is_global ? "global lock on " : "local lock on ");
    for (size_t i = 0; i < lock->key_count; i++) {
        text_put(out, text_separator(i, lock->key_count, " and "));
        sentence_value(out, flow, lock->keys[i]);
    }
}

void sentence_bounds(struct text *out, const struct model_scope *repeat) {
    text_printf(out, "%sat most %" PRId64 " time%s", repeat->min == 0 ? "" : "at least once and ",
                repeat->max, repeat->max == 1 ? "" : "s");
}

void sentence_retry(struct text *out, const struct model_retry *retry) {
    if (retry->count == 0) {
        text_put(out, "not tried again");
        return;
    }
    if (retry->count == MODEL_FOREVER)
        text_put(out, "without limit");
    else
        text_printf(out, "up to %" PRId64 " more time%s", retry->count, retry->count == 1 ? "" : "s");
    text_put(out, ", after ");
    sentence_duration(out, retry->from_ms);
    if (retry->to_ms > retry->from_ms) {
        text_put(out, ", then twice as long each time, up to ");
        sentence_duration(out, retry->to_ms);
    }
}

bool sentence_retries_differ(const struct model_flow *flow, const struct model_flow_step *step) {
    return (step->kind == MODEL_TX || step->kind == MODEL_CALL) &&
           (step->retry.count != flow->retry.count || step->retry.from_ms != flow->retry.from_ms ||
            step->retry.to_ms != flow->retry.to_ms);
}

bool sentence_shows_count(const struct model_flow *flow, const struct model_scope *scope) {
    if (scope->kind != MODEL_REPEAT)
        return false;
    const struct model_field *fields = scope->count.kind == MODEL_ARG ? flow->args : flow->data;
    return sentence_shows_name(scope->label, fields[scope->count.index].name);
}

/* ---- what they speak of ---------------------------------------------------------------------------- */

/* Whether any step, lock or scope is so. */
#define ANY(name, item, is_so)                                                                               \
    static bool name(const struct model_flow *flow) {                                                        \
        for (size_t i = 0; i < flow->item##_count; i++)                                                      \
            if (is_so)                                                                                       \
                return true;                                                                                 \
        return false;                                                                                        \
    }
ANY(undoes, step, flow->steps[i].undo != NULL)
ANY(has_irreversible, step, flow->steps[i].is_irreversible)
ANY(some_differ, step, sentence_retries_differ(flow, &flow->steps[i]))
ANY(some_agree, step, flow->steps[i].callback != NULL && !sentence_retries_differ(flow, &flow->steps[i]))
ANY(is_local, lock, !flow->locks[i].is_global)
ANY(is_global, lock, flow->locks[i].is_global)
ANY(has_local, scope, flow->scopes[i].kind == MODEL_LOCK && !flow->scopes[i].lock.is_global)
ANY(has_global, scope, flow->scopes[i].kind == MODEL_LOCK && flow->scopes[i].lock.is_global)
ANY(asks, scope, flow->scopes[i].kind == MODEL_OPTIONAL)

bool sentence_goes_back(const struct model_flow *flow) {
    return undoes(flow);
}

bool sentence_stays_done(const struct model_flow *flow, const struct model_flow_step *step) {
    return step->callback != NULL && step->undo == NULL && !step->is_irreversible && undoes(flow);
}

ANY(leaves_some, step, sentence_stays_done(flow, &flow->steps[i]))

/* Whether anything from that step on can fail for good: also a step in the database, at which programs die.
 */
static bool can_fail(const struct model_flow *flow, size_t from) {
    const bool gives_up = flow->retry.count != MODEL_FOREVER;
    for (size_t i = from; i < flow->step_count; i++) {
        const struct model_flow_step *step = &flow->steps[i];
        if (step->kind == MODEL_TX || (step->kind == MODEL_WAIT && step->time_ms > 0) ||
            (step->kind == MODEL_CALL && step->retry.count != MODEL_FOREVER))
            return true;
    }
    for (size_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].end > from &&
            (flow->scopes[i].kind == MODEL_REPEAT ||
             (flow->scopes[i].kind == MODEL_OPTIONAL && flow->scopes[i].first >= from && gives_up)))
            return true;
    return false;
}

ANY(fails_after, step,
    flow->steps[i].is_irreversible && (flow->steps[i].retry.count != MODEL_FOREVER || can_fail(flow, i + 1)))

/* Undos and questions try again as the flow does. */
static bool uses_retry(const struct model_flow *flow) {
    return asks(flow) || undoes(flow) || some_agree(flow);
}

static bool holds_lock(const struct model_flow *flow, const struct model_flow_step *step) {
    size_t scope = step->scope;
    while (scope != MODEL_NOTHING && flow->scopes[scope].kind != MODEL_LOCK)
        scope = flow->scopes[scope].parent;
    return flow->lock_count > 0 || scope != MODEL_NOTHING;
}

/* Of the procedure that is used, for the value at hand. */
static const struct model_field *param_of(const struct template_scope *scope) {
    return &scope->flow_scope->procedure->params[scope->index];
}

static bool value_is_renamed(const struct template_scope *scope) {
    const struct model_value value = scope->flow_scope->values[scope->index];
    const struct model_field *fields = value.kind == MODEL_ARG ? scope->flow->args : scope->flow->data;
    return strcmp(fields[value.index].name, param_of(scope)->name) != 0;
}

static void topic(struct text *out, const struct model_flow *flow) {
    if (flow->emit->topic != NULL)
        text_put(out, flow->emit->topic);
    else
        sentence_name(out, flow->args[flow->emit->arg].name);
}

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, arg_separator, text_separator(scope->index, scope->flow->arg_count, " and "))                    \
    X(TEXT, unique_separator, text_separator(scope->index, scope->flow->unique_count, " and "))              \
    X(TEXT, write_separator, text_separator(scope->index, scope->step->write_count, " and "))                \
    X(TEXT, value_separator, text_separator(scope->index, scope->flow_scope->value_count, " and "))          \
    X(WORD, field, sentence_name(out, scope->field->name))                                                   \
    X(TEXT, field_type, model_type_name(scope->field->type))                                                 \
    X(WORD, flow_lock, sentence_lock(out, scope->flow, &scope->flow->locks[scope->index]))                   \
    X(WORD, flow_retry, sentence_retry(out, &scope->flow->retry))                                            \
    X(WORD, flow_topic, topic(out, scope->flow))                                                             \
    X(WORD, signal, sentence_name(out, scope->step->signal))                                                 \
    X(WORD, time, sentence_duration(out, scope->step->time_ms))                                              \
    X(WORD, step_retry, sentence_retry(out, &scope->step->retry))                                            \
    X(TEXT, callback, scope->step->callback->name)                                                           \
    X(WORD, undo, sentence_name(out, scope->step->undo->name))                                               \
    X(TEXT, scope_label, scope->flow_scope->label)                                                           \
    X(WORD, scope_lock, sentence_lock(out, scope->flow, &scope->flow_scope->lock))                           \
    X(WORD, count, sentence_value(out, scope->flow, scope->flow_scope->count))                               \
    X(WORD, count_max, text_printf(out, "%" PRId64, scope->flow_scope->max))                                 \
    X(WORD, bounds, sentence_bounds(out, scope->flow_scope))                                                 \
    X(WORD, value, sentence_value(out, scope->flow, scope->flow_scope->values[scope->index]))                \
    X(WORD, value_param, sentence_name(out, param_of(scope)->name))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_unique, scope->flow->unique_count > 0)                                                              \
    X(retries, scope->flow->retry.count != 0)                                                                \
    X(gives_up, scope->flow->retry.count != MODEL_FOREVER)                                                   \
    X(uses_retry, uses_retry(scope->flow))                                                                   \
    X(some_differ, some_differ(scope->flow))                                                                 \
    X(holds_lock, holds_lock(scope->flow, scope->step))                                                      \
    X(has_local, is_local(scope->flow) || has_local(scope->flow))                                            \
    X(has_global, is_global(scope->flow) || has_global(scope->flow))                                         \
    X(stays_done, sentence_stays_done(scope->flow, scope->step))                                             \
    X(announces, scope->flow->emit != NULL)                                                                  \
    X(undoes, undoes(scope->flow))                                                                           \
    X(undo_fails, undoes(scope->flow) && scope->flow->retry.count != MODEL_FOREVER)                          \
    X(leaves_some, leaves_some(scope->flow))                                                                 \
    X(can_fail, can_fail(scope->flow, 0))                                                                    \
    X(fails_after, fails_after(scope->flow)) /* a step that cannot be undone */                              \
    X(has_irreversible, has_irreversible(scope->flow))                                                       \
    X(is_tx, scope->step->kind == MODEL_TX)                                                                  \
    X(is_call, scope->step->kind == MODEL_CALL)                                                              \
    X(is_pause, scope->step->kind == MODEL_PAUSE)                                                            \
    X(is_wait, scope->step->kind == MODEL_WAIT)                                                              \
    X(is_stretch, scope->step->stretch > 0)                                                                  \
    X(has_time, scope->step->time_ms > 0)                                                                    \
    X(is_called_otherwise,                                                                                   \
      scope->step->callback != NULL && strcmp(scope->step->callback->name, scope->step->name) != 0)          \
    X(sets_data, scope->step->write_count > 0)                                                               \
    X(retries_differ, sentence_retries_differ(scope->flow, scope->step))                                     \
    X(step_retries, scope->step->retry.count != 0)                                                           \
    X(has_undo, scope->step->undo != NULL)                                                                   \
    X(says_more, sentence_shows_name(scope->flow_scope->label, scope->flow_scope->predicate->name))          \
    X(counts, sentence_shows_count(scope->flow, scope->flow_scope))                                          \
    X(is_kept, scope->flow_scope->is_kept)                                                                   \
    X(value_is_renamed, value_is_renamed(scope))                                                             \
    X(has_values, scope->flow_scope->value_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(unique, scope->flow->unique_count, field, &scope->flow->args[scope->flow->unique[index]])              \
    X(locks, scope->flow->lock_count, declaration, index)                                                    \
    X(writes, scope->step->write_count, field, &scope->flow->data[scope->step->writes[index]])               \
    X(values, scope->flow_scope->value_count, declaration, index)
TEMPLATE_LISTS(LISTS)

extern const struct template_fragment sentence_flow_fragments[];
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, &template_model_vocabulary,
                                                                 NULL};
const struct templates sentence_flow_templates = {.fragments = sentence_flow_fragments,
                                                  .vocabularies = vocabularies};

static void say(struct text *out, const struct model_flow *flow, const struct model_flow_step *step,
                const struct model_scope *around, const char *fragment) {
    const struct template_scope scope = {
        .templates = &sentence_flow_templates, .flow = flow, .step = step, .flow_scope = around};
    template_render_inline(out, &scope, fragment);
}

/* ---- the sentences --------------------------------------------------------------------------------- */

void sentence_flow(struct text *out, const struct model_flow *flow) {
    say(out, flow, NULL, NULL, "flow");
}

void sentence_flow_emit(struct text *out, const struct model_flow *flow) {
    say(out, flow, NULL, NULL, "emit");
}

void sentence_flow_back(struct text *out, const struct model_flow *flow) {
    say(out, flow, NULL, NULL, "back");
}

void sentence_flow_step(struct text *out, const struct model_flow *flow, const struct model_flow_step *step) {
    say(out, flow, step, NULL, "step");
}

void sentence_scope(struct text *out, const struct model_flow *flow, const struct model_scope *scope) {
    say(out, flow, NULL, scope, model_scope_kind_name(scope->kind));
}

void sentence_scope_fails(struct text *out, const struct model_flow *flow, const struct model_scope *scope) {
    if (scope->kind == MODEL_REPEAT)
        say(out, flow, NULL, scope, "scope_fails");
}
