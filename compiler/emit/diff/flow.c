/* Flows are compared step by step, each by its path; each change says what becomes of runs in flight. */
#include "emit/diff/parts.h"

#include "emit/prose/sentence_flow.h"

#include <string.h>

struct flows { /* one flow before and after */
    struct diffing *d;
    const struct model_flow *old, *new;
    size_t *to_new, *to_old; /* steps, by path; MODEL_NOTHING: there is none */
};

/* ---- arguments and data ---------------------------------------------------------------------------- */

static const struct model_field *find_field(const struct model_field *fields, size_t count,
                                            const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static void diff_args(struct flows *f) {
    for (size_t i = 0; i < f->new->arg_count; i++) {
        const struct model_field *arg = &f->new->args[i];
        const struct model_field *old = find_field(f->old->args, f->old->arg_count, arg->name);
        if (old != NULL)
            tell_words(f->d, "arg", (struct told){.it = arg->name}, NULL, NULL, old->doc, arg->doc);
        if (old == NULL) {
            TELL(f->d, "source arg-added", .it = arg->name, .is = model_type_name(arg->type),
                 .was = arg->is_optional ? ", which may be left out" : "");
            if (!arg->is_optional)
                TELL(f->d, "data arg-added", .it = arg->name);
        } else if (old->type != arg->type) {
            const struct told told = {
                .it = arg->name, .is = model_type_name(arg->type), .was = model_type_name(old->type)};
            tell(f->d, "source arg-changed type", told);
            tell(f->d, "data arg-changed", told);
        } else if (old->is_optional != arg->is_optional) {
            TELL(f->d, "source arg-changed", .it = arg->name,
                 .is = arg->is_optional ? "may be left out now" : "must be given now");
        }
    }
    for (size_t i = 0; i < f->old->arg_count; i++)
        if (find_field(f->new->args, f->new->arg_count, f->old->args[i].name) == NULL)
            TELL(f->d, "source arg-removed", .it = f->old->args[i].name);
}

static void diff_data(struct flows *f) {
    for (size_t i = 0; i < f->new->data_count; i++) {
        const struct model_field *data = &f->new->data[i];
        const struct model_field *old = find_field(f->old->data, f->old->data_count, data->name);
        if (old != NULL)
            tell_words(f->d, "data", (struct told){.it = data->name}, NULL, NULL, old->doc, data->doc);
        if (old == NULL)
            TELL(f->d, "behaviour data-added", .it = data->name);
        else if (old->type != data->type)
            TELL(f->d, "data data-changed", .it = data->name, .is = model_type_name(data->type),
                 .was = model_type_name(old->type));
    }
    for (size_t i = 0; i < f->old->data_count; i++)
        if (find_field(f->new->data, f->new->data_count, f->old->data[i].name) == NULL)
            TELL(f->d, "source data-removed", .it = f->old->data[i].name);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void pair_steps(struct flows *f) {
    struct map paths = map_new(f->d->arena);
    f->to_new = arena_alloc(f->d->arena, f->old->step_count * sizeof *f->to_new);
    f->to_old = arena_alloc(f->d->arena, f->new->step_count * sizeof *f->to_old);
    for (size_t i = 0; i < f->old->step_count; i++) {
        f->to_new[i] = MODEL_NOTHING;
        map_put(&paths, f->old->steps[i].path, i);
    }
    for (size_t i = 0; i < f->new->step_count; i++) {
        f->to_old[i] = map_get(&paths, f->new->steps[i].path);
        if (f->to_old[i] != MODEL_NOTHING)
            f->to_new[f->to_old[i]] = i;
    }
}

static void step_removed(struct flows *f, const struct model_flow_step *step) {
    if (step->callback != NULL)
        TELL(f->d, "source step-removed", .it = step->path);
    TELL(f->d, step->undo != NULL ? "data step-removed undone" : "data step-removed", .it = step->path,
         .more = step->name);
}

static void step_added(struct flows *f, size_t index) {
    const struct model_flow_step *step = &f->new->steps[index];
    struct text sentence = TEXT_INIT;
    if (step->callback != NULL)
        TELL(f->d, "source step-added", .it = step->path);
    sentence_flow_step(&sentence, f->new, step);
    TELL(f->d, "behaviour step-added", .it = step->path, .is = text_keep(&sentence, f->d->arena));
}

static bool same_callback(const struct model_flow_step *a, const struct model_flow_step *b, bool is_undo) {
    const struct model_callback *of_a = is_undo ? a->undo : a->callback;
    const struct model_callback *of_b = is_undo ? b->undo : b->callback;
    if (of_a == NULL || of_b == NULL)
        return of_a == of_b;
    return strcmp(of_a->name, of_b->name) == 0 && of_a->kind == of_b->kind &&
           (a->procedure == NULL) == (b->procedure == NULL) &&
           (a->procedure == NULL || strcmp(a->procedure->name, b->procedure->name) == 0);
}

static bool same_writes(const struct flows *f, const struct model_flow_step *old,
                        const struct model_flow_step *new) {
    if (old->write_count != new->write_count)
        return false;
    for (size_t i = 0; i < old->write_count; i++)
        if (find_field(f->old->data, f->old->data_count, f->new->data[new->writes[i]].name) !=
            &f->old->data[old->writes[i]])
            return false;
    return true;
}

static void diff_step(struct flows *f, const struct model_flow_step *old, const struct model_flow_step *new) {
    struct arena *arena = f->d->arena;
    bool same_undo = same_callback(old, new, true);
    if (!same_callback(old, new, false) || !same_undo || !same_writes(f, old, new))
        TELL(f->d, "source step-changed", .it = new->path);
    if (old->depth != new->depth)
        TELL(f->d, "data step-loops", .it = new->path,
             .is = arena_printf(arena, "%zu loop%s", new->depth, new->depth == 1 ? "" : "s"),
             .was = arena_printf(arena, "%zu", old->depth));
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    sentence_flow_step(&now, f->new, new);
    sentence_flow_step(&before, f->old, old);
    const char *difference = words_differ(f->d, &now, &before);
    if (difference != NULL)
        TELL(f->d, same_undo ? "behaviour step-changed" : "behaviour step-changed undo", .it = new->path,
             .is = difference);
    tell_words(f->d, "step", (struct told){.it = new->path}, old->label, new->label, old->doc, new->doc);
}

/* ---- procedures ------------------------------------------------------------------------------------ */

/* The first use of the procedure of that name; NULL: there is none. */
static const struct model_scope *find_use(const struct model_flow *flow, const char *name) {
    for (size_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].kind == MODEL_USE && strcmp(flow->scopes[i].procedure->name, name) == 0)
            return &flow->scopes[i];
    return NULL;
}

static bool same_params(const struct model_procedure *a, const struct model_procedure *b) {
    for (size_t i = 0; i < a->param_count && a->param_count == b->param_count; i++) {
        const struct model_field *x = &a->params[i];
        const struct model_field *y = &b->params[i];
        if (strcmp(x->name, y->name) != 0 || x->type != y->type || x->is_optional != y->is_optional ||
            x->is_inout != y->is_inout)
            return false;
    }
    return a->param_count == b->param_count;
}

/* Callbacks are given the parameters by their names. */
static void diff_procedures(struct flows *f) {
    for (size_t i = 0; i < f->new->scope_count; i++) {
        const struct model_scope *scope = &f->new->scopes[i];
        if (scope->kind != MODEL_USE)
            continue;
        const char *name = scope->procedure->name;
        const struct model_scope *old = find_use(f->old, name);
        const bool is_told = find_use(f->new, name) != scope;
        if (old != NULL && !is_told && !same_params(old->procedure, scope->procedure))
            TELL(f->d, "source procedure-changed", .it = name);
    }
}

/* ---- order ----------------------------------------------------------------------------------------- */

/* Steps of both versions: a longest row in the old order stays, and the other steps were moved. */
static void diff_order(struct flows *f) {
    struct arena *arena = f->d->arena;
    size_t count = f->new->step_count;
    size_t *last =
        arena_alloc(arena, (count + 1) * sizeof *last); /* of the rows of each length, the lowest */
    size_t *before = arena_alloc(arena, count * sizeof *before);
    bool *stays = arena_alloc(arena, count * sizeof *stays);
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        size_t low = 0;
        size_t high = length;
        if (f->to_old[i] == MODEL_NOTHING)
            continue;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (f->to_old[last[middle]] < f->to_old[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low == 0 ? MODEL_NOTHING : last[low - 1];
        last[low] = i;
        length = low == length ? length + 1 : length;
    }
    for (size_t i = length == 0 ? MODEL_NOTHING : last[length - 1]; i != MODEL_NOTHING; i = before[i])
        stays[i] = true;
    for (size_t i = 0; i < count; i++) {
        if (stays[i] || f->to_old[i] == MODEL_NOTHING)
            continue;
        TELL(f->d, i == 0 ? "behaviour step-moved first" : "behaviour step-moved",
             .it = f->new->steps[i].path, .more = i == 0 ? NULL : f->new->steps[i - 1].path);
    }
}

/* ---- scopes ---------------------------------------------------------------------------------------- */

/* What holds for a step because of what it stands in, but for uses, in which nothing happens. */
static const char *surroundings(struct diffing *d, const struct model_flow *flow, size_t step) {
    struct text words = TEXT_INIT;
    size_t list[65];
    size_t count = 0;
    for (size_t s = flow->steps[step].scope; s != MODEL_NOTHING && count < sizeof list / sizeof list[0];
         s = flow->scopes[s].parent)
        if (flow->scopes[s].kind != MODEL_USE)
            list[count++] = s;
    while (count-- > 0) {
        const struct model_scope *scope = &flow->scopes[list[count]];
        text_put(&words, words.length == 0 ? "" : "; ");
        if (scope->kind == MODEL_OPTIONAL) {
            text_printf(&words, "only if `%s` holds", scope->predicate->name);
        } else if (scope->kind == MODEL_REPEAT) {
            text_put(&words, "as often as ");
            sentence_value(&words, flow, scope->count);
            text_put(&words, " says, ");
            sentence_bounds(&words, scope);
        } else {
            text_put(&words, "under the lock on ");
            sentence_lock(&words, flow, &scope->lock);
        }
    }
    return text_keep(&words, d->arena);
}

/* Neighbours whose surroundings changed in the same way are told together. */
static void diff_scopes(struct flows *f) {
    const char *told_now = NULL;
    const char *told_before = NULL;
    for (size_t i = 0; i < f->new->step_count; i++) {
        if (f->to_old[i] == MODEL_NOTHING)
            continue;
        const char *now = surroundings(f->d, f->new, i);
        const char *before = surroundings(f->d, f->old, f->to_old[i]);
        bool is_told = told_now != NULL && strcmp(now, told_now) == 0 && strcmp(before, told_before) == 0;
        told_now = now;
        told_before = before;
        if (is_told || strcmp(now, before) == 0)
            continue;
        TELL(f->d, "behaviour step-scope", .it = f->new->steps[i].path, .is = *now == '\0' ? "always" : now,
             .was = *before == '\0' ? "always" : before);
    }
}

/* Scopes have no names; those of two flows with the same shape are paired by their places. */
static void diff_scope_words(struct flows *f) {
    for (size_t i = 0; i < f->new->scope_count && f->new->scope_count == f->old->scope_count; i++) {
        const struct model_scope *old = &f->old->scopes[i];
        const struct model_scope *new = &f->new->scopes[i];
        if (old->kind != new->kind)
            continue;
        tell_words(f->d, "scope", (struct told){.it = f->new->steps[new->first].path}, old->label, new->label,
                   model_scope_doc(old), model_scope_doc(new));
    }
}

/* ---- flows ----------------------------------------------------------------------------------------- */

static bool same_topic(const struct model_flow *old, const struct model_flow *new) {
    if (old->emit == NULL || new->emit == NULL)
        return old->emit == new->emit;
    return same_text(old->emit->topic, new->emit->topic) &&
           (old->emit->topic != NULL ||
            strcmp(old->args[old->emit->arg].name, new->args[new->emit->arg].name) == 0);
}

static void diff_emit(struct flows *f) {
    if (same_topic(f->old, f->new))
        return;
    const char *what = f->old->emit == NULL   ? "What runs do is announced now."
                       : f->new->emit == NULL ? "What runs do is announced no more."
                                              : "What runs do is announced under another topic.";
    TELL(f->d, "behaviour emit-changed", .it = f->new->name, .is = what);
}

static void diff_settings(struct flows *f) {
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    const char *name = f->new->name;
    if (strcmp(f->old->name, name) != 0) {
        TELL(f->d, "source flow-renamed", .it = name, .was = f->old->name);
        TELL(f->d, "data flow-renamed", .it = name, .was = f->old->name);
    }
    tell_words(f->d, "flow", (struct told){.it = name}, f->old->label, f->new->label, f->old->doc,
               f->new->doc);
    diff_args(f);
    sentence_flow(&now, f->new);
    sentence_flow(&before, f->old);
    const char *difference = words_differ(f->d, &now, &before);
    if (difference != NULL)
        TELL(f->d, "behaviour flow-changed", .it = name, .is = difference);
    diff_emit(f);
    diff_data(f);
}

static void diff_flow(struct flows *f) {
    struct diffing *d = f->d;
    size_t told = 0;
    for (size_t c = 0; c < DIFF_COSMETIC; c++)
        told += d->lists[c].count;
    d->machine = f->new->name;
    pair_steps(f);
    diff_settings(f);
    for (size_t i = 0; i < f->old->step_count; i++)
        if (f->to_new[i] == MODEL_NOTHING)
            step_removed(f, &f->old->steps[i]);
    for (size_t i = 0; i < f->new->step_count; i++)
        if (f->to_old[i] == MODEL_NOTHING)
            step_added(f, i);
        else
            diff_step(f, &f->old->steps[f->to_old[i]], &f->new->steps[i]);
    diff_procedures(f);
    diff_order(f);
    diff_scopes(f);
    diff_scope_words(f);
    for (size_t c = 0; c < DIFF_COSMETIC; c++)
        told -= d->lists[c].count;
    if (told == 0 && strcmp(f->old->fingerprint, f->new->fingerprint) != 0)
        TELL(d, "behaviour flow-changed order", .it = f->new->name);
}

void diff_flows(struct diffing *d, const struct model *old, const struct model *new) {
    struct match match = match_flows(d->arena, old, new);
    for (size_t i = 0; i < new->flow_count; i++) {
        struct flows f = {.d = d, .new = &new->flows[i]};
        if (match.to_old[i] != MODEL_NOTHING) {
            f.old = &old->flows[match.to_old[i]];
            diff_flow(&f);
            continue;
        }
        d->machine = f.new->name;
        TELL(d, "source flow-added", .it = f.new->name, .more = match.missed[i]);
    }
    for (size_t i = 0; i < old->flow_count; i++) {
        const char *name = old->flows[i].name;
        if (match.to_new[i] != MODEL_NOTHING)
            continue;
        d->machine = name;
        TELL(d, "source flow-removed", .it = name);
        TELL(d, "data flow-removed", .it = name);
    }
}
