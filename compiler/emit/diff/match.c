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
                               const struct diff_named *old, const struct match *match) {
    struct suggestion suggestion = suggestion_for(renamed_from);
    for (size_t i = 0; i < old_count; i++)
        if (match->to_new[i] == MODEL_NOTHING)
            suggestion_offer(&suggestion, old[i].name);
    return suggestion.nearest == NULL
               ? arena_printf(arena, " Nothing was called `%s`.", renamed_from)
               : arena_printf(arena, " Nothing was called `%s`; did you mean `renamed from %s`?",
                              renamed_from, suggestion.nearest);
}

/*
 * Finds the old part that the new part may be: the one with its label, or the only one that is gone, where
 * there is only one new part.
 */
static const char *under_another_name(struct arena *arena, const struct diff_named *new, size_t new_left,
                                      size_t old_count, const struct diff_named *old,
                                      const struct match *match) {
    const struct diff_named *alike = NULL;
    const struct diff_named *left = NULL;
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

struct match match_names(struct arena *arena, size_t old_count, const struct diff_named *old,
                         size_t new_count, const struct diff_named *new) {
    struct match match = {arena_alloc(arena, old_count * sizeof(size_t)),
                          arena_alloc(arena, new_count * sizeof(size_t)),
                          arena_alloc(arena, new_count * sizeof(const char *))};
    size_t hints = 0;
    struct map names = map_new(arena);
    for (size_t i = 0; i < old_count; i++) {
        match.to_new[i] = MODEL_NOTHING;
        map_put(&names, old[i].name, i);
    }
    for (size_t i = 0; i < new_count; i++)
        match.to_old[i] = MODEL_NOTHING;
    /* The way back: what the old version had renamed is called as before. */
    struct map new_names = map_new(arena);
    for (size_t i = 0; i < new_count; i++)
        map_put(&new_names, new[i].name, i);
    for (size_t i = 0; i < old_count; i++)
        if (old[i].renamed_from != NULL && map_get(&new_names, old[i].name) == MAP_NOTHING &&
            map_get(&names, old[i].renamed_from) == MAP_NOTHING &&
            map_get(&new_names, old[i].renamed_from) != MAP_NOTHING)
            pair(&match, i, map_get(&new_names, old[i].renamed_from));
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

bool match_in_order(const struct match *match, size_t new_count) {
    size_t last = 0;
    for (size_t i = 0; i < new_count; i++) {
        if (match->to_old[i] != MODEL_NOTHING && match->to_old[i] < last)
            return false;
        last = match->to_old[i] == MODEL_NOTHING ? last : match->to_old[i];
    }
    return true;
}

/* `function` matches the things of a kind that two owners have. */
#define MATCH(linkage, function, owner, items, count, stored_text, is_another)                               \
    static struct diff_named *names_of_##items(struct arena *arena, const struct owner *of) {                \
        struct diff_named *names = arena_alloc(arena, of->count * sizeof *names);                            \
        for (size_t i = 0; i < of->count; i++) {                                                             \
            names[i] = (struct diff_named){.name = of->items[i].name,                                        \
                                           .renamed_from = of->items[i].renamed_from,                        \
                                           .label = of->items[i].label,                                      \
                                           .stored = stored_text,                                            \
                                           .is_other = is_another};                                          \
        }                                                                                                    \
        return names;                                                                                        \
    }                                                                                                        \
    linkage struct match function(struct arena *arena, const struct owner *old, const struct owner *new) {   \
        return match_names(arena, old->count, names_of_##items(arena, old), new->count,                      \
                           names_of_##items(arena, new));                                                    \
    }
MATCH(extern, match_machines, model, machines, machine_count, NULL, false)
MATCH(extern, match_flows, model, flows, flow_count, NULL, false)
MATCH(static, match_states, model_machine, states, state_count, of->states[i].stored, of->states[i].is_final)
MATCH(static, match_composites, model_machine, composites, composite_count, NULL, false)
MATCH(static, match_events, model_machine, events, event_count, of->events[i].stored,
      of->events[i].is_creation)

/* A column is renamed where a parameter is. */
static struct diff_named *names_of_columns(struct arena *arena, const struct model_machine *machine) {
    struct diff_named *names = arena_alloc(arena, machine->column_count * sizeof *names);
    for (size_t i = 0; i < machine->column_count; i++)
        names[i] = (struct diff_named){.name = machine->columns[i].name};
    for (size_t e = 0; e < machine->event_count; e++)
        for (size_t p = 0; p < machine->events[e].param_count; p++) {
            const struct model_param *param = &machine->events[e].params[p];
            if (param->renamed_from != NULL)
                names[param->column].renamed_from = param->renamed_from;
        }
    return names;
}

static struct match match_columns(const struct diffing *d) {
    return match_names(d->arena, d->old->column_count, names_of_columns(d->arena, d->old),
                       d->new->column_count, names_of_columns(d->arena, d->new));
}

void match_parts(struct diffing *d) {
    d->states = match_states(d->arena, d->old, d->new);
    d->composites = match_composites(d->arena, d->old, d->new);
    d->events = match_events(d->arena, d->old, d->new);
    d->columns = match_columns(d);
}
