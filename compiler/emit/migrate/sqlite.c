#include "emit/migrate/migrate.h"

#include "emit/sql/queue.h"
#include "emit/sql/sqlite/sqlite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * ALTER TABLE renames, adds and drops columns; all else that changes a table, which is only the reference to
 * the entity's row, copies it, as "Making Other Kinds Of Table Schema Changes" in SQLite's manual says: with
 * foreign_keys off and legacy_alter_table on, so that no reference of others follows the old table's name.
 */

#define NOW "cast((julianday('now') - 2440587.5) * 86400000000 as integer)"

/* Microseconds as `storage transitions` keeps them. */
#define TIME_FROM(number)                                                                                    \
    "strftime('%Y-%m-%d %H:%M:%S', " number " / 1000000, 'unixepoch') || printf('.%06d', " number            \
    " % 1000000)"

static void put(struct text *out, const struct model_machine *machine, const char *template) {
    sql_template(out, &sql_sqlite, machine, template);
}

/* ---- refusals ------------------------------------------------------------------------------------ */

/*
 * An error whose message is made from rows: before 3.47 RAISE takes a literal only, and json_extract says of
 * its path that it is none. What it is made from is read from a row, or it would be evaluated in any case.
 */
static void refuse(struct text *out, const char *message, const char *from_where) {
    text_printf(out, "select json_extract('{}', %s)\n  from %s;\n", message, from_where);
}

static void check_version(struct text *out, const struct diffing *d) {
    struct text message = TEXT_INIT, from = TEXT_INIT, done = TEXT_INIT;
    put(&done, d->new,
        "main.pawl_machines done\n"
        "  where done.machine = {machine} and done.fingerprint = {fingerprint} and done.is_deployed");
    if (!text_failed(&done))
        refuse(out, "'PW000: the migration of ' || done.machine || ' has been applied already'", done.data);
    out->failed |= text_failed(&done);
    text_free(&done);
    put(&message, d->old,
        "'PW001: machine {name} is not deployed in version ' || wanted.version || ', from which this leads; "
        "nothing "
        "was changed'");
    put(&from, d->old,
        "(select {fingerprint} as version) wanted where not exists (select 1 from main.pawl_machines\n"
        "    where machine = {machine} and fingerprint = wanted.version and is_deployed)");
    if (!text_failed(&message) && !text_failed(&from))
        refuse(out, message.data, from.data);
    out->failed |= text_failed(&message) || text_failed(&from);
    text_free(&message);
    text_free(&from);
}

static void check_drift(struct text *out, const struct model_machine *old) {
    struct text message = TEXT_INIT, from = TEXT_INIT, objects = TEXT_INIT;
    put(&objects, old, "{>objects}");
    put(&message, old,
        "'PW003: machine {name} is not as it was deployed: ' || found.objects || '; nothing was changed'");
    if (!text_failed(&objects)) {
        text_put(&from, "(select group_concat(object, ', ') as objects from (\n"
                        "    select object, definition from (\n");
        text_put(&from, objects.data);
        put(&from, old,
            "\n      ) found where not (found.definition like 'create index %' and found.definition not like "
            "'%(%(%'\n        and not exists (select 1 from main.pawl_objects was where was.machine = "
            "{machine}\n"
            "          and was.object = found.object)) -- somebody's own, over columns\n"
            "    except select object, definition from main.pawl_objects where machine = {machine}\n"
            "    union\n"
            "    select was.object, was.definition from main.pawl_objects was where was.machine = {machine}\n"
            "      and not exists (select 1 from main.sqlite_master now\n"
            "        where now.type || ' ' || now.name = was.object and now.sql = was.definition)\n"
            "  )) found where found.objects is not null");
    }
    if (!text_failed(&message) && !text_failed(&from) && !text_failed(&objects))
        refuse(out, message.data, from.data);
    out->failed |= text_failed(&message) || text_failed(&from) || text_failed(&objects);
    text_free(&message);
    text_free(&from);
    text_free(&objects);
}

static void refuse_rows(struct text *out, const struct model_machine *old, const char *table,
                        const char *condition, const char *reason) {
    struct text message = TEXT_INIT, from = TEXT_INIT;
    put(&message, old, "'PW004: machine {name}: ' || found.total || ' row(s) ");
    text_printf(&message,
                "%s: ' || found.examples\n"
                "    || case when found.total > 5 then ' and others' else '' end || '; nothing was changed'",
                reason);
    put(&from, old,
        "(select max(total) as total, group_concat(id, ', ') as examples from (\n"
        "    select {name}_id as id, count(*) over () as total from ");
    put(&from, old, table);
    text_printf(&from, "\n      where %s ", condition);
    put(&from, old, "order by {name}_id limit 5)) found where found.total > 0");
    if (!text_failed(&message) && !text_failed(&from))
        refuse(out, message.data, from.data);
    out->failed |= text_failed(&message) || text_failed(&from);
    text_free(&message);
    text_free(&from);
}

static void check_states(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    for (size_t i = 0; i < old->state_count; i++) {
        struct text condition = TEXT_INIT, reason = TEXT_INIT;
        if (migrate_is_in_the_way(migration, i)) {
            text_put(&condition, "state = ");
            escape_sqlite_literal(&condition, old->states[i].stored);
            text_printf(&reason,
                        "in %s, which is no state any more (move them on, or say retired %s -> OTHER;)",
                        old->states[i].name, old->states[i].name);
            if (!text_failed(&condition) && !text_failed(&reason))
                refuse_rows(out, old, "{current}", condition.data, reason.data);
        }
        text_free(&condition);
        text_free(&reason);
    }
}

/* ---- columns ------------------------------------------------------------------------------------- */

static bool is_retyped(const struct diffing *d, size_t old) {
    const size_t new = d->columns.to_new[old];
    return new != MODEL_NOTHING && d->old->columns[old].type != d->new->columns[new].type;
}

static bool unfit(struct text *out, const struct model_column *old, enum pawl_type to) {
    struct text name = TEXT_INIT;
    bool some = true;
    sql_name(&name, &sql_sqlite, old->name);
    if (text_failed(&name))
        out->failed = true;
    else if (old->type == PAWL_TYPE_BIGINT && to == PAWL_TYPE_INT)
        text_printf(out, "%s not between -2147483648 and 2147483647", name.data);
    else if (old->type ==
             PAWL_TYPE_TEXT) /* "00", "1e3" and what is too long are no numbers as we keep them */
        text_printf(out,
                    "%s is not null and (cast(cast(%s as integer) as text) <> %s\n"
                    "        or length(ltrim(%s, '-')) > %d)",
                    name.data, name.data, name.data, name.data, to == PAWL_TYPE_INT ? 9 : 18);
    else
        some = false;
    text_free(&name);
    return some;
}

static void check_columns(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->column_count; i++) {
        struct text condition = TEXT_INIT, reason = TEXT_INIT;
        if (is_retyped(d, i) &&
            unfit(&condition, &d->old->columns[i], d->new->columns[d->columns.to_new[i]].type)) {
            text_printf(&reason, "whose %s does not fit the new type", d->old->columns[i].name);
            if (!text_failed(&condition) && !text_failed(&reason))
                refuse_rows(out, d->old, "{transitions}", condition.data, reason.data);
        }
        text_free(&condition);
        text_free(&reason);
    }
}

/* What would be lost where rows are copied into tables of another form. */
static void check_rows(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    struct text message = TEXT_INIT, from = TEXT_INIT;
    if (!migrate_moves_rows(migration))
        return;
    refuse_rows(out, old, "{transitions}", migrate_nameless, migrate_nameless_reason);
    put(&message, old,
        "'PW004: machine {name}: its history has a column of no parameter, which would be lost: ' || "
        "kept.name || "
        "'; nothing was changed'");
    put(&from, old,
        "pragma_table_info('{name}_transitions', 'main') kept\n"
        "    where kept.name not in ('id', '{name}_id', 'sort_key', 'to_state', 'most_recent', 'metadata',\n"
        "      'created_at', 'updated_at', 'event', 'from_state', 'actor', 'request_id'");
    for (size_t i = 0; i < old->column_count; i++) {
        text_put(&from, ", ");
        escape_sqlite_literal(&from, old->columns[i].name);
    }
    text_char(&from, ')');
    if (!text_failed(&message) && !text_failed(&from))
        refuse(out, message.data, from.data);
    out->failed |= text_failed(&message) || text_failed(&from);
    text_free(&message);
    text_free(&from);
}

/* A column that an earlier version had is taken up again, unless it holds something else. */
static void check_added_columns(struct text *out, const struct diffing *d) {
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *column = &d->new->columns[i];
        struct text message = TEXT_INIT, from = TEXT_INIT;
        put(&message, d->old,
            "'PW004: machine {name}: its history has a column ' || kept.name || ' of another type; nothing "
            "was "
            "changed'");
        put(&from, d->old, "pragma_table_info('{name}_transitions', 'main') kept where kept.name = ");
        escape_sqlite_literal(&from, column->name);
        text_printf(&from, "\n    and lower(kept.type) <> '%s'", sqlite_types[column->type]);
        if (d->columns.to_old[i] == MODEL_NOTHING && !text_failed(&message) && !text_failed(&from))
            refuse(out, message.data, from.data);
        out->failed |= text_failed(&message) || text_failed(&from);
        text_free(&message);
        text_free(&from);
    }
}

static void rename_column(struct text *out, const struct model_machine *machine, const char *from,
                          const char *to) {
    put(out, machine, "alter table {rows} rename column ");
    sql_name(out, &sql_sqlite, from);
    text_put(out, " to ");
    sql_name(out, &sql_sqlite, to);
    text_put(out, ";\n");
}

static void add_column(struct text *out, const struct model_machine *machine,
                       const struct model_column *column) {
    put(out, machine, "alter table {rows} add column ");
    sql_name(out, &sql_sqlite, column->name);
    text_printf(out, " %s;\n", sqlite_types[column->type]);
}

/* Renamed by way of names that nobody has, so that two may change places; retyped by a column beside it. */
static void change_columns(struct text *out, const struct diffing *d) {
    char passing[40];
    for (size_t i = 0; i < d->old->column_count; i++) {
        const size_t new = d->columns.to_new[i];
        snprintf(passing, sizeof passing, "pawl_passing_%zu", i);
        if (new != MODEL_NOTHING &&
            (is_retyped(d, i) || strcmp(d->old->columns[i].name, d->new->columns[new].name) != 0))
            rename_column(out, d->new, d->old->columns[i].name, passing);
    }
    for (size_t i = 0; i < d->new->column_count; i++) {
        const struct model_column *column = &d->new->columns[i];
        const size_t old = d->columns.to_old[i];
        snprintf(passing, sizeof passing, "pawl_passing_%zu", old);
        if (old == MODEL_NOTHING) {
            put(out, d->old,
                "-- unless: select 1 from pragma_table_info('{name}_transitions', 'main') where name = ");
            escape_sqlite_literal(out, column->name);
            text_char(out, '\n');
            add_column(out, d->new, column);
        } else if (is_retyped(d, old)) {
            add_column(out, d->new, column);
            put(out, d->new, "update {rows} set ");
            sql_name(out, &sql_sqlite, column->name);
            text_printf(out, " = cast(%s as %s);\n", passing, sqlite_types[column->type]);
            put(out, d->new, "alter table {rows} drop column ");
            text_printf(out, "%s;\n", passing);
        } else if (strcmp(d->old->columns[old].name, column->name) != 0) {
            rename_column(out, d->new, passing, column->name);
        }
    }
}

/* ---- tables -------------------------------------------------------------------------------------- */

/* All triggers and views that these statements create, and indexes, where they get other names. */
static void drop_created(struct text *out, const char *sql, bool indexes) {
    static const char *const kinds[] = {"trigger", "view", "index", "unique index"};
    for (const char *line = sql; line != NULL && *line != '\0';) {
        for (size_t i = 0; i < (indexes ? 4 : 2); i++) {
            char create[64];
            const int length = snprintf(create, sizeof create, "create %s if not exists ", kinds[i]);
            if (strncmp(line, create, (size_t)length) == 0)
                text_printf(out, "drop %s if exists %.*s;\n", i < 2 ? kinds[i] : "index",
                            (int)strcspn(line + length, " (\n"), line + length);
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
}

static void drop_own(struct text *out, const struct migration *migration) {
    struct text own = TEXT_INIT;
    put(&own, migration->d.old, "{>machine_objects}\n");
    if (!text_failed(&own))
        drop_created(out, own.data, strcmp(migration->d.old->name, migration->d.new->name) != 0);
    out->failed |= text_failed(&own);
    text_free(&own);
}

/* So that rows can be written. */
static void drop_own_triggers(struct text *out, const struct model_machine *machine) {
    static const char *const actions[] = {"insert", "update", "delete"};
    static const char *const tables[] = {"current", "transitions", "pending"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t j = 0; j < sizeof actions / sizeof *actions; j++) {
            put(out, machine, "drop trigger if exists main.{name}_");
            text_printf(out, "%s_%s;\n", tables[i], actions[j]);
        }
    static const char *const checks[] = {"next", "kept", "stay", "readable", "superseded"};
    for (size_t i = 0; machine->storage != MODEL_HEAD && i < sizeof checks / sizeof *checks; i++) {
        put(out, machine, "drop trigger if exists main.{name}_transitions_");
        text_printf(out, "%s;\n", checks[i]);
    }
}

static void rename_table(struct text *out, const struct diffing *d, const char *suffix) {
    put(out, d->old, "alter table main.{name}_");
    text_put(out, suffix);
    put(out, d->new, " rename to {name}_");
    text_printf(out, "%s;\n", suffix);
    put(out, d->new, "alter table main.{name}_");
    text_put(out, suffix);
    put(out, d->old, " rename column {name}_id");
    put(out, d->new, " to {name}_id;\n");
}

static void rename_machine(struct text *out, const struct diffing *d) {
    static const char *const tables[] = {"past_moves", "repairs", "deferred", "freezes"};
    if (strcmp(d->old->name, d->new->name) == 0)
        return;
    rename_table(out, d, "current");
    rename_table(out, d, "transitions");
    if (queue_is_used(d->old) && queue_is_used(d->new))
        rename_table(out, d, "pending");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        text_printf(out, "update main.pawl_%s set machine = ", tables[i]);
        put(out, d->new, "{machine}");
        put(out, d->old, " where machine = {machine};\n");
    }
    migrate_outbox(out, &sql_sqlite, d);
    put(out, d->new, "update main.pawl_locks set type = {machine}");
    put(out, d->old, " where type = {machine};\ndelete from main.pawl_objects where machine = {machine};\n");
}

static void change_entity(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    if (same_entity(d->old->entity, d->new->entity) || migrate_has_views(migration))
        return;
    put(out, d->new, "alter table {current} rename to pawl_before_current;\n");
    put(out, d->new, "{>machine_objects_but_version}\n");
    drop_own_triggers(out, d->new);
    put(out, d->new,
        "insert into {current} ({name}_id, state, sort_key, since)\n"
        "  select {name}_id, state, sort_key, since from main.pawl_before_current;\n"
        "drop table main.pawl_before_current;\n");
}

/* ---- the whole ----------------------------------------------------------------------------------- */

static void microseconds(struct text *out, int64_t ms) {
    text_printf(out, "%" PRId64, ms * 1000);
}

/* As moves do it: what was the most recent row is so no more, and the next one is. */
static void retire_rows(struct text *out, const struct migration *migration) {
    const struct model_machine *new = migration->d.new;
    for (size_t i = 0; i < migration->d.old->state_count; i++) {
        const struct model_retirement *retirement = migrate_retirement(migration, i);
        if (retirement == NULL)
            continue;
        migrate_retired_move(out, &sql_sqlite, migration, i);
        put(out, new,
            "update {rows} set updated_at = " TIME_FROM(
                NOW) ",\n  most_recent = {>superseded}\n  where most_recent and {name}_id in (select "
                     "head.{name}_id from {current} head "
                     "where head.state = ");
        escape_sqlite_literal(out, migration->d.old->states[i].stored);
        put(out, new,
            ");\n"
            "insert into {rows} ({name}_id, sort_key, event, from_state, to_state, actor, most_recent, "
            "metadata,\n"
            "    created_at, updated_at)\n"
            "  select made.{name}_id, made.sort_key + {step}, '" MIGRATE_RETIRED "', made.state, ");
        escape_sqlite_literal(out, retirement->to->stored);
        text_put(out, ", 'migration', true, '{}',\n"
                      "    " TIME_FROM("made.at") ", " TIME_FROM("made.at") "\n");
        put(out, new,
            "  from (select head.*, max(" NOW ", head.since) as at from {current} head\n"
            "    where head.state = ");
        escape_sqlite_literal(out, migration->d.old->states[i].stored);
        text_put(out, ") made;\n");
    }
}

static void put_aside(struct text *out, const struct migration *migration) {
    if (migrate_moves_rows(migration))
        migrate_put_aside(out, &sql_sqlite, migration);
}

static void drop_put_aside(struct text *out, const struct migration *migration) {
    if (!migrate_moves_rows(migration))
        return;
    put(out, migration->d.old, "drop table {rows};\n");
    if (migration->d.old->storage == MODEL_HEAD)
        put(out, migration->d.old, "drop table {current};\n");
}

static void migrate_one(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    const bool has_views = migrate_has_views(migration);
    text_char(out, '\n');
    sql_heading(out, d->new->name);
    put_aside(out, migration);
    drop_own(out, migration);
    drop_put_aside(out, migration);
    put(out, d->new, "drop view if exists main.{version}; -- it stood on the old one, if it was accepted\n");
    if (queue_is_used(d->old) && !queue_is_used(d->new))
        put(out, d->old, "drop table {pending};\n");
    rename_machine(out, d);
    change_entity(out, migration);
    if (!migrate_moves_rows(migration))
        change_columns(out, d);
    if (has_views || queue_is_used(d->new)) {
        put(out, d->new, "{>machine_objects}\n");
        drop_own_triggers(out, d->new);
    }
    if (migrate_moves_rows(migration))
        migrate_take_back(out, &sql_sqlite, migration, TIME_FROM("created_at"), "null");
    migrate_stored(out, &sql_sqlite, migration);
    migrate_past_moves(out, &sql_sqlite, migration);
    if (has_views)
        retire_rows(out, migration);
    else
        migrate_retire(out, &sql_sqlite, migration, "max(" NOW ", since)", "'migration'");
    migrate_mirror(out, &sql_sqlite, migration);
    migrate_declarations(out, &sql_sqlite, migration);
    if (queue_is_used(d->new))
        migrate_queue(out, &sql_sqlite, d->new, microseconds);
    put(out, d->new, "{>machine_objects}\n");
    if (migration->accepts_old) { /* and with it whatever it has accepted, as long as the new one is */
        put(out, d->old, "create view main.{version} as select * from ");
        put(out, d->new, "main.{version};\n");
    }
    put(out, d->old, "\nupdate main.pawl_machines set is_deployed = 0");
    text_put(out, migration->accepts_old ? "" : ", is_accepted = 0");
    put(out, d->old, " where machine = {machine};\n");
    put(out, d->new,
        "delete from main.pawl_objects where machine = {machine};\n"
        "insert into main.pawl_objects (machine, object, definition)\n"
        "select {machine}, found.object, found.definition from (\n");
    put(out, d->new,
        "{>objects}) found;\n"
        "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
        "values ({machine}, {fingerprint}, {abi}, " NOW " + 1000, -- it counts milliseconds\n"
        "  {model});\n");
}

static void check_references(struct text *out, const struct migrations *migrations) {
    struct text from = TEXT_INIT;
    text_put(&from, "main.pragma_foreign_key_check broken\n"
                    "  where broken.\"table\" like '%\\_current' escape '\\'");
    for (size_t i = 0; i < migrations->count; i++)
        if (migrate_moves_rows(&migrations->items[i]))
            put(&from, migrations->items[i].d.new, " or broken.\"table\" = '{name}_transitions'");
    text_char(out, '\n');
    if (!text_failed(&from))
        refuse(out,
               "'PW004: a row of ' || broken.\"table\" || ' refers to no row of ' || broken.parent || '; "
               "nothing was changed'",
               from.data);
    out->failed |= text_failed(&from);
    text_free(&from);
}

void sqlite_migrate(struct text *out, const struct migrations *migrations, const struct model *new) {
    /* what refuses the writes of others would refuse these, too: it is dropped, and made again */
    static const char *const with_triggers[] = {"registry", "locks", "freezes", "outbox", "runs", "record"};
    text_put(out, "pragma foreign_keys = off; -- for this connection and only until the end\n"
                  "pragma legacy_alter_table = on;\n");
    sql_sqlite.begin(out, new->machines, new->machine_count);
    text_char(out, '\n');
    sql_heading(out, "Whether it can be done");
    for (size_t i = 0; i < migrations->count; i++) {
        check_version(out, &migrations->items[i].d);
        check_drift(out, migrations->items[i].d.old);
        check_states(out, &migrations->items[i]);
        check_columns(out, &migrations->items[i]);
        check_rows(out, &migrations->items[i]);
        check_added_columns(out, &migrations->items[i].d);
    }
    sql_schema_part(out, &sql_sqlite, "triggers");
    for (size_t i = 0; i < migrations->count; i++)
        migrate_one(out, &migrations->items[i]);
    for (size_t i = 0; i < sizeof with_triggers / sizeof *with_triggers; i++) {
        text_char(out, '\n');
        sql_schema_part(out, &sql_sqlite, with_triggers[i]);
    }
    for (size_t i = 0; i < migrations->added_count; i++)
        sql_sqlite.machine(out, migrations->added[i]);
    check_references(out, migrations);
    sql_sqlite.end(out, new->machines);
    text_put(out, "pragma legacy_alter_table = off;\npragma foreign_keys = on;\n");
}
