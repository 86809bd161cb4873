-- pawl: {"file":"machines","database":"postgres","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"payment","fingerprint":"f7778b177c88b7a5"}],"flows":[]}
-- Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f payment.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply payment.postgres.sql --db=...

begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

-- The shared schema must be there. It has the routines that are called below.
do $pawl$
declare
  present integer;
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
  if to_regclass('public.pawl_schema') is not null then
    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry
        where registry.oid = 'public.pawl_schema'::regclass) then
      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'
        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '
          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';
    end if;
    present := (select known.version from public.pawl_schema known);
  end if;
  if present is distinct from 3 then
    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed' using errcode = 'PW006',
      hint = case when present > 3 then 'Update pawl, pawlctl and libpawl: the database is newer.'
        else 'Apply pawl.postgres.sql first, or let pawlctl apply do both.' end;
  end if;
end
$pawl$;

call public.pawl_require_rights('payment'::text, 'public.payments'::text, array['references']::text[], array['id']::text[], null::text);
grant references (id) on public.payments to pawl_owner;
call public.pawl_become_owner();

-- payment -----------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('payment'::text, 'public.payments'::text);
call public.pawl_begin_machine('payment'::text, 'f7778b177c88b7a5'::text, 'public'::text,
  '{payment_current,payment_transitions,payment_moves,payment_state,payment_current_state_since,payment_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}'::text[]);
call public.pawl_accept_programs('payment'::text, 'f7778b177c88b7a5'::text, 2::integer, 'public'::text);
call public.pawl_refuse_key('payment'::text, 'public.payments'::text, 'id'::text, 'text'::text, 'text:text,character varying,name;int:integer,smallint;bigint:bigint,integer,smallint;uuid:uuid'::text);
create table if not exists public.payment_current (
  payment_id text collate "C" primary key
    constraint payment_current_parent references public.payments (id),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next version of a row on its page

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
call public.pawl_create_once('public.payment_current_state_since'::text,
  'create index payment_current_state_since on public.payment_current (state, since, payment_id)'::text);
call public.pawl_create_once('public.payment_transitions_request'::text,
  'create unique index payment_transitions_request on public.payment_transitions (payment_id, request_id) where request_id is not null'::text);

create or replace view public.payment_moves as select * from (values
  ('create', '', 'pending_submission'),
  ('submit', 'pending_submission', 'submitted'),
  ('confirm', 'submitted', 'paid'),
  ('cancel', 'pending_submission', 'cancelled'),
  ('cancel', 'submitted', 'cancelled')
) move (event, from_state, to_state);

create or replace view public.payment_state as
  select payment_id, state, sort_key, since from public.payment_current;

call public.pawl_refuse_writes_to(array['public.payment_current', 'public.payment_transitions']::regclass[]);
grant select on public.payment_current, public.payment_transitions, public.payment_moves, public.payment_state to pawl_app,
  pawl_operator, pawl_reader;
call public.pawl_add_type_lock('payment'::text, 'public.payment_current'::text);
call public.pawl_add_is_free('payment'::text, 'public'::text);

comment on table public.payment_current is 'Bank payment
A bank payment, from the moment it is asked for until the money has
arrived. The bank answers some time after it has been told.
One row for each entity: its state.';
call public.pawl_describe('public'::text, 'payment'::text, 'payment_transitions'::text);

-- One function for each event. If the usual legal transition is not possible, the function locks the row and finds out why.
-- payment_is_free(): false or null if the machine is frozen, or above read committed; pawl_refuse_locked then looks again.
-- payment_model_2_f7778b177c88b7a5(): exists while programs of this version are accepted.

create or replace function public.payment_create(id text, amount bigint, currency text, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
    return public.pawl_misuse('id, amount, currency'::text, true);
  end if;
  lock table only public.payment_current in row share mode; -- a later freeze or migration waits
  loop
    -- looked up before the insert, because an insert that fails costs more
    select head.state, head.sort_key, head.since,
        (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.payment_current head on head.payment_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $5 is not null then
        select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $5;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.amount is not distinct from $2
              and earlier.currency is not distinct from $3 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $5, null::text, null::text, null::bigint, null::integer);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: payment was created in the meantime'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $5, null::text, null::text, null::bigint, null::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'pending_submission', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.payment_current (payment_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception when unique_violation or foreign_key_violation then -- if another session was quicker: look again
      get stacked diagnostics violated = constraint_name;
      if violated = 'payment_current_parent' then
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.payments first, with that key as id')::public.pawl_outcome;
      end if;
      if violated <> 'payment_current_pkey' then
        raise;
      end if;
    end;
    outcome := null;
  end loop;
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $4 like ' __-%' then session_user || $4 else coalesce($4, session_user) end, $5, $2, $3);
  return outcome;
end
$pawl$;
comment on function public.payment_create(text, bigint, text, text, text) is 'Ask for a payment
Somebody asks for a payment; nothing has left the house yet.';

create or replace function public.payment_submit(id text, submission_id text, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      return public.pawl_misuse('id, submission_id'::text, true);
    end if;
  end if;
  if $4 is null then
    update public.payment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('pending_submission', 'submitted')) move (from_state, to_state)
      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $5) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.payment_current head where head.payment_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id, submission_id'::text, true, null::text, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if $4 is not null then
      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'submit'
            and earlier.submission_id is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $5 then
      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'pending_submission' then 'submitted'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'submit'::text, 'public.payment_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
  values ($1, outcome.sort_key, 'submit', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);
  return outcome;
end
$pawl$;
comment on function public.payment_submit(text, text, text, text, integer) is 'Send to the bank
The bank has taken the payment and named it.';

create or replace function public.payment_confirm(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
      return public.pawl_misuse('id'::text, true);
    end if;
  end if;
  if $3 is null then
    update public.payment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('submitted', 'paid')) move (from_state, to_state)
      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $4) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.payment_current head where head.payment_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, true, null::text, 'payment'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'confirm' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $4 then
      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'submitted' then 'paid'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'confirm'::text, 'public.payment_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'confirm', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);
  return outcome;
end
$pawl$;
comment on function public.payment_confirm(text, text, text, integer) is 'Bank confirms
The bank reports that the money has arrived.';

create or replace function public.payment_cancel(id text, reason text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $3 is not null or $4 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      return public.pawl_misuse('id'::text, true);
    end if;
  end if;
  if $4 is null then
    update public.payment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('pending_submission', 'cancelled'), ('submitted', 'cancelled')) move (from_state, to_state)
      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $5) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.payment_current head where head.payment_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, true, null::text, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if $4 is not null then
      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'cancel'
            and earlier.reason is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $5 then
      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'pending_submission' then 'cancelled'
      when 'submitted' then 'cancelled'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'cancel'::text, 'public.payment_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  values ($1, outcome.sort_key, 'cancel', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);
  return outcome;
end
$pawl$;
comment on function public.payment_cancel(text, text, text, text, integer) is 'Cancel
The payment is given up, before or after it was sent.';

-- Fires an event that was stored for later (defer), and records the result. NOT_FOUND: it was fired already.
create or replace function public.payment_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred := public.pawl_take_deferred('payment'::text, $1);
  given text[] := public.pawl_deferred_arguments(waiting.arguments);
begin
  if waiting.number is null then
    return row('NOT_FOUND', null, null, null, null, null, null, null)::public.pawl_outcome;
  end if;
  begin
    outcome := case waiting.event || ' ' || cardinality(given)
      when 'create' || ' 2' then public.payment_create(waiting.entity, given[1]::bigint, given[2],
        waiting.actor, waiting.request_id)
      when 'submit' || ' 1' then public.payment_submit(waiting.entity, given[1],
        waiting.actor, waiting.request_id, null::integer)
      when 'confirm' || ' 0' then public.payment_confirm(waiting.entity,
        waiting.actor, waiting.request_id, null::integer)
      when 'cancel' || ' 1' then public.payment_cancel(waiting.entity, given[1],
        waiting.actor, waiting.request_id, null::integer)
      else public.pawl_refuse_deferred(waiting, waiting.event in ('create', 'submit', 'confirm', 'cancel'), true)
    end;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- perhaps each time, and then all later events would wait for it
    outcome.detail := 'payment' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- The result that each event would have now. guard: the guards that fail; if the status is PENDING, those whose answers are not known:
-- they need the event's arguments, or a program that has them; DB, or LOCKED with a guard: one that failed, or would wait.
-- has_hooks: the caller is such a program. answers: for it, of the guards of the state. Of an unknown entity: NOT_FOUND, without an event.
create or replace function public.payment_why(id text, has_hooks boolean default false)
returns table (event text, status text, from_state text, to_state text, sort_key integer, guard text, detail text, answers jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set lock_timeout = '1ms'
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  answers jsonb := '{}';
  was_locked boolean; -- or is: by a transaction that may have ended
begin
  select 'OK', head.state, head.sort_key, head.since, head.xmax <> '0'::xid
    into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, was_locked from public.payment_current head where head.payment_id = $1;
  if not found then
    return query select null, 'NOT_FOUND', null, null, null::integer, null, 'there is no such payment', null::jsonb;
    return;
  end if;
  outcome := public.pawl_blocked(outcome, 'payment'::text, $1::text, null::text, null::text, null::text, null::bigint, null::integer);
  if outcome.status = 'OK' and was_locked then
    begin
      perform from public.payment_current head where head.payment_id = $1 for share nowait;
      raise sqlstate 'PAWL0'; -- lets go of it
    exception
      when lock_not_available then
        outcome.status := 'LOCKED';
        outcome.detail := 'another transaction has locked its row';
      when serialization_failure then
        outcome.status := 'CONFLICT';
        outcome.detail := 'it has moved since this transaction began to read';
      when sqlstate 'PAWL0' or read_only_sql_transaction then null;
    end;
  end if;
  return query select * from public.pawl_reasons('payment'::text, outcome, answers,
    case when $2 then '{}'::jsonb else jsonb_build_object() end, 'public.payment_moves'::text);
end
$pawl$;
comment on function public.payment_why(text, boolean) is 'The result that each event would have now, and the guards or the lock in its way.';

-- The same events for many entities at once: arrays of one length, and one result for each element, in their order. libpawl calls these for
-- payment_*_many() and for a pool's threads; each does the same as the function above, with fewer statements.

-- Decides the transitions of a batch, except those numbered in `done`, and writes the current rows; the caller writes the history. An
-- entity may occur more than once: each transition is decided on the state that the previous one left. `targets` has the next state
-- for each state, '' if the event is ignored there. No row is returned for what only the function for one can answer: misuse, a
-- repeated request, or a lock in the way.
create or replace function public.payment_decide_batch(id text[], event text, actor text, request_id text[], expect_sort_key integer[],
  actors text[], skips_locked boolean, targets jsonb, done bigint[])
returns table (number bigint, verdict text, state text, next_state text, sort_key integer, moment timestamptz, detail text)
language plpgsql as $pawl$
#variable_conflict use_column
declare
  busy text[]; -- another session has locked them
begin
  if $7 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.payment_current head where head.payment_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with recursive asked as materialized (
      select given.id, given.expected, given.number, given.id = any (busy) as is_busy,
          row_number() over (partition by given.id collate "C" order by given.number) as turn,
          (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())
            and (earlier.is_known or public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)) is not true as may_move
        from unnest($1, $4, $5, $6) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select true as is_known from public.payment_transitions earlier where earlier.payment_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
        where (given.number = any ($9)) is not true
    ), judged as (
      select given.number, given.id, head.place, 0::bigint as turn, head.state, head.sort_key, head.since,
          head.since as moment, null::text collate "C" as next_state, null::text as verdict
        from asked given left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
            from public.payment_current head where head.payment_id = given.id offset 0) head on true
        where given.turn = 1
      union all
      select given.number, given.id, before.place, given.turn, head.state, head.sort_key, head.since,
          greatest(clock_timestamp(), head.since), head.next_state, case
            when given.is_busy and head.state is not null then 'BUSY'
            when given.may_move is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state = '' then 'IGNORED'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end
        from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
          cross join lateral (select head.*, $8 ->> head.state as next_state from (
            select case when before.verdict = 'OK' then before.next_state else before.state end as state,
              case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
              case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update public.payment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    )
    select judged.number, judged.verdict, judged.state, case judged.verdict when 'OK' then judged.next_state end, judged.sort_key,
        case judged.verdict when 'OK' then judged.moment else judged.since end,
        case judged.verdict when 'ILLEGAL' then $2 || ' is not allowed in ' || judged.state || '; public.payment_moves says what is'
          when 'NOT_FOUND' then 'there is no such payment'
          when 'CONFLICT' then 'the caller expects sort_key ' || ($5)[judged.number::integer] || ', and it is ' || judged.sort_key || ', in ' || judged.state
        end
      from judged where judged.verdict is not null;
end
$pawl$;
revoke all on function public.payment_decide_batch(text[], text, text, text[], integer[], text[], boolean, jsonb, bigint[])
  from public;

create or replace function public.payment_create_many(id text[], amount bigint[], currency text[], actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
  outcomes public.pawl_outcome[];
  is_free boolean;
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6)]) then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once, and all arrays have one length'::text from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when public.pawl_is_misuse(given.id, given.request_id, $4, given.own_actor)
                or given.v1 is null
                or given.v2 is null then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $3, $5, $6)
            with ordinality given (id, v1, v2, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.payment_current head where head.payment_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and earlier.amount is not distinct from given.v1
                and earlier.currency is not distinct from given.v2 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.payment_transitions earlier where earlier.payment_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.payment_current (payment_id, state, sort_key, since)
        select judged.id, 'pending_submission', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id collate "C"
      ), history as (
        insert into public.payment_transitions
          (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
        select given.id, 10, 'create', '', 'pending_submission', given.moment,
            case when given.own_actor is null then (select case when $4 like ' __-%' then session_user || $4 else coalesce($4, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                    else given.own_actor end, given.request_id, given.v1, given.v2
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'pending_submission', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then public.pawl_misuse('id, amount, currency'::text, true)
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.payment_moves says what is'
                  end)::public.pawl_outcome
        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
      if is_free then
        return query select * from unnest(outcomes);
        return;
      end if;
    end if;
  exception
    when unique_violation or foreign_key_violation then null; -- the code below finds the row
  end;
  return query
    with made as materialized (
      select given.number, public.payment_create(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $5, $6)
          with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.payment_submit_many(id text[], submission_id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
  outcomes public.pawl_outcome[];
  numbers bigint[]; -- of those that have their outcome
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once, and all arrays have one length'::text from unnest($1);
    return;
  end if;
  if $7 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;
  end if;
  if not repeats then
    with judged as (
      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,
              unnest($5) as expected, unnest($6) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'pending_submission' then 'submitted'
              end as next_state
                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head
            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)
            or given.v1 is null) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.payment_transitions earlier
            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
      select given.id, given.sort_key + 10, 'submit', given.state, given.next_state, given.moment,
          case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                  else given.own_actor end, given.request_id, given.v1
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, numbers from judged given;
    if cardinality(numbers) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    end if;
  end if;
  with judged as materialized (
    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail
      from public.payment_decide_batch($1, 'submit'::text, $3, $4, $5, $6, $7,
              jsonb_object(array['pending_submission', 'submitted']::text[]),
              numbers || array(select given.number from unnest($1, $2) with ordinality given (id, v1, number)
                        where false
                          or given.v1 is null)) decided join unnest($1, $2, $4, $5, $6)
        with ordinality given (id, v1, request_id, expected, own_actor, number) on given.number = decided.number
  ), history as (
    insert into public.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
    select given.id, given.sort_key + 10, 'submit', given.state, given.next_state, given.moment,
        case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                else given.own_actor end, given.request_id, given.v1
      from judged given where given.verdict = 'OK'
  )
  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,
          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome
        order by given.number),
      numbers || array_agg(given.number order by given.number)
    into outcomes, numbers from judged given;
  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before
    with made as materialized (
      select given.number, public.payment_submit(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) as outcome
        from (select * from unnest($1, $2, $4, $5, $6)
          with ordinality given (id, v1, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate "C", given.number) given)
    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;
  end if;
  return query
    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail
      from unnest(outcomes, numbers)
        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
      order by answer.number;
end
$pawl$;

create or replace function public.payment_confirm_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
  outcomes public.pawl_outcome[];
  numbers bigint[]; -- of those that have their outcome
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once, and all arrays have one length'::text from unnest($1);
    return;
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;
  end if;
  if not repeats then
    with judged as (
      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'submitted' then 'paid'
              end as next_state
                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head
            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (public.pawl_is_misuse(given.id, given.request_id, $2, given.own_actor)) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.payment_transitions earlier
            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'confirm', given.state, given.next_state, given.moment,
          case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                  else given.own_actor end, given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, numbers from judged given;
    if cardinality(numbers) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    end if;
  end if;
  with judged as materialized (
    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail
      from public.payment_decide_batch($1, 'confirm'::text, $2, $3, $4, $5, $6,
              jsonb_object(array['submitted', 'paid']::text[]),
              numbers) decided join unnest($1, $3, $4, $5)
        with ordinality given (id, request_id, expected, own_actor, number) on given.number = decided.number
  ), history as (
    insert into public.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    select given.id, given.sort_key + 10, 'confirm', given.state, given.next_state, given.moment,
        case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                else given.own_actor end, given.request_id
      from judged given where given.verdict = 'OK'
  )
  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,
          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome
        order by given.number),
      numbers || array_agg(given.number order by given.number)
    into outcomes, numbers from judged given;
  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before
    with made as materialized (
      select given.number, public.payment_confirm(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4, $5)
          with ordinality given (id, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate "C", given.number) given)
    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;
  end if;
  return query
    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail
      from unnest(outcomes, numbers)
        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
      order by answer.number;
end
$pawl$;

create or replace function public.payment_cancel_many(id text[], reason text[] default null, actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
  outcomes public.pawl_outcome[];
  numbers bigint[]; -- of those that have their outcome
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once, and all arrays have one length'::text from unnest($1);
    return;
  end if;
  if $7 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id collate "C") given
      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;
  end if;
  if not repeats then
    with judged as (
      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,
              unnest($5) as expected, unnest($6) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'pending_submission' then 'cancelled'
                when 'submitted' then 'cancelled'
              end as next_state
                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head
            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from public.payment_transitions earlier
            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into public.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
      select given.id, given.sort_key + 10, 'cancel', given.state, given.next_state, given.moment,
          case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                  else given.own_actor end, given.request_id, given.v1
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, numbers from judged given;
    if cardinality(numbers) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    end if;
  end if;
  with judged as materialized (
    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail
      from public.payment_decide_batch($1, 'cancel'::text, $3, $4, $5, $6, $7,
              jsonb_object(array['pending_submission', 'cancelled', 'submitted', 'cancelled']::text[]),
              numbers) decided join unnest($1, $2, $4, $5, $6)
        with ordinality given (id, v1, request_id, expected, own_actor, number) on given.number = decided.number
  ), history as (
    insert into public.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
    select given.id, given.sort_key + 10, 'cancel', given.state, given.next_state, given.moment,
        case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                else given.own_actor end, given.request_id, given.v1
      from judged given where given.verdict = 'OK'
  )
  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,
          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome
        order by given.number),
      numbers || array_agg(given.number order by given.number)
    into outcomes, numbers from judged given;
  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before
    with made as materialized (
      select given.number, public.payment_cancel(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) as outcome
        from (select * from unnest($1, $2, $4, $5, $6)
          with ordinality given (id, v1, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate "C", given.number) given)
    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;
  end if;
  return query
    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail
      from unnest(outcomes, numbers)
        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
      order by answer.number;
end
$pawl$;

-- Only applications may call the functions that fire events.
call public.pawl_restrict_calls('public'::text,
  '{payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_fire_deferred}'::text[], '{pawl_app}'::text[]);
call public.pawl_restrict_calls('public'::text, '{payment_why}'::text[], '{pawl_app,pawl_operator,pawl_reader}'::text[]);

call public.pawl_register('payment'::text, 'f7778b177c88b7a5'::text, 2::integer, E'{"name":"payment","label":"Bank payment","fingerprint":"f7778b177c88b7a5","doc":"A bank payment, from the moment it is asked for until the money has\\narrived. The bank answers some time after it has been told.","key_type":"text","entity":{"table":"payments","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"pending_submission","label":"Waiting to be sent","stored":"pending_submission","initial":true,"final":false,"enter":[],"leave":[]},{"name":"submitted","label":"With the bank","stored":"submitted","initial":false,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"Paid out","stored":"paid","doc":"The money is where it was meant to go.","initial":false,"final":true,"goal":true,"enter":[],"leave":[]},{"name":"cancelled","label":"Cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"Ask for a payment","stored":"create","doc":"Somebody asks for a payment; nothing has left the house yet.","creation":true,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"currency","type":"text","optional":false,"column":"currency"}],"serialize_by":[]},{"name":"submit","label":"Send to the bank","stored":"submit","doc":"The bank has taken the payment and named it.","creation":false,"timer":false,"params":[{"name":"submission_id","type":"text","optional":false,"column":"submission_id"}],"serialize_by":[]},{"name":"confirm","label":"Bank confirms","stored":"confirm","doc":"The bank reports that the money has arrived.","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"cancel","label":"Cancel","stored":"cancel","doc":"The payment is given up, before or after it was sent.","creation":false,"timer":false,"params":[{"name":"reason","type":"text","optional":true,"column":"reason"}],"serialize_by":[]}],"columns":[{"name":"amount","type":"bigint"},{"name":"currency","type":"text"},{"name":"submission_id","type":"text"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending_submission","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"submit","from":"pending_submission","target":"to","to":"submitted","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"pending_submission","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"confirm","from":"submitted","target":"to","to":"paid","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"submitted","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"pending_submission","arrow":0},{"event":"submit","from":"pending_submission","to":"submitted","arrow":1},{"event":"confirm","from":"submitted","to":"paid","arrow":3},{"event":"cancel","from":"pending_submission","to":"cancelled","arrow":2},{"event":"cancel","from":"submitted","to":"cancelled","arrow":4}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.payment_current","transitions":"public.payment_transitions","parent":"public.payments","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{payment_current,payment_transitions,payment_moves,payment_state}''::text[], ''{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.payment_current'')::oid, to_regclass(''public.payment_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.oid <> (select registry.relowner from pg_class registry where registry.oid = to_regclass(''public.pawl_machines'')::oid) limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.payment_current where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() offset 0","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() order by sort_key offset 0","in_state":"select payment_id, state, sort_key, since from public.payment_current\\nwhere state = $1::text and (since, payment_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.payment_model_2_f7778b177c88b7a5() order by since, payment_id limit $4::bigint offset 0","not_in_state":"select * from (\\n  select * from (\\n    select payment_id, state, sort_key, since from public.payment_current\\n    where state < $1::text and (state, since, payment_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, payment_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select payment_id, state, sort_key, since from public.payment_current\\n    where (state, since, payment_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, payment_id limit $8::bigint\\n  ) after\\n) others where public.payment_model_2_f7778b177c88b7a5() order by state, since, payment_id limit $8::bigint offset 0","count_by_state":"select state, count(*) from public.payment_current where public.payment_model_2_f7778b177c88b7a5() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\\n  and to_state = $2::text order by sort_key desc limit 1 offset 0","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\\n  and sort_key = 10 offset 0","why":"select event, status, from_state, to_state, sort_key, guard, detail, answers::text from public.payment_why($1::text, $2::integer = 1) where public.payment_model_2_f7778b177c88b7a5()","fire_deferred":"select public.payment_fire_deferred($1::bigint, $2::text) where public.payment_model_2_f7778b177c88b7a5()"},"fire":{"create":"select public.payment_create($1::text, $2::bigint, $3::text, $4::text, $5::text) where public.payment_model_2_f7778b177c88b7a5()","submit":"select public.payment_submit($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()","confirm":"select public.payment_confirm($1::text, $2::text, $3::text, $4::integer) where public.payment_model_2_f7778b177c88b7a5()","cancel":"select public.payment_cancel($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()"}},"diagram":"digraph \\"payment\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16, fontcolor=\\"#1f2733\\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\\"#ffffff\\", labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13, fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\", arrowsize=0.75];\\n\\n  subgraph \\"cluster_payment\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Bank payment</b><!--payment-->>; tooltip=\\"A bank payment, from the moment it is asked for until the money has\\\\narrived. The bank answers some time after it has been told.\\";\\n    \\"payment.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"payment.pending_submission\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td cellpadding=\\"6\\">Waiting to be sent<br/><font point-size=\\"12\\" color=\\"#556070\\">pending_submission</font><!--payment.pending_submission--></td><td><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td port=\\"b0\\" width=\\"1\\" height=\\"14\\"></td></tr><tr><td port=\\"b1\\" width=\\"1\\" height=\\"14\\"></td></tr></table></td></tr></table>>, margin=0, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"payment.submitted\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td cellpadding=\\"6\\">With the bank<br/><font point-size=\\"12\\" color=\\"#556070\\">submitted</font><!--payment.submitted--></td><td><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td port=\\"b0\\" width=\\"1\\" height=\\"14\\"></td></tr><tr><td port=\\"b1\\" width=\\"1\\" height=\\"14\\"></td></tr></table></td></tr></table>>, margin=0, class=\\"state\\"];\\n    \\"payment.paid\\" [label=<Paid out<br/><font point-size=\\"12\\" color=\\"#556070\\">paid</font><!--payment.paid-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2, tooltip=\\"The money is where it was meant to go.\\"];\\n    \\"payment.cancelled\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td port=\\"a0\\" width=\\"1\\" height=\\"14\\"></td></tr><tr><td port=\\"a1\\" width=\\"1\\" height=\\"14\\"></td></tr></table></td><td cellpadding=\\"6\\">Cancelled<!--payment.cancelled--></td></tr></table>>, margin=0, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    { node [shape=plaintext, style=\\"\\", margin=\\"0.05,0.04\\", width=0.2, height=0.2, fontsize=12.5];\\n      \\"payment.>1\\" [label=<<table port=\\"e\\" border=\\"1\\" style=\\"rounded\\" bgcolor=\\"#ffffff\\" color=\\"#1d4f91\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\"><tr><td>Ask for a payment<br align=\\"left\\"/></td></tr></table>>, class=\\"event main\\", tooltip=\\"create: Somebody asks for a payment; nothing has left the house yet.\\"];\\n      \\"payment.>2\\" [label=<<table port=\\"e\\" border=\\"1\\" style=\\"rounded\\" bgcolor=\\"#ffffff\\" color=\\"#1d4f91\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\"><tr><td>Send to the bank<br align=\\"left\\"/></td></tr></table>>, class=\\"event main\\", tooltip=\\"submit: The bank has taken the payment and named it.\\"];\\n      \\"payment.>3\\" [label=<<table port=\\"e\\" border=\\"1\\" style=\\"rounded\\" bgcolor=\\"#ffffff\\" color=\\"#687384\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\"><tr><td>Cancel<br align=\\"left\\"/></td></tr></table>>, class=\\"event\\", tooltip=\\"cancel: The payment is given up, before or after it was sent.\\"];\\n      \\"payment.>4\\" [label=<<table port=\\"e\\" border=\\"1\\" style=\\"rounded\\" bgcolor=\\"#ffffff\\" color=\\"#1d4f91\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\"><tr><td>Bank confirms<br align=\\"left\\"/></td></tr></table>>, class=\\"event main\\", tooltip=\\"confirm: The bank reports that the money has arrived.\\"];\\n      \\"payment.>5\\" [label=<<table port=\\"e\\" border=\\"1\\" style=\\"rounded\\" bgcolor=\\"#ffffff\\" color=\\"#687384\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\"><tr><td>Cancel<br align=\\"left\\"/></td></tr></table>>, class=\\"event\\", tooltip=\\"cancel: The payment is given up, before or after it was sent.\\"];\\n    }\\n    \\"payment.\\" -> \\"payment.>1\\":e [class=\\"move main\\", color=\\"#1d4f91\\", dir=back, arrowtail=none, weight=8, penwidth=2.4];\\n    \\"payment.>1\\":e -> \\"payment.pending_submission\\" [class=\\"move main\\", color=\\"#1d4f91\\", weight=8, penwidth=2.4];\\n    \\"payment.pending_submission\\":b0 -> \\"payment.>2\\":e [class=\\"move main\\", color=\\"#1d4f91\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\n    \\"payment.>2\\":e -> \\"payment.submitted\\" [class=\\"move main\\", color=\\"#1d4f91\\", weight=8, penwidth=2.4];\\n    \\"payment.pending_submission\\":b1 -> \\"payment.>3\\":e [class=\\"move\\", dir=back, arrowtail=dot];\\n    \\"payment.>3\\":e -> \\"payment.cancelled\\":a0 [class=\\"move\\"];\\n    \\"payment.submitted\\":b0 -> \\"payment.>4\\":e [class=\\"move main\\", color=\\"#1d4f91\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\n    \\"payment.>4\\":e -> \\"payment.paid\\" [class=\\"move main\\", color=\\"#1d4f91\\", weight=8, penwidth=2.4];\\n    \\"payment.submitted\\":b1 -> \\"payment.>5\\":e [class=\\"move\\", dir=back, arrowtail=dot];\\n    \\"payment.>5\\":e -> \\"payment.cancelled\\":a1 [class=\\"move\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td colspan=\\"2\\" align=\\"left\\"><font color=\\"#687384\\">●—</font>&#160; where an arrow begins </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" fixedsize=\\"true\\" width=\\"28\\" height=\\"16\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td></td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" fixedsize=\\"true\\" width=\\"28\\" height=\\"16\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" fixedsize=\\"true\\" width=\\"22\\" height=\\"10\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to Paid out </td></tr>\\n    <tr><td colspan=\\"2\\" align=\\"left\\"><font color=\\"#556070\\">a_b</font>&#160; its name in programs </td></tr></table>>;\\n}\\n"}'::json);

call public.pawl_record('payment'::text, 'public'::text, '{payment_current,payment_transitions,payment_moves,payment_state}'::text[], '{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
