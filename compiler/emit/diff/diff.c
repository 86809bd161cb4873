#include "emit/diff/parts.h"

#include <string.h>

/* ---- machines -------------------------------------------------------------------------------------- */

static const char *entity_text(struct diffing *d, const struct model_entity *entity) {
    if (entity == NULL)
        return "none";
    return arena_printf(d->arena, "%s%s%s.%s", entity->schema == NULL ? "" : entity->schema,
                        entity->schema == NULL ? "" : ".", entity->table, entity->column);
}

/* As it is written. */
static const char *storage_text(const struct model_machine *machine) {
    return machine->storage == MODEL_TRANSITIONS_ENFORCED ? "transitions enforced"
                                                          : model_storage_name(machine->storage);
}

static void diff_storage(struct diffing *d) {
    const char *name = d->machine;
    if (!same_entity(d->old->entity, d->new->entity))
        TELL(d, "data entity-changed", .it = name, .is = entity_text(d, d->new->entity),
             .was = entity_text(d, d->old->entity));
    if (d->old->key_type != d->new->key_type) {
        const char *is = model_type_name(d->new->key_type), *was = model_type_name(d->old->key_type);
        TELL(d, "data key-type-changed", .it = name, .is = is, .was = was);
        TELL(d, "source key-type-changed", .it = name, .is = is, .was = was);
    }
    if (d->old->storage != d->new->storage)
        TELL(d, "data storage-changed", .it = name, .is = storage_text(d->new), .was = storage_text(d->old));
    if (d->old->partition_count != d->new->partition_count)
        TELL(d, "data partitions-changed", .it = name,
             .is = arena_printf(d->arena, "%d", (int)d->new->partition_count),
             .was = arena_printf(d->arena, "%d", (int)d->old->partition_count));
    if (d->old->is_unindexed != d->new->is_unindexed)
        TELL(d, d->new->is_unindexed ? "data index-changed now" : "data index-changed before", .it = name);
    if (d->old->initial_is_implicit != d->new->initial_is_implicit)
        TELL(d, d->new->initial_is_implicit ? "data implicit-changed now" : "data implicit-changed before",
             .it = name);
    if (!same_entity(d->old->mirror, d->new->mirror))
        TELL(d, "data mirror-changed", .it = name, .is = entity_text(d, d->new->mirror),
             .was = entity_text(d, d->old->mirror));
    const struct model_emit *old = d->old->emit;
    const struct model_emit *new = d->new->emit;
    if (!same_emit(d))
        TELL(d,
             old == NULL   ? "behaviour emit-changed begins"
             : new == NULL ? "behaviour emit-changed ends"
                           : "behaviour emit-changed topic",
             .it = name);
    if (!same_reference(d, d->old->key, d->new->key))
        TELL(d, "behaviour key-changed", .it = name);
}

static void diff_machine(struct diffing *d) {
    const char *name = d->machine;
    match_parts(d);
    if (strcmp(d->old->name, name) != 0) {
        TELL(d, "source machine-renamed", .it = name, .was = d->old->name);
        TELL(d, "data machine-renamed", .it = name, .was = d->old->name);
    }
    tell_words(d, "machine", (struct told){.it = name}, d->old->label, d->new->label, d->old->doc,
               d->new->doc);
    diff_storage(d);
    diff_states(d);
    diff_events(d);
    diff_hooks(d);
    diff_moves(d);
    diff_promises(d);
}

static bool has_any(struct match match, size_t new_count) {
    while (new_count > 0 && match.to_old[new_count - 1] == MODEL_NOTHING)
        new_count--;
    return new_count > 0;
}

bool diff_have_in_common(struct arena *arena, const struct model *old, const struct model *new) {
    return has_any(match_machines(arena, old, new), new->machine_count) ||
           has_any(match_flows(arena, old, new), new->flow_count);
}

const struct diff *diff_models(struct arena *arena, const struct model *old, const struct model *new,
                               diff_words_fn *words) {
    struct diffing d = {.arena = arena};
    struct match machines = match_machines(arena, old, new);
    for (size_t i = 0; i < new->machine_count; i++) {
        d.new = &new->machines[i];
        d.machine = d.new->name;
        if (machines.to_old[i] == MODEL_NOTHING) {
            TELL(&d, "source machine-added", .it = d.machine, .more = machines.missed[i]);
            TELL(&d, "data machine-added", .it = d.machine);
            continue;
        }
        d.old = &old->machines[machines.to_old[i]];
        diff_machine(&d);
    }
    for (size_t i = 0; i < old->machine_count; i++) {
        if (machines.to_new[i] != MODEL_NOTHING)
            continue;
        d.machine = old->machines[i].name;
        TELL(&d, "source machine-removed", .it = d.machine);
        TELL(&d, "data machine-removed", .it = d.machine);
    }
    diff_flows(&d, old, new);

    struct diff *diff = arena_alloc(arena, sizeof *diff);
    diff->signatures = diff_contents(&d, old, new, words, &diff->signature_count);
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
