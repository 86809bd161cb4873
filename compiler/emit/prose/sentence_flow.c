#include "emit/prose/sentence_flow.h"

#include "emit/prose/sentence.h"

#include <ctype.h>
#include <inttypes.h>

/* What stands before the item at `index` of a list of `count`. */
static const char *separator(size_t index, size_t count) {
    return index == 0 ? "" : index + 1 < count ? ", " : " and ";
}

bool sentence_shows_name(const char *label, const char *name) {
    for (; *label != '\0' && tolower((unsigned char)*label) == (*name == '_' ? ' ' : *name); label++)
        name++;
    return *label != '\0' || *name != '\0';
}

void sentence_value(struct text *out, const struct model_flow *flow, struct model_value value) {
    sentence_name(out, value.kind == MODEL_ARG ? flow->args[value.index].name : flow->data[value.index].name);
}

static void values(struct text *out, const struct model_flow *flow, const struct model_value *list,
                   size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, separator(i, count));
        sentence_value(out, flow, list[i]);
    }
}

void sentence_lock(struct text *out, const struct model_flow *flow, const struct model_lock *lock) {
    values(out, flow, lock->keys, lock->key_count);
    text_put(out, lock->is_global ? ", against everything else" : ", against runs of this flow");
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
        text_put(out, "for ever");
    else
        text_printf(out, "%" PRId64 " time%s", retry->count, retry->count == 1 ? "" : "s");
    text_put(out, ", after ");
    sentence_duration(out, retry->from_ms);
    if (retry->to_ms > retry->from_ms) {
        text_put(out, " at first and ");
        sentence_duration(out, retry->to_ms);
        text_put(out, " at last");
    }
}

bool sentence_retries_differ(const struct model_flow *flow, const struct model_flow_step *step) {
    return (step->kind == MODEL_TX || step->kind == MODEL_CALL) &&
           (step->retry.count != flow->retry.count || step->retry.from_ms != flow->retry.from_ms ||
            step->retry.to_ms != flow->retry.to_ms);
}

/* ---- flows ----------------------------------------------------------------------------------------- */

static void fields(struct text *out, const struct model_field *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, separator(i, count));
        sentence_name(out, list[i].name);
        text_printf(out, " (%s%s)", model_type_name(list[i].type),
                    list[i].is_optional ? ", may be left out" : "");
    }
}

void sentence_flow(struct text *out, const struct model_flow *flow) {
    if (flow->arg_count == 0) {
        text_put(out, "It is started with nothing but its name.");
    } else {
        text_put(out, "It is started with ");
        fields(out, flow->args, flow->arg_count);
        text_char(out, '.');
    }
    for (size_t i = 0; i < flow->unique_count; i++) {
        text_put(out, i == 0 ? " Starting it twice with the same " : separator(i, flow->unique_count));
        sentence_name(out, flow->args[flow->unique[i]].name);
    }
    text_put(out, flow->unique_count > 0 ? " is one run." : "");
    for (size_t i = 0; i < flow->lock_count; i++) {
        text_put(out, " From its start to its end a run holds the lock on ");
        sentence_lock(out, flow, &flow->locks[i]);
        text_char(out, '.');
    }
    if (flow->retry.count == 0) {
        text_put(out, " What fails is not tried again, where nothing else is said: the flow turns round.");
        return;
    }
    text_put(out, " What fails is tried again ");
    sentence_retry(out, &flow->retry);
    text_put(out, ", where nothing else is said; then the flow turns round.");
}

void sentence_flow_emit(struct text *out, const struct model_flow *flow) {
    if (flow->emit == NULL)
        return;
    text_put(out, " What a run does is announced under the topic ");
    if (flow->emit->topic != NULL)
        text_put(out, flow->emit->topic);
    else
        sentence_name(out, flow->args[flow->emit->arg].name);
    text_char(out, '.');
}

void sentence_flow_back(struct text *out, const struct model_flow *flow) {
    bool any = false, irreversible = false;
    for (size_t i = 0; i < flow->step_count; i++) {
        any = any || flow->steps[i].undo != NULL;
        irreversible = irreversible || flow->steps[i].is_irreversible;
    }
    if (any)
        text_put(out,
                 "Where a step fails for good, or somebody rolls the run back, what was done is undone in "
                 "reverse, each step once, and nothing that was left out or never reached. An undo that "
                 "fails for good parks the run, for somebody to look at.");
    else
        text_put(out, "Nothing in it can be undone: where a step fails for good, the run ends there.");
    if (irreversible)
        text_put(out, " Once a step that nothing can undo was done, the run is parked instead, for somebody "
                      "to look at.");
    text_put(out, " A run that somebody cancels ends where it stands, and nothing is undone.");
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void undo(struct text *out, const struct model_flow_step *step) {
    if (step->undo != NULL) {
        text_put(out, " If the flow turns round, ");
        sentence_name(out, step->undo->name);
        text_put(out, " undoes it.");
    } else if (step->is_irreversible) {
        text_put(out, " Nothing can undo it: behind it the flow never turns round by itself.");
    }
}

void sentence_flow_step(struct text *out, const struct model_flow *flow, const struct model_flow_step *step) {
    switch (step->kind) {
    case MODEL_TX:
        text_put(out, "Done in the database, exactly once");
        text_put(out, step->stretch == 0 ? "." : ", together with the other such steps around it.");
        break;
    case MODEL_CALL:
        text_put(out, "A call to the outside, made at least once, always under one key");
        if (step->time_ms > 0) {
            text_put(out, ", and given up after ");
            sentence_duration(out, step->time_ms);
        }
        text_char(out, '.');
        break;
    case MODEL_PAUSE:
        text_put(out, "The run stops here until somebody resumes it.");
        break;
    case MODEL_WAIT:
        text_put(out, "The run waits here for the signal ");
        sentence_name(out, step->signal);
        text_put(out, "; the first one counts.");
        if (step->time_ms > 0) {
            text_put(out, " If none has come after ");
            sentence_duration(out, step->time_ms);
            text_put(out, ", the flow turns round.");
        }
        break;
    }
    for (size_t i = 0; i < step->write_count; i++) {
        text_put(out, i == 0 ? " It sets " : separator(i, step->write_count));
        sentence_name(out, flow->data[step->writes[i]].name);
    }
    text_put(out, step->write_count > 0 ? "." : "");
    if (sentence_retries_differ(flow, step)) {
        text_put(out, step->retry.count == 0 ? " It is " : " It is tried again ");
        sentence_retry(out, &step->retry);
        text_char(out, '.');
    }
    undo(out, step);
}

void sentence_scope_fails(struct text *out, const struct model_flow *flow, const struct model_scope *scope) {
    if (scope->kind != MODEL_REPEAT)
        return;
    text_put(out, "Where ");
    sentence_value(out, flow, scope->count);
    text_printf(out, " is not set, negative or more than %" PRId64 ", that is a failure for good.",
                scope->max);
}

bool sentence_shows_count(const struct model_flow *flow, const struct model_scope *scope) {
    if (scope->kind != MODEL_REPEAT)
        return false;
    const struct model_field *fields = scope->count.kind == MODEL_ARG ? flow->args : flow->data;
    return sentence_shows_name(scope->label, fields[scope->count.index].name);
}

void sentence_scope(struct text *out, const struct model_flow *flow, const struct model_scope *scope) {
    switch (scope->kind) {
    case MODEL_OPTIONAL:
        if (sentence_shows_name(scope->label, scope->predicate->name))
            text_printf(out, "Only if: %s", scope->label);
        else
            text_printf(out, "Only if %s holds", scope->label);
        break;
    case MODEL_REPEAT:
        if (sentence_shows_count(flow, scope))
            text_printf(out, "%s: as often as ", scope->label);
        else
            text_put(out, "As often as ");
        sentence_value(out, flow, scope->count);
        text_put(out, " says, ");
        sentence_bounds(out, scope);
        break;
    case MODEL_LOCK:
        text_put(out, "Under the lock on ");
        sentence_lock(out, flow, &scope->lock);
        text_put(out, scope->is_kept
                          ? ", which is kept to the end of the run, since what is done may be undone"
                          : "");
        break;
    case MODEL_USE:
        text_printf(out, "%s", scope->label);
        for (size_t i = 0; i < scope->value_count; i++) {
            text_put(out, i == 0 ? ", with " : separator(i, scope->value_count));
            sentence_value(out, flow, scope->values[i]);
        }
        break;
    }
}
