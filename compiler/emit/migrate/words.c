/*
 * What templates may say of a migration. The machine is the new version's, as in all templates; what begins
 * with `old_` is the old version's.
 */
#include "emit/migrate/migrate.h"

#include "model/queue.h"

#include <string.h>

static const struct diffing *between(const struct template_scope *scope) {
    return &scope->migration->d;
}

/* ---- the whole script ------------------------------------------------------------------------------- */

/* Libpawl sends what stands before this line alone. */
static void write_script_locked(struct text *out, const struct template_scope *scope) {
    (void)scope;
    text_put(out, PAWL_SCRIPT_LOCKED);
}

static void write_machine_sql(struct text *out, const struct template_scope *scope) {
    scope->dialect->machine(out, scope->machine);
}

static void write_end_transaction(struct text *out, const struct template_scope *scope) {
    scope->dialect->end(out, scope->model->machines);
}

/* Blocks are code, whose lines stand further to the right. */
static void write_phase(struct text *out, const struct template_scope *scope, enum migrate_phase phase) {
    const struct migration *migration = scope->migration;
    const size_t blanks = scope->dialect->migrates_in_block && phase != MIGRATE_RENEWAL ? 2 : 0;
    for (size_t i = 0; i < migration->step_count; i++)
        if (migration->steps[i].phase == phase)
            template_render_indented(out, scope, blanks, migrate_step_fragments[migration->steps[i].kind]);
}

static void write_checks(struct text *out, const struct template_scope *scope) {
    write_phase(out, scope, MIGRATE_CHECKS);
}

static void write_changes(struct text *out, const struct template_scope *scope) {
    write_phase(out, scope, MIGRATE_CHANGES);
}

static void write_renewal(struct text *out, const struct template_scope *scope) {
    write_phase(out, scope, MIGRATE_RENEWAL);
}

static bool enter_migrations(struct template_scope *scope, size_t index) {
    const struct migrations *migrations = scope->other;
    if (index >= migrations->count)
        return false;
    scope->migration = &migrations->items[index];
    scope->machine = between(scope)->new;
    return true;
}

static bool enter_added_machines(struct template_scope *scope, size_t index) {
    const struct migrations *migrations = scope->other;
    if (index >= migrations->added_count)
        return false;
    scope->machine = migrations->added[index];
    return true;
}

/* ---- the old version --------------------------------------------------------------------------------- */

#define OLD(word)                                                                                            \
    static void write_old_##word(struct text *out, const struct template_scope *scope) {                     \
        struct template_scope old = *scope;                                                                  \
        old.machine = between(scope)->old;                                                                   \
        template_render_text(out, &old, "{" #word "}");                                                      \
    }
OLD(name)
OLD(machine)
OLD(fingerprint)
OLD(version)
OLD(current)
OLD(transitions)
OLD(rows)
OLD(moves)
OLD(pending)
#undef OLD

static bool old_has_head(const struct template_scope *scope) {
    return between(scope)->old->storage == MODEL_HEAD;
}

static bool old_is_enforced(const struct template_scope *scope) {
    return between(scope)->old->storage == MODEL_TRANSITIONS_ENFORCED;
}

static bool old_has_entity(const struct template_scope *scope) {
    return between(scope)->old->entity != NULL;
}

static bool old_has_queue(const struct template_scope *scope) {
    return queue_is_used(between(scope)->old);
}

static bool old_emits(const struct template_scope *scope) {
    return between(scope)->old->emit != NULL;
}

/* An event becomes that of the other version. */
static bool enter_before(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    if (scope->event != NULL && scope->machine == d->new)
        scope->event = &d->old->events[d->events.to_old[scope->event - d->new->events]];
    scope->machine = d->old;
    return index == 0;
}

static bool enter_after(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    if (scope->event != NULL && scope->machine == d->old)
        scope->event = &d->new->events[d->events.to_new[scope->event - d->old->events]];
    scope->machine = d->new;
    return index == 0;
}

/* ---- the machine as a whole --------------------------------------------------------------------------- */

static bool accepts_old(const struct template_scope *scope) {
    return scope->migration->accepts_old;
}

static bool is_machine_renamed(const struct template_scope *scope) {
    return migrate_renames_machine(scope->migration);
}

static bool is_other_entity(const struct template_scope *scope) {
    return !same_entity(between(scope)->old->entity, between(scope)->new->entity);
}

static bool moves_rows(const struct template_scope *scope) {
    return migrate_moves_rows(scope->migration);
}

static bool has_views(const struct template_scope *scope) {
    return migrate_has_views(scope->migration);
}

static bool is_let_go(const struct template_scope *scope) {
    return migrate_lets_go(scope->migration);
}

static bool writes_mirror(const struct template_scope *scope) {
    return migrate_writes_mirror(scope->migration);
}

static bool keeps_mirror(const struct template_scope *scope) {
    return same_entity(between(scope)->old->mirror, between(scope)->new->mirror);
}

/* The foreign key to the entity's table, where the heads are a table. */
static bool loses_reference(const struct template_scope *scope) {
    return old_has_head(scope) && old_has_entity(scope) && (is_other_entity(scope) || moves_rows(scope));
}

static bool touches_parent(const struct template_scope *scope) {
    if (between(scope)->new->entity == NULL || (loses_reference(scope) && !is_other_entity(scope)))
        return false;
    return is_other_entity(scope) || moves_rows(scope) || writes_mirror(scope);
}

static bool keeps_readers(const struct template_scope *scope) {
    return accepts_old(scope) && between(scope)->old->column_count == between(scope)->new->column_count;
}

/* ---- states and events -------------------------------------------------------------------------------- */

static size_t number_of_state(const struct template_scope *scope) {
    return (size_t)(scope->state - between(scope)->old->states);
}

static void write_state_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->state->name);
}

static const char *state_now(const struct diffing *d, size_t old) {
    const size_t new = d->states.to_new[old];
    return new == MODEL_NOTHING ? d->old->states[old].stored : d->new->states[new].stored;
}

static const char *event_now(const struct diffing *d, size_t old) {
    const size_t new = d->events.to_new[old];
    return new == MODEL_NOTHING ? d->old->events[old].stored : d->new->events[new].stored;
}

static void write_state_now(struct text *out, const struct template_scope *scope) {
    const size_t old = number_of_state(scope);
    const struct model_retirement *retirement = migrate_retirement(scope->migration, old);
    scope->dialect->literal(out,
                            retirement != NULL ? retirement->to->stored : state_now(between(scope), old));
}

static void write_event_now(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out,
                            event_now(between(scope), (size_t)(scope->event - between(scope)->old->events)));
}

static void write_retirement(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, MIGRATE_RETIRED);
}

static bool restores_states(const struct template_scope *scope) {
    return migrate_restores_states(scope->migration);
}

static bool restores_events(const struct template_scope *scope) {
    return migrate_restores_events(scope->migration);
}

static bool is_state_lost(const struct migration *migration, size_t old) {
    return migrate_is_in_the_way(migration, old);
}

static bool is_state_retired(const struct migration *migration, size_t old) {
    return migrate_retirement(migration, old) != NULL;
}

static bool is_state_restored(const struct migration *migration, size_t old) {
    return strcmp(migration->d.old->states[old].stored, state_now(&migration->d, old)) != 0;
}

static bool is_state_changed(const struct migration *migration, size_t old) {
    return is_state_retired(migration, old) || is_state_restored(migration, old);
}

/* Those of the old version of which it is true. */
static bool enter_state(struct template_scope *scope, size_t index,
                        bool (*is_meant)(const struct migration *migration, size_t old)) {
    const struct model_machine *old = between(scope)->old;
    for (size_t i = 0; i < old->state_count; i++)
        if (is_meant(scope->migration, i) && index-- == 0) {
            scope->state = &old->states[i];
            return true;
        }
    return false;
}

static bool enter_lost_states(struct template_scope *scope, size_t index) {
    return enter_state(scope, index, is_state_lost);
}

static bool enter_retired_states(struct template_scope *scope, size_t index) {
    return enter_state(scope, index, is_state_retired);
}

static bool enter_restored_states(struct template_scope *scope, size_t index) {
    return enter_state(scope, index, is_state_restored);
}

static bool enter_changed_states(struct template_scope *scope, size_t index) {
    return enter_state(scope, index, is_state_changed);
}

static bool enter_restored_events(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->event_count; i++)
        if (strcmp(d->old->events[i].stored, event_now(d, i)) != 0 && index-- == 0) {
            scope->event = &d->old->events[i];
            return true;
        }
    return false;
}

/* ---- moves --------------------------------------------------------------------------------------------- */

static void write_left_state(struct text *out, const struct template_scope *scope) {
    const size_t from = scope->move->from;
    scope->dialect->literal(out, from == MODEL_NOTHING ? "" : state_now(between(scope), from));
}

static void write_entered_state(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, state_now(between(scope), scope->move->to));
}

static bool enter_lost_moves(struct template_scope *scope, size_t index) {
    const struct model_machine *old = between(scope)->old;
    for (size_t i = 0; i < old->move_count; i++)
        if (!migrate_is_still_there(scope->migration, &old->moves[i]) && index-- == 0) {
            scope->move = &old->moves[i];
            scope->event = &old->events[old->moves[i].event];
            return true;
        }
    return false;
}

/* ---- columns ------------------------------------------------------------------------------------------- */

/* A column of either version, and what it is in the other one; MODEL_NOTHING where it is not there. */
struct column_pair {
    size_t old, new;
};

static struct column_pair pair_of(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->column_count; i++)
        if (&d->old->columns[i] == scope->column)
            return (struct column_pair){i, d->columns.to_new[i]};
    const size_t new = (size_t)(scope->column - d->new->columns);
    return (struct column_pair){d->columns.to_old[new], new};
}

static void write_column_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->column->name);
}

static void write_new_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, between(scope)->new->columns[pair_of(scope).new].name);
}

/* Nobody has such a name: by way of it, two columns may change places. */
static void write_passing_column(struct text *out, const struct template_scope *scope) {
    text_printf(out, "pawl_passing_%zu", pair_of(scope).old);
}

static bool is_added(const struct template_scope *scope) {
    return pair_of(scope).old == MODEL_NOTHING;
}

static bool is_renamed(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    const struct column_pair pair = pair_of(scope);
    if (pair.old == MODEL_NOTHING || pair.new == MODEL_NOTHING)
        return false;
    return strcmp(d->old->columns[pair.old].name, d->new->columns[pair.new].name) != 0;
}

static bool is_retyped(const struct template_scope *scope) {
    const struct column_pair pair = pair_of(scope);
    return pair.old != MODEL_NOTHING && migrate_is_retyped(between(scope), pair.old);
}

static bool was_number(const struct template_scope *scope) {
    return between(scope)->old->columns[pair_of(scope).old].type == PAWL_TYPE_BIGINT;
}

static bool becomes_int(const struct template_scope *scope) {
    return between(scope)->new->columns[pair_of(scope).new].type == PAWL_TYPE_INT;
}

static bool adds_columns_last(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->column_count; i++)
        if (i >= d->new->column_count || strcmp(d->old->columns[i].name, d->new->columns[i].name) != 0 ||
            d->old->columns[i].type != d->new->columns[i].type)
            return false;
    return true;
}

static bool enter_old_columns(struct template_scope *scope, size_t index) {
    if (index >= between(scope)->old->column_count)
        return false;
    scope->column = &between(scope)->old->columns[index];
    return true;
}

static bool enter_kept_columns(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->column_count; i++)
        if (d->columns.to_new[i] != MODEL_NOTHING && index-- == 0)
            return enter_old_columns(scope, i);
    return false;
}

static bool enter_narrowed_columns(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->column_count; i++)
        if (migrate_may_not_fit(d, i) && index-- == 0)
            return enter_old_columns(scope, i);
    return false;
}

static bool enter_added_columns(struct template_scope *scope, size_t index) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->new->column_count; i++)
        if (d->columns.to_old[i] == MODEL_NOTHING && index-- == 0) {
            scope->column = &d->new->columns[i];
            return true;
        }
    return false;
}

/* ---- events of which programs of the old version go on to speak ------------------------------------- */

static const struct model_event *old_event_of(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    if (scope->machine == d->old)
        return scope->event;
    return &d->old->events[d->events.to_old[scope->event - d->new->events]];
}

static const struct model_event *new_event_of(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    if (scope->machine != d->old)
        return scope->event;
    return &d->new->events[d->events.to_new[scope->event - d->old->events]];
}

static bool enter_old_events(struct template_scope *scope, size_t index) {
    const struct model_machine *old = between(scope)->old;
    if (index >= old->event_count)
        return false;
    scope->machine = old;
    scope->event = &old->events[index];
    return true;
}

static bool takes_more_params(const struct template_scope *scope) {
    return old_event_of(scope)->param_count < new_event_of(scope)->param_count;
}

static bool gets_item(const struct template_scope *scope) {
    return !scope->event->is_creation && !queue_is_used(between(scope)->old) &&
           queue_is_used(between(scope)->new);
}

/* What the old version has stands in the new one in the same order, and others between (accepts.c). Which of
 * the old one's the parameter is; its count where it is a new one. */
static size_t number_of_passed(const struct template_scope *scope) {
    const struct model_event *old = old_event_of(scope);
    size_t number = 0;
    while (number < old->param_count && strcmp(old->params[number].name, scope->param->name) != 0)
        number++;
    return number;
}

static bool is_passed(const struct template_scope *scope) {
    return number_of_passed(scope) < old_event_of(scope)->param_count;
}

static void write_passed(struct text *out, const struct template_scope *scope) {
    enum { KEY = 1 };
    text_printf(out, "%s%zu", scope->dialect->mark, KEY + 1 + number_of_passed(scope));
}

/* ---- the vocabulary --------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"script_locked", write_script_locked},
    {"checks", write_checks}, /* steps of the migration, by their phase: whole lines */
    {"changes", write_changes},
    {"renewal", write_renewal},
    {"machine_sql", write_machine_sql}, /* of {#each added_machines} */
    {"end_transaction", write_end_transaction},
    {"old_name", write_old_name}, /* these nine as without `old_` */
    {"old_machine", write_old_machine},
    {"old_fingerprint", write_old_fingerprint},
    {"old_version", write_old_version},
    {"old_current", write_old_current},
    {"old_transitions", write_old_transitions},
    {"old_rows", write_old_rows},
    {"old_moves", write_old_moves},
    {"old_pending", write_old_pending},
    {"state_name", write_state_name}, /* of an old state, as the file calls it */
    {"state_now", write_state_now},   /* what it is stored as now, or where it is retired to: a literal */
    {"event_now", write_event_now},   /* likewise of an old event */
    {"retirement", write_retirement}, /* what histories have for the event of one, a literal */
    {"left_state", write_left_state}, /* of {#each lost_moves}, as stored now: literals */
    {"entered_state", write_entered_state},
    {"column_name", write_column_name},       /* as it is */
    {"new_column", write_new_column},         /* what the old column is called now */
    {"passing_column", write_passing_column}, /* and meanwhile */
    {"passed_value", write_passed}, /* what a caller of the old version gives for the new one's parameter */
    {0},
};

static const struct template_condition conditions[] = {
    {"old_has_head", old_has_head},
    {"old_is_enforced", old_is_enforced},
    {"old_has_queue", old_has_queue},
    {"old_emits", old_emits},
    {"accepts_old", accepts_old}, /* programs of the old version */
    {"is_machine_renamed", is_machine_renamed},
    {"moves_rows", moves_rows},           /* to tables of the other form, as the storage is another */
    {"has_views", has_views},             /* as heads and history, in one of the versions */
    {"is_let_go", is_let_go},             /* from enforced transitions to others */
    {"keeps_mirror", keeps_mirror},       /* the mirror is the same column */
    {"loses_reference", loses_reference}, /* of heads to the entity's table */
    {"touches_parent", touches_parent}, /* the entity's table is written or referred to, and was not locked */
    {"keeps_readers", keeps_readers},   /* who only reads goes on: no column comes or goes */
    {"restores_states", restores_states}, /* some are stored in another way now */
    {"restores_events", restores_events},
    {"is_added", is_added},                   /* a column */
    {"is_renamed", is_renamed},               /* likewise */
    {"is_retyped", is_retyped},               /* likewise */
    {"was_number", was_number},               /* likewise: a bigint; otherwise a text */
    {"becomes_int", becomes_int},             /* likewise; otherwise a bigint */
    {"adds_columns_last", adds_columns_last}, /* and changes none */
    {"takes_more_params", takes_more_params}, /* the event, in the new version */
    {"gets_item", gets_item},                 /* likewise: which a worker has claimed */
    {"is_passed", is_passed},                 /* the parameter, by a caller of the old version */
    {0},
};

static const struct template_list lists[] = {
    {"migrations", enter_migrations},         /* all of the script */
    {"added_machines", enter_added_machines}, /* of the new version only */
    {"before", enter_before},                 /* once, with the old version as the machine, and its event; */
    {"after", enter_after},                   /* and back to the new one */
    {"lost_states", enter_lost_states},       /* old ones that are nothing now */
    {"retired_states", enter_retired_states},
    {"restored_states", enter_restored_states}, /* stored in another way now; likewise of events */
    {"changed_states", enter_changed_states},   /* retired, or stored in another way */
    {"restored_events", enter_restored_events},
    {"lost_moves", enter_lost_moves},             /* those that the new version does not have */
    {"old_columns", enter_old_columns},           /* all; */
    {"kept_columns", enter_kept_columns},         /* those that the new version has, too, */
    {"narrowed_columns", enter_narrowed_columns}, /* those of which a value may not fit its new type, */
    {"added_columns", enter_added_columns},       /* and those of the new version only */
    {"old_events", enter_old_events},             /* with the old version as the machine */
    {0},
};

const struct template_vocabulary migrate_vocabulary = {words, conditions, lists};
