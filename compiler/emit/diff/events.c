#include "emit/diff/parts.h"

#include <string.h>

static const char *type_name(enum pawl_type type) {
    static const char *const names[] = {
#define X(constant, name) name,
        PAWL_TYPES(X)
#undef X
    };
    return names[type];
}

static void param_added(struct diffing *d, const struct model_event *event, const struct model_param *param,
                        const char *missed) {
    add_change(d, DIFF_SOURCE, "param-added", event->name,
               arena_printf(d->arena, "Event `%s` carries `%s` (%s) now: programs that fire it %s say it.%s",
                            event->name, param->name, type_name(param->type),
                            param->optional ? "may" : "must", missed));
}

static void param_removed(struct diffing *d, const struct model_event *event,
                          const struct model_param *param) {
    add_change(d, DIFF_SOURCE, "param-removed", event->name,
               arena_printf(d->arena,
                            "Event `%s` no longer carries `%s`: programs that say it no longer compile.",
                            event->name, param->name));
}

static void diff_param(struct diffing *d, const struct model_event *event, const struct model_param *old,
                       const struct model_param *new) {
    if (strcmp(old->name, new->name) != 0)
        add_change(d, DIFF_SOURCE, "param-renamed", event->name,
                   arena_printf(d->arena, "What event `%s` carries as `%s` is called `%s` now.", event->name,
                                old->name, new->name));
    if (old->type != new->type)
        add_change(d, DIFF_SOURCE, "param-type", event->name,
                   arena_printf(d->arena, "`%s` of event `%s` is %s now, and was %s.", new->name, event->name,
                                type_name(new->type), type_name(old->type)));
    if (old->optional != new->optional)
        add_change(d, DIFF_SOURCE, "param-optional", event->name,
                   arena_printf(d->arena, "`%s` of event `%s` %s now.", new->name, event->name,
                                new->optional ? "may be left out" : "must be said"));
    const bool is_personal = d->new->columns[new->column].is_personal;
    if (d->old->columns[old->column].is_personal != is_personal)
        add_change(d, DIFF_BEHAVIOUR, "param-personal", event->name,
                   arena_printf(d->arena, "What event `%s` carries as `%s` %s now.", event->name, new->name,
                                is_personal ? "is personal, and may be erased" : "is not personal"));
}

static struct match match_params(struct diffing *d, const struct model_event *old,
                                 const struct model_event *new) {
    struct named *of_old = arena_alloc(d->arena, old->param_count * sizeof *of_old);
    struct named *of_new = arena_alloc(d->arena, new->param_count * sizeof *of_new);
    for (size_t i = 0; i < old->param_count; i++)
        of_old[i].name = old->params[i].name;
    for (size_t i = 0; i < new->param_count; i++)
        of_new[i] = (struct named){.name = new->params[i].name, .renamed_from = new->params[i].renamed_from};
    return match_names(d->arena, old->param_count, of_old, new->param_count, of_new);
}

static void diff_params(struct diffing *d, const struct model_event *old, const struct model_event *new) {
    struct match params = match_params(d, old, new);
    size_t last = 0;
    bool ordered = true;
    for (size_t i = 0; i < new->param_count; i++) {
        size_t was = params.to_old[i];
        if (was == MODEL_NOTHING) {
            param_added(d, new, &new->params[i], params.missed[i]);
            continue;
        }
        diff_param(d, new, &old->params[was], &new->params[i]);
        ordered = ordered && was >= last;
        last = was;
    }
    for (size_t i = 0; i < old->param_count; i++)
        if (params.to_new[i] == MODEL_NOTHING)
            param_removed(d, new, &old->params[i]);
    if (!ordered)
        add_change(d, DIFF_SOURCE, "param-order", new->name,
                   arena_printf(d->arena, "What event `%s` carries stands in another order.", new->name));
}

bool same_serialize(const struct diffing *d, const struct model_event *old, const struct model_event *new) {
    if (old->serialize_count != new->serialize_count)
        return false;
    for (size_t i = 0; i < old->serialize_count; i++)
        if (!same_reference(d, &old->serialize_by[i], &new->serialize_by[i]))
            return false;
    return true;
}

static void diff_event(struct diffing *d, const struct model_event *old, const struct model_event *new) {
    if (strcmp(old->name, new->name) != 0)
        add_change(d, DIFF_SOURCE, "event-renamed", new->name,
                   arena_printf(d->arena, "Event `%s` is called `%s` now: programs must call it so.",
                                old->name, new->name));
    if (strcmp(old->stored, new->stored) != 0)
        add_change(d, DIFF_DATA, "event-stored", new->name,
                   arena_printf(d->arena,
                                "Event `%s` is stored as \"%s\" in histories now, and was as \"%s\".",
                                new->name, new->stored, old->stored));
    if (old->is_creation != new->is_creation)
        add_change(d, DIFF_SOURCE, "event-kind", new->name,
                   arena_printf(d->arena, "Event `%s` %s now.", new->name,
                                new->is_creation ? "creates" : "moves what there is"));
    if (strcmp(old->label, new->label) != 0)
        add_change(d, DIFF_COSMETIC, "event-label", new->name,
                   arena_printf(d->arena, "Event `%s` is labelled \"%s\" now, and was \"%s\".", new->name,
                                new->label, old->label));
    if (!same_text(old->doc, new->doc))
        add_change(d, DIFF_COSMETIC, "event-doc", new->name,
                   arena_printf(d->arena, "The description of event `%s` is another.", new->name));
    if (!same_serialize(d, old, new))
        add_change(d, DIFF_BEHAVIOUR, "event-serialize", new->name,
                   arena_printf(d->arena, "%s waits for others than it did before.", new->label));
    diff_params(d, old, new);
}

static void diff_columns(struct diffing *d) {
    size_t last = 0;
    bool ordered = true;
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *new = &d->new->columns[i];
        if (d->columns.to_old[i] == MODEL_NOTHING) {
            add_change(d, DIFF_DATA, "column-added", new->name,
                       arena_printf(d->arena, "The history gets a column `%s` (%s).", new->name,
                                    type_name(new->type)));
            continue;
        }
        const struct model_column *old = &d->old->columns[d->columns.to_old[i]];
        ordered = ordered && d->columns.to_old[i] >= last;
        last = d->columns.to_old[i];
        if (strcmp(old->name, new->name) != 0)
            add_change(d, DIFF_DATA, "column-renamed", new->name,
                       arena_printf(d->arena, "The history's column `%s` is called `%s` now.", old->name,
                                    new->name));
        if (old->type != new->type)
            add_change(d, DIFF_DATA, "column-type", new->name,
                       arena_printf(d->arena, "The history's column `%s` is %s now, and was %s.", new->name,
                                    type_name(new->type), type_name(old->type)));
    }
    for (size_t i = 0; i < d->old->column_count; i++)
        if (d->columns.to_new[i] == MODEL_NOTHING)
            add_change(d, DIFF_DATA, "column-removed", d->old->columns[i].name,
                       arena_printf(d->arena,
                                    "The history's column `%s` is not written any more: keep or drop it.",
                                    d->old->columns[i].name));
    if (!ordered)
        add_change(d, DIFF_SOURCE, "column-order", d->machine,
                   "The history's columns stand in another order: programs must be compiled anew.");
}

static void event_removed(struct diffing *d, const struct model_event *event) {
    add_change(
        d, DIFF_SOURCE, "event-removed", event->name,
        arena_printf(d->arena, "Event `%s` is gone: programs that fire it no longer compile.", event->name));
    add_change(
        d, DIFF_DATA, "event-removed", event->name,
        arena_printf(d->arena,
                     "Rows of event `%s`, stored as \"%s\", stay in histories: the machine knows it no "
                     "more.",
                     event->name, event->stored));
}

void diff_events(struct diffing *d) {
    for (size_t i = 0; i < d->old->event_count; i++)
        if (d->events.to_new[i] == MODEL_NOTHING)
            event_removed(d, &d->old->events[i]);
    for (size_t i = 0; i < d->new->event_count; i++) {
        const struct model_event *new = &d->new->events[i];
        if (d->events.to_old[i] != MODEL_NOTHING) {
            diff_event(d, &d->old->events[d->events.to_old[i]], new);
            continue;
        }
        add_change(d, DIFF_SOURCE, "event-added", new->name,
                   arena_printf(d->arena, "Event `%s` is new%s.%s", new->name,
                                new->is_timer ? ", and fires itself" : ": programs may fire it",
                                d->events.missed[i]));
    }
    diff_columns(d);
}
