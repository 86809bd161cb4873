/* What a migration does, step by step, and in which order: for any database. */
#include "emit/migrate/migrate.h"

#include "model/graph.h"
#include "model/queue.h"

#include <string.h>

/* ---- what is another -------------------------------------------------------------------------------- */

bool migrate_moves_rows(const struct migration *migration) {
    return (migration->d.old->storage == MODEL_HEAD) != (migration->d.new->storage == MODEL_HEAD);
}

bool migrate_has_views(const struct migration *migration) {
    return migration->d.old->storage != MODEL_HEAD || migration->d.new->storage != MODEL_HEAD;
}

bool migrate_changes_state_index(const struct migration *migration) {
    return !migrate_has_views(migration) && migration->d.old->is_unindexed != migration->d.new->is_unindexed;
}

bool migrate_loses_state_index(const struct migration *migration) {
    return migrate_changes_state_index(migration) && migration->d.new->is_unindexed;
}

bool migrate_lets_go(const struct migration *migration) {
    return migration->d.old->storage == MODEL_TRANSITIONS_ENFORCED &&
           migration->d.new->storage == MODEL_TRANSITIONS;
}

bool migrate_renames_machine(const struct migration *migration) {
    return strcmp(migration->d.old->name, migration->d.new->name) != 0;
}

const struct model_retirement *migrate_retirement(const struct migration *migration, size_t old_state) {
    const struct diffing *d = &migration->d;
    if (d->states.to_new[old_state] != MODEL_NOTHING)
        return NULL;
    for (size_t i = 0; i < d->new->retirement_count; i++)
        if (strcmp(d->new->retirements[i].state, d->old->states[old_state].name) == 0)
            return &d->new->retirements[i];
    return NULL;
}

bool migrate_is_in_the_way(const struct migration *migration, size_t old_state) {
    return migration->d.states.to_new[old_state] == MODEL_NOTHING &&
           migrate_retirement(migration, old_state) == NULL;
}

bool migrate_restores_states(const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->state_count; i++)
        if (d->states.to_new[i] != MODEL_NOTHING &&
            strcmp(d->old->states[i].stored, d->new->states[d->states.to_new[i]].stored) != 0)
            return true;
    return false;
}

bool migrate_restores_events(const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->event_count; i++)
        if (d->events.to_new[i] != MODEL_NOTHING &&
            strcmp(d->old->events[i].stored, d->new->events[d->events.to_new[i]].stored) != 0)
            return true;
    return false;
}

bool migrate_is_still_there(const struct migration *migration, const struct model_move *old) {
    const struct diffing *d = &migration->d;
    const size_t event = d->events.to_new[old->event], to = d->states.to_new[old->to];
    const size_t from = old->from == MODEL_NOTHING ? MODEL_NOTHING : d->states.to_new[old->from];
    if (event == MODEL_NOTHING || to == MODEL_NOTHING ||
        (old->from != MODEL_NOTHING && from == MODEL_NOTHING))
        return false;
    const struct hook_moves answers = graph_answers_to(d->new, event, from);
    for (size_t i = 0; i < answers.count; i++)
        if (answers.list[i].to == to)
            return true;
    return false;
}

bool migrate_keeps_columns(const struct diffing *d) {
    for (size_t i = 0; i < d->old->column_count; i++) {
        const size_t to = d->columns.to_new[i];
        if (to == MODEL_NOTHING || strcmp(d->old->columns[i].name, d->new->columns[to].name) != 0 ||
            d->old->columns[i].type != d->new->columns[to].type)
            return false;
    }
    return true;
}

bool migrate_is_retyped(const struct diffing *d, size_t old_column) {
    const size_t new = d->columns.to_new[old_column];
    return new != MODEL_NOTHING && d->old->columns[old_column].type != d->new->columns[new].type;
}

bool migrate_may_not_fit(const struct diffing *d, size_t old_column) {
    if (!migrate_is_retyped(d, old_column))
        return false;
    const enum pawl_type from = d->old->columns[old_column].type;
    const enum pawl_type to = d->new->columns[d->columns.to_new[old_column]].type;
    return from == PAWL_TYPE_TEXT || (from == PAWL_TYPE_BIGINT && to == PAWL_TYPE_INT);
}

static bool retires_states(const struct migration *migration) {
    for (size_t i = 0; i < migration->d.old->state_count; i++)
        if (migrate_retirement(migration, i) != NULL)
            return true;
    return false;
}

bool migrate_writes_mirror(const struct migration *migration) {
    const struct model_machine *machine = migration->d.new;
    return machine->mirror != NULL && (!same_entity(migration->d.old->mirror, machine->mirror) ||
                                       retires_states(migration) || migrate_restores_states(migration));
}

/* To a table of others', which was adopted, rows are added, and that is all. */
static bool changes_history(const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->column_count; i++) {
        const size_t to = d->columns.to_new[i];
        if (migrate_is_retyped(d, i) ||
            (to != MODEL_NOTHING && strcmp(d->old->columns[i].name, d->new->columns[to].name) != 0))
            return true;
    }
    return migrate_moves_rows(migration) || migrate_lets_go(migration) ||
           migrate_restores_states(migration) || migrate_restores_events(migration);
}

/* ---- the steps -------------------------------------------------------------------------------------- */

const char *const migrate_step_fragments[STEP_COUNT] = {
#define X(constant, fragment) #fragment,
    MIGRATE_STEPS(X)};

static void add(struct migration *migration, enum migrate_phase phase, enum migrate_kind kind,
                bool is_needed) {
    if (is_needed)
        migration->steps[migration->step_count++] = (struct migrate_step){kind, phase};
}

/*
 * Rows of heads and of the queue are written when the tables are as the new version has them; where heads are
 * views, in one of the versions, when its views are there, too. A dialect whose migrations run in a block has
 * these behind it, with all else that the new version has.
 */
void migrate_plan(struct migration *migration, const struct sql_dialect *dialect) {
    const struct diffing *d = &migration->d;
    const bool is_block = dialect->migrates_in_block;
    const bool has_views = migrate_has_views(migration), moves_rows = migrate_moves_rows(migration);
    const bool has_queue = queue_is_used(d->new), had_queue = queue_is_used(d->old);
    const bool restores = migrate_restores_states(migration) || migrate_restores_events(migration);
    const bool is_others = d->old->storage != MODEL_HEAD; /* the table of the history, perhaps */
    const enum migrate_phase checks = MIGRATE_CHECKS, changes = MIGRATE_CHANGES, renewal = MIGRATE_RENEWAL,
                             entry = MIGRATE_ENTRY;
    const enum migrate_phase with_objects = is_block ? renewal : changes;
    const enum migrate_phase with_heads = has_views ? with_objects : changes;

    add(migration, checks, STEP_CHECK_VERSION, true);
    add(migration, checks, STEP_CHECK_DRIFT, true);
    add(migration, checks, STEP_CHECK_OWNER, is_others && changes_history(migration));
    add(migration, checks, STEP_REFUSE_STATES, true);
    add(migration, checks, STEP_REFUSE_VALUES, true);
    add(migration, checks, STEP_REFUSE_KEPT_COLUMNS, true);
    add(migration, checks, STEP_REFUSE_REWRITE, restores);
    add(migration, checks, STEP_REFUSE_TO_MOVE, moves_rows);

    add(migration, changes, STEP_PUT_ASIDE, moves_rows);
    add(migration, changes, STEP_DROP_OBJECTS, true);
    add(migration, changes, STEP_RENAME_MACHINE, migrate_renames_machine(migration));
    add(migration, changes, STEP_CHANGE_ENTITY, !has_views && !same_entity(d->old->entity, d->new->entity));
    add(migration, changes, STEP_CHANGE_COLUMNS, !moves_rows);
    add(migration, changes, STEP_CHANGE_STATE_INDEX, migrate_changes_state_index(migration));
    add(migration, changes, STEP_CREATE_UNGUARDED, !is_block && (has_views || has_queue));
    add(migration, renewal, STEP_CREATE_ANEW, true);
    add(migration, renewal, STEP_ACCEPT_OLD, migration->accepts_old);
    add(migration, changes, STEP_BEGIN_REWRITE, !is_block);
    add(migration, with_objects, STEP_TAKE_BACK, moves_rows);
    add(migration, changes, STEP_STORE_ANEW, true);
    add(migration, changes, STEP_KEEP_PAST_MOVES, true);
    add(migration, with_heads, STEP_RETIRE, true);
    add(migration, with_objects, STEP_MIRROR_STATES, migrate_writes_mirror(migration));
    add(migration, changes, STEP_RENAME_DECLARATIONS, had_queue && has_queue);
    add(migration, with_objects, STEP_FILL_QUEUE, has_queue);
    add(migration, changes, STEP_END_REWRITE, !is_block);
    add(migration, is_block ? changes : entry, STEP_END_OLD, true);
    add(migration, entry, STEP_ENTER_VERSION, true);
}
