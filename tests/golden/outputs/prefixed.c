/* Written by pawl from prefixed.fsm. Do not edit: change prefixed.fsm and run pawl again. */
#include "prefixed.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- gate: gate -------------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_acme_gate[] = {
    {"", "", "", false},
    {"closed", "closed", "closed", false},
    {"opened", "opened", "opened", false},
};

static const struct pawl_column columns_of_acme_gate[] = {
    {"place", PAWL_TYPE_TEXT, offsetof(struct acme_gate_record, place), false},
};

static const struct pawl_param params_of_acme_gate_create[] = {
    {"place", PAWL_TYPE_TEXT, false, 0, offsetof(struct acme_gate_create_args, place)},
};

static const struct pawl_event events_of_acme_gate[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_acme_gate_create},
    {"open", "open", "open", false, false, false, 0, NULL},
    {"close", "close", "close", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_acme_gate[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 65535, /* open */
    0, 0, 1, /* close */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_acme_gate[] = {
    0,
    3, /* closed */
    2, /* opened */
};

static const char *const postgres_fire_of_acme_gate[] = {
    NULL,
    "select public.gate_create($1::text, $2::text, $3::text, $4::text) where public.gate_model_2_ff81eb8214b9b771()", /* create */
    "select public.gate_open($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()", /* open */
    "select public.gate_close($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()", /* close */
};

static const char *const postgres_fire_many_of_acme_gate[] = {
    NULL,
    "select * from public.gate_create_many($1::text[], $2::text[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.gate_model_2_ff81eb8214b9b771()", /* create */
    "select * from public.gate_open_many($1::text[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.gate_model_2_ff81eb8214b9b771()", /* open */
    "select * from public.gate_close_many($1::text[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.gate_model_2_ff81eb8214b9b771()", /* close */
};

static const struct pawl_statements postgres_of_acme_gate = {
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
    "\n-- gate --------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_begin_machine('gate'::text, 'ff81eb8214b9b771'::text, 'public'::text,\n"
    "  '{gate_current,gate_transitions,gate_moves,gate_state,gate_current_state_since,gate_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('gate'::text, 'ff81eb8214b9b771'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.gate_current (\n  gate_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.gate_transitions (\n  gate_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  place text collate \"C\",\n  primary key (gate_id, sort_key)\n);\ndo $pawl$\n"
    "begin\n  if to_regclass('public.gate_current_state_since') is null then\n"
    "    create index gate_current_state_since on public.gate_current (state, since);\n  end if;\n"
    "  if to_regclass('public.gate_transitions_request') is null then\n"
    "    create unique index gate_transitions_request on public.gate_transitions (gate_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.gate_moves as select * from (values\n  ('create', '', 'closed'),\n"
    "  ('open', 'closed', 'opened'),\n  ('close', 'opened', 'closed')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.gate_state as\n  select gate_id, state, sort_key, since from public.gate_current;\n"
    "\ncall public.pawl_refuse_writes_to(array['public.gate_current', 'public.gate_transitions']::regclass[]);\n"
    "grant select on public.gate_current, public.gate_transitions, public.gate_moves, public.gate_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('gate'::text, 'public.gate_current'::text);\n"
    "call public.pawl_add_is_free('gate'::text, 'public'::text);\n\ncomment on table public.gate_current is 'gate\n"
    "One row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'gate'::text, 'gate_transitions'::text);\n\n"
    "create or replace function public.gate_create(id text, place text, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.gate_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.gate_current head on head.gate_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.place is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: gate was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'closed', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.gate_current (gate_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'gate_current_pkey' then\n"
    "          raise;\n        end if;\n    end;\n    outcome := null;\n  end loop;\n"
    "  insert into public.gate_transitions\n"
    "    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.gate_create(text, text, text, text) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.gate_create_many(text[], text[], text, text[])$pawl$)) then\n"
    "    drop function public.gate_create_many(text[], text[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.gate_create_many(id text[], place text[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or given.v1 is null\n"
    "                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.gate_current head where head.gate_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and earlier.place is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.gate_transitions earlier where earlier.gate_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.gate_current (gate_id, state, sort_key, since)\n"
    "        select judged.id, 'closed', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id collate \"C\"\n      ), history as (\n"
    "        insert into public.gate_transitions\n"
    "          (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)\n"
    "        select given.id, 10, 'create', '', 'closed', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'closed', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.gate_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.gate_open(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $3 is null and $4 is null then\n"
    "    update public.gate_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('closed', 'opened')) move (from_state, to_state)\n"
    "      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update public.gate_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('closed', 'opened')) move (from_state, to_state)\n"
    "      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.gate_current head where head.gate_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'closed' then 'opened'\n    end;\n    if outcome.from_state in ('opened') then\n"
    "      outcome.status := 'IGNORED';\n      return outcome;\n    end if;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'open' || ' is not allowed in ' || outcome.from_state || '; public.gate_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.gate_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.gate_transitions\n"
    "    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'open', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.gate_open(text, text, text, integer) is 'open';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.gate_open_many(text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.gate_open_many(text[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.gate_open_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy text[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.gate_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'closed' then 'opened'\n              end as next_state\n"
    "                from public.gate_current head where head.gate_id = given.id for no key update skip locked) head\n"
    "            where (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())\n"
    "              and not (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.gate_transitions earlier\n"
    "            where earlier.gate_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.gate_open_many(array(select others.id from others order by others.turn), $2,\n"
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
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.gate_current head where head.gate_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.gate_current head where head.gate_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate \"C\" order by given.number) as turn, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'closed' then 'opened'\n          end as next_state\n"
    "              from public.gate_current head where head.gate_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.gate_transitions earlier where earlier.gate_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.state in ('opened') then 'IGNORED'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.state in ('opened') then 'IGNORED'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'closed' then 'opened'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'open' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.state in ('opened') then 'IGNORED'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'closed' then 'opened'\n          end as next_state\n"
    "              from public.gate_current head where head.gate_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.gate_transitions earlier where earlier.gate_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'open' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.gate_current head where head.gate_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.gate_open(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.gate_close(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $3 is null and $4 is null then\n"
    "    update public.gate_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('opened', 'closed')) move (from_state, to_state)\n"
    "      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update public.gate_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('opened', 'closed')) move (from_state, to_state)\n"
    "      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.gate_current head where head.gate_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'opened' then 'closed'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'close' || ' is not allowed in ' || outcome.from_state || '; public.gate_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.gate_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.gate_transitions\n"
    "    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.gate_close(text, text, text, integer) is 'close';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.gate_close_many(text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.gate_close_many(text[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.gate_close_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy text[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.gate_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'opened' then 'closed'\n              end as next_state\n"
    "                from public.gate_current head where head.gate_id = given.id for no key update skip locked) head\n"
    "            where (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())\n"
    "              and not (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.gate_transitions earlier\n"
    "            where earlier.gate_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.gate_close_many(array(select others.id from others order by others.turn), $2,\n"
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
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.gate_current head where head.gate_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.gate_current head where head.gate_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate \"C\" order by given.number) as turn, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'opened' then 'closed'\n          end as next_state\n"
    "              from public.gate_current head where head.gate_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.gate_transitions earlier where earlier.gate_id = given.id\n"
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
    "            cross join lateral (select head.*, case head.state\n              when 'opened' then 'closed'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'opened' then 'closed'\n          end as next_state\n"
    "              from public.gate_current head where head.gate_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.gate_transitions earlier where earlier.gate_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.gate_transitions\n"
    "        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.gate_current head where head.gate_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.gate_close(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.gate_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('gate'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 1 then public.gate_create(waiting.entity, given[1],\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'open' then\n"
    "      outcome := case when cardinality(given) = 0 then public.gate_open(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'close' then\n"
    "      outcome := case when cardinality(given) = 0 then public.gate_close(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine gate: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'gate' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('gate', 'ff81eb8214b9b771', 2, clock_timestamp(), E'{\"name\":\"gate\",\"label\":\"gate\",\"fingerprint\":\"ff81eb8214b9b771\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"closed\",\"label\":\"closed\",\"stored\":\"closed\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"opened\",\"label\":\"opened\",\"stored\":\"opened\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"place\",\"type\":\"text\",\"optional\":false,\"column\":\"place\"}],\"serialize_by\":[]},{\"name\":\"open\",\"label\":\"open\",\"stored\":\"open\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"place\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"open\",\"from\":\"closed\",\"target\":\"to\",\"to\":\"opened\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"opened\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"closed\",\"arrow\":0},{\"event\":\"open\",\"from\":\"closed\",\"to\":\"opened\",\"arrow\":1},{\"event\":\"close\",\"from\":\"opened\",\"to\":\"closed\",\"arrow\":2}],\"ignores\":[{\"event\":\"open\",\"state\":\"opened\"}],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.gate_current\",\"transitions\":\"public.gate_transitions\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{gate_current,gate_transitions,gate_moves,gate_state}''::text[], ''{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.gate_current'')::oid, to_regclass(''public.gate_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.gate_current where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\\\nfrom public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771() order by sort_key\",\"in_state\":\"select gate_id, state, sort_key, since from public.gate_current\\\\nwhere state = $1::text and (since, gate_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.gate_model_2_ff81eb8214b9b771() order by since, gate_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select gate_id, state, sort_key, since from public.gate_current\\\\n    where state < $1::text and (state, since, gate_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, gate_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select gate_id, state, sort_key, since from public.gate_current\\\\n    where (state, since, gate_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, gate_id limit $8::bigint\\\\n  ) after\\\\n) others where public.gate_model_2_ff81eb8214b9b771() order by state, since, gate_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.gate_current where public.gate_model_2_ff81eb8214b9b771() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\\\nfrom public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.gate_fire_deferred($1::bigint, $2::text) where public.gate_model_2_ff81eb8214b9b771()\"},\"fire\":{\"create\":\"select public.gate_create($1::text, $2::text, $3::text, $4::text) where public.gate_model_2_ff81eb8214b9b771()\",\"open\":\"select public.gate_open($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()\",\"close\":\"select public.gate_close($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()\"}},\"diagram\":\"digraph \\\\\"gate\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_gate\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>gate</b><!--gate-->>;\\\\n    \\\\\"gate.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"gate.closed\\\\\" [label=<closed<!--gate.closed-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"gate.opened\\\\\" [label=<opened<!--gate.opened-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"gate.\\\\\" -> \\\\\"gate.closed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"gate.closed\\\\\" -> \\\\\"gate.opened\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>open<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"open\\\\\", labeltooltip=\\\\\"open\\\\\"];\\\\n    \\\\\"gate.closed\\\\\" -> \\\\\"gate.opened\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>close<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"close\\\\\", labeltooltip=\\\\\"close\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('gate'::text, 'public'::text, '{gate_current,gate_transitions,gate_moves,gate_state}'::text[], '{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.gate_current')::oid, to_regclass('public.gate_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.gate_current where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, place\n"
    "from public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771() order by sort_key", /* history */
    "select gate_id, state, sort_key, since from public.gate_current\n"
    "where state = $1::text and (since, gate_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.gate_model_2_ff81eb8214b9b771() order by since, gate_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select gate_id, state, sort_key, since from public.gate_current\n"
    "    where state < $1::text and (state, since, gate_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, gate_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select gate_id, state, sort_key, since from public.gate_current\n"
    "    where (state, since, gate_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, gate_id limit $8::bigint\n  ) after\n"
    ") others where public.gate_model_2_ff81eb8214b9b771() order by state, since, gate_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.gate_current where public.gate_model_2_ff81eb8214b9b771() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, place\n"
    "from public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.gate_fire_deferred($1::bigint, $2::text) where public.gate_model_2_ff81eb8214b9b771()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_acme_gate, postgres_fire_many_of_acme_gate,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_acme_gate = {
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
    "-- gate --------------------------------------------------------------------------------------------\n-- gate\n\n"
    "-- where each gate is\ncreate table if not exists main.gate_current (\n  gate_id text not null primary key,\n"
    "  state text not null,\n  sort_key integer not null, -- of its last move\n  since integer not null\n"
    ") without rowid;\ncreate index if not exists main.gate_current_state_since on gate_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.gate_transitions (\n"
    "  gate_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  place text,\n"
    "  primary key (gate_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.gate_transitions_request\n"
    "  on gate_transitions (gate_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.gate_moves (event, from_state, to_state) as values\n  ('create', '', 'closed'),\n"
    "  ('open', 'closed', 'opened'),\n  ('close', 'opened', 'closed');\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.gate_state as\n"
    "  select gate_id, state, sort_key, since from gate_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.gate_model_ff81eb8214b9b771;\n"
    "create view if not exists main.gate_model_2_ff81eb8214b9b771 as select 1;\n\n"
    "create trigger if not exists main.gate_current_insert before insert on gate_current\n"
    "when only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead');\nend;\n"
    "create trigger if not exists main.gate_current_update before update on gate_current\n"
    "when new.gate_id is not old.gate_id\n"
    "  or only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead');\nend;\n"
    "create trigger if not exists main.gate_current_delete before delete on gate_current\n"
    "when only_libpawl_may_write('gate_current', old.gate_id) is not 1\nbegin\n"
    "  select raise(abort, 'gate_current keeps its rows: a gate that has been created stays');\nend;\n"
    "create trigger if not exists main.gate_transitions_insert before insert on gate_transitions\n"
    "when only_libpawl_may_write('gate_transitions(place)',\n"
    "  new.gate_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.place) is not 1\nbegin\n"
    "  select raise(abort, 'gate_transitions is written by libpawl only: fire an event of gate instead');\nend;\n"
    "create trigger if not exists main.gate_transitions_update before update on gate_transitions\nbegin\n"
    "  select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.gate_transitions_delete before delete on gate_transitions\n"
    "when only_libpawl_may_write('gate_transitions', old.gate_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'gate', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('gate_current', 'gate_transitions', 'gate_moves', 'gate_state',\n"
    "      'gate_model_2_ff81eb8214b9b771')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'gate'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'ff81eb8214b9b771' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'gate' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'gate', 'ff81eb8214b9b771', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'gate' and fingerprint = 'ff81eb8214b9b771'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"gate\",\"label\":\"gate\",\"fingerprint\":\"ff81eb8214b9b771\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"closed\",\"label\":\"closed\",\"stored\":\"closed\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"opened\",\"label\":\"opened\",\"stored\":\"opened\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"place\",\"type\":\"text\",\"optional\":false,\"column\":\"place\"}],\"serialize_by\":[]},{\"name\":\"open\",\"label\":\"open\",\"stored\":\"open\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"place\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"open\",\"from\":\"closed\",\"target\":\"to\",\"to\":\"opened\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"opened\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"closed\",\"arrow\":0},{\"event\":\"open\",\"from\":\"closed\",\"to\":\"opened\",\"arrow\":1},{\"event\":\"close\",\"from\":\"opened\",\"to\":\"closed\",\"arrow\":2}],\"ignores\":[{\"event\":\"open\",\"state\":\"opened\"}],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.gate_current\",\"transitions\":\"main.gate_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''gate_current'', ''gate_transitions'', ''gate_moves'', ''gate_state'',\\n    ''gate_model_2_ff81eb8214b9b771'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.gate_current where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\nfrom main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by sort_key\",\"in_state\":\"select gate_id, state, sort_key, since from main.gate_current\\nwhere state = ?1 and (since, gate_id) > (?2, ?3)\\n  and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by since, gate_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select gate_id, state, sort_key, since from main.gate_current\\n    where state < ?1 and (state, since, gate_id) > (?2, ?3, ?4)\\n    order by state, since, gate_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select gate_id, state, sort_key, since from main.gate_current\\n    where (state, since, gate_id) > (?5, ?6, ?7)\\n    order by state, since, gate_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by state, since, gate_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.gate_current where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\nfrom main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, place\\nfrom main.gate_transitions where gate_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.gate_current (gate_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.gate_current set state = ?2, sort_key = ?3, since = ?4\\nwhere gate_id = ?1\",\"insert_transition\":\"insert into main.gate_transitions\\n  (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9)\"},\"fire\":{}},\"diagram\":\"digraph \\\"gate\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_gate\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>gate</b><!--gate-->>;\\n    \\\"gate.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"gate.closed\\\" [label=<closed<!--gate.closed-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"gate.opened\\\" [label=<opened<!--gate.opened-->>, class=\\\"state\\\"];\\n    \\\"gate.\\\" -> \\\"gate.closed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"gate.closed\\\" -> \\\"gate.opened\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>open<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"open\\\", labeltooltip=\\\"open\\\"];\\n    \\\"gate.closed\\\" -> \\\"gate.opened\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>close<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"close\\\", labeltooltip=\\\"close\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'gate' and fingerprint = 'ff81eb8214b9b771' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.gate_current where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, place\n"
    "from main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by sort_key", /* history */
    "select gate_id, state, sort_key, since from main.gate_current\nwhere state = ?1 and (since, gate_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by since, gate_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select gate_id, state, sort_key, since from main.gate_current\n"
    "    where state < ?1 and (state, since, gate_id) > (?2, ?3, ?4)\n    order by state, since, gate_id limit ?8\n"
    "  ) before\n  union all\n  select * from (\n    select gate_id, state, sort_key, since from main.gate_current\n"
    "    where (state, since, gate_id) > (?5, ?6, ?7)\n    order by state, since, gate_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by state, since, gate_id limit ?8", /* not_in_state */
    "select state, count(*) from main.gate_current where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, place\n"
    "from main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at, place\n"
    "from main.gate_transitions where gate_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.gate_current (gate_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.gate_current set state = ?2, sort_key = ?3, since = ?4\nwhere gate_id = ?1", /* update_current */
    "insert into main.gate_transitions\n"
    "  (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_acme_gate[] = {&postgres_of_acme_gate, &sqlite_of_acme_gate};

const struct pawl_machine acme_gate_machine = {
    PAWL_ABI,
    "gate",
    "gate",
    "ff81eb8214b9b771",
    "gate_current", "gate_transitions",
    PAWL_TYPE_TEXT,
    2, 3, 1,
    states_of_acme_gate, events_of_acme_gate, columns_of_acme_gate,
    next_of_acme_gate,
    PAWL_LAYOUT(struct acme_gate_current, struct acme_gate_record),
    2, sql_of_acme_gate,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_acme_gate,
    NULL, NULL, NULL,
    false,
};

const char *acme_gate_state_name(enum acme_gate_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_acme_gate[number].name : "unknown";
}

const char *acme_gate_event_name(enum acme_gate_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_acme_gate[number].name : "unknown";
}

const char *acme_gate_state_label(enum acme_gate_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_acme_gate[number].label : "unknown";
}

const char *acme_gate_event_label(enum acme_gate_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_acme_gate[number].label : "unknown";
}

enum acme_gate_state acme_gate_state_parse(const char *text) {
    return (enum acme_gate_state)pawl_state_parse(&acme_gate_machine, text);
}

enum acme_gate_event acme_gate_event_parse(const char *text) {
    return (enum acme_gate_event)pawl_event_parse(&acme_gate_machine, text);
}

enum acme_gate_state acme_gate_next(enum acme_gate_state state, enum acme_gate_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_acme_gate[fired * 3u + from] : 0u;
    return (enum acme_gate_state)(to == PAWL_NEXT_IGNORED ? 0u : to);
}

bool acme_gate_can(enum acme_gate_state state, enum acme_gate_event event) {
    return (int)acme_gate_next(state, event) != 0;
}

enum pawl_status acme_gate_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &acme_gate_machine, err);
}

static enum pawl_status fire_of_acme_gate(struct pawl_db *db, const char *id, enum acme_gate_event event, const void *args,
    const struct pawl_opts *opts, struct acme_gate_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &acme_gate_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum acme_gate_event)transition.event;
        out->from = (enum acme_gate_state)transition.from;
        out->to = (enum acme_gate_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status acme_gate_create(struct pawl_db *db, const char *id, const struct acme_gate_create_args *args,
                                  const struct pawl_opts *opts, struct acme_gate_transition *out,
                                  struct pawl_error *err) {
    return fire_of_acme_gate(db, id, ACME_GATE_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status acme_gate_open(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                struct acme_gate_transition *out, struct pawl_error *err) {
    return fire_of_acme_gate(db, id, ACME_GATE_EVENT_OPEN, NULL, opts, out, err);
}

enum pawl_status acme_gate_close(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct acme_gate_transition *out, struct pawl_error *err) {
    return fire_of_acme_gate(db, id, ACME_GATE_EVENT_CLOSE, NULL, opts, out, err);
}

enum pawl_status acme_gate_move_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   const struct pawl_opts *opts, struct acme_gate_transition *out,
                                   struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &acme_gate_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum acme_gate_event)transition.event;
        out->from = (enum acme_gate_state)transition.from;
        out->to = (enum acme_gate_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status acme_gate_create_many(struct pawl_db *db, const struct acme_gate_create_item *items, size_t count,
                                       const struct pawl_opts *opts, struct acme_gate_result *results,
                                       struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct acme_gate_create_item),
        offsetof(struct acme_gate_create_item, id), offsetof(struct acme_gate_create_item, args),
        offsetof(struct acme_gate_create_item, request_id), 0};
    return pawl_fire_many(db, &acme_gate_machine, ACME_GATE_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request acme_gate_create_move(const char *id, const struct acme_gate_create_args *args,
                                          const struct pawl_opts *opts) {
    struct pawl_request request = {&acme_gate_machine, {id, 0}, ACME_GATE_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status acme_gate_open_many(struct pawl_db *db, const struct acme_gate_open_item *items, size_t count,
                                     const struct pawl_opts *opts, struct acme_gate_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct acme_gate_open_item),
        offsetof(struct acme_gate_open_item, id), 0,
        offsetof(struct acme_gate_open_item, request_id), offsetof(struct acme_gate_open_item, expect_sort_key)};
    return pawl_fire_many(db, &acme_gate_machine, ACME_GATE_EVENT_OPEN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request acme_gate_open_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&acme_gate_machine, {id, 0}, ACME_GATE_EVENT_OPEN, NULL, opts};
    return request;
}

enum pawl_status acme_gate_close_many(struct pawl_db *db, const struct acme_gate_close_item *items, size_t count,
                                      const struct pawl_opts *opts, struct acme_gate_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct acme_gate_close_item),
        offsetof(struct acme_gate_close_item, id), 0,
        offsetof(struct acme_gate_close_item, request_id), offsetof(struct acme_gate_close_item, expect_sort_key)};
    return pawl_fire_many(db, &acme_gate_machine, ACME_GATE_EVENT_CLOSE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request acme_gate_close_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&acme_gate_machine, {id, 0}, ACME_GATE_EVENT_CLOSE, NULL, opts};
    return request;
}

enum pawl_status acme_gate_get(struct pawl_db *db, const char *id, struct acme_gate_current *out,
                               struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &acme_gate_machine, key, out, err);
}

enum pawl_status acme_gate_history(struct pawl_db *db, const char *id, struct acme_gate_history *out,
                                   struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &acme_gate_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct acme_gate_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status acme_gate_in_state(struct pawl_db *db, enum acme_gate_state state,
                                    const struct acme_gate_current *after, size_t limit, struct acme_gate_page *out,
                                    struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &acme_gate_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct acme_gate_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status acme_gate_not_in_state(struct pawl_db *db, enum acme_gate_state state,
                                        const struct acme_gate_current *after, size_t limit,
                                        struct acme_gate_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &acme_gate_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct acme_gate_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status acme_gate_last_to(struct pawl_db *db, const char *id, enum acme_gate_state state,
                                   struct acme_gate_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &acme_gate_machine, key, (int)state, out, err);
}

enum pawl_status acme_gate_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &acme_gate_machine, key, allowed, err);
}

enum pawl_status acme_gate_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &acme_gate_machine, counts, err);
}
