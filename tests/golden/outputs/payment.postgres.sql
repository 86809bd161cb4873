-- Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables:
--   psql -v ON_ERROR_STOP=1 -f payment.postgres.sql

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
grant references (id) on public.payments to pawl_owner;
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

-- payment -----------------------------------------------------------------------------------------
-- Bank payment
-- A bank payment, from the moment it is asked for until the money has
-- arrived. The bank answers some time after it has been told.

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'payment' and fingerprint <> 'f7778b177c88b7a5') then
    raise exception 'machine payment is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists public.payment_current (
  payment_id text collate "C" primary key
    constraint payment_current_parent references public.payments (id),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists payment_current_state_since on public.payment_current (state, since);

create table if not exists public.payment_transitions (
  payment_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  amount bigint,
  currency text collate "C",
  submission_id text collate "C",
  reason text collate "C",
  primary key (payment_id, sort_key)
);
create unique index if not exists payment_transitions_request
  on public.payment_transitions (payment_id, request_id) where request_id is not null;

create or replace view public.payment_moves (event, from_state, to_state) as values
  ('create', '', 'pending_submission'),
  ('submit', 'pending_submission', 'submitted'),
  ('confirm', 'submitted', 'paid'),
  ('cancel', 'pending_submission', 'cancelled'),
  ('cancel', 'submitted', 'cancelled');

create or replace view public.payment_state as
  select payment_id, state, sort_key, since from public.payment_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.payment_current
  for each statement execute function public.pawl_refuse_write();
alter table public.payment_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.payment_transitions
  for each statement execute function public.pawl_refuse_write();
alter table public.payment_transitions enable always trigger pawl_refuse_write;
grant select on public.payment_current, public.payment_transitions, public.payment_moves, public.payment_state to pawl_app;

comment on table public.payment_current is 'Bank payment
A bank payment, from the moment it is asked for until the money has
arrived. The bank answers some time after it has been told.
One row for each: where it is.';
comment on column public.payment_current.sort_key is 'Of the last move.';
comment on column public.payment_current.since is 'When the last move was made.';
comment on table public.payment_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column public.payment_transitions.from_state is 'Empty for a creation.';
comment on column public.payment_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column public.payment_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view public.payment_state is 'Where each is, to join in queries of one''s own.';
comment on view public.payment_moves is 'How it may move; from_state is empty for a creation.';

-- Ask for a payment
-- Somebody asks for a payment; nothing has left the house yet.
create or replace function public.payment_create(id text, amount bigint, currency text, actor text default null,
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
     or $3 is null
     or $5 = '' or octet_length($5) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from public.payment_current head where head.payment_id = $1;
    if found then
      if $5 is not null then
        select case when earlier.event = 'create'
            and earlier.amount is not distinct from $2
            and earlier.currency is not distinct from $3
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from public.payment_transitions earlier where earlier.payment_id = $1 and earlier.request_id = $5;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: payment was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'pending_submission', 10, clock_timestamp(), null, null);
    begin
      insert into public.payment_current (payment_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'payment_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'payment_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($4, session_user), $5, $2, $3);
  return outcome;
end
$pawl$;
revoke all on function public.payment_create(text, bigint, text, text, text) from public;
grant execute on function public.payment_create(text, bigint, text, text, text) to pawl_app;
comment on function public.payment_create(text, bigint, text, text, text) is 'Ask for a payment
Somebody asks for a payment; nothing has left the house yet.';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.payment_create_many(id text[], amount bigint[], currency text[], actor text default null,
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
            or given.v2 is null
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $3, $5)
          with ordinality given (id, v1, v2, request_id, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($3) <> cardinality($1)
     or cardinality($5) <> cardinality($1)
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
                and earlier.amount is not distinct from given.v1
                and earlier.currency is not distinct from given.v2 as is_same,
              'pending_submission'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $3, $5)
          with ordinality given (id, v1, v2, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.payment_current head
                               where head.payment_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.payment_transitions earlier
                               where earlier.payment_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into public.payment_current (payment_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id collate "C"
    ),
    history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,
          (select coalesce($4, session_user)), judged.request_id, judged.v1, judged.v2
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
      select given.number, public.payment_create(given.id, given.v1, given.v2, $4, given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $5)
          with ordinality given (id, v1, v2, request_id, number)
          order by given.id collate "C") given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function public.payment_create_many(text[], bigint[], text[], text, text[]) from public;
grant execute on function public.payment_create_many(text[], bigint[], text[], text, text[]) to pawl_app;

-- Send to the bank
-- The bank has taken the payment and named it.
create or replace function public.payment_submit(id text, submission_id text, actor text default null,
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
     or $2 is null
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.payment_current head where head.payment_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'submit'
        and earlier.submission_id is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.payment_transitions earlier where earlier.payment_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'pending_submission' then 'submitted'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
  values ($1, outcome.sort_key, 'submit', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update public.payment_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.payment_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.payment_submit(text, text, text, text, integer) from public;
grant execute on function public.payment_submit(text, text, text, text, integer) to pawl_app;
comment on function public.payment_submit(text, text, text, text, integer) is 'Send to the bank
The bank has taken the payment and named it.';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.payment_submit_many(id text[], submission_id text[], actor text default null,
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
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
    cross join lateral (select from public.payment_current head
                        where head.payment_id = given.id for no key update) head;
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
              earlier.event = 'submit'
                and earlier.submission_id is not distinct from given.v1 as is_same,
              case head.state
                when 'pending_submission' then 'submitted'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.payment_current head
                               where head.payment_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.payment_transitions earlier
                               where earlier.payment_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update public.payment_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
      select judged.id, judged.next_sort_key, 'submit', judged.state, judged.next_state, judged.now,
          (select coalesce($3, session_user)), judged.request_id, judged.v1
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
revoke all on function public.payment_submit_many(text[], text[], text, text[], integer[]) from public;
grant execute on function public.payment_submit_many(text[], text[], text, text[], integer[]) to pawl_app;

-- Bank confirms
-- The bank reports that the money has arrived.
create or replace function public.payment_confirm(id text, actor text default null,
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
    from public.payment_current head where head.payment_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $3 is not null then
    select case when earlier.event = 'confirm'
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.payment_transitions earlier where earlier.payment_id = $1 and earlier.request_id = $3;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $4 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'submitted' then 'paid'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'confirm', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update public.payment_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.payment_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.payment_confirm(text, text, text, integer) from public;
grant execute on function public.payment_confirm(text, text, text, integer) to pawl_app;
comment on function public.payment_confirm(text, text, text, integer) is 'Bank confirms
The bank reports that the money has arrived.';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.payment_confirm_many(id text[], actor text default null,
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
    cross join lateral (select from public.payment_current head
                        where head.payment_id = given.id for no key update) head;
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
              earlier.event = 'confirm' as is_same,
              case head.state
                when 'submitted' then 'paid'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $3, $4)
          with ordinality given (id, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.payment_current head
                               where head.payment_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.payment_transitions earlier
                               where earlier.payment_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update public.payment_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select judged.id, judged.next_sort_key, 'confirm', judged.state, judged.next_state, judged.now,
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
revoke all on function public.payment_confirm_many(text[], text, text[], integer[]) from public;
grant execute on function public.payment_confirm_many(text[], text, text[], integer[]) to pawl_app;

-- Cancel
-- The payment is given up, before or after it was sent.
create or replace function public.payment_cancel(id text, reason text default null, actor text default null,
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
     or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.payment_current head where head.payment_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $4 is not null then
    select case when earlier.event = 'cancel'
        and earlier.reason is not distinct from $2
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.payment_transitions earlier where earlier.payment_id = $1 and earlier.request_id = $4;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $5 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'pending_submission' then 'cancelled'
    when 'submitted' then 'cancelled'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  values ($1, outcome.sort_key, 'cancel', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update public.payment_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.payment_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.payment_cancel(text, text, text, text, integer) from public;
grant execute on function public.payment_cancel(text, text, text, text, integer) to pawl_app;
comment on function public.payment_cancel(text, text, text, text, integer) is 'Cancel
The payment is given up, before or after it was sent.';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function public.payment_cancel_many(id text[], reason text[] default null, actor text default null,
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
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
    cross join lateral (select from public.payment_current head
                        where head.payment_id = given.id for no key update) head;
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
              earlier.event = 'cancel'
                and earlier.reason is not distinct from given.v1 as is_same,
              case head.state
                when 'pending_submission' then 'cancelled'
                when 'submitted' then 'cancelled'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $4, $5)
          with ordinality given (id, v1, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from public.payment_current head
                               where head.payment_id = given.id offset 0) head on true
            left join lateral (select earlier.* from public.payment_transitions earlier
                               where earlier.payment_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update public.payment_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
      select judged.id, judged.next_sort_key, 'cancel', judged.state, judged.next_state, judged.now,
          (select coalesce($3, session_user)), judged.request_id, judged.v1
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
revoke all on function public.payment_cancel_many(text[], text[], text, text[], integer[]) from public;
grant execute on function public.payment_cancel_many(text[], text[], text, text[], integer[]) to pawl_app;

insert into public.pawl_machines (machine, fingerprint, abi)
values ('payment', 'f7778b177c88b7a5', 1) on conflict do nothing;

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
