#include "sql.h"

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

static const char *const types[] = {[PAWL_TYPE_TEXT] = "text",
                                    [PAWL_TYPE_BIGINT] = "bigint",
                                    [PAWL_TYPE_INT] = "integer",
                                    [PAWL_TYPE_BOOL] = "boolean",
                                    [PAWL_TYPE_TIMESTAMP] = "timestamptz"};

static const char *const column_types[] = {[PAWL_TYPE_TEXT] = "text collate \"C\"",
                                           [PAWL_TYPE_BIGINT] = "bigint",
                                           [PAWL_TYPE_INT] = "integer",
                                           [PAWL_TYPE_BOOL] = "boolean",
                                           [PAWL_TYPE_TIMESTAMP] = "timestamptz"};

/* Seconds and microseconds apart: one product of all microseconds would be rounded to 53 bits. */
static void parameter(struct text *out, size_t number, enum pawl_type type) {
    if (type == PAWL_TYPE_TIMESTAMP)
        text_printf(out,
                    "(timestamptz 'epoch' + $%zu::bigint / 1000000 * interval '1 second'"
                    " + $%zu::bigint %% 1000000 * interval '1 microsecond')",
                    number, number);
    else
        text_printf(out, "$%zu::%s", number, types[type]);
}

/* ---- what comes before the machines ------------------------------------------------------------- */

static const char roles[] =
    "do $pawl$\n"
    "begin\n"
    "  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
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
    "set local role pawl_owner;\n"
    "\n"
    "-- the versions of each machine that programs may count on\n"
    "create table if not exists public.pawl_machines (\n"
    "  machine     text collate \"C\" not null,\n"
    "  fingerprint text collate \"C\" not null,\n"
    "  abi         integer not null,\n"
    "  deployed_at timestamptz not null default now(),\n"
    "  primary key (machine, fingerprint)\n"
    ");\n"
    "grant select on public.pawl_machines to pawl_app;\n"
    "\n"
    "-- what the function of an event answers, for a refusal, too\n"
    "do $pawl$\n"
    "begin\n"
    "  if to_regtype('public.pawl_outcome') is null then\n"
    "    create type public.pawl_outcome as (\n"
    "      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, NOT_FOUND, EXISTS, "
    "MISUSE\n"
    "      from_state text,        -- of a refusal: where the entity is\n"
    "      to_state   text,        -- null for a refusal\n"
    "      sort_key   integer,     -- of a refusal: of the last move\n"
    "      created_at timestamptz  -- of a refusal: of the last move\n"
    "    );\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n"
    "\n"
    "-- No search_path of its own, which would cost each move: so every name here is written in full.\n"
    "create or replace function public.pawl_refuse_write() returns trigger\n"
    "language plpgsql\n"
    "as $pawl$\n"
    "begin\n"
    "  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then\n"
    "    return null; -- of a trigger for each statement, nobody looks at it\n"
    "  end if;\n"
    "  raise exception '% on %.% is refused: only Pawl''s own functions write there',\n"
    "      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name\n"
    "    using errcode = 'insufficient_privilege',\n"
    "          hint = 'Call the function of the event, which is named after the machine and the event.';\n"
    "end\n"
    "$pawl$;\n";

/* The trigger has one name everywhere: it is its table's own, and so never too long. */
#define REFUSE_WRITE(table)                                                                                  \
    "create or replace trigger pawl_refuse_write\n"                                                          \
    "  before insert or update or delete or truncate on " table "\n"                                         \
    "  for each statement execute function public.pawl_refuse_write();\n"

static void begin(struct text *out, const struct model_machine *machines, size_t count) {
    text_put(out, "begin;\n"
                  "set local client_min_messages = warning;\n"
                  "set local search_path = pg_catalog, pg_temp;\n\n");
    sql_heading(out, "Shared by all machines");
    text_put(out, "-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what "
                  "applications get.\n\n");
    text_put(out, roles);
    text_put(out, "\ngrant usage, create on schema public to pawl_owner;\n"
                  "grant usage on schema public to pawl_app;\n");
    for (size_t i = 0; i < count; i++) {
        const struct model_machine *machine = &machines[i];
        if (machine->entity == NULL)
            continue;
        if (machine->entity->schema != NULL)
            sql_template(out, &sql_postgres, machine,
                         "grant usage, create on schema {schema} to pawl_owner;\n"
                         "grant usage on schema {schema} to pawl_app;\n");
        sql_template(out, &sql_postgres, machine,
                     "grant references ({parent_column}) on {parent} to pawl_owner;\n");
    }
    text_put(out, shared);
    text_put(out, REFUSE_WRITE("public.pawl_machines"));
}

/* ---- tables ------------------------------------------------------------------------------------- */

static void comment_on(struct text *out, const struct model_machine *machine, const char *object,
                       const char *description) {
    text_put(out, "comment on ");
    sql_template(out, &sql_postgres, machine, object);
    text_put(out, " is ");
    escape_postgres_literal(out, description);
    text_put(out, ";\n");
}

static void tables(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine, "create table if not exists {current} (\n");
    sql_template(out, &sql_postgres, machine, "  {name}_id ");
    text_put(out, column_types[machine->key_type]);
    text_put(out, " primary key");
    if (machine->entity != NULL)
        sql_template(out, &sql_postgres, machine,
                     "\n    constraint {name}_current_parent references {parent} ({parent_column})");
    sql_template(out, &sql_postgres, machine,
                 ",\n"
                 "  state text collate \"C\" not null,\n"
                 "  sort_key integer not null,\n"
                 "  since timestamptz not null\n"
                 ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n"
                 "create index if not exists {name}_current_state_since on {current} (state, since);\n\n"
                 "create table if not exists {transitions} (\n"
                 "  {name}_id ");
    text_put(out, column_types[machine->key_type]);
    text_put(out, " not null,\n"
                  "  sort_key integer not null,\n"
                  "  event text collate \"C\" not null,\n"
                  "  from_state text collate \"C\" not null,\n"
                  "  to_state text collate \"C\" not null,\n"
                  "  created_at timestamptz not null,\n"
                  "  actor text collate \"C\" not null,\n");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, "  ");
        sql_name(out, &sql_postgres, machine->columns[i].name);
        text_printf(out, " %s,\n", column_types[machine->columns[i].type]);
    }
    sql_template(out, &sql_postgres, machine,
                 "  primary key ({name}_id, sort_key)\n"
                 ");\n\n"
                 "create or replace view {moves} (event, from_state, to_state) as values\n");
    sql_moves(out, &sql_postgres, machine);
    text_put(out, ";\n\n");
    sql_template(out, &sql_postgres, machine, REFUSE_WRITE("{current}") REFUSE_WRITE("{transitions}"));
    sql_template(out, &sql_postgres, machine,
                 "grant select on {current}, {transitions}, {moves} to pawl_app;\n\n");
}

static void comments(struct text *out, const struct model_machine *machine) {
    struct text where = TEXT_INIT;
    sql_description(&where, machine->label, machine->doc);
    text_put(&where, "\nOne row for each: where it is.");
    if (!text_failed(&where))
        comment_on(out, machine, "table {current}", where.data);
    out->failed |= text_failed(&where);
    text_free(&where);
    comment_on(out, machine, "column {current}.sort_key", "Of the last move.");
    comment_on(out, machine, "column {current}.since", "When the last move was made.");
    comment_on(out, machine, "table {transitions}",
               "Every move ever made, in the order of sort_key. Rows are only added.");
    comment_on(out, machine, "column {transitions}.from_state", "Empty for a creation.");
    comment_on(out, machine, "column {transitions}.actor",
               "Who did it: the login, where the caller named nobody.");
    comment_on(out, machine, "view {moves}", "How it may move; from_state is empty for a creation.");
}

/* ---- functions ---------------------------------------------------------------------------------- */

static void function_name(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    struct text name = TEXT_INIT;
    text_printf(&name, "%s_%s", machine->name, event->name);
    sql_template(out, &sql_postgres, machine, "{schema}.");
    if (!text_failed(&name))
        sql_name(out, &sql_postgres, name.data); /* may be a word such as current_user */
    out->failed |= text_failed(&name);
    text_free(&name);
}

static void signature(struct text *out, const struct model_machine *machine,
                      const struct model_event *event) {
    function_name(out, machine, event);
    text_printf(out, "(%s", types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", %s", types[event->params[i].type]);
    text_put(out, ", text)");
}

/* Where the parameters from here on are all optional, a person in psql may leave them out. */
static bool may_be_left_out(const struct model_event *event, size_t param) {
    for (; param < event->param_count; param++)
        if (!event->params[param].optional)
            return false;
    return true;
}

static void misuse(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "  if $1 is null");
    if (machine->key_type == PAWL_TYPE_TEXT)
        sql_template(out, &sql_postgres, machine, " or $1 = '' or octet_length($1) > {key_max}");
    for (size_t i = 0; i < event->param_count; i++) {
        const struct model_param *param = &event->params[i];
        if (!param->optional)
            text_printf(out, "\n     or $%zu is null", i + 2);
        if (param->type == PAWL_TYPE_TIMESTAMP) /* what libpawl can read again as microseconds */
            text_printf(out,
                        "\n     or $%zu not between timestamptz '4713-01-01 00:00+00 BC'"
                        " and timestamptz '294247-01-01 00:00+00'",
                        i + 2);
    }
    text_put(out, " then\n"
                  "    outcome.status := 'MISUSE';\n"
                  "    return outcome;\n"
                  "  end if;\n");
}

static void write_history(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    sql_template(out, &sql_postgres, machine,
                 "  insert into {transitions}\n"
                 "    ({name}_id, sort_key, event, from_state, to_state, created_at, actor");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, machine->columns[event->params[i].column].name);
    }
    text_put(out, ")\n  values ($1, outcome.sort_key, ");
    escape_postgres_literal(out, event->stored);
    text_printf(out,
                ", outcome.from_state, outcome.to_state, outcome.created_at,\n"
                "    coalesce($%zu, session_user)",
                event->param_count + 2);
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", $%zu", i + 2);
    text_put(out, ");\n");
}

static const struct model_move *creation_of(const struct model_machine *machine, size_t event) {
    size_t first = model_first_move(machine, event, MODEL_NOTHING);
    const struct model_move *move = &machine->moves[first];
    return first < machine->move_count && move->event == event ? move : NULL;
}

/*
 * The parent is asked for by the foreign key, whose check runs as the parent's owner: a query of our own
 * would run what that owner may have hung on the table (policies, index expressions) as pawl_owner.
 */
static void insert_head(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine,
                 "  begin\n"
                 "    insert into {current} ({name}_id, state, sort_key, since)\n"
                 "    values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
                 "  exception\n"
                 "    when unique_violation then -- another session was quicker: look again\n"
                 "      get stacked diagnostics violated = constraint_name;\n"
                 "      if violated <> '{name}_current_pkey' then\n"
                 "        raise;\n"
                 "      end if;\n"
                 "      select 'EXISTS', head.state, null, head.sort_key, head.since into outcome\n"
                 "        from {current} head where head.{name}_id = $1;\n"
                 "      if not found then -- this transaction's snapshot is older\n"
                 "        raise exception 'could not serialize access: {name} was created meanwhile'\n"
                 "          using errcode = 'serialization_failure';\n"
                 "      end if;\n"
                 "      return outcome;\n");
    if (machine->entity != NULL)
        sql_template(out, &sql_postgres, machine,
                     "    when foreign_key_violation then\n"
                     "      get stacked diagnostics violated = constraint_name;\n"
                     "      if violated <> '{name}_current_parent' then\n"
                     "        raise;\n"
                     "      end if;\n"
                     "      outcome := row('NOT_FOUND', null, null, null, null);\n"
                     "      return outcome;\n");
    text_put(out, "  end;\n");
}

static void create_body(struct text *out, const struct model_machine *machine, size_t event) {
    const struct model_move *move = creation_of(machine, event);
    text_put(out, "declare\n  outcome public.pawl_outcome;\n  violated text;\nbegin\n");
    misuse(out, machine, &machine->events[event]);
    sql_template(out, &sql_postgres, machine,
                 "  -- asked first, because a row that is written in vain costs more\n"
                 "  select 'EXISTS', head.state, null, head.sort_key, head.since into outcome\n"
                 "    from {current} head where head.{name}_id = $1;\n"
                 "  if found then\n"
                 "    return outcome;\n"
                 "  end if;\n"
                 "  outcome.from_state := '';\n"
                 "  outcome.to_state := ");
    if (move == NULL)
        text_put(out, "null");
    else
        escape_postgres_literal(out, machine->states[move->to].stored);
    sql_template(out, &sql_postgres, machine,
                 ";\n"
                 "  outcome.sort_key := {step};\n"
                 "  outcome.created_at := clock_timestamp();\n");
    insert_head(out, machine);
    write_history(out, machine, &machine->events[event]);
}

static void ignored(struct text *out, const struct model_machine *machine, size_t event) {
    bool any = false;
    for (size_t i = 0; i < machine->ignore_count; i++) {
        if (machine->ignores[i].event != event)
            continue;
        text_put(out, any ? ", " : "  if outcome.from_state in (");
        escape_postgres_literal(out, machine->states[machine->ignores[i].state].stored);
        any = true;
    }
    if (any)
        text_put(out, ") then\n"
                      "    outcome.status := 'IGNORED';\n"
                      "    return outcome;\n"
                      "  end if;\n");
}

static void move_body(struct text *out, const struct model_machine *machine, size_t event) {
    text_put(out, "declare\n  outcome public.pawl_outcome;\nbegin\n");
    misuse(out, machine, &machine->events[event]);
    sql_template(out, &sql_postgres, machine,
                 "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
                 "  select head.state, head.sort_key, head.since\n"
                 "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
                 "    from {current} head where head.{name}_id = $1 for no key update;\n"
                 "  if not found then\n"
                 "    outcome.status := 'NOT_FOUND';\n"
                 "    return outcome;\n"
                 "  end if;\n");
    const size_t end = model_first_move(machine, event + 1, MODEL_NOTHING);
    bool any = false;
    for (size_t i = model_first_move(machine, event, 0); i < end; i++) {
        const struct model_move *move = &machine->moves[i];
        text_put(out, any ? "\n    when " : "  outcome.to_state := case outcome.from_state\n    when ");
        escape_postgres_literal(out, machine->states[move->from].stored);
        text_put(out, " then ");
        escape_postgres_literal(out, machine->states[move->to].stored);
        any = true;
    }
    text_put(out, any ? "\n  end;\n" : "  outcome.to_state := null;\n");
    ignored(out, machine, event);
    sql_template(out, &sql_postgres, machine,
                 "  if outcome.to_state is null then\n"
                 "    outcome.status := 'ILLEGAL';\n"
                 "    return outcome;\n"
                 "  end if;\n"
                 "  outcome.sort_key := outcome.sort_key + {step};\n"
                 "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n");
    write_history(out, machine, &machine->events[event]);
    sql_template(out, &sql_postgres, machine,
                 "  update {current} head\n"
                 "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
                 "    where head.{name}_id = $1;\n");
}

/* Parameters are called by number only, so that no name of one can change what the body means. */
static void function(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_event *event = &machine->events[number];
    text_char(out, '\n');
    sql_comment(out, event->label, event->doc);
    text_put(out, "create or replace function ");
    function_name(out, machine, event);
    text_printf(out, "(id %s", types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, event->params[i].name);
        text_printf(out, " %s%s", types[event->params[i].type],
                    may_be_left_out(event, i) ? " default null" : "");
    }
    text_put(out, ", actor text default null)\n"
                  "returns public.pawl_outcome\n"
                  "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
                  "as ");
    struct text body = TEXT_INIT;
    text_put(&body, "\n#variable_conflict use_column\n");
    (event->is_creation ? create_body : move_body)(&body, machine, number);
    text_put(&body, "  outcome.status := 'OK';\n  return outcome;\nend\n");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    text_put(out, ";\nrevoke all on function ");
    signature(out, machine, event);
    text_put(out, " from public;\ngrant execute on function ");
    signature(out, machine, event);
    text_put(out, " to pawl_app;\ncomment on function ");
    signature(out, machine, event);
    text_put(out, " is ");
    struct text description = TEXT_INIT;
    sql_description(&description, event->label, event->doc);
    if (!text_failed(&description))
        escape_postgres_literal(out, description.data);
    out->failed |= text_failed(&description);
    text_free(&description);
    text_put(out, ";\n");
}

static void fire(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "select ");
    function_name(out, machine, event);
    sql_template(out, &sql_postgres, machine, "({key:1}");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        parameter(out, i + 2, event->params[i].type);
    }
    text_put(out, ", ");
    parameter(out, event->param_count + 2, PAWL_TYPE_TEXT);
    text_char(out, ')');
}

static void emit_machine(struct text *out, const struct model_machine *machine) {
    text_char(out, '\n');
    sql_heading(out, machine->name);
    sql_comment(out, machine->label, machine->doc);
    sql_template(out, &sql_postgres, machine,
                 "\n"
                 "do $pawl$\n"
                 "begin\n"
                 "  if exists (select from public.pawl_machines\n"
                 "             where machine = {machine} and fingerprint <> {fingerprint}) then\n"
                 "    raise exception 'machine {name} is deployed in another version; nothing was changed'\n"
                 "      using errcode = 'PW001',\n"
                 "            hint = 'Apply the SQL of the deployed version, or deploy this one to another "
                 "database.';\n"
                 "  end if;\n"
                 "end\n"
                 "$pawl$;\n\n");
    tables(out, machine);
    comments(out, machine);
    for (size_t i = 0; i < machine->event_count; i++)
        function(out, machine, i);
    sql_template(out, &sql_postgres, machine,
                 "\n"
                 "insert into public.pawl_machines (machine, fingerprint, abi)\n"
                 "values ({machine}, {fingerprint}, {abi}) on conflict do nothing;\n");
}

const struct sql_dialect sql_postgres = {
    .name = "postgres",
    .how_to_apply = "Running it again changes nothing. Applications get the role pawl_app:\n"
                    "--   grant pawl_app to my_service;\n"
                    "-- Apply with a login that may create roles and tables:\n"
                    "--   psql -v ON_ERROR_STOP=1 -f ",
    .reserved = reserved,
    .schema = "public",
    .keeps_schemas = true,
    .find_registry = "select 1 where to_regclass('public.pawl_machines') is not null",
    .literal = escape_postgres_literal,
    .parameter = parameter,
    .begin = begin,
    .machine = emit_machine,
    .commit = "\n-- what was taken on is given back\n"
              "do $pawl$\n"
              "begin\n"
              "  execute format('set local role %I', current_setting('pawl.applied_by'));\n"
              "  if current_setting('pawl.joined_owner') = 'yes' then\n"
              "    execute format('revoke pawl_owner from %I', current_user);\n"
              "  end if;\n"
              "end\n"
              "$pawl$;\n\n"
              "commit;\n",
    .fire = fire,
};
