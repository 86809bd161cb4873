#include "emit/diff/parts.h"

#include "base/suggest.h"

#include <string.h>

/* ---- matching -------------------------------------------------------------------------------------- */

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

/* ---- changes --------------------------------------------------------------------------------------- */

struct diff_change *add_change(struct diffing *d, enum diff_category category, const char *kind,
                               const char *subject, const char *sentence) {
    struct diff_list *list = &d->lists[category];
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        struct diff_change *more = arena_alloc(d->arena, list->capacity * sizeof *more);
        if (list->count > 0)
            memcpy(more, list->changes, list->count * sizeof *more);
        list->changes = more;
    }
    list->changes[list->count] = (struct diff_change){
        .category = category, .machine = d->machine, .kind = kind, .subject = subject, .sentence = sentence};
    return &list->changes[list->count++];
}

const char *keep(struct diffing *d, struct text *text) {
    const char *kept = arena_strndup(d->arena, text->data == NULL ? "" : text->data, text->length);
    text_free(text);
    return kept;
}

const char *now_and_before(struct diffing *d, struct text *now, struct text *before) {
    struct text both = TEXT_INIT;
    if (now->length == 0)
        text_printf(&both, "No longer: %s", before->length == 0 ? "" : before->data);
    else if (before->length == 0)
        text_printf(&both, "New: %s", now->data);
    else if (strcmp(now->data, before->data) == 0)
        text_printf(&both, "It reads as before, and is about parts with other names: %s", now->data);
    else
        text_printf(&both, "Now: %s Before: %s", now->data, before->data);
    text_free(now);
    text_free(before);
    return keep(d, &both);
}

bool same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool same_hooks(struct model_hooks a, struct model_hooks b) {
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (strcmp(a.hooks[i]->name, b.hooks[i]->name) != 0)
            return false;
    return true;
}

bool same_reference(const struct diffing *d, const struct model_reference *old,
                    const struct model_reference *new) {
    if (old == NULL || new == NULL)
        return old == new;
    if (old->kind != new->kind)
        return false;
    if (old->kind == MODEL_CREATED && d->events.to_new[old->event] != new->event)
        return false;
    return old->kind == MODEL_KEY || old->kind == MODEL_NOW || d->columns.to_new[old->column] == new->column;
}

bool same_place(const struct diffing *d, struct model_place old, struct model_place new) {
    if (old.state != NULL)
        return new.state != NULL &&
               d->states.to_new[old.state - d->old->states] == (size_t)(new.state - d->new->states);
    if (old.composite != NULL)
        return new.composite != NULL && d->composites.to_new[old.composite - d->old->composites] ==
                                            (size_t)(new.composite - d->new->composites);
    return new.state == NULL &&new.composite == NULL;
}

/* ---- machines -------------------------------------------------------------------------------------- */

bool same_entity(const struct model_entity *a, const struct model_entity *b) {
    if (a == NULL || b == NULL)
        return a == b;
    return same_text(a->schema, b->schema) && same_text(a->table, b->table) &&
           same_text(a->column, b->column);
}

bool same_emit(const struct diffing *d) {
    const struct model_emit *old = d->old->emit;
    const struct model_emit *new = d->new->emit;
    return old == NULL || new == NULL
               ? old == new
               : same_text(old->topic, new->topic) && same_reference(d, old->reference, new->reference);
}

static const char *entity_text(struct diffing *d, const struct model_entity *entity) {
    if (entity == NULL)
        return "none";
    return arena_printf(d->arena, "%s%s%s.%s", entity->schema == NULL ? "" : entity->schema,
                        entity->schema == NULL ? "" : ".", entity->table, entity->column);
}

static void diff_storage(struct diffing *d) {
    static const char *const storages[] = {"head", "transitions", "transitions enforced"};
    const char *name = d->machine;
    if (!same_entity(d->old->entity, d->new->entity))
        add_change(d, DIFF_DATA, "entity-changed", name,
                   arena_printf(d->arena, "The rows that move are those of `%s` now, and were those of `%s`.",
                                entity_text(d, d->new->entity), entity_text(d, d->old->entity)));
    if (d->old->key_type != d->new->key_type) {
        const char *sentence = arena_printf(d->arena, "The key of `%s` is a %s now.", name,
                                            d->new->key_type == PAWL_TYPE_BIGINT ? "bigint, and was a text"
                                                                                 : "text, and was a bigint");
        add_change(d, DIFF_DATA, "key-type-changed", name, sentence);
        add_change(d, DIFF_SOURCE, "key-type-changed", name, sentence);
    }
    if (d->old->storage != d->new->storage)
        add_change(d, DIFF_DATA, "storage-changed", name,
                   arena_printf(d->arena,
                                "The storage is `%s` now, and was `%s`: all rows must be moved over.",
                                storages[d->new->storage], storages[d->old->storage]));
    if (d->old->partition_count != d->new->partition_count)
        add_change(
            d, DIFF_DATA, "partitions-changed", name,
            arena_printf(d->arena,
                         "The history lies in %d partitions now, and lay in %d (0: it is one table): on "
                         "PostgreSQL it must be copied.",
                         (int)d->new->partition_count, (int)d->old->partition_count));
    if (d->old->initial_is_implicit != d->new->initial_is_implicit)
        add_change(d, DIFF_DATA, "implicit-changed", name,
                   d->new->initial_is_implicit
                       ? "A row that has never moved counts as being in the initial state now."
                       : "A row that has never moved counts as not created now: it needs a creation.");
    if (!same_entity(d->old->mirror, d->new->mirror))
        add_change(d, DIFF_DATA, "mirror-changed", name,
                   arena_printf(d->arena, "The mirrored column is `%s` now, and was `%s`.",
                                entity_text(d, d->new->mirror), entity_text(d, d->old->mirror)));
    const struct model_emit *old = d->old->emit;
    const struct model_emit *new = d->new->emit;
    if (!same_emit(d))
        add_change(d, DIFF_BEHAVIOUR, "emit-changed", name,
                   old == NULL   ? "Every move is announced now."
                   : new == NULL ? "Moves are announced no more."
                                 : "Moves are announced under another topic.");
    if (!same_reference(d, d->old->key, d->new->key))
        add_change(d, DIFF_BEHAVIOUR, "key-changed", name, "Moves wait for the locks of another key.");
}

static void diff_machine(struct diffing *d) {
    const char *name = d->new->name;
    d->machine = name;
    match_parts(d);
    if (strcmp(d->old->name, name) != 0) {
        add_change(
            d, DIFF_SOURCE, "machine-renamed", name,
            arena_printf(d->arena,
                         "Machine `%s` is called `%s` now: programs must use its new header and names.",
                         d->old->name, name));
        add_change(
            d, DIFF_DATA, "machine-renamed", name,
            arena_printf(d->arena, "The tables of `%s` are named after `%s` now.", d->old->name, name));
    }
    if (strcmp(d->old->label, d->new->label) != 0)
        add_change(d, DIFF_COSMETIC, "machine-label", name,
                   arena_printf(d->arena, "Machine `%s` is labelled \"%s\" now, and was \"%s\".", name,
                                d->new->label, d->old->label));
    if (!same_text(d->old->doc, d->new->doc))
        add_change(d, DIFF_COSMETIC, "machine-doc", name,
                   arena_printf(d->arena, "The description of machine `%s` is another.", name));
    diff_storage(d);
    diff_states(d);
    diff_events(d);
    diff_hooks(d);
    diff_moves(d);
    diff_promises(d);
}

static void machine_added(struct diffing *d, const struct model_machine *machine, const char *missed) {
    d->machine = machine->name;
    add_change(d, DIFF_SOURCE, "machine-added", machine->name,
               arena_printf(d->arena, "Machine `%s` is new.%s", machine->name, missed));
    add_change(d, DIFF_DATA, "machine-added", machine->name,
               arena_printf(d->arena, "The tables of `%s` must be created.", machine->name));
}

static void machine_removed(struct diffing *d, const struct model_machine *machine) {
    d->machine = machine->name;
    add_change(d, DIFF_SOURCE, "machine-removed", machine->name,
               arena_printf(d->arena, "Machine `%s` is gone: programs that use it no longer compile.",
                            machine->name));
    add_change(d, DIFF_DATA, "machine-removed", machine->name,
               arena_printf(d->arena, "The tables of `%s` belong to nothing any more: keep or drop them.",
                            machine->name));
}

bool diff_have_in_common(struct arena *arena, const struct model *old, const struct model *new) {
    struct match machines = match_machines(arena, old, new);
    struct match flows = match_flows(arena, old, new);
    for (size_t i = 0; i < new->machine_count; i++)
        if (machines.to_old[i] != MODEL_NOTHING)
            return true;
    for (size_t i = 0; i < new->flow_count; i++)
        if (flows.to_old[i] != MODEL_NOTHING)
            return true;
    return false;
}

const struct diff *diff_models(struct arena *arena, const struct model *old, const struct model *new) {
    struct diffing d = {.arena = arena};
    struct match machines = match_machines(arena, old, new);
    for (size_t i = 0; i < new->machine_count; i++) {
        if (machines.to_old[i] == MODEL_NOTHING) {
            machine_added(&d, &new->machines[i], machines.missed[i]);
            continue;
        }
        d.old = &old->machines[machines.to_old[i]];
        d.new = &new->machines[i];
        diff_machine(&d);
    }
    for (size_t i = 0; i < old->machine_count; i++)
        if (machines.to_new[i] == MODEL_NOTHING)
            machine_removed(&d, &old->machines[i]);
    diff_flows(&d, old, new);

    struct diff *diff = arena_alloc(arena, sizeof *diff);
    diff->signatures = diff_contents(&d, old, new, &diff->signature_count);
    for (size_t c = 0; c < DIFF_CATEGORY_COUNT; c++)
        diff->count += diff->category_count[c] = d.lists[c].count;
    struct diff_change *changes = arena_alloc(arena, diff->count * sizeof *changes);
    diff->changes = changes;
    for (size_t c = 0; c < DIFF_CATEGORY_COUNT; c++) {
        if (d.lists[c].count > 0)
            memcpy(changes, d.lists[c].changes, d.lists[c].count * sizeof *changes);
        changes += d.lists[c].count;
    }
    return diff;
}
