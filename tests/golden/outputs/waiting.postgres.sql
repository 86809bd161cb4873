-- Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f waiting.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply waiting.postgres.sql --db=...
-- Requires schema 3
-- Deploys damage 918ad85b405458c6
-- Deploys lamp ce9743177eaf643e

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
      'public.damages', current_user) into lacking
    from (values ('references', 'id')) needed (right_on, of_column)
    where not has_column_privilege('public.damages', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'public.damages', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'damage'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant references (id) on public.damages to pawl_owner;
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

-- damage ------------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('damage'::text, 'public.damages'::text);
call public.pawl_begin_machine('damage'::text, '918ad85b405458c6'::text, 'public'::text,
  '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules,damage_current_state_since,damage_transitions_request,damage_pending_due}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}'::text[]);
call public.pawl_accept_programs('damage'::text, '918ad85b405458c6'::text, 2::integer, 'public'::text);
call public.pawl_refuse_key_type('damage'::text, 'public.damages'::text, 'id'::text, 'bigint'::text);
create table if not exists public.damage_current (
  damage_id bigint primary key
    constraint damage_current_parent references public.damages (id),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.damage_transitions (
  damage_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  closes_at timestamptz,
  amount bigint,
  note text collate "C",
  primary key (damage_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.damage_current_state_since') is null then
    create index damage_current_state_since on public.damage_current (state, since);
  end if;
  if to_regclass('public.damage_transitions_request') is null then
    create unique index damage_transitions_request on public.damage_transitions (damage_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.damage_moves as select * from (values
  ('create', '', 'reported'),
  ('assess', 'reported', 'assessed'),
  ('escalate', 'reported', 'assessed'),
  ('remind', 'assessed', 'assessed'),
  ('repeat', 'assessed', 'assessed'),
  ('close', 'assessed', 'closed'),
  ('close', 'transfer', 'closed'),
  ('pay', 'assessed', 'transfer'),
  ('note', 'transfer', 'transfer'),
  ('note', 'confirm', 'confirm'),
  ('paid', 'transfer', 'confirm'),
  ('closed_by_hand', 'confirm', 'closed')
) move (event, from_state, to_state);

create or replace view public.damage_state as
  select damage_id, state, sort_key, since from public.damage_current;

call public.pawl_refuse_writes_to(array['public.damage_current', 'public.damage_transitions']::regclass[]);
grant select on public.damage_current, public.damage_transitions, public.damage_moves, public.damage_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('damage'::text, 'public.damage_current'::text);
call public.pawl_add_is_free('damage'::text, 'public'::text);

comment on table public.damage_current is 'Claim of damages
Timers and work: a claim of damages, with a key that is a number.
One row for each: where it is.';
call public.pawl_describe('public'::text, 'damage'::text, 'damage_transitions'::text);

create table if not exists public.damage_pending (
  damage_id bigint not null,
  declaration text collate "C" not null,
  is_work boolean not null,
  due_at timestamptz not null,
  fence integer not null,
  claim bigint not null default 0,
  attempts integer not null default 0,
  last_error text collate "C",
  parked_at timestamptz,
  is_asleep boolean not null default false,
  primary key (damage_id, declaration)
);
do $pawl$
begin
  -- by which version 2 took a worker for dead whose session was cut
  if exists (select from pg_attribute own where own.attrelid = 'public.damage_pending'::regclass
             and own.attname = 'session' and not own.attisdropped) then
    alter table public.damage_pending drop column session;
  end if;
  if to_regclass('public.damage_pending_due') is null then
    create index damage_pending_due on public.damage_pending (is_work, due_at)
      where parked_at is null and is_asleep = false;
  end if;
end
$pawl$;

create or replace view public.damage_pending_rules as select * from (values
  ('assessed.remind', false, 'remind', interval '60 seconds', interval '86400 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('assessed.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('paying.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('work reported', true, 'escalate', interval '120 seconds', interval '30 seconds', 3, interval '5 seconds', interval '60 seconds'),
  ('work transfer', true, cast(null as text), interval '60 seconds', interval '10 seconds', cast(null as integer), interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);

call public.pawl_refuse_writes_to(array['public.damage_pending']::regclass[]);
grant select on public.damage_pending, public.damage_pending_rules to pawl_app, pawl_operator;

comment on table public.damage_pending is 'Timers that run and work that waits: one row for each.';
comment on column public.damage_pending.due_at is 'For whoever has claimed it: the end of his lease.';
comment on column public.damage_pending.fence is 'The sort_key of the move that began it.';
comment on column public.damage_pending.claim is
  'Grows with each claim, so that of two workers the later one counts.';
comment on column public.damage_pending.parked_at is
  'Put aside, because its attempts are spent: damage_pending_retry brings it back.';
comment on column public.damage_pending.is_asleep is 'The state answers the timer''s event in another way.';
comment on view public.damage_pending_rules is 'How each timer and work is treated.';

-- Guards and effects are only called by the functions of events. Their tables are those of public.
-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is
-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.
set local search_path = pg_catalog, public, pg_temp;
-- Literals get their values now.
set local timezone = 'UTC';
set local timezone_abbreviations = 'Default';
set local datestyle = 'ISO, MDY';
set local intervalstyle = postgres;
set local lc_monetary = 'C';
set local array_nulls = on;
set local xmloption = content;
set local transform_null_equals = off;

-- guard small of machine damage
create or replace function public.damage_guard_small(bigint) returns setof boolean
language sql stable
begin atomic
select $1 < 100
;
end;
revoke all on function public.damage_guard_small(bigint) from public;

set local search_path = pg_catalog, pg_temp;

-- Guards that run code of others, or lock rows, find that code's names as before.
do $pawl$
declare
  guard regprocedure;
begin
  for guard in
    select made.oid from pg_proc made
      where made.oid = any (array[
        'public.damage_guard_small(bigint)']::regprocedure[])
      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'
        or exists (
          select from pg_depend uses
            left join pg_class relation
              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid
            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid
              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))
  loop
    execute format('alter function %s volatile set search_path = pg_catalog, public, pg_temp', guard);
  end loop;
end
$pawl$;

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks('public'::text, '{damage_guard_small}'::text[], array[]::text[], null::text);

set local search_path = pg_catalog, public, pg_temp;
do $pawl$
begin
  perform public.pawl_explain('select $1 < 100'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard small of machine damage cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

create or replace function public.damage_create(id bigint, closes_at timestamptz default null, actor text default null,
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
     or $2 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.damage_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.damage_current head on head.damage_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.closes_at is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: damage was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'reported', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.damage_current (damage_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'damage_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'damage_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.damages first, with that key as id')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  if (outcome.from_state, outcome.to_state) in (('', 'reported')) then
    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'work reported', true, least(clock_timestamp(), outcome.created_at), outcome.sort_key, false);
    perform public.pawl_notify('damage_pending'::text);
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_create(bigint, timestamptz, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_create_many(bigint[], timestamptz[], text, text[])$pawl$)) then
    drop function public.damage_create_many(bigint[], timestamptz[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.damage_create_many(id bigint[], closes_at timestamptz[] default null, actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, public.damage_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_assess(id bigint, amount bigint, note text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $1 is null or $4 is not null or $5 is not null
     or $2 is null
  then
    if $1 is null
       or $2 is null
       or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $5 is null and $6 is null and $7 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('reported', 'assessed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $5 is null and $7 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('reported', 'assessed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $6
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $5, null::text, null::text, null::bigint);
    end if;
    if $5 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $5;
      if found then
        return row(case when earlier.event = 'assess'
            and earlier.amount is not distinct from $2
            and earlier.note is not distinct from $3 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $5, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $6 is not null then
      if outcome.sort_key <> $6 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    if not ($7 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'reported' then 'assessed'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'assess' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note)
  values ($1, outcome.sort_key, 'assess', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($4, session_user), $5, $2, $3);
  if (outcome.from_state, outcome.to_state) in (('reported', 'assessed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('work reported');
    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from (values
            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),
            ('assessed.close', false, (select made.closes_at from public.damage_transitions made
              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)
        where begun.due_at is not null
      on conflict (damage_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
    if (select made.closes_at from public.damage_transitions made
      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then
      perform public.pawl_notify('damage_pending'::text);
    end if;
  end if;
  if not ($7 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($7).declaration and p.fence = ($7).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_assess(bigint, bigint, text, text, text, integer, public.pawl_item) is 'assess';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_assess_many(bigint[], bigint[], text[], text, text[], integer[])$pawl$)) then
    drop function public.damage_assess_many(bigint[], bigint[], text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_assess_many(id bigint[], amount bigint[], note text[] default null, actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_assess(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $3, $5, $6, $7) with ordinality given (id, v1, v2, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_escalate(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('reported', 'assessed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('reported', 'assessed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'escalate' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'reported' then 'assessed'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'escalate' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'escalate', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('reported', 'assessed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('work reported');
    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from (values
            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),
            ('assessed.close', false, (select made.closes_at from public.damage_transitions made
              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)
        where begun.due_at is not null
      on conflict (damage_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
    if (select made.closes_at from public.damage_transitions made
      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then
      perform public.pawl_notify('damage_pending'::text);
    end if;
  end if;
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_escalate(bigint, text, text, integer, public.pawl_item) is 'escalate';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_escalate_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_escalate_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_escalate_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_escalate(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_remind(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  moment timestamptz;
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
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.damage_current head where head.damage_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'remind' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  if not ($5 is null) then
    perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
      and (p.is_work
        or p.declaration in ('assessed.remind'));
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'assessed' then
      if (select passes from public.damage_guard_small($1) passes limit 1) then
        outcome.to_state := 'assessed';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'small');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'remind' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'remind', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if not ($5 is null) then
    delete from public.damage_pending p where p.damage_id = $1 and not p.is_work
      and p.declaration = ($5).declaration and p.fence = ($5).fence;
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_remind(bigint, text, text, integer, public.pawl_item) is 'remind';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_remind_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_remind_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_remind_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 and not repeats then
    if (case when $6 is null then concat('public.damage_current'::regclass, 'public.damage_transitions'::regclass) = '' else public.pawl_in_any_order(array[]::regclass[],
      array['public.damage_guard_small(bigint)']::regprocedure[], '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::name[]) end) then
      with judged as materialized (
        select given.*, asked.guard, case when asked.guard is null then given.precondition else 'REFUSED' end as verdict
          from (
            select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
                when not public.pawl_in_any_order(array[]::regclass[],
                  array['public.damage_guard_small(bigint)']::regprocedure[], '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::name[]) then null
                when given.request_id = '' or octet_length(given.request_id) > 255
                  or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
                when given.id = any (busy) and head.state is not null then 'BUSY'
                when not (earlier.said is null) then 'SAID'
                when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null
                when head.state is null then 'NOT_FOUND'
                when head.sort_key <> given.expected then 'CONFLICT'
                when head.next_state is null then 'ILLEGAL'
                else 'OK'
              end as precondition
            from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
              left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'assessed' then 'assessed'
              end as next_state
                  from public.damage_current head where head.damage_id = given.id offset 0) head on true
              left join lateral (select row(case when earlier.event = 'remind' then 'OK' else 'REUSED' end,
                earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                  from public.damage_transitions earlier where earlier.damage_id = given.id
                    and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null offset 0
          ) given
            cross join lateral (select case when given.precondition = 'OK' then case
              when given.state in ('assessed') then case
                when ((select passes from public.damage_guard_small(given.id) passes limit 1)) is not true then 'small'
                else null end
            end end as guard offset 0) asked
      ), heads as (
        update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
          from judged where judged.verdict = 'OK' and head.ctid = judged.place
      ), history as (
        insert into public.damage_transitions
          (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
        select given.id, given.sort_key + 10, 'remind', given.state, given.next_state, given.moment,
            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, case when given.state in ('assessed') then 1 end, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, given.guard, null,
            case given.verdict when 'ILLEGAL' then 'remind' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
      if is_free then
        return query select * from unnest(outcomes);
        return;
      end if;
    end if;
  end if;
  perform set_config('plan_cache_mode', 'auto', true);
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_remind(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_repeat(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  moment timestamptz;
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
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.damage_current head where head.damage_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'repeat' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  if not ($5 is null) then
    perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'assessed' then
      if (select passes from public.damage_guard_small($1) passes limit 1) then
        outcome.to_state := 'assessed';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'small');
      end if;
      if outcome.to_state is null then
        outcome.to_state := 'assessed';
        outcome.move := 2;
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'repeat' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is' end;
    return outcome;
  end if;
  outcome.guard := null; -- of a move that was tried before
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'repeat', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state, coalesce(outcome.move, 1)) in (('assessed', 'assessed', 2)) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('assessed.close');
    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from (values
            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),
            ('assessed.close', false, (select made.closes_at from public.damage_transitions made
              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)
        where begun.due_at is not null
      on conflict (damage_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
    if (select made.closes_at from public.damage_transitions made
      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then
      perform public.pawl_notify('damage_pending'::text);
    end if;
  end if;
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_repeat(bigint, text, text, integer, public.pawl_item) is 'repeat';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_repeat_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_repeat_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_repeat_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_repeat(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_close(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('assessed', 'closed'), ('transfer', 'closed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('assessed', 'closed'), ('transfer', 'closed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work
          or p.declaration in ('assessed.close', 'paying.close'));
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'assessed' then 'closed'
      when 'transfer' then 'closed'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'close' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('assessed', 'closed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('assessed.remind', 'assessed.close');
  elsif (outcome.from_state, outcome.to_state) in (('transfer', 'closed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('paying.close', 'work transfer');
  end if;
  if not ($5 is null) then
    delete from public.damage_pending p where p.damage_id = $1 and not p.is_work
      and p.declaration = ($5).declaration and p.fence = ($5).fence;
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_close(bigint, text, text, integer, public.pawl_item) is 'close';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_close_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_close_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_close_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
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
      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'assessed' then 'closed'
                when 'transfer' then 'closed'
              end as next_state
                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head
            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.damage_transitions earlier
            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('assessed', 'closed')))) and p.declaration in ('assessed.remind', 'assessed.close')
    )
    , ended_2 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'closed')))) and p.declaration in ('paying.close', 'work transfer')
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
              from public.damage_close_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;
  end if;
  if not repeats then -- a statement changes a row of the queue once
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'assessed' then 'closed'
            when 'transfer' then 'closed'
          end as next_state
              from public.damage_current head where head.damage_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.damage_transitions earlier where earlier.damage_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('assessed', 'closed')))) and p.declaration in ('assessed.remind', 'assessed.close')
    )
    , ended_2 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'closed')))) and p.declaration in ('paying.close', 'work transfer')
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_close(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_pay(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('assessed', 'transfer')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('assessed', 'transfer')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'pay' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'assessed' then 'transfer'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'pay' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'pay', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('assessed', 'transfer')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('assessed.remind', 'assessed.close');
    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'paying.close', false, least(clock_timestamp(), outcome.created_at) + interval '1.500 seconds', outcome.sort_key, false),
        ($1, 'work transfer', true, least(clock_timestamp(), outcome.created_at), outcome.sort_key, false)
      on conflict (damage_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
    perform public.pawl_notify('damage_pending'::text);
  end if;
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_pay(bigint, text, text, integer, public.pawl_item) is 'pay';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_pay_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_pay_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_pay_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_pay(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_note(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('transfer', 'transfer'), ('confirm', 'confirm')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('transfer', 'transfer'), ('confirm', 'confirm')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'transfer' then 'transfer'
      when 'confirm' then 'confirm'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'note' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'note', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_note(bigint, text, text, integer, public.pawl_item) is 'note';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_note_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_note_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_note_many(id bigint[], actor text default null,
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
      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'transfer' then 'transfer'
                when 'confirm' then 'confirm'
              end as next_state
                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head
            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.damage_transitions earlier
            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,
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
              from public.damage_note_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'transfer' then 'transfer'
            when 'confirm' then 'confirm'
          end as next_state
              from public.damage_current head where head.damage_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.damage_transitions earlier where earlier.damage_id = given.id
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
              when 'transfer' then 'transfer'
              when 'confirm' then 'confirm'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'note' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'transfer' then 'transfer'
            when 'confirm' then 'confirm'
          end as next_state
              from public.damage_current head where head.damage_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.damage_transitions earlier where earlier.damage_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'note' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_note(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_paid(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('transfer', 'confirm')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('transfer', 'confirm')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'paid' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'transfer' then 'confirm'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'paid' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'paid', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('transfer', 'confirm')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('work transfer');
    update public.damage_pending p set is_asleep = true
      where p.damage_id = $1 and p.declaration in ('paying.close');
  end if;
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_paid(bigint, text, text, integer, public.pawl_item) is 'paid';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_paid_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_paid_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_paid_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
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
      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'transfer' then 'confirm'
              end as next_state
                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head
            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.damage_transitions earlier
            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'paid', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('work transfer')
    )
    , asleep_1 as (
      update public.damage_pending p set is_asleep = true
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('paying.close')
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
              from public.damage_paid_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;
  end if;
  if not repeats then -- a statement changes a row of the queue once
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'transfer' then 'confirm'
          end as next_state
              from public.damage_current head where head.damage_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'paid' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.damage_transitions earlier where earlier.damage_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'paid', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('work transfer')
    )
    , asleep_1 as (
      update public.damage_pending p set is_asleep = true
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('paying.close')
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'paid' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_paid(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_closed_by_hand(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('confirm', 'closed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('confirm', 'closed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'closed_by_hand' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'confirm' then 'closed'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'closed_by_hand' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'closed_by_hand', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('confirm', 'closed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('paying.close');
  end if;
  if not ($5 is null) then
    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = least(clock_timestamp(), outcome.created_at)
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.damage_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1
        and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.damage_closed_by_hand(bigint, text, text, integer, public.pawl_item) is 'closed by hand';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.damage_closed_by_hand_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function public.damage_closed_by_hand_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.damage_closed_by_hand_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
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
      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'confirm' then 'closed'
              end as next_state
                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head
            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.damage_transitions earlier
            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'closed_by_hand', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('confirm', 'closed')))) and p.declaration in ('paying.close')
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
              from public.damage_closed_by_hand_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;
  end if;
  if not repeats then -- a statement changes a row of the queue once
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'confirm' then 'closed'
          end as next_state
              from public.damage_current head where head.damage_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'closed_by_hand' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.damage_transitions earlier where earlier.damage_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.damage_transitions
        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'closed_by_hand', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.damage_pending p
        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('confirm', 'closed')))) and p.declaration in ('paying.close')
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'closed_by_hand' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.damage_closed_by_hand(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.damage_pending_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id bigint, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old
as $pawl$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  room integer := $1;
  taken integer;
  works boolean;
begin
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception
      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_freezes type_lock
             where type_lock.machine = 'damage' and type_lock.mode is not null
               and (type_lock.until is null or type_lock.until > moment)) then
    return; -- workers leave a frozen machine alone
  end if;
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    return query
      with due as materialized (
        select p.ctid as place from public.damage_pending p
          where p.is_work = works and p.parked_at is null and p.is_asleep = false
            and p.due_at <= moment and public.damage_model_2_918ad85b405458c6()
          order by p.due_at limit room for update skip locked
      ), leased as (
        update public.damage_pending p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` is tried so often, too
            parked_at = case when p.attempts >= rule.attempts
              + case when p.is_work and rule.event is not null then 20 else 0 end
              then moment end,
            last_error = case when p.attempts >= rule.attempts and p.last_error is null
              then 'its workers came to no end' else p.last_error end
          from due, public.damage_pending_rules rule
          where p.ctid = due.place and rule.declaration = p.declaration
          returning p.*, rule.event, rule.attempts as allowed
      )
      select leased.damage_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,
        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),
        leased.parked_at is not null, leased.due_at from leased;
    get diagnostics taken = row_count;
    room := room - taken;
  end loop;
end
$pawl$;
comment on function public.damage_pending_claim(integer, text, interval) is
  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';

create or replace function public.damage_pending_complete(id bigint, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  fired text := $3;
begin
  lock table only public.damage_current in row share mode; -- a later freeze or migration waits
  if fired is null then
    select rule.event into fired from public.damage_pending_rules rule where rule.declaration = ($2).declaration;
  end if;
  case when $2 is null then
    outcome.status := 'MISUSE';
  when fired = 'assess' then
    outcome := public.damage_assess($1, ($4->>'amount')::bigint, ($4->>'note')::text,
      $5, $6, null::integer, $2);
  when fired = 'escalate' then
    outcome := public.damage_escalate($1,
      $5, $6, null::integer, $2);
  when fired = 'remind' then
    outcome := public.damage_remind($1,
      $5, $6, null::integer, $2);
  when fired = 'repeat' then
    outcome := public.damage_repeat($1,
      $5, $6, null::integer, $2);
  when fired = 'close' then
    outcome := public.damage_close($1,
      $5, $6, null::integer, $2);
  when fired = 'pay' then
    outcome := public.damage_pay($1,
      $5, $6, null::integer, $2);
  when fired = 'note' then
    outcome := public.damage_note($1,
      $5, $6, null::integer, $2);
  when fired = 'paid' then
    outcome := public.damage_paid($1,
      $5, $6, null::integer, $2);
  when fired = 'closed_by_hand' then
    outcome := public.damage_closed_by_hand($1,
      $5, $6, null::integer, $2);
  else
    outcome.status := 'MISUSE';
  end case;
  return outcome;
end
$pawl$;
comment on function public.damage_pending_complete(bigint, public.pawl_item, text, jsonb, text, text) is
  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

create or replace function public.damage_pending_not_yet(id bigint, item public.pawl_item, pause interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 < interval '0' or $3 > interval '36525 days' then
    raise exception 'a pause is not less than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.damage_current head where head.damage_id = $1 for no key update;
  update public.damage_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,
      attempts = p.attempts - 1, last_error = null
    from public.damage_pending_rules rule
    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();
  return found;
end
$pawl$;
comment on function public.damage_pending_not_yet(bigint, public.pawl_item, interval) is
  'Tried again later; no attempt is counted. False where the claim is lost.';

create or replace function public.damage_pending_fail(id bigint, item public.pawl_item, error text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from public.damage_current head where head.damage_id = $1 for no key update;
  update public.damage_pending p
    set claim = p.claim + 1, last_error = $3,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      parked_at = case when p.attempts >= rule.attempts
        + case when p.is_work and rule.event is not null then 1 else 0 end
        then clock_timestamp() end,
      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'
        else least(rule.backoff_to,
            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end
    from public.damage_pending_rules rule
    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();
  return found;
end
$pawl$;
comment on function public.damage_pending_fail(bigint, public.pawl_item, text) is
  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';

create or replace function public.damage_pending_extend(id bigint, item public.pawl_item, lease interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception 'a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.damage_current head where head.damage_id = $1 for no key update;
  update public.damage_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.lease)
    from public.damage_pending_rules rule
    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();
  return found;
end
$pawl$;
comment on function public.damage_pending_extend(bigint, public.pawl_item, interval) is
  'The lease begins anew. False where the claim is lost.';

create or replace function public.damage_pending_retry(id bigint, declaration text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from public.damage_current head where head.damage_id = $1 for no key update;
  update public.damage_pending p
    set parked_at = null, due_at = clock_timestamp(), attempts = 0
    where p.damage_id = $1 and p.declaration = $2 and p.parked_at is not null and public.damage_model_2_918ad85b405458c6();
  return found;
end
$pawl$;
revoke all on function public.damage_pending_retry(bigint, text) from public;
grant execute on function public.damage_pending_retry(bigint, text) to pawl_app, pawl_operator;
comment on function public.damage_pending_retry(bigint, text) is
  'What was put aside is due again. False where nothing is.';

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.damage_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('damage'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine damage: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 1 then public.damage_create(waiting.entity::bigint, timestamptz 'epoch' + (given[1]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[1]::bigint % 1000000000000)::float8 * interval '1 microsecond',
          waiting.actor, waiting.request_id) else outcome end;
    when 'assess' then
      outcome := case when cardinality(given) = 2 then public.damage_assess(waiting.entity::bigint, given[1]::bigint, given[2],
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'escalate' then
      outcome := case when cardinality(given) = 0 then public.damage_escalate(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'remind' then
      outcome := case when cardinality(given) = 0 then public.damage_remind(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'repeat' then
      outcome := case when cardinality(given) = 0 then public.damage_repeat(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'close' then
      outcome := case when cardinality(given) = 0 then public.damage_close(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'pay' then
      outcome := case when cardinality(given) = 0 then public.damage_pay(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'note' then
      outcome := case when cardinality(given) = 0 then public.damage_note(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'paid' then
      outcome := case when cardinality(given) = 0 then public.damage_paid(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'closed_by_hand' then
      outcome := case when cardinality(given) = 0 then public.damage_closed_by_hand(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    else
      outcome.detail := 'machine damage: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'damage' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('damage', '918ad85b405458c6', 2, clock_timestamp(), E'{"name":"damage","label":"Claim of damages","fingerprint":"918ad85b405458c6","doc":"Timers and work: a claim of damages, with a key that is a number.","key_type":"bigint","entity":{"table":"damages","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"reported","label":"Reported","stored":"reported","initial":true,"final":false,"enter":[],"leave":[],"work":0},{"name":"assessed","label":"assessed","stored":"assessed","initial":false,"final":false,"enter":[],"leave":[]},{"name":"transfer","label":"transfer","stored":"transfer","initial":false,"final":false,"parent":"paying","enter":[],"leave":[],"work":1},{"name":"confirm","label":"confirm","stored":"confirm","initial":false,"final":false,"parent":"paying","enter":[],"leave":[]},{"name":"closed","label":"closed","stored":"closed","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[{"name":"paying","label":"paying","initial":"transfer","enter":[],"leave":[]}],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"closes_at","type":"timestamp","optional":true,"column":"closes_at"}],"serialize_by":[]},{"name":"assess","label":"assess","stored":"assess","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"escalate","label":"escalate","stored":"escalate","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"remind","label":"remind","stored":"remind","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"repeat","label":"repeat","stored":"repeat","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"note","label":"note","stored":"note","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"paid","label":"paid","stored":"paid","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"closed_by_hand","label":"closed by hand","stored":"closed_by_hand","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"closes_at","type":"timestamp"},{"name":"amount","type":"bigint"},{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"reported","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"assess","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"escalate","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"remind","from":"assessed","target":"stay","to":"assessed","reopens":false,"timer":0,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"stay","to":"assessed","reopens":false,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"same","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"assessed","target":"to","to":"closed","reopens":false,"timer":1,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"assessed","target":"to","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"paying","target":"to","to":"closed","reopens":false,"timer":2,"conditions":[],"do":[],"then":[]},{"event":"note","from":"paying","target":"stay","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"paid","from":"transfer","target":"to","to":"confirm","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"closed_by_hand","from":"confirm","target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"reported","arrow":0},{"event":"assess","from":"reported","to":"assessed","arrow":1},{"event":"escalate","from":"reported","to":"assessed","arrow":2},{"event":"remind","from":"assessed","to":"assessed","arrow":3},{"event":"repeat","from":"assessed","to":"assessed","arrow":4},{"event":"repeat","from":"assessed","to":"assessed","arrow":5},{"event":"close","from":"assessed","to":"closed","arrow":6},{"event":"close","from":"transfer","to":"closed","arrow":8},{"event":"pay","from":"assessed","to":"transfer","arrow":7},{"event":"note","from":"transfer","to":"transfer","arrow":9},{"event":"note","from":"confirm","to":"confirm","arrow":9},{"event":"paid","from":"transfer","to":"confirm","arrow":10},{"event":"closed_by_hand","from":"confirm","to":"closed","arrow":11}],"ignores":[],"timers":[{"event":"remind","place":"assessed","after_ms":1209600000,"every_ms":86400000},{"event":"close","place":"assessed","at":{"kind":"created","column":"closes_at","event":"create"}},{"event":"close","place":"paying","after_ms":1500}],"guards":[{"name":"small","postgres":{"text":"select :id < 100","references":[{"kind":"key","offset":7,"length":3}]},"sqlite":{"text":"select :id < 100","references":[{"kind":"key","offset":7,"length":3}]}}],"effects":[],"works":[{"place":"reported","hook":{"name":"assess_damage"},"lease_ms":120000,"every_ms":30000,"backoff_from_ms":5000,"backoff_to_ms":60000,"attempts":3,"else":"escalate"},{"place":"transfer","hook":{"name":"pay_out"},"lease_ms":60000}],"asserts":[],"scenarios":[],"allows":[{"code":"W015","reason":"most claims have no such day"}],"database":{"dialect":"postgres","current":"public.damage_current","transitions":"public.damage_transitions","pending":"public.damage_pending","parent":"public.damages","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}''::text[], ''{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}''::text[], ''{damage_guard_small}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.damage_current'')::oid, to_regclass(''public.damage_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\n   from public.pawl_objects bound,\\n     (select public.pawl_bound_tables(''public''::text, ''{damage_guard_small}''::text[]) as names) present\\n   where accepted.is_deployed and bound.machine = ''damage''::text and bound.object = ''tables of guards and effects''::text\\n     and bound.definition <> present.names)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.damage_current where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\nfrom public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6() order by sort_key","in_state":"select damage_id, state, sort_key, since from public.damage_current\\nwhere state = $1::text and (since, damage_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and public.damage_model_2_918ad85b405458c6() order by since, damage_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select damage_id, state, sort_key, since from public.damage_current\\n    where state < $1::text and (state, since, damage_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, damage_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select damage_id, state, sort_key, since from public.damage_current\\n    where (state, since, damage_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, damage_id limit $8::bigint\\n  ) after\\n) others where public.damage_model_2_918ad85b405458c6() order by state, since, damage_id limit $8::bigint","count_by_state":"select state, count(*) from public.damage_current where public.damage_model_2_918ad85b405458c6() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\nfrom public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.damage_fire_deferred($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()"},"fire":{"create":"select public.damage_create($1::bigint, (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text, $4::text) where public.damage_model_2_918ad85b405458c6()","assess":"select public.damage_assess($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","escalate":"select public.damage_escalate($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","remind":"select public.damage_remind($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","repeat":"select public.damage_repeat($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","close":"select public.damage_close($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","pay":"select public.damage_pay($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","note":"select public.damage_note($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","paid":"select public.damage_paid($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()","closed_by_hand":"select public.damage_closed_by_hand($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()"},"queue":{"table":"damage_pending","channel":"damage_pending","pending":[{"name":"assessed.remind","is_work":false,"is_of_state":true,"event":"remind","after_us":1209600000000,"lease_us":60000000,"every_us":86400000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"assessed.close","is_work":false,"is_of_state":true,"event":"close","at":{"kind":"created","column":"closes_at","event":"create"},"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"paying.close","is_work":false,"is_of_state":false,"event":"close","after_us":1500000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"---az-"},{"name":"work reported","is_work":true,"is_of_state":true,"event":"escalate","lease_us":120000000,"every_us":30000000,"backoff_from_us":5000000,"backoff_to_us":60000000,"attempts":3,"presence":"-a----","hook":"assess_damage"},{"name":"work transfer","is_work":true,"is_of_state":true,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"presence":"---a--","hook":"pay_out"}],"stays":[{"event":"remind","from":"assessed","alternative":0},{"event":"repeat","from":"assessed","alternative":0},{"event":"note","from":"transfer","alternative":0}],"statements":{"claim":"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\nfrom public.damage_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\nwhere public.damage_model_2_918ad85b405458c6()","next_due":"select due_at from public.damage_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\n  and public.damage_model_2_918ad85b405458c6()\\n  and not exists (select 1 from public.pawl_freezes type_lock\\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\norder by due_at limit 1","not_yet":"select public.damage_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere public.damage_model_2_918ad85b405458c6()","fail":"select public.damage_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.damage_model_2_918ad85b405458c6()","extend":"select public.damage_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere public.damage_model_2_918ad85b405458c6()","retry":"select public.damage_pending_retry($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()"}}},"diagram":"digraph \\"damage\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_damage\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Claim of damages</b><!--damage-->>; tooltip=\\"Timers and work: a claim of damages, with a key that is a number.\\";\\n    \\"damage.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"damage.reported\\" [label=<Reported<br/><font point-size=\\"12\\" color=\\"#556070\\">a worker runs assess<br/>damage, up to 3 failures</font><!--damage.reported-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"damage.assessed\\" [label=<assessed<!--damage.assessed-->>, class=\\"state waiting\\", fillcolor=\\"#fcf0d4\\", color=\\"#a8761a\\"];\\n    subgraph \\"cluster_damage.paying\\" {\\n      class=composite; bgcolor=\\"#fbfbfd\\"; color=\\"#c2cad5\\"; penwidth=1; margin=6; fontsize=13;\\n      label=<<b>paying</b><br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">note: stays where it is</font><br align=\\"left\\"/>>;\\n      \\"damage.transfer\\" [label=<transfer<br/><font point-size=\\"12\\" color=\\"#556070\\">a worker runs pay out</font><!--damage.transfer-->>, class=\\"state waiting\\", fillcolor=\\"#fcf0d4\\", color=\\"#a8761a\\"];\\n      \\"damage.confirm\\" [label=<confirm<!--damage.confirm-->>, class=\\"state waiting\\", fillcolor=\\"#fcf0d4\\", color=\\"#a8761a\\"];\\n    }\\n    \\"damage.closed\\" [label=<closed<!--damage.closed-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"damage.\\" -> \\"damage.reported\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"damage.reported\\" -> \\"damage.assessed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>assess<br align=\\"left\\"/>escalate<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(by itself after 3 failures)</font><br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"assess\\\\nescalate\\", labeltooltip=\\"assess\\\\nescalate\\"];\\n    \\"damage.assessed\\" -> \\"damage.assessed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td><font color=\\"#7d5200\\">after 14 days: remind</font><br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[small] (tried every 1 day)<br align=\\"left\\"/>(stays, clocks run on)</font><br align=\\"left\\"/>repeat<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[small] (stays, clocks run on)</font><br align=\\"left\\"/>repeat<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[otherwise] (begins anew)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"remind\\\\nrepeat\\\\nrepeat\\", labeltooltip=\\"remind\\\\nrepeat\\\\nrepeat\\"];\\n    \\"damage.assessed\\" -> \\"damage.closed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td><font color=\\"#7d5200\\">at the time in closes at: close</font><br align=\\"left\\"/></td></tr></table>>, style=dashed, weight=8, penwidth=2.4, class=\\"move timer main\\", color=\\"#a8761a\\", tooltip=\\"close\\", labeltooltip=\\"close\\"];\\n    \\"damage.assessed\\" -> \\"damage.transfer\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>pay<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"pay\\", labeltooltip=\\"pay\\"];\\n    \\"damage.closed\\" -> \\"damage.transfer\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td><font color=\\"#7d5200\\">after 1500 milliseconds: close</font><br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(not in confirm)</font><br align=\\"left\\"/></td></tr></table>>, dir=back, lhead=\\"cluster_damage.paying\\", style=dashed, class=\\"move timer\\", color=\\"#a8761a\\", tooltip=\\"close\\", labeltooltip=\\"close\\"];\\n    \\"damage.transfer\\" -> \\"damage.confirm\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>paid<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"paid\\", labeltooltip=\\"paid\\"];\\n    \\"damage.closed\\" -> \\"damage.confirm\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>closed by hand<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"closed_by_hand\\", labeltooltip=\\"closed_by_hand\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#fcf0d4\\" color=\\"#a8761a\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">a clock is running </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#fbfbfd\\" color=\\"#c2cad5\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">arrows from its edge leave every state in it </td></tr>\\n    <tr><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to closed </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"dashed\\" color=\\"#a8761a\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">happens only by itself </td><td align=\\"right\\"><font color=\\"#556070\\">[ ]</font></td><td align=\\"left\\">only if this holds </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('damage'::text, 'public'::text, '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::text[], '{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}'::text[], '{damage_guard_small}'::text[], array[]::text[], null::text);

-- lamp --------------------------------------------------------------------------------------------

call public.pawl_begin_machine('lamp'::text, 'ce9743177eaf643e'::text, 'public'::text,
  '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules,lamp_current_state_since,lamp_transitions_request,lamp_pending_due}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}'::text[]);
call public.pawl_accept_programs('lamp'::text, 'ce9743177eaf643e'::text, 2::integer, 'public'::text);
create table if not exists public.lamp_current (
  lamp_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

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
do $pawl$
begin
  if to_regclass('public.lamp_current_state_since') is null then
    create index lamp_current_state_since on public.lamp_current (state, since);
  end if;
  if to_regclass('public.lamp_transitions_request') is null then
    create unique index lamp_transitions_request on public.lamp_transitions (lamp_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.lamp_moves as select * from (values
  ('create', '', 'on'),
  ('go_out', 'on', 'off'),
  ('light', 'off', 'on')
) move (event, from_state, to_state);

create or replace view public.lamp_state as
  select lamp_id, state, sort_key, since from public.lamp_current;

call public.pawl_refuse_writes_to(array['public.lamp_current', 'public.lamp_transitions']::regclass[]);
grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('lamp'::text, 'public.lamp_current'::text);
call public.pawl_add_is_free('lamp'::text, 'public'::text);

comment on table public.lamp_current is 'lamp
Only timers.
One row for each: where it is.';
call public.pawl_describe('public'::text, 'lamp'::text, 'lamp_transitions'::text);

create table if not exists public.lamp_pending (
  lamp_id text collate "C" not null,
  declaration text collate "C" not null,
  is_work boolean not null,
  due_at timestamptz not null,
  fence integer not null,
  claim bigint not null default 0,
  attempts integer not null default 0,
  last_error text collate "C",
  parked_at timestamptz,
  is_asleep boolean not null default false,
  primary key (lamp_id, declaration)
);
do $pawl$
begin
  -- by which version 2 took a worker for dead whose session was cut
  if exists (select from pg_attribute own where own.attrelid = 'public.lamp_pending'::regclass
             and own.attname = 'session' and not own.attisdropped) then
    alter table public.lamp_pending drop column session;
  end if;
  if to_regclass('public.lamp_pending_due') is null then
    create index lamp_pending_due on public.lamp_pending (is_work, due_at)
      where parked_at is null and is_asleep = false;
  end if;
end
$pawl$;

create or replace view public.lamp_pending_rules as select * from (values
  ('on.go_out', false, 'go_out', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);

call public.pawl_refuse_writes_to(array['public.lamp_pending']::regclass[]);
grant select on public.lamp_pending, public.lamp_pending_rules to pawl_app, pawl_operator;

comment on table public.lamp_pending is 'Timers that run and work that waits: one row for each.';
comment on column public.lamp_pending.due_at is 'For whoever has claimed it: the end of his lease.';
comment on column public.lamp_pending.fence is 'The sort_key of the move that began it.';
comment on column public.lamp_pending.claim is
  'Grows with each claim, so that of two workers the later one counts.';
comment on column public.lamp_pending.parked_at is
  'Put aside, because its attempts are spent: lamp_pending_retry brings it back.';
comment on column public.lamp_pending.is_asleep is 'The state answers the timer''s event in another way.';
comment on view public.lamp_pending_rules is 'How each timer and work is treated.';

create or replace function public.lamp_create(id text, actor text default null,
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
     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.lamp_current head on head.lamp_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $3 is not null then
        select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
        if found then
          return row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: lamp was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'on', 10, clock_timestamp(), null, null, null);
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
    outcome := null;
  end loop;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('', 'on')) then
    insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', outcome.sort_key, false);
  end if;
  return outcome;
end
$pawl$;
comment on function public.lamp_create(text, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.lamp_create_many(text[], text, text[])$pawl$)) then
    drop function public.lamp_create_many(text[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.lamp_create_many(id text[], actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $5 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
                or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.lamp_current head where head.lamp_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.lamp_transitions earlier where earlier.lamp_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.lamp_current (lamp_id, state, sort_key, since)
        select judged.id, 'on', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id collate "C"
      ), history as (
        insert into public.lamp_transitions
          (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
        select given.id, 10, 'create', '', 'on', given.moment,
            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
          from judged given where given.verdict = 'OK'
      )
      -- timers of all of them
    , begun_1 as (
      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from judged given cross join lateral (select given.moment as created_at, 10 as sort_key,
          '' as from_state, 'on' as to_state) outcome cross join lateral (values
          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)
        where given.verdict = 'OK' and ('', 'on') in (('', 'on'))
    )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'on', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome
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
      select given.number, public.lamp_create(given.id, coalesce(given.own_actor, $2), given.request_id) as outcome
        from (select * from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.lamp_go_out(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on', 'off')) move (from_state, to_state)
      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on', 'off')) move (from_state, to_state)
      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.lamp_current head where head.lamp_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'go_out' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work
          or p.declaration in ('on.go_out'));
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'on' then 'off'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'go_out' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'go_out', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('on', 'off')) then
    delete from public.lamp_pending p
      where p.lamp_id = $1 and p.declaration in ('on.go_out');
  end if;
  if not ($5 is null) then
    delete from public.lamp_pending p where p.lamp_id = $1 and not p.is_work
      and p.declaration = ($5).declaration and p.fence = ($5).fence;
  end if;
  return outcome;
end
$pawl$;
comment on function public.lamp_go_out(text, text, text, integer, public.pawl_item) is 'go out';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.lamp_go_out_many(text[], text, text[], integer[])$pawl$)) then
    drop function public.lamp_go_out_many(text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.lamp_go_out_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
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
      update public.lamp_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'on' then 'off'
              end as next_state
                from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) head
            where (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())
              and not (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.lamp_transitions earlier
            where earlier.lamp_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'go_out', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.lamp_pending p
        where p.lamp_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('on', 'off')))) and p.declaration in ('on.go_out')
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
              from public.lamp_go_out_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.lamp_current head where head.lamp_id = given.id for no key update) head;
  end if;
  if not repeats then -- a statement changes a row of the queue once
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on' then 'off'
          end as next_state
              from public.lamp_current head where head.lamp_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'go_out' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.lamp_transitions earlier where earlier.lamp_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.lamp_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'go_out', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , ended_1 as (
      delete from public.lamp_pending p
        where p.lamp_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('on', 'off')))) and p.declaration in ('on.go_out')
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'go_out' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.lamp_go_out(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.lamp_light(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  if $3 is null and $4 is null and $5 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('off', 'on')) move (from_state, to_state)
      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $5 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('off', 'on')) move (from_state, to_state)
      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.lamp_current head where head.lamp_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'light' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
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
    if not ($5 is null) then
      perform from public.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'off' then 'on'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'light' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'light', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('off', 'on')) then
    insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', outcome.sort_key, false)
      on conflict (lamp_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
  end if;
  return outcome;
end
$pawl$;
comment on function public.lamp_light(text, text, text, integer, public.pawl_item) is 'light';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.lamp_light_many(text[], text, text[], integer[])$pawl$)) then
    drop function public.lamp_light_many(text[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.lamp_light_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
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
      update public.lamp_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'off' then 'on'
              end as next_state
                from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) head
            where (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())
              and not (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.lamp_transitions earlier
            where earlier.lamp_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'light', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , begun_1 as (
      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome cross join lateral (values
          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)
        where given.verdict = 'OK' and (given.state, given.next_state) in (('off', 'on'))
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
              from public.lamp_light_many(array(select others.id from others order by others.turn), $2,
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
      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.lamp_current head where head.lamp_id = given.id for no key update) head;
  end if;
  if not repeats then -- a statement changes a row of the queue once
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'off' then 'on'
          end as next_state
              from public.lamp_current head where head.lamp_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'light' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from public.lamp_transitions earlier where earlier.lamp_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update public.lamp_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into public.lamp_transitions
        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'light', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    -- timers of all of them
    , begun_1 as (
      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,
          given.state as from_state, given.next_state as to_state) outcome cross join lateral (values
          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)
        where given.verdict = 'OK' and (given.state, given.next_state) in (('off', 'on'))
      on conflict (lamp_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'light' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.lamp_light(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.lamp_pending_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id text, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old
as $pawl$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  room integer := $1;
  taken integer;
  works boolean;
begin
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception
      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_freezes type_lock
             where type_lock.machine = 'lamp' and type_lock.mode is not null
               and (type_lock.until is null or type_lock.until > moment)) then
    return; -- workers leave a frozen machine alone
  end if;
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    return query
      with due as materialized (
        select p.ctid as place from public.lamp_pending p
          where p.is_work = works and p.parked_at is null and p.is_asleep = false
            and p.due_at <= moment and public.lamp_model_2_ce9743177eaf643e()
          order by p.due_at limit room for update skip locked
      ), leased as (
        update public.lamp_pending p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` is tried so often, too
            parked_at = case when p.attempts >= rule.attempts
              + case when p.is_work and rule.event is not null then 20 else 0 end
              then moment end,
            last_error = case when p.attempts >= rule.attempts and p.last_error is null
              then 'its workers came to no end' else p.last_error end
          from due, public.lamp_pending_rules rule
          where p.ctid = due.place and rule.declaration = p.declaration
          returning p.*, rule.event, rule.attempts as allowed
      )
      select leased.lamp_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,
        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),
        leased.parked_at is not null, leased.due_at from leased;
    get diagnostics taken = row_count;
    room := room - taken;
  end loop;
end
$pawl$;
comment on function public.lamp_pending_claim(integer, text, interval) is
  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';

create or replace function public.lamp_pending_complete(id text, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  fired text := $3;
begin
  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits
  if fired is null then
    select rule.event into fired from public.lamp_pending_rules rule where rule.declaration = ($2).declaration;
  end if;
  case when $2 is null then
    outcome.status := 'MISUSE';
  when fired = 'go_out' then
    outcome := public.lamp_go_out($1,
      $5, $6, null::integer, $2);
  when fired = 'light' then
    outcome := public.lamp_light($1,
      $5, $6, null::integer, $2);
  else
    outcome.status := 'MISUSE';
  end case;
  return outcome;
end
$pawl$;
comment on function public.lamp_pending_complete(text, public.pawl_item, text, jsonb, text, text) is
  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

create or replace function public.lamp_pending_not_yet(id text, item public.pawl_item, pause interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 < interval '0' or $3 > interval '36525 days' then
    raise exception 'a pause is not less than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.lamp_current head where head.lamp_id = $1 for no key update;
  update public.lamp_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,
      attempts = p.attempts - 1, last_error = null
    from public.lamp_pending_rules rule
    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();
  return found;
end
$pawl$;
comment on function public.lamp_pending_not_yet(text, public.pawl_item, interval) is
  'Tried again later; no attempt is counted. False where the claim is lost.';

create or replace function public.lamp_pending_fail(id text, item public.pawl_item, error text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from public.lamp_current head where head.lamp_id = $1 for no key update;
  update public.lamp_pending p
    set claim = p.claim + 1, last_error = $3,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      parked_at = case when p.attempts >= rule.attempts
        + case when p.is_work and rule.event is not null then 1 else 0 end
        then clock_timestamp() end,
      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'
        else least(rule.backoff_to,
            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end
    from public.lamp_pending_rules rule
    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();
  return found;
end
$pawl$;
comment on function public.lamp_pending_fail(text, public.pawl_item, text) is
  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';

create or replace function public.lamp_pending_extend(id text, item public.pawl_item, lease interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception 'a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.lamp_current head where head.lamp_id = $1 for no key update;
  update public.lamp_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.lease)
    from public.lamp_pending_rules rule
    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();
  return found;
end
$pawl$;
comment on function public.lamp_pending_extend(text, public.pawl_item, interval) is
  'The lease begins anew. False where the claim is lost.';

create or replace function public.lamp_pending_retry(id text, declaration text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from public.lamp_current head where head.lamp_id = $1 for no key update;
  update public.lamp_pending p
    set parked_at = null, due_at = clock_timestamp(), attempts = 0
    where p.lamp_id = $1 and p.declaration = $2 and p.parked_at is not null and public.lamp_model_2_ce9743177eaf643e();
  return found;
end
$pawl$;
revoke all on function public.lamp_pending_retry(text, text) from public;
grant execute on function public.lamp_pending_retry(text, text) to pawl_app, pawl_operator;
comment on function public.lamp_pending_retry(text, text) is
  'What was put aside is due again. False where nothing is.';

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.lamp_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('lamp'::text, $1);
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
      outcome := case when cardinality(given) = 0 then public.lamp_create(waiting.entity,
          waiting.actor, waiting.request_id) else outcome end;
    when 'go_out' then
      outcome := case when cardinality(given) = 0 then public.lamp_go_out(waiting.entity,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    when 'light' then
      outcome := case when cardinality(given) = 0 then public.lamp_light(waiting.entity,
          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;
    else
      outcome.detail := 'machine lamp: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'lamp' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('lamp', 'ce9743177eaf643e', 2, clock_timestamp(), E'{"name":"lamp","label":"lamp","fingerprint":"ce9743177eaf643e","doc":"Only timers.","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"on","label":"on","stored":"on","initial":true,"final":false,"enter":[],"leave":[]},{"name":"off","label":"off","stored":"off","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"go_out","label":"go out","stored":"go_out","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"light","label":"light","stored":"light","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[],"arrows":[{"event":"create","from":null,"target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"go_out","from":"on","target":"to","to":"off","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]},{"event":"light","from":"off","target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"on","arrow":0},{"event":"go_out","from":"on","to":"off","arrow":1},{"event":"light","from":"off","to":"on","arrow":2}],"ignores":[],"timers":[{"event":"go_out","place":"on","after_ms":10000}],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.lamp_current","transitions":"public.lamp_transitions","pending":"public.lamp_pending","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules}''::text[], ''{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.lamp_current'')::oid, to_regclass(''public.lamp_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e() order by sort_key","in_state":"select lamp_id, state, sort_key, since from public.lamp_current\\nwhere state = $1::text and (since, lamp_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.lamp_model_2_ce9743177eaf643e() order by since, lamp_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select lamp_id, state, sort_key, since from public.lamp_current\\n    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, lamp_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select lamp_id, state, sort_key, since from public.lamp_current\\n    where (state, since, lamp_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, lamp_id limit $8::bigint\\n  ) after\\n) others where public.lamp_model_2_ce9743177eaf643e() order by state, since, lamp_id limit $8::bigint","count_by_state":"select state, count(*) from public.lamp_current where public.lamp_model_2_ce9743177eaf643e() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_ce9743177eaf643e()"},"fire":{"create":"select public.lamp_create($1::text, $2::text, $3::text) where public.lamp_model_2_ce9743177eaf643e()","go_out":"select public.lamp_go_out($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()","light":"select public.lamp_light($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()"},"queue":{"table":"lamp_pending","channel":"lamp_pending","pending":[{"name":"on.go_out","is_work":false,"is_of_state":true,"event":"go_out","after_us":10000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"-a-"}],"stays":[],"statements":{"claim":"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\nfrom public.lamp_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\nwhere public.lamp_model_2_ce9743177eaf643e()","next_due":"select due_at from public.lamp_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\n  and public.lamp_model_2_ce9743177eaf643e()\\n  and not exists (select 1 from public.pawl_freezes type_lock\\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\norder by due_at limit 1","not_yet":"select public.lamp_pending_not_yet($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere public.lamp_model_2_ce9743177eaf643e()","fail":"select public.lamp_pending_fail($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.lamp_model_2_ce9743177eaf643e()","extend":"select public.lamp_pending_extend($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere public.lamp_model_2_ce9743177eaf643e()","retry":"select public.lamp_pending_retry($1::text, $2::text) where public.lamp_model_2_ce9743177eaf643e()"}}},"diagram":"digraph \\"lamp\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_lamp\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>lamp</b><!--lamp-->>; tooltip=\\"Only timers.\\";\\n    \\"lamp.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"lamp.on\\" [label=<on<!--lamp.on-->>, class=\\"state created waiting\\", fillcolor=\\"#e0edfb\\", color=\\"#a8761a\\"];\\n    \\"lamp.off\\" [label=<off<!--lamp.off-->>, class=\\"state\\"];\\n    \\"lamp.\\" -> \\"lamp.on\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"lamp.on\\" -> \\"lamp.off\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td><font color=\\"#7d5200\\">after 10 seconds: go out</font><br align=\\"left\\"/></td></tr></table>>, style=dashed, class=\\"move timer\\", color=\\"#a8761a\\", tooltip=\\"go_out\\", labeltooltip=\\"go_out\\"];\\n    \\"lamp.on\\" -> \\"lamp.off\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>light<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"light\\", labeltooltip=\\"light\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#fcf0d4\\" color=\\"#a8761a\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">a clock is running </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"dashed\\" color=\\"#a8761a\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">happens only by itself </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('lamp'::text, 'public'::text, '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules}'::text[], '{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
