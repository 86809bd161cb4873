#include "emit/diff/parts.h"

#include <string.h>

/* ---- machines -------------------------------------------------------------------------------------- */

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
                         "The history lies in %d partitions now, and lay in %d (0: it is one table): a "
                         "database that has partitions must copy it.",
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
