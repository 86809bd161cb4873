-- Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f types.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply types.postgres.sql --db=...
-- Requires schema 3
-- Deploys document d00f1044741c690a

begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

-- It stands on what all machines and flows share.
do $pawl$
declare
  present integer;
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
  if to_regclass('public.pawl_schema') is not null then
    present := (select known.version from public.pawl_schema known);
    -- what is called below is whose this is
    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry
        where registry.oid = 'public.pawl_schema'::regclass) then
      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'
        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '
          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';
    end if;
  end if;
  if present > 3 then
    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',
        present
      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';
  elsif present is distinct from 3 then
    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'
      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';
  end if;
end
$pawl$;

-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.
do $pawl$
begin
  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);
  if not (select rolsuper from pg_roles where rolname = current_user)
     and not pg_has_role(current_user, 'pawl_owner', 'usage') then
    begin
      execute format('grant pawl_owner to %I', current_user);
    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles
      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user
        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '
          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'
          || case when current_setting('server_version_num')::integer < 160000 then ''
            else '; grant pawl_owner to deployer with admin option' end;
    end;
    perform set_config('pawl.joined_owner', 'yes', true);
  end if;
end
$pawl$;
set local role pawl_owner;

-- document ----------------------------------------------------------------------------------------

call public.pawl_begin_machine('document'::text, 'd00f1044741c690a'::text, 'public'::text,
  '{document_current,document_transitions,document_moves,document_state,document_current_state_since,document_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[]);
call public.pawl_accept_programs('document'::text, 'd00f1044741c690a'::text, 2::integer, 'public'::text);
create table if not exists public.document_current (
  document_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.document_transitions (
  document_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  title text collate "C",
  pages integer,
  size bigint,
  signed_by_all boolean,
  due timestamptz,
  amount numeric,
  number uuid,
  content json,
  image bytea,
  new_title text collate "C",
  new_pages integer,
  new_size bigint,
  new_signed boolean,
  new_due timestamptz,
  new_amount numeric,
  new_number uuid,
  new_content json,
  new_image bytea,
  primary key (document_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.document_current_state_since') is null then
    create index document_current_state_since on public.document_current (state, since);
  end if;
  if to_regclass('public.document_transitions_request') is null then
    create unique index document_transitions_request on public.document_transitions (document_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.document_moves as select * from (values
  ('create', '', 'drafted'),
  ('amend', 'drafted', 'drafted')
) move (event, from_state, to_state);

create or replace view public.document_state as
  select document_id, state, sort_key, since from public.document_current;

call public.pawl_refuse_writes_to(array['public.document_current', 'public.document_transitions']::regclass[]);
grant select on public.document_current, public.document_transitions, public.document_moves, public.document_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('document'::text, 'public.document_current'::text);
call public.pawl_add_is_free('document'::text, 'public'::text);

comment on table public.document_current is 'document
One row for each: where it is.';
call public.pawl_describe('public'::text, 'document'::text, 'document_transitions'::text);

create or replace function public.document_create(id text, title text, pages integer, size bigint, signed_by_all boolean, due timestamptz, amount numeric, number uuid, content json, image bytea, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  violated text;
  is_free boolean;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or $3 is null
     or $4 is null
     or $5 is null
     or $6 is null
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $7 is null
     or $7 in ('NaN', 'Infinity', '-Infinity')
     or length(translate($7::text, '-.', '')) > 1000
     or $8 is null
     or $9 is null
     or not public.pawl_json_fits($9::json)
     or $10 is null
     or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.document_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.document_current head on head.document_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $12 is not null then
        select * into earlier from public.document_transitions made where made.document_id = $1 and made.request_id = $12;
        if found then
          return row(case when earlier.event = 'create'
              and (earlier.title is null or earlier.title is not distinct from $2)
              and earlier.pages is not distinct from $3
              and earlier.size is not distinct from $4
              and earlier.signed_by_all is not distinct from $5
              and earlier.due is not distinct from $6
              and earlier.amount is not distinct from $7
              and earlier.number is not distinct from $8
              and earlier.content::text is not distinct from $9::text
              and earlier.image is not distinct from $10 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: document was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'drafted', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.document_current (document_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'document_current_pkey' then
          raise;
        end if;
    end;
    outcome := null;
  end loop;
  insert into public.document_transitions
    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  return outcome;
end
$pawl$;
comment on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[])$pawl$)) then
    drop function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.document_create_many(id text[], title text[], pages integer[], size bigint[], signed_by_all boolean[], due timestamptz[], amount numeric[], number uuid[], content json[], image bytea[], actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $14 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
                or given.v1 is null
                or given.v2 is null
                or given.v3 is null
                or given.v4 is null
                or given.v5 is null
                or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
                or given.v6 is null
                or given.v6 in ('NaN', 'Infinity', '-Infinity')
                or length(translate(given.v6::text, '-.', '')) > 1000
                or given.v7 is null
                or given.v8 is null
                or not public.pawl_json_fits(given.v8::json)
                or given.v9 is null
                or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.document_current head where head.document_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and (earlier.title is null or earlier.title is not distinct from given.v1)
                and earlier.pages is not distinct from given.v2
                and earlier.size is not distinct from given.v3
                and earlier.signed_by_all is not distinct from given.v4
                and earlier.due is not distinct from given.v5
                and earlier.amount is not distinct from given.v6
                and earlier.number is not distinct from given.v7
                and earlier.content::text is not distinct from given.v8::text
                and earlier.image is not distinct from given.v9 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.document_transitions earlier where earlier.document_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.document_current (document_id, state, sort_key, since)
        select judged.id, 'drafted', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id collate "C"
      ), history as (
        insert into public.document_transitions
          (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)
        select given.id, 10, 'create', '', 'drafted', given.moment,
            coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'drafted', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, title, pages, size, signed_by_all, due, amount, number, content, image; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome
        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
      if is_free then
        return query select * from unnest(outcomes);
        return;
      end if;
    end if;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
  return query
    with made as materialized (
      select given.number, public.document_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $11 is not null or $12 is not null
     or $6 is not null
     or $7 is not null
     or $9 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
       or $7 in ('NaN', 'Infinity', '-Infinity')
       or length(translate($7::text, '-.', '')) > 1000
       or not public.pawl_json_fits($9::json)
       or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $12 is null and $13 is null then
    update public.document_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('drafted', 'drafted')) move (from_state, to_state)
      where head.document_id = $1 and case when head.state = move.from_state then public.document_is_free(null::boolean) and public.document_model_2_d00f1044741c690a() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $12 is null then
    update public.document_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('drafted', 'drafted')) move (from_state, to_state)
      where head.document_id = $1 and case when head.state = move.from_state then public.document_is_free(null::boolean) and public.document_model_2_d00f1044741c690a() end and head.sort_key = $13
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.document_current head where head.document_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);
    end if;
    if $12 is not null then
      select * into earlier from public.document_transitions made where made.document_id = $1 and made.request_id = $12;
      if found then
        return row(case when earlier.event = 'amend'
            and earlier.new_title is not distinct from $2
            and earlier.new_pages is not distinct from $3
            and earlier.new_size is not distinct from $4
            and earlier.new_signed is not distinct from $5
            and earlier.new_due is not distinct from $6
            and earlier.new_amount is not distinct from $7
            and earlier.new_number is not distinct from $8
            and (earlier.new_content is null or earlier.new_content::text is not distinct from $9::text)
            and earlier.new_image is not distinct from $10 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $13 is not null then
      if outcome.sort_key <> $13 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'drafted' then 'drafted'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'amend' || ' is not allowed in ' || outcome.from_state || '; public.document_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.document_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.document_transitions
    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  return outcome;
end
$pawl$;
comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[])$pawl$)) then
    drop function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.document_amend_many(id text[], new_title text[] default null, new_pages integer[] default null, new_size bigint[] default null, new_signed boolean[] default null, new_due timestamptz[] default null, new_amount numeric[] default null, new_number uuid[] default null, new_content json[] default null, new_image bytea[] default null, actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
  made bigint[]; -- by what is usual: their numbers
  busy text[];
begin
  if $15 then
    with judged as (
      update public.document_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($5) as v4, unnest($6) as v5, unnest($7) as v6, unnest($8) as v7, unnest($9) as v8, unnest($10) as v9, unnest($12) as request_id,
              unnest($13) as expected, unnest($14) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'drafted' then 'drafted'
              end as next_state
                from public.document_current head where head.document_id = given.id for no key update skip locked) head
            where (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())
              and not (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13), cardinality($14)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or given.v6 in ('NaN', 'Infinity', '-Infinity')
            or length(translate(given.v6::text, '-.', '')) > 1000
            or not public.pawl_json_fits(given.v8::json)
            or octet_length($11) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.document_transitions earlier
            where earlier.document_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.document_transitions
        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, made from judged given;
    if cardinality(made) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    elsif made is not null then
      return query
        with others as materialized (
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from public.document_amend_many(array(select others.id from others order by others.turn),
                array(select others.v1 from others order by others.turn),
                array(select others.v2 from others order by others.turn),
                array(select others.v3 from others order by others.turn),
                array(select others.v4 from others order by others.turn),
                array(select others.v5 from others order by others.turn),
                array(select others.v6 from others order by others.turn),
                array(select others.v7 from others order by others.turn),
                array(select others.v8 from others order by others.turn),
                array(select others.v9 from others order by others.turn), $11,
                array(select others.request_id from others order by others.turn),
                array(select others.expected from others order by others.turn),
                array(select others.own_actor from others order by others.turn), true)
                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)
              join others on others.turn = answer.turn
            union all
            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,
                done.detail, null, done.number
              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)
          order by answer.number;
      return;
    end if;
  end if;
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $15 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13), cardinality($14)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $15 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.document_current head where head.document_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $15 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.document_current head where head.document_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate "C" order by given.number) as turn, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or given.v6 in ('NaN', 'Infinity', '-Infinity')
              or length(translate(given.v6::text, '-.', '')) > 1000
              or not public.pawl_json_fits(given.v8::json)
              or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) then 'OK'
          end as precondition
        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'drafted' then 'drafted'
          end as next_state
              from public.document_current head where head.document_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'amend'
              and earlier.new_title is not distinct from given.v1
              and earlier.new_pages is not distinct from given.v2
              and earlier.new_size is not distinct from given.v3
              and earlier.new_signed is not distinct from given.v4
              and earlier.new_due is not distinct from given.v5
              and earlier.new_amount is not distinct from given.v6
              and earlier.new_number is not distinct from given.v7
              and (earlier.new_content is null or earlier.new_content::text is not distinct from given.v8::text)
              and earlier.new_image is not distinct from given.v9 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.document_transitions earlier where earlier.document_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head
          where given.turn = 1
      union all
      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'drafted' then 'drafted'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.document_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.document_transitions
        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'amend' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or given.v6 in ('NaN', 'Infinity', '-Infinity')
              or length(translate(given.v6::text, '-.', '')) > 1000
              or not public.pawl_json_fits(given.v8::json)
              or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'drafted' then 'drafted'
          end as next_state
              from public.document_current head where head.document_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'amend'
              and earlier.new_title is not distinct from given.v1
              and earlier.new_pages is not distinct from given.v2
              and earlier.new_size is not distinct from given.v3
              and earlier.new_signed is not distinct from given.v4
              and earlier.new_due is not distinct from given.v5
              and earlier.new_amount is not distinct from given.v6
              and earlier.new_number is not distinct from given.v7
              and (earlier.new_content is null or earlier.new_content::text is not distinct from given.v8::text)
              and earlier.new_image is not distinct from given.v9 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.document_transitions earlier where earlier.document_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.document_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.document_transitions
        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
      select given.id, given.sort_key + 10, 'amend', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'amend' || ' is not allowed in ' || given.state || '; public.document_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.document_current head where head.document_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.document_amend(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.document_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('document'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 9 then public.document_create(waiting.entity, given[1], given[2]::integer, given[3]::bigint, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[6]::numeric, given[7]::uuid, given[8]::json, decode(given[9], 'hex'),
          waiting.actor, waiting.request_id) else outcome end;
    when 'amend' then
      outcome := case when cardinality(given) = 9 then public.document_amend(waiting.entity, given[1], given[2]::integer, given[3]::bigint, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[6]::numeric, given[7]::uuid, given[8]::json, decode(given[9], 'hex'),
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine document: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'document' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('document', 'd00f1044741c690a', 2, clock_timestamp(), E'{"name":"document","label":"document","fingerprint":"d00f1044741c690a","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"drafted","label":"drafted","stored":"drafted","initial":true,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"title","type":"text","optional":false,"column":"title"},{"name":"pages","type":"int","optional":false,"column":"pages"},{"name":"size","type":"bigint","optional":false,"column":"size"},{"name":"signed_by_all","type":"bool","optional":false,"column":"signed_by_all"},{"name":"due","type":"timestamp","optional":false,"column":"due"},{"name":"amount","type":"numeric","optional":false,"column":"amount"},{"name":"number","type":"uuid","optional":false,"column":"number"},{"name":"content","type":"json","optional":false,"column":"content"},{"name":"image","type":"bytes","optional":false,"column":"image"}],"serialize_by":[]},{"name":"amend","label":"amend","stored":"amend","creation":false,"timer":false,"params":[{"name":"new_title","type":"text","optional":true,"column":"new_title"},{"name":"new_pages","type":"int","optional":true,"column":"new_pages"},{"name":"new_size","type":"bigint","optional":true,"column":"new_size"},{"name":"new_signed","type":"bool","optional":true,"column":"new_signed"},{"name":"new_due","type":"timestamp","optional":true,"column":"new_due"},{"name":"new_amount","type":"numeric","optional":true,"column":"new_amount"},{"name":"new_number","type":"uuid","optional":true,"column":"new_number"},{"name":"new_content","type":"json","optional":true,"column":"new_content"},{"name":"new_image","type":"bytes","optional":true,"column":"new_image"}],"serialize_by":[]}],"columns":[{"name":"title","type":"text","personal":true},{"name":"pages","type":"int"},{"name":"size","type":"bigint"},{"name":"signed_by_all","type":"bool"},{"name":"due","type":"timestamp"},{"name":"amount","type":"numeric"},{"name":"number","type":"uuid"},{"name":"content","type":"json"},{"name":"image","type":"bytes"},{"name":"new_title","type":"text"},{"name":"new_pages","type":"int"},{"name":"new_size","type":"bigint"},{"name":"new_signed","type":"bool"},{"name":"new_due","type":"timestamp"},{"name":"new_amount","type":"numeric"},{"name":"new_number","type":"uuid"},{"name":"new_content","type":"json","personal":true},{"name":"new_image","type":"bytes"}],"arrows":[{"event":"create","from":null,"target":"to","to":"drafted","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"amend","from":"drafted","target":"to","to":"drafted","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"drafted","arrow":0},{"event":"amend","from":"drafted","to":"drafted","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.document_current","transitions":"public.document_transitions","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{document_current,document_transitions,document_moves,document_state}''::text[], ''{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.document_current'')::oid, to_regclass(''public.document_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.document_current where document_id = $1::text and public.document_model_2_d00f1044741c690a()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\nfrom public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a() order by sort_key","in_state":"select document_id, state, sort_key, since from public.document_current\\nwhere state = $1::text and (since, document_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.document_model_2_d00f1044741c690a() order by since, document_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select document_id, state, sort_key, since from public.document_current\\n    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, document_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select document_id, state, sort_key, since from public.document_current\\n    where (state, since, document_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, document_id limit $8::bigint\\n  ) after\\n) others where public.document_model_2_d00f1044741c690a() order by state, since, document_id limit $8::bigint","count_by_state":"select state, count(*) from public.document_current where public.document_model_2_d00f1044741c690a() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\nfrom public.document_transitions where document_id = $1::text and public.document_model_2_d00f1044741c690a()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.document_fire_deferred($1::bigint, $2::text) where public.document_model_2_d00f1044741c690a()"},"fire":{"create":"select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text) where public.document_model_2_d00f1044741c690a()","amend":"select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer) where public.document_model_2_d00f1044741c690a()"}},"diagram":"digraph \\"document\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_document\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>document</b><!--document-->>;\\n    \\"document.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"document.drafted\\" [label=<drafted<!--document.drafted-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    {rank=same; \\"document.\\"; \\"document.drafted\\"}\\n    \\"document.\\" -> \\"document.drafted\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"document.drafted\\" -> \\"document.drafted\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>amend<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(begins anew)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"amend\\", labeltooltip=\\"amend\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('document'::text, 'public'::text, '{document_current,document_transitions,document_moves,document_state}'::text[], '{document_model_2_d00f1044741c690a,document_is_free,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
