#include "emit/sql/sqlite/sqlite.h"

#include "emit/migrate/migrate.h"
#include "emit/sql/flow.h"
#include "emit/sql/sqlite/lock.h"

#include <inttypes.h>

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

static void duration(struct text *out, int64_t ms) {
    text_printf(out, "%" PRId64, ms * 1000); /* microseconds */
}

static void read_column(struct text *out, const struct model_column *column) {
    sql_name(out, &sql_sqlite, column->name);
}

static void record_shared_objects(struct text *out) {
    const struct sql_scope scope = {.dialect = &sql_sqlite};
    sql_render(out, &scope, "record_objects");
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
    record_shared_objects(out);
}

static void machine(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = {.dialect = &sql_sqlite, .machine = machine};
    sql_render(out, &scope, "machine");
}

static void flow_tables(struct text *out, bool no_roles) {
    (void)no_roles;
    sqlite_flow_schema(out);
    record_shared_objects(out);
}

static void end(struct text *out, const struct model_machine *machines) {
    (void)machines;
    text_put(out, "\ncommit;\n");
}

static const struct sql_vocabulary *const vocabularies[] = {&sqlite_machine_vocabulary, NULL};

const struct sql_dialect sql_sqlite = {
    .name = "sqlite",
    .number = PAWL_DIALECT_SQLITE,
    .fragments = sql_sqlite_fragments,
    .vocabularies = vocabularies,
    .how_to_apply = "Running it again changes nothing. Apply with:\n"
                    "--   sqlite3 -bail -cmd '.timeout 5000' FILE <",
    .reserved = reserved,
    .mark = "?",
    .schema = "main", /* named everywhere, so that no temporary table stands in for Pawl's */
    .runtime_moves = true,
    .literal = escape_sqlite_literal,
    .parameter = parameter,
    .duration = duration,
    .read_column = read_column,
    .begin = begin,
    .machine = machine,
    .flow_tables = flow_tables,
    .end = end,
    .migrate = sqlite_migrate,
};
