-- Written by pawl from emitting.fsm. Do not edit: change emitting.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f emitting.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply emitting.postgres.sql --db=...
-- Requires schema 3
-- Deploys shipment bab3669245c0be0d
-- Deploys notice e84cd1e53b63631e

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

-- What whoever applies this must be able to grant; all that he may not is told together.
do $pawl$
declare
  lacking text;
begin
  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),
      'public.shipments', current_user) into lacking
    from (values ('references', 'id')) needed (right_on, of_column)
    where not has_column_privilege('public.shipments', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'public.shipments', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'shipment'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant references (id) on public.shipments to pawl_owner;
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

-- shipment ----------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('shipment'::text, 'public.shipments'::text);
call public.pawl_begin_machine('shipment'::text, 'bab3669245c0be0d'::text, 'public'::text,
  '{shipment_current,shipment_transitions,shipment_moves,shipment_state,shipment_current_state_since,shipment_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[]);
call public.pawl_accept_programs('shipment'::text, 'bab3669245c0be0d'::text, 2::integer, 'public'::text);
call public.pawl_refuse_key_type('shipment'::text, 'public.shipments'::text, 'id'::text, 'bigint'::text);
create table if not exists public.shipment_current (
  shipment_id bigint primary key
    constraint shipment_current_parent references public.shipments (id),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.shipment_transitions (
  shipment_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  weight integer,
  note text collate "C",
  price numeric,
  due_at timestamptz,
  tag uuid,
  form json,
  scan bytea,
  parcels bigint,
  fragile boolean,
  primary key (shipment_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.shipment_current_state_since') is null then
    create index shipment_current_state_since on public.shipment_current (state, since);
  end if;
  if to_regclass('public.shipment_transitions_request') is null then
    create unique index shipment_transitions_request on public.shipment_transitions (shipment_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.shipment_moves as select * from (values
  ('create', '', 'announced'),
  ('weigh', 'announced', 'announced'),
  ('deliver', 'announced', 'delivered')
) move (event, from_state, to_state);

create or replace view public.shipment_state as
  select shipment_id, state, sort_key, since from public.shipment_current;

call public.pawl_refuse_writes_to(array['public.shipment_current', 'public.shipment_transitions']::regclass[]);
grant select on public.shipment_current, public.shipment_transitions, public.shipment_moves, public.shipment_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('shipment'::text, 'public.shipment_current'::text);
call public.pawl_add_is_free('shipment'::text, 'public'::text);

comment on table public.shipment_current is 'Shipment
Every move goes to a topic: to one of its own, and to one that its creation names.
One row for each: where it is.';
call public.pawl_describe('public'::text, 'shipment'::text, 'shipment_transitions'::text);

create or replace function public.shipment_create(id bigint, weight integer, note text default null, price numeric default null, due_at timestamptz default null, tag uuid default null, form json default null, scan bytea default null, parcels bigint default null, fragile boolean default null, actor text default null,
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
  if $1 is null
     or $2 is null
     or $4 in ('NaN', 'Infinity', '-Infinity')
     or length(translate($4::text, '-.', '')) > 1000
     or $5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or not public.pawl_json_fits($7::json)
     or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, weight; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.shipment_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.shipment_current head on head.shipment_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $12 is not null then
        select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $12;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.weight is not distinct from $2
              and earlier.note is not distinct from $3
              and earlier.price is not distinct from $4
              and earlier.due_at is not distinct from $5
              and earlier.tag is not distinct from $6
              and earlier.form::text is not distinct from $7::text
              and earlier.scan is not distinct from $8
              and earlier.parcels is not distinct from $9
              and earlier.fragile is not distinct from $10 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: shipment was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.shipment_current (shipment_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'shipment_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'shipment_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.shipments first, with that key as id')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into public.shipment_transitions
    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,
      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $12,
      'shipments."v1"', 'bab3669245c0be0d',
      ('{"weight":' || $2::text
        || ',"note":' || coalesce(to_json($3)::text, 'null')
        || ',"price":' || coalesce('"' || $4::text || '"', 'null')
        || ',"due_at":' || coalesce('"' || public.pawl_json_time($5) || '"', 'null')
        || ',"tag":' || coalesce('"' || $6::text || '"', 'null')
        || ',"form":' || coalesce($7::text, 'null')
        || ',"scan":' || coalesce('"' || translate(encode($8, 'base64'), E'\n', '') || '"', 'null')
        || ',"parcels":' || coalesce($9::text, 'null')
        || ',"fragile":' || coalesce($10::text, 'null') || '}')::json;
  return outcome;
end
$pawl$;
comment on function public.shipment_create(bigint, integer, text, numeric, timestamptz, uuid, json, bytea, bigint, boolean, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[])$pawl$)) then
    drop function public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.shipment_create_many(id bigint[], weight integer[], note text[] default null, price numeric[] default null, due_at timestamptz[] default null, tag uuid[] default null, form json[] default null, scan bytea[] default null, parcels bigint[] default null, fragile boolean[] default null, actor text default null,
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
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $14 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($7), cardinality($8), cardinality($9), cardinality($10), cardinality($12), cardinality($13)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.request_id = '' or octet_length(given.request_id) > 255
                or given.v1 is null
                or given.v3 in ('NaN', 'Infinity', '-Infinity')
                or length(translate(given.v3::text, '-.', '')) > 1000
                or given.v4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
                or not public.pawl_json_fits(given.v6::json)
                or octet_length($11) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.shipment_current head where head.shipment_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and earlier.weight is not distinct from given.v1
                and earlier.note is not distinct from given.v2
                and earlier.price is not distinct from given.v3
                and earlier.due_at is not distinct from given.v4
                and earlier.tag is not distinct from given.v5
                and earlier.form::text is not distinct from given.v6::text
                and earlier.scan is not distinct from given.v7
                and earlier.parcels is not distinct from given.v8
                and earlier.fragile is not distinct from given.v9 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.shipment_transitions earlier where earlier.shipment_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.shipment_current (shipment_id, state, sort_key, since)
        select judged.id, 'announced', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id
      ), history as (
        insert into public.shipment_transitions
          (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)
        select given.id, 10, 'create', '', 'announced', given.moment,
            coalesce(given.own_actor, (select coalesce($11, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9
          from judged given where given.verdict = 'OK'
      )
      , outbox as (
        insert into public.pawl_outbox
          (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
           topic, fingerprint, parameters)
        select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
            outcome.sort_key, 'create', outcome.from_state, outcome.to_state, given.request_id,
            'shipments."v1"', 'bab3669245c0be0d',
            ('{"weight":' || given.v1::text
              || ',"note":' || coalesce(to_json(given.v2)::text, 'null')
              || ',"price":' || coalesce('"' || given.v3::text || '"', 'null')
              || ',"due_at":' || coalesce('"' || public.pawl_json_time(given.v4) || '"', 'null')
              || ',"tag":' || coalesce('"' || given.v5::text || '"', 'null')
              || ',"form":' || coalesce(given.v6::text, 'null')
              || ',"scan":' || coalesce('"' || translate(encode(given.v7, 'base64'), E'\n', '') || '"', 'null')
              || ',"parcels":' || coalesce(given.v8::text, 'null')
              || ',"fragile":' || coalesce(given.v9::text, 'null') || '}')::json
          from judged given cross join lateral (select given.moment as created_at, 10 as sort_key,
            '' as from_state, 'announced' as to_state) outcome
          where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'announced', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome
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
      select given.number, public.shipment_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, coalesce(given.own_actor, $11), given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13) with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.shipment_weigh(id bigint, weight integer, actor text default null,
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
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, weight; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $4 is null and $5 is null then
    update public.shipment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'announced')) move (from_state, to_state)
      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $4 is null then
    update public.shipment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'announced')) move (from_state, to_state)
      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end and head.sort_key = $5
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.shipment_current head where head.shipment_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if $4 is not null then
      select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'weigh'
            and earlier.weight is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $5 is not null then
      if outcome.sort_key <> $5 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'announced' then 'announced'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'weigh' || ' is not allowed in ' || outcome.from_state || '; public.shipment_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.shipment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.shipment_transitions
    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)
  values ($1, outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,
      outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, $4,
      'shipments."v1"', 'bab3669245c0be0d',
      ('{"weight":' || $2::text || '}')::json;
  return outcome;
end
$pawl$;
comment on function public.shipment_weigh(bigint, integer, text, text, integer) is 'weigh';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.shipment_weigh_many(bigint[], integer[], text, text[], integer[])$pawl$)) then
    drop function public.shipment_weigh_many(bigint[], integer[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.shipment_weigh_many(id bigint[], weight integer[], actor text default null,
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
  busy bigint[];
begin
  if $7 then
    with judged as (
      update public.shipment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,
              unnest($5) as expected, unnest($6) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'announced' then 'announced'
              end as next_state
                from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) head
            where (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or given.v1 is null
            or octet_length($3) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.shipment_transitions earlier
            where earlier.shipment_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)
      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          ('{"weight":' || given.v1::text || '}')::json
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from public.shipment_weigh_many(array(select others.id from others order by others.turn),
                array(select others.v1 from others order by others.turn), $3,
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
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $7 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $7 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.shipment_current head where head.shipment_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v1 is null
              or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) then 'OK'
          end as precondition
        from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'announced'
          end as next_state
              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'weigh'
              and earlier.weight is not distinct from given.v1 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.shipment_transitions earlier where earlier.shipment_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.v1, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.v1, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'announced' then 'announced'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)
      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          ('{"weight":' || given.v1::text || '}')::json
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'weigh' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v1 is null
              or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'announced'
          end as next_state
              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'weigh'
              and earlier.weight is not distinct from given.v1 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.shipment_transitions earlier where earlier.shipment_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)
      select given.id, given.sort_key + 10, 'weigh', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          ('{"weight":' || given.v1::text || '}')::json
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, weight; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'weigh' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.shipment_current head where head.shipment_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.shipment_weigh(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.shipment_deliver(id bigint, actor text default null,
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
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update public.shipment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'delivered')) move (from_state, to_state)
      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update public.shipment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'delivered')) move (from_state, to_state)
      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.shipment_current head where head.shipment_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);
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
      when 'announced' then 'delivered'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'deliver' || ' is not allowed in ' || outcome.from_state || '; public.shipment_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.shipment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.shipment_transitions
    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,
      outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, $3,
      'shipments."v1"', 'bab3669245c0be0d',
      '{}';
  return outcome;
end
$pawl$;
comment on function public.shipment_deliver(bigint, text, text, integer) is 'deliver';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.shipment_deliver_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.shipment_deliver_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.shipment_deliver_many(id bigint[], actor text default null,
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
  busy bigint[];
begin
  if $6 then
    with judged as (
      update public.shipment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'announced' then 'delivered'
              end as next_state
                from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) head
            where (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.shipment_transitions earlier
            where earlier.shipment_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          '{}'
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
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
              from public.shipment_deliver_many(array(select others.id from others order by others.turn), $2,
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
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.shipment_current head where head.shipment_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.shipment_current head where head.shipment_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'delivered'
          end as next_state
              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.shipment_transitions earlier where earlier.shipment_id = given.id
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
              when 'announced' then 'delivered'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          '{}'
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'delivered'
          end as next_state
              from public.shipment_current head where head.shipment_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.shipment_transitions earlier where earlier.shipment_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.shipment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.shipment_transitions
        (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    , outbox as (
      insert into public.pawl_outbox
        (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
         topic, fingerprint, parameters)
      select hashtextextended(given.id::text, 0) & 63, outcome.created_at, 'shipment', given.id::text,
          outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, given.request_id,
          'shipments."v1"', 'bab3669245c0be0d',
          '{}'
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome
        where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; public.shipment_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.shipment_current head where head.shipment_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.shipment_deliver(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.shipment_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('shipment'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine shipment: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 9 then public.shipment_create(waiting.entity::bigint, given[1]::integer, given[2], given[3]::numeric, timestamptz 'epoch' + (given[4]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[4]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[5]::uuid, given[6]::json, decode(given[7], 'hex'), given[8]::bigint, given[9]::integer <> 0,
          waiting.actor, waiting.request_id) else outcome end;
    when 'weigh' then
      outcome := case when cardinality(given) = 1 then public.shipment_weigh(waiting.entity::bigint, given[1]::integer,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'deliver' then
      outcome := case when cardinality(given) = 0 then public.shipment_deliver(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine shipment: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'shipment' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('shipment', 'bab3669245c0be0d', 2, clock_timestamp(), E'{"name":"shipment","label":"Shipment","fingerprint":"bab3669245c0be0d","doc":"Every move goes to a topic: to one of its own, and to one that its creation names.","key_type":"bigint","entity":{"table":"shipments","column":"id"},"storage":"head","initial_is_implicit":false,"emit_topic":"shipments.\\"v1\\"","states":[{"name":"announced","label":"announced","stored":"announced","initial":true,"final":false,"enter":[],"leave":[]},{"name":"delivered","label":"delivered","stored":"delivered","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"weight","type":"int","optional":false,"column":"weight"},{"name":"note","type":"text","optional":true,"column":"note"},{"name":"price","type":"numeric","optional":true,"column":"price"},{"name":"due_at","type":"timestamp","optional":true,"column":"due_at"},{"name":"tag","type":"uuid","optional":true,"column":"tag"},{"name":"form","type":"json","optional":true,"column":"form"},{"name":"scan","type":"bytes","optional":true,"column":"scan"},{"name":"parcels","type":"bigint","optional":true,"column":"parcels"},{"name":"fragile","type":"bool","optional":true,"column":"fragile"}],"serialize_by":[]},{"name":"weigh","label":"weigh","stored":"weigh","creation":false,"timer":false,"params":[{"name":"weight","type":"int","optional":false,"column":"weight"}],"serialize_by":[]},{"name":"deliver","label":"deliver","stored":"deliver","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"weight","type":"int"},{"name":"note","type":"text"},{"name":"price","type":"numeric"},{"name":"due_at","type":"timestamp"},{"name":"tag","type":"uuid"},{"name":"form","type":"json"},{"name":"scan","type":"bytes"},{"name":"parcels","type":"bigint"},{"name":"fragile","type":"bool"}],"arrows":[{"event":"create","from":null,"target":"to","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"weigh","from":"announced","target":"stay","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"deliver","from":"announced","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"announced","arrow":0},{"event":"weigh","from":"announced","to":"announced","arrow":1},{"event":"deliver","from":"announced","to":"delivered","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.shipment_current","transitions":"public.shipment_transitions","parent":"public.shipments","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{shipment_current,shipment_transitions,shipment_moves,shipment_state}''::text[], ''{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.shipment_current'')::oid, to_regclass(''public.shipment_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.shipment_current where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d() order by sort_key","in_state":"select shipment_id, state, sort_key, since from public.shipment_current\\nwhere state = $1::text and (since, shipment_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and public.shipment_model_2_bab3669245c0be0d() order by since, shipment_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select shipment_id, state, sort_key, since from public.shipment_current\\n    where state < $1::text and (state, since, shipment_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, shipment_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select shipment_id, state, sort_key, since from public.shipment_current\\n    where (state, since, shipment_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, shipment_id limit $8::bigint\\n  ) after\\n) others where public.shipment_model_2_bab3669245c0be0d() order by state, since, shipment_id limit $8::bigint","count_by_state":"select state, count(*) from public.shipment_current where public.shipment_model_2_bab3669245c0be0d() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_2_bab3669245c0be0d()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.shipment_fire_deferred($1::bigint, $2::text) where public.shipment_model_2_bab3669245c0be0d()"},"fire":{"create":"select public.shipment_create($1::bigint, $2::integer, $3::text, $4::numeric, (timestamptz ''epoch'' + ($5::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($5::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $6::uuid, $7::json, $8::bytea, $9::bigint, $10::boolean, $11::text, $12::text) where public.shipment_model_2_bab3669245c0be0d()","weigh":"select public.shipment_weigh($1::bigint, $2::integer, $3::text, $4::text, $5::integer) where public.shipment_model_2_bab3669245c0be0d()","deliver":"select public.shipment_deliver($1::bigint, $2::text, $3::text, $4::integer) where public.shipment_model_2_bab3669245c0be0d()"}},"diagram":"digraph \\"shipment\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_shipment\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\\"Every move goes to a topic: to one of its own, and to one that its creation names.\\";\\n    \\"shipment.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"shipment.announced\\" [label=<announced<!--shipment.announced-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"shipment.delivered\\" [label=<delivered<!--shipment.delivered-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    {rank=same; \\"shipment.\\"; \\"shipment.announced\\"}\\n    \\"shipment.\\" -> \\"shipment.announced\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"shipment.announced\\" -> \\"shipment.announced\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>weigh<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(stays)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"weigh\\", labeltooltip=\\"weigh\\"];\\n    \\"shipment.announced\\" -> \\"shipment.delivered\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>deliver<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"deliver\\", labeltooltip=\\"deliver\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to delivered </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('shipment'::text, 'public'::text, '{shipment_current,shipment_transitions,shipment_moves,shipment_state}'::text[], '{shipment_model_2_bab3669245c0be0d,shipment_is_free,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

-- notice ------------------------------------------------------------------------------------------

call public.pawl_begin_machine('notice'::text, 'e84cd1e53b63631e'::text, 'public'::text,
  '{notice_current,notice_transitions,notice_moves,notice_state,notice_current_state_since,notice_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[]);
call public.pawl_accept_programs('notice'::text, 'e84cd1e53b63631e'::text, 2::integer, 'public'::text);
create table if not exists public.notice_current (
  notice_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.notice_transitions (
  notice_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  channel text collate "C",
  primary key (notice_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.notice_current_state_since') is null then
    create index notice_current_state_since on public.notice_current (state, since);
  end if;
  if to_regclass('public.notice_transitions_request') is null then
    create unique index notice_transitions_request on public.notice_transitions (notice_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.notice_moves as select * from (values
  ('create', '', 'written'),
  ('show', 'written', 'shown')
) move (event, from_state, to_state);

create or replace view public.notice_state as
  select notice_id, state, sort_key, since from public.notice_current;

call public.pawl_refuse_writes_to(array['public.notice_current', 'public.notice_transitions']::regclass[]);
grant select on public.notice_current, public.notice_transitions, public.notice_moves, public.notice_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('notice'::text, 'public.notice_current'::text);
call public.pawl_add_is_free('notice'::text, 'public'::text);

comment on table public.notice_current is 'Notice
One row for each: where it is.';
call public.pawl_describe('public'::text, 'notice'::text, 'notice_transitions'::text);

create or replace function public.notice_create(id text, channel text default null, actor text default null,
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
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.notice_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.notice_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.notice_model_2_e84cd1e53b63631e())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.notice_current head on head.notice_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from public.notice_transitions made where made.notice_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.channel is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: notice was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'written', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.notice_current (notice_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'notice_current_pkey' then
          raise;
        end if;
    end;
    outcome := null;
  end loop;
  insert into public.notice_transitions
    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,
      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $4,
      begun.topic, 'e84cd1e53b63631e',
      ('{"channel":' || coalesce(to_json($2)::text, 'null') || '}')::json
    from (select creation.channel as topic from public.notice_transitions creation
          where creation.notice_id = $1 and creation.sort_key = 10) begun
    where begun.topic is not null;
  return outcome;
end
$pawl$;
comment on function public.notice_create(text, text, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.notice_create_many(text[], text[], text, text[])$pawl$)) then
    drop function public.notice_create_many(text[], text[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.notice_create_many(id text[], channel text[] default null, actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, public.notice_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.notice_show(id text, actor text default null,
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
    update public.notice_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('written', 'shown')) move (from_state, to_state)
      where head.notice_id = $1 and case when head.state = move.from_state then public.notice_is_free(null::boolean) and public.notice_model_2_e84cd1e53b63631e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update public.notice_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('written', 'shown')) move (from_state, to_state)
      where head.notice_id = $1 and case when head.state = move.from_state then public.notice_is_free(null::boolean) and public.notice_model_2_e84cd1e53b63631e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.notice_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.notice_model_2_e84cd1e53b63631e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.notice_current head where head.notice_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.notice_transitions made where made.notice_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'show' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);
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
      when 'written' then 'shown'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'show' || ' is not allowed in ' || outcome.from_state || '; public.notice_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.notice_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.notice_transitions
    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'show', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,
      outcome.sort_key, 'show', outcome.from_state, outcome.to_state, $3,
      begun.topic, 'e84cd1e53b63631e',
      '{}'
    from (select creation.channel as topic from public.notice_transitions creation
          where creation.notice_id = $1 and creation.sort_key = 10) begun
    where begun.topic is not null;
  return outcome;
end
$pawl$;
comment on function public.notice_show(text, text, text, integer) is 'show';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.notice_show_many(text[], text, text[], integer[])$pawl$)) then
    drop function public.notice_show_many(text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.notice_show_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.notice_current head where head.notice_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.notice_current head where head.notice_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.notice_show(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.notice_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('notice'::text, $1);
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
      outcome := case when cardinality(given) = 1 then public.notice_create(waiting.entity, given[1],
          waiting.actor, waiting.request_id) else outcome end;
    when 'show' then
      outcome := case when cardinality(given) = 0 then public.notice_show(waiting.entity,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine notice: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'notice' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('notice', 'e84cd1e53b63631e', 2, clock_timestamp(), E'{"name":"notice","label":"Notice","fingerprint":"e84cd1e53b63631e","key_type":"text","storage":"head","initial_is_implicit":false,"emit_reference":{"kind":"created","column":"channel","event":"create"},"states":[{"name":"written","label":"written","stored":"written","initial":true,"final":false,"enter":[],"leave":[]},{"name":"shown","label":"shown","stored":"shown","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"channel","type":"text","optional":true,"column":"channel"}],"serialize_by":[]},{"name":"show","label":"show","stored":"show","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"channel","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"written","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"show","from":"written","target":"to","to":"shown","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"written","arrow":0},{"event":"show","from":"written","to":"shown","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.notice_current","transitions":"public.notice_transitions","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{notice_current,notice_transitions,notice_moves,notice_state}''::text[], ''{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.notice_current'')::oid, to_regclass(''public.notice_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.notice_current where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e() order by sort_key","in_state":"select notice_id, state, sort_key, since from public.notice_current\\nwhere state = $1::text and (since, notice_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.notice_model_2_e84cd1e53b63631e() order by since, notice_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select notice_id, state, sort_key, since from public.notice_current\\n    where state < $1::text and (state, since, notice_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, notice_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select notice_id, state, sort_key, since from public.notice_current\\n    where (state, since, notice_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, notice_id limit $8::bigint\\n  ) after\\n) others where public.notice_model_2_e84cd1e53b63631e() order by state, since, notice_id limit $8::bigint","count_by_state":"select state, count(*) from public.notice_current where public.notice_model_2_e84cd1e53b63631e() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_2_e84cd1e53b63631e()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.notice_fire_deferred($1::bigint, $2::text) where public.notice_model_2_e84cd1e53b63631e()"},"fire":{"create":"select public.notice_create($1::text, $2::text, $3::text, $4::text) where public.notice_model_2_e84cd1e53b63631e()","show":"select public.notice_show($1::text, $2::text, $3::text, $4::integer) where public.notice_model_2_e84cd1e53b63631e()"}},"diagram":"digraph \\"notice\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_notice\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Notice</b><!--notice-->>;\\n    \\"notice.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"notice.written\\" [label=<written<!--notice.written-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"notice.shown\\" [label=<shown<!--notice.shown-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"notice.\\" -> \\"notice.written\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"notice.written\\" -> \\"notice.shown\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>show<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"show\\", labeltooltip=\\"show\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to shown </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('notice'::text, 'public'::text, '{notice_current,notice_transitions,notice_moves,notice_state}'::text[], '{notice_model_2_e84cd1e53b63631e,notice_is_free,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
