-- Written by pawl from prefixed.fsm. Do not edit: change prefixed.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f prefixed.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply prefixed.postgres.sql --db=...
-- Requires schema 3
-- Deploys gate ff81eb8214b9b771

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

-- gate --------------------------------------------------------------------------------------------

call public.pawl_begin_machine('gate'::text, 'ff81eb8214b9b771'::text, 'public'::text,
  '{gate_current,gate_transitions,gate_moves,gate_state,gate_current_state_since,gate_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[]);
call public.pawl_accept_programs('gate'::text, 'ff81eb8214b9b771'::text, 2::integer, 'public'::text);
create table if not exists public.gate_current (
  gate_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.gate_transitions (
  gate_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  place text collate "C",
  primary key (gate_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.gate_current_state_since') is null then
    create index gate_current_state_since on public.gate_current (state, since);
  end if;
  if to_regclass('public.gate_transitions_request') is null then
    create unique index gate_transitions_request on public.gate_transitions (gate_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.gate_moves as select * from (values
  ('create', '', 'closed'),
  ('open', 'closed', 'opened'),
  ('close', 'opened', 'closed')
) move (event, from_state, to_state);

create or replace view public.gate_state as
  select gate_id, state, sort_key, since from public.gate_current;

call public.pawl_refuse_writes_to(array['public.gate_current', 'public.gate_transitions']::regclass[]);
grant select on public.gate_current, public.gate_transitions, public.gate_moves, public.gate_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('gate'::text, 'public.gate_current'::text);
call public.pawl_add_is_free('gate'::text, 'public'::text);

comment on table public.gate_current is 'gate
One row for each: where it is.';
call public.pawl_describe('public'::text, 'gate'::text, 'gate_transitions'::text);

create or replace function public.gate_create(id text, place text, actor text default null,
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
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.gate_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.gate_current head on head.gate_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.place is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: gate was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'closed', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.gate_current (gate_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'gate_current_pkey' then
          raise;
        end if;
    end;
    outcome := null;
  end loop;
  insert into public.gate_transitions
    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
comment on function public.gate_create(text, text, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.gate_create_many(text[], text[], text, text[])$pawl$)) then
    drop function public.gate_create_many(text[], text[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.gate_create_many(id text[], place text[], actor text default null,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
                or given.v1 is null
                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.gate_current head where head.gate_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and earlier.place is not distinct from given.v1 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.gate_transitions earlier where earlier.gate_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.gate_current (gate_id, state, sort_key, since)
        select judged.id, 'closed', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id collate "C"
      ), history as (
        insert into public.gate_transitions
          (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)
        select given.id, 10, 'create', '', 'closed', given.moment,
            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'closed', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, place; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome
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
      select given.number, public.gate_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.gate_open(id text, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update public.gate_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('closed', 'opened')) move (from_state, to_state)
      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update public.gate_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('closed', 'opened')) move (from_state, to_state)
      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.gate_current head where head.gate_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'closed' then 'opened'
    end;
    if outcome.from_state in ('opened') then
      outcome.status := 'IGNORED';
      return outcome;
    end if;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'open' || ' is not allowed in ' || outcome.from_state || '; public.gate_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.gate_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.gate_transitions
    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'open', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function public.gate_open(text, text, text, integer) is 'open';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.gate_open_many(text[], text, text[], integer[])$pawl$)) then
    drop function public.gate_open_many(text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.gate_open_many(id text[], actor text default null,
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
  if $6 then
    with judged as (
      update public.gate_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'closed' then 'opened'
              end as next_state
                from public.gate_current head where head.gate_id = given.id for no key update skip locked) head
            where (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())
              and not (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.gate_transitions earlier
            where earlier.gate_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from public.gate_open_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.gate_current head where head.gate_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.gate_current head where head.gate_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate "C" order by given.number) as turn, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'closed' then 'opened'
          end as next_state
              from public.gate_current head where head.gate_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.gate_transitions earlier where earlier.gate_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.state in ('opened') then 'IGNORED'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head
          where given.turn = 1
      union all
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.state in ('opened') then 'IGNORED'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'closed' then 'opened'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'open' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.state in ('opened') then 'IGNORED'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'closed' then 'opened'
          end as next_state
              from public.gate_current head where head.gate_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'open' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.gate_transitions earlier where earlier.gate_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'open', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'open' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.gate_current head where head.gate_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.gate_open(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.gate_close(id text, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update public.gate_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('opened', 'closed')) move (from_state, to_state)
      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update public.gate_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('opened', 'closed')) move (from_state, to_state)
      where head.gate_id = $1 and case when head.state = move.from_state then public.gate_is_free(null::boolean) and public.gate_model_2_ff81eb8214b9b771() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.gate_current head where head.gate_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.gate_transitions made where made.gate_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'gate'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'opened' then 'closed'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'close' || ' is not allowed in ' || outcome.from_state || '; public.gate_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.gate_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.gate_transitions
    (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function public.gate_close(text, text, text, integer) is 'close';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.gate_close_many(text[], text, text[], integer[])$pawl$)) then
    drop function public.gate_close_many(text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.gate_close_many(id text[], actor text default null,
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
  if $6 then
    with judged as (
      update public.gate_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'opened' then 'closed'
              end as next_state
                from public.gate_current head where head.gate_id = given.id for no key update skip locked) head
            where (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771())
              and not (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.gate_transitions earlier
            where earlier.gate_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from public.gate_close_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.gate_current head where head.gate_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.gate_current head where head.gate_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id collate "C" order by given.number) as turn, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'opened' then 'closed'
          end as next_state
              from public.gate_current head where head.gate_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.gate_transitions earlier where earlier.gate_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'opened' then 'closed'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.gate_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.gate_model_2_ff81eb8214b9b771()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'opened' then 'closed'
          end as next_state
              from public.gate_current head where head.gate_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.gate_transitions earlier where earlier.gate_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.gate_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.gate_transitions
        (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.gate_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.gate_current head where head.gate_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.gate_close(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.gate_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('gate'::text, $1);
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
      outcome := case when cardinality(given) = 1 then public.gate_create(waiting.entity, given[1],
          waiting.actor, waiting.request_id) else outcome end;
    when 'open' then
      outcome := case when cardinality(given) = 0 then public.gate_open(waiting.entity,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'close' then
      outcome := case when cardinality(given) = 0 then public.gate_close(waiting.entity,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine gate: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'gate' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('gate', 'ff81eb8214b9b771', 2, clock_timestamp(), E'{"name":"gate","label":"gate","fingerprint":"ff81eb8214b9b771","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"closed","label":"closed","stored":"closed","initial":true,"final":false,"enter":[],"leave":[]},{"name":"opened","label":"opened","stored":"opened","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"place","type":"text","optional":false,"column":"place"}],"serialize_by":[]},{"name":"open","label":"open","stored":"open","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"place","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"open","from":"closed","target":"to","to":"opened","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"opened","target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"closed","arrow":0},{"event":"open","from":"closed","to":"opened","arrow":1},{"event":"close","from":"opened","to":"closed","arrow":2}],"ignores":[{"event":"open","state":"opened"}],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.gate_current","transitions":"public.gate_transitions","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{gate_current,gate_transitions,gate_moves,gate_state}''::text[], ''{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.gate_current'')::oid, to_regclass(''public.gate_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.gate_current where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\nfrom public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771() order by sort_key","in_state":"select gate_id, state, sort_key, since from public.gate_current\\nwhere state = $1::text and (since, gate_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.gate_model_2_ff81eb8214b9b771() order by since, gate_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select gate_id, state, sort_key, since from public.gate_current\\n    where state < $1::text and (state, since, gate_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, gate_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select gate_id, state, sort_key, since from public.gate_current\\n    where (state, since, gate_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, gate_id limit $8::bigint\\n  ) after\\n) others where public.gate_model_2_ff81eb8214b9b771() order by state, since, gate_id limit $8::bigint","count_by_state":"select state, count(*) from public.gate_current where public.gate_model_2_ff81eb8214b9b771() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\\nfrom public.gate_transitions where gate_id = $1::text and public.gate_model_2_ff81eb8214b9b771()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.gate_fire_deferred($1::bigint, $2::text) where public.gate_model_2_ff81eb8214b9b771()"},"fire":{"create":"select public.gate_create($1::text, $2::text, $3::text, $4::text) where public.gate_model_2_ff81eb8214b9b771()","open":"select public.gate_open($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()","close":"select public.gate_close($1::text, $2::text, $3::text, $4::integer) where public.gate_model_2_ff81eb8214b9b771()"}},"diagram":"digraph \\"gate\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_gate\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>gate</b><!--gate-->>;\\n    \\"gate.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"gate.closed\\" [label=<closed<!--gate.closed-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"gate.opened\\" [label=<opened<!--gate.opened-->>, class=\\"state\\"];\\n    \\"gate.\\" -> \\"gate.closed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"gate.closed\\" -> \\"gate.opened\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>open<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"open\\", labeltooltip=\\"open\\"];\\n    \\"gate.closed\\" -> \\"gate.opened\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>close<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"close\\", labeltooltip=\\"close\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('gate'::text, 'public'::text, '{gate_current,gate_transitions,gate_moves,gate_state}'::text[], '{gate_model_2_ff81eb8214b9b771,gate_is_free,gate_create,gate_create_many,gate_open,gate_open_many,gate_close,gate_close_many,gate_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
