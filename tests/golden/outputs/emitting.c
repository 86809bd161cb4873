/* Written by pawl from emitting.fsm. Do not edit: change emitting.fsm and run pawl again. */
#include "emitting.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- shipment: Shipment ------------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_shipment[] = {
    {"", "", "", false},
    {"announced", "announced", "announced", false},
    {"delivered", "delivered", "delivered", true},
};

static const struct pawl_column columns_of_shipment[] = {
    {"weight", PAWL_TYPE_INT, offsetof(struct shipment_record, weight), false},
    {"note", PAWL_TYPE_TEXT, offsetof(struct shipment_record, note), false},
    {"price", PAWL_TYPE_NUMERIC, offsetof(struct shipment_record, price), false},
    {"due_at", PAWL_TYPE_TIMESTAMP, offsetof(struct shipment_record, due_at), false},
    {"tag", PAWL_TYPE_UUID, offsetof(struct shipment_record, tag), false},
    {"form", PAWL_TYPE_JSON, offsetof(struct shipment_record, form), false},
    {"scan", PAWL_TYPE_BYTES, offsetof(struct shipment_record, scan), false},
    {"parcels", PAWL_TYPE_BIGINT, offsetof(struct shipment_record, parcels), false},
    {"fragile", PAWL_TYPE_BOOL, offsetof(struct shipment_record, fragile), false},
};

static const struct pawl_param params_of_shipment_create[] = {
    {"weight", PAWL_TYPE_INT, false, 0, offsetof(struct shipment_create_args, weight)},
    {"note", PAWL_TYPE_TEXT, true, 1, offsetof(struct shipment_create_args, note)},
    {"price", PAWL_TYPE_NUMERIC, true, 2, offsetof(struct shipment_create_args, price)},
    {"due_at", PAWL_TYPE_TIMESTAMP, true, 3, offsetof(struct shipment_create_args, due_at)},
    {"tag", PAWL_TYPE_UUID, true, 4, offsetof(struct shipment_create_args, tag)},
    {"form", PAWL_TYPE_JSON, true, 5, offsetof(struct shipment_create_args, form)},
    {"scan", PAWL_TYPE_BYTES, true, 6, offsetof(struct shipment_create_args, scan)},
    {"parcels", PAWL_TYPE_BIGINT, true, 7, offsetof(struct shipment_create_args, parcels)},
    {"fragile", PAWL_TYPE_BOOL, true, 8, offsetof(struct shipment_create_args, fragile)},
};

static const struct pawl_param params_of_shipment_weigh[] = {
    {"weight", PAWL_TYPE_INT, false, 0, offsetof(struct shipment_weigh_args, weight)},
};

static const struct pawl_event events_of_shipment[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 9, params_of_shipment_create},
    {"weigh", "weigh", "weigh", false, false, false, 1, params_of_shipment_weigh},
    {"deliver", "deliver", "deliver", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_shipment[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 1, 0, /* weigh */
    0, 2, 0, /* deliver */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_shipment[] = {
    0,
    0, /* announced */
    3, /* delivered */
};

static const char *const postgres_fire_of_shipment[] = {
    NULL,
    "select public.shipment_create($1::bigint, $2::integer, $3::text, $4::numeric, (timestamptz 'epoch' + ($5::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($5::bigint % 1000000000000)::float8 * interval '1 microsecond'), $6::uuid, $7::json, $8::bytea, $9::bigint, $10::boolean, $11::text, $12::text) where public.shipment_model_2_bab3669245c0be0d()", /* create */
    "select public.shipment_weigh($1::bigint, $2::integer, $3::text, $4::text, $5::integer) where public.shipment_model_2_bab3669245c0be0d()", /* weigh */
    "select public.shipment_deliver($1::bigint, $2::text, $3::text, $4::integer) where public.shipment_model_2_bab3669245c0be0d()", /* deliver */
};

static const char *const postgres_fire_many_of_shipment[] = {
    NULL,
    "select * from public.shipment_create_many($1::bigint[], $2::integer[], $3::text[], $4::text[]::numeric[], $5::timestamptz[], $6::text[]::uuid[], $7::text[]::json[], $8::bytea[], $9::bigint[], $10::boolean[], $11::text, $12::text[], coalesce(null::text[]/*, $13::text[]*/), coalesce(/*$14::boolean, */false))\n"
    "  where public.shipment_model_2_bab3669245c0be0d()", /* create */
    "select * from public.shipment_weigh_many($1::bigint[], $2::integer[], $3::text, $4::text[], $5::integer[], coalesce(null::text[]/*, $6::text[]*/), coalesce(/*$7::boolean, */false))\n"
    "  where public.shipment_model_2_bab3669245c0be0d()", /* weigh */
    "select * from public.shipment_deliver_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.shipment_model_2_bab3669245c0be0d()", /* deliver */
};

static const struct pawl_statements postgres_of_shipment = {
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n-- It stands on what all machines and flows share.\ndo $pawl$\n"
    "declare\n  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    present := (select known.version from public.pawl_schema known);\n"
    "    -- what is called below is whose this is\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n  end if;\n"
    "  if present > 3 then\n"
    "    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',\n"
    "        present\n"
    "      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';\n"
    "  elsif present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'\n"
    "      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';\n"
    "  end if;\nend\n$pawl$;\n\n"
    "-- What whoever applies this must be able to grant; all that he may not is told together.\ndo $pawl$\ndeclare\n"
    "  lacking text;\nbegin\n"
    "  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),\n"
    "      'public.shipments', current_user) into lacking\n"
    "    from (values ('references', 'id')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('public.shipments', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'public.shipments', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'shipment'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant references (id) on public.shipments to pawl_owner;\n"
    "-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\ndo $pawl$\n"
    "begin\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n    begin\n"
    "      execute format('grant pawl_owner to %I', current_user);\n"
    "    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles\n"
    "      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user\n"
    "        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '\n"
    "          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'\n"
    "          || case when current_setting('server_version_num')::integer < 160000 then ''\n"
    "            else '; grant pawl_owner to deployer with admin option' end;\n    end;\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\nset local role pawl_owner;\n"
    "\n-- shipment ----------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('shipment'::text, 'public.shipments'::text);\n"
    "call public.pawl_begin_machine('shipment'::text, 'bab3669245c0be0d'::text, 'public'::text,\n"
    "  '{shipment_current,shipment_transitions,shipment_moves,shipment_state,shipment_current_state_since,shipment_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('shipment'::text, 'bab3669245c0be0d'::text, 2::integer, 'public'::text);\n"
    "call public.pawl_refuse_key_type('shipment'::text, 'public.shipments'::text, 'id'::text, 'bigint'::text);\n"
    "create table if not exists public.shipment_current (\n  shipment_id bigint primary key\n"
    "    constraint shipment_current_parent references public.shipments (id),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.shipment_transitions (\n  shipment_id bigint not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  weight integer,\n  note text collate \"C\",\n  price numeric,\n"
    "  due_at timestamptz,\n  tag uuid,\n  form json,\n  scan bytea,\n  parcels bigint,\n  fragile boolean,\n"
    "  primary key (shipment_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.shipment_current_state_since') is null then\n"
    "    create index shipment_current_state_since on public.shipment_current (state, since);\n  end if;\n"
    "  if to_regclass('public.shipment_transitions_request') is null then\n"
    "    create unique index shipment_transitions_request on public.shipment_transitions (shipment_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.shipment_moves as select * from (values\n  ('create', '', 'announced'),\n"
    "  ('weigh', 'announced', 'announced'),\n  ('deliver', 'announced', 'delivered')\n"
    ") move (event, from_state, to_state);\n\ncreate or replace view public.shipment_state as\n"
    "  select shipment_id, state, sort_key, since from public.shipment_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.shipment_current', 'public.shipment_transitions']::regclass[]);\n"
    "grant select on public.shipment_current, public.shipment_transitions, public.shipment_moves, public.shipment_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('shipment'::text, 'public.shipment_current'::text);\n"
    "call public.pawl_add_is_free('shipment'::text, 'public'::text);\n\n"
    "comment on table public.shipment_current is 'Shipment\n"
    "Every move goes to a topic: to one of its own, and to one that its creation names.\n"
    "One row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'shipment'::text, 'shipment_transitions'::text);\n\n"
    "create or replace function public.shipment_create(id bigint, weight integer, note text default null, price numeric default null, due_at timestamptz default null, tag uuid default null, form json default null, scan bytea default null, parcels bigint default null, fragile boolean default null, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null\n     or $2 is null\n     or $4 in ('NaN', 'Infinity', '-Infinity')\n"
    "     or length(translate($4::text, '-.', '')) > 1000\n"
    "     or $5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or not public.pawl_json_fits($7::json)\n"
    "     or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, weight; a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.shipment_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.shipment_current head on head.shipment_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $12 is not null then\n"
    "        select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $12;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.weight is not distinct from $2\n"
    "              and earlier.note is not distinct from $3\n              and earlier.price is not distinct from $4\n"
    "              and earlier.due_at is not distinct from $5\n              and earlier.tag is not distinct from $6\n"
    "              and earlier.form::text is not distinct from $7::text\n"
    "              and earlier.scan is not distinct from $8\n"
    "              and earlier.parcels is not distinct from $9\n"
    "              and earlier.fragile is not distinct from $10 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: shipment was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.shipment_current (shipment_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'shipment_current_pkey' then\n          raise;\n        end if;\n"
    "      when foreign_key_violation then\n        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'shipment_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.shipments first, with that key as id')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into public.shipment_transitions\n"
    "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n  insert into public.pawl_outbox\n"
    "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "     topic, fingerprint, parameters)\n"
    "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
    "      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $12,\n"
    "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      ('{\"weight\":' || $2::text\n"
    "        || ',\"note\":' || coalesce(to_json($3)::text, 'null')\n"
    "        || ',\"price\":' || coalesce('\"' || $4::text || '\"', 'null')\n"
    "        || ',\"due_at\":' || coalesce('\"' || public.pawl_json_time($5) || '\"', 'null')\n"
    "        || ',\"tag\":' || coalesce('\"' || $6::text || '\"', 'null')\n"
    "        || ',\"form\":' || coalesce($7::text, 'null')\n"
    "        || ',\"scan\":' || coalesce('\"' || translate(encode($8, 'base64'), E'\\n', '') || '\"', 'null')\n"
    "        || ',\"parcels\":' || coalesce($9::text, 'null')\n"
    "        || ',\"fragile\":' || coalesce($10::text, 'null') || '}')::json;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.shipment_create(bigint, integer, text, numeric, timestamptz, uuid, json, bytea, bigint, boolean, text, text) is 'create';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[])$pawl$)) then\n"
    "    drop function public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function public.shipment_create_many(id bigint[], weight integer[], note text[] default null, price numeric[] default null, due_at timestamptz[] default null, tag uuid[] default null, form json[] default null, scan bytea[] default null, parcels bigint[] default null, fragile boolean[] default null, actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $14 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or given.v1 is null\n                or given.v3 in ('NaN', 'Infinity', '-Infinity')\n"
    "                or length(translate(given.v3::text, '-.', '')) > 1000\n"
    "                or given.v4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "                or not public.pawl_json_fits(given.v6::json)\n"
    "                or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.shipment_current head where head.shipment_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and earlier.weight is not distinct from given.v1\n"
    "                and earlier.note is not distinct from given.v2\n"
    "                and earlier.price is not distinct from given.v3\n"
    "                and earlier.due_at is not distinct from given.v4\n"
    "                and earlier.tag is not distinct from given.v5\n"
    "                and earlier.form::text is not distinct from given.v6::text\n"
    "                and earlier.scan is not distinct from given.v7\n"
    "                and earlier.parcels is not distinct from given.v8\n"
    "                and earlier.fragile is not distinct from given.v9 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.shipment_transitions earlier where earlier.shipment_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.shipment_current (shipment_id, state, sort_key, since)\n"
    "        select judged.id, 'announced', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id\n      ), history as (\n"
    "        insert into public.shipment_transitions\n"
    "          (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\n"
    "        select given.id, 10, 'create', '', 'announced', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9\n"
    "          from judged given where given.verdict = 'OK'\n      )\n      , outbox as (\n"
    "        insert into public.pawl_outbox\n"
    "          (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "           topic, fingerprint, parameters)\n"
    "        select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "            outcome.sort_key, 'create', outcome.from_state, outcome.to_state, given.request_id,\n"
    "            'shipments.\"v1\"', 'bab3669245c0be0d',\n            ('{\"weight\":' || given.v1::text\n"
    "              || ',\"note\":' || coalesce(to_json(given.v2)::text, 'null')\n"
    "              || ',\"price\":' || coalesce('\"' || given.v3::text || '\"', 'null')\n"
    "              || ',\"due_at\":' || coalesce('\"' || public.pawl_json_time(given.v4) || '\"', 'null')\n"
    "              || ',\"tag\":' || coalesce('\"' || given.v5::text || '\"', 'null')\n"
    "              || ',\"form\":' || coalesce(given.v6::text, 'null')\n"
    "              || ',\"scan\":' || coalesce('\"' || translate(encode(given.v7, 'base64'), E'\\n', '') || '\"', 'null')\n"
    "              || ',\"parcels\":' || coalesce(given.v8::text, 'null')\n"
    "              || ',\"fragile\":' || coalesce(given.v9::text, 'null') || '}')::json\n"
    "          from judged given cross join lateral (select given.moment as created_at, 10 as sort_key,\n"
    "            '' as from_state, 'announced' as to_state) outcome\n          where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'announced', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.shipment_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.shipment_weigh(id bigint, weight integer, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $3 is not null or $4 is not null\n     or $2 is null\n  then\n"
    "    if $1 is null\n       or $2 is null\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, weight; a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $4 is null and $5 is null then\n"
    "    update public.shipment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'announced')) move (from_state, to_state)\n"
    "      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $4 is null then\n    update public.shipment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'announced')) move (from_state, to_state)\n"
    "      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end and head.sort_key = $5\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.shipment_current head where head.shipment_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $4 is not null then\n"
    "      select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $4;\n"
    "      if found then\n        return row(case when earlier.event = 'weigh'\n"
    "            and earlier.weight is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $5 is not null then\n      if outcome.sort_key <> $5 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'announced' then 'announced'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'weigh' || ' is not allowed in ' || outcome.from_state || '; public.shipment_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.shipment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.shipment_transitions\n"
    "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)\n"
    "  values ($1, outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  insert into public.pawl_outbox\n"
    "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "     topic, fingerprint, parameters)\n"
    "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
    "      outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, $4,\n"
    "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      ('{\"weight\":' || $2::text || '}')::json;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function public.shipment_weigh(bigint, integer, text, text, integer) is 'weigh';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.shipment_weigh_many(bigint[], integer[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.shipment_weigh_many(bigint[], integer[], text, text[], integer[]);\n  end if;\nend\n"
    "$pawl1$;\n"
    "create or replace function public.shipment_weigh_many(id bigint[], weight integer[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $7 then\n"
    "    with judged as (\n"
    "      update public.shipment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,\n"
    "              unnest($5) as expected, unnest($6) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'announced' then 'announced'\n              end as next_state\n"
    "                from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) head\n"
    "            where (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n            or given.v1 is null\n"
    "            or octet_length($3) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.shipment_transitions earlier\n"
    "            where earlier.shipment_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)\n"
    "      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          ('{\"weight\":' || given.v1::text || '}')::json\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.shipment_weigh_many(array(select others.id from others order by others.turn),\n"
    "                array(select others.v1 from others order by others.turn), $3,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $7 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $7 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.shipment_current head where head.shipment_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v1 is null\n"
    "              or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'announced'\n          end as next_state\n"
    "              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'weigh'\n"
    "              and earlier.weight is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.shipment_transitions earlier where earlier.shipment_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.v1, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.v1, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'announced' then 'announced'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)\n"
    "      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          ('{\"weight\":' || given.v1::text || '}')::json\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'weigh' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v1 is null\n"
    "              or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'announced'\n          end as next_state\n"
    "              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'weigh'\n"
    "              and earlier.weight is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.shipment_transitions earlier where earlier.shipment_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)\n"
    "      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          ('{\"weight\":' || given.v1::text || '}')::json\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'weigh' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.shipment_current head where head.shipment_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.shipment_weigh(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.shipment_deliver(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update public.shipment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'delivered')) move (from_state, to_state)\n"
    "      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update public.shipment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'delivered')) move (from_state, to_state)\n"
    "      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.shipment_current head where head.shipment_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'announced' then 'delivered'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'deliver' || ' is not allowed in ' || outcome.from_state || '; public.shipment_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.shipment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.shipment_transitions\n"
    "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  insert into public.pawl_outbox\n"
    "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "     topic, fingerprint, parameters)\n"
    "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
    "      outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, $3,\n"
    "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      '{}';\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.shipment_deliver(bigint, text, text, integer) is 'deliver';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.shipment_deliver_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.shipment_deliver_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.shipment_deliver_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.shipment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'announced' then 'delivered'\n              end as next_state\n"
    "                from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) head\n"
    "            where (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.shipment_transitions earlier\n"
    "            where earlier.shipment_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          '{}'\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.shipment_deliver_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.shipment_current head where head.shipment_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'delivered'\n          end as next_state\n"
    "              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.shipment_transitions earlier where earlier.shipment_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'announced' then 'delivered'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          '{}'\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'delivered'\n          end as next_state\n"
    "              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.shipment_transitions earlier where earlier.shipment_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.shipment_transitions\n"
    "        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    , outbox as (\n"
    "      insert into public.pawl_outbox\n"
    "        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "         topic, fingerprint, parameters)\n"
    "      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,\n"
    "          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,\n"
    "          'shipments.\"v1\"', 'bab3669245c0be0d',\n          '{}'\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome\n        where given.verdict = 'OK'\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.shipment_current head where head.shipment_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.shipment_deliver(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.shipment_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('shipment'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine shipment: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'create' then\n"
    "      outcome := case when cardinality(given) = 9 then public.shipment_create(waiting.entity::bigint, given[1]::integer, given[2], given[3]::numeric, timestamptz 'epoch' + (given[4]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[4]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[5]::uuid, given[6]::json, decode(given[7], 'hex'), given[8]::bigint, given[9]::integer <> 0,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'weigh' then\n"
    "      outcome := case when cardinality(given) = 1 then public.shipment_weigh(waiting.entity::bigint, given[1]::integer,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'deliver' then\n"
    "      outcome := case when cardinality(given) = 0 then public.shipment_deliver(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine shipment: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'shipment' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('shipment', 'bab3669245c0be0d', 2, clock_timestamp(), E'{\"name\":\"shipment\",\"label\":\"Shipment\",\"fingerprint\":\"bab3669245c0be0d\",\"doc\":\"Every move goes to a topic: to one of its own, and to one that its creation names.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"shipments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_topic\":\"shipments.\\\\\"v1\\\\\"\",\"states\":[{\"name\":\"announced\",\"label\":\"announced\",\"stored\":\"announced\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"},{\"name\":\"price\",\"type\":\"numeric\",\"optional\":true,\"column\":\"price\"},{\"name\":\"due_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"due_at\"},{\"name\":\"tag\",\"type\":\"uuid\",\"optional\":true,\"column\":\"tag\"},{\"name\":\"form\",\"type\":\"json\",\"optional\":true,\"column\":\"form\"},{\"name\":\"scan\",\"type\":\"bytes\",\"optional\":true,\"column\":\"scan\"},{\"name\":\"parcels\",\"type\":\"bigint\",\"optional\":true,\"column\":\"parcels\"},{\"name\":\"fragile\",\"type\":\"bool\",\"optional\":true,\"column\":\"fragile\"}],\"serialize_by\":[]},{\"name\":\"weigh\",\"label\":\"weigh\",\"stored\":\"weigh\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"}],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight\",\"type\":\"int\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"price\",\"type\":\"numeric\"},{\"name\":\"due_at\",\"type\":\"timestamp\"},{\"name\":\"tag\",\"type\":\"uuid\"},{\"name\":\"form\",\"type\":\"json\"},{\"name\":\"scan\",\"type\":\"bytes\"},{\"name\":\"parcels\",\"type\":\"bigint\"},{\"name\":\"fragile\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"weigh\",\"from\":\"announced\",\"target\":\"stay\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"weigh\",\"from\":\"announced\",\"to\":\"announced\",\"arrow\":1},{\"event\":\"deliver\",\"from\":\"announced\",\"to\":\"delivered\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.shipment_current\",\"transitions\":\"public.shipment_transitions\",\"parent\":\"public.shipments\",\"parent_column\":\"id\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{shipment_current,shipment_transitions,shipment_moves,shipment_state}''::text[], ''{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.shipment_current'')::oid, to_regclass(''public.shipment_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.shipment_current where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d() order by sort_key\",\"in_state\":\"select shipment_id, state, sort_key, since from public.shipment_current\\\\nwhere state = $1::text and (since, shipment_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and public.shipment_model_2_bab3669245c0be0d() order by since, shipment_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select shipment_id, state, sort_key, since from public.shipment_current\\\\n    where state < $1::text and (state, since, shipment_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, shipment_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select shipment_id, state, sort_key, since from public.shipment_current\\\\n    where (state, since, shipment_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, shipment_id limit $8::bigint\\\\n  ) after\\\\n) others where public.shipment_model_2_bab3669245c0be0d() order by state, since, shipment_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.shipment_current where public.shipment_model_2_bab3669245c0be0d() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.shipment_fire_deferred($1::bigint, $2::text) where public.shipment_model_2_bab3669245c0be0d()\"},\"fire\":{\"create\":\"select public.shipment_create($1::bigint, $2::integer, $3::text, $4::numeric, (timestamptz ''epoch'' + ($5::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($5::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $6::uuid, $7::json, $8::bytea, $9::bigint, $10::boolean, $11::text, $12::text) where public.shipment_model_2_bab3669245c0be0d()\",\"weigh\":\"select public.shipment_weigh($1::bigint, $2::integer, $3::text, $4::text, $5::integer) where public.shipment_model_2_bab3669245c0be0d()\",\"deliver\":\"select public.shipment_deliver($1::bigint, $2::text, $3::text, $4::integer) where public.shipment_model_2_bab3669245c0be0d()\"}},\"diagram\":\"digraph \\\\\"shipment\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_shipment\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\\\\\"Every move goes to a topic: to one of its own, and to one that its creation names.\\\\\";\\\\n    \\\\\"shipment.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" [label=<announced<!--shipment.announced-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"shipment.delivered\\\\\" [label=<delivered<!--shipment.delivered-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    {rank=same; \\\\\"shipment.\\\\\"; \\\\\"shipment.announced\\\\\"}\\\\n    \\\\\"shipment.\\\\\" -> \\\\\"shipment.announced\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" -> \\\\\"shipment.announced\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>weigh<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(stays)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"weigh\\\\\", labeltooltip=\\\\\"weigh\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" -> \\\\\"shipment.delivered\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>deliver<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"deliver\\\\\", labeltooltip=\\\\\"deliver\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to delivered </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('shipment'::text, 'public'::text, '{shipment_current,shipment_transitions,shipment_moves,shipment_state}'::text[], '{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.shipment_current')::oid, to_regclass('public.shipment_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.shipment_current where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\n"
    "from public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d() order by sort_key", /* history */
    "select shipment_id, state, sort_key, since from public.shipment_current\n"
    "where state = $1::text and (since, shipment_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and public.shipment_model_2_bab3669245c0be0d() order by since, shipment_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select shipment_id, state, sort_key, since from public.shipment_current\n"
    "    where state < $1::text and (state, since, shipment_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, shipment_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select shipment_id, state, sort_key, since from public.shipment_current\n"
    "    where (state, since, shipment_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, shipment_id limit $8::bigint\n  ) after\n"
    ") others where public.shipment_model_2_bab3669245c0be0d() order by state, since, shipment_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.shipment_current where public.shipment_model_2_bab3669245c0be0d() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\n"
    "from public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.shipment_fire_deferred($1::bigint, $2::text) where public.shipment_model_2_bab3669245c0be0d()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_shipment, postgres_fire_many_of_shipment,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_shipment = {
    "begin immediate;\n\n"
    "-- It stands on what all machines and flows share. Only a trigger can raise; a temporary one is no object of the\n"
    "-- database's.\ncreate temp view pawl_lacking (version) as\n"
    "  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- shipment ----------------------------------------------------------------------------------------\n"
    "-- Shipment\n-- Every move goes to a topic: to one of its own, and to one that its creation names.\n\n"
    "-- where each shipment is\ncreate table if not exists main.shipment_current (\n"
    "  shipment_id integer not null primary key references shipments (id),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.shipment_current_state_since on shipment_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.shipment_transitions (\n"
    "  shipment_id integer not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  weight integer,\n"
    "  note text,\n  price text,\n  due_at integer,\n  tag text,\n  form text,\n  scan blob,\n  parcels integer,\n"
    "  fragile integer,\n  primary key (shipment_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.shipment_transitions_request\n"
    "  on shipment_transitions (shipment_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.shipment_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'announced'),\n  ('weigh', 'announced', 'announced'),\n"
    "  ('deliver', 'announced', 'delivered');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.shipment_state as\n"
    "  select shipment_id, state, sort_key, since from shipment_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.shipment_model_bab3669245c0be0d;\n"
    "create view if not exists main.shipment_model_2_bab3669245c0be0d as select 1;\n\n"
    "create trigger if not exists main.shipment_current_insert before insert on shipment_current\n"
    "when only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead');\n"
    "end;\ncreate trigger if not exists main.shipment_current_update before update on shipment_current\n"
    "when new.shipment_id is not old.shipment_id\n"
    "  or only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead');\n"
    "end;\ncreate trigger if not exists main.shipment_current_delete before delete on shipment_current\n"
    "when only_libpawl_may_write('shipment_current', old.shipment_id) is not 1\nbegin\n"
    "  select raise(abort, 'shipment_current keeps its rows: a shipment that has been created stays');\nend;\n"
    "create trigger if not exists main.shipment_transitions_insert before insert on shipment_transitions\n"
    "when only_libpawl_may_write('shipment_transitions(weight, note, price, due_at, tag, form, scan, parcels, fragile)',\n"
    "  new.shipment_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.weight,\n  new.note,\n  new.price,\n  new.due_at,\n  new.tag,\n  new.form,\n"
    "  new.scan,\n  new.parcels,\n  new.fragile) is not 1\nbegin\n"
    "  select raise(abort, 'shipment_transitions is written by libpawl only: fire an event of shipment instead');\n"
    "end;\ncreate trigger if not exists main.shipment_transitions_update before update on shipment_transitions\n"
    "begin\n  select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted');\n"
    "end;\ncreate trigger if not exists main.shipment_transitions_delete before delete on shipment_transitions\n"
    "when only_libpawl_may_write('shipment_transitions', old.shipment_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "create temp trigger if not exists shipment_exact_key instead of insert on main.shipment_model_2_bab3669245c0be0d\n"
    "begin\n"
    "  select raise(rollback, 'machine shipment: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine shipment: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.shipment_model_2_bab3669245c0be0d\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('shipments', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('shipments', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'id' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('shipments', 'main') k where k.pk)\n"
    "     is not 'id' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('shipments', 'main') c\n"
    "          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'shipments' collate nocase and made.sql like '%strict%')))\n;\n"
    "\ninsert into main.pawl_objects (machine, object, definition)\n"
    "select 'shipment', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('shipment_current', 'shipment_transitions', 'shipment_moves', 'shipment_state',\n"
    "      'shipment_model_2_bab3669245c0be0d')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'shipment'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'bab3669245c0be0d' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'shipment' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'shipment', 'bab3669245c0be0d', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'shipment' and fingerprint = 'bab3669245c0be0d'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"shipment\",\"label\":\"Shipment\",\"fingerprint\":\"bab3669245c0be0d\",\"doc\":\"Every move goes to a topic: to one of its own, and to one that its creation names.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"shipments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_topic\":\"shipments.\\\"v1\\\"\",\"states\":[{\"name\":\"announced\",\"label\":\"announced\",\"stored\":\"announced\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"},{\"name\":\"price\",\"type\":\"numeric\",\"optional\":true,\"column\":\"price\"},{\"name\":\"due_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"due_at\"},{\"name\":\"tag\",\"type\":\"uuid\",\"optional\":true,\"column\":\"tag\"},{\"name\":\"form\",\"type\":\"json\",\"optional\":true,\"column\":\"form\"},{\"name\":\"scan\",\"type\":\"bytes\",\"optional\":true,\"column\":\"scan\"},{\"name\":\"parcels\",\"type\":\"bigint\",\"optional\":true,\"column\":\"parcels\"},{\"name\":\"fragile\",\"type\":\"bool\",\"optional\":true,\"column\":\"fragile\"}],\"serialize_by\":[]},{\"name\":\"weigh\",\"label\":\"weigh\",\"stored\":\"weigh\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"}],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight\",\"type\":\"int\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"price\",\"type\":\"numeric\"},{\"name\":\"due_at\",\"type\":\"timestamp\"},{\"name\":\"tag\",\"type\":\"uuid\"},{\"name\":\"form\",\"type\":\"json\"},{\"name\":\"scan\",\"type\":\"bytes\"},{\"name\":\"parcels\",\"type\":\"bigint\"},{\"name\":\"fragile\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"weigh\",\"from\":\"announced\",\"target\":\"stay\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"weigh\",\"from\":\"announced\",\"to\":\"announced\",\"arrow\":1},{\"event\":\"deliver\",\"from\":\"announced\",\"to\":\"delivered\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.shipment_current\",\"transitions\":\"main.shipment_transitions\",\"parent\":\"main.shipments\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''shipment_current'', ''shipment_transitions'', ''shipment_moves'', ''shipment_state'',\\n    ''shipment_model_2_bab3669245c0be0d'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.shipment_current where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by sort_key\",\"in_state\":\"select shipment_id, state, sort_key, since from main.shipment_current\\nwhere state = ?1 and (since, shipment_id) > (?2, ?3)\\n  and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by since, shipment_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select shipment_id, state, sort_key, since from main.shipment_current\\n    where state < ?1 and (state, since, shipment_id) > (?2, ?3, ?4)\\n    order by state, since, shipment_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select shipment_id, state, sort_key, since from main.shipment_current\\n    where (state, since, shipment_id) > (?5, ?6, ?7)\\n    order by state, since, shipment_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by state, since, shipment_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.shipment_current where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.shipments where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.shipment_current (shipment_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.shipment_current set state = ?2, sort_key = ?3, since = ?4\\nwhere shipment_id = ?1\",\"insert_transition\":\"insert into main.shipment_transitions\\n  (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)\"},\"fire\":{}},\"diagram\":\"digraph \\\"shipment\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_shipment\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\\\"Every move goes to a topic: to one of its own, and to one that its creation names.\\\";\\n    \\\"shipment.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"shipment.announced\\\" [label=<announced<!--shipment.announced-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"shipment.delivered\\\" [label=<delivered<!--shipment.delivered-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    {rank=same; \\\"shipment.\\\"; \\\"shipment.announced\\\"}\\n    \\\"shipment.\\\" -> \\\"shipment.announced\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"shipment.announced\\\" -> \\\"shipment.announced\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>weigh<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(stays)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"weigh\\\", labeltooltip=\\\"weigh\\\"];\\n    \\\"shipment.announced\\\" -> \\\"shipment.delivered\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>deliver<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"deliver\\\", labeltooltip=\\\"deliver\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to delivered </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'shipment' and fingerprint = 'bab3669245c0be0d' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.shipment_current where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
    "from main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by sort_key", /* history */
    "select shipment_id, state, sort_key, since from main.shipment_current\n"
    "where state = ?1 and (since, shipment_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by since, shipment_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select shipment_id, state, sort_key, since from main.shipment_current\n"
    "    where state < ?1 and (state, since, shipment_id) > (?2, ?3, ?4)\n"
    "    order by state, since, shipment_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select shipment_id, state, sort_key, since from main.shipment_current\n"
    "    where (state, since, shipment_id) > (?5, ?6, ?7)\n    order by state, since, shipment_id limit ?8\n"
    "  ) after\n"
    ") others where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by state, since, shipment_id limit ?8", /* not_in_state */
    "select state, count(*) from main.shipment_current where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
    "from main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred */
    "select 1 from main.shipments where id = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
    "from main.shipment_transitions where shipment_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.shipment_current (shipment_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.shipment_current set state = ?2, sort_key = ?3, since = ?4\nwhere shipment_id = ?1", /* update_current */
    "insert into main.shipment_transitions\n"
    "  (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_shipment[] = {&postgres_of_shipment, &sqlite_of_shipment};

const struct pawl_machine shipment_machine = {
    PAWL_ABI,
    "shipment",
    "Shipment",
    "bab3669245c0be0d",
    "shipment_current", "shipment_transitions",
    PAWL_TYPE_BIGINT,
    2, 3, 9,
    states_of_shipment, events_of_shipment, columns_of_shipment,
    next_of_shipment,
    PAWL_LAYOUT(struct shipment_current, struct shipment_record),
    2, sql_of_shipment,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_shipment,
    NULL, NULL, "shipments.\"v1\"",
    false,
};

const char *shipment_state_name(enum shipment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_shipment[number].name : "unknown";
}

const char *shipment_event_name(enum shipment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_shipment[number].name : "unknown";
}

const char *shipment_state_label(enum shipment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_shipment[number].label : "unknown";
}

const char *shipment_event_label(enum shipment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_shipment[number].label : "unknown";
}

enum shipment_state shipment_state_parse(const char *text) {
    return (enum shipment_state)pawl_state_parse(&shipment_machine, text);
}

enum shipment_event shipment_event_parse(const char *text) {
    return (enum shipment_event)pawl_event_parse(&shipment_machine, text);
}

enum shipment_state shipment_next(enum shipment_state state, enum shipment_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_shipment[fired * 3u + from] : 0u;
    return (enum shipment_state)to;
}

bool shipment_can(enum shipment_state state, enum shipment_event event) {
    return (int)shipment_next(state, event) != 0;
}

enum pawl_status shipment_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &shipment_machine, err);
}

static enum pawl_status fire_of_shipment(struct pawl_db *db, int64_t id, enum shipment_event event, const void *args,
    const struct pawl_opts *opts, struct shipment_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &shipment_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum shipment_event)transition.event;
        out->from = (enum shipment_state)transition.from;
        out->to = (enum shipment_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status shipment_create(struct pawl_db *db, int64_t id, const struct shipment_create_args *args,
                                 const struct pawl_opts *opts, struct shipment_transition *out,
                                 struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status shipment_weigh(struct pawl_db *db, int64_t id, const struct shipment_weigh_args *args,
                                const struct pawl_opts *opts, struct shipment_transition *out,
                                struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_WEIGH, args, opts, out, err);
}

enum pawl_status shipment_deliver(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct shipment_transition *out, struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_DELIVER, NULL, opts, out, err);
}

enum pawl_status shipment_move_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  const struct pawl_opts *opts, struct shipment_transition *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &shipment_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum shipment_event)transition.event;
        out->from = (enum shipment_state)transition.from;
        out->to = (enum shipment_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status shipment_create_many(struct pawl_db *db, const struct shipment_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct shipment_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_create_item),
        offsetof(struct shipment_create_item, id), offsetof(struct shipment_create_item, args),
        offsetof(struct shipment_create_item, request_id), 0};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_create_move(int64_t id, const struct shipment_create_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status shipment_weigh_many(struct pawl_db *db, const struct shipment_weigh_item *items, size_t count,
                                     const struct pawl_opts *opts, struct shipment_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_weigh_item),
        offsetof(struct shipment_weigh_item, id), offsetof(struct shipment_weigh_item, args),
        offsetof(struct shipment_weigh_item, request_id), offsetof(struct shipment_weigh_item, expect_sort_key)};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_WEIGH, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_weigh_move(int64_t id, const struct shipment_weigh_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_WEIGH, args, opts};
    return request;
}

enum pawl_status shipment_deliver_many(struct pawl_db *db, const struct shipment_deliver_item *items, size_t count,
                                       const struct pawl_opts *opts, struct shipment_result *results,
                                       struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_deliver_item),
        offsetof(struct shipment_deliver_item, id), 0,
        offsetof(struct shipment_deliver_item, request_id), offsetof(struct shipment_deliver_item, expect_sort_key)};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_DELIVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_deliver_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_DELIVER, NULL, opts};
    return request;
}

enum pawl_status shipment_get(struct pawl_db *db, int64_t id, struct shipment_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &shipment_machine, key, out, err);
}

enum pawl_status shipment_history(struct pawl_db *db, int64_t id, struct shipment_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &shipment_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_in_state(struct pawl_db *db, enum shipment_state state,
                                   const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                   struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &shipment_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_not_in_state(struct pawl_db *db, enum shipment_state state,
                                       const struct shipment_current *after, size_t limit, struct shipment_page *out,
                                       struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &shipment_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_last_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  struct shipment_record *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &shipment_machine, key, (int)state, out, err);
}

enum pawl_status shipment_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &shipment_machine, key, allowed, err);
}

enum pawl_status shipment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &shipment_machine, counts, err);
}

/* ---- notice: Notice ---------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_notice[] = {
    {"", "", "", false},
    {"written", "written", "written", false},
    {"shown", "shown", "shown", true},
};

static const struct pawl_column columns_of_notice[] = {
    {"channel", PAWL_TYPE_TEXT, offsetof(struct notice_record, channel), false},
};

static const struct pawl_param params_of_notice_create[] = {
    {"channel", PAWL_TYPE_TEXT, true, 0, offsetof(struct notice_create_args, channel)},
};

static const struct pawl_event events_of_notice[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_notice_create},
    {"show", "show", "show", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_notice[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 0, /* show */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_notice[] = {
    0,
    0, /* written */
    2, /* shown */
};

static const char *const postgres_fire_of_notice[] = {
    NULL,
    "select public.notice_create($1::text, $2::text, $3::text, $4::text) where public.notice_model_2_e84cd1e53b63631e()", /* create */
    "select public.notice_show($1::text, $2::text, $3::text, $4::integer) where public.notice_model_2_e84cd1e53b63631e()", /* show */
};

static const char *const postgres_fire_many_of_notice[] = {
    NULL,
    "select * from public.notice_create_many($1::text[], $2::text[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.notice_model_2_e84cd1e53b63631e()", /* create */
    "select * from public.notice_show_many($1::text[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.notice_model_2_e84cd1e53b63631e()", /* show */
};

static const struct pawl_statements postgres_of_notice = {
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n-- It stands on what all machines and flows share.\ndo $pawl$\n"
    "declare\n  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    present := (select known.version from public.pawl_schema known);\n"
    "    -- what is called below is whose this is\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n  end if;\n"
    "  if present > 3 then\n"
    "    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',\n"
    "        present\n"
    "      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';\n"
    "  elsif present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'\n"
    "      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';\n"
    "  end if;\nend\n$pawl$;\n\n"
    "-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\ndo $pawl$\n"
    "begin\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n    begin\n"
    "      execute format('grant pawl_owner to %I', current_user);\n"
    "    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles\n"
    "      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user\n"
    "        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '\n"
    "          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'\n"
    "          || case when current_setting('server_version_num')::integer < 160000 then ''\n"
    "            else '; grant pawl_owner to deployer with admin option' end;\n    end;\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\nset local role pawl_owner;\n"
    "\n-- notice ------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_begin_machine('notice'::text, 'e84cd1e53b63631e'::text, 'public'::text,\n"
    "  '{notice_current,notice_transitions,notice_moves,notice_state,notice_current_state_since,notice_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('notice'::text, 'e84cd1e53b63631e'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.notice_current (\n  notice_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.notice_transitions (\n  notice_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  channel text collate \"C\",\n  primary key (notice_id, sort_key)\n);\ndo $pawl$\n"
    "begin\n  if to_regclass('public.notice_current_state_since') is null then\n"
    "    create index notice_current_state_since on public.notice_current (state, since);\n  end if;\n"
    "  if to_regclass('public.notice_transitions_request') is null then\n"
    "    create unique index notice_transitions_request on public.notice_transitions (notice_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.notice_moves as select * from (values\n  ('create', '', 'written'),\n"
    "  ('show', 'written', 'shown')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.notice_state as\n"
    "  select notice_id, state, sort_key, since from public.notice_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.notice_current', 'public.notice_transitions']::regclass[]);\n"
    "grant select on public.notice_current, public.notice_transitions, public.notice_moves, public.notice_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('notice'::text, 'public.notice_current'::text);\n"
    "call public.pawl_add_is_free('notice'::text, 'public'::text);\n\n"
    "comment on table public.notice_current is 'Notice\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'notice'::text, 'notice_transitions'::text);\n\n"
    "create or replace function public.notice_create(id text, channel text default null, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.notice_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.notice_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.notice_model_2_e84cd1e53b63631e())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.notice_current head on head.notice_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from public.notice_transitions made where made.notice_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.channel is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: notice was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'written', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.notice_current (notice_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'notice_current_pkey' then\n"
    "          raise;\n        end if;\n    end;\n    outcome := null;\n  end loop;\n"
    "  insert into public.notice_transitions\n"
    "    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  insert into public.pawl_outbox\n"
    "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "     topic, fingerprint, parameters)\n"
    "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,\n"
    "      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $4,\n"
    "      begun.topic, 'e84cd1e53b63631e',\n"
    "      ('{\"channel\":' || coalesce(to_json($2)::text, 'null') || '}')::json\n"
    "    from (select creation.channel as topic from public.notice_transitions creation\n"
    "          where creation.notice_id = $1 and creation.sort_key = 10) begun\n    where begun.topic is not null;\n"
    "  return outcome;\nend\n$pawl$;\ncomment on function public.notice_create(text, text, text, text) is 'create';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.notice_create_many(text[], text[], text, text[])$pawl$)) then\n"
    "    drop function public.notice_create_many(text[], text[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.notice_create_many(id text[], channel text[] default null, actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, public.notice_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.notice_show(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $3 is null and $4 is null then\n"
    "    update public.notice_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('written', 'shown')) move (from_state, to_state)\n"
    "      where head.notice_id = $1 and case when head.state = move.from_state then public.notice_is_free(null::boolean) and public.notice_model_2_e84cd1e53b63631e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update public.notice_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('written', 'shown')) move (from_state, to_state)\n"
    "      where head.notice_id = $1 and case when head.state = move.from_state then public.notice_is_free(null::boolean) and public.notice_model_2_e84cd1e53b63631e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.notice_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.notice_model_2_e84cd1e53b63631e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.notice_current head where head.notice_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.notice_transitions made where made.notice_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'show' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'written' then 'shown'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'show' || ' is not allowed in ' || outcome.from_state || '; public.notice_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.notice_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.notice_transitions\n"
    "    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'show', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  insert into public.pawl_outbox\n"
    "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
    "     topic, fingerprint, parameters)\n"
    "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,\n"
    "      outcome.sort_key, 'show', outcome.from_state, outcome.to_state, $3,\n"
    "      begun.topic, 'e84cd1e53b63631e',\n      '{}'\n"
    "    from (select creation.channel as topic from public.notice_transitions creation\n"
    "          where creation.notice_id = $1 and creation.sort_key = 10) begun\n    where begun.topic is not null;\n"
    "  return outcome;\nend\n$pawl$;\ncomment on function public.notice_show(text, text, text, integer) is 'show';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.notice_show_many(text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.notice_show_many(text[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.notice_show_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.notice_current head where head.notice_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.notice_current head where head.notice_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.notice_show(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.notice_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('notice'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 1 then public.notice_create(waiting.entity, given[1],\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'show' then\n"
    "      outcome := case when cardinality(given) = 0 then public.notice_show(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine notice: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'notice' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('notice', 'e84cd1e53b63631e', 2, clock_timestamp(), E'{\"name\":\"notice\",\"label\":\"Notice\",\"fingerprint\":\"e84cd1e53b63631e\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_reference\":{\"kind\":\"created\",\"column\":\"channel\",\"event\":\"create\"},\"states\":[{\"name\":\"written\",\"label\":\"written\",\"stored\":\"written\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shown\",\"label\":\"shown\",\"stored\":\"shown\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"channel\",\"type\":\"text\",\"optional\":true,\"column\":\"channel\"}],\"serialize_by\":[]},{\"name\":\"show\",\"label\":\"show\",\"stored\":\"show\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"channel\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"written\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"show\",\"from\":\"written\",\"target\":\"to\",\"to\":\"shown\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"written\",\"arrow\":0},{\"event\":\"show\",\"from\":\"written\",\"to\":\"shown\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.notice_current\",\"transitions\":\"public.notice_transitions\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{notice_current,notice_transitions,notice_moves,notice_state}''::text[], ''{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.notice_current'')::oid, to_regclass(''public.notice_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.notice_current where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e() order by sort_key\",\"in_state\":\"select notice_id, state, sort_key, since from public.notice_current\\\\nwhere state = $1::text and (since, notice_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.notice_model_2_e84cd1e53b63631e() order by since, notice_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select notice_id, state, sort_key, since from public.notice_current\\\\n    where state < $1::text and (state, since, notice_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, notice_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select notice_id, state, sort_key, since from public.notice_current\\\\n    where (state, since, notice_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, notice_id limit $8::bigint\\\\n  ) after\\\\n) others where public.notice_model_2_e84cd1e53b63631e() order by state, since, notice_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.notice_current where public.notice_model_2_e84cd1e53b63631e() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.notice_fire_deferred($1::bigint, $2::text) where public.notice_model_2_e84cd1e53b63631e()\"},\"fire\":{\"create\":\"select public.notice_create($1::text, $2::text, $3::text, $4::text) where public.notice_model_2_e84cd1e53b63631e()\",\"show\":\"select public.notice_show($1::text, $2::text, $3::text, $4::integer) where public.notice_model_2_e84cd1e53b63631e()\"}},\"diagram\":\"digraph \\\\\"notice\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_notice\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Notice</b><!--notice-->>;\\\\n    \\\\\"notice.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"notice.written\\\\\" [label=<written<!--notice.written-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"notice.shown\\\\\" [label=<shown<!--notice.shown-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"notice.\\\\\" -> \\\\\"notice.written\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"notice.written\\\\\" -> \\\\\"notice.shown\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>show<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"show\\\\\", labeltooltip=\\\\\"show\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to shown </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('notice'::text, 'public'::text, '{notice_current,notice_transitions,notice_moves,notice_state}'::text[], '{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.notice_current')::oid, to_regclass('public.notice_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.notice_current where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
    "from public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e() order by sort_key", /* history */
    "select notice_id, state, sort_key, since from public.notice_current\n"
    "where state = $1::text and (since, notice_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.notice_model_2_e84cd1e53b63631e() order by since, notice_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select notice_id, state, sort_key, since from public.notice_current\n"
    "    where state < $1::text and (state, since, notice_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, notice_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select notice_id, state, sort_key, since from public.notice_current\n"
    "    where (state, since, notice_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, notice_id limit $8::bigint\n  ) after\n"
    ") others where public.notice_model_2_e84cd1e53b63631e() order by state, since, notice_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.notice_current where public.notice_model_2_e84cd1e53b63631e() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
    "from public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.notice_fire_deferred($1::bigint, $2::text) where public.notice_model_2_e84cd1e53b63631e()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_notice, postgres_fire_many_of_notice,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_notice = {
    "begin immediate;\n\n"
    "-- It stands on what all machines and flows share. Only a trigger can raise; a temporary one is no object of the\n"
    "-- database's.\ncreate temp view pawl_lacking (version) as\n"
    "  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- notice ------------------------------------------------------------------------------------------\n-- Notice\n"
    "\n-- where each notice is\ncreate table if not exists main.notice_current (\n"
    "  notice_id text not null primary key,\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.notice_current_state_since on notice_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.notice_transitions (\n"
    "  notice_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  channel text,\n"
    "  primary key (notice_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.notice_transitions_request\n"
    "  on notice_transitions (notice_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.notice_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'written'),\n  ('show', 'written', 'shown');\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.notice_state as\n"
    "  select notice_id, state, sort_key, since from notice_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.notice_model_e84cd1e53b63631e;\n"
    "create view if not exists main.notice_model_2_e84cd1e53b63631e as select 1;\n\n"
    "create trigger if not exists main.notice_current_insert before insert on notice_current\n"
    "when only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead');\n"
    "end;\ncreate trigger if not exists main.notice_current_update before update on notice_current\n"
    "when new.notice_id is not old.notice_id\n"
    "  or only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead');\n"
    "end;\ncreate trigger if not exists main.notice_current_delete before delete on notice_current\n"
    "when only_libpawl_may_write('notice_current', old.notice_id) is not 1\nbegin\n"
    "  select raise(abort, 'notice_current keeps its rows: a notice that has been created stays');\nend;\n"
    "create trigger if not exists main.notice_transitions_insert before insert on notice_transitions\n"
    "when only_libpawl_may_write('notice_transitions(channel)',\n"
    "  new.notice_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.channel) is not 1\nbegin\n"
    "  select raise(abort, 'notice_transitions is written by libpawl only: fire an event of notice instead');\nend;\n"
    "create trigger if not exists main.notice_transitions_update before update on notice_transitions\nbegin\n"
    "  select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.notice_transitions_delete before delete on notice_transitions\n"
    "when only_libpawl_may_write('notice_transitions', old.notice_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'notice', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('notice_current', 'notice_transitions', 'notice_moves', 'notice_state',\n"
    "      'notice_model_2_e84cd1e53b63631e')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'notice'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'e84cd1e53b63631e' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'notice' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'notice', 'e84cd1e53b63631e', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'notice' and fingerprint = 'e84cd1e53b63631e'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"notice\",\"label\":\"Notice\",\"fingerprint\":\"e84cd1e53b63631e\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_reference\":{\"kind\":\"created\",\"column\":\"channel\",\"event\":\"create\"},\"states\":[{\"name\":\"written\",\"label\":\"written\",\"stored\":\"written\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shown\",\"label\":\"shown\",\"stored\":\"shown\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"channel\",\"type\":\"text\",\"optional\":true,\"column\":\"channel\"}],\"serialize_by\":[]},{\"name\":\"show\",\"label\":\"show\",\"stored\":\"show\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"channel\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"written\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"show\",\"from\":\"written\",\"target\":\"to\",\"to\":\"shown\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"written\",\"arrow\":0},{\"event\":\"show\",\"from\":\"written\",\"to\":\"shown\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.notice_current\",\"transitions\":\"main.notice_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''notice_current'', ''notice_transitions'', ''notice_moves'', ''notice_state'',\\n    ''notice_model_2_e84cd1e53b63631e'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.notice_current where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by sort_key\",\"in_state\":\"select notice_id, state, sort_key, since from main.notice_current\\nwhere state = ?1 and (since, notice_id) > (?2, ?3)\\n  and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by since, notice_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select notice_id, state, sort_key, since from main.notice_current\\n    where state < ?1 and (state, since, notice_id) > (?2, ?3, ?4)\\n    order by state, since, notice_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select notice_id, state, sort_key, since from main.notice_current\\n    where (state, since, notice_id) > (?5, ?6, ?7)\\n    order by state, since, notice_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by state, since, notice_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.notice_current where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, channel\\nfrom main.notice_transitions where notice_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.notice_current (notice_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.notice_current set state = ?2, sort_key = ?3, since = ?4\\nwhere notice_id = ?1\",\"insert_transition\":\"insert into main.notice_transitions\\n  (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9)\",\"find_topic\":\"select channel from main.notice_transitions where notice_id = ?1 and sort_key = 10\"},\"fire\":{}},\"diagram\":\"digraph \\\"notice\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_notice\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Notice</b><!--notice-->>;\\n    \\\"notice.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"notice.written\\\" [label=<written<!--notice.written-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"notice.shown\\\" [label=<shown<!--notice.shown-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"notice.\\\" -> \\\"notice.written\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"notice.written\\\" -> \\\"notice.shown\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>show<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"show\\\", labeltooltip=\\\"show\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to shown </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'notice' and fingerprint = 'e84cd1e53b63631e' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.notice_current where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
    "from main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by sort_key", /* history */
    "select notice_id, state, sort_key, since from main.notice_current\n"
    "where state = ?1 and (since, notice_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by since, notice_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select notice_id, state, sort_key, since from main.notice_current\n"
    "    where state < ?1 and (state, since, notice_id) > (?2, ?3, ?4)\n"
    "    order by state, since, notice_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select notice_id, state, sort_key, since from main.notice_current\n"
    "    where (state, since, notice_id) > (?5, ?6, ?7)\n    order by state, since, notice_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by state, since, notice_id limit ?8", /* not_in_state */
    "select state, count(*) from main.notice_current where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
    "from main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at, channel\n"
    "from main.notice_transitions where notice_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.notice_current (notice_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.notice_current set state = ?2, sort_key = ?3, since = ?4\nwhere notice_id = ?1", /* update_current */
    "insert into main.notice_transitions\n"
    "  (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)", /* insert_transition */
    NULL, NULL, NULL, /* find_creation, set_mirror, find_key */
    "select channel from main.notice_transitions where notice_id = ?1 and sort_key = 10", /* find_topic */
    NULL, /* find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_notice[] = {&postgres_of_notice, &sqlite_of_notice};

const struct pawl_machine notice_machine = {
    PAWL_ABI,
    "notice",
    "Notice",
    "e84cd1e53b63631e",
    "notice_current", "notice_transitions",
    PAWL_TYPE_TEXT,
    2, 2, 1,
    states_of_notice, events_of_notice, columns_of_notice,
    next_of_notice,
    PAWL_LAYOUT(struct notice_current, struct notice_record),
    2, sql_of_notice,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_notice,
    NULL, NULL, NULL,
    false,
};

const char *notice_state_name(enum notice_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_notice[number].name : "unknown";
}

const char *notice_event_name(enum notice_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_notice[number].name : "unknown";
}

const char *notice_state_label(enum notice_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_notice[number].label : "unknown";
}

const char *notice_event_label(enum notice_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_notice[number].label : "unknown";
}

enum notice_state notice_state_parse(const char *text) {
    return (enum notice_state)pawl_state_parse(&notice_machine, text);
}

enum notice_event notice_event_parse(const char *text) {
    return (enum notice_event)pawl_event_parse(&notice_machine, text);
}

enum notice_state notice_next(enum notice_state state, enum notice_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 2 ? next_of_notice[fired * 3u + from] : 0u;
    return (enum notice_state)to;
}

bool notice_can(enum notice_state state, enum notice_event event) {
    return (int)notice_next(state, event) != 0;
}

enum pawl_status notice_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &notice_machine, err);
}

static enum pawl_status fire_of_notice(struct pawl_db *db, const char *id, enum notice_event event, const void *args,
    const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &notice_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum notice_event)transition.event;
        out->from = (enum notice_state)transition.from;
        out->to = (enum notice_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status notice_create(struct pawl_db *db, const char *id, const struct notice_create_args *args,
                               const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err) {
    return fire_of_notice(db, id, NOTICE_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status notice_show(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct notice_transition *out, struct pawl_error *err) {
    return fire_of_notice(db, id, NOTICE_EVENT_SHOW, NULL, opts, out, err);
}

enum pawl_status notice_move_to(struct pawl_db *db, const char *id, enum notice_state state,
                                const struct pawl_opts *opts, struct notice_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &notice_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum notice_event)transition.event;
        out->from = (enum notice_state)transition.from;
        out->to = (enum notice_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status notice_create_many(struct pawl_db *db, const struct notice_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct notice_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct notice_create_item),
        offsetof(struct notice_create_item, id), offsetof(struct notice_create_item, args),
        offsetof(struct notice_create_item, request_id), 0};
    return pawl_fire_many(db, &notice_machine, NOTICE_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request notice_create_move(const char *id, const struct notice_create_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&notice_machine, {id, 0}, NOTICE_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status notice_show_many(struct pawl_db *db, const struct notice_show_item *items, size_t count,
                                  const struct pawl_opts *opts, struct notice_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct notice_show_item),
        offsetof(struct notice_show_item, id), 0,
        offsetof(struct notice_show_item, request_id), offsetof(struct notice_show_item, expect_sort_key)};
    return pawl_fire_many(db, &notice_machine, NOTICE_EVENT_SHOW, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request notice_show_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&notice_machine, {id, 0}, NOTICE_EVENT_SHOW, NULL, opts};
    return request;
}

enum pawl_status notice_get(struct pawl_db *db, const char *id, struct notice_current *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &notice_machine, key, out, err);
}

enum pawl_status notice_history(struct pawl_db *db, const char *id, struct notice_history *out,
                                struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &notice_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                 size_t limit, struct notice_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &notice_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_not_in_state(struct pawl_db *db, enum notice_state state, const struct notice_current *after,
                                     size_t limit, struct notice_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &notice_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_last_to(struct pawl_db *db, const char *id, enum notice_state state,
                                struct notice_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &notice_machine, key, (int)state, out, err);
}

enum pawl_status notice_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &notice_machine, key, allowed, err);
}

enum pawl_status notice_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &notice_machine, counts, err);
}
