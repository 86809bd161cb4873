-- Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables:
--   psql -v ON_ERROR_STOP=1 -f hooks.postgres.sql

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
grant usage, create on schema bank to pawl_owner;
grant usage on schema bank to pawl_app;
grant references (number) on bank.transfers to pawl_owner;
grant select (number), update (state) on bank.transfers to pawl_owner;
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

-- transfer ----------------------------------------------------------------------------------------
-- Money on its way
-- Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
-- leaving, after the commit; and a mirrored column.

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'transfer' and fingerprint <> 'a02ccc6c104b5992') then
    raise exception 'machine transfer is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists bank.transfer_current (
  transfer_id bigint primary key
    constraint transfer_current_parent references bank.transfers (number),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists transfer_current_state_since on bank.transfer_current (state, since);

create table if not exists bank.transfer_transitions (
  transfer_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  payer text collate "C",
  amount bigint,
  expires timestamptz,
  note text collate "C",
  reason text collate "C",
  primary key (transfer_id, sort_key)
);
create unique index if not exists transfer_transitions_request
  on bank.transfer_transitions (transfer_id, request_id) where request_id is not null;

create or replace view bank.transfer_moves (event, from_state, to_state) as values
  ('create', '', 'pending'),
  ('create', '', 'waiting'),
  ('import', '', 'waiting'),
  ('accept', 'pending', 'done'),
  ('accept', 'pending', 'waiting'),
  ('accept', 'pending', 'failed'),
  ('delete', 'pending', 'failed'),
  ('delete', 'waiting', 'failed'),
  ('wait', 'pending', 'waiting'),
  ('try_again', 'waiting', 'pending'),
  ('ship', 'waiting', 'done'),
  ('touch', 'waiting', 'waiting'),
  ('look', 'waiting', 'waiting');

create or replace view bank.transfer_state as
  select transfer_id, state, sort_key, since from bank.transfer_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on bank.transfer_current
  for each statement execute function public.pawl_refuse_write();
alter table bank.transfer_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on bank.transfer_transitions
  for each statement execute function public.pawl_refuse_write();
alter table bank.transfer_transitions enable always trigger pawl_refuse_write;
grant select on bank.transfer_current, bank.transfer_transitions, bank.transfer_moves, bank.transfer_state to pawl_app;

comment on table bank.transfer_current is 'Money on its way
Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
leaving, after the commit; and a mirrored column.
One row for each: where it is.';
comment on column bank.transfer_current.sort_key is 'Of the last move.';
comment on column bank.transfer_current.since is 'When the last move was made.';
comment on table bank.transfer_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column bank.transfer_transitions.from_state is 'Empty for a creation.';
comment on column bank.transfer_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column bank.transfer_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view bank.transfer_state is 'Where each is, to join in queries of one''s own.';
comment on view bank.transfer_moves is 'How it may move; from_state is empty for a creation.';

-- Guards and effects are only called by the functions of events. Their tables are those of bank.
set local search_path = pg_catalog, bank, pg_temp;

-- guard has_funds
-- Is there enough money?
-- It is looked up anew each time.
create or replace function bank.transfer_guard_has_funds(bigint, text) returns boolean
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
select balance >= $1 from accounts where id = $2
;
end;
revoke all on function bank.transfer_guard_has_funds(bigint, text) from public;
do $pawl$
begin
  execute 'explain select balance >= $1 from accounts where id = $2'
    using null::bigint, null::text;
exception when insufficient_privilege then
  raise warning 'guard has_funds of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- guard in_time
create or replace function bank.transfer_guard_in_time(timestamptz, timestamptz) returns boolean
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
select $1 is null or $1 > $2
;
end;
revoke all on function bank.transfer_guard_in_time(timestamptz, timestamptz) from public;
do $pawl$
begin
  execute 'explain select $1 is null or $1 > $2'
    using null::timestamptz, null::timestamptz;
exception when insufficient_privilege then
  raise warning 'guard in_time of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- guard is_open
create or replace function bank.transfer_guard_is_open(text, bigint) returns boolean
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
select is_open from accounts where id = $1 and $2 > 0 and ':id' <> '$1'
;
end;
revoke all on function bank.transfer_guard_is_open(text, bigint) from public;
do $pawl$
begin
  execute 'explain select is_open from accounts where id = $1 and $2 > 0 and '':id'' <> ''$1'''
    using null::text, null::bigint;
exception when insufficient_privilege then
  raise warning 'guard is_open of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- guard is_small
create or replace function bank.transfer_guard_is_small(bigint) returns boolean
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
select $1 <= 1000 -- in cents
;
end;
revoke all on function bank.transfer_guard_is_small(bigint) from public;
do $pawl$
begin
  execute 'explain select $1 <= 1000 -- in cents'
    using null::bigint;
exception when insufficient_privilege then
  raise warning 'guard is_small of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- effect annotate
create or replace function bank.transfer_effect_annotate(bigint, text) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
    insert into notes (id, note)
    select $1, coalesce($2, 'none') || ', now ' || state from transfer_current where transfer_id = $1;
  
;
end;
revoke all on function bank.transfer_effect_annotate(bigint, text) from public;
do $pawl$
begin
  execute 'explain     insert into notes (id, note)
    select $1, coalesce($2, ''none'') || '', now '' || state from transfer_current where transfer_id = $1;
  '
    using null::bigint, null::text;
exception when insufficient_privilege then
  raise warning 'effect annotate of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- effect entered
create or replace function bank.transfer_effect_entered(bigint) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
insert into notes (id, note) values ($1, 'entered')
;
end;
revoke all on function bank.transfer_effect_entered(bigint) from public;
do $pawl$
begin
  execute 'explain insert into notes (id, note) values ($1, ''entered'')'
    using null::bigint;
exception when insufficient_privilege then
  raise warning 'effect entered of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- effect left
create or replace function bank.transfer_effect_left(bigint) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
insert into notes (id, note) values ($1, 'left')
;
end;
revoke all on function bank.transfer_effect_left(bigint) from public;
do $pawl$
begin
  execute 'explain insert into notes (id, note) values ($1, ''left'')'
    using null::bigint;
exception when insufficient_privilege then
  raise warning 'effect left of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- effect take
create or replace function bank.transfer_effect_take(bigint, text) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
    update accounts set balance = balance - $1
    where id = $2 -- "at once" 
;
end;
revoke all on function bank.transfer_effect_take(bigint, text) from public;
do $pawl$
begin
  execute 'explain     update accounts set balance = balance - $1
    where id = $2 -- "at once" '
    using null::bigint, null::text;
exception when insufficient_privilege then
  raise warning 'effect take of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

-- create
create or replace function bank.transfer_create(id bigint, payer text, amount bigint, expires timestamptz default null, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  violated text;
  moment timestamptz;
  guard_is_small text; -- its answer: '1' passes, '0' refuses, '-' null
begin
  if $1 is null
     or $2 is null
     or $3 is null
     or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $6 = '' or octet_length($6) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from bank.transfer_current head where head.transfer_id = $1;
    if found then
      if $6 is not null then
        select case when earlier.event = 'create'
            and earlier.payer is not distinct from $2
            and earlier.amount is not distinct from $3
            and earlier.expires is not distinct from $4
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $6;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: transfer was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome.from_state := '';
    moment := clock_timestamp();
    guard_is_small := coalesce(guard_is_small, case bank.transfer_guard_is_small($3)
      when true then '1' when false then '0' else '-' end);
    if guard_is_small = '1' then
      outcome.to_state := 'pending';
      outcome.move := 1;
    else
      outcome.guard := concat_ws(', ', outcome.guard, 'is_small');
    end if;
    if outcome.to_state is null then
      if bank.transfer_guard_is_open($2, $3) then
        guard_is_small := coalesce(guard_is_small, case bank.transfer_guard_is_small($3)
          when true then '1' when false then '0' else '-' end);
        if guard_is_small = '0' then
          outcome.to_state := 'waiting';
          outcome.move := 2;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'not is_small');
        end if;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'is_open');
      end if;
    end if;
    if outcome.to_state is null then
      outcome.status := 'REFUSED';
      return outcome;
    end if;
    outcome := row('OK', '', outcome.to_state, 10, moment, null, outcome.move);
    begin
      insert into bank.transfer_current (transfer_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($5, session_user), $6, $2, $3, $4);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  if outcome.move = 1 then
    perform bank.transfer_effect_entered($1);
  end if;
  if outcome.move = 2 then
    perform bank.transfer_effect_entered($1);
    perform bank.transfer_effect_entered($1);
  end if;
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_create(bigint, text, bigint, timestamptz, text, text) from public;
grant execute on function bank.transfer_create(bigint, text, bigint, timestamptz, text, text) to pawl_app;
comment on function bank.transfer_create(bigint, text, bigint, timestamptz, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_create_many(id bigint[], payer text[], amount bigint[], expires timestamptz[] default null, actor text default null,
  request_id text[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.v1 is null
            or given.v2 is null
            or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $3, $4, $6)
          with ordinality given (id, v1, v2, v3, request_id, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($6) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, bank.transfer_create(given.id, given.v1, given.v2, given.v3, $5, given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $4, $6)
          with ordinality given (id, v1, v2, v3, request_id, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[]) from public;
grant execute on function bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[]) to pawl_app;

-- import
create or replace function bank.transfer_import(id bigint, amount bigint, actor text default null,
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
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from bank.transfer_current head where head.transfer_id = $1;
    if found then
      if $4 is not null then
        select case when earlier.event = 'import'
            and earlier.amount is not distinct from $2
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $4;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: transfer was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'waiting', 10, clock_timestamp(), null, 1);
    begin
      insert into bank.transfer_current (transfer_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount)
  values ($1, outcome.sort_key, 'import', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  perform bank.transfer_effect_entered($1);
  perform bank.transfer_effect_entered($1);
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_import(bigint, bigint, text, text) from public;
grant execute on function bank.transfer_import(bigint, bigint, text, text) to pawl_app;
comment on function bank.transfer_import(bigint, bigint, text, text) is 'import';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_import_many(id bigint[], amount bigint[], actor text default null,
  request_id text[] default null)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
begin
  if (select count(*) <> count(distinct given.id) -- each entity once
          or bool_or(given.id is null
            or given.v1 is null
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
  return query
    with made as materialized (
      select given.number, bank.transfer_import(given.id, given.v1, $3, given.request_id) as outcome
        from (select * from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_import_many(bigint[], bigint[], text, text[]) from public;
grant execute on function bank.transfer_import_many(bigint[], bigint[], text, text[]) to pawl_app;

-- accept
create or replace function bank.transfer_accept(id bigint, note text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  created record;
  moment timestamptz;
  guard_has_funds text; -- its answer: '1' passes, '0' refuses, '-' null
begin
  if $1 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  if $6 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'suspicious';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'accept'
        and earlier.note is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  if $6 = '?' and outcome.from_state in ('pending') then -- the caller asks guards in C, and calls again
    outcome.status := 'ASK';
    return outcome;
  end if;
  select creation.payer, creation.amount, creation.expires into created
    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'pending' then
      guard_has_funds := coalesce(guard_has_funds, case bank.transfer_guard_has_funds(created.amount, created.payer)
        when true then '1' when false then '0' else '-' end);
      if guard_has_funds = '1' then
        if bank.transfer_guard_in_time(created.expires, moment) then
          if substr($6, 6, 1) = '0' then -- not suspicious
            outcome.to_state := 'done';
            outcome.move := 1;
          else
            outcome.guard := concat_ws(', ', outcome.guard, 'not suspicious');
          end if;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'in_time');
        end if;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
      end if;
      if outcome.to_state is null then
        guard_has_funds := coalesce(guard_has_funds, case bank.transfer_guard_has_funds(created.amount, created.payer)
          when true then '1' when false then '0' else '-' end);
        if guard_has_funds = '1' then
          if substr($6, 1, 1) = '1' then -- checked
            outcome.to_state := 'waiting';
            outcome.move := 2;
          else
            outcome.guard := concat_ws(', ', outcome.guard, 'checked');
          end if;
        elsif ('has_funds' = any (string_to_array(outcome.guard, ', '))) is not true then
          outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
        end if;
      end if;
      if outcome.to_state is null then
        guard_has_funds := coalesce(guard_has_funds, case bank.transfer_guard_has_funds(created.amount, created.payer)
          when true then '1' when false then '0' else '-' end);
        if guard_has_funds = '0' then
          outcome.to_state := 'failed';
          outcome.move := 3;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'not has_funds');
        end if;
      end if;
    else null;
  end case;
  if outcome.from_state in ('waiting') then
    outcome.status := 'IGNORED';
    return outcome;
  end if;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    return outcome;
  end if;
  outcome.guard := null; -- of a move that was tried before
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, note)
  values ($1, outcome.sort_key, 'accept', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending' then
      if outcome.move = 1 then
        perform bank.transfer_effect_left($1);
        perform bank.transfer_effect_take(created.amount, created.payer);
        perform bank.transfer_effect_annotate($1, $2);
      end if;
      if outcome.move = 2 then
        perform bank.transfer_effect_entered($1);
      end if;
      if outcome.move = 3 then
        perform bank.transfer_effect_left($1);
      end if;
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_accept(bigint, text, text, text, integer, text) from public;
grant execute on function bank.transfer_accept(bigint, text, text, text, integer, text) to pawl_app;
comment on function bank.transfer_accept(bigint, text, text, text, integer, text) is 'accept';

-- delete
create or replace function bank.transfer_delete(id bigint, reason text, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
begin
  if $1 is null
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  if $6 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'notify';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'delete'
        and earlier.reason is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  case outcome.from_state
    when 'pending', 'waiting' then
      outcome.to_state := 'failed';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  values ($1, outcome.sort_key, 'delete', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending', 'waiting' then
      perform bank.transfer_effect_left($1);
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_delete(bigint, text, text, text, integer, text) from public;
grant execute on function bank.transfer_delete(bigint, text, text, text, integer, text) to pawl_app;
comment on function bank.transfer_delete(bigint, text, text, text, integer, text) is 'delete';

-- wait
create or replace function bank.transfer_wait(id bigint, actor text default null,
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'wait'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  case outcome.from_state
    when 'pending' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'wait', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending' then
      perform bank.transfer_effect_entered($1);
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_wait(bigint, text, text, integer) from public;
grant execute on function bank.transfer_wait(bigint, text, text, integer) to pawl_app;
comment on function bank.transfer_wait(bigint, text, text, integer) is 'wait';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_wait_many(id bigint[], actor text default null,
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
  return query
    with made as materialized (
      select given.number, bank.transfer_wait(given.id, $2, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_wait_many(bigint[], text, text[], integer[]) from public;
grant execute on function bank.transfer_wait_many(bigint[], text, text[], integer[]) to pawl_app;

-- try again
create or replace function bank.transfer_try_again(id bigint, actor text default null,
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'try_again'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'waiting' then 'pending'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'try_again', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_try_again(bigint, text, text, integer) from public;
grant execute on function bank.transfer_try_again(bigint, text, text, integer) to pawl_app;
comment on function bank.transfer_try_again(bigint, text, text, integer) is 'try again';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_try_again_many(id bigint[], actor text default null,
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
  return query
    with made as materialized (
      select given.number, bank.transfer_try_again(given.id, $2, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_try_again_many(bigint[], text, text[], integer[]) from public;
grant execute on function bank.transfer_try_again_many(bigint[], text, text[], integer[]) to pawl_app;

-- ship
create or replace function bank.transfer_ship(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  created record;
  moment timestamptz;
begin
  if $1 is null
     or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'ship'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  select creation.payer, creation.amount into created
    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'waiting' then
      if bank.transfer_guard_has_funds(created.amount, created.payer) then
        outcome.to_state := 'done';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'ship', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'waiting' then
      perform bank.transfer_effect_left($1);
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_ship(bigint, text, text, integer) from public;
grant execute on function bank.transfer_ship(bigint, text, text, integer) to pawl_app;
comment on function bank.transfer_ship(bigint, text, text, integer) is 'ship';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_ship_many(id bigint[], actor text default null,
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
  return query
    with made as materialized (
      select given.number, bank.transfer_ship(given.id, $2, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_ship_many(bigint[], text, text[], integer[]) from public;
grant execute on function bank.transfer_ship_many(bigint[], text, text[], integer[]) to pawl_app;

-- touch
create or replace function bank.transfer_touch(id bigint, actor text default null,
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'touch'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  case outcome.from_state
    when 'waiting' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'touch', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'waiting' then
      perform bank.transfer_effect_entered($1);
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_touch(bigint, text, text, integer) from public;
grant execute on function bank.transfer_touch(bigint, text, text, integer) to pawl_app;
comment on function bank.transfer_touch(bigint, text, text, integer) is 'touch';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function bank.transfer_touch_many(id bigint[], actor text default null,
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
  return query
    with made as materialized (
      select given.number, bank.transfer_touch(given.id, $2, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function bank.transfer_touch_many(bigint[], text, text[], integer[]) from public;
grant execute on function bank.transfer_touch_many(bigint[], text, text[], integer[]) to pawl_app;

-- look
create or replace function bank.transfer_look(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
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
  if $5 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'notify';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'look'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from bank.transfer_transitions earlier where earlier.transfer_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  case outcome.from_state
    when 'waiting' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'look', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfer_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.transfer_id = $1;
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function bank.transfer_look(bigint, text, text, integer, text) from public;
grant execute on function bank.transfer_look(bigint, text, text, integer, text) to pawl_app;
comment on function bank.transfer_look(bigint, text, text, integer, text) is 'look';

insert into public.pawl_machines (machine, fingerprint, abi)
values ('transfer', 'a02ccc6c104b5992', 1) on conflict do nothing;

-- stock -------------------------------------------------------------------------------------------
-- stock
-- All of it in SQL, so that no program is needed.

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'stock' and fingerprint <> 'a2ac4c567aa02dfd') then
    raise exception 'machine stock is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists public.stock_current (
  stock_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists stock_current_state_since on public.stock_current (state, since);

create table if not exists public.stock_transitions (
  stock_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  quantity integer,
  primary key (stock_id, sort_key)
);
create unique index if not exists stock_transitions_request
  on public.stock_transitions (stock_id, request_id) where request_id is not null;

create or replace view public.stock_moves (event, from_state, to_state) as values
  ('create', '', 'available'),
  ('take', 'available', 'available'),
  ('take', 'available', 'sold_out'),
  ('close', 'available', 'sold_out');

create or replace view public.stock_state as
  select stock_id, state, sort_key, since from public.stock_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.stock_current
  for each statement execute function public.pawl_refuse_write();
alter table public.stock_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.stock_transitions
  for each statement execute function public.pawl_refuse_write();
alter table public.stock_transitions enable always trigger pawl_refuse_write;
grant select on public.stock_current, public.stock_transitions, public.stock_moves, public.stock_state to pawl_app;

comment on table public.stock_current is 'stock
All of it in SQL, so that no program is needed.
One row for each: where it is.';
comment on column public.stock_current.sort_key is 'Of the last move.';
comment on column public.stock_current.since is 'When the last move was made.';
comment on table public.stock_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column public.stock_transitions.from_state is 'Empty for a creation.';
comment on column public.stock_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column public.stock_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view public.stock_state is 'Where each is, to join in queries of one''s own.';
comment on view public.stock_moves is 'How it may move; from_state is empty for a creation.';

-- Guards and effects are only called by the functions of events. Their tables are those of public.
set local search_path = pg_catalog, public, pg_temp;

-- guard is_left
create or replace function public.stock_guard_is_left(integer, text) returns boolean
language sql volatile set search_path = pg_catalog, public, pg_temp
begin atomic
select coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2
;
end;
revoke all on function public.stock_guard_is_left(integer, text) from public;
do $pawl$
begin
  execute 'explain select coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2'
    using null::integer, null::text;
exception when insufficient_privilege then
  raise warning 'guard is_left of machine stock cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

-- effect count
create or replace function public.stock_effect_count(text, integer) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
begin atomic
insert into stock_levels (item, quantity) values ($1, -$2)
;
end;
revoke all on function public.stock_effect_count(text, integer) from public;
do $pawl$
begin
  execute 'explain insert into stock_levels (item, quantity) values ($1, -$2)'
    using null::text, null::integer;
exception when insufficient_privilege then
  raise warning 'effect count of machine stock cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant select on TABLE to pawl_owner, or what it needs.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

-- create
create or replace function public.stock_create(id text, quantity integer, actor text default null,
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
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from public.stock_current head where head.stock_id = $1;
    if found then
      if $4 is not null then
        select case when earlier.event = 'create'
            and earlier.quantity is not distinct from $2
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from public.stock_transitions earlier where earlier.stock_id = $1 and earlier.request_id = $4;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: stock was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'available', 10, clock_timestamp(), null, null);
    begin
      insert into public.stock_current (stock_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'stock_current_pkey' then
          raise;
        end if;
    end;
  end loop;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
revoke all on function public.stock_create(text, integer, text, text) from public;
grant execute on function public.stock_create(text, integer, text, text) to pawl_app;
comment on function public.stock_create(text, integer, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.stock_create_many(id text[], quantity integer[], actor text default null,
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
            or given.v1 is null
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
              earlier.event = 'create'
                and earlier.quantity is not distinct from given.v1 as is_same,
              'available'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.stock_current head
                               where head.stock_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.stock_transitions earlier
                               where earlier.stock_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into public.stock_current (stock_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id collate "C"
    ),
    history as (
      insert into public.stock_transitions
        (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,
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
      select given.number, public.stock_create(given.id, given.v1, $3, given.request_id) as outcome
        from (select * from unnest($1, $2, $4)
          with ordinality given (id, v1, request_id, number)
          order by given.id collate "C") given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function public.stock_create_many(text[], integer[], text, text[]) from public;
grant execute on function public.stock_create_many(text[], integer[], text, text[]) to pawl_app;

-- take
create or replace function public.stock_take(id text, quantity integer, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  moment timestamptz;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.stock_current head where head.stock_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'take'
        and earlier.quantity is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.stock_transitions earlier where earlier.stock_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'available' then
      if public.stock_guard_is_left($2, $1) then
        outcome.to_state := 'available';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'is_left');
      end if;
      if outcome.to_state is null then
        outcome.to_state := 'sold_out';
        outcome.move := 2;
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    return outcome;
  end if;
  outcome.guard := null; -- of a move that was tried before
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'take', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update public.stock_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.stock_id = $1;
  case outcome.from_state
    when 'available' then
      if outcome.move = 1 then
        perform public.stock_effect_count($1, $2);
      end if;
    else null;
  end case;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.stock_take(text, integer, text, text, integer) from public;
grant execute on function public.stock_take(text, integer, text, text, integer) to pawl_app;
comment on function public.stock_take(text, integer, text, text, integer) is 'take';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.stock_take_many(id text[], quantity integer[], actor text default null,
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
            or given.v1 is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($5) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, public.stock_take(given.id, given.v1, $3, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number)
          order by given.id collate "C") given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function public.stock_take_many(text[], integer[], text, text[], integer[]) from public;
grant execute on function public.stock_take_many(text[], integer[], text, text[], integer[]) to pawl_app;

-- close
create or replace function public.stock_close(id text, quantity integer, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  said public.pawl_outcome;
  moment timestamptz;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.stock_current head where head.stock_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'close'
        and earlier.quantity is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.stock_transitions earlier where earlier.stock_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'available' then
      if not public.stock_guard_is_left($2, $1) then
        outcome.to_state := 'sold_out';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'not is_left');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update public.stock_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.stock_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.stock_close(text, integer, text, text, integer) from public;
grant execute on function public.stock_close(text, integer, text, text, integer) to pawl_app;
comment on function public.stock_close(text, integer, text, text, integer) is 'close';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.stock_close_many(id text[], quantity integer[], actor text default null,
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
            or given.v1 is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($5) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, public.stock_close(given.id, given.v1, $3, given.request_id, given.expected) as outcome
        from (select * from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number)
          order by given.id collate "C") given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function public.stock_close_many(text[], integer[], text, text[], integer[]) from public;
grant execute on function public.stock_close_many(text[], integer[], text, text[], integer[]) to pawl_app;

insert into public.pawl_machines (machine, fingerprint, abi)
values ('stock', 'a2ac4c567aa02dfd', 1) on conflict do nothing;

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
