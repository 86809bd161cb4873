#include "emit/diff/parts.h"

#include "base/suggest.h"

#include <string.h>

/* Which part of the old version is which of the new one. */

static void pair(struct match *match, size_t old, size_t new) {
    if (match->to_new[old] != MODEL_NOTHING || match->to_old[new] != MODEL_NOTHING)
        return;
    match->to_new[old] = new;
    match->to_old[new] = old;
}

enum { HINTS_MAX = 100 }; /* each looks at all old names */

static const char *missed_name(struct arena *arena, const char *renamed_from, size_t old_count,
                               const struct named *old, const struct match *match) {
    struct suggestion suggestion = suggestion_for(renamed_from);
    for (size_t i = 0; i < old_count; i++)
        if (match->to_new[i] == MODEL_NOTHING)
            suggestion_offer(&suggestion, old[i].name);
    return suggestion.nearest == NULL
               ? arena_printf(arena, " Nothing was called `%s`.", renamed_from)
               : arena_printf(arena, " Nothing was called `%s`; did you mean `renamed from %s`?",
                              renamed_from, suggestion.nearest);
}

/* What is gone that the new part may be: the one with its label, or the only one where it is the only new
 * one. */
static const char *under_another_name(struct arena *arena, const struct named *new, size_t new_left,
                                      size_t old_count, const struct named *old, const struct match *match) {
    const struct named *alike = NULL;
    const struct named *left = NULL;
    size_t left_count = 0;
    for (size_t i = 0; i < old_count; i++) {
        if (match->to_new[i] != MODEL_NOTHING || old[i].is_other != new->is_other)
            continue;
        left = &old[i];
        left_count++;
        if (new->label != NULL && old[i].label != NULL &&strcmp(new->label, old[i].label) == 0)
            alike = &old[i];
    }
    if (alike == NULL && left_count == 1 && new_left == 1)
        alike = left;
    if (alike == NULL)
        return "";
    if (alike->stored == NULL)
        return arena_printf(arena, " If it is `%s` under another name, write `renamed from %s`.", alike->name,
                            alike->name);
    return arena_printf(
        arena,
        " If it is `%s` under another name, write `stored \"%s\" renamed from %s`, or without "
        "`stored` if rows shall say the new name.",
        alike->name, alike->stored, alike->name);
}

struct match match_names(struct arena *arena, size_t old_count, const struct named *old, size_t new_count,
                         const struct named *new) {
    struct match match = {arena_alloc(arena, old_count * sizeof(size_t)),
                          arena_alloc(arena, new_count * sizeof(size_t)),
                          arena_alloc(arena, new_count * sizeof(const char *))};
    size_t hints = 0;
    struct map names;
    map_init(&names, arena);
    for (size_t i = 0; i < old_count; i++) {
        match.to_new[i] = MODEL_NOTHING;
        map_put(&names, old[i].name, i);
    }
    for (size_t i = 0; i < new_count; i++)
        match.to_old[i] = MODEL_NOTHING;
    /* `renamed from` may stay in the file when the renaming is long done. */
    for (size_t i = 0; i < new_count; i++)
        if (new[i].renamed_from != NULL &&
            map_get(&names, new[i].name) == MAP_NOTHING &&map_get(&names, new[i].renamed_from) != MAP_NOTHING)
            pair(&match, map_get(&names, new[i].renamed_from), i);
    for (size_t i = 0; i < new_count; i++)
        if (map_get(&names, new[i].name) != MAP_NOTHING)
            pair(&match, map_get(&names, new[i].name), i);
    for (size_t i = 0; i < new_count; i++) {
        bool missed = match.to_old[i] == MODEL_NOTHING &&
                      new[i].renamed_from != NULL &&map_get(&names, new[i].renamed_from) == MAP_NOTHING;
        match.missed[i] =
            missed ? missed_name(arena, new[i].renamed_from, hints++ < HINTS_MAX ? old_count : 0, old, &match)
                   : "";
    }
    size_t new_left = 0;
    for (size_t i = 0; i < new_count; i++)
        new_left += match.to_old[i] == MODEL_NOTHING;
    for (size_t i = 0; i < new_count; i++)
        if (match.to_old[i] == MODEL_NOTHING && *match.missed[i] == '\0' && hints++ < HINTS_MAX)
            match.missed[i] = under_another_name(arena, &new[i], new_left, old_count, old, &match);
    return match;
}

#define NAMES_OF(arena, count, array, names)                                                                 \
    struct named *names = arena_alloc(arena, (count) * sizeof *names);                                       \
    for (size_t i = 0; i < (count); i++) {                                                                   \
        names[i].name = (array)[i].name;                                                                     \
        names[i].renamed_from = (array)[i].renamed_from;                                                     \
        names[i].label = (array)[i].label;                                                                   \
    }

struct match match_machines(struct arena *arena, const struct model *old, const struct model *new) {
    NAMES_OF(arena, old->machine_count, old->machines, of_old);
    NAMES_OF(arena, new->machine_count, new->machines, of_new);
    return match_names(arena, old->machine_count, of_old, new->machine_count, of_new);
}

struct match match_flows(struct arena *arena, const struct model *old, const struct model *new) {
    NAMES_OF(arena, old->flow_count, old->flows, of_old);
    NAMES_OF(arena, new->flow_count, new->flows, of_new);
    return match_names(arena, old->flow_count, of_old, new->flow_count, of_new);
}

static struct named *names_of_states(struct arena *arena, const struct model_machine *machine) {
    NAMES_OF(arena, machine->state_count, machine->states, names);
    for (size_t i = 0; i < machine->state_count; i++) {
        names[i].stored = machine->states[i].stored;
        names[i].is_other = machine->states[i].is_final;
    }
    return names;
}

static struct named *names_of_events(struct arena *arena, const struct model_machine *machine) {
    NAMES_OF(arena, machine->event_count, machine->events, names);
    for (size_t i = 0; i < machine->event_count; i++) {
        names[i].stored = machine->events[i].stored;
        names[i].is_other = machine->events[i].is_creation;
    }
    return names;
}

static struct match match_states(struct diffing *d) {
    return match_names(d->arena, d->old->state_count, names_of_states(d->arena, d->old), d->new->state_count,
                       names_of_states(d->arena, d->new));
}

static struct match match_composites(struct diffing *d) {
    NAMES_OF(d->arena, d->old->composite_count, d->old->composites, of_old);
    NAMES_OF(d->arena, d->new->composite_count, d->new->composites, of_new);
    return match_names(d->arena, d->old->composite_count, of_old, d->new->composite_count, of_new);
}

static struct match match_events(struct diffing *d) {
    return match_names(d->arena, d->old->event_count, names_of_events(d->arena, d->old), d->new->event_count,
                       names_of_events(d->arena, d->new));
}

/* A column is renamed where a parameter is. */
static struct match match_columns(struct diffing *d) {
    struct named *of_old = arena_alloc(d->arena, d->old->column_count * sizeof *of_old);
    struct named *of_new = arena_alloc(d->arena, d->new->column_count * sizeof *of_new);
    for (size_t i = 0; i < d->old->column_count; i++)
        of_old[i].name = d->old->columns[i].name;
    for (size_t i = 0; i < d->new->column_count; i++)
        of_new[i].name = d->new->columns[i].name;
    for (size_t e = 0; e < d->new->event_count; e++)
        for (size_t p = 0; p < d->new->events[e].param_count; p++) {
            const struct model_param *param = &d->new->events[e].params[p];
            if (param->renamed_from != NULL)
                of_new[param->column].renamed_from = param->renamed_from;
        }
    return match_names(d->arena, d->old->column_count, of_old, d->new->column_count, of_new);
}

void match_parts(struct diffing *d) {
    d->states = match_states(d);
    d->composites = match_composites(d);
    d->events = match_events(d);
    d->columns = match_columns(d);
}
