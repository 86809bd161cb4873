-- Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables:
--   psql -v ON_ERROR_STOP=1 -f several.postgres.sql

begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;

-- Shared by all machines --------------------------------------------------------------------------
-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what applications get.

do $pawl$
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
end
$pawl$;
do $pawl$
begin
  -- roles belong to the whole cluster: another database may be creating them at this moment
  if not exists (select from pg_roles where rolname = 'pawl_owner') then
    begin
      create role pawl_owner nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_app') then
    begin
      create role pawl_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  -- to make what pawl_owner is to own, a login that is no superuser must be its member meanwhile
  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);
  if not (select rolsuper from pg_roles where rolname = current_user)
     and not pg_has_role(current_user, 'pawl_owner', 'usage') then
    execute format('grant pawl_owner to %I', current_user);
    perform set_config('pawl.joined_owner', 'yes', true);
  end if;
end
$pawl$;

grant usage, create on schema public to pawl_owner;
grant usage on schema public to pawl_app;
grant usage, create on schema depot to pawl_owner;
grant usage on schema depot to pawl_app;
grant references (number) on depot.parcels to pawl_owner;
set local role pawl_owner;

-- the versions of each machine that programs may count on
create table if not exists public.pawl_machines (
  machine     text collate "C" not null,
  fingerprint text collate "C" not null,
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  primary key (machine, fingerprint)
);
grant select on public.pawl_machines to pawl_app;

-- what the function of an event answers, for a refusal, too
do $pawl$
begin
  if to_regtype('public.pawl_outcome') is null then
    create type public.pawl_outcome as (
      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,
                              -- EXISTS, CONFLICT, REUSED, MISUSE; ASK: libpawl asks guards in C
      from_state text,        -- of a refusal: where the entity is
      to_state   text,        -- null for a refusal
      sort_key   integer,     -- of a refusal: of the last move
      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier one
      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has
      move       integer      -- which of the event's moves from that state, as they are tried, where
                              -- one of them has a guard or an effect
    );
  end if;
end
$pawl$;

-- No search_path of its own, which would cost each move: so every name here is written in full.
create or replace function public.pawl_refuse_write() returns trigger
language plpgsql
as $pawl$
begin
  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then
    return null; -- of a trigger for each statement, nobody looks at it
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$pawl$;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.pawl_machines
  for each statement execute function public.pawl_refuse_write();
alter table public.pawl_machines enable always trigger pawl_refuse_write;

-- parcel ------------------------------------------------------------------------------------------
-- Parcel
-- A parcel on its way, with more states than fit side by side.

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'parcel' and fingerprint <> 'b2c3b1ad683b421e') then
    raise exception 'machine parcel is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists depot.parcel_current (
  parcel_id bigint primary key
    constraint parcel_current_parent references depot.parcels (number),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists parcel_current_state_since on depot.parcel_current (state, since);

create table if not exists depot.parcel_transitions (
  parcel_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  weight_grams integer,
  primary key (parcel_id, sort_key)
);
create unique index if not exists parcel_transitions_request
  on depot.parcel_transitions (parcel_id, request_id) where request_id is not null;

create or replace view depot.parcel_moves (event, from_state, to_state) as values
  ('announce', '', 'announced'),
  ('find', '', 'in_depot'),
  ('return', 'in_depot', 'going_back'),
  ('return', 'on_tour', 'going_back'),
  ('collect', 'announced', 'collected'),
  ('withdraw', 'announced', 'withdrawn'),
  ('arrive', 'collected', 'in_depot'),
  ('lose', 'collected', 'lost'),
  ('lose', 'in_depot', 'lost'),
  ('lose', 'on_tour', 'lost'),
  ('lose', 'going_back', 'lost'),
  ('scan', 'in_depot', 'in_depot'),
  ('load', 'in_depot', 'on_tour'),
  ('deliver', 'on_tour', 'delivered'),
  ('miss', 'on_tour', 'at_shop'),
  ('refuse_it', 'on_tour', 'going_back'),
  ('fetch', 'at_shop', 'delivered'),
  ('expire', 'at_shop', 'going_back'),
  ('hand_over', 'going_back', 'returned'),
  ('find_again', 'lost', 'in_depot'),
  ('write_off', 'lost', 'written_off');

create or replace view depot.parcel_state as
  select parcel_id, state, sort_key, since from depot.parcel_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on depot.parcel_current
  for each statement execute function public.pawl_refuse_write();
alter table depot.parcel_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on depot.parcel_transitions
  for each statement execute function public.pawl_refuse_write();
alter table depot.parcel_transitions enable always trigger pawl_refuse_write;
grant select on depot.parcel_current, depot.parcel_transitions, depot.parcel_moves, depot.parcel_state to pawl_app;

comment on table depot.parcel_current is 'Parcel
A parcel on its way, with more states than fit side by side.
One row for each: where it is.';
comment on column depot.parcel_current.sort_key is 'Of the last move.';
comment on column depot.parcel_current.since is 'When the last move was made.';
comment on table depot.parcel_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column depot.parcel_transitions.from_state is 'Empty for a creation.';
comment on column depot.parcel_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column depot.parcel_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view depot.parcel_state is 'Where each is, to join in queries of one''s own.';
comment on view depot.parcel_moves is 'How it may move; from_state is empty for a creation.';

-- Sender announces it
create or replace function depot.parcel_announce(id bigint, weight_grams integer default null, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  violated text;
begin
  if $1 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from depot.parcel_current head where head.parcel_id = $1;
    if found then
      if $4 is not null then
        select case when earlier.event = 'announce'
            and earlier.weight_grams is not distinct from $2
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $4;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: parcel was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null);
    begin
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)
  values ($1, outcome.sort_key, 'announce', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_announce(bigint, integer, text, text) from public;
grant execute on function depot.parcel_announce(bigint, integer, text, text) to pawl_app;
comment on function depot.parcel_announce(bigint, integer, text, text) is 'Sender announces it';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_announce_many(id bigint[], weight_grams integer[] default null, actor text default null,
  request_id text[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  outcomes public.pawl_outcome[];
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  begin
    with judged as materialized (
      select found.*, case
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.state is not null then 'EXISTS'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'announce'
                and earlier.weight_grams is not distinct from given.v1 as is_same,
              'announced'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)
      select judged.id, judged.next_sort_key, 'announce', '', judged.next_state, judged.now,
          (select coalesce($3, session_user)), judged.request_id, judged.v1
        from judged where judged.verdict = 'MOVES'
    )
    select array_agg(row(case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then ''
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
        )::public.pawl_outcome order by judged.number) into outcomes from judged;
    return query select * from unnest(outcomes);
    return;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
  return query
    with made as materialized (
      select given.number, depot.parcel_announce(given.id, given.v1, $3, given.request_id) as outcome
        from (select * from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function depot.parcel_announce_many(bigint[], integer[], text, text[]) from public;
grant execute on function depot.parcel_announce_many(bigint[], integer[], text, text[]) to pawl_app;

-- Found without papers
create or replace function depot.parcel_find(id bigint, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  violated text;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from depot.parcel_current head where head.parcel_id = $1;
    if found then
      if $3 is not null then
        select case when earlier.event = 'find'
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: parcel was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'in_depot', 10, clock_timestamp(), null, null);
    begin
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'find', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_find(bigint, text, text) from public;
grant execute on function depot.parcel_find(bigint, text, text) to pawl_app;
comment on function depot.parcel_find(bigint, text, text) is 'Found without papers';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_find_many(id bigint[], actor text default null,
  request_id text[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  outcomes public.pawl_outcome[];
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3)
          with ordinality given (id, request_id, number))
     or cardinality($3) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  begin
    with judged as materialized (
      select found.*, case
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.state is not null then 'EXISTS'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'find' as is_same,
              'in_depot'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3)
          with ordinality given (id, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'find', '', judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select array_agg(row(case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then ''
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
        )::public.pawl_outcome order by judged.number) into outcomes from judged;
    return query select * from unnest(outcomes);
    return;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
  return query
    with made as materialized (
      select given.number, depot.parcel_find(given.id, $2, given.request_id) as outcome
        from (select * from unnest($1, $3)
          with ordinality given (id, request_id, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function depot.parcel_find_many(bigint[], text, text[]) from public;
grant execute on function depot.parcel_find_many(bigint[], text, text[]) to pawl_app;

-- Send it back
create or replace function depot.parcel_return(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'return'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'in_depot' then 'going_back'
    when 'on_tour' then 'going_back'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'return', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_return(bigint, text, text, integer) from public;
grant execute on function depot.parcel_return(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_return(bigint, text, text, integer) is 'Send it back';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_return_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'return' as is_same,
              case head.state
                when 'in_depot' then 'going_back'
                when 'on_tour' then 'going_back'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'return', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_return_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_return_many(bigint[], text, text[], integer[]) to pawl_app;

-- collect
create or replace function depot.parcel_collect(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'collect'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'announced' then 'collected'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'collect', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_collect(bigint, text, text, integer) from public;
grant execute on function depot.parcel_collect(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_collect(bigint, text, text, integer) is 'collect';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_collect_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'collect' as is_same,
              case head.state
                when 'announced' then 'collected'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'collect', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_collect_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_collect_many(bigint[], text, text[], integer[]) to pawl_app;

-- withdraw
create or replace function depot.parcel_withdraw(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'withdraw'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'announced' then 'withdrawn'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'withdraw', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_withdraw(bigint, text, text, integer) from public;
grant execute on function depot.parcel_withdraw(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_withdraw(bigint, text, text, integer) is 'withdraw';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_withdraw_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'withdraw' as is_same,
              case head.state
                when 'announced' then 'withdrawn'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'withdraw', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_withdraw_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_withdraw_many(bigint[], text, text[], integer[]) to pawl_app;

-- arrive
create or replace function depot.parcel_arrive(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'arrive'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'collected' then 'in_depot'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'arrive', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_arrive(bigint, text, text, integer) from public;
grant execute on function depot.parcel_arrive(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_arrive(bigint, text, text, integer) is 'arrive';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_arrive_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'arrive' as is_same,
              case head.state
                when 'collected' then 'in_depot'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'arrive', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_arrive_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_arrive_many(bigint[], text, text[], integer[]) to pawl_app;

-- lose
create or replace function depot.parcel_lose(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'lose'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'collected' then 'lost'
    when 'in_depot' then 'lost'
    when 'on_tour' then 'lost'
    when 'going_back' then 'lost'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'lose', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_lose(bigint, text, text, integer) from public;
grant execute on function depot.parcel_lose(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_lose(bigint, text, text, integer) is 'lose';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_lose_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'lose' as is_same,
              case head.state
                when 'collected' then 'lost'
                when 'in_depot' then 'lost'
                when 'on_tour' then 'lost'
                when 'going_back' then 'lost'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'lose', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_lose_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_lose_many(bigint[], text, text[], integer[]) to pawl_app;

-- scan
create or replace function depot.parcel_scan(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'scan'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'in_depot' then 'in_depot'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'scan', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_scan(bigint, text, text, integer) from public;
grant execute on function depot.parcel_scan(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_scan(bigint, text, text, integer) is 'scan';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_scan_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'scan' as is_same,
              case head.state
                when 'in_depot' then 'in_depot'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'scan', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_scan_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_scan_many(bigint[], text, text[], integer[]) to pawl_app;

-- load
create or replace function depot.parcel_load(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'load'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'in_depot' then 'on_tour'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'load', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_load(bigint, text, text, integer) from public;
grant execute on function depot.parcel_load(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_load(bigint, text, text, integer) is 'load';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_load_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'load' as is_same,
              case head.state
                when 'in_depot' then 'on_tour'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'load', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_load_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_load_many(bigint[], text, text[], integer[]) to pawl_app;

-- deliver
create or replace function depot.parcel_deliver(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'deliver'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'on_tour' then 'delivered'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_deliver(bigint, text, text, integer) from public;
grant execute on function depot.parcel_deliver(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_deliver(bigint, text, text, integer) is 'deliver';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_deliver_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'deliver' as is_same,
              case head.state
                when 'on_tour' then 'delivered'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'deliver', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_deliver_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_deliver_many(bigint[], text, text[], integer[]) to pawl_app;

-- miss
create or replace function depot.parcel_miss(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'miss'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'on_tour' then 'at_shop'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'miss', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_miss(bigint, text, text, integer) from public;
grant execute on function depot.parcel_miss(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_miss(bigint, text, text, integer) is 'miss';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_miss_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'miss' as is_same,
              case head.state
                when 'on_tour' then 'at_shop'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'miss', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_miss_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_miss_many(bigint[], text, text[], integer[]) to pawl_app;

-- refuse it
create or replace function depot.parcel_refuse_it(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'refuse_it'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'on_tour' then 'going_back'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'refuse_it', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_refuse_it(bigint, text, text, integer) from public;
grant execute on function depot.parcel_refuse_it(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_refuse_it(bigint, text, text, integer) is 'refuse it';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_refuse_it_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'refuse_it' as is_same,
              case head.state
                when 'on_tour' then 'going_back'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'refuse_it', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]) to pawl_app;

-- fetch
create or replace function depot.parcel_fetch(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'fetch'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'at_shop' then 'delivered'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'fetch', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_fetch(bigint, text, text, integer) from public;
grant execute on function depot.parcel_fetch(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_fetch(bigint, text, text, integer) is 'fetch';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_fetch_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'fetch' as is_same,
              case head.state
                when 'at_shop' then 'delivered'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'fetch', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_fetch_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_fetch_many(bigint[], text, text[], integer[]) to pawl_app;

-- expire
create or replace function depot.parcel_expire(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'expire'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'at_shop' then 'going_back'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'expire', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_expire(bigint, text, text, integer) from public;
grant execute on function depot.parcel_expire(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_expire(bigint, text, text, integer) is 'expire';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_expire_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'expire' as is_same,
              case head.state
                when 'at_shop' then 'going_back'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'expire', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_expire_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_expire_many(bigint[], text, text[], integer[]) to pawl_app;

-- hand over
create or replace function depot.parcel_hand_over(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'hand_over'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'going_back' then 'returned'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'hand_over', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_hand_over(bigint, text, text, integer) from public;
grant execute on function depot.parcel_hand_over(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_hand_over(bigint, text, text, integer) is 'hand over';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_hand_over_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'hand_over' as is_same,
              case head.state
                when 'going_back' then 'returned'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'hand_over', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_hand_over_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_hand_over_many(bigint[], text, text[], integer[]) to pawl_app;

-- find again
create or replace function depot.parcel_find_again(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'find_again'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'lost' then 'in_depot'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'find_again', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_find_again(bigint, text, text, integer) from public;
grant execute on function depot.parcel_find_again(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_find_again(bigint, text, text, integer) is 'find again';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_find_again_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'find_again' as is_same,
              case head.state
                when 'lost' then 'in_depot'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'find_again', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_find_again_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_find_again_many(bigint[], text, text[], integer[]) to pawl_app;

-- write off
create or replace function depot.parcel_write_off(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from depot.parcel_current head where head.parcel_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'write_off'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'lost' then 'written_off'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'write_off', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update depot.parcel_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.parcel_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function depot.parcel_write_off(bigint, text, text, integer) from public;
grant execute on function depot.parcel_write_off(bigint, text, text, integer) to pawl_app;
comment on function depot.parcel_write_off(bigint, text, text, integer) is 'write off';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function depot.parcel_write_off_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from depot.parcel_current head
                        where head.parcel_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'write_off' as is_same,
              case head.state
                when 'lost' then 'written_off'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from depot.parcel_current head
                               where head.parcel_id = given.id offset 0) head on true
            left join lateral (select earlier.* from depot.parcel_transitions earlier
                               where earlier.parcel_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update depot.parcel_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'write_off', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function depot.parcel_write_off_many(bigint[], text, text[], integer[]) from public;
grant execute on function depot.parcel_write_off_many(bigint[], text, text[], integer[]) to pawl_app;

insert into public.pawl_machines (machine, fingerprint, abi)
values ('parcel', 'b2c3b1ad683b421e', 1) on conflict do nothing;

-- lamp --------------------------------------------------------------------------------------------
-- lamp

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'lamp' and fingerprint <> 'cdeb19242a5a5834') then
    raise exception 'machine lamp is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists public.lamp_current (
  lamp_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists lamp_current_state_since on public.lamp_current (state, since);

create table if not exists public.lamp_transitions (
  lamp_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  primary key (lamp_id, sort_key)
);
create unique index if not exists lamp_transitions_request
  on public.lamp_transitions (lamp_id, request_id) where request_id is not null;

create or replace view public.lamp_moves (event, from_state, to_state) as values
  ('create', '', 'off'),
  ('press', 'off', 'on'),
  ('press', 'on', 'off');

create or replace view public.lamp_state as
  select lamp_id, state, sort_key, since from public.lamp_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.lamp_current
  for each statement execute function public.pawl_refuse_write();
alter table public.lamp_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.lamp_transitions
  for each statement execute function public.pawl_refuse_write();
alter table public.lamp_transitions enable always trigger pawl_refuse_write;
grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app;

comment on table public.lamp_current is 'lamp
One row for each: where it is.';
comment on column public.lamp_current.sort_key is 'Of the last move.';
comment on column public.lamp_current.since is 'When the last move was made.';
comment on table public.lamp_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column public.lamp_transitions.from_state is 'Empty for a creation.';
comment on column public.lamp_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column public.lamp_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view public.lamp_state is 'Where each is, to join in queries of one''s own.';
comment on view public.lamp_moves is 'How it may move; from_state is empty for a creation.';

-- create
create or replace function public.lamp_create(id text, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  violated text;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from public.lamp_current head where head.lamp_id = $1;
    if found then
      if $3 is not null then
        select case when earlier.event = 'create'
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from public.lamp_transitions earlier where earlier.lamp_id = $1 and earlier.request_id = $3;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: lamp was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'off', 10, clock_timestamp(), null, null);
    begin
      insert into public.lamp_current (lamp_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'lamp_current_pkey' then
          raise;
        end if;
    end;
  end loop;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
revoke all on function public.lamp_create(text, text, text) from public;
grant execute on function public.lamp_create(text, text, text) to pawl_app;
comment on function public.lamp_create(text, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.lamp_create_many(id text[], actor text default null,
  request_id text[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  outcomes public.pawl_outcome[];
begin
  if (select count(*) <> count(distinct given.id collate "C") -- each entity once
          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3)
          with ordinality given (id, request_id, number))
     or cardinality($3) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  begin
    with judged as materialized (
      select found.*, case
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.state is not null then 'EXISTS'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'create' as is_same,
              'off'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3)
          with ordinality given (id, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.lamp_current head
                               where head.lamp_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.lamp_transitions earlier
                               where earlier.lamp_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into public.lamp_current (lamp_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id collate "C"
    ),
    history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select array_agg(row(case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then ''
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
        )::public.pawl_outcome order by judged.number) into outcomes from judged;
    return query select * from unnest(outcomes);
    return;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
  return query
    with made as materialized (
      select given.number, public.lamp_create(given.id, $2, given.request_id) as outcome
        from (select * from unnest($1, $3)
          with ordinality given (id, request_id, number)
          order by given.id collate "C") given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function public.lamp_create_many(text[], text, text[]) from public;
grant execute on function public.lamp_create_many(text[], text, text[]) to pawl_app;

-- press
create or replace function public.lamp_press(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.lamp_current head where head.lamp_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'press'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.lamp_transitions earlier where earlier.lamp_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'off' then 'on'
    when 'on' then 'off'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'press', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update public.lamp_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.lamp_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.lamp_press(text, text, text, integer) from public;
grant execute on function public.lamp_press(text, text, text, integer) to pawl_app;
comment on function public.lamp_press(text, text, text, integer) is 'press';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.lamp_press_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id collate "C") -- each entity once
          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number))
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
    cross join lateral (select from public.lamp_current head
                        where head.lamp_id = given.id for no key update) head;
  return query
    with judged as materialized (
      select found.*, case
            when found.state is null then 'NOT_FOUND'
            when found.is_same then 'OK'
            when found.earlier_sort_key is not null then 'REUSED'
            when found.sort_key <> found.expected then 'CONFLICT'
            when found.next_state is null then 'ILLEGAL'
            else 'MOVES'
          end as verdict
        from (
          select given.*, head.state, head.sort_key, head.since, head.place,
              earlier.sort_key as earlier_sort_key,
              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
              earlier.created_at as earlier_created_at,
              earlier.event = 'press' as is_same,
              case head.state
                when 'off' then 'on'
                when 'on' then 'off'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.lamp_current head
                               where head.lamp_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.lamp_transitions earlier
                               where earlier.lamp_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update public.lamp_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'press', judged.state, judged.next_state, judged.now,
          (select coalesce($2, session_user)), judged.request_id
        from judged where judged.verdict = 'MOVES'
    )
    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,
        case when judged.verdict = 'MOVES' then judged.state
          when judged.earlier_sort_key is not null then judged.earlier_from_state
          else judged.state end,
        case when judged.verdict = 'MOVES' then judged.next_state
          when judged.earlier_sort_key is not null then judged.earlier_to_state
          else null end,
        case when judged.verdict = 'MOVES' then judged.next_sort_key
          when judged.earlier_sort_key is not null then judged.earlier_sort_key
          else judged.sort_key end,
        case when judged.verdict = 'MOVES' then judged.now
          when judged.earlier_sort_key is not null then judged.earlier_created_at
          else judged.since end,
        null::text, null::integer
      from judged order by judged.number;
end
$pawl$;
revoke all on function public.lamp_press_many(text[], text, text[], integer[]) from public;
grant execute on function public.lamp_press_many(text[], text, text[], integer[]) to pawl_app;

insert into public.pawl_machines (machine, fingerprint, abi)
values ('lamp', 'cdeb19242a5a5834', 1) on conflict do nothing;

-- Code of others must not run within moves, as the owner of these tables.
do $pawl$
declare
  stranger record;
begin
  for stranger in
    select own.tgrelid::regclass as relation,
        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,
        aclexplode(relation.relacl) acl
      where own.tgfoid = 'public.pawl_refuse_write'::regproc and acl.privilege_type = 'TRIGGER'
        and acl.grantee <> relation.relowner
  loop
    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);
  end loop;
  for stranger in
    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,
        code.proowner::regrole as author
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid
        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal
        join pg_proc code on code.oid = hung.tgfoid
        join pg_roles author on author.oid = code.proowner
      where own.tgfoid = 'public.pawl_refuse_write'::regproc
        and code.proowner <> relation.relowner and not author.rolsuper
    union all
    select 'type public.pawl_outcome', outcome.typowner::regrole
      from pg_type outcome join pg_class relation on relation.oid = 'public.pawl_machines'::regclass
      where outcome.oid = 'public.pawl_outcome'::regtype and outcome.typowner <> relation.relowner
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';
  end loop;
end
$pawl$;

-- what was taken on is given back
do $pawl$
begin
  execute format('set local role %I', current_setting('pawl.applied_by'));
  if current_setting('pawl.joined_owner') = 'yes' then
    execute format('revoke pawl_owner from %I', current_user);
  end if;
end
$pawl$;

commit;
