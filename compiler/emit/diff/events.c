#include "emit/diff/parts.h"

#include <string.h>

static void param_added(struct diffing *d, const struct model_event *event, const struct model_param *param,
                        const char *missed) {
    const char *is = arena_printf(d->arena, "`%s` (%s)", param->name, model_type_name(param->type));
    TELL(d, param->optional ? "source param-added may" : "source param-added must", .it = event->name,
         .is = is, .more = missed);
}

static void diff_param(struct diffing *d, const struct model_event *event, const struct model_param *old,
                       const struct model_param *new) {
    if (strcmp(old->name, new->name) != 0)
        TELL(d, "source param-renamed", .it = event->name, .was = old->name, .is = new->name);
    if (old->type != new->type)
        TELL(d, "source param-type", .it = event->name, .is = model_type_name(new->type),
             .was = model_type_name(old->type), .more = new->name);
    if (old->optional != new->optional)
        TELL(d, "source param-optional", .it = event->name,
             .is = new->optional ? "may be left out" : "must be said", .more = new->name);
    const bool is_personal = d->new->columns[new->column].is_personal;
    if (d->old->columns[old->column].is_personal != is_personal)
        TELL(d, "behaviour param-personal", .it = event->name,
             .is = is_personal ? "is personal, and may be erased" : "is not personal", .more = new->name);
}

static struct diff_named *names_of_params(struct arena *arena, const struct model_event *event) {
    struct diff_named *names = arena_alloc(arena, event->param_count * sizeof *names);
    for (size_t i = 0; i < event->param_count; i++)
        names[i] =
            (struct diff_named){.name = event->params[i].name, .renamed_from = event->params[i].renamed_from};
    return names;
}

static void diff_params(struct diffing *d, const struct model_event *old, const struct model_event *new) {
    struct match params = match_names(d->arena, old->param_count, names_of_params(d->arena, old),
                                      new->param_count, names_of_params(d->arena, new));
    for (size_t i = 0; i < new->param_count; i++) {
        size_t was = params.to_old[i];
        if (was == MODEL_NOTHING) {
            param_added(d, new, &new->params[i], params.missed[i]);
            continue;
        }
        diff_param(d, new, &old->params[was], &new->params[i]);
    }
    for (size_t i = 0; i < old->param_count; i++)
        if (params.to_new[i] == MODEL_NOTHING)
            TELL(d, "source param-removed", .it = new->name, .is = old->params[i].name);
    if (!match_in_order(&params, new->param_count))
        TELL(d, "source param-order", .it = new->name);
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
        TELL(d, "source event-renamed", .it = new->name, .was = old->name);
    if (strcmp(old->stored, new->stored) != 0)
        TELL(d, "data event-stored", .it = new->name, .is = new->stored, .was = old->stored);
    if (old->is_creation != new->is_creation)
        TELL(d, "source event-kind", .it = new->name,
             .is = new->is_creation ? "creates" : "moves what there is");
    tell_words(d, "event", (struct told){.it = new->name}, old->label, new->label, old->doc, new->doc);
    if (!same_serialize(d, old, new))
        TELL(d, "behaviour event-serialize", .it = new->name, .is = new->label);
    diff_params(d, old, new);
}

static void diff_columns(struct diffing *d) {
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *new = &d->new->columns[i];
        if (d->columns.to_old[i] == MODEL_NOTHING) {
            TELL(d, "data column-added", .it = new->name, .is = model_type_name(new->type));
            continue;
        }
        const struct model_column *old = &d->old->columns[d->columns.to_old[i]];
        if (strcmp(old->name, new->name) != 0)
            TELL(d, "data column-renamed", .it = new->name, .was = old->name);
        if (old->type != new->type)
            TELL(d, "data column-type", .it = new->name, .is = model_type_name(new->type),
                 .was = model_type_name(old->type));
    }
    for (size_t i = 0; i < d->old->column_count; i++)
        if (d->columns.to_new[i] == MODEL_NOTHING)
            TELL(d, "data column-removed", .it = d->old->columns[i].name);
    if (!match_in_order(&d->columns, d->new->column_count))
        TELL(d, "source column-order", .it = d->machine);
}

void diff_events(struct diffing *d) {
    for (size_t i = 0; i < d->old->event_count; i++) {
        const struct model_event *old = &d->old->events[i];
        if (d->events.to_new[i] != MODEL_NOTHING)
            continue;
        TELL(d, "source event-removed", .it = old->name);
        TELL(d, "data event-removed", .it = old->name, .is = old->stored);
    }
    for (size_t i = 0; i < d->new->event_count; i++) {
        const struct model_event *new = &d->new->events[i];
        if (d->events.to_old[i] != MODEL_NOTHING) {
            diff_event(d, &d->old->events[d->events.to_old[i]], new);
            continue;
        }
        TELL(d, new->is_timer ? "source event-added timer" : "source event-added", .it = new->name,
             .more = d->events.missed[i]);
    }
    diff_columns(d);
}
