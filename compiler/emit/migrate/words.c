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

/* Blocks are code, whose lines stand further to the right. */
static void write_phase(struct text *out, const struct template_scope *scope, enum migrate_phase phase) {
    const struct migration *migration = scope->migration;
    const size_t blanks = scope->dialect->migrates_in_block && phase < MIGRATE_RENEWAL ? 2 : 0;
    for (size_t i = 0; i < migration->step_count; i++)
        if (migration->steps[i].phase == phase)
            template_render_indented(out, scope, blanks, migrate_step_fragments[migration->steps[i].kind]);
}

TEMPLATE_OWN(migrations, migrations, other)

static bool enter_migrations(struct template_scope *scope, size_t index) {
    const struct migrations *migrations = migrations_of(scope);
    if (index >= migrations->count)
        return false;
    scope->migration = &migrations->items[index];
    scope->machine = between(scope)->new;
    return true;
}

/* ---- the old version --------------------------------------------------------------------------------- */

static void write_of_old(struct text *out, const struct template_scope *scope, const char *word) {
    struct template_scope old = *scope;
    old.machine = between(scope)->old;
    template_write_word(out, &old, word);
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

static bool is_other_entity(const struct template_scope *scope) {
    return !same_entity(between(scope)->old->entity, between(scope)->new->entity);
}

/* The foreign key to the entity's table, where the heads are a table. */
static bool loses_reference(const struct template_scope *scope) {
    return between(scope)->old->storage == MODEL_HEAD && between(scope)->old->entity != NULL &&
           (is_other_entity(scope) || migrate_moves_rows(scope->migration));
}

static bool touches_parent(const struct template_scope *scope) {
    if (between(scope)->new->entity == NULL || (loses_reference(scope) && !is_other_entity(scope)))
        return false;
    return is_other_entity(scope) || migrate_moves_rows(scope->migration) ||
           migrate_writes_mirror(scope->migration);
}

/* The index by which keys are looked for is of what the creation was given. */
static bool renews_key_index(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    const struct model_reference *old = d->old->key, *new = d->new->key;
    return !same_reference(d, old, new) ||
           (old != NULL && d->old->columns[old->column].type != d->new->columns[new->column].type);
}

/* ---- states and events -------------------------------------------------------------------------------- */

static const char *state_now(const struct diffing *d, size_t old) {
    const size_t new = d->states.to_new[old];
    return new == MODEL_NOTHING ? d->old->states[old].stored : d->new->states[new].stored;
}

static const char *event_now(const struct diffing *d, size_t old) {
    const size_t new = d->events.to_new[old];
    return new == MODEL_NOTHING ? d->old->events[old].stored : d->new->events[new].stored;
}

static void write_state_now(struct text *out, const struct template_scope *scope) {
    const size_t old = (size_t)(scope->state - between(scope)->old->states);
    const struct model_retirement *retirement = migrate_retirement(scope->migration, old);
    scope->dialect->literal(out,
                            retirement != NULL ? retirement->to->stored : state_now(between(scope), old));
}

static bool is_state_restored(const struct migration *migration, size_t old) {
    return strcmp(migration->d.old->states[old].stored, state_now(&migration->d, old)) != 0;
}

static bool is_state_changed(const struct migration *migration, size_t old) {
    return migrate_retirement(migration, old) != NULL || is_state_restored(migration, old);
}

/* ---- moves --------------------------------------------------------------------------------------------- */

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

static bool is_renamed(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    const struct column_pair pair = pair_of(scope);
    if (pair.old == MODEL_NOTHING || pair.new == MODEL_NOTHING)
        return false;
    return strcmp(d->old->columns[pair.old].name, d->new->columns[pair.new].name) != 0;
}

static bool adds_columns_last(const struct template_scope *scope) {
    const struct diffing *d = between(scope);
    for (size_t i = 0; i < d->old->column_count; i++)
        if (i >= d->new->column_count || strcmp(d->old->columns[i].name, d->new->columns[i].name) != 0 ||
            d->old->columns[i].type != d->new->columns[i].type)
            return false;
    return true;
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

static bool is_event_restored(const struct diffing *d, size_t old) {
    return strcmp(d->old->events[old].stored, event_now(d, old)) != 0;
}

static bool is_event_ended(const struct diffing *d, size_t old) {
    return d->events.to_new[old] == MODEL_NOTHING;
}

static const char *event_name_now(const struct diffing *d, size_t old) {
    return d->new->events[d->events.to_new[old]].name;
}

static bool is_event_renamed(const struct diffing *d, size_t old) {
    return !is_event_ended(d, old) && strcmp(d->old->events[old].name, event_name_now(d, old)) != 0;
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

static void write_passed(struct text *out, const struct template_scope *scope) {
    enum { KEY = 1 };
    text_printf(out, "%s%zu", scope->dialect->mark, KEY + 1 + number_of_passed(scope));
}

/* ---- the vocabulary --------------------------------------------------------------------------------- */

#define OLD_STATES(SOME, name, is_meant)                                                                     \
    SOME(name, between(scope)->old->state_count, is_meant(scope->migration, i), state,                       \
         &between(scope)->old->states[i])
#define OLD_EVENTS(SOME, name, is_meant)                                                                     \
    SOME(name, between(scope)->old->event_count, is_meant(between(scope), i), event,                         \
         &between(scope)->old->events[i])
#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(migrations, enter_migrations) /* all of the script */                                              \
    /* of the new version only */                                                                            \
    X(added_machines, migrations_of(scope)->added_count, machine, migrations_of(scope)->added[index])        \
    ENTER(before, enter_before) /* once, with the old version as the machine, and its event; */              \
    ENTER(after, enter_after)   /* and back to the new one */                                                \
    OLD_STATES(SOME, lost_states, migrate_is_in_the_way) /* old ones that are nothing now */                 \
    OLD_STATES(SOME, retired_states, migrate_retirement)                                                     \
    OLD_STATES(SOME, restored_states, is_state_restored) /* stored in another way now; likewise of events */ \
    OLD_STATES(SOME, changed_states, is_state_changed)   /* retired, or stored in another way */             \
    OLD_EVENTS(SOME, restored_events, is_event_restored)                                                     \
    OLD_EVENTS(SOME, renamed_events, is_event_renamed)                                                       \
    OLD_EVENTS(SOME, ended_events, is_event_ended)                                                           \
    ENTER(lost_moves, enter_lost_moves) /* those that the new version does not have */                       \
    /* all; */                                                                                               \
    X(old_columns, between(scope)->old->column_count, column, &between(scope)->old->columns[index])          \
    /* those that the new version has, too, */                                                               \
    SOME(kept_columns, between(scope)->old->column_count,                                                    \
         between(scope)->columns.to_new[i] != MODEL_NOTHING, column, &between(scope)->old->columns[i])       \
    /* those of which a value may not fit its new type, */                                                   \
    SOME(narrowed_columns, between(scope)->old->column_count, migrate_may_not_fit(between(scope), i),        \
         column, &between(scope)->old->columns[i])                                                           \
    /* and those of the new version only */                                                                  \
    SOME(added_columns, between(scope)->new->column_count,                                                   \
         between(scope)->columns.to_old[i] == MODEL_NOTHING, column, &between(scope)->new->columns[i])       \
    ENTER(old_events, enter_old_events) /* with the old version as the machine */
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(old_has_head, between(scope)->old->storage == MODEL_HEAD)                                              \
    X(old_is_enforced, between(scope)->old->storage == MODEL_TRANSITIONS_ENFORCED)                           \
    X(old_has_queue, queue_is_used(between(scope)->old))                                                     \
    X(old_emits, between(scope)->old->emit != NULL)                                                          \
    X(accepts_old, scope->migration->accepts_old) /* programs of the old version */                          \
    X(loses_states, template_has_some(scope, list_lost_states))                                              \
    X(is_machine_renamed, migrate_renames_machine(scope->migration))                                         \
    X(moves_rows,                                                                                            \
      migrate_moves_rows(scope->migration)) /* to tables of the other form, as the storage is another */     \
    /* as heads and history, in one of the versions */                                                       \
    X(has_views, migrate_has_views(scope->migration))                                                        \
    X(is_let_go, migrate_lets_go(scope->migration)) /* from enforced transitions to others */                \
    /* the mirror is the same column */                                                                      \
    X(keeps_mirror, same_entity(between(scope)->old->mirror, between(scope)->new->mirror))                   \
    X(loses_reference, loses_reference(scope)) /* of heads to the entity's table */                          \
    X(is_other_entity, is_other_entity(scope))                                                               \
    X(renews_key_index, renews_key_index(scope))                                                             \
    /* the entity's table is written or referred to, and was not locked */                                   \
    X(touches_parent, touches_parent(scope))                                                                 \
    /* who only reads goes on: no column comes or goes, and no index goes */                                 \
    X(keeps_readers, scope->migration->accepts_old &&between(scope)->old->column_count ==                    \
                             between(scope)->new->column_count &&                                            \
                         !migrate_loses_state_index(scope->migration))                                       \
    /* some are stored in another way now */                                                                 \
    X(restores_states, migrate_restores_states(scope->migration))                                            \
    X(restores_events, migrate_restores_events(scope->migration))                                            \
    X(is_added, pair_of(scope).old == MODEL_NOTHING) /* a column */                                          \
    X(is_renamed, is_renamed(scope))                 /* likewise */                                          \
    /* likewise */                                                                                           \
    X(is_retyped,                                                                                            \
      pair_of(scope).old != MODEL_NOTHING && migrate_is_retyped(between(scope), pair_of(scope).old))         \
    /* likewise: a bigint; otherwise a text */                                                               \
    X(was_number, between(scope)->old->columns[pair_of(scope).old].type == PAWL_TYPE_BIGINT)                 \
    /* likewise; otherwise a bigint */                                                                       \
    X(becomes_int, between(scope)->new->columns[pair_of(scope).new].type == PAWL_TYPE_INT)                   \
    X(adds_columns_last, adds_columns_last(scope)) /* and changes none */                                    \
    /* the event, in the new version */                                                                      \
    X(takes_more_params, old_event_of(scope)->param_count < new_event_of(scope)->param_count)                \
    /* likewise: which a worker has claimed */                                                               \
    X(gets_item, !scope->event->is_creation && !queue_is_used(between(scope)->old) &&                        \
                     queue_is_used(between(scope)->new))                                                     \
    /* the parameter, by a caller of the old version */                                                      \
    X(is_passed, number_of_passed(scope) < old_event_of(scope)->param_count)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OLD(X, word) X(WORD, old_##word, write_of_old(out, scope, #word))
#define OWN_WORDS(X)                                                                                         \
    /* Libpawl sends what stands before this line alone. */                                                  \
    X(TEXT, script_locked, PAWL_SCRIPT_LOCKED)                                                               \
    /* Before a query: where that finds a row, libpawl leaves the next line out. */                          \
    X(TEXT, script_unless, PAWL_SCRIPT_UNLESS)                                                               \
    /* steps of the migration, by their phase: whole lines */                                                \
    X(WORD, checks, write_phase(out, scope, MIGRATE_CHECKS))                                                 \
    X(WORD, changes, write_phase(out, scope, MIGRATE_CHANGES))                                               \
    X(WORD, renewal, write_phase(out, scope, MIGRATE_RENEWAL))                                               \
    X(WORD, entry, write_phase(out, scope, MIGRATE_ENTRY))                                                   \
    X(WORD, machine_sql, sql_machine(out, scope->dialect, scope->machine)) /* of {#each added_machines} */   \
    X(WORD, end_transaction, scope->dialect->end(out, scope->dialect, scope->model->machines))               \
    /* these nine as without `old_` */                                                                       \
    OLD(X, name)                                                                                             \
    OLD(X, machine)                                                                                          \
    OLD(X, fingerprint)                                                                                      \
    OLD(X, version)                                                                                          \
    OLD(X, current)                                                                                          \
    OLD(X, transitions)                                                                                      \
    OLD(X, rows)                                                                                             \
    OLD(X, moves)                                                                                            \
    OLD(X, pending)                                                                                          \
    X(TEXT, state_name, scope->state->name) /* of an old state, as the file calls it */                      \
    /* what it is stored as now, or where it is retired to: a literal */                                     \
    X(WORD, state_now, write_state_now(out, scope))                                                          \
    /* likewise of an old event */                                                                           \
    X(WORD, event_now,                                                                                       \
      scope->dialect->literal(                                                                               \
          out, event_now(between(scope), (size_t)(scope->event - between(scope)->old->events))))             \
    /* of an old event, as the file called it, and of {#each renamed_events}, as it calls it now */          \
    X(TEXT, name_before, scope->event->name)                                                                 \
    X(TEXT, name_now, event_name_now(between(scope), (size_t)(scope->event - between(scope)->old->events)))  \
    /* what histories have for the event of one, a literal */                                                \
    X(WORD, retirement, scope->dialect->literal(out, MIGRATE_RETIRED))                                       \
    /* of {#each lost_moves}, as stored now: literals */                                                     \
    X(WORD, left_state,                                                                                      \
      scope->dialect->literal(                                                                               \
          out, scope->move->from == MODEL_NOTHING ? "" : state_now(between(scope), scope->move->from)))      \
    X(WORD, entered_state, scope->dialect->literal(out, state_now(between(scope), scope->move->to)))         \
    X(TEXT, column_name, scope->column->name) /* as it is */                                                 \
    /* what the old column is called now */                                                                  \
    X(WORD, new_column,                                                                                      \
      sql_name(out, scope->dialect, between(scope)->new->columns[pair_of(scope).new].name))                  \
    /* Nobody has such a name: by way of it, two columns may change places. */                               \
    X(WORD, passing_column, text_printf(out, "pawl_passing_%zu", pair_of(scope).old)) /* and meanwhile */    \
    /* what a caller of the old version gives for the new one's parameter */                                 \
    X(WORD, passed_value, write_passed(out, scope))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary migrate_vocabulary = {words, conditions, lists};
