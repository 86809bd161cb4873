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
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on depot.parcel_transitions
  for each statement execute function public.pawl_refuse_write();
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
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.lamp_transitions
  for each statement execute function public.pawl_refuse_write();
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

insert into public.pawl_machines (machine, fingerprint, abi)
values ('lamp', 'cdeb19242a5a5834', 1) on conflict do nothing;

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
