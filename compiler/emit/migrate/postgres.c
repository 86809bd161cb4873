#include "emit/migrate/migrate.h"

#include "emit/sql/postgres/postgres.h"
#include "emit/sql/queue.h"
#include "emit/sql/template.h"
#include "model/hooks.h"

#include <string.h>

static void put(struct text *out, const struct model_machine *machine, const char *template) {
    sql_template(out, &sql_postgres, machine, template);
}

/* ---- whether it can be done ---------------------------------------------------------------------- */

static void check_version(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old, *new = migration->d.new;
    put(out, new,
        "  if exists (select from public.pawl_machines\n"
        "             where machine = {machine} and fingerprint = {fingerprint} and is_deployed) then\n"
        "    return; -- it has been applied\n"
        "  end if;\n");
    put(out, old,
        "  if not exists (select from public.pawl_machines\n"
        "                 where machine = {machine} and fingerprint = {fingerprint} and is_deployed) then\n"
        "    raise exception 'machine {name} is not deployed in version %, from which this leads; nothing "
        "was "
        "changed',\n"
        "        {fingerprint}\n"
        "      using errcode = 'PW001', hint = 'Ask pawlctl which version is deployed, and write the "
        "migration "
        "from that one.';\n"
        "  end if;\n");
}

static void check_drift(struct text *out, const struct model_machine *old) {
    put(out, old,
        "  select string_agg(coalesce(was.object, found.object), ', ') into examples\n"
        "    from (select object, definition from public.pawl_objects where machine = {machine}) was\n"
        "    full join (\n");
    put(out, old,
        "{>objects}\n    ) found on found.object = was.object where found.definition is distinct from "
        "was.definition\n"
        "      and not (was.object is null and found.definition like 'CREATE INDEX %'\n"
        "        and found.definition !~ '[(][^()]*[(]'); -- somebody's own, over columns\n"
        "  if examples is not null then\n"
        "    raise exception 'machine {name} is not as it was deployed: %; nothing was changed', examples\n"
        "      using errcode = 'PW003', hint = 'See pawlctl verify, apply the SQL of the deployed version, "
        "then "
        "this again.';\n"
        "  end if;\n");
}

/* The rows that `condition` finds are in the way of what `reason` says. */
static void refuse_rows(struct text *out, const struct model_machine *old, const char *table,
                        const char *condition, const char *reason, const char *hint) {
    put(out, old,
        "  select count(*), string_agg(id, ', ') filter (where nth <= 5) into total, examples from (\n"
        "    select {name}_id::text as id, row_number() over (order by {name}_id) as nth from ");
    put(out, old, table);
    text_printf(out, " where %s) found;\n", condition);
    put(out, old, "  if total > 0 then\n    raise exception 'machine {name}: % row(s) ");
    text_printf(out, "%s: %%; nothing was changed',\n", reason);
    text_put(out, "        total, examples || case when total > 5 then ' and others' else '' end\n"
                  "      using errcode = 'PW004', hint = ");
    escape_postgres_literal(out, hint);
    text_put(out, ";\n  end if;\n");
}

static void check_states(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    for (size_t i = 0; i < old->state_count; i++) {
        if (!migrate_is_in_the_way(migration, i))
            continue;
        struct text condition = TEXT_INIT, reason = TEXT_INIT, hint = TEXT_INIT;
        text_put(&condition, "state = ");
        escape_postgres_literal(&condition, old->states[i].stored);
        text_printf(&reason, "in %s, which is no state any more", old->states[i].name);
        text_printf(&hint, "Move them on, or say where they go: retired %s -> OTHER;", old->states[i].name);
        if (!text_failed(&condition) && !text_failed(&reason) && !text_failed(&hint))
            refuse_rows(out, old, "{current}", condition.data, reason.data, hint.data);
        text_free(&condition);
        text_free(&reason);
        text_free(&hint);
    }
}

/* ---- `storage transitions` ------------------------------------------------------------------------ */

#define IS_OWN                                                                                               \
    "pg_has_role((select own.relowner from pg_class own where own.oid = '{rows}'::regclass), 'usage')"

static bool is_let_go(const struct migration *migration) {
    return migration->d.old->storage == MODEL_TRANSITIONS_ENFORCED &&
           migration->d.new->storage == MODEL_TRANSITIONS;
}

/* To a table of others', which was adopted, rows are added, and that is all. */
static bool changes_table(const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->column_count; i++) {
        const size_t to = d->columns.to_new[i];
        if (to != MODEL_NOTHING && (strcmp(d->old->columns[i].name, d->new->columns[to].name) != 0 ||
                                    d->old->columns[i].type != d->new->columns[to].type))
            return true;
    }
    return migrate_moves_rows(migration) || is_let_go(migration) ||
           migrate_restores(migration, MIGRATE_STATES) || migrate_restores(migration, MIGRATE_EVENTS);
}

static void check_owner(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    if (old->storage == MODEL_HEAD || !changes_table(migration))
        return;
    put(out, old,
        "  if not " IS_OWN " then\n"
        "    raise exception 'machine {name}: the table {rows} belongs to others, and would have to be "
        "changed; "
        "nothing was changed'\n"
        "      using errcode = 'PW004', hint = ");
    escape_postgres_literal(
        out, migrate_moves_rows(migration)
                 ? "Make a machine of another name, and fill it with pawlctl backfill --from-statesman."
             : is_let_go(migration)
                 ? "Leave it enforced, or give it to the role that owns the tables of Pawl."
                 : "Let states and events be stored, and parameters be called, as before.");
    text_put(out, ";\n  end if;\n");
}

static void check_rows(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    if (!migrate_moves_rows(migration))
        return;
    refuse_rows(out, old, "{transitions}", migrate_nameless, migrate_nameless_reason, migrate_nameless_hint);
    put(out, old,
        "  select string_agg(kept.attname, ', ') into examples from pg_attribute kept\n"
        "    where kept.attrelid = '{rows}'::regclass and kept.attnum > 0 and not kept.attisdropped\n"
        "      and kept.attname not in ('id', '{name}_id', 'sort_key', 'to_state', 'most_recent', "
        "'metadata', "
        "'created_at',\n        'updated_at', 'event', 'from_state', 'actor', 'request_id'");
    for (size_t i = 0; i < old->column_count; i++) {
        text_put(out, ", ");
        escape_postgres_literal(out, old->columns[i].name);
    }
    put(out, old,
        ");\n"
        "  if examples is not null then\n"
        "    raise exception 'machine {name}: its history has columns of no parameter, which would be lost: "
        "%; "
        "nothing was changed', examples\n"
        "      using errcode = 'PW004', hint = 'Keep what they hold elsewhere, and drop them.';\n"
        "  end if;\n");
}

/* The view of the history can be replaced where columns are added at its end only. */
static bool view_is_replaced(const struct diffing *d) {
    for (size_t i = 0; i < d->old->column_count; i++)
        if (i >= d->new->column_count || strcmp(d->old->columns[i].name, d->new->columns[i].name) != 0 ||
            d->old->columns[i].type != d->new->columns[i].type)
            return false;
    return true;
}

static void put_aside(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    migrate_put_aside(out, &sql_postgres, migration);
    if (old->storage == MODEL_HEAD)
        put(out, old, "  drop view {moves}, {schema}.{name}_state;\n  drop table {current}, {rows};\n");
    else
        put(out, old,
            "  drop view {moves}, {schema}.{name}_state, {transitions}, {current};\n"
            "  drop table {rows};\n  drop table if exists {schema}.{name}_transitions_metadata;\n");
    put(out, migration->d.new,
        migration->d.new->storage == MODEL_HEAD
            ? "  update public.pawl_freezes set head = '{current}' where machine = {machine};\n"
            : "  update public.pawl_freezes set head = '{rows}' where machine = {machine};\n");
}

/* Unless it has been done already. */
static void take_back(struct text *out, const struct migration *migration) {
    if (!migrate_moves_rows(migration))
        return;
    put(out, migration->d.new,
        "do $pawl$\nbegin\n  if to_regclass('{schema}.pawl_put_aside') is null then\n"
        "    return;\n  end if;\n");
    migrate_take_back(out, &sql_postgres, migration, "created_at", "false");
    text_put(out, "end\n$pawl$;\n");
}

static void let_go(struct text *out, const struct model_machine *old) {
    put(out, old,
        "  drop trigger if exists pawl_check_row on {rows};\n"
        "  drop trigger if exists pawl_check_removal on {rows};\n"
        "  drop trigger if exists pawl_check_end on {rows};\n"
        "  drop function {schema}.{name}_transitions_check();\n");
}

/* With the new version's own function, so that rows lie as those of moves do. */
static void retire_rows(struct text *out, const struct migration *migration) {
    const struct model_machine *new = migration->d.new;
    for (size_t i = 0; i < migration->d.old->state_count; i++) {
        const struct model_retirement *retirement = migrate_retirement(migration, i);
        if (retirement == NULL)
            continue;
        migrate_retired_move(out, &sql_postgres, migration, i);
        text_put(out, "do $pawl$\nbegin\n");
        put(out, new,
            "  perform {schema}.{name}_transitions_write(head.{name}_id, head.sort_key + {step}, "
            "'" MIGRATE_RETIRED "'::text,\n      head.state, ");
        escape_postgres_literal(out, retirement->to->stored);
        text_put(out, "::text, greatest(clock_timestamp(), head.since), session_user::text, null::text");
        for (size_t c = 0; c < new->column_count; c++)
            text_printf(out, ", null::%s", postgres_types[new->columns[c].type]);
        put(out, new, ")\n    from {current} head where head.state = ");
        escape_postgres_literal(out, migration->d.old->states[i].stored);
        text_put(out, ";\nend\n$pawl$;\n");
    }
}

/* ---- columns ------------------------------------------------------------------------------------- */

static bool is_retyped(const struct diffing *d, size_t old) {
    const size_t new = d->columns.to_new[old];
    return new != MODEL_NOTHING && d->old->columns[old].type != d->new->columns[new].type;
}

/* Which values of the column the new type cannot hold; false where it can hold all. */
static bool unfit(struct text *out, const struct model_column *old, enum pawl_type to) {
    const char *name = old->name;
    if (old->type == PAWL_TYPE_BIGINT && to == PAWL_TYPE_INT) {
        sql_name(out, &sql_postgres, name);
        text_put(out, " not between -2147483648 and 2147483647");
        return true;
    }
    if (old->type != PAWL_TYPE_TEXT)
        return false;
    sql_name(out, &sql_postgres, name);
    text_put(out, " !~ '^(0|-?[1-9][0-9]{0,");
    text_put(out, to == PAWL_TYPE_INT ? "8})$'" : "17})$'");
    return true;
}

static void check_columns(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->column_count; i++) {
        struct text condition = TEXT_INIT, reason = TEXT_INIT;
        if (is_retyped(d, i) &&
            unfit(&condition, &d->old->columns[i], d->new->columns[d->columns.to_new[i]].type)) {
            text_printf(&reason, "whose %s does not fit the new type", d->old->columns[i].name);
            if (!text_failed(&condition) && !text_failed(&reason))
                refuse_rows(
                    out, d->old, "{transitions}", condition.data, reason.data,
                    "Give the parameter of the new type a name of its own: the old column stays as it "
                    "is.");
        }
        text_free(&condition);
        text_free(&reason);
    }
}

/* A column that an earlier version had is taken up again, unless it holds something else. */
static void check_added_columns(struct text *out, const struct diffing *d) {
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *column = &d->new->columns[i];
        if (d->columns.to_old[i] != MODEL_NOTHING)
            continue;
        put(out, d->old,
            "  if exists (select from pg_attribute kept where kept.attrelid = '{rows}'::regclass\n"
            "             and not kept.attisdropped and kept.attname = ");
        escape_postgres_literal(out, column->name);
        text_printf(out, " and kept.atttypid <> '%s'::regtype) then\n", postgres_types[column->type]);
        put(out, d->old,
            "    raise exception 'machine {name}: its history has a column % of another type; nothing was "
            "changed', ");
        escape_postgres_literal(out, column->name);
        text_put(out,
                 "\n      using errcode = 'PW004', hint = 'It is of an earlier version: give the parameter a "
                 "name of its own.';\n"
                 "  end if;\n");
    }
}

/* By way of names that nobody has, so that two may change places. */
static void rename_columns(struct text *out, const struct diffing *d, bool to_passing) {
    for (size_t i = 0; i < d->old->column_count; i++) {
        const size_t new = d->columns.to_new[i];
        if (new == MODEL_NOTHING || strcmp(d->old->columns[i].name, d->new->columns[new].name) == 0)
            continue;
        put(out, d->new, "  alter table {rows} rename column ");
        if (to_passing)
            sql_name(out, &sql_postgres, d->old->columns[i].name);
        text_printf(out, to_passing ? " to pawl_passing_%zu;\n" : "pawl_passing_%zu to ", i);
        if (!to_passing) {
            sql_name(out, &sql_postgres, d->new->columns[new].name);
            text_put(out, ";\n");
        }
    }
}

/* A table that is not Pawl's own gets no columns: what it has no place for is kept as metadata. */
static void change_columns(struct text *out, const struct diffing *d) {
    const bool may_be_others = d->old->storage != MODEL_HEAD;
    if (may_be_others)
        put(out, d->old, "  if " IS_OWN " then\n");
    rename_columns(out, d, true);
    rename_columns(out, d, false);
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *column = &d->new->columns[i];
        const size_t old = d->columns.to_old[i];
        if (old != MODEL_NOTHING && !is_retyped(d, old))
            continue;
        put(out, d->new,
            old == MODEL_NOTHING ? "  alter table {rows} add column if not exists "
                                 : "  alter table {rows} alter column ");
        sql_name(out, &sql_postgres, column->name);
        const char *type = postgres_column_type(column->type);
        text_printf(out, old == MODEL_NOTHING ? " %s" : " type %s", type);
        if (old != MODEL_NOTHING) {
            text_put(out, " using ");
            sql_name(out, &sql_postgres, column->name);
            text_printf(out, "::%s", postgres_types[column->type]);
        }
        text_put(out, ";\n");
    }
    if (may_be_others)
        text_put(out, "  end if;\n");
}

/* ---- another name, another entity ---------------------------------------------------------------- */

static void rename_table(struct text *out, const struct diffing *d, const char *suffix) {
    put(out, d->old, "  alter table {schema}.{name}_");
    text_put(out, suffix);
    put(out, d->new, " rename to {name}_");
    text_printf(out, "%s;\n", suffix);
    put(out, d->new, "  alter table {schema}.{name}_");
    text_put(out, suffix);
    put(out, d->old, " rename column {name}_id");
    put(out, d->new, " to {name}_id;\n");
}

static void rename_machine(struct text *out, const struct diffing *d) {
    static const char *const tables[] = {"past_moves", "repairs", "deferred"};
    if (strcmp(d->old->name, d->new->name) == 0)
        return;
    rename_table(out, d, "current");
    rename_table(out, d, "transitions");
    if (queue_is_used(d->old) && queue_is_used(d->new))
        rename_table(out, d, "pending");
    put(out, d->new,
        "  for place in select relation.oid::regclass as relation, found.conname as name\n"
        "    from pg_constraint found join pg_class relation on relation.oid = found.conrelid\n"
        "    where relation.oid in (to_regclass('{current}'), to_regclass('{transitions}'), "
        "to_regclass('{pending}'))\n");
    put(out, d->old,
        "      and starts_with(found.conname, '{name}_') loop\n"
        "    execute format('alter table %s rename constraint %I to %I', place.relation, "
        "place.name,\n");
    put(out, d->new, "      '{name}' || substr(place.name, length(");
    put(out, d->old, "{machine}) + 1));\n  end loop;\n");
    put(out, d->new,
        "  for place in select found.indexrelid::regclass as relation, item.relname as name\n"
        "    from pg_index found join pg_class item on item.oid = found.indexrelid\n"
        "    where found.indrelid in (to_regclass('{current}'), to_regclass('{transitions}'), "
        "to_regclass('{pending}'))\n");
    put(out, d->old,
        "      and starts_with(item.relname, '{name}_') loop\n"
        "    execute format('alter index %s rename to %I', place.relation,\n");
    put(out, d->new, "      '{name}' || substr(place.name, length(");
    put(out, d->old, "{machine}) + 1));\n  end loop;\n");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        text_printf(out, "  update public.pawl_%s set machine = ", tables[i]);
        put(out, d->new, "{machine}");
        put(out, d->old, " where machine = {machine};\n");
    }
    migrate_outbox(out, &sql_postgres, d);
    put(out, d->new, "  update public.pawl_freezes set machine = {machine}, head = '{current}'");
    put(out, d->old, " where machine = {machine};\n");
    put(out, d->new, "  update public.pawl_locks set type = {machine}");
    put(out, d->old,
        " where type = {machine};\n  delete from public.pawl_objects where machine = {machine};\n");
}

static void change_entity(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    if (same_entity(d->old->entity, d->new->entity) || migrate_has_views(migration))
        return;
    put(out, d->new, "  alter table {current} drop constraint if exists {name}_current_parent;\n");
    if (d->new->entity != NULL)
        put(out, d->new,
            "  alter table {current} add constraint {name}_current_parent\n"
            "    foreign key ({name}_id) references {parent} ({parent_column});\n");
}

/* ---- functions and views ------------------------------------------------------------------------- */

/* Views of the same name are replaced, since others may depend on them. */
static void drop_views(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    const bool is_renamed = strcmp(d->old->name, d->new->name) != 0;
    const bool has_queue = queue_is_used(d->old);
    if (is_renamed)
        put(out, d->old, "  drop view if exists {moves}, {schema}.{name}_state;\n");
    if (migrate_has_views(migration) && !migrate_moves_rows(migration) && !view_is_replaced(d))
        put(out, d->old, "  drop view {transitions};\n");
    if (has_queue && (is_renamed || !queue_is_used(d->new)))
        put(out, d->old, "  drop view if exists {pending}_rules;\n");
    if (has_queue && !queue_is_used(d->new))
        put(out, d->old, "  drop table {pending};\n");
    put(out, d->old, "{>drop_effects}\n");
}

/*
 * Where programs of the old version go on, functions are replaced in their places, so that a call that is on
 * its way finds one. Where they do not, all go, with what stands for the accepted versions.
 */
static void drop_functions(struct text *out, const struct diffing *d) {
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = d->old};
    put(out, d->old,
        "  for place in select found.oid::regprocedure as routine\n"
        "    from pg_proc found join pg_namespace space on space.oid = found.pronamespace\n"
        "    where space.nspname = '{schema}' and (starts_with(found.proname, '{name}_model_')\n"
        "      or found.proname = any (");
    text_put(out, "'{");
    sql_render_inline(out, &scope, "routine_names");
    text_put(out, "}'))");
    if (d->old->storage == MODEL_TRANSITIONS_ENFORCED && d->new->storage == MODEL_TRANSITIONS_ENFORCED)
        /* triggers stand on it */
        put(out, d->old, " and found.proname <> '{name}_transitions_check'");
    text_put(out, " loop\n"
                  "    execute format('drop function %s', place.routine);\n"
                  "  end loop;\n");
}

static void migrate_data(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    struct text body = TEXT_INIT;
    text_put(&body, "\ndeclare\n"
                    "  total bigint;\n"
                    "  examples text;\n"
                    "  place record;\n"
                    "begin\n");
    check_version(&body, migration);
    check_drift(&body, d->old);
    check_owner(&body, migration);
    check_states(&body, migration);
    check_columns(&body, migration);
    check_added_columns(&body, d);
    check_rows(&body, migration);
    if (migrate_moves_rows(migration))
        put_aside(&body, migration);
    drop_views(&body, migration);
    if (is_let_go(migration))
        let_go(&body, d->old);
    if (!migration->accepts_old)
        drop_functions(&body, d);
    rename_machine(&body, d);
    change_entity(&body, migration);
    if (!migrate_moves_rows(migration))
        change_columns(&body, d);
    migrate_stored(&body, &sql_postgres, migration);
    migrate_past_moves(&body, &sql_postgres, migration);
    if (!migrate_has_views(migration)) {
        migrate_retire(&body, &sql_postgres, migration, "greatest(clock_timestamp(), since)", "session_user");
        migrate_mirror(&body, &sql_postgres, migration);
    }
    migrate_declarations(&body, &sql_postgres, migration);
    put(&body, d->old, "  update public.pawl_machines set is_deployed = false");
    text_put(&body, migration->accepts_old ? "" : ", is_accepted = false");
    put(&body, d->old, " where machine = {machine};\nend\n");
    text_put(out, "do ");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    text_put(out, ";\n");
    out->failed |= text_failed(&body);
    text_free(&body);
}

/* ---- for programs of the old version -------------------------------------------------------------- */

static void pass_params(struct text *out, const struct model_event *old, const struct model_event *new,
                        const char *array) {
    size_t kept = 0;
    for (size_t i = 0; i < new->param_count; i++) {
        const bool is_there =
            kept < old->param_count && strcmp(old->params[kept].name, new->params[i].name) == 0;
        if (is_there)
            text_printf(out, ", $%zu", ++kept + 1);
        else
            text_printf(out, ", null::%s%s", postgres_types[new->params[i].type], array);
    }
}

static void pass_rest(struct text *out, size_t from, size_t count) {
    for (size_t i = 0; i < count; i++)
        text_printf(out, ", $%zu", from + i);
}

static void end_wrapper(struct text *out, const struct text *signature) {
    text_put(out, "\n$pawl$;\ncomment on function ");
    text_put(out, signature->data);
    text_put(out, " is 'For programs of an earlier version.';\n");
}

/* The functions of events that take more than they did are kept as they were called, and call the new ones.
 */
static void keep_function(struct text *out, const struct diffing *d, size_t old_number, bool many) {
    const size_t new_number = d->events.to_new[old_number];
    const struct model_event *old = &d->old->events[old_number], *new = &d->new->events[new_number];
    const struct sql_scope old_scope = {.dialect = &sql_postgres, .machine = d->old, .event = old};
    const struct sql_scope new_scope = {.dialect = &sql_postgres, .machine = d->new, .event = new};
    struct text before = TEXT_INIT, after = TEXT_INIT;
    sql_render_inline(&before, &old_scope, many ? "many_signature" : "event_signature");
    sql_render_inline(&after, &new_scope, many ? "many_signature" : "event_signature");
    const bool is_failed = text_failed(&before) || text_failed(&after);
    if (!is_failed && strcmp(before.data, after.data) != 0) {
        sql_render(out, &old_scope, many ? "many_head" : "event_head");
        text_put(out, "language sql security invoker set search_path = pg_catalog, pg_temp\nas $pawl$\n");
        text_put(out, many ? "  select * from " : "  select ");
        text_write(out, after.data, strcspn(after.data, "("));
        text_put(out, "($1");
        pass_params(out, old, new, many ? "[]" : "");
        const size_t fixed = old->is_creation ? 2 : 3;
        const size_t verdicts =
            !many && moves_first_callback(moves_of_event(d->old, old_number)) != NULL ? 1 : 0;
        const size_t item = !many && postgres_takes_item(d->old, old) ? 1 : 0;
        pass_rest(out, old->param_count + 2, fixed + (d->old->key != NULL ? 2 : 0) + verdicts + item);
        if (!many && item == 0 && postgres_takes_item(d->new, new))
            text_put(out, ", null");
        text_put(out, ");");
        end_wrapper(out, &before);
    }
    out->failed |= is_failed;
    text_free(&before);
    text_free(&after);
}

static void keep_functions(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; migration->accepts_old && i < d->old->event_count; i++) {
        keep_function(out, d, i, false);
        if (postgres_has_many(d->old, i) && postgres_has_many(d->new, d->events.to_new[i]))
            keep_function(out, d, i, true);
    }
}

/* Before anything is granted or made: the tables of the entities may not be there either. */
static void check_registry(struct text *out) {
    text_put(out,
             "do $pawl$\n"
             "begin\n"
             "  if to_regclass('public.pawl_machines') is null then\n"
             "    raise exception 'no machine is deployed in this database; nothing was changed'\n"
             "      using errcode = 'PW001', hint = 'Is it the right database? Apply what pawl has generated "
             "for the older version first.';\n"
             "  end if;\n"
             "end\n"
             "$pawl$;\n\n");
}

void postgres_migrate(struct text *out, const struct migrations *migrations, const struct model *new) {
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = new->machines};
    sql_render(out, &scope, "deploy_begin");
    check_registry(out);
    postgres_begin_roles(out, new->machines, new->machine_count);
    migrate_lock(out, migrations);
    for (size_t i = 0; i < migrations->count; i++) {
        const struct migration *migration = &migrations->items[i];
        text_char(out, '\n');
        sql_heading(out, migration->d.new->name);
        migrate_data(out, migration);
        put(out, migration->d.new, "{>machine_objects}\n");
        keep_functions(out, migration);
        take_back(out, migration);
        if (migrate_has_views(migration)) {
            retire_rows(out, migration);
            migrate_mirror(out, &sql_postgres, migration);
        }
        migrate_queue(out, &sql_postgres, migration->d.new, sql_postgres.duration);
        put(out, migration->d.new, "{>register}\n{>record_objects}\n");
    }
    for (size_t i = 0; i < migrations->added_count; i++)
        sql_postgres.machine(out, migrations->added[i]);
    sql_postgres.end(out, new->machines);
}
