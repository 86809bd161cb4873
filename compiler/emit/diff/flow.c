/* Flows are compared step by step, each by its path; each change says what becomes of runs in flight. */
#include "emit/diff/parts.h"

#include "emit/prose/sentence_flow.h"

#include <inttypes.h>
#include <string.h>

struct flows { /* one flow before and after */
    struct diffing *d;
    const struct model_flow *old, *new;
    size_t *to_new, *to_old; /* steps, by path; MODEL_NOTHING: there is none */
};

static const char *type_name(enum pawl_type type) {
    static const char *const names[] = {
#define X(constant, name) name,
        PAWL_TYPES(X)
#undef X
    };
    return names[type];
}

/* ---- arguments and data ---------------------------------------------------------------------------- */

static const struct model_field *find_field(const struct model_field *fields, size_t count,
                                            const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static void diff_field_doc(struct flows *f, const char *kind, const char *what, const struct model_field *old,
                           const struct model_field *new) {
    if (old != NULL && !same_text(old->doc, new->doc))
        add_change(f->d, DIFF_COSMETIC, kind, new->name,
                   arena_printf(f->d->arena, "The description of %s `%s` is another.", what, new->name));
}

static void diff_args(struct flows *f) {
    struct arena *arena = f->d->arena;
    for (size_t i = 0; i < f->new->arg_count; i++) {
        const struct model_field *arg = &f->new->args[i];
        const struct model_field *old = find_field(f->old->args, f->old->arg_count, arg->name);
        diff_field_doc(f, "arg-doc", "argument", old, arg);
        if (old == NULL) {
            add_change(f->d, DIFF_SOURCE, "arg-added", arg->name,
                       arena_printf(arena, "A start carries `%s` now, of type %s%s.", arg->name,
                                    type_name(arg->type), arg->is_optional ? ", which may be left out" : ""));
            if (!arg->is_optional)
                add_change(f->d, DIFF_DATA, "arg-added", arg->name,
                           arena_printf(arena,
                                        "Runs in flight were started without `%s`, and are parked where "
                                        "it is read.",
                                        arg->name));
        } else if (old->type != arg->type) {
            const char *sentence = arena_printf(arena, "Argument `%s` is of type %s now, and was of type %s.",
                                                arg->name, type_name(arg->type), type_name(old->type));
            add_change(f->d, DIFF_SOURCE, "arg-changed", arg->name, sentence);
            add_change(f->d, DIFF_DATA, "arg-changed", arg->name,
                       arena_printf(arena, "%s Let runs in flight end first.", sentence));
        } else if (old->is_optional != arg->is_optional) {
            add_change(f->d, DIFF_SOURCE, "arg-changed", arg->name,
                       arena_printf(arena, "Argument `%s` %s.", arg->name,
                                    arg->is_optional ? "may be left out now" : "must be given now"));
        }
    }
    for (size_t i = 0; i < f->old->arg_count; i++)
        if (find_field(f->new->args, f->new->arg_count, f->old->args[i].name) == NULL)
            add_change(f->d, DIFF_SOURCE, "arg-removed", f->old->args[i].name,
                       arena_printf(arena, "A start carries no `%s` any more; runs in flight do not need it.",
                                    f->old->args[i].name));
}

static void diff_data(struct flows *f) {
    struct arena *arena = f->d->arena;
    for (size_t i = 0; i < f->new->data_count; i++) {
        const struct model_field *data = &f->new->data[i];
        const struct model_field *old = find_field(f->old->data, f->old->data_count, data->name);
        diff_field_doc(f, "data-doc", "data", old, data);
        if (old == NULL)
            add_change(
                f->d, DIFF_BEHAVIOUR, "data-added", data->name,
                arena_printf(arena, "A run carries `%s` now; in runs in flight it is not set.", data->name));
        else if (old->type != data->type)
            add_change(
                f->d, DIFF_DATA, "data-changed", data->name,
                arena_printf(
                    arena,
                    "Data `%s` is of type %s now, and was of type %s: runs in flight that have set it are "
                    "parked.",
                    data->name, type_name(data->type), type_name(old->type)));
    }
    for (size_t i = 0; i < f->old->data_count; i++)
        if (find_field(f->new->data, f->new->data_count, f->old->data[i].name) == NULL)
            add_change(f->d, DIFF_SOURCE, "data-removed", f->old->data[i].name,
                       arena_printf(arena, "A run carries no `%s` any more; runs in flight forget it.",
                                    f->old->data[i].name));
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void pair_steps(struct flows *f) {
    struct map paths;
    map_init(&paths, f->d->arena);
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
    struct arena *arena = f->d->arena;
    if (step->callback != NULL)
        add_change(f->d, DIFF_SOURCE, "step-removed", step->path,
                   arena_printf(arena, "Step `%s` is gone, and nothing asks for its callbacks.", step->path));
    add_change(
        f->d, DIFF_DATA, "step-removed", step->path,
        arena_printf(arena,
                     "Runs in flight that stand at `%s` are parked%s. A step that is only called otherwise "
                     "keeps them: `as %s`.",
                     step->path,
                     step->undo != NULL ? ", and those that have done it, where they would undo it" : "",
                     step->name));
}

static void step_added(struct flows *f, size_t index) {
    const struct model_flow_step *step = &f->new->steps[index];
    struct text sentence = TEXT_INIT;
    if (step->callback != NULL)
        add_change(
            f->d, DIFF_SOURCE, "step-added", step->path,
            arena_printf(f->d->arena, "Step `%s` is new: programs must have its callbacks.", step->path));
    text_printf(&sentence, "New: step `%s`. ", step->path);
    sentence_flow_step(&sentence, f->new, step);
    text_put(&sentence, " Runs in flight that have not come to its place do it, too.");
    add_change(f->d, DIFF_BEHAVIOUR, "step-added", step->path, keep(f->d, &sentence));
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
        add_change(f->d, DIFF_SOURCE, "step-changed", new->path,
                   arena_printf(arena, "Step `%s` has other callbacks, or sets other data.", new->path));
    if (old->depth != new->depth)
        add_change(
            f->d, DIFF_DATA, "step-loops", new->path,
            arena_printf(arena,
                         "Step `%s` stands in %zu loop%s now, and stood in %zu: runs in flight that stand "
                         "at it, or would undo it, are parked.",
                         new->path, new->depth, new->depth == 1 ? "" : "s", old->depth));
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    sentence_flow_step(&now, f->new, new);
    sentence_flow_step(&before, f->old, old);
    bool same = strcmp(now.data == NULL ? "" : now.data, before.data == NULL ? "" : before.data) == 0;
    if (same) {
        text_free(&now);
        text_free(&before);
    } else {
        const char *sentence = now_and_before(f->d, &now, &before);
        add_change(f->d, DIFF_BEHAVIOUR, "step-changed", new->path,
                   arena_printf(arena, "Step `%s`. %s %s", new->path, sentence,
                                same_undo ? "Runs in flight that come to it do it in the new way."
                                          : "Runs in flight that have done it undo it in the new way."));
    }
    if (strcmp(old->label, new->label) != 0)
        add_change(f->d, DIFF_COSMETIC, "step-label", new->path,
                   arena_printf(arena, "Step `%s` is labelled \"%s\" now, and was \"%s\".", new->path,
                                new->label, old->label));
    if (!same_text(old->doc, new->doc))
        add_change(f->d, DIFF_COSMETIC, "step-doc", new->path,
                   arena_printf(arena, "The description of step `%s` is another.", new->path));
}

/* ---- order ----------------------------------------------------------------------------------------- */

/*
 * The steps of both versions, in the new order: those of a longest row that keeps the old order stand where
 * they stood, the others were moved.
 */
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
        add_change(
            f->d, DIFF_BEHAVIOUR, "step-moved", f->new->steps[i].path,
            arena_printf(arena,
                         "Step `%s` has another place: %s%s%s. A run in flight does it once at most, and "
                         "not at all if it is behind the new place already.",
                         f->new->steps[i].path, i == 0 ? "it is the first one" : "it comes after `",
                         i == 0 ? "" : f->new->steps[i - 1].path, i == 0 ? "" : "`"));
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
    return keep(d, &words);
}

/* Neighbours whose surroundings changed in the same way are told together. */
static void diff_scopes(struct flows *f) {
    struct arena *arena = f->d->arena;
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
        add_change(
            f->d, DIFF_BEHAVIOUR, "step-scope", f->new->steps[i].path,
            arena_printf(arena,
                         "From step `%s` on it is: %s. Before: %s. Runs in flight that are there already go "
                         "on as they began.",
                         f->new->steps[i].path, *now == '\0' ? "always" : now,
                         *before == '\0' ? "always" : before));
    }
}

/* A use that has no description of its own has that of its procedure. */
static const char *scope_doc(const struct model_scope *scope) {
    return scope->kind == MODEL_USE && scope->doc == NULL ? scope->procedure->doc : scope->doc;
}

/* Scopes have no names; those of two flows with the same shape are paired by their places. */
static void diff_scope_words(struct flows *f) {
    for (size_t i = 0; i < f->new->scope_count && f->new->scope_count == f->old->scope_count; i++) {
        const struct model_scope *old = &f->old->scopes[i];
        const struct model_scope *new = &f->new->scopes[i];
        if (old->kind != new->kind)
            continue;
        if (strcmp(old->label, new->label) != 0)
            add_change(f->d, DIFF_COSMETIC, "scope-label", f->new->steps[new->first].path,
                       arena_printf(f->d->arena,
                                    "What is around step `%s` is labelled \"%s\" now, and was \"%s\".",
                                    f->new->steps[new->first].path, new->label, old->label));
        if (!same_text(scope_doc(old), scope_doc(new)))
            add_change(f->d, DIFF_COSMETIC, "scope-doc", f->new->steps[new->first].path,
                       arena_printf(f->d->arena, "The description of what is around step `%s` is another.",
                                    f->new->steps[new->first].path));
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
    add_change(f->d, DIFF_BEHAVIOUR, "emit-changed", f->new->name,
               arena_printf(f->d->arena, "%s Runs in flight go on as they were started.", what));
}

static void diff_settings(struct flows *f) {
    struct arena *arena = f->d->arena;
    struct text now = TEXT_INIT;
    struct text before = TEXT_INIT;
    const char *name = f->new->name;
    if (strcmp(f->old->name, name) != 0) {
        add_change(f->d, DIFF_SOURCE, "flow-renamed", name,
                   arena_printf(arena, "Flow `%s` is called `%s` now: programs must use its new names.",
                                f->old->name, name));
        add_change(f->d, DIFF_DATA, "flow-renamed", name,
                   arena_printf(arena, "Runs of `%s` in flight belong to `%s` now.", f->old->name, name));
    }
    if (strcmp(f->old->label, f->new->label) != 0)
        add_change(f->d, DIFF_COSMETIC, "flow-label", name,
                   arena_printf(arena, "Flow `%s` is labelled \"%s\" now, and was \"%s\".", name,
                                f->new->label, f->old->label));
    if (!same_text(f->old->doc, f->new->doc))
        add_change(f->d, DIFF_COSMETIC, "flow-doc", name,
                   arena_printf(arena, "The description of flow `%s` is another.", name));
    diff_args(f);
    sentence_flow(&now, f->new);
    sentence_flow(&before, f->old);
    if (now.data != NULL && before.data != NULL && strcmp(now.data, before.data) != 0) {
        const char *sentence = now_and_before(f->d, &now, &before);
        add_change(f->d, DIFF_BEHAVIOUR, "flow-changed", name,
                   arena_printf(arena, "%s Runs in flight keep the locks that they have.", sentence));
    } else {
        text_free(&now);
        text_free(&before);
    }
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
    diff_order(f);
    diff_scopes(f);
    diff_scope_words(f);
    for (size_t c = 0; c < DIFF_COSMETIC; c++)
        told -= d->lists[c].count;
    if (told == 0 && strcmp(f->old->fingerprint, f->new->fingerprint) != 0)
        add_change(
            d, DIFF_BEHAVIOUR, "flow-changed", f->new->name,
            "Its arguments, data or locks stand in another order, or what is saved together is another. "
            "Runs in flight go on.");
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
        add_change(d, DIFF_SOURCE, "flow-added", f.new->name,
                   arena_printf(d->arena, "Flow `%s` is new.%s", f.new->name, match.missed[i]));
    }
    for (size_t i = 0; i < old->flow_count; i++) {
        const char *name = old->flows[i].name;
        if (match.to_new[i] != MODEL_NOTHING)
            continue;
        d->machine = name;
        add_change(
            d, DIFF_SOURCE, "flow-removed", name,
            arena_printf(d->arena, "Flow `%s` is gone: programs that use it no longer compile.", name));
        add_change(d, DIFF_DATA, "flow-removed", name,
                   arena_printf(d->arena,
                                "Runs of `%s` in flight have nothing to run them: let them end first.",
                                name));
    }
}
