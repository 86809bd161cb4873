#include "emit/sql/postgres/outbox.h"

#include "emit/sql/postgres/lock.h"
#include "emit/sql/postgres/postgres.h"

/* ---- what a move writes ------------------------------------------------------------------------- */

/* Any text as a JSON string, as libpawl makes it on SQLite (runtime/outbox/json.c). */
static void json_value(struct text *out, size_t number, enum pawl_type type) {
    switch (type) {
    case PAWL_TYPE_TEXT:
        text_printf(out, "to_json($%zu)::text", number);
        return;
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
    case PAWL_TYPE_BOOL:
    case PAWL_TYPE_JSON:
        text_printf(out, "$%zu::text", number);
        return;
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
        text_printf(out, "'\"' || $%zu::text || '\"'", number);
        return;
    case PAWL_TYPE_TIMESTAMP:
        text_printf(out, "'\"' || public.pawl_json_time($%zu) || '\"'", number);
        return;
    case PAWL_TYPE_BYTES:
        text_printf(out, "'\"' || translate(encode($%zu, 'base64'), E'\\n', '') || '\"'", number);
        return;
    }
}

/* Names are [a-z0-9_], so nothing in them is to be escaped. */
static void parameters(struct text *out, const struct model_event *event) {
    if (event->param_count == 0) {
        text_put(out, "'{}'");
        return;
    }
    for (size_t i = 0; i < event->param_count; i++) {
        text_printf(out, "%s\"%s\":' || ", i == 0 ? "('{" : "\n      || ',", event->params[i].name);
        text_put(out, event->params[i].optional ? "coalesce(" : "");
        json_value(out, i + 2, event->params[i].type);
        text_put(out, event->params[i].optional ? ", 'null')" : "");
    }
    text_put(out, " || '}')::json");
}

static size_t request_id_of(const struct model_event *event) {
    return event->param_count + 3;
}

void postgres_outbox_write(struct text *out, const struct model_machine *machine,
                           const struct model_event *event) {
    const struct model_emit *emit = machine->emit;
    if (emit == NULL)
        return;
    sql_template(
        out, &sql_postgres, machine,
        "  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & {outbox_slot_mask}, outcome.created_at, {machine}, "
        "$1::text,\n"
        "      outcome.sort_key, ");
    escape_postgres_literal(out, event->stored);
    text_printf(out, ", outcome.from_state, outcome.to_state, $%zu,\n      ", request_id_of(event));
    if (emit->topic != NULL)
        escape_postgres_literal(out, emit->topic);
    else
        text_put(out, "begun.topic");
    sql_template(out, &sql_postgres, machine, ", {fingerprint},\n      ");
    parameters(out, event);
    if (emit->topic == NULL) {
        text_put(out, "\n    from (select creation.");
        sql_name(out, &sql_postgres, machine->columns[emit->reference->column].name);
        sql_template(out, &sql_postgres, machine,
                     " as topic from {transitions} creation\n"
                     "          where creation.{name}_id = $1 and creation.sort_key = {step}) begun\n"
                     "    where begun.topic is not null");
    }
    text_put(out, ";\n");
}

/* ---- what relays call --------------------------------------------------------------------------- */

#define MESSAGE_COLUMNS                                                                                      \
    "slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, "          \
    "fingerprint,\n      parameters"

static const char tables[] =
    "\n"
    "-- The outbox: a row is written by the move that it tells of, and deleted when a relay has delivered "
    "it.\n"
    "-- All moves of an entity fall into one slot; whoever has a slot's lease delivers what is in it, in "
    "the\n"
    "-- order of the primary key, which for an entity is that of its moves. A row whose transaction "
    "committed\n"
    "-- late is found like any other: relays always read from the lowest on.\n"
    "create table if not exists public.pawl_outbox (\n"
    "  slot        integer not null,\n"
    "  created_at  timestamptz not null,\n"
    "  machine     text collate \"C\" not null,\n"
    "  entity      text collate \"C\" not null,\n"
    "  sort_key    integer not null,\n"
    "  event       text collate \"C\" not null,\n"
    "  from_state  text collate \"C\" not null,\n"
    "  to_state    text collate \"C\" not null,\n"
    "  request_id  text collate \"C\",\n"
    "  topic       text collate \"C\" not null,\n"
    "  fingerprint text collate \"C\" not null,\n"
    "  parameters  json not null,\n"
    "  primary key (slot, created_at, machine, entity, sort_key)\n"
    ") with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);\n"
    "-- what cannot be delivered, and all later moves of the same entity, until somebody says retry\n"
    "create table if not exists public.pawl_outbox_parked (\n"
    "  slot        integer not null,\n"
    "  machine     text collate \"C\" not null,\n"
    "  entity      text collate \"C\" not null,\n"
    "  sort_key    integer not null,\n"
    "  created_at  timestamptz not null,\n"
    "  event       text collate \"C\" not null,\n"
    "  from_state  text collate \"C\" not null,\n"
    "  to_state    text collate \"C\" not null,\n"
    "  request_id  text collate \"C\",\n"
    "  topic       text collate \"C\" not null,\n"
    "  fingerprint text collate \"C\" not null,\n"
    "  parameters  json not null,\n"
    "  parked_at   timestamptz not null,\n"
    "  error       text collate \"C\", -- null: it waits behind an earlier one\n"
    "  primary key (slot, machine, entity, sort_key)\n"
    ");\n"
    "create table if not exists public.pawl_outbox_slots (\n"
    "  slot         integer primary key,\n"
    "  relay        text collate \"C\", -- who had its lease last\n"
    "  claim        bigint not null, -- grows with each lease, so that of two relays the later one counts\n"
    "  leased_until timestamptz not null,\n"
    "  file         oid -- where its rows were found, until something is said of them: VACUUM FULL moves "
    "rows\n"
    ");\n"
    "insert into public.pawl_outbox_slots (slot, claim, leased_until)\n"
    "  select slot, 0, timestamptz 'epoch' from generate_series(0, {outbox_slot_mask}) slot\n"
    "  on conflict do nothing;\n"
    "grant select on public.pawl_outbox, public.pawl_outbox_parked, public.pawl_outbox_slots\n"
    "  to pawl_app, pawl_operator;\n" POSTGRES_REFUSE_WRITES(
        "'public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots'");

#define DEFINER "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
#define OF_QUEUES                                                                                            \
    "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"

static const struct postgres_function functions[] = {
    {"pawl_json_time(timestamptz)", "public",
     "-- RFC 3339 in UTC; years outside of 0001 to 9999 have a sign and six digits, as in ISO 8601.\n"
     "create or replace function public.pawl_json_time(moment timestamptz) returns text\n"
     "language sql immutable strict parallel safe\n"
     "return (case when extract(year from moment at time zone 'UTC') between 1 and 9999\n"
     "    then to_char(moment at time zone 'UTC', 'YYYY')\n"
     "    else (select case when era.year < 0 then '-' else '+' end || lpad(abs(era.year)::text, 6, '0')\n"
     "            from (select extract(year from moment at time zone 'UTC')::integer\n"
     "                    + case when extract(year from moment at time zone 'UTC') < 0 then 1 else 0 end)\n"
     "              era (year)) end)\n"
     "  || to_char(moment at time zone 'UTC', '-MM-DD\"T\"HH24:MI:SS.US\"Z\"');\n"},
    {"pawl_outbox_claim(text, bigint, integer, integer)", "pawl_operator",
     "-- Leases slots in which something waits, those first that were left alone longest, and returns the\n"
     "-- lowest rows of each: to be delivered in their order, and then settled.\n"
     "create or replace function public.pawl_outbox_claim(\n"
     "  relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer)\n"
     "returns table (claim bigint, slot integer, created_at timestamptz, machine text, entity text,\n"
     "  sort_key integer, event text, from_state text, to_state text, request_id text, topic text,\n"
     "  fingerprint text, parameters text, place tid)\n" DEFINER OF_QUEUES "as $pawl$\n"
     "#variable_conflict use_column\n"
     "declare\n"
     "  moment timestamptz := clock_timestamp();\n"
     "  taken integer[];\n"
     "begin\n"
     "  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then\n"
     "    raise exception 'a relay says who it is; its lease, slots and rows are at least 1'\n"
     "      using errcode = 'invalid_parameter_value';\n"
     "  end if;\n"
     "  select array_agg(free.slot) into taken\n"
     "    from (select place.slot from public.pawl_outbox_slots place\n"
     "            where place.leased_until <= moment\n"
     "              and exists (select from public.pawl_outbox waiting where waiting.slot = place.slot)\n"
     "            order by place.leased_until, place.slot limit $3 for update skip locked) free;\n"
     "  if taken is null then\n"
     "    return;\n"
     "  end if;\n"
     "  -- what comes behind one that is put aside\n"
     "  if exists (select from public.pawl_outbox_parked parked where parked.slot = any (taken)) then\n"
     "    with late as (\n"
     "      delete from public.pawl_outbox waiting\n"
     "        using (select distinct parked.slot, parked.machine, parked.entity\n"
     "                 from public.pawl_outbox_parked parked where parked.slot = any (taken)) aside\n"
     "        where waiting.slot = aside.slot and waiting.machine = aside.machine\n"
     "          and waiting.entity = aside.entity\n"
     "        returning waiting.*\n"
     "    )\n"
     "    insert into public.pawl_outbox_parked (" MESSAGE_COLUMNS ", parked_at)\n"
     "      select " MESSAGE_COLUMNS ", moment from late;\n"
     "  end if;\n"
     "  update public.pawl_outbox_slots place\n"
     "    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',\n"
     "      file = pg_relation_filenode('public.pawl_outbox')\n"
     "    where place.slot = any (taken);\n"
     "  return query\n"
     "    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, "
     "lowest.sort_key,\n"
     "        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,\n"
     "        lowest.fingerprint, lowest.parameters::text, lowest.place\n"
     "      from public.pawl_outbox_slots place\n"
     "        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting\n"
     "                              where waiting.slot = place.slot\n"
     "                              order by waiting.created_at, waiting.machine, waiting.entity,\n"
     "                                waiting.sort_key limit $4) lowest\n"
     "      where place.slot = any (taken);\n"
     "  -- nothing was left in them\n"
     "  update public.pawl_outbox_slots place set leased_until = moment\n"
     "    where place.slot = any (taken)\n"
     "      and not exists (select from public.pawl_outbox waiting where waiting.slot = place.slot);\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[], "
     "timestamptz[], text[], text[], integer[])",
     "pawl_operator",
     "-- Deletes the rows that were delivered, in the slots whose claim still holds, and returns those "
     "slots.\n"
     "-- Their leases end, or run on for lease_ms. Where a lease is whole, all that it has brought was "
     "delivered,\n"
     "-- and nothing was said of it before. Then the places where its rows were found are enough, and cost "
     "a\n"
     "-- third of finding them by their keys: nobody else deletes any, so no other row lies there now.\n"
     "create or replace function public.pawl_outbox_settle(slots integer[], claims bigint[], wholes "
     "boolean[],\n"
     "  lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at "
     "timestamptz[],\n"
     "  machines text[], entities text[], sort_keys integer[])\n"
     "returns setof integer\n" DEFINER OF_QUEUES
     "  set plan_cache_mode = force_custom_plan -- which sees how many rows there are\n"
     "as $pawl$\n"
     "#variable_conflict use_column\n"
     "declare\n"
     "  held integer[];\n"
     "begin\n"
     "  lock table public.pawl_outbox in row exclusive mode; -- from here on no row is moved\n"
     "  select array_agg(mine.slot) into held\n"
     "    from (select place.slot from public.pawl_outbox_slots place\n"
     "            join unnest($1, $2, $3) given (slot, claim, is_whole)\n"
     "              on place.slot = given.slot and place.claim = given.claim\n"
     "            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')\n"
     "            order by place.slot for no key update of place) mine;\n"
     "  if cardinality(held) < cardinality($1) then\n"
     "    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)\n"
     "      where found.slot = any (held);\n"
     "  end if;\n"
     "  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);\n"
     "  if $7 is not null then\n"
     "    delete from public.pawl_outbox waiting\n"
     "      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)\n"
     "      where done.slot = any (held) and waiting.slot = done.slot\n"
     "        and waiting.created_at = done.created_at\n"
     "        and waiting.machine = done.machine collate \"C\" and waiting.entity = done.entity collate "
     "\"C\"\n"
     "        and waiting.sort_key = done.sort_key;\n"
     "  end if;\n"
     "  update public.pawl_outbox_slots place\n"
     "    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null\n"
     "    where place.slot = any (held);\n"
     "  return query select unnest(held);\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_outbox_park(integer, bigint, text, text, integer, text)", "pawl_operator",
     "-- Puts aside the entity whose row cannot be delivered, if the claim on its slot still holds.\n"
     "create or replace function public.pawl_outbox_park(slot integer, claim bigint, machine text, entity "
     "text,\n"
     "  sort_key integer, error text)\n"
     "returns boolean\n" DEFINER "as $pawl$\n"
     "#variable_conflict use_column\n"
     "begin\n"
     "  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;\n"
     "  if not found then\n"
     "    return false;\n"
     "  end if;\n"
     "  with aside as (\n"
     "    delete from public.pawl_outbox waiting\n"
     "      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4\n"
     "      returning waiting.*\n"
     "  )\n"
     "  insert into public.pawl_outbox_parked (" MESSAGE_COLUMNS ", parked_at, error)\n"
     "    select " MESSAGE_COLUMNS ", clock_timestamp(), case when sort_key = $5 then $6 end from aside;\n"
     "  return true;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_outbox_retry(text, text)", "pawl_operator",
     "-- Brings back what was put aside: of the entity, of the machine, or, with null, of all. Returns how "
     "many\n"
     "-- rows.\n"
     "create or replace function public.pawl_outbox_retry(machine text default null, entity text default "
     "null)\n"
     "returns bigint\n" DEFINER "as $pawl$\n"
     "#variable_conflict use_column\n"
     "declare\n"
     "  rows bigint;\n"
     "begin\n"
     "  perform from public.pawl_outbox_slots place order by place.slot for no key update;\n"
     "  with back as (\n"
     "    delete from public.pawl_outbox_parked parked\n"
     "      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)\n"
     "      returning parked.*\n"
     "  )\n"
     "  insert into public.pawl_outbox (" MESSAGE_COLUMNS ") select " MESSAGE_COLUMNS " from back;\n"
     "  get diagnostics rows = row_count;\n"
     "  return rows;\n"
     "end\n"
     "$pawl$;\n"},
};

void postgres_outbox_schema(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine, tables);
    postgres_functions(out, functions, sizeof functions / sizeof *functions);
}
