-- Written by pawl from words.fsm. Do not edit: change words.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables:
--   psql -v ON_ERROR_STOP=1 -f words.postgres.sql

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
grant usage, create on schema "table" to pawl_owner;
grant usage on schema "table" to pawl_app;
grant references ("user") on "table"."order" to pawl_owner;
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

-- current -----------------------------------------------------------------------------------------
-- current

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'current' and fingerprint <> '780841955f4f508e') then
    raise exception 'machine current is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists "table".current_current (
  current_id bigint primary key
    constraint current_current_parent references "table"."order" ("user"),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists current_current_state_since on "table".current_current (state, since);

create table if not exists "table".current_transitions (
  current_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  "select" text collate "C",
  "values" bigint,
  "position" integer,
  found boolean,
  "order" timestamptz,
  "time" text collate "C",
  "offset" bigint,
  "row" integer,
  head boolean,
  "current_date" timestamptz,
  outcome text collate "C",
  raise bigint,
  primary key (current_id, sort_key)
);
create unique index if not exists current_transitions_request
  on "table".current_transitions (current_id, request_id) where request_id is not null;

create or replace view "table".current_moves (event, from_state, to_state) as values
  ('create', '', 'group'),
  ('user', 'group', 'group'),
  ('date', 'group', 'null');

create or replace view "table".current_state as
  select current_id, state, sort_key, since from "table".current_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on "table".current_current
  for each statement execute function public.pawl_refuse_write();
alter table "table".current_current enable always trigger pawl_refuse_write;
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on "table".current_transitions
  for each statement execute function public.pawl_refuse_write();
alter table "table".current_transitions enable always trigger pawl_refuse_write;
grant select on "table".current_current, "table".current_transitions, "table".current_moves, "table".current_state to pawl_app;

comment on table "table".current_current is 'current
One row for each: where it is.';
comment on column "table".current_current.sort_key is 'Of the last move.';
comment on column "table".current_current.since is 'When the last move was made.';
comment on table "table".current_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column "table".current_transitions.from_state is 'Empty for a creation.';
comment on column "table".current_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column "table".current_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view "table".current_state is 'Where each is, to join in queries of one''s own.';
comment on view "table".current_moves is 'How it may move; from_state is empty for a creation.';

-- create
create or replace function "table".current_create(id bigint, "select" text, "values" bigint, "position" integer, found boolean, "order" timestamptz, actor text default null,
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
     or $3 is null
     or $4 is null
     or $5 is null
     or $6 is null
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $8 = '' or octet_length($8) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from "table".current_current head where head.current_id = $1;
    if found then
      if $8 is not null then
        select case when earlier.event = 'create'
            and earlier."select" is not distinct from $2
            and earlier."values" is not distinct from $3
            and earlier."position" is not distinct from $4
            and earlier.found is not distinct from $5
            and earlier."order" is not distinct from $6
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from "table".current_transitions earlier where earlier.current_id = $1 and earlier.request_id = $8;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: current was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'group', 10, clock_timestamp(), null, null);
    begin
      insert into "table".current_current (current_id, state, sort_key, since)
      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'current_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'current_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;
    end;
  end loop;
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "select", "values", "position", found, "order")
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);
  return outcome;
end
$pawl$;
revoke all on function "table".current_create(bigint, text, bigint, integer, boolean, timestamptz, text, text) from public;
grant execute on function "table".current_create(bigint, text, bigint, integer, boolean, timestamptz, text, text) to pawl_app;
comment on function "table".current_create(bigint, text, bigint, integer, boolean, timestamptz, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function "table".current_create_many(id bigint[], "select" text[], "values" bigint[], "position" integer[], found boolean[], "order" timestamptz[], actor text default null,
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
            or given.v1 is null
            or given.v2 is null
            or given.v3 is null
            or given.v4 is null
            or given.v5 is null
            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $3, $4, $5, $6, $8)
          with ordinality given (id, v1, v2, v3, v4, v5, request_id, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($5) <> cardinality($1)
     or cardinality($6) <> cardinality($1)
     or cardinality($8) <> cardinality($1)
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
                and earlier."select" is not distinct from given.v1
                and earlier."values" is not distinct from given.v2
                and earlier."position" is not distinct from given.v3
                and earlier.found is not distinct from given.v4
                and earlier."order" is not distinct from given.v5 as is_same,
              'group'::text as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $3, $4, $5, $6, $8)
          with ordinality given (id, v1, v2, v3, v4, v5, request_id, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from "table".current_current head
                               where head.current_id = given.id offset 0) head on true
            left join lateral (select earlier.* from "table".current_transitions earlier
                               where earlier.current_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      insert into "table".current_current (current_id, state, sort_key, since)
      select judged.id, judged.next_state, judged.next_sort_key, judged.now
        from judged where judged.verdict = 'MOVES' order by judged.id
    ),
    history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "select", "values", "position", found, "order")
      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,
          (select coalesce($7, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5
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
      select given.number, "table".current_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, $7, given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $8)
          with ordinality given (id, v1, v2, v3, v4, v5, request_id, number)
          order by given.id) given
    )
    select (made.outcome).* from made order by made.number;
end
$pawl$;
revoke all on function "table".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[]) from public;
grant execute on function "table".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[]) to pawl_app;

-- user
create or replace function "table"."current_user"(id bigint, "time" text default null, "offset" bigint default null, "row" integer default null, head boolean default null, "current_date" timestamptz default null, actor text default null,
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
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $8 = '' or octet_length($8) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from "table".current_current head where head.current_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $8 is not null then
    select case when earlier.event = 'user'
        and earlier."time" is not distinct from $2
        and earlier."offset" is not distinct from $3
        and earlier."row" is not distinct from $4
        and earlier.head is not distinct from $5
        and earlier."current_date" is not distinct from $6
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from "table".current_transitions earlier where earlier.current_id = $1 and earlier.request_id = $8;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $9 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'group' then 'group'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
  values ($1, outcome.sort_key, 'user', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);
  update "table".current_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.current_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function "table"."current_user"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) from public;
grant execute on function "table"."current_user"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) to pawl_app;
comment on function "table"."current_user"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) is 'user';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function "table".current_user_many(id bigint[], "time" text[] default null, "offset" bigint[] default null, "row" integer[] default null, head boolean[] default null, "current_date" timestamptz[] default null, actor text default null,
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
            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $3, $4, $5, $6, $8, $9)
          with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($5) <> cardinality($1)
     or cardinality($6) <> cardinality($1)
     or cardinality($8) <> cardinality($1)
     or cardinality($9) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from "table".current_current head
                        where head.current_id = given.id for no key update) head;
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
              earlier.event = 'user'
                and earlier."time" is not distinct from given.v1
                and earlier."offset" is not distinct from given.v2
                and earlier."row" is not distinct from given.v3
                and earlier.head is not distinct from given.v4
                and earlier."current_date" is not distinct from given.v5 as is_same,
              case head.state
                when 'group' then 'group'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $3, $4, $5, $6, $8, $9)
          with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from "table".current_current head
                               where head.current_id = given.id offset 0) head on true
            left join lateral (select earlier.* from "table".current_transitions earlier
                               where earlier.current_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update "table".current_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
      select judged.id, judged.next_sort_key, 'user', judged.state, judged.next_state, judged.now,
          (select coalesce($7, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5
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
revoke all on function "table".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[]) from public;
grant execute on function "table".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[]) to pawl_app;

-- date
create or replace function "table"."current_date"(id bigint, outcome text, raise bigint, "order" timestamptz, actor text default null,
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
     or $2 is null
     or $4 is null
     or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $6 = '' or octet_length($6) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from "table".current_current head where head.current_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $6 is not null then
    select case when earlier.event = 'date'
        and earlier.outcome is not distinct from $2
        and earlier.raise is not distinct from $3
        and earlier."order" is not distinct from $4
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from "table".current_transitions earlier where earlier.current_id = $1 and earlier.request_id = $6;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $7 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'group' then 'null'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
  values ($1, outcome.sort_key, 'date', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($5, session_user), $6, $2, $3, $4);
  update "table".current_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.current_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function "table"."current_date"(bigint, text, bigint, timestamptz, text, text, integer) from public;
grant execute on function "table"."current_date"(bigint, text, bigint, timestamptz, text, text, integer) to pawl_app;
comment on function "table"."current_date"(bigint, text, bigint, timestamptz, text, text, integer) is 'date';

-- The same for many at once: arrays of one length, an answer for each in their order.
create or replace function "table".current_date_many(id bigint[], outcome text[], raise bigint[], "order" timestamptz[], actor text default null,
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
            or given.v1 is null
            or given.v3 is null
            or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or given.request_id = '' or octet_length(given.request_id) > 255)
        from unnest($1, $2, $3, $4, $6, $7)
          with ordinality given (id, v1, v2, v3, request_id, expected, number))
     or cardinality($2) <> cardinality($1)
     or cardinality($3) <> cardinality($1)
     or cardinality($4) <> cardinality($1)
     or cardinality($6) <> cardinality($1)
     or cardinality($7) <> cardinality($1)
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  perform from (select given.id from unnest($1) given (id) order by given.id) given
    cross join lateral (select from "table".current_current head
                        where head.current_id = given.id for no key update) head;
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
              earlier.event = 'date'
                and earlier.outcome is not distinct from given.v1
                and earlier.raise is not distinct from given.v2
                and earlier."order" is not distinct from given.v3 as is_same,
              case head.state
                when 'group' then 'null'
              end as next_state,
              coalesce(head.sort_key, 0) + 10 as next_sort_key,
              greatest(clock_timestamp(), head.since) as now
            from unnest($1, $2, $3, $4, $6, $7)
          with ordinality given (id, v1, v2, v3, request_id, expected, number)
            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                               from "table".current_current head
                               where head.current_id = given.id offset 0) head on true
            left join lateral (select earlier.* from "table".current_transitions earlier
                               where earlier.current_id = given.id
                                 and earlier.request_id = given.request_id offset 0) earlier
              on given.request_id is not null
            offset 0
        ) found
    ),
    heads as (
      update "table".current_current head
        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
    ),
    history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
      select judged.id, judged.next_sort_key, 'date', judged.state, judged.next_state, judged.now,
          (select coalesce($5, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3
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
revoke all on function "table".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[]) from public;
grant execute on function "table".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[]) to pawl_app;

insert into public.pawl_machines (machine, fingerprint, abi)
values ('current', '780841955f4f508e', 1) on conflict do nothing;

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
