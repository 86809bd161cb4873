/* Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again. */
#include "types.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- document: document ------------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_document[] = {
    {"", "", "", false},
    {"drafted", "drafted", "drafted", false},
};

static const struct pawl_column columns_of_document[] = {
    {"title", PAWL_TYPE_TEXT, offsetof(struct document_record, title), true},
    {"pages", PAWL_TYPE_INT, offsetof(struct document_record, pages), false},
    {"size", PAWL_TYPE_BIGINT, offsetof(struct document_record, size), false},
    {"signed_by_all", PAWL_TYPE_BOOL, offsetof(struct document_record, signed_by_all), false},
    {"due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, due), false},
    {"amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, amount), false},
    {"number", PAWL_TYPE_UUID, offsetof(struct document_record, number), false},
    {"content", PAWL_TYPE_JSON, offsetof(struct document_record, content), false},
    {"image", PAWL_TYPE_BYTES, offsetof(struct document_record, image), false},
    {"new_title", PAWL_TYPE_TEXT, offsetof(struct document_record, new_title), false},
    {"new_pages", PAWL_TYPE_INT, offsetof(struct document_record, new_pages), false},
    {"new_size", PAWL_TYPE_BIGINT, offsetof(struct document_record, new_size), false},
    {"new_signed", PAWL_TYPE_BOOL, offsetof(struct document_record, new_signed), false},
    {"new_due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, new_due), false},
    {"new_amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, new_amount), false},
    {"new_number", PAWL_TYPE_UUID, offsetof(struct document_record, new_number), false},
    {"new_content", PAWL_TYPE_JSON, offsetof(struct document_record, new_content), true},
    {"new_image", PAWL_TYPE_BYTES, offsetof(struct document_record, new_image), false},
};

static const struct pawl_param params_of_document_create[] = {
    {"title", PAWL_TYPE_TEXT, false, 0, offsetof(struct document_create_args, title)},
    {"pages", PAWL_TYPE_INT, false, 1, offsetof(struct document_create_args, pages)},
    {"size", PAWL_TYPE_BIGINT, false, 2, offsetof(struct document_create_args, size)},
    {"signed_by_all", PAWL_TYPE_BOOL, false, 3, offsetof(struct document_create_args, signed_by_all)},
    {"due", PAWL_TYPE_TIMESTAMP, false, 4, offsetof(struct document_create_args, due)},
    {"amount", PAWL_TYPE_NUMERIC, false, 5, offsetof(struct document_create_args, amount)},
    {"number", PAWL_TYPE_UUID, false, 6, offsetof(struct document_create_args, number)},
    {"content", PAWL_TYPE_JSON, false, 7, offsetof(struct document_create_args, content)},
    {"image", PAWL_TYPE_BYTES, false, 8, offsetof(struct document_create_args, image)},
};

static const struct pawl_param params_of_document_amend[] = {
    {"new_title", PAWL_TYPE_TEXT, true, 9, offsetof(struct document_amend_args, new_title)},
    {"new_pages", PAWL_TYPE_INT, true, 10, offsetof(struct document_amend_args, new_pages)},
    {"new_size", PAWL_TYPE_BIGINT, true, 11, offsetof(struct document_amend_args, new_size)},
    {"new_signed", PAWL_TYPE_BOOL, true, 12, offsetof(struct document_amend_args, new_signed)},
    {"new_due", PAWL_TYPE_TIMESTAMP, true, 13, offsetof(struct document_amend_args, new_due)},
    {"new_amount", PAWL_TYPE_NUMERIC, true, 14, offsetof(struct document_amend_args, new_amount)},
    {"new_number", PAWL_TYPE_UUID, true, 15, offsetof(struct document_amend_args, new_number)},
    {"new_content", PAWL_TYPE_JSON, true, 16, offsetof(struct document_amend_args, new_content)},
    {"new_image", PAWL_TYPE_BYTES, true, 17, offsetof(struct document_amend_args, new_image)},
};

static const struct pawl_event events_of_document[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 9, params_of_document_create},
    {"amend", "amend", "amend", false, false, false, 9, params_of_document_amend},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_document[] = {
    0, 0, /* none */
    1, 0, /* create */
    0, 1, /* amend */
};

static const char *const postgres_fire_of_document[] = {
    NULL,
    "select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text) where public.document_model_2_d00f1044741c690a()", /* create */
    "select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer) where public.document_model_2_d00f1044741c690a()", /* amend */
};

static const char *const postgres_fire_many_of_document[] = {
    NULL,
    "select * from public.document_create_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[], coalesce(null::text[]/*, $13::text[]*/), coalesce(/*$14::boolean, */false))\n"
    "  where public.document_model_2_d00f1044741c690a()", /* create */
    "select * from public.document_amend_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[], $13::integer[], coalesce(null::text[]/*, $14::text[]*/), coalesce(/*$15::boolean, */false))\n"
    "  where public.document_model_2_d00f1044741c690a()", /* amend */
};

static const struct pawl_statements postgres_of_document = {
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
    "\n-- document ----------------------------------------------------------------------------------------\n\n"
    "call public.pawl_begin_machine('document'::text, 'd00f1044741c690a'::text, 'public'::text,\n"
    "  '{document_current,document_transitions,document_moves,document_state,document_current_state_since,document_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('document'::text, 'd00f1044741c690a'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.document_current (\n  document_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.document_transitions (\n  document_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  title text collate \"C\",\n  pages integer,\n  size bigint,\n"
    "  signed_by_all boolean,\n  due timestamptz,\n  amount numeric,\n  number uuid,\n  content json,\n"
    "  image bytea,\n  new_title text collate \"C\",\n  new_pages integer,\n  new_size bigint,\n  new_signed boolean,\n"
    "  new_due timestamptz,\n  new_amount numeric,\n  new_number uuid,\n  new_content json,\n  new_image bytea,\n"
    "  primary key (document_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.document_current_state_since') is null then\n"
    "    create index document_current_state_since on public.document_current (state, since);\n  end if;\n"
    "  if to_regclass('public.document_transitions_request') is null then\n"
    "    create unique index document_transitions_request on public.document_transitions (document_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.document_moves as select * from (values\n  ('create', '', 'drafted'),\n"
    "  ('amend', 'drafted', 'drafted')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.document_state as\n"
    "  select document_id, state, sort_key, since from public.document_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.document_current', 'public.document_transitions']::regclass[]);\n"
    "grant select on public.document_current, public.document_transitions, public.document_moves, public.document_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('document'::text, 'public.document_current'::text);\n"
    "call public.pawl_add_is_free('document'::text, 'public'::text);\n\n"
    "comment on table public.document_current is 'document\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'document'::text, 'document_transitions'::text);\n\n"
    "create or replace function public.document_create(id text, title text, pages integer, size bigint, signed_by_all boolean, due timestamptz, amount numeric, number uuid, content json, image bytea, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or $3 is null\n     or $4 is null\n     or $5 is null\n     or $6 is null\n"
    "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or $7 is null\n     or $7 in ('NaN', 'Infinity', '-Infinity')\n"
    "     or length(translate($7::text, '-.', '')) > 1000\n     or $8 is null\n     or $9 is null\n"
    "     or not public.pawl_json_fits($9::json)\n     or $10 is null\n"
    "     or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.document_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.document_current head on head.document_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $12 is not null then\n"
    "        select * into earlier from public.document_transitions made where made.document_id = $1 and made.request_id = $12;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and (earlier.title is null or earlier.title is not distinct from $2)\n"
    "              and earlier.pages is not distinct from $3\n              and earlier.size is not distinct from $4\n"
    "              and earlier.signed_by_all is not distinct from $5\n"
    "              and earlier.due is not distinct from $6\n              and earlier.amount is not distinct from $7\n"
    "              and earlier.number is not distinct from $8\n"
    "              and earlier.content::text is not distinct from $9::text\n"
    "              and earlier.image is not distinct from $10 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: document was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'drafted', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.document_current (document_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'document_current_pkey' then\n          raise;\n        end if;\n    end;\n"
    "    outcome := null;\n  end loop;\n  insert into public.document_transitions\n"
    "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) is 'create';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[])$pawl$)) then\n"
    "    drop function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function public.document_create_many(id text[], title text[], pages integer[], size bigint[], signed_by_all boolean[], due timestamptz[], amount numeric[], number uuid[], content json[], image bytea[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $14 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or given.v1 is null\n                or given.v2 is null\n                or given.v3 is null\n"
    "                or given.v4 is null\n                or given.v5 is null\n"
    "                or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "                or given.v6 is null\n                or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
    "                or length(translate(given.v6::text, '-.', '')) > 1000\n                or given.v7 is null\n"
    "                or given.v8 is null\n                or not public.pawl_json_fits(given.v8::json)\n"
    "                or given.v9 is null\n"
    "                or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.document_current head where head.document_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and (earlier.title is null or earlier.title is not distinct from given.v1)\n"
    "                and earlier.pages is not distinct from given.v2\n"
    "                and earlier.size is not distinct from given.v3\n"
    "                and earlier.signed_by_all is not distinct from given.v4\n"
    "                and earlier.due is not distinct from given.v5\n"
    "                and earlier.amount is not distinct from given.v6\n"
    "                and earlier.number is not distinct from given.v7\n"
    "                and earlier.content::text is not distinct from given.v8::text\n"
    "                and earlier.image is not distinct from given.v9 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.document_transitions earlier where earlier.document_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.document_current (document_id, state, sort_key, since)\n"
    "        select judged.id, 'drafted', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id collate \"C\"\n      ), history as (\n"
    "        insert into public.document_transitions\n"
    "          (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
    "        select given.id, 10, 'create', '', 'drafted', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'drafted', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.document_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $11 is not null or $12 is not null\n     or $6 is not null\n"
    "     or $7 is not null\n     or $9 is not null\n  then\n    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "       or $7 in ('NaN', 'Infinity', '-Infinity')\n       or length(translate($7::text, '-.', '')) > 1000\n"
    "       or not public.pawl_json_fits($9::json)\n"
    "       or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $12 is null and $13 is null then\n"
    "    update public.document_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('drafted', 'drafted')) move (from_state, to_state)\n"
    "      where head.document_id = $1 and case when head.state = move.from_state then public.document_is_free(null::boolean) and public.document_model_2_d00f1044741c690a() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $12 is null then\n    update public.document_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('drafted', 'drafted')) move (from_state, to_state)\n"
    "      where head.document_id = $1 and case when head.state = move.from_state then public.document_is_free(null::boolean) and public.document_model_2_d00f1044741c690a() end and head.sort_key = $13\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.document_current head where head.document_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $12 is not null then\n"
    "      select * into earlier from public.document_transitions made where made.document_id = $1 and made.request_id = $12;\n"
    "      if found then\n        return row(case when earlier.event = 'amend'\n"
    "            and earlier.new_title is not distinct from $2\n"
    "            and earlier.new_pages is not distinct from $3\n"
    "            and earlier.new_size is not distinct from $4\n"
    "            and earlier.new_signed is not distinct from $5\n"
    "            and earlier.new_due is not distinct from $6\n"
    "            and earlier.new_amount is not distinct from $7\n"
    "            and earlier.new_number is not distinct from $8\n"
    "            and (earlier.new_content is null or earlier.new_content::text is not distinct from $9::text)\n"
    "            and earlier.new_image is not distinct from $10 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $13 is not null then\n      if outcome.sort_key <> $13 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'drafted' then 'drafted'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'amend' || ' is not allowed in ' || outcome.from_state || '; public.document_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.document_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.document_transitions\n"
    "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
    "  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function public.document_amend_many(id text[], new_title text[] default null, new_pages integer[] default null, new_size bigint[] default null, new_signed boolean[] default null, new_due timestamptz[] default null, new_amount numeric[] default null, new_number uuid[] default null, new_content json[] default null, new_image bytea[] default null, actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy text[];\nbegin\n  if $15 then\n"
    "    with judged as (\n"
    "      update public.document_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($5) as v4, unnest($6) as v5, unnest($7) as v6, unnest($8) as v7, unnest($9) as v8, unnest($10) as v9, unnest($12) as request_id,\n"
    "              unnest($13) as expected, unnest($14) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'drafted' then 'drafted'\n              end as next_state\n"
    "                from public.document_current head where head.document_id = given.id for no key update skip locked) head\n"
    "            where (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())\n"
    "              and not (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13), cardinality($14)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "            or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
    "            or length(translate(given.v6::text, '-.', '')) > 1000\n"
    "            or not public.pawl_json_fits(given.v8::json)\n"
    "            or octet_length($11) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.document_transitions earlier\n"
    "            where earlier.document_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.document_transitions\n"
    "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
    "      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.document_amend_many(array(select others.id from others order by others.turn),\n"
    "                array(select others.v1 from others order by others.turn),\n"
    "                array(select others.v2 from others order by others.turn),\n"
    "                array(select others.v3 from others order by others.turn),\n"
    "                array(select others.v4 from others order by others.turn),\n"
    "                array(select others.v5 from others order by others.turn),\n"
    "                array(select others.v6 from others order by others.turn),\n"
    "                array(select others.v7 from others order by others.turn),\n"
    "                array(select others.v8 from others order by others.turn),\n"
    "                array(select others.v9 from others order by others.turn), $11,\n"
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
    "  if repeats and $15 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13), cardinality($14)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $15 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.document_current head where head.document_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $15 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.document_current head where head.document_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate \"C\" order by given.number) as turn, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
    "              or length(translate(given.v6::text, '-.', '')) > 1000\n"
    "              or not public.pawl_json_fits(given.v8::json)\n"
    "              or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'drafted' then 'drafted'\n          end as next_state\n"
    "              from public.document_current head where head.document_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'amend'\n"
    "              and earlier.new_title is not distinct from given.v1\n"
    "              and earlier.new_pages is not distinct from given.v2\n"
    "              and earlier.new_size is not distinct from given.v3\n"
    "              and earlier.new_signed is not distinct from given.v4\n"
    "              and earlier.new_due is not distinct from given.v5\n"
    "              and earlier.new_amount is not distinct from given.v6\n"
    "              and earlier.new_number is not distinct from given.v7\n"
    "              and (earlier.new_content is null or earlier.new_content::text is not distinct from given.v8::text)\n"
    "              and earlier.new_image is not distinct from given.v9 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.document_transitions earlier where earlier.document_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'drafted' then 'drafted'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.document_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.document_transitions\n"
    "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
    "      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'amend' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "              or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
    "              or length(translate(given.v6::text, '-.', '')) > 1000\n"
    "              or not public.pawl_json_fits(given.v8::json)\n"
    "              or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'drafted' then 'drafted'\n          end as next_state\n"
    "              from public.document_current head where head.document_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'amend'\n"
    "              and earlier.new_title is not distinct from given.v1\n"
    "              and earlier.new_pages is not distinct from given.v2\n"
    "              and earlier.new_size is not distinct from given.v3\n"
    "              and earlier.new_signed is not distinct from given.v4\n"
    "              and earlier.new_due is not distinct from given.v5\n"
    "              and earlier.new_amount is not distinct from given.v6\n"
    "              and earlier.new_number is not distinct from given.v7\n"
    "              and (earlier.new_content is null or earlier.new_content::text is not distinct from given.v8::text)\n"
    "              and earlier.new_image is not distinct from given.v9 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.document_transitions earlier where earlier.document_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.document_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.document_transitions\n"
    "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
    "      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'amend' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.document_current head where head.document_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.document_amend(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.document_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('document'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 9 then public.document_create(waiting.entity, given[1], given[2]::integer, given[3]::bigint, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[6]::numeric, given[7]::uuid, given[8]::json, decode(given[9], 'hex'),\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'amend' then\n"
    "      outcome := case when cardinality(given) = 9 then public.document_amend(waiting.entity, given[1], given[2]::integer, given[3]::bigint, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[6]::numeric, given[7]::uuid, given[8]::json, decode(given[9], 'hex'),\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine document: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'document' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('document', 'd00f1044741c690a', 2, clock_timestamp(), E'{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"d00f1044741c690a\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\",\"personal\":true},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\",\"personal\":true},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.document_current\",\"transitions\":\"public.document_transitions\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{document_current,document_transitions,document_moves,document_state}''::text[], ''{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.document_current'')::oid, to_regclass(''public.document_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.document_current where document_id = $1::text and public.document_model_2_d00f1044741c690a()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\\\nfrom public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a() order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from public.document_current\\\\nwhere state = $1::text and (since, document_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.document_model_2_d00f1044741c690a() order by since, document_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where (state, since, document_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) after\\\\n) others where public.document_model_2_d00f1044741c690a() order by state, since, document_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.document_current where public.document_model_2_d00f1044741c690a() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\\\nfrom public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.document_fire_deferred($1::bigint, $2::text) where public.document_model_2_d00f1044741c690a()\"},\"fire\":{\"create\":\"select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text) where public.document_model_2_d00f1044741c690a()\",\"amend\":\"select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer) where public.document_model_2_d00f1044741c690a()\"}},\"diagram\":\"digraph \\\\\"document\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_document\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>document</b><!--document-->>;\\\\n    \\\\\"document.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" [label=<drafted<!--document.drafted-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    {rank=same; \\\\\"document.\\\\\"; \\\\\"document.drafted\\\\\"}\\\\n    \\\\\"document.\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>amend<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"amend\\\\\", labeltooltip=\\\\\"amend\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('document'::text, 'public'::text, '{document_current,document_transitions,document_moves,document_state}'::text[], '{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.document_current')::oid, to_regclass('public.document_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.document_current where document_id = $1::text and public.document_model_2_d00f1044741c690a()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\n"
    "from public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a() order by sort_key", /* history */
    "select document_id, state, sort_key, since from public.document_current\n"
    "where state = $1::text and (since, document_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.document_model_2_d00f1044741c690a() order by since, document_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select document_id, state, sort_key, since from public.document_current\n"
    "    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, document_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select document_id, state, sort_key, since from public.document_current\n"
    "    where (state, since, document_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, document_id limit $8::bigint\n  ) after\n"
    ") others where public.document_model_2_d00f1044741c690a() order by state, since, document_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.document_current where public.document_model_2_d00f1044741c690a() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\n"
    "from public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.document_fire_deferred($1::bigint, $2::text) where public.document_model_2_d00f1044741c690a()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_document, postgres_fire_many_of_document,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_document = {
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
    "-- document ----------------------------------------------------------------------------------------\n"
    "-- document\n\n-- where each document is\ncreate table if not exists main.document_current (\n"
    "  document_id text not null primary key,\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.document_current_state_since on document_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.document_transitions (\n"
    "  document_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  title text,\n"
    "  pages integer,\n  size integer,\n  signed_by_all integer,\n  due integer,\n  amount text,\n  number text,\n"
    "  content text,\n  image blob,\n  new_title text,\n  new_pages integer,\n  new_size integer,\n"
    "  new_signed integer,\n  new_due integer,\n  new_amount text,\n  new_number text,\n  new_content text,\n"
    "  new_image blob,\n  primary key (document_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.document_transitions_request\n"
    "  on document_transitions (document_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.document_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'drafted'),\n  ('amend', 'drafted', 'drafted');\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.document_state as\n"
    "  select document_id, state, sort_key, since from document_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.document_model_d00f1044741c690a;\n"
    "create view if not exists main.document_model_2_d00f1044741c690a as select 1;\n\n"
    "create trigger if not exists main.document_current_insert before insert on document_current\n"
    "when only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
    "end;\ncreate trigger if not exists main.document_current_update before update on document_current\n"
    "when new.document_id is not old.document_id\n"
    "  or only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
    "end;\ncreate trigger if not exists main.document_current_delete before delete on document_current\n"
    "when only_libpawl_may_write('document_current', old.document_id) is not 1\nbegin\n"
    "  select raise(abort, 'document_current keeps its rows: a document that has been created stays');\nend;\n"
    "create trigger if not exists main.document_transitions_insert before insert on document_transitions\n"
    "when only_libpawl_may_write('document_transitions(title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)',\n"
    "  new.document_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.title,\n  new.pages,\n  new.size,\n  new.signed_by_all,\n  new.due,\n  new.amount,\n"
    "  new.number,\n  new.content,\n  new.image,\n  new.new_title,\n  new.new_pages,\n  new.new_size,\n"
    "  new.new_signed,\n  new.new_due,\n  new.new_amount,\n  new.new_number,\n  new.new_content,\n"
    "  new.new_image) is not 1\nbegin\n"
    "  select raise(abort, 'document_transitions is written by libpawl only: fire an event of document instead');\n"
    "end;\ncreate trigger if not exists main.document_transitions_update before update on document_transitions\n"
    "when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1\n"
    "  or new.document_id is not old.document_id or new.sort_key is not old.sort_key\n"
    "  or new.event is not old.event or new.from_state is not old.from_state\n"
    "  or new.to_state is not old.to_state or new.created_at is not old.created_at\n"
    "  or new.actor is not old.actor or new.request_id is not old.request_id\n  or new.title is not null\n"
    "  or new.pages is not old.pages\n  or new.size is not old.size\n  or new.signed_by_all is not old.signed_by_all\n"
    "  or new.due is not old.due\n  or new.amount is not old.amount\n  or new.number is not old.number\n"
    "  or new.content is not old.content\n  or new.image is not old.image\n  or new.new_title is not old.new_title\n"
    "  or new.new_pages is not old.new_pages\n  or new.new_size is not old.new_size\n"
    "  or new.new_signed is not old.new_signed\n  or new.new_due is not old.new_due\n"
    "  or new.new_amount is not old.new_amount\n  or new.new_number is not old.new_number\n"
    "  or new.new_content is not null\n  or new.new_image is not old.new_image\nbegin\n"
    "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.document_transitions_delete before delete on document_transitions\n"
    "when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'document', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('document_current', 'document_transitions', 'document_moves', 'document_state',\n"
    "      'document_model_2_d00f1044741c690a')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'document'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'd00f1044741c690a' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'document' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'document', 'd00f1044741c690a', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'document' and fingerprint = 'd00f1044741c690a'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"d00f1044741c690a\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\",\"personal\":true},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\",\"personal\":true},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.document_current\",\"transitions\":\"main.document_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''document_current'', ''document_transitions'', ''document_moves'', ''document_state'',\\n    ''document_model_2_d00f1044741c690a'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.document_current where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a) order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from main.document_current\\nwhere state = ?1 and (since, document_id) > (?2, ?3)\\n  and exists (select 1 from main.document_model_2_d00f1044741c690a) order by since, document_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\\n    order by state, since, document_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where (state, since, document_id) > (?5, ?6, ?7)\\n    order by state, since, document_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.document_model_2_d00f1044741c690a) order by state, since, document_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.document_current where exists (select 1 from main.document_model_2_d00f1044741c690a) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.document_current (document_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.document_current set state = ?2, sort_key = ?3, since = ?4\\nwhere document_id = ?1\",\"insert_transition\":\"insert into main.document_transitions\\n  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)\"},\"fire\":{}},\"diagram\":\"digraph \\\"document\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_document\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>document</b><!--document-->>;\\n    \\\"document.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"document.drafted\\\" [label=<drafted<!--document.drafted-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    {rank=same; \\\"document.\\\"; \\\"document.drafted\\\"}\\n    \\\"document.\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"document.drafted\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>amend<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"amend\\\", labeltooltip=\\\"amend\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'document' and fingerprint = 'd00f1044741c690a' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.document_current where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
    "from main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a) order by sort_key", /* history */
    "select document_id, state, sort_key, since from main.document_current\n"
    "where state = ?1 and (since, document_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.document_model_2_d00f1044741c690a) order by since, document_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select document_id, state, sort_key, since from main.document_current\n"
    "    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\n"
    "    order by state, since, document_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select document_id, state, sort_key, since from main.document_current\n"
    "    where (state, since, document_id) > (?5, ?6, ?7)\n    order by state, since, document_id limit ?8\n"
    "  ) after\n"
    ") others where exists (select 1 from main.document_model_2_d00f1044741c690a) order by state, since, document_id limit ?8", /* not_in_state */
    "select state, count(*) from main.document_current where exists (select 1 from main.document_model_2_d00f1044741c690a) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
    "from main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
    "from main.document_transitions where document_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.document_current (document_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.document_current set state = ?2, sort_key = ?3, since = ?4\nwhere document_id = ?1", /* update_current */
    "insert into main.document_transitions\n"
    "  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n"
    "  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_document[] = {&postgres_of_document, &sqlite_of_document};

const struct pawl_machine document_machine = {
    PAWL_ABI,
    "document",
    "document",
    "d00f1044741c690a",
    "document_current", "document_transitions",
    PAWL_TYPE_TEXT,
    1, 2, 18,
    states_of_document, events_of_document, columns_of_document,
    next_of_document,
    PAWL_LAYOUT(struct document_current, struct document_record),
    2, sql_of_document,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    NULL,
    NULL, NULL, NULL,
    false,
};

const char *document_state_name(enum document_state state) {
    int number = (int)state;
    return number >= 0 && number <= 1 ? states_of_document[number].name : "unknown";
}

const char *document_event_name(enum document_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_document[number].name : "unknown";
}

const char *document_state_label(enum document_state state) {
    int number = (int)state;
    return number >= 0 && number <= 1 ? states_of_document[number].label : "unknown";
}

const char *document_event_label(enum document_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_document[number].label : "unknown";
}

enum document_state document_state_parse(const char *text) {
    return (enum document_state)pawl_state_parse(&document_machine, text);
}

enum document_event document_event_parse(const char *text) {
    return (enum document_event)pawl_event_parse(&document_machine, text);
}

enum document_state document_next(enum document_state state, enum document_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 1 && fired <= 2 ? next_of_document[fired * 2u + from] : 0u;
    return (enum document_state)to;
}

bool document_can(enum document_state state, enum document_event event) {
    return (int)document_next(state, event) != 0;
}

enum pawl_status document_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &document_machine, err);
}

static enum pawl_status fire_of_document(struct pawl_db *db, const char *id, enum document_event event, const void *args,
    const struct pawl_opts *opts, struct document_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &document_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum document_event)transition.event;
        out->from = (enum document_state)transition.from;
        out->to = (enum document_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status document_create(struct pawl_db *db, const char *id, const struct document_create_args *args,
                                 const struct pawl_opts *opts, struct document_transition *out,
                                 struct pawl_error *err) {
    return fire_of_document(db, id, DOCUMENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status document_amend(struct pawl_db *db, const char *id, const struct document_amend_args *args,
                                const struct pawl_opts *opts, struct document_transition *out,
                                struct pawl_error *err) {
    return fire_of_document(db, id, DOCUMENT_EVENT_AMEND, args, opts, out, err);
}

enum pawl_status document_create_many(struct pawl_db *db, const struct document_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct document_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct document_create_item),
        offsetof(struct document_create_item, id), offsetof(struct document_create_item, args),
        offsetof(struct document_create_item, request_id), 0};
    return pawl_fire_many(db, &document_machine, DOCUMENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request document_create_move(const char *id, const struct document_create_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&document_machine, {id, 0}, DOCUMENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status document_amend_many(struct pawl_db *db, const struct document_amend_item *items, size_t count,
                                     const struct pawl_opts *opts, struct document_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct document_amend_item),
        offsetof(struct document_amend_item, id), offsetof(struct document_amend_item, args),
        offsetof(struct document_amend_item, request_id), offsetof(struct document_amend_item, expect_sort_key)};
    return pawl_fire_many(db, &document_machine, DOCUMENT_EVENT_AMEND, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request document_amend_move(const char *id, const struct document_amend_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&document_machine, {id, 0}, DOCUMENT_EVENT_AMEND, args, opts};
    return request;
}

enum pawl_status document_get(struct pawl_db *db, const char *id, struct document_current *out,
                              struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &document_machine, key, out, err);
}

enum pawl_status document_history(struct pawl_db *db, const char *id, struct document_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &document_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_in_state(struct pawl_db *db, enum document_state state,
                                   const struct document_current *after, size_t limit, struct document_page *out,
                                   struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &document_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_not_in_state(struct pawl_db *db, enum document_state state,
                                       const struct document_current *after, size_t limit, struct document_page *out,
                                       struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &document_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_last_to(struct pawl_db *db, const char *id, enum document_state state,
                                  struct document_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &document_machine, key, (int)state, out, err);
}

enum pawl_status document_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &document_machine, key, allowed, err);
}

enum pawl_status document_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &document_machine, counts, err);
}
