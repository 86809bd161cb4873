/*
 * The table that Statesman has, to which others may write as well. Times are text in UTC there, as Rails
 * writes them, and microseconds in the views of it.
 */
#include "emit/sql/sqlite/transitions.h"

#include "emit/sql/sqlite/sqlite.h"

#define TIME_OF(row)                                                                                         \
    "cast(strftime('%s', substr(" row ".created_at, 1, 19)) as integer) * 1000000\n"                         \
    "      + cast(substr(substr(" row ".created_at, 21) || '000000', 1, 6) as integer)"

static void put_columns(struct text *out, const struct model_machine *machine, const char *before) {
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, before);
        sql_name(out, &sql_sqlite, machine->columns[i].name);
    }
}

/* Its indexes are part of it, so that none is made in a table that was there before. */
static void create_table(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_sqlite, machine,
                 "\n-- how each {name} got where it is; the row of the highest sort_key says where that is\n"
                 "create table if not exists {rows} (\n"
                 "  id integer not null primary key,\n"
                 "  {name}_id ");
    text_printf(out, "%s not null references ", sqlite_types[machine->key_type]);
    sql_name(out, &sql_sqlite, machine->entity->table);
    sql_template(out, &sql_sqlite, machine,
                 " ({parent_column}),\n"
                 "  sort_key integer not null,\n"
                 "  to_state text not null,\n"
                 "  most_recent boolean, -- null for all but one\n");
    text_put(out, "  metadata text not null default '{}',\n"
                  "  created_at datetime not null, -- text, in UTC\n"
                  "  updated_at datetime not null,\n"
                  "  event text,\n"
                  "  from_state text,\n"
                  "  actor text check (length(cast(actor as blob)) <= 255),\n"
                  "  request_id text");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, ",\n  ");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
        text_printf(out, " %s", sqlite_types[machine->columns[i].type]);
    }
    sql_template(out, &sql_sqlite, machine,
                 ",\n"
                 "  unique ({name}_id, sort_key),\n"
                 "  unique ({name}_id, most_recent),\n"
                 "  unique ({name}_id, request_id),\n"
                 "  unique (to_state, {name}_id, sort_key)");
    if (machine->key != NULL && machine->key->kind == MODEL_CREATED) {
        text_put(out, ",\n  unique (");
        sql_name(out, &sql_sqlite, machine->columns[machine->key->column].name);
        sql_template(out, &sql_sqlite, machine, ", {name}_id, sort_key)");
    }
    text_put(out, "\n);\n");
}

static void views(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_sqlite, machine,
                 "\n-- how it may move, for people and tools to read\n"
                 "create view if not exists {moves} (event, from_state, to_state) as values\n");
    sql_moves(out, &sql_sqlite, machine);
    sql_template(
        out, &sql_sqlite, machine,
        ";\n"
        "\n-- every move; of one that another program made, the event is said where only one leads "
        "there\n"
        "create view if not exists {transitions} as\n"
        "  select made.{name}_id, made.sort_key,\n"
        "    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end\n"
        "      from {name}_moves move where move.from_state = made.left_state\n"
        "        and move.to_state = made.to_state), '') as event,\n"
        "    made.left_state as from_state, made.to_state, made.made_at as created_at,\n"
        "    coalesce(made.actor, '') as actor, made.request_id");
    put_columns(out, machine, ", made.");
    sql_template(
        out, &sql_sqlite, machine,
        "\n  from (select row.*, " TIME_OF(
            "row") " as made_at,\n"
                   "      coalesce(row.from_state, (select before.to_state from {name}_transitions before\n"
                   "        where before.{name}_id = row.{name}_id and before.sort_key < row.sort_key\n"
                   "        order by before.sort_key desc limit 1), ");
    escape_sqlite_literal(out, sql_implicit_state(machine));
    sql_template(out, &sql_sqlite, machine,
                 ") as left_state\n"
                 "    from {name}_transitions row) made;\n"
                 "\n-- where each is\n"
                 "create view if not exists {current} as\n"
                 "  select row.{name}_id, row.to_state as state, row.sort_key,\n"
                 "    " TIME_OF(
                     "row") " as since\n"
                            "  from {name}_transitions row\n"
                            "  where not exists (select 1 from {name}_transitions later\n"
                            "                    where later.{name}_id = row.{name}_id and later.sort_key > "
                            "row.sort_key)");
    if (machine->initial_is_implicit) {
        sql_template(out, &sql_sqlite, machine, "\n  union all\n  select parent.{parent_column}, ");
        escape_sqlite_literal(out, sql_implicit_state(machine));
        text_put(out, ", 0, 0\n  from ");
        sql_name(out, &sql_sqlite, machine->entity->table);
        sql_template(out, &sql_sqlite, machine,
                     " parent\n"
                     "  where not exists (select 1 from {name}_transitions row\n"
                     "                    where row.{name}_id = parent.{parent_column})");
    }
    sql_template(out, &sql_sqlite, machine,
                 ";\n\n"
                 "-- where each is, to join in queries of one's own\n"
                 "create view if not exists main.{name}_state as\n"
                 "  select {name}_id, state, sort_key, since from {name}_current;\n");
}

static void refuse(struct text *out, const struct model_machine *machine, const char *trigger,
                   const char *reason) {
    sql_template(out, &sql_sqlite, machine, "create trigger if not exists main.{name}_transitions_");
    sql_template(out, &sql_sqlite, machine, trigger);
    text_put(out, "begin\n  select raise(abort, '");
    sql_template(out, &sql_sqlite, machine, reason);
    text_put(out, "');\nend;\n");
}

#define LAST_OF_NEW(column)                                                                                  \
    "(select last." column " from {name}_transitions last where last.{name}_id = new.{name}_id\n"            \
    "    order by last.sort_key desc limit 1)"

/*
 * `insert or replace` deletes what stands in the way without asking the trigger for deletes, so nothing may
 * stand there: neither a row that is the most recent yet, nor one of the same id or request.
 */
static void triggers(struct text *out, const struct model_machine *machine) {
    text_put(out, "\n-- others may add what the diagram allows, as Statesman does, and nothing else\n");
    sql_template(
        out, &sql_sqlite, machine,
        "create trigger if not exists main.{name}_transitions_next before insert on {name}_transitions\n"
        "begin\n"
        "  -- in SQLite's own words, which Statesman understands\n"
        "  select raise(abort, 'UNIQUE constraint failed: {name}_transitions.{name}_id, "
        "{name}_transitions.sort_key')\n"
        "    where exists (select 1 from {name}_transitions there\n"
        "                  where there.{name}_id = new.{name}_id and there.sort_key = new.sort_key);\n"
        "  select raise(abort, '{name}_transitions takes only moves that the diagram of {name} allows')\n"
        "    where not exists (select 1 from {name}_moves move\n"
        "      where move.to_state = new.to_state and coalesce(new.event, move.event) = move.event\n"
        "        and move.from_state = coalesce(" LAST_OF_NEW("to_state") ", ");
    escape_sqlite_literal(out, sql_implicit_state(machine));
    sql_template(
        out, &sql_sqlite, machine,
        ")\n"
        "        and coalesce(new.from_state, move.from_state) = move.from_state);\n"
        "  select raise(abort, 'the next transition of a {name} is its most recent one, and no other is; its "
        "sort_key is {step} more')\n"
        "    where new.sort_key is not coalesce(" LAST_OF_NEW(
            "sort_key") ", 0) + {step}\n"
                        "      or new.most_recent is not true\n"
                        "      or exists (select 1 from {name}_transitions there where there.{name}_id = "
                        "new.{name}_id\n"
                        "                   and (there.most_recent or there.request_id = new.request_id))\n"
                        "      or exists (select 1 from {name}_transitions there where there.rowid = "
                        "new.rowid)\n"
                        "      -- behind the last number there is no row, for nobody\n"
                        "      or new.rowid > (select coalesce(max(there.rowid), 0) + 1 from "
                        "{name}_transitions there);\n"
                        "end;\n");
    struct text changed = TEXT_INIT;
    text_put(&changed, "kept before update on {name}_transitions\n"
                       "when new.rowid is not old.rowid or new.{name}_id is not old.{name}_id\n"
                       "  or new.sort_key is not old.sort_key or new.to_state is not old.to_state\n"
                       "  or new.metadata is not old.metadata or new.created_at is not old.created_at\n"
                       "  or new.event is not old.event or new.from_state is not old.from_state\n"
                       "  or new.actor is not old.actor or new.request_id is not old.request_id\n"
                       "  or (new.most_recent is true and old.most_recent is not true)\n");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(&changed, "  or new.");
        sql_name(&changed, &sql_sqlite, machine->columns[i].name);
        text_put(&changed, " is not old.");
        sql_name(&changed, &sql_sqlite, machine->columns[i].name);
        text_char(&changed, '\n');
    }
    if (!text_failed(&changed))
        refuse(out, machine, changed.data, "{name}_transitions is history: its rows are not changed");
    out->failed |= text_failed(&changed);
    text_free(&changed);
    refuse(out, machine, "stay before delete on {name}_transitions\n",
           "{name}_transitions is history: its rows stay");
}

/* A column of a table that was adopted may make a number a text, or the reverse, of Pawl's rows, too. */
static void check_parameter(struct text *out, const struct model_column *column) {
    struct text name = TEXT_INIT;
    sql_name(&name, &sql_sqlite, column->name);
    const char *new = text_failed(&name) ? "" : name.data;
    if (column->type != PAWL_TYPE_BYTES)
        text_printf(out, "\n      or typeof(new.%s) = 'blob'", new);
    if (column->type == PAWL_TYPE_INT || column->type == PAWL_TYPE_BIGINT || column->type == PAWL_TYPE_BOOL ||
        column->type == PAWL_TYPE_TIMESTAMP)
        text_printf(out, "\n      or cast(cast(new.%s as integer) as text) is not cast(new.%s as text)", new,
                    new);
    else if (column->type != PAWL_TYPE_BYTES)
        text_printf(out, " or instr(coalesce(new.%s, ''), char(0))", new);
    if (column->type == PAWL_TYPE_INT)
        text_printf(out, "\n      or new.%s not between -2147483648 and 2147483647", new);
    else if (column->type == PAWL_TYPE_BOOL)
        text_printf(out, "\n      or new.%s not in (0, 1)", new);
    text_free(&name);
}

/* What libpawl would not write, and what nobody could read. SQLite checks types and foreign keys for those
 * who ask. */
static void check_values(struct text *out, const struct model_machine *machine) {
    sql_template(
        out, &sql_sqlite, machine,
        "create trigger if not exists main.{name}_transitions_readable before insert on {name}_transitions\n"
        "begin\n"
        "  select raise(abort, 'FOREIGN KEY constraint failed: there is no such {name}')\n"
        "    where not exists (select 1 from {parent} parent where parent.{parent_column} = "
        "new.{name}_id);\n"
        "  select raise(abort, 'a transition of {name} has a key, a time and texts that can be read: "
        "YYYY-MM-DD HH:MM:SS')\n");
    sql_template(out, &sql_sqlite, machine,
                 machine->key_type == PAWL_TYPE_TEXT
                     ? "    where typeof(new.{name}_id) <> 'text' or instr(new.{name}_id, char(0))\n"
                       "      or length(cast(new.{name}_id as blob)) not between 1 and {key_max}\n"
                     : "    where typeof(new.{name}_id) <> 'integer'\n");
    text_put(
        out,
        "      or typeof(new.created_at) <> 'text' or strftime('%s', substr(new.created_at, 1, 19)) is null\n"
        "      or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T]"
        "[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'\n"
        "      or substr(new.created_at, 21, 1) glob '[^0-9]' or instr(new.created_at, char(0))\n"
        "      or instr(coalesce(new.actor, '') || coalesce(new.request_id, ''), char(0))\n"
        "      or typeof(new.actor) not in ('text', 'null')\n"
        "      or typeof(new.request_id) not in ('text', 'null')");
    for (size_t i = 0; i < machine->column_count; i++)
        check_parameter(out, &machine->columns[i]);
    text_put(out, ";\nend;\n");
    /* `update or replace` deletes one of two rows that would be superseded alike, unless their index leaves
     * them out */
    refuse(out, machine,
           "superseded before update of most_recent on {name}_transitions\n"
           "when new.most_recent is not old.most_recent\n"
           "  and exists (select 1 from {name}_transitions there where there.{name}_id = new.{name}_id\n"
           "                and there.rowid <> new.rowid and there.most_recent = new.most_recent)\n"
           "  and not exists (select 1 from sqlite_master made where made.tbl_name = '{name}_transitions'\n"
           "                    and made.type = 'index' and made.sql like '%where%most_recent%')\n",
           "{name}_transitions is history: its rows stay");
}

void sqlite_transitions_tables(struct text *out, const struct model_machine *machine) {
    create_table(out, machine);
    views(out, machine);
    if (machine->storage == MODEL_TRANSITIONS_ENFORCED) {
        triggers(out, machine);
        check_values(out, machine);
    }
}

void sqlite_insert_row(struct text *out, const struct model_machine *machine) {
    enum { FIXED = 8 };
    sql_template(
        out, &sql_sqlite, machine,
        "insert into {rows}\n"
        "  ({name}_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n"
        "  created_at, updated_at");
    put_columns(out, machine, ", ");
    text_put(out, ")\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, '{}',\n"
                  "  " SQLITE_TIME_FROM("?6") ",\n  " SQLITE_TIME_FROM("?6"));
    for (size_t i = 0; i < machine->column_count; i++)
        text_printf(out, ", ?%zu", FIXED + 1 + i);
    text_char(out, ')');
}

/* What is no more the most recent has null there where the table allows that, as with Statesman. */
const char sqlite_supersede_row[] = "update {rows} set updated_at = " SQLITE_TIME_FROM(
    "?4") ",\n"
          "  most_recent = " SQLITE_SUPERSEDED "\n"
          "where {name}_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null";
