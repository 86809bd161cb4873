#include "emit/sql/postgres/postgres.h"

#include "emit/migrate/migrate.h"
#include "emit/sql/flow.h"
#include "emit/sql/postgres/lock.h"
#include "emit/sql/postgres/outbox.h"
#include "emit/sql/postgres/roles.h"
#include "emit/sql/postgres/words.h"
#include "emit/sql/queue.h"

#include <inttypes.h>

/* PostgreSQL 17, appendix C: reserved, and such as cannot be the name of a column, function or parameter. */
static const char reserved[] =
    "all analyse analyze and any array as asc asymmetric authorization between bigint binary bit "
    "boolean both case cast char character check coalesce collate collation column concurrently "
    "constraint create cross current_catalog current_date current_role current_schema current_time "
    "current_timestamp current_user dec decimal default deferrable desc distinct do else end except "
    "exists extract false fetch float for foreign freeze from full grant greatest group grouping having "
    "ilike in initially inner inout int integer intersect interval into is isnull join json json_array "
    "json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize "
    "json_table json_value lateral leading least left like limit localtime localtimestamp merge_action "
    "national natural nchar none normalize not notnull null nullif numeric offset on only or order out "
    "outer overlaps overlay placing position precision primary real references returning right row "
    "select session_user setof similar smallint some substring symmetric system_user table tablesample "
    "then time timestamp to trailing treat trim true union unique user using values varchar variadic "
    "verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest "
    "xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable";

const char *const postgres_types[] = {[PAWL_TYPE_TEXT] = "text",
                                      [PAWL_TYPE_BIGINT] = "bigint",
                                      [PAWL_TYPE_INT] = "integer",
                                      [PAWL_TYPE_BOOL] = "boolean",
                                      [PAWL_TYPE_TIMESTAMP] = "timestamptz",
                                      [PAWL_TYPE_NUMERIC] = "numeric",
                                      [PAWL_TYPE_UUID] = "uuid",
                                      [PAWL_TYPE_JSON] = "json",
                                      [PAWL_TYPE_BYTES] = "bytea"};

const char *postgres_column_type(enum pawl_type type) {
    return type == PAWL_TYPE_TEXT ? "text collate \"C\"" : postgres_types[type];
}

/*
 * Seconds and microseconds apart: one product of all microseconds would be rounded to 53 bits. Each operator
 * takes exactly these types, so that none of another's, which the caller's search_path may show, fits better.
 */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type) {
    if (type == PAWL_TYPE_TIMESTAMP)
        text_printf(out,
                    "(timestamptz 'epoch' + ($%zu::bigint / 1000000)::float8 * interval '1 second'"
                    " + ($%zu::bigint %% 1000000::bigint)::float8 * interval '1 microsecond')",
                    number, number);
    else
        text_printf(out, "$%zu::%s", number, postgres_types[type]);
}

/* libpawl reads these two as text; all others as the server sends them. */
static void read_column(struct text *out, const struct model_column *column) {
    sql_name(out, &sql_postgres, column->name);
    if (column->type == PAWL_TYPE_NUMERIC || column->type == PAWL_TYPE_UUID)
        text_put(out, "::text");
}

/* ---- what comes before the machines ------------------------------------------------------------- */

static const char one_at_a_time[] =
    "do $pawl$\n"
    "begin\n"
    "  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "end\n"
    "$pawl$;\n";

static const char roles[] =
    "do $pawl$\n"
    "begin\n"
    "  -- roles belong to the whole cluster: another database may be creating them at this moment\n"
    "  if not exists (select from pg_roles where rolname = 'pawl_owner') then\n"
    "    begin\n"
    "      create role pawl_owner nologin;\n"
    "    exception when duplicate_object or unique_violation then null;\n"
    "    end;\n"
    "  end if;\n"
    "  if not exists (select from pg_roles where rolname = 'pawl_app') then\n"
    "    begin\n"
    "      create role pawl_app nologin;\n"
    "    exception when duplicate_object or unique_violation then null;\n"
    "    end;\n"
    "  end if;\n"
    "  if not exists (select from pg_roles where rolname = 'pawl_operator') then\n"
    "    begin\n"
    "      create role pawl_operator nologin;\n"
    "    exception when duplicate_object or unique_violation then null;\n"
    "    end;\n"
    "  end if;\n"
    "  -- to make what pawl_owner is to own, a login that is no superuser must be its member meanwhile\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', "
    "true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n"
    "    execute format('grant pawl_owner to %I', current_user);\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n";

static const char shared[] =
    "\n"
    "-- the versions of each machine that programs may count on\n"
    "create table if not exists public.pawl_machines (\n"
    "  machine     text collate \"C\" not null,\n"
    "  fingerprint text collate \"C\" not null,\n"
    "  is_accepted boolean not null default true, -- programs of this version may run\n"
    "  is_deployed boolean not null default true, -- functions and tables are those of this version\n"
    "  abi         integer not null,\n"
    "  deployed_at timestamptz not null default now(),\n"
    "  model       json, -- what pawlctl knows of it\n"
    "  primary key (machine, fingerprint)\n"
    ");\n"
    "-- moves that earlier versions had, and the moves of migrations: histories hold them rightly\n"
    "create table if not exists public.pawl_past_moves (\n"
    "  machine    text collate \"C\" not null,\n"
    "  event      text collate \"C\" not null,\n"
    "  from_state text collate \"C\" not null,\n"
    "  to_state   text collate \"C\" not null,\n"
    "  primary key (machine, event, from_state, to_state)\n"
    ");\n"
    "-- what the catalog said of each object when it was deployed, '' being what all machines share\n"
    "create table if not exists public.pawl_objects (\n"
    "  machine    text collate \"C\" not null,\n"
    "  object     text collate \"C\" not null,\n"
    "  definition text collate \"C\" not null,\n"
    "  primary key (machine, object)\n"
    ");\n"
    "-- what pawlctl has written without a move: repairs, erasures, backfills\n"
    "create table if not exists public.pawl_repairs (\n"
    "  machine         text collate \"C\" not null,\n"
    "  entity          text collate \"C\" not null,\n"
    "  repaired_at     timestamptz not null default clock_timestamp(),\n"
    "  repaired_by     text collate \"C\" not null default session_user,\n"
    "  reason          text collate \"C\" not null,\n"
    "  before_state    text collate \"C\", -- null where there was no head\n"
    "  before_sort_key integer,\n"
    "  before_since    timestamptz,\n"
    "  after_state     text collate \"C\" not null,\n"
    "  after_sort_key  integer not null,\n"
    "  after_since     timestamptz not null,\n"
    "  primary key (machine, entity, repaired_at)\n"
    ");\n"
    "grant select on public.pawl_machines, public.pawl_objects, public.pawl_past_moves, public.pawl_repairs "
    "to pawl_app, pawl_operator;\n"
    "\n"
    "-- what the function of an event answers, for a refusal, too\n"
    "do $pawl$\n"
    "begin\n"
    "  if to_regtype('public.pawl_outcome') is null then\n"
    "    create type public.pawl_outcome as (\n"
    "      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,\n"
    "                              -- EXISTS, CONFLICT, LOCKED, ASLEEP, REUSED, MISUSE; ASK: libpawl asks\n"
    "                              -- guards in C\n"
    "      from_state text,        -- of a refusal: where the entity is\n"
    "      to_state   text,        -- null for a refusal\n"
    "      sort_key   integer,     -- of a refusal: of the last move\n"
    "      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier "
    "one\n"
    "      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has\n"
    "      move       integer,     -- which of the event's moves from that state, as they are tried, where\n"
    "                              -- one of them has a guard or an effect\n"
    "      detail     text         -- of LOCKED and ASLEEP: who holds the lock, why and until when\n"
    "    );\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n";

/* What machines share does not ask itself whether there are roles: see postgres_without_roles. */
static void put_shared(struct text *out, struct text *part, bool no_roles) {
    if (!text_failed(part)) {
        if (no_roles)
            postgres_without_roles(out, part->data);
        else
            text_put(out, part->data);
    }
    out->failed |= text_failed(part);
    text_free(part);
}

static void begin_roles(struct text *out, const struct model_machine *machines, size_t count) {
    text_put(out, "begin;\n"
                  "set local client_min_messages = warning;\n"
                  "set local search_path = pg_catalog, pg_temp;\n\n");
    sql_heading(out, "Shared by all machines");
    if (!machines->no_roles)
        text_put(out, "-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what "
                      "applications get.\n"
                      "-- pawl_operator may see all, freeze machines and break locks.\n\n");
    text_put(out, one_at_a_time);
    text_put(out, roles);
    text_put(out, "\ngrant usage, create on schema public to pawl_owner;\n"
                  "grant usage on schema public to pawl_app, pawl_operator;\n");
    for (size_t i = 0; i < count; i++) {
        const struct model_machine *machine = &machines[i];
        if (machine->entity == NULL)
            continue;
        if (machine->entity->schema != NULL)
            sql_template(out, &sql_postgres, machine,
                         "grant usage, create on schema {schema} to pawl_owner;\n"
                         "grant usage on schema {schema} to pawl_app, pawl_operator;\n");
        sql_template(out, &sql_postgres, machine,
                     "grant references ({parent_column}) on {parent} to pawl_owner;\n");
        if (machine->storage != MODEL_HEAD)
            sql_template(out, &sql_postgres, machine, "{>transitions_grants}\n");
        if (machine->mirror != NULL)
            sql_template(
                out, &sql_postgres, machine,
                "grant select ({parent_column}, {mirror_column}), update ({mirror_column}) on {parent} to "
                "pawl_owner;\n");
    }
    text_put(out, "set local role pawl_owner;\n");
}

void postgres_begin_roles(struct text *out, const struct model_machine *machines, size_t count) {
    struct text part = TEXT_INIT;
    begin_roles(&part, machines, count);
    put_shared(out, &part, machines->no_roles);
}

static void begin_shared(struct text *out, const struct model_machine *machines, size_t count, bool emits) {
    postgres_refuse_shared_names(out);
    text_put(out, shared);
    postgres_refusal(out, machines);
    text_put(out, POSTGRES_REFUSE_WRITES("'public.pawl_machines', 'public.pawl_objects', "
                                         "'public.pawl_past_moves', 'public.pawl_repairs'"));
    postgres_lock_schema(out);
    postgres_queue_type(out, machines, count);
    if (emits)
        postgres_outbox_schema(out, machines);
    postgres_record_objects(out, NULL);
}

void postgres_begin_shared(struct text *out, const struct model_machine *machines, size_t count, bool emits) {
    struct text part = TEXT_INIT;
    begin_shared(&part, machines, count, emits);
    put_shared(out, &part, machines->no_roles);
}

static void begin(struct text *out, const struct model_machine *machines, size_t count, bool emits) {
    postgres_begin_roles(out, machines, count);
    postgres_begin_shared(out, machines, count, emits);
}

/* ---- machines ----------------------------------------------------------------------------------- */

static void emit_machine(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = machine};
    sql_render(out, &scope, "machine");
}

static void flow_tables(struct text *out, bool no_roles) {
    struct text part = TEXT_INIT;
    postgres_flow_schema(&part);
    postgres_record_objects(&part, NULL);
    put_shared(out, &part, no_roles);
}

static void end(struct text *out, const struct model_machine *machines) {
    struct text part = TEXT_INIT;
    text_put(&part, postgres_commit);
    put_shared(out, &part, machines->no_roles);
}

static const struct sql_vocabulary *const vocabularies[] = {&postgres_event_vocabulary,
                                                            &postgres_lock_vocabulary,
                                                            &postgres_many_vocabulary,
                                                            &postgres_choice_vocabulary,
                                                            &postgres_hook_vocabulary,
                                                            &postgres_deferred_vocabulary,
                                                            &postgres_machine_vocabulary,
                                                            &postgres_follow_vocabulary,
                                                            &postgres_outbox_vocabulary,
                                                            &postgres_transitions_vocabulary,
                                                            NULL};

const struct sql_dialect sql_postgres = {
    .name = "postgres",
    .number = PAWL_DIALECT_POSTGRES,
    .fragments = sql_postgres_fragments,
    .vocabularies = vocabularies,
    .how_to_apply = "Running it again changes nothing. Applications get the role pawl_app:\n"
                    "--   grant pawl_app to my_service;\n"
                    "-- Apply with a login that may create roles and tables:\n"
                    "--   psql -v ON_ERROR_STOP=1 -f ",
    .how_to_apply_without_roles =
        "Running it again changes nothing. Made without roles (--no-roles): whoever applies it owns all, "
        "and\n"
        "-- grants what others are to have. It keeps from accidents, not from those who mean harm.\n"
        "--   psql -v ON_ERROR_STOP=1 -f ",
    .reserved = reserved,
    .mark = "$",
    .schema = "public",
    .keeps_schemas = true,
    .literal = escape_postgres_literal,
    .parameter = postgres_parameter,
    .duration = postgres_duration,
    .read_column = read_column,
    .begin = begin,
    .machine = emit_machine,
    .flow_tables = flow_tables,
    .end = end,
    .migrate = postgres_migrate,
};
