-- Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables:
--   psql -v ON_ERROR_STOP=1 -f types.postgres.sql

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

-- document ----------------------------------------------------------------------------------------
-- document

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = 'document' and fingerprint <> '93136525d979fc00') then
    raise exception 'machine document is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';
  end if;
end
$pawl$;

create table if not exists public.document_current (
  document_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
create index if not exists document_current_state_since on public.document_current (state, since);

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
create unique index if not exists document_transitions_request
  on public.document_transitions (document_id, request_id) where request_id is not null;

create or replace view public.document_moves (event, from_state, to_state) as values
  ('create', '', 'drafted'),
  ('amend', 'drafted', 'drafted');

create or replace view public.document_state as
  select document_id, state, sort_key, since from public.document_current;

create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.document_current
  for each statement execute function public.pawl_refuse_write();
create or replace trigger pawl_refuse_write
  before insert or update or delete or truncate on public.document_transitions
  for each statement execute function public.pawl_refuse_write();
grant select on public.document_current, public.document_transitions, public.document_moves, public.document_state to pawl_app;

comment on table public.document_current is 'document
One row for each: where it is.';
comment on column public.document_current.sort_key is 'Of the last move.';
comment on column public.document_current.since is 'When the last move was made.';
comment on table public.document_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column public.document_transitions.from_state is 'Empty for a creation.';
comment on column public.document_transitions.actor is 'Who did it: the login, where the caller named nobody.';
comment on column public.document_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view public.document_state is 'Where each is, to join in queries of one''s own.';
comment on view public.document_moves is 'How it may move; from_state is empty for a creation.';

-- create
create or replace function public.document_create(id text, title text, pages integer, size bigint, signed_by_all boolean, due timestamptz, amount numeric, number uuid, content json, image bytea, actor text default null,
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
     or $4 is null
     or $5 is null
     or $6 is null
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $7 is null
     or $7 in ('NaN', 'Infinity', '-Infinity')
     or length(translate($7::text, '-.', '')) > 1000
     or $8 is null
     or $9 is null
     or $10 is null
     or $12 = '' or octet_length($12) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  loop
    -- asked first, because a row that is written in vain costs more
    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome
      from public.document_current head where head.document_id = $1;
    if found then
      if $12 is not null then
        select case when earlier.event = 'create'
            and earlier.title is not distinct from $2
            and earlier.pages is not distinct from $3
            and earlier.size is not distinct from $4
            and earlier.signed_by_all is not distinct from $5
            and earlier.due is not distinct from $6
            and earlier.amount is not distinct from $7
            and earlier.number is not distinct from $8
            and earlier.content::text is not distinct from $9::text
            and earlier.image is not distinct from $10
          then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
          from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;
        if found then
          return said;
        end if;
      end if;
      return outcome;
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: document was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    outcome := row('OK', '', 'drafted', 10, clock_timestamp(), null, null);
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
  end loop;
  insert into public.document_transitions
    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  return outcome;
end
$pawl$;
revoke all on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) from public;
grant execute on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) to pawl_app;
comment on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) is 'create';

-- amend
create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,
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
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or $7 in ('NaN', 'Infinity', '-Infinity')
     or length(translate($7::text, '-.', '')) > 1000
     or $12 = '' or octet_length($12) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select head.state, head.sort_key, head.since
    into outcome.from_state, outcome.sort_key, outcome.created_at
    from public.document_current head where head.document_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  if $12 is not null then
    select case when earlier.event = 'amend'
        and earlier.new_title is not distinct from $2
        and earlier.new_pages is not distinct from $3
        and earlier.new_size is not distinct from $4
        and earlier.new_signed is not distinct from $5
        and earlier.new_due is not distinct from $6
        and earlier.new_amount is not distinct from $7
        and earlier.new_number is not distinct from $8
        and earlier.new_content::text is not distinct from $9::text
        and earlier.new_image is not distinct from $10
      then 'OK' else 'REUSED' end,
      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said
      from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;
    if found then
      return said;
    end if;
  end if;
  if outcome.sort_key <> $13 then
    outcome.status := 'CONFLICT';
    return outcome;
  end if;
  outcome.to_state := case outcome.from_state
    when 'drafted' then 'drafted'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  insert into public.document_transitions
    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  update public.document_current head
    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.document_id = $1;
  outcome.status := 'OK';
  return outcome;
end
$pawl$;
revoke all on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) from public;
grant execute on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) to pawl_app;
comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';

insert into public.pawl_machines (machine, fingerprint, abi)
values ('document', '93136525d979fc00', 1) on conflict do nothing;

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
