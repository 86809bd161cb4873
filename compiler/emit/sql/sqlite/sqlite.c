#include "emit/sql/sqlite/sqlite.h"

#include "emit/migrate/migrate.h"
#include "emit/sql/flow.h"
#include "emit/sql/queue.h"
#include "emit/sql/sqlite/lock.h"
#include "emit/sql/sqlite/transitions.h"

/* SQLite takes many of its keywords as names; these it does not, or means something else by them. */
static const char reserved[] =
    "add all alter and as autoincrement between case cast check collate commit constraint create cross "
    "current_date current_time current_timestamp default deferrable delete distinct drop else escape "
    "except exists false foreign from full group having if in index inner insert intersect into is "
    "isnull join left limit natural not nothing notnull null on or order outer primary raise references "
    "returning right select set table then to transaction true union unique update using values when "
    "where";

const char *const sqlite_types[] = {
    [PAWL_TYPE_TEXT] = "text",    [PAWL_TYPE_BIGINT] = "integer",    [PAWL_TYPE_INT] = "integer",
    [PAWL_TYPE_BOOL] = "integer", [PAWL_TYPE_TIMESTAMP] = "integer", [PAWL_TYPE_NUMERIC] = "text",
    [PAWL_TYPE_UUID] = "text",    [PAWL_TYPE_JSON] = "text",         [PAWL_TYPE_BYTES] = "blob"};

static void parameter(struct text *out, size_t number, enum pawl_type type) {
    (void)type;
    text_printf(out, "?%zu", number);
}

static void read_column(struct text *out, const struct model_column *column) {
    sql_name(out, &sql_sqlite, column->name);
}

static void objects(struct text *out, const struct model_machine *machine) {
    text_put(out, "select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
                  " where sql is not null and tbl_name ");
    if (machine == NULL)
        text_put(out, "like 'pawl\\_%' escape '\\'");
    else
        sql_template(out, &sql_sqlite, machine,
                     machine->storage != MODEL_HEAD
                         ? "in ('{name}_current', '{name}_transitions', '{name}_moves', '{name}_state', "
                           "'{name}_history', '{name}_pending', '{name}_pending_rules', '{version}')"
                     : queue_is_used(machine)
                         ? "in ('{name}_current', '{name}_transitions', '{name}_moves', "
                           "'{name}_state', '{name}_pending', '{name}_pending_rules', '{version}')"
                         : "in ('{name}_current', '{name}_transitions', '{name}_moves', "
                           "'{name}_state', '{version}')");
}

static void record_objects(struct text *out, const struct model_machine *machine) {
    text_put(out, "\ninsert into main.pawl_objects (machine, object, definition)\nselect ");
    escape_sqlite_literal(out, machine == NULL ? "" : machine->name);
    text_put(out, ", found.object, found.definition from (\n");
    objects(out, machine);
    text_put(out, ") found\n where not exists (select 1 from main.pawl_");
    if (machine == NULL)
        text_put(out, "objects o where o.machine = '' and o.object = found.object);\n");
    else
        sql_template(out, &sql_sqlite, machine, "machines m where m.machine = {machine});\n");
}

/*
 * No `drop` anywhere and each statement harmless where the machine is deployed: a shell that goes on after
 * the refusal of another version (sqlite3 without -bail) changes nothing either.
 */
static void begin(struct text *out, const struct model_machine *machines, size_t count, bool emits) {
    (void)machines, (void)count;
    text_put(out, "begin immediate;\n\n");
    sql_heading(out, "Shared by all machines");
    text_put(
        out,
        "-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.\n"
        "-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row\n"
        "-- that libpawl is writing at that moment: everybody may read, nobody else may write.\n\n"
        "create table if not exists main.pawl_machines (\n"
        "  machine     text    not null,\n"
        "  fingerprint text    not null,\n"
        "  is_accepted integer not null default 1, -- programs of this version may run\n"
        "  is_deployed integer not null default 1, -- tables and triggers are those of this version\n"
        "  abi         integer not null,\n"
        "  deployed_at integer not null,\n"
        "  model       text, -- JSON, what pawlctl knows of it\n"
        "  primary key (machine, fingerprint)\n"
        ") without rowid;\n"
        "-- moves that earlier versions had, and the moves of migrations: histories hold them rightly\n"
        "create table if not exists main.pawl_past_moves (\n"
        "  machine    text not null,\n"
        "  event      text not null,\n"
        "  from_state text not null,\n"
        "  to_state   text not null,\n"
        "  primary key (machine, event, from_state, to_state)\n"
        ") without rowid;\n"
        "-- what sqlite_master said of each object when it was deployed, '' being what all machines share\n"
        "create table if not exists main.pawl_objects (\n"
        "  machine    text not null,\n"
        "  object     text not null,\n"
        "  definition text not null,\n"
        "  primary key (machine, object)\n"
        ") without rowid;\n"
        "-- what pawlctl has written without a move: repairs, erasures, backfills\n"
        "create table if not exists main.pawl_repairs (\n"
        "  machine         text    not null,\n"
        "  entity          text    not null,\n"
        "  repaired_at     integer not null,\n"
        "  repaired_by     text    not null,\n"
        "  reason          text    not null,\n"
        "  before_state    text, -- null where there was no head\n"
        "  before_sort_key integer,\n"
        "  before_since    integer,\n"
        "  after_state     text    not null,\n"
        "  after_sort_key  integer not null,\n"
        "  after_since     integer not null,\n"
        "  primary key (machine, entity, repaired_at)\n"
        ") without rowid;\n\n"
        "-- a machine is entered once, by the file that has just made its tables\n"
        "create trigger if not exists main.pawl_machines_insert before insert on pawl_machines\n"
        "begin\n"
        "  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: "
        "apply the file that belongs to the deployed version, or use another database')\n"
        "   where exists (select 1 from pawl_machines where machine = new.machine);\n"
        "  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of "
        "the machine instead')\n"
        "   where not exists (select 1 from sqlite_master\n"
        "                      where type = 'table' and name = new.machine || '_transitions');\n"
        "end;\n"
        "-- an object is entered once, before its machine is, and as sqlite_master has it\n"
        "create trigger if not exists main.pawl_objects_insert before insert on pawl_objects\n"
        "when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)\n"
        "  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)\n"
        "  or exists (select 1 from pawl_machines where machine = new.machine)\n"
        "  or new.machine = '' and new.object not like '% pawl\\_%' escape '\\'\n"
        "  or new.machine <> '' and not exists (select 1 from sqlite_master\n"
        "                                        where name = new.machine || '_transitions')\n"
        "begin\n"
        "  select raise(abort, 'pawl_objects is written by the files that pawl generates');\n"
        "end;\n"
        "create trigger if not exists main.pawl_past_moves_insert before insert on pawl_past_moves\n"
        "begin\n"
        "  select raise(abort, 'pawl_past_moves is written by the files that pawl generates');\n"
        "end;\n"
        "create trigger if not exists main.pawl_repairs_insert before insert on pawl_repairs\n"
        "when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,\n"
        "  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,\n"
        "  new.after_state, new.after_sort_key, new.after_since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_repairs is written by pawlctl only');\n"
        "end;\n");
    text_put(out,
             "-- of a machine only the model is ever renewed, by libpawl when its file is applied again\n"
             "create trigger if not exists main.pawl_machines_update before update on pawl_machines\n"
             "when new.machine is not old.machine or new.fingerprint is not old.fingerprint\n"
             "  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed\n"
             "  or new.abi is not old.abi or new.deployed_at is not old.deployed_at\n"
             "  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,\n"
             "    new.deployed_at, new.model) is not 1\n"
             "begin\n"
             "  select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL "
             "again');\n"
             "end;\n");
    static const char *const tables[] = {"machines", "objects", "past_moves", "repairs"};
    static const char *const actions[] = {"update", "delete"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t j = i == 0 ? 1 : 0; j < sizeof actions / sizeof *actions; j++)
            text_printf(out,
                        "create trigger if not exists main.pawl_%s_%s before %s on pawl_%s\n"
                        "begin\n"
                        "  select raise(abort, 'pawl_%s is never changed: its rows say what was done');\n"
                        "end;\n",
                        tables[i], actions[j], actions[j], tables[i], tables[i]);
    sqlite_lock_schema(out);
    if (emits)
        sqlite_outbox_schema(out);
    record_objects(out, NULL);
}

static void tables(struct text *out, const struct model_machine *machine) {
    const char *key_type = sqlite_types[machine->key_type];
    sql_template(out, &sql_sqlite, machine,
                 "\n-- where each {name} is\n"
                 "create table if not exists {current} (\n");
    sql_template(out, &sql_sqlite, machine, "  {name}_id ");
    text_printf(out, "%s not null primary key", key_type);
    if (machine->entity != NULL) { /* the parent's table is found in the same database; it takes no schema */
        text_put(out, " references ");
        sql_name(out, &sql_sqlite, machine->entity->table);
        sql_template(out, &sql_sqlite, machine, " ({parent_column})");
    }
    sql_template(
        out, &sql_sqlite, machine,
        ",\n"
        "  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n"
        "  since integer not null\n"
        ") without rowid;\n"
        "create index if not exists main.{name}_current_state_since on {name}_current (state, since);\n"
        "\n-- how it got there; rows are only ever added\n"
        "create table if not exists {transitions} (\n");
    sql_template(out, &sql_sqlite, machine, "  {name}_id ");
    text_printf(out, "%s not null,\n", key_type);
    text_put(out, "  sort_key integer not null,\n"
                  "  event text not null,\n"
                  "  from_state text not null, -- '' for a creation\n"
                  "  to_state text not null,\n"
                  "  created_at integer not null,\n"
                  "  actor text not null check (length(cast(actor as blob)) <= 255),\n"
                  "  request_id text,\n");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, "  ");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
        text_printf(out, " %s,\n", sqlite_types[machine->columns[i].type]);
    }
    sql_template(out, &sql_sqlite, machine,
                 "  primary key ({name}_id, sort_key)\n"
                 ") without rowid;\n"
                 "create unique index if not exists main.{name}_transitions_request\n"
                 "  on {name}_transitions ({name}_id, request_id) where request_id is not null;\n"
                 "\n-- how it may move, for people and tools to read\n"
                 "create view if not exists {moves} (event, from_state, to_state) as values\n");
    sql_moves(out, &sql_sqlite, machine);
    sql_template(out, &sql_sqlite, machine,
                 ";\n\n"
                 "-- where each is, to join in queries of one's own\n"
                 "create view if not exists main.{name}_state as\n"
                 "  select {name}_id, state, sort_key, since from {name}_current;\n\n");
}

/* A history's columns come with their names: a program of an earlier version has some of them only. */
static void allowed_rows(struct text *out, const struct model_machine *machine, bool transitions) {
    sql_template(out, &sql_sqlite, machine,
                 transitions ? "only_libpawl_may_write('{name}_transitions"
                             : "only_libpawl_may_write('{name}_current', new.{name}_id, new.state, "
                               "new.sort_key, new.since");
    for (size_t i = 0; transitions && i < machine->column_count; i++) {
        text_put(out, i == 0 ? "(" : ", ");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
    }
    if (transitions)
        sql_template(out, &sql_sqlite, machine,
                     machine->column_count > 0 ? ")', new.{name}_id, new.sort_key,\n"
                                               : "', new.{name}_id, new.sort_key,\n");
    if (transitions)
        text_put(out, "  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id");
    for (size_t i = 0; transitions && i < machine->column_count; i++) {
        text_put(out, i % 4 == 0 ? ",\n  new." : ", new.");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
    }
    text_put(out, ") is not 1\n");
}

static void refuse(struct text *out, const struct model_machine *machine, const char *reason) {
    text_put(out, "begin\n  select raise(abort, '");
    sql_template(out, &sql_sqlite, machine, reason);
    text_put(out, "');\nend;\n");
}

/* Where a column is personal, libpawl may set it to null, and nothing else. */
static void only_erased(struct text *out, const struct model_machine *machine) {
    bool any = false;
    for (size_t i = 0; i < machine->column_count; i++)
        any = any || machine->columns[i].is_personal;
    if (!any)
        return;
    sql_template(out, &sql_sqlite, machine,
                 "when only_libpawl_may_write('{name}_transitions', old.{name}_id, old.sort_key) is not 1\n"
                 "  or new.{name}_id is not old.{name}_id or new.sort_key is not old.sort_key\n"
                 "  or new.event is not old.event or new.from_state is not old.from_state\n"
                 "  or new.to_state is not old.to_state or new.created_at is not old.created_at\n"
                 "  or new.actor is not old.actor or new.request_id is not old.request_id\n");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, "  or new.");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
        if (machine->columns[i].is_personal) {
            text_put(out, " is not null\n");
            continue;
        }
        text_put(out, " is not old.");
        sql_name(out, &sql_sqlite, machine->columns[i].name);
        text_char(out, '\n');
    }
}

static void triggers(struct text *out, const struct model_machine *machine) {
    static const char written[] =
        "{name}_current is written by libpawl only: fire an event of {name} instead";
    static const char added[] =
        "{name}_transitions is written by libpawl only: fire an event of {name} instead";
    static const char kept[] = "{name}_current keeps its rows: a {name} that has been created stays";
    static const char append[] = "{name}_transitions is history: its rows are neither changed nor deleted";
    static const char trigger[] = "create trigger if not exists main.{name}_";

    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine, "current_insert before insert on {name}_current\nwhen ");
    allowed_rows(out, machine, false);
    refuse(out, machine, written);
    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine,
                 "current_update before update on {name}_current\n"
                 "when new.{name}_id is not old.{name}_id\n  or ");
    allowed_rows(out, machine, false);
    refuse(out, machine, written);
    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine,
                 "current_delete before delete on {name}_current\n"
                 "when only_libpawl_may_write('{name}_current', old.{name}_id) is not 1\n");
    refuse(out, machine, kept);

    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine, "transitions_insert before insert on {name}_transitions\nwhen ");
    allowed_rows(out, machine, true);
    refuse(out, machine, added);
    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine, "transitions_update before update on {name}_transitions\n");
    only_erased(out, machine);
    refuse(out, machine, append);
    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine,
                 "transitions_delete before delete on {name}_transitions\n"
                 "when only_libpawl_may_write('{name}_transitions', old.{name}_id, old.sort_key) is not 1\n");
    refuse(out, machine, append);
}

void sqlite_create_objects(struct text *out, const struct model_machine *machine, bool with_version) {
    const bool has_head = machine->storage == MODEL_HEAD;
    if (has_head)
        tables(out, machine);
    else
        sqlite_transitions_tables(out, machine);
    if (with_version)
        sql_template(out, &sql_sqlite, machine,
                     "-- exists as long as programs of this version are accepted\n"
                     "create view if not exists main.{version} as select 1;\n\n");
    if (has_head)
        triggers(out, machine);
    sqlite_queue_tables(out, machine);
    sqlite_lock_machine(out, machine);
}

/* In a unique index, as a foreign key needs one, texts are compared as in the column. */
static void is_compared(struct text *out, const char *table, const char *column, const char *how) {
    text_put(out, "exists (select 1 from pragma_index_list(");
    escape_sqlite_literal(out, table);
    text_put(out, ", 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
                  "                where i.\"unique\" and c.key and c.name = ");
    escape_sqlite_literal(out, column);
    text_printf(out, " collate nocase and c.coll %s 'BINARY')", how);
}

/*
 * Pawl keeps keys as exact texts. Where the column that they refer to takes different texts for the same, two
 * of them would share an entity, and each have a head. Only a trigger can raise; a temporary one is no object
 * of the database's.
 */
static void require_exact_key(struct text *out, const struct model_machine *machine) {
    if (machine->key_type != PAWL_TYPE_TEXT || machine->entity == NULL)
        return;
    sql_template(
        out, &sql_sqlite, machine,
        "\ncreate temp trigger if not exists {name}_exact_key instead of insert on main.{version}\n"
        "begin\n"
        "  select raise(rollback, 'machine {name}: the column of its key takes different texts for the "
        "same, by its collation; nothing was changed: give it the collation BINARY');\n"
        "end;\n"
        "insert into main.{version}\n"
        "select 1\n"
        " where (");
    is_compared(out, machine->entity->table, machine->entity->column, "<>");
    text_put(out, "\n   and not ");
    is_compared(out, machine->entity->table, machine->entity->column, "=");
    text_put(out, ")");
    if (machine->storage != MODEL_HEAD) {
        struct text table = TEXT_INIT, column = TEXT_INIT;
        text_printf(&table, "%s_transitions", machine->name);
        text_printf(&column, "%s_id", machine->name);
        text_put(out, "\n   or ");
        if (!text_failed(&table) && !text_failed(&column))
            is_compared(out, table.data, column.data, "<>");
        out->failed |= text_failed(&table) || text_failed(&column);
        text_free(&table);
        text_free(&column);
    }
    text_put(out, ";\n");
}

static void emit_machine(struct text *out, const struct model_machine *machine) {
    text_char(out, '\n');
    sql_heading(out, machine->name);
    sql_comment(out, machine->label, machine->doc);
    sqlite_create_objects(out, machine, true);
    require_exact_key(out, machine);
    record_objects(out, machine);
    sql_template(out, &sql_sqlite, machine,
                 "\ninsert into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
                 "select {machine}, {fingerprint}, {abi}, cast(strftime('%s', 'now') as integer) * 1000000,\n"
                 "  {model}\n"
                 " where not exists (select 1 from main.pawl_machines\n"
                 "                    where machine = {machine} and fingerprint = {fingerprint});\n");
}

/* Another version is laid beside those that are there: runs are met by the paths of their steps. */
static void emit_flow(struct text *out, const struct model_flow *flow, const char *model) {
    text_printf(out,
                "\ninsert into main.pawl_flows\n"
                "  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)\n"
                "select '%s', '%s', %d, cast(strftime('%%s', 'now') as integer) * 1000000, ",
                flow->name, flow->fingerprint, PAWL_ABI);
    sql_flow_topic(out, &sql_sqlite, flow);
    text_printf(
        out,
        ",\n  %s\n"
        " where not exists (select 1 from main.pawl_flows where flow = '%s' and fingerprint = '%s');\n",
        model, flow->name, flow->fingerprint);
}

static void flow_tables(struct text *out) {
    sqlite_flow_schema(out);
    record_objects(out, NULL);
}

const struct sql_dialect sql_sqlite = {
    .name = "sqlite",
    .number = PAWL_DIALECT_SQLITE,
    .how_to_apply = "Running it again changes nothing. Apply with:\n"
                    "--   sqlite3 -bail -cmd '.timeout 5000' FILE <",
    .reserved = reserved,
    .mark = "?",
    .schema = "main", /* named everywhere, so that no temporary table stands in for Pawl's */
    .runtime_moves = true,
    .find_registry = "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
    .literal = escape_sqlite_literal,
    .parameter = parameter,
    .read_column = read_column,
    .begin = begin,
    .machine = emit_machine,
    .flow_tables = flow_tables,
    .flow = emit_flow,
    .commit = "\ncommit;\n",
    .objects = objects,
    .is_accepted = "exists (select 1 from main.{version})",
    .before_migration = ".bail on\n",
    .migrate = sqlite_migrate,
    .insert_row = sqlite_insert_row,
    .supersede_row = sqlite_supersede_row,
    .strangers = "null", /* a trigger of others' can add nothing: see runtime/README.md */
};
