-- Parts of waiting.postgres.sql: see outputs/parts.

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

create or replace view public.damage_pending_rules as select * from (values
  ('assessed.remind', false, 'remind', interval '60 seconds', interval '86400 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('assessed.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('assessed.lose_patience', false, 'lose_patience', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('paying.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),
  ('work reported', true, 'escalate', interval '120 seconds', interval '30 seconds', 3, interval '5 seconds', interval '60 seconds'),
  ('work transfer', true, cast(null as text), interval '60 seconds', interval '10 seconds', cast(null as integer), interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);

call public.pawl_refuse_writes_to(array['public.damage_pending']::regclass[]);

comment on view public.damage_pending_rules is 'How each timer and work is treated.';

create or replace function public.damage_close(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      return public.pawl_misuse('id'::text, false);
    end if;
  end if;
  if $3 is null and $5 is null then
    update public.damage_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('assessed', 'closed'), ('transfer', 'closed')) move (from_state, to_state)
      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_7415479e39e5a7dc() end and (head.sort_key = $4) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_7415479e39e5a7dc())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.damage_current head where head.damage_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, false, null::text, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $4 then
      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    if not ($5 is null) then
      -- coalesce, since the planner would otherwise read the whole index of due rows
      perform from public.damage_pending p where p.damage_id = $1 and coalesce(p.parked_at is null and not p.is_asleep, false)
        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
        and (p.is_work
          or p.declaration in ('assessed.close', 'paying.close'));
      if not found then -- another worker has it, or it is over
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'assessed' then 'closed'
      when 'transfer' then 'closed'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'close'::text, 'public.damage_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);
  if (outcome.from_state, outcome.to_state) in (('assessed', 'closed')) then
    delete from public.damage_pending p
      where p.damage_id = $1 and p.declaration in ('assessed.remind', 'assessed.close', 'assessed.lose_patience');
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

create or replace function public.damage_pending_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id bigint, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
  set enable_bitmapscan = off -- the queue's statistics are always out of date
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
            and p.due_at <= moment and public.damage_model_2_7415479e39e5a7dc()
          order by p.due_at limit room for update skip locked
      ), leased as (
        update public.damage_pending p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` has as many attempts again
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
  'Leases due jobs, the longest due first. Complete each row, or call not_yet or fail for it. If is_spent, no attempt is left: complete it without an event. If is_parked, do nothing: the row is for information.';

create or replace function public.damage_pending_complete(id bigint, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
  when fired = 'lose_patience' then
    outcome := public.damage_lose_patience($1,
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
  'Fires the event, or that of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

create or replace function public.damage_pending_not_yet(id bigint, item public.pawl_item, pause interval default null)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_7415479e39e5a7dc();
  return found;
end
$pawl$;

create or replace function public.damage_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred := public.pawl_take_deferred('damage'::text, $1);
  given text[] := case when waiting.entity ~ '^(0|-?[1-9][0-9]*)$' then public.pawl_deferred_arguments(waiting.arguments) end;
begin
  if waiting.number is null then
    return row('NOT_FOUND', null, null, null, null, null, null, null)::public.pawl_outcome;
  end if;
  begin
    outcome := case waiting.event || ' ' || cardinality(given)
      when 'create' || ' 2' then public.damage_create(waiting.entity::bigint, timestamptz 'epoch' + (given[1]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[1]::bigint % 1000000000000)::float8 * interval '1 microsecond', given[2]::integer,
        waiting.actor, waiting.request_id)
      when 'assess' || ' 2' then public.damage_assess(waiting.entity::bigint, given[1]::bigint, given[2],
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'escalate' || ' 0' then public.damage_escalate(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'remind' || ' 0' then public.damage_remind(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'repeat' || ' 0' then public.damage_repeat(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'close' || ' 0' then public.damage_close(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'lose_patience' || ' 0' then public.damage_lose_patience(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'pay' || ' 0' then public.damage_pay(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'note' || ' 0' then public.damage_note(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'paid' || ' 0' then public.damage_paid(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      when 'closed_by_hand' || ' 0' then public.damage_closed_by_hand(waiting.entity::bigint,
        waiting.actor, waiting.request_id, null::integer, null::public.pawl_item)
      else public.pawl_refuse_deferred(waiting, waiting.event in ('create', 'assess', 'escalate', 'remind', 'repeat', 'close', 'lose_patience', 'pay', 'note', 'paid', 'closed_by_hand'), given is not null)
    end;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- perhaps each time, and then all later events would wait for it
    outcome.detail := 'damage' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

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

create or replace function public.lamp_stir(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  item public.pawl_item default null)
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
  -- locked by its key alone; everything else is decided afterwards, from the locked row
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_8cd77de0d28b8de3())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.lamp_current head where head.lamp_id = $1 for no key update;
  if not found then
    return public.pawl_refuse_unknown('id'::text, true, null::text, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'stir' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true or outcome.sort_key <> $4 then
    outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);
    if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
      return outcome;
    end if;
  end if;
  if not ($5 is null) then
    -- coalesce, since the planner would otherwise read the whole index of due rows
    perform from public.lamp_pending p where p.lamp_id = $1 and coalesce(p.parked_at is null and not p.is_asleep, false)
      and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim
      and (p.is_work);
    if not found then -- another worker has it, or it is over
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'on' then 'on'
  end;
  if outcome.to_state is null then
    return public.pawl_refuse(outcome, 'stir'::text, 'public.lamp_moves'::text);
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  outcome.sort_key := outcome.sort_key - 10;
  if $3 is not null then
    outcome.status := 'MISUSE';
    outcome.to_state := null;
    outcome.detail := 'an unrecorded event keeps no request id';
    return outcome;
  end if;
  if (outcome.from_state, outcome.to_state) in (('on', 'on')) then
    update public.lamp_pending p
      set put_off_until = begun.due_at, due_at = least(p.due_at, begun.due_at), claim = p.claim + (p.attempts > 0)::integer,
        attempts = 0, last_error = null, parked_at = null
      from (select least(clock_timestamp(), outcome.created_at) + interval '10 seconds' as due_at) begun
      where p.lamp_id = $1 and p.declaration = 'on.go_out';
    if not found then
      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep, put_off_until)
        select $1, 'on.go_out', false, begun.due_at, outcome.sort_key, false, begun.due_at
          from (select least(clock_timestamp(), outcome.created_at) + interval '10 seconds' as due_at) begun where begun.due_at is not null;
      if found then
        update public.lamp_current head set since = head.since where head.ctid = place;
      end if;
    end if;
  end if;
  return outcome;
end
$pawl$;

comment on function public.lamp_stir(text, text, text, integer, public.pawl_item) is 'stir';

create or replace function public.lamp_pending_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id text, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
  set enable_bitmapscan = off -- the queue's statistics are always out of date
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
  with due as materialized (
    select p.ctid as place from public.lamp_pending p
      where p.is_work = false and p.parked_at is null and p.is_asleep = false
        and p.due_at <= moment and p.put_off_until > moment and public.lamp_model_2_8cd77de0d28b8de3()
      order by p.due_at limit 1000 for update skip locked
  )
  update public.lamp_pending p set due_at = p.put_off_until, put_off_until = null from due where p.ctid = due.place;
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    return query
      with due as materialized (
        select p.ctid as place from public.lamp_pending p
          where p.is_work = works and p.parked_at is null and p.is_asleep = false
            and p.due_at <= moment and public.lamp_model_2_8cd77de0d28b8de3()
            and (p.put_off_until > moment) is not true
          order by p.due_at limit room for update skip locked
      ), leased as (
        update public.lamp_pending p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` has as many attempts again
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
  'Leases due jobs, the longest due first. Complete each row, or call not_yet or fail for it. If is_spent, no attempt is left: complete it without an event. If is_parked, do nothing: the row is for information.';

create or replace function public.lamp_pending_complete(id text, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
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
  when fired = 'stir' then
    outcome := public.lamp_stir($1,
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
