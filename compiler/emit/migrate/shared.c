#include "emit/migrate/migrate.h"

#include <string.h>

/* ---- states that are no more --------------------------------------------------------------------- */

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

/* ---- other texts for the same -------------------------------------------------------------------- */

/* The text of the old state or event, and what it is stored as now; false where that is the same. */
static bool restored(const struct migration *migration, enum migrate_kind kind, size_t old, const char **from,
                     const char **to) {
    const struct diffing *d = &migration->d;
    const size_t new = kind == MIGRATE_STATES ? d->states.to_new[old] : d->events.to_new[old];
    if (new == MODEL_NOTHING)
        return false;
    *from = kind == MIGRATE_STATES ? d->old->states[old].stored : d->old->events[old].stored;
    *to = kind == MIGRATE_STATES ? d->new->states[new].stored : d->new->events[new].stored;
    return strcmp(*from, *to) != 0;
}

static size_t count_of(const struct migration *migration, enum migrate_kind kind) {
    return kind == MIGRATE_STATES ? migration->d.old->state_count : migration->d.old->event_count;
}

bool migrate_restores(const struct migration *migration, enum migrate_kind kind) {
    const char *from, *to;
    for (size_t i = 0; i < count_of(migration, kind); i++)
        if (restored(migration, kind, i, &from, &to))
            return true;
    return false;
}

void migrate_restored(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                      enum migrate_kind kind, const char *column) {
    const char *from, *to;
    if (!migrate_restores(migration, kind)) {
        text_put(out, column);
        return;
    }
    text_printf(out, "case %s", column);
    for (size_t i = 0; i < count_of(migration, kind); i++) {
        if (!restored(migration, kind, i, &from, &to))
            continue;
        text_put(out, " when ");
        dialect->literal(out, from);
        text_put(out, " then ");
        dialect->literal(out, to);
    }
    text_printf(out, " else %s end", column);
}

/* "(COLUMN in ('old', ...)": the rows in which it is stored in another way; after "or" where it is not the
 * first. */
static void where(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                  enum migrate_kind kind, const char *column, bool *any) {
    const char *from, *to;
    if (!migrate_restores(migration, kind))
        return;
    text_printf(out, "%s%s in ", *any ? " or " : "(", column);
    bool first = true;
    for (size_t i = 0; i < count_of(migration, kind); i++) {
        if (!restored(migration, kind, i, &from, &to))
            continue;
        text_put(out, first ? "(" : ", ");
        dialect->literal(out, from);
        first = false;
    }
    text_char(out, ')');
    *any = true;
}

/* "COLUMN = case ... end", after a comma where it is not the first. */
static void set(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                enum migrate_kind kind, const char *column, bool *any) {
    if (!migrate_restores(migration, kind))
        return;
    text_printf(out, "%s%s = ", *any ? ", " : "", column);
    migrate_restored(out, dialect, migration, kind, column);
    *any = true;
}

/* Histories are rewritten along with the heads: to readers the state is one, before and after. Only the rows
 * that say it, since a history is the largest of all tables, and nobody writes meanwhile. */
void migrate_stored(struct text *out, const struct sql_dialect *dialect, const struct migration *migration) {
    const struct model_machine *machine = migration->d.new;
    const bool states = migrate_restores(migration, MIGRATE_STATES);
    bool any = false;
    if (states && machine->storage == MODEL_HEAD) {
        sql_template(out, dialect, machine, "update {current} set ");
        set(out, dialect, migration, MIGRATE_STATES, "state", &any);
        any = false;
        text_put(out, " where ");
        where(out, dialect, migration, MIGRATE_STATES, "state", &any);
        text_put(out, ");\n");
    }
    if (!states && !migrate_restores(migration, MIGRATE_EVENTS))
        return;
    static const char *const histories[] = {"{rows}", "pawl_past_moves", "pawl_deferred"};
    for (size_t i = 0; i < sizeof histories / sizeof *histories; i++) {
        any = false;
        text_put(out, "update ");
        if (i > 0)
            text_printf(out, "%s.", dialect->schema);
        sql_template(out, dialect, machine, histories[i]);
        text_put(out, " set ");
        set(out, dialect, migration, MIGRATE_EVENTS, "event", &any);
        set(out, dialect, migration, MIGRATE_STATES, "from_state", &any);
        set(out, dialect, migration, MIGRATE_STATES, "to_state", &any);
        any = false;
        text_put(out, " where ");
        if (i > 0)
            sql_template(out, dialect, machine, "machine = {machine} and ");
        where(out, dialect, migration, MIGRATE_EVENTS, "event", &any);
        where(out, dialect, migration, MIGRATE_STATES, "from_state", &any);
        where(out, dialect, migration, MIGRATE_STATES, "to_state", &any);
        text_put(out, ");\n");
    }
}

/* ---- what histories may hold --------------------------------------------------------------------- */

static const char *stored_now(const struct migration *migration, enum migrate_kind kind, size_t old) {
    const struct diffing *d = &migration->d;
    const size_t new = kind == MIGRATE_STATES ? d->states.to_new[old] : d->events.to_new[old];
    if (kind == MIGRATE_STATES)
        return new == MODEL_NOTHING ? d->old->states[old].stored : d->new->states[new].stored;
    return new == MODEL_NOTHING ? d->old->events[old].stored : d->new->events[new].stored;
}

static void past_move(struct text *out, const struct sql_dialect *dialect,
                      const struct model_machine *machine, const char *event, const char *from,
                      const char *to) {
    text_printf(out, "insert into %s.pawl_past_moves (machine, event, from_state, to_state)\n  values (",
                dialect->schema);
    sql_template(out, dialect, machine, "{machine}, ");
    dialect->literal(out, event);
    text_put(out, ", ");
    dialect->literal(out, from);
    text_put(out, ", ");
    dialect->literal(out, to);
    text_put(out, ") on conflict do nothing;\n");
}

static bool is_still_there(const struct migration *migration, const struct model_move *old) {
    const struct diffing *d = &migration->d;
    const size_t event = d->events.to_new[old->event], to = d->states.to_new[old->to];
    const size_t from = old->from == MODEL_NOTHING ? MODEL_NOTHING : d->states.to_new[old->from];
    if (event == MODEL_NOTHING || to == MODEL_NOTHING ||
        (old->from != MODEL_NOTHING && from == MODEL_NOTHING))
        return false;
    for (size_t i = model_first_move(d->new, event, from);
         i < d->new->move_count && d->new->moves[i].event == event && d->new->moves[i].from == from; i++)
        if (d->new->moves[i].to == to)
            return true;
    return false;
}

void migrate_past_moves(struct text *out, const struct sql_dialect *dialect,
                        const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->move_count; i++) {
        const struct model_move *move = &d->old->moves[i];
        if (!is_still_there(migration, move))
            past_move(out, dialect, d->new, stored_now(migration, MIGRATE_EVENTS, move->event),
                      move->from == MODEL_NOTHING ? "" : stored_now(migration, MIGRATE_STATES, move->from),
                      stored_now(migration, MIGRATE_STATES, move->to));
    }
}

/* ---- retired states ------------------------------------------------------------------------------ */

void migrate_retired_move(struct text *out, const struct sql_dialect *dialect,
                          const struct migration *migration, size_t old_state) {
    past_move(out, dialect, migration->d.new, MIGRATE_RETIRED, migration->d.old->states[old_state].stored,
              migrate_retirement(migration, old_state)->to->stored);
}

void migrate_retire(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                    const char *now, const char *login) {
    const struct model_machine *machine = migration->d.new;
    for (size_t i = 0; i < migration->d.old->state_count; i++) {
        const struct model_retirement *retirement = migrate_retirement(migration, i);
        const char *old = migration->d.old->states[i].stored;
        if (retirement == NULL)
            continue;
        migrate_retired_move(out, dialect, migration, i);
        sql_template(out, dialect, machine,
                     "insert into {transitions}\n"
                     "  ({name}_id, sort_key, event, from_state, to_state, created_at, actor)\n"
                     "select {name}_id, sort_key + {step}, '" MIGRATE_RETIRED "', state, ");
        dialect->literal(out, retirement->to->stored);
        text_printf(out, ", %s, %s\n", now, login);
        sql_template(out, dialect, machine, "  from {current} where state = ");
        dialect->literal(out, old);
        sql_template(out, dialect, machine, ";\nupdate {current} set sort_key = sort_key + {step}, state = ");
        dialect->literal(out, retirement->to->stored);
        sql_template(out, dialect, machine,
                     ",\n"
                     "  since = (select made.created_at from {transitions} made\n"
                     "    where made.{name}_id = {name}_current.{name}_id\n"
                     "      and made.sort_key = {name}_current.sort_key + {step})\n"
                     "  where state = ");
        dialect->literal(out, old);
        text_put(out, ";\n");
    }
}

/* ---- the entity's own column --------------------------------------------------------------------- */

static bool some_states_change(const struct migration *migration) {
    for (size_t i = 0; i < migration->d.old->state_count; i++)
        if (migrate_retirement(migration, i) != NULL)
            return true;
    return migrate_restores(migration, MIGRATE_STATES);
}

void migrate_outbox(struct text *out, const struct sql_dialect *dialect, const struct diffing *d) {
    static const char *const tables[] = {"outbox", "outbox_parked"};
    if (d->old->emit == NULL || d->new->emit == NULL)
        return;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        text_printf(out, "update %s.pawl_%s set machine = ", dialect->schema, tables[i]);
        sql_template(out, dialect, d->new, "{machine}");
        sql_template(out, dialect, d->old, " where machine = {machine};\n");
    }
}

/* What the states are stored as that are retired or stored in another way. */
static void changed_states(struct text *out, const struct sql_dialect *dialect,
                           const struct migration *migration) {
    bool first = true;
    for (size_t i = 0; i < migration->d.old->state_count; i++) {
        const struct model_retirement *retirement = migrate_retirement(migration, i);
        const char *from = migration->d.old->states[i].stored;
        const char *to = from;
        if (retirement != NULL)
            to = retirement->to->stored;
        else if (!restored(migration, MIGRATE_STATES, i, &from, &to))
            continue;
        text_put(out, first ? "" : ", ");
        dialect->literal(out, to);
        first = false;
    }
}

bool migrate_writes_mirror(const struct migration *migration) {
    const struct model_machine *machine = migration->d.new;
    return machine->mirror != NULL &&
           (!same_entity(migration->d.old->mirror, machine->mirror) || some_states_change(migration));
}

void migrate_mirror(struct text *out, const struct sql_dialect *dialect, const struct migration *migration) {
    const struct model_machine *machine = migration->d.new;
    if (!migrate_writes_mirror(migration))
        return;
    sql_template(out, dialect, machine,
                 "update {parent} set {mirror_column} =\n"
                 "  (select head.state from {current} head where head.{name}_id = {parent_column})\n"
                 "  where {parent_column} in (select head.{name}_id from {current} head");
    if (same_entity(migration->d.old->mirror, machine->mirror)) {
        text_put(out, " where head.state in (");
        changed_states(out, dialect, migration);
        text_char(out, ')');
    }
    text_put(out, ");\n");
}
