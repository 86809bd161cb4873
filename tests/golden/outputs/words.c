/* Written by pawl from words.fsm. Do not edit: change words.fsm and run pawl again. */
#include "words.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- current: current -------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_current[] = {
    {"", "", "", false},
    {"group", "group", "group", false},
    {"null", "null", "null", true},
};

static const struct pawl_column columns_of_current[] = {
    {"select", PAWL_TYPE_TEXT, offsetof(struct current_record, select), false},
    {"values", PAWL_TYPE_BIGINT, offsetof(struct current_record, values), false},
    {"position", PAWL_TYPE_INT, offsetof(struct current_record, position), false},
    {"found", PAWL_TYPE_BOOL, offsetof(struct current_record, found), false},
    {"order", PAWL_TYPE_TIMESTAMP, offsetof(struct current_record, order), false},
    {"time", PAWL_TYPE_TEXT, offsetof(struct current_record, time), false},
    {"offset", PAWL_TYPE_BIGINT, offsetof(struct current_record, offset), false},
    {"row", PAWL_TYPE_INT, offsetof(struct current_record, row), false},
    {"head", PAWL_TYPE_BOOL, offsetof(struct current_record, head), false},
    {"current_date", PAWL_TYPE_TIMESTAMP, offsetof(struct current_record, current_date), false},
    {"outcome", PAWL_TYPE_TEXT, offsetof(struct current_record, outcome), false},
    {"raise", PAWL_TYPE_BIGINT, offsetof(struct current_record, raise), false},
};

static const struct pawl_param params_of_current_create[] = {
    {"select", PAWL_TYPE_TEXT, false, 0, offsetof(struct current_create_args, select)},
    {"values", PAWL_TYPE_BIGINT, false, 1, offsetof(struct current_create_args, values)},
    {"position", PAWL_TYPE_INT, false, 2, offsetof(struct current_create_args, position)},
    {"found", PAWL_TYPE_BOOL, false, 3, offsetof(struct current_create_args, found)},
    {"order", PAWL_TYPE_TIMESTAMP, false, 4, offsetof(struct current_create_args, order)},
};

static const struct pawl_param params_of_current_user[] = {
    {"time", PAWL_TYPE_TEXT, true, 5, offsetof(struct current_user_args, time)},
    {"offset", PAWL_TYPE_BIGINT, true, 6, offsetof(struct current_user_args, offset)},
    {"row", PAWL_TYPE_INT, true, 7, offsetof(struct current_user_args, row)},
    {"head", PAWL_TYPE_BOOL, true, 8, offsetof(struct current_user_args, head)},
    {"current_date", PAWL_TYPE_TIMESTAMP, true, 9, offsetof(struct current_user_args, current_date)},
};

static const struct pawl_param params_of_current_date[] = {
    {"outcome", PAWL_TYPE_TEXT, false, 10, offsetof(struct current_date_args, outcome)},
    {"raise", PAWL_TYPE_BIGINT, true, 11, offsetof(struct current_date_args, raise)},
    {"order", PAWL_TYPE_TIMESTAMP, false, 4, offsetof(struct current_date_args, order)},
};

static const struct pawl_event events_of_current[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 5, params_of_current_create},
    {"user", "user", "user", false, false, false, 5, params_of_current_user},
    {"date", "date", "date", false, false, false, 3, params_of_current_date},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_current[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 1, 0, /* user */
    0, 2, 0, /* date */
};

static const char *const postgres_fire_of_current[] = {
    NULL,
    "select \"table\".current_create($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text, $8::text) where \"table\".current_model_2_780841955f4f508e()", /* create */
    "select \"table\".\"current_user\"($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text, $8::text, $9::integer) where \"table\".current_model_2_780841955f4f508e()", /* user */
    "select \"table\".\"current_date\"($1::bigint, $2::text, $3::bigint, (timestamptz 'epoch' + ($4::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($4::bigint % 1000000000000)::float8 * interval '1 microsecond'), $5::text, $6::text, $7::integer) where \"table\".current_model_2_780841955f4f508e()", /* date */
};

static const char *const postgres_fire_many_of_current[] = {
    NULL,
    "select * from \"table\".current_create_many($1::bigint[], $2::text[], $3::bigint[], $4::integer[], $5::boolean[], $6::timestamptz[], $7::text, $8::text[], coalesce(null::text[]/*, $9::text[]*/), coalesce(/*$10::boolean, */false))\n"
    "  where \"table\".current_model_2_780841955f4f508e()", /* create */
    "select * from \"table\".current_user_many($1::bigint[], $2::text[], $3::bigint[], $4::integer[], $5::boolean[], $6::timestamptz[], $7::text, $8::text[], $9::integer[], coalesce(null::text[]/*, $10::text[]*/), coalesce(/*$11::boolean, */false))\n"
    "  where \"table\".current_model_2_780841955f4f508e()", /* user */
    "select * from \"table\".current_date_many($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text, $6::text[], $7::integer[], coalesce(null::text[]/*, $8::text[]*/), coalesce(/*$9::boolean, */false))\n"
    "  where \"table\".current_model_2_780841955f4f508e()", /* date */
};

static const struct pawl_statements postgres_of_current = {
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
    "      '\"table\".\"order\"', current_user) into lacking\n"
    "    from (values ('references', '\"user\"')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('\"table\".\"order\"', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', '\"table\".\"order\"', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if not has_schema_privilege('table', 'create with grant option')\n"
    "     and not has_schema_privilege('pawl_owner', 'table', 'create') then\n"
    "    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', '\"table\"', current_user), lacking);\n"
    "  end if;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'current'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant usage, create on schema \"table\" to pawl_owner;\ngrant usage on schema \"table\" to pawl_app, pawl_operator;\n"
    "grant references (\"user\") on \"table\".\"order\" to pawl_owner;\n"
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
    "\n-- current -----------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('current'::text, '\"table\".\"order\"'::text);\n"
    "call public.pawl_begin_machine('current'::text, '780841955f4f508e'::text, 'table'::text,\n"
    "  '{current_current,current_transitions,current_moves,current_state,current_current_state_since,current_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('table'::text, '{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('current'::text, '780841955f4f508e'::text, 2::integer, 'table'::text);\n"
    "call public.pawl_refuse_key_type('current'::text, '\"table\".\"order\"'::text, '\"user\"'::text, 'bigint'::text);\n"
    "create table if not exists \"table\".current_current (\n  current_id bigint primary key\n"
    "    constraint current_current_parent references \"table\".\"order\" (\"user\"),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists \"table\".current_transitions (\n  current_id bigint not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  \"select\" text collate \"C\",\n  \"values\" bigint,\n  \"position\" integer,\n"
    "  found boolean,\n  \"order\" timestamptz,\n  \"time\" text collate \"C\",\n  \"offset\" bigint,\n  \"row\" integer,\n"
    "  head boolean,\n  \"current_date\" timestamptz,\n  outcome text collate \"C\",\n  raise bigint,\n"
    "  primary key (current_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('\"table\".current_current_state_since') is null then\n"
    "    create index current_current_state_since on \"table\".current_current (state, since);\n  end if;\n"
    "  if to_regclass('\"table\".current_transitions_request') is null then\n"
    "    create unique index current_transitions_request on \"table\".current_transitions (current_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view \"table\".current_moves as select * from (values\n  ('create', '', 'group'),\n"
    "  ('user', 'group', 'group'),\n  ('date', 'group', 'null')\n) move (event, from_state, to_state);\n\n"
    "create or replace view \"table\".current_state as\n"
    "  select current_id, state, sort_key, since from \"table\".current_current;\n\n"
    "call public.pawl_refuse_writes_to(array['\"table\".current_current', '\"table\".current_transitions']::regclass[]);\n"
    "grant select on \"table\".current_current, \"table\".current_transitions, \"table\".current_moves, \"table\".current_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('current'::text, '\"table\".current_current'::text);\n"
    "call public.pawl_add_is_free('current'::text, 'table'::text);\n\n"
    "comment on table \"table\".current_current is 'current\nOne row for each: where it is.';\n"
    "call public.pawl_describe('table'::text, 'current'::text, 'current_transitions'::text);\n\n"
    "create or replace function \"table\".current_create(id bigint, \"select\" text, \"values\" bigint, \"position\" integer, found boolean, \"order\" timestamptz, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null\n     or $2 is null\n     or $3 is null\n     or $4 is null\n"
    "     or $5 is null\n     or $6 is null\n"
    "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or octet_length($7) > 255 or $8 = '' or octet_length($8) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, \"select\", \"values\", \"position\", found, \"order\"; a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only \"table\".current_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join \"table\".current_current head on head.current_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $8 is not null then\n"
    "        select * into earlier from \"table\".current_transitions made where made.current_id = $1 and made.request_id = $8;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.\"select\" is not distinct from $2\n"
    "              and earlier.\"values\" is not distinct from $3\n"
    "              and earlier.\"position\" is not distinct from $4\n"
    "              and earlier.found is not distinct from $5\n"
    "              and earlier.\"order\" is not distinct from $6 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: current was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'group', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into \"table\".current_current (current_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'current_current_pkey' then\n"
    "          raise;\n        end if;\n      when foreign_key_violation then\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'current_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into \"table\".\"order\" first, with that key as \"user\"')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into \"table\".current_transitions\n"
    "    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", \"position\", found, \"order\")\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function \"table\".current_create(bigint, text, bigint, integer, boolean, timestamptz, text, text) is 'create';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$\"table\".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[])$pawl$)) then\n"
    "    drop function \"table\".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function \"table\".current_create_many(id bigint[], \"select\" text[], \"values\" bigint[], \"position\" integer[], found boolean[], \"order\" timestamptz[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $10 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, \"select\", \"values\", \"position\", found, \"order\"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or given.v1 is null\n                or given.v2 is null\n                or given.v3 is null\n"
    "                or given.v4 is null\n                or given.v5 is null\n"
    "                or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "                or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $3, $4, $5, $6, $8, $9) with ordinality given (id, v1, v2, v3, v4, v5, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from \"table\".current_current head where head.current_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and earlier.\"select\" is not distinct from given.v1\n"
    "                and earlier.\"values\" is not distinct from given.v2\n"
    "                and earlier.\"position\" is not distinct from given.v3\n"
    "                and earlier.found is not distinct from given.v4\n"
    "                and earlier.\"order\" is not distinct from given.v5 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from \"table\".current_transitions earlier where earlier.current_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into \"table\".current_current (current_id, state, sort_key, since)\n"
    "        select judged.id, 'group', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id\n      ), history as (\n"
    "        insert into \"table\".current_transitions\n"
    "          (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", \"position\", found, \"order\")\n"
    "        select given.id, 10, 'create', '', 'group', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'group', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, \"select\", \"values\", \"position\", found, \"order\"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; \"table\".current_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, \"table\".current_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, coalesce(given.own_actor, $7), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $5, $6, $8, $9) with ordinality given (id, v1, v2, v3, v4, v5, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function \"table\".\"current_user\"(id bigint, \"time\" text default null, \"offset\" bigint default null, \"row\" integer default null, head boolean default null, \"current_date\" timestamptz default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $7 is not null or $8 is not null\n     or $6 is not null\n  then\n"
    "    if $1 is null\n"
    "       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "       or octet_length($7) > 255 or $8 = '' or octet_length($8) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $8 is null and $9 is null then\n    update \"table\".current_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('group', 'group')) move (from_state, to_state)\n"
    "      where head.current_id = $1 and case when head.state = move.from_state then \"table\".current_is_free(null::boolean) and \"table\".current_model_2_780841955f4f508e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $8 is null then\n    update \"table\".current_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('group', 'group')) move (from_state, to_state)\n"
    "      where head.current_id = $1 and case when head.state = move.from_state then \"table\".current_is_free(null::boolean) and \"table\".current_model_2_780841955f4f508e() end and head.sort_key = $9\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from \"table\".current_current head where head.current_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $8 is not null then\n"
    "      select * into earlier from \"table\".current_transitions made where made.current_id = $1 and made.request_id = $8;\n"
    "      if found then\n        return row(case when earlier.event = 'user'\n"
    "            and earlier.\"time\" is not distinct from $2\n"
    "            and earlier.\"offset\" is not distinct from $3\n            and earlier.\"row\" is not distinct from $4\n"
    "            and earlier.head is not distinct from $5\n"
    "            and earlier.\"current_date\" is not distinct from $6 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $9 is not null then\n      if outcome.sort_key <> $9 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'group' then 'group'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'user' || ' is not allowed in ' || outcome.from_state || '; \"table\".current_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update \"table\".current_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into \"table\".current_transitions\n"
    "    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"time\", \"offset\", \"row\", head, \"current_date\")\n"
    "  values ($1, outcome.sort_key, 'user', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function \"table\".\"current_user\"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) is 'user';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$\"table\".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[])$pawl$)) then\n"
    "    drop function \"table\".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function \"table\".current_user_many(id bigint[], \"time\" text[] default null, \"offset\" bigint[] default null, \"row\" integer[] default null, head boolean[] default null, \"current_date\" timestamptz[] default null, actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $11 then\n"
    "    with judged as (\n"
    "      update \"table\".current_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($5) as v4, unnest($6) as v5, unnest($8) as request_id,\n"
    "              unnest($9) as expected, unnest($10) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'group' then 'group'\n              end as next_state\n"
    "                from \"table\".current_current head where head.current_id = given.id for no key update skip locked) head\n"
    "            where (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9), cardinality($10)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "            or octet_length($7) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from \"table\".current_transitions earlier\n"
    "            where earlier.current_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"time\", \"offset\", \"row\", head, \"current_date\")\n"
    "      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from \"table\".current_user_many(array(select others.id from others order by others.turn),\n"
    "                array(select others.v1 from others order by others.turn),\n"
    "                array(select others.v2 from others order by others.turn),\n"
    "                array(select others.v3 from others order by others.turn),\n"
    "                array(select others.v4 from others order by others.turn),\n"
    "                array(select others.v5 from others order by others.turn), $7,\n"
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
    "  if repeats and $11 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9), cardinality($10)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $11 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from \"table\".current_current head where head.current_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $11 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from \"table\".current_current head where head.current_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'group' then 'group'\n          end as next_state\n"
    "              from \"table\".current_current head where head.current_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'user'\n"
    "              and earlier.\"time\" is not distinct from given.v1\n"
    "              and earlier.\"offset\" is not distinct from given.v2\n"
    "              and earlier.\"row\" is not distinct from given.v3\n"
    "              and earlier.head is not distinct from given.v4\n"
    "              and earlier.\"current_date\" is not distinct from given.v5 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from \"table\".current_transitions earlier where earlier.current_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'group' then 'group'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update \"table\".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"time\", \"offset\", \"row\", head, \"current_date\")\n"
    "      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'user' || ' is not allowed in ' || given.state || '; \"table\".current_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'group' then 'group'\n          end as next_state\n"
    "              from \"table\".current_current head where head.current_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'user'\n"
    "              and earlier.\"time\" is not distinct from given.v1\n"
    "              and earlier.\"offset\" is not distinct from given.v2\n"
    "              and earlier.\"row\" is not distinct from given.v3\n"
    "              and earlier.head is not distinct from given.v4\n"
    "              and earlier.\"current_date\" is not distinct from given.v5 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from \"table\".current_transitions earlier where earlier.current_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update \"table\".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"time\", \"offset\", \"row\", head, \"current_date\")\n"
    "      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'user' || ' is not allowed in ' || given.state || '; \"table\".current_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from \"table\".current_current head where head.current_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else \"table\".\"current_user\"(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, coalesce(given.own_actor, $7), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function \"table\".\"current_date\"(id bigint, outcome text, raise bigint, \"order\" timestamptz, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $5 is not null or $6 is not null\n     or $2 is null\n"
    "     or $4 is null\n     or $4 is not null\n  then\n    if $1 is null\n       or $2 is null\n"
    "       or $4 is null\n"
    "       or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "       or octet_length($5) > 255 or $6 = '' or octet_length($6) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, outcome, \"order\"; a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $6 is null and $7 is null then\n"
    "    update \"table\".current_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('group', 'null')) move (from_state, to_state)\n"
    "      where head.current_id = $1 and case when head.state = move.from_state then \"table\".current_is_free(null::boolean) and \"table\".current_model_2_780841955f4f508e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $6 is null then\n    update \"table\".current_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('group', 'null')) move (from_state, to_state)\n"
    "      where head.current_id = $1 and case when head.state = move.from_state then \"table\".current_is_free(null::boolean) and \"table\".current_model_2_780841955f4f508e() end and head.sort_key = $7\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from \"table\".current_current head where head.current_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $6, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $6 is not null then\n"
    "      select * into earlier from \"table\".current_transitions made where made.current_id = $1 and made.request_id = $6;\n"
    "      if found then\n        return row(case when earlier.event = 'date'\n"
    "            and earlier.outcome is not distinct from $2\n            and earlier.raise is not distinct from $3\n"
    "            and earlier.\"order\" is not distinct from $4 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $6, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $7 is not null then\n      if outcome.sort_key <> $7 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'group' then 'null'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'date' || ' is not allowed in ' || outcome.from_state || '; \"table\".current_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update \"table\".current_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into \"table\".current_transitions\n"
    "    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, \"order\")\n"
    "  values ($1, outcome.sort_key, 'date', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($5, session_user), $6, $2, $3, $4);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function \"table\".\"current_date\"(bigint, text, bigint, timestamptz, text, text, integer) is 'date';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$\"table\".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[])$pawl$)) then\n"
    "    drop function \"table\".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function \"table\".current_date_many(id bigint[], outcome text[], raise bigint[], \"order\" timestamptz[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $9 then\n"
    "    with judged as (\n"
    "      update \"table\".current_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($6) as request_id,\n"
    "              unnest($7) as expected, unnest($8) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'group' then 'null'\n              end as next_state\n"
    "                from \"table\".current_current head where head.current_id = given.id for no key update skip locked) head\n"
    "            where (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7), cardinality($8)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n            or given.v1 is null\n"
    "            or given.v3 is null\n"
    "            or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "            or octet_length($5) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from \"table\".current_transitions earlier\n"
    "            where earlier.current_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, \"order\")\n"
    "      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from \"table\".current_date_many(array(select others.id from others order by others.turn),\n"
    "                array(select others.v1 from others order by others.turn),\n"
    "                array(select others.v2 from others order by others.turn),\n"
    "                array(select others.v3 from others order by others.turn), $5,\n"
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
    "  if repeats and $9 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7), cardinality($8)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, \"order\"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $9 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from \"table\".current_current head where head.current_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $9 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from \"table\".current_current head where head.current_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v1 is null\n              or given.v3 is null\n"
    "              or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or octet_length($5) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'group' then 'null'\n          end as next_state\n"
    "              from \"table\".current_current head where head.current_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'date'\n"
    "              and earlier.outcome is not distinct from given.v1\n"
    "              and earlier.raise is not distinct from given.v2\n"
    "              and earlier.\"order\" is not distinct from given.v3 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from \"table\".current_transitions earlier where earlier.current_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'group' then 'null'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update \"table\".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, \"order\")\n"
    "      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, \"order\"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'date' || ' is not allowed in ' || given.state || '; \"table\".current_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v1 is null\n              or given.v3 is null\n"
    "              or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or octet_length($5) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (\"table\".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and \"table\".current_model_2_780841955f4f508e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'group' then 'null'\n          end as next_state\n"
    "              from \"table\".current_current head where head.current_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'date'\n"
    "              and earlier.outcome is not distinct from given.v1\n"
    "              and earlier.raise is not distinct from given.v2\n"
    "              and earlier.\"order\" is not distinct from given.v3 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from \"table\".current_transitions earlier where earlier.current_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update \"table\".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into \"table\".current_transitions\n"
    "        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, \"order\")\n"
    "      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, \"order\"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'date' || ' is not allowed in ' || given.state || '; \"table\".current_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from \"table\".current_current head where head.current_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else \"table\".\"current_date\"(given.id, given.v1, given.v2, given.v3, coalesce(given.own_actor, $5), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function \"table\".current_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('current'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine current: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'create' then\n"
    "      outcome := case when cardinality(given) = 5 then \"table\".current_create(waiting.entity::bigint, given[1], given[2]::bigint, given[3]::integer, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond',\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'user' then\n"
    "      outcome := case when cardinality(given) = 5 then \"table\".\"current_user\"(waiting.entity::bigint, given[1], given[2]::bigint, given[3]::integer, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond',\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'date' then\n"
    "      outcome := case when cardinality(given) = 3 then \"table\".\"current_date\"(waiting.entity::bigint, given[1], given[2]::bigint, timestamptz 'epoch' + (given[3]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[3]::bigint % 1000000000000)::float8 * interval '1 microsecond',\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine current: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'current' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('table'::text,\n"
    "  '{current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('current', '780841955f4f508e', 2, clock_timestamp(), E'{\"name\":\"current\",\"label\":\"current\",\"fingerprint\":\"780841955f4f508e\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"table\",\"table\":\"order\",\"column\":\"user\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"group\",\"label\":\"group\",\"stored\":\"group\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"null\",\"label\":\"null\",\"stored\":\"null\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"select\",\"type\":\"text\",\"optional\":false,\"column\":\"select\"},{\"name\":\"values\",\"type\":\"bigint\",\"optional\":false,\"column\":\"values\"},{\"name\":\"position\",\"type\":\"int\",\"optional\":false,\"column\":\"position\"},{\"name\":\"found\",\"type\":\"bool\",\"optional\":false,\"column\":\"found\"},{\"name\":\"order\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"order\"}],\"serialize_by\":[]},{\"name\":\"user\",\"label\":\"user\",\"stored\":\"user\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"time\",\"type\":\"text\",\"optional\":true,\"column\":\"time\"},{\"name\":\"offset\",\"type\":\"bigint\",\"optional\":true,\"column\":\"offset\"},{\"name\":\"row\",\"type\":\"int\",\"optional\":true,\"column\":\"row\"},{\"name\":\"head\",\"type\":\"bool\",\"optional\":true,\"column\":\"head\"},{\"name\":\"current_date\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"current_date\"}],\"serialize_by\":[]},{\"name\":\"date\",\"label\":\"date\",\"stored\":\"date\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"outcome\",\"type\":\"text\",\"optional\":false,\"column\":\"outcome\"},{\"name\":\"raise\",\"type\":\"bigint\",\"optional\":true,\"column\":\"raise\"},{\"name\":\"order\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"order\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"select\",\"type\":\"text\"},{\"name\":\"values\",\"type\":\"bigint\"},{\"name\":\"position\",\"type\":\"int\"},{\"name\":\"found\",\"type\":\"bool\"},{\"name\":\"order\",\"type\":\"timestamp\"},{\"name\":\"time\",\"type\":\"text\"},{\"name\":\"offset\",\"type\":\"bigint\"},{\"name\":\"row\",\"type\":\"int\"},{\"name\":\"head\",\"type\":\"bool\"},{\"name\":\"current_date\",\"type\":\"timestamp\"},{\"name\":\"outcome\",\"type\":\"text\"},{\"name\":\"raise\",\"type\":\"bigint\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"group\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"user\",\"from\":\"group\",\"target\":\"to\",\"to\":\"group\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"date\",\"from\":\"group\",\"target\":\"to\",\"to\":\"null\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"group\",\"arrow\":0},{\"event\":\"user\",\"from\":\"group\",\"to\":\"group\",\"arrow\":1},{\"event\":\"date\",\"from\":\"group\",\"to\":\"null\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"\\\\\"table\\\\\".current_current\",\"transitions\":\"\\\\\"table\\\\\".current_transitions\",\"parent\":\"\\\\\"table\\\\\".\\\\\"order\\\\\"\",\"parent_column\":\"\\\\\"user\\\\\"\",\"objects\":\"select object, definition from public.pawl_catalog(''table''::text, ''{current_current,current_transitions,current_moves,current_state}''::text[], ''{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''\\\\\"table\\\\\".current_current'')::oid, to_regclass(''\\\\\"table\\\\\".current_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from \\\\\"table\\\\\".current_current where current_id = $1::bigint and \\\\\"table\\\\\".current_model_2_780841955f4f508e()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\\\\"select\\\\\", \\\\\"values\\\\\", \\\\\"position\\\\\", found, \\\\\"order\\\\\", \\\\\"time\\\\\", \\\\\"offset\\\\\", \\\\\"row\\\\\", head, \\\\\"current_date\\\\\", outcome, raise\\\\nfrom \\\\\"table\\\\\".current_transitions where current_id = $1::bigint and \\\\\"table\\\\\".current_model_2_780841955f4f508e() order by sort_key\",\"in_state\":\"select current_id, state, sort_key, since from \\\\\"table\\\\\".current_current\\\\nwhere state = $1::text and (since, current_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and \\\\\"table\\\\\".current_model_2_780841955f4f508e() order by since, current_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select current_id, state, sort_key, since from \\\\\"table\\\\\".current_current\\\\n    where state < $1::text and (state, since, current_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, current_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select current_id, state, sort_key, since from \\\\\"table\\\\\".current_current\\\\n    where (state, since, current_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, current_id limit $8::bigint\\\\n  ) after\\\\n) others where \\\\\"table\\\\\".current_model_2_780841955f4f508e() order by state, since, current_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from \\\\\"table\\\\\".current_current where \\\\\"table\\\\\".current_model_2_780841955f4f508e() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\\\\"select\\\\\", \\\\\"values\\\\\", \\\\\"position\\\\\", found, \\\\\"order\\\\\", \\\\\"time\\\\\", \\\\\"offset\\\\\", \\\\\"row\\\\\", head, \\\\\"current_date\\\\\", outcome, raise\\\\nfrom \\\\\"table\\\\\".current_transitions where current_id = $1::bigint and \\\\\"table\\\\\".current_model_2_780841955f4f508e()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select \\\\\"table\\\\\".current_fire_deferred($1::bigint, $2::text) where \\\\\"table\\\\\".current_model_2_780841955f4f508e()\"},\"fire\":{\"create\":\"select \\\\\"table\\\\\".current_create($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text, $8::text) where \\\\\"table\\\\\".current_model_2_780841955f4f508e()\",\"user\":\"select \\\\\"table\\\\\".\\\\\"current_user\\\\\"($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text, $8::text, $9::integer) where \\\\\"table\\\\\".current_model_2_780841955f4f508e()\",\"date\":\"select \\\\\"table\\\\\".\\\\\"current_date\\\\\"($1::bigint, $2::text, $3::bigint, (timestamptz ''epoch'' + ($4::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($4::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $5::text, $6::text, $7::integer) where \\\\\"table\\\\\".current_model_2_780841955f4f508e()\"}},\"diagram\":\"digraph \\\\\"current\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_current\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>current</b><!--current-->>;\\\\n    \\\\\"current.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"current.group\\\\\" [label=<group<!--current.group-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"current.null\\\\\" [label=<null<!--current.null-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    {rank=same; \\\\\"current.\\\\\"; \\\\\"current.group\\\\\"}\\\\n    \\\\\"current.\\\\\" -> \\\\\"current.group\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"current.group\\\\\" -> \\\\\"current.group\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>user<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"user\\\\\", labeltooltip=\\\\\"user\\\\\"];\\\\n    \\\\\"current.group\\\\\" -> \\\\\"current.null\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>date<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"date\\\\\", labeltooltip=\\\\\"date\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to null </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('current'::text, 'table'::text, '{current_current,current_transitions,current_moves,current_state}'::text[], '{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('\"table\".current_current')::oid, to_regclass('\"table\".current_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from \"table\".current_current where current_id = $1::bigint and \"table\".current_model_2_780841955f4f508e()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", \"position\", found, \"order\", \"time\", \"offset\", \"row\", head, \"current_date\", outcome, raise\n"
    "from \"table\".current_transitions where current_id = $1::bigint and \"table\".current_model_2_780841955f4f508e() order by sort_key", /* history */
    "select current_id, state, sort_key, since from \"table\".current_current\n"
    "where state = $1::text and (since, current_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and \"table\".current_model_2_780841955f4f508e() order by since, current_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select current_id, state, sort_key, since from \"table\".current_current\n"
    "    where state < $1::text and (state, since, current_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, current_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select current_id, state, sort_key, since from \"table\".current_current\n"
    "    where (state, since, current_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, current_id limit $8::bigint\n  ) after\n"
    ") others where \"table\".current_model_2_780841955f4f508e() order by state, since, current_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from \"table\".current_current where \"table\".current_model_2_780841955f4f508e() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", \"position\", found, \"order\", \"time\", \"offset\", \"row\", head, \"current_date\", outcome, raise\n"
    "from \"table\".current_transitions where current_id = $1::bigint and \"table\".current_model_2_780841955f4f508e()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select \"table\".current_fire_deferred($1::bigint, $2::text) where \"table\".current_model_2_780841955f4f508e()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_current, postgres_fire_many_of_current,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_current = {
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
    "-- current -----------------------------------------------------------------------------------------\n"
    "-- current\n\n-- where each current is\ncreate table if not exists main.current_current (\n"
    "  current_id integer not null primary key references \"order\" (user),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.current_current_state_since on current_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.current_transitions (\n"
    "  current_id integer not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  \"select\" text,\n"
    "  \"values\" integer,\n  position integer,\n  found integer,\n  \"order\" integer,\n  time text,\n  offset integer,\n"
    "  row integer,\n  head integer,\n  \"current_date\" integer,\n  outcome text,\n  \"raise\" integer,\n"
    "  primary key (current_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.current_transitions_request\n"
    "  on current_transitions (current_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.current_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'group'),\n  ('user', 'group', 'group'),\n  ('date', 'group', 'null');\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.current_state as\n"
    "  select current_id, state, sort_key, since from current_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.current_model_780841955f4f508e;\n"
    "create view if not exists main.current_model_2_780841955f4f508e as select 1;\n\n"
    "create trigger if not exists main.current_current_insert before insert on current_current\n"
    "when only_libpawl_may_write('current_current', new.current_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'current_current is written by libpawl only: fire an event of current instead');\n"
    "end;\ncreate trigger if not exists main.current_current_update before update on current_current\n"
    "when new.current_id is not old.current_id\n"
    "  or only_libpawl_may_write('current_current', new.current_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'current_current is written by libpawl only: fire an event of current instead');\n"
    "end;\ncreate trigger if not exists main.current_current_delete before delete on current_current\n"
    "when only_libpawl_may_write('current_current', old.current_id) is not 1\nbegin\n"
    "  select raise(abort, 'current_current keeps its rows: a current that has been created stays');\nend;\n"
    "create trigger if not exists main.current_transitions_insert before insert on current_transitions\n"
    "when only_libpawl_may_write('current_transitions(\"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\")',\n"
    "  new.current_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.\"select\",\n  new.\"values\",\n  new.position,\n  new.found,\n  new.\"order\",\n  new.time,\n"
    "  new.offset,\n  new.row,\n  new.head,\n  new.\"current_date\",\n  new.outcome,\n  new.\"raise\") is not 1\nbegin\n"
    "  select raise(abort, 'current_transitions is written by libpawl only: fire an event of current instead');\n"
    "end;\ncreate trigger if not exists main.current_transitions_update before update on current_transitions\nbegin\n"
    "  select raise(abort, 'current_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.current_transitions_delete before delete on current_transitions\n"
    "when only_libpawl_may_write('current_transitions', old.current_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'current_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "create temp trigger if not exists current_exact_key instead of insert on main.current_model_2_780841955f4f508e\n"
    "begin\n"
    "  select raise(rollback, 'machine current: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine current: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.current_model_2_780841955f4f508e\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('order', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('order', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'user' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('order', 'main') k where k.pk)\n"
    "     is not 'user' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('order', 'main') c\n"
    "          where c.name = 'user' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'order' collate nocase and made.sql like '%strict%')))\n;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'current', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('current_current', 'current_transitions', 'current_moves', 'current_state',\n"
    "      'current_model_2_780841955f4f508e')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'current'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> '780841955f4f508e' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'current' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'current', '780841955f4f508e', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'current' and fingerprint = '780841955f4f508e'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"current\",\"label\":\"current\",\"fingerprint\":\"780841955f4f508e\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"table\",\"table\":\"order\",\"column\":\"user\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"group\",\"label\":\"group\",\"stored\":\"group\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"null\",\"label\":\"null\",\"stored\":\"null\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"select\",\"type\":\"text\",\"optional\":false,\"column\":\"select\"},{\"name\":\"values\",\"type\":\"bigint\",\"optional\":false,\"column\":\"values\"},{\"name\":\"position\",\"type\":\"int\",\"optional\":false,\"column\":\"position\"},{\"name\":\"found\",\"type\":\"bool\",\"optional\":false,\"column\":\"found\"},{\"name\":\"order\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"order\"}],\"serialize_by\":[]},{\"name\":\"user\",\"label\":\"user\",\"stored\":\"user\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"time\",\"type\":\"text\",\"optional\":true,\"column\":\"time\"},{\"name\":\"offset\",\"type\":\"bigint\",\"optional\":true,\"column\":\"offset\"},{\"name\":\"row\",\"type\":\"int\",\"optional\":true,\"column\":\"row\"},{\"name\":\"head\",\"type\":\"bool\",\"optional\":true,\"column\":\"head\"},{\"name\":\"current_date\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"current_date\"}],\"serialize_by\":[]},{\"name\":\"date\",\"label\":\"date\",\"stored\":\"date\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"outcome\",\"type\":\"text\",\"optional\":false,\"column\":\"outcome\"},{\"name\":\"raise\",\"type\":\"bigint\",\"optional\":true,\"column\":\"raise\"},{\"name\":\"order\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"order\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"select\",\"type\":\"text\"},{\"name\":\"values\",\"type\":\"bigint\"},{\"name\":\"position\",\"type\":\"int\"},{\"name\":\"found\",\"type\":\"bool\"},{\"name\":\"order\",\"type\":\"timestamp\"},{\"name\":\"time\",\"type\":\"text\"},{\"name\":\"offset\",\"type\":\"bigint\"},{\"name\":\"row\",\"type\":\"int\"},{\"name\":\"head\",\"type\":\"bool\"},{\"name\":\"current_date\",\"type\":\"timestamp\"},{\"name\":\"outcome\",\"type\":\"text\"},{\"name\":\"raise\",\"type\":\"bigint\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"group\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"user\",\"from\":\"group\",\"target\":\"to\",\"to\":\"group\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"date\",\"from\":\"group\",\"target\":\"to\",\"to\":\"null\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"group\",\"arrow\":0},{\"event\":\"user\",\"from\":\"group\",\"to\":\"group\",\"arrow\":1},{\"event\":\"date\",\"from\":\"group\",\"to\":\"null\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.current_current\",\"transitions\":\"main.current_transitions\",\"parent\":\"main.\\\"order\\\"\",\"parent_column\":\"user\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''current_current'', ''current_transitions'', ''current_moves'', ''current_state'',\\n    ''current_model_2_780841955f4f508e'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.current_current where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\\"select\\\", \\\"values\\\", position, found, \\\"order\\\", time, offset, row, head, \\\"current_date\\\", outcome, \\\"raise\\\"\\nfrom main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e) order by sort_key\",\"in_state\":\"select current_id, state, sort_key, since from main.current_current\\nwhere state = ?1 and (since, current_id) > (?2, ?3)\\n  and exists (select 1 from main.current_model_2_780841955f4f508e) order by since, current_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select current_id, state, sort_key, since from main.current_current\\n    where state < ?1 and (state, since, current_id) > (?2, ?3, ?4)\\n    order by state, since, current_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select current_id, state, sort_key, since from main.current_current\\n    where (state, since, current_id) > (?5, ?6, ?7)\\n    order by state, since, current_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.current_model_2_780841955f4f508e) order by state, since, current_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.current_current where exists (select 1 from main.current_model_2_780841955f4f508e) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\\"select\\\", \\\"values\\\", position, found, \\\"order\\\", time, offset, row, head, \\\"current_date\\\", outcome, \\\"raise\\\"\\nfrom main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.\\\"order\\\" where user = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, \\\"select\\\", \\\"values\\\", position, found, \\\"order\\\", time, offset, row, head, \\\"current_date\\\", outcome, \\\"raise\\\"\\nfrom main.current_transitions where current_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.current_current (current_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.current_current set state = ?2, sort_key = ?3, since = ?4\\nwhere current_id = ?1\",\"insert_transition\":\"insert into main.current_transitions\\n  (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \\\"select\\\", \\\"values\\\", position, found, \\\"order\\\", time, offset, row, head, \\\"current_date\\\", outcome, \\\"raise\\\")\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)\"},\"fire\":{}},\"diagram\":\"digraph \\\"current\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_current\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>current</b><!--current-->>;\\n    \\\"current.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"current.group\\\" [label=<group<!--current.group-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"current.null\\\" [label=<null<!--current.null-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    {rank=same; \\\"current.\\\"; \\\"current.group\\\"}\\n    \\\"current.\\\" -> \\\"current.group\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"current.group\\\" -> \\\"current.group\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>user<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"user\\\", labeltooltip=\\\"user\\\"];\\n    \\\"current.group\\\" -> \\\"current.null\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>date<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"date\\\", labeltooltip=\\\"date\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to null </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'current' and fingerprint = '780841955f4f508e' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.current_current where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\n"
    "from main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e) order by sort_key", /* history */
    "select current_id, state, sort_key, since from main.current_current\n"
    "where state = ?1 and (since, current_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.current_model_2_780841955f4f508e) order by since, current_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select current_id, state, sort_key, since from main.current_current\n"
    "    where state < ?1 and (state, since, current_id) > (?2, ?3, ?4)\n"
    "    order by state, since, current_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select current_id, state, sort_key, since from main.current_current\n"
    "    where (state, since, current_id) > (?5, ?6, ?7)\n    order by state, since, current_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.current_model_2_780841955f4f508e) order by state, since, current_id limit ?8", /* not_in_state */
    "select state, count(*) from main.current_current where exists (select 1 from main.current_model_2_780841955f4f508e) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\n"
    "from main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred */
    "select 1 from main.\"order\" where user = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\n"
    "from main.current_transitions where current_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.current_current (current_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.current_current set state = ?2, sort_key = ?3, since = ?4\nwhere current_id = ?1", /* update_current */
    "insert into main.current_transitions\n"
    "  (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\")\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_current[] = {&postgres_of_current, &sqlite_of_current};

const struct pawl_machine current_machine = {
    PAWL_ABI,
    "current",
    "current",
    "780841955f4f508e",
    "current_current", "current_transitions",
    PAWL_TYPE_BIGINT,
    2, 3, 12,
    states_of_current, events_of_current, columns_of_current,
    next_of_current,
    PAWL_LAYOUT(struct current_current, struct current_record),
    2, sql_of_current,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    NULL,
    NULL, NULL, NULL,
    false,
};

const char *current_state_name(enum current_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_current[number].name : "unknown";
}

const char *current_event_name(enum current_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_current[number].name : "unknown";
}

const char *current_state_label(enum current_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_current[number].label : "unknown";
}

const char *current_event_label(enum current_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_current[number].label : "unknown";
}

enum current_state current_state_parse(const char *text) {
    return (enum current_state)pawl_state_parse(&current_machine, text);
}

enum current_event current_event_parse(const char *text) {
    return (enum current_event)pawl_event_parse(&current_machine, text);
}

enum current_state current_next(enum current_state state, enum current_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_current[fired * 3u + from] : 0u;
    return (enum current_state)to;
}

bool current_can(enum current_state state, enum current_event event) {
    return (int)current_next(state, event) != 0;
}

enum pawl_status current_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &current_machine, err);
}

static enum pawl_status fire_of_current(struct pawl_db *db, int64_t id, enum current_event event, const void *args,
    const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &current_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum current_event)transition.event;
        out->from = (enum current_state)transition.from;
        out->to = (enum current_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status current_create(struct pawl_db *db, int64_t id, const struct current_create_args *args,
                                const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err) {
    return fire_of_current(db, id, CURRENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status current_user(struct pawl_db *db, int64_t id, const struct current_user_args *args,
                              const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err) {
    return fire_of_current(db, id, CURRENT_EVENT_USER, args, opts, out, err);
}

enum pawl_status current_date(struct pawl_db *db, int64_t id, const struct current_date_args *args,
                              const struct pawl_opts *opts, struct current_transition *out, struct pawl_error *err) {
    return fire_of_current(db, id, CURRENT_EVENT_DATE, args, opts, out, err);
}

enum pawl_status current_create_many(struct pawl_db *db, const struct current_create_item *items, size_t count,
                                     const struct pawl_opts *opts, struct current_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct current_create_item),
        offsetof(struct current_create_item, id), offsetof(struct current_create_item, args),
        offsetof(struct current_create_item, request_id), 0};
    return pawl_fire_many(db, &current_machine, CURRENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request current_create_move(int64_t id, const struct current_create_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&current_machine, {NULL, id}, CURRENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status current_user_many(struct pawl_db *db, const struct current_user_item *items, size_t count,
                                   const struct pawl_opts *opts, struct current_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct current_user_item),
        offsetof(struct current_user_item, id), offsetof(struct current_user_item, args),
        offsetof(struct current_user_item, request_id), offsetof(struct current_user_item, expect_sort_key)};
    return pawl_fire_many(db, &current_machine, CURRENT_EVENT_USER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request current_user_move(int64_t id, const struct current_user_args *args, const struct pawl_opts *opts) {
    struct pawl_request request = {&current_machine, {NULL, id}, CURRENT_EVENT_USER, args, opts};
    return request;
}

enum pawl_status current_date_many(struct pawl_db *db, const struct current_date_item *items, size_t count,
                                   const struct pawl_opts *opts, struct current_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct current_date_item),
        offsetof(struct current_date_item, id), offsetof(struct current_date_item, args),
        offsetof(struct current_date_item, request_id), offsetof(struct current_date_item, expect_sort_key)};
    return pawl_fire_many(db, &current_machine, CURRENT_EVENT_DATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request current_date_move(int64_t id, const struct current_date_args *args, const struct pawl_opts *opts) {
    struct pawl_request request = {&current_machine, {NULL, id}, CURRENT_EVENT_DATE, args, opts};
    return request;
}

enum pawl_status current_get(struct pawl_db *db, int64_t id, struct current_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &current_machine, key, out, err);
}

enum pawl_status current_history(struct pawl_db *db, int64_t id, struct current_history *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &current_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct current_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status current_in_state(struct pawl_db *db, enum current_state state, const struct current_current *after,
                                  size_t limit, struct current_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &current_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct current_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status current_not_in_state(struct pawl_db *db, enum current_state state,
                                      const struct current_current *after, size_t limit, struct current_page *out,
                                      struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &current_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct current_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status current_last_to(struct pawl_db *db, int64_t id, enum current_state state,
                                 struct current_record *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &current_machine, key, (int)state, out, err);
}

enum pawl_status current_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &current_machine, key, allowed, err);
}

enum pawl_status current_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &current_machine, counts, err);
}
