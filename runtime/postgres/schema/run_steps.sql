-- Functions of runs for workers and operators ----------------------------------------------------------------

-- 255: PAWL_ACTOR_MAX_BYTES. 1024: PAWL_KEY_MAX_BYTES. 8238674899156590684: pawl_key('sleeping worker', 'pawl_runs').

-- Starts a run. Returns OK, EXISTS or REUSED with the run; LOCKED or ASLEEP if the flow is frozen; or MISMATCH.
create or replace function public.pawl_run_start(flow text, fingerprint text, args text, unique_key text,
  actor text, types text[], keys text[], clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $8 * interval '1 microsecond';
  earlier record;
  frozen record;
  taken text := '';
  again timestamptz := now;
  its_topic text;
begin
  if octet_length($5) > 255 then
    return row('MISUSE', null, null)::public.pawl_run_answer;
  end if;
  select coalesce(known.topic, $3::json ->> known.topic_argument) into its_topic
    from public.pawl_flows known where known.flow = $1 and known.fingerprint = $2;
  if not found then
    return row('MISMATCH', null, null)::public.pawl_run_answer;
  end if;
  loop
    if $4 is not null then
      select known.id, known.args::text as args into earlier from public.pawl_runs known
        where known.flow = $1 and known.unique_key = $4;
      if found then
        return row(case when earlier.args = $3 then 'EXISTS' else 'REUSED' end, earlier.id, null)::public.pawl_run_answer;
      end if;
    end if;
    insert into public.pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args,
        data, locks, unique_key, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor,
        started_at, updated_at, topic, events)
      values ($1, $2, 'ready', 'forward', null, '', 0, '{}', $3::json, '{}', '[]', $4, 0, 0, false, false, 0, 0,
        0, case when $5 like ' __-%' then session_user || $5 else coalesce($5, session_user) end, now, now, its_topic, 0)
      on conflict (flow, unique_key) do nothing returning id into answer.run;
    exit when found; -- otherwise it was inserted concurrently
  end loop;
  -- after the insert has locked the table: a freeze waits for this transaction, or is visible here
  select kept.mode, kept.reason, kept.until into frozen from public.pawl_freezes kept
    where kept.machine = $1 and kept.mode is not null and (kept.until is null or kept.until > now);
  if found then
    delete from public.pawl_runs made where made.id = answer.run;
    return row(case frozen.mode when 'sleep' then 'ASLEEP' else 'LOCKED' end, null,
      case frozen.mode when 'sleep' then 'asleep' else 'frozen' end || public.pawl_until(frozen.until) || ': '
        || frozen.reason)::public.pawl_run_answer;
  end if;
  if cardinality($6) > 0 then
    taken := public.pawl_run_take(answer.run, $1, ''::text, $6, $7, now);
    update public.pawl_runs made set status = case when coalesce(taken, '') = '' then 'blocked' else 'ready' end,
        locks = ('[' || coalesce(taken, '') || ']')::json
      where made.id = answer.run;
    again := case when taken is null then public.pawl_run_look_again($6, $7, answer.run, now)
      when taken = '' then now + interval '200 milliseconds' else now end;
  end if;
  if again is not null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased) values (answer.run, $1, again, false);
  end if;
  if its_topic is not null then
    perform public.pawl_run_tell(answer.run, ''::text, false, null::text, null::text, null::text, null::boolean, null::bigint, null::text);
  end if;
  if not (pg_try_advisory_lock(8238674899156590684) and pg_advisory_unlock(8238674899156590684)) then
    perform public.pawl_notify('pawl_runs'::text);
  end if;
  return row('OK', answer.run, answer.detail)::public.pawl_run_answer;
end
$pawl$;

-- Returns a text as libpawl writes it into a run's arguments (runtime/core/json.c).
create or replace function public.pawl_run_text(given text) returns text
language plpgsql immutable strict set search_path = pg_catalog, pg_temp as $pawl$
begin
  given := replace(replace($1, E'\\', E'\\\\'), '"', E'\\"');
  for code in 1 .. 31 loop
    exit when given !~ E'[\\x01-\\x1f]';
    given := replace(given, chr(code), E'\\u00' || lpad(to_hex(code), 2, '0'));
  end loop;
  return '"' || given || '"';
end
$pawl$;

-- Starts a run for the function of a flow. 1048576: PAWL_RUN_DATA_MAX_BYTES. A global lock on a text in the form of a uuid also
-- stops machines whose keys are uuids.
create or replace function public.pawl_run_begin(flow text, fingerprint text, args text, unique_key text,
  actor text, types text[], keys text[]) returns public.pawl_run_answer
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  spelled text[];
begin
  if octet_length($3) > 1048576 or octet_length($4) > 1024 then
    return row('MISUSE', null, 'as JSON, the arguments have up to 1048576 bytes, and what is `unique` 1024')::public.pawl_run_answer;
  end if;
  spelled := array(select lower(given.key) from unnest($6, $7) given (type, key) where given.type = '' and given.key <> lower(given.key)
    and given.key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
  return public.pawl_run_start($1, $2, $3, $4, $5, $6 || array_fill(''::text, array[cardinality(spelled)]), $7 || spelled, 0::bigint);
end
$pawl$;

-- Drops the functions of the deployed version of a flow. A function that something depends on, such as the effect of a machine,
-- remains if the new version replaces it: `replaced` has the signatures of the new ones.
create or replace procedure public.pawl_drop_run_functions(flow text, replaced text[]) language plpgsql as $pawl$
#variable_conflict use_column
declare
  routine regprocedure;
  users text;
begin
  if exists (select from public.pawl_machines known where known.machine = $1) then
    raise exception 'flow %: there is a machine with this name, and its functions would be taken for the flow''s', $1
      using errcode = 'PW002', hint = 'Rename one of them.';
  end if;
  for routine in select to_regprocedure(substr(own.object, 10)) from public.pawl_objects own
    where own.machine = $1 and starts_with(own.object, 'function ') and to_regprocedure(substr(own.object, 10)) is not null
  loop
    begin
      execute format('drop function %s', routine);
    exception when dependent_objects_still_exist then
      get stacked diagnostics users = pg_exception_detail;
      if not exists (select from unnest($2) new (signature) where to_regprocedure(new.signature) = routine) then
        raise exception 'flow %: the new version does not have %, which is in use: %', $1, routine, users
          using errcode = 'PW002', hint = 'Apply what uses it without this call first, or keep the parameters of the flow.';
      end if;
    end;
  end loop;
end
$pawl$;

-- Claims a run for the caller until the lease ends: the given run or, if null, the run that is due longest. Returns null if
-- there is none. mine: the caller's earlier claim on the run, to resume it. early: claims the given run before it is due.
-- first: a call that every run of the caller's version begins with, or null. With the first claim, it may have begun.
create or replace function public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean,
  lease_us bigint, first text, claimer bigint, clock_offset bigint) returns public.pawl_runs
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  now timestamptz := clock_timestamp() + $8 * interval '1 microsecond';
  until timestamptz := now + $5 * interval '1 microsecond';
  claimed public.pawl_runs;
  known record;
  ready record;
begin
  if exists (select from public.pawl_freezes kept where kept.machine = $1 and kept.mode is not null
      and (kept.until is null or kept.until > now)) then
    return null;
  end if;
  if $2 is null then
    select each.run, each.is_leased into ready
      from public.pawl_run_ready each join public.pawl_runs owner on owner.id = each.run
      where each.flow = $1 and each.due_at <= now
      order by each.due_at limit 1 for update of each, owner skip locked;
    if not found then
      return null;
    end if;
  else
    -- by id alone: a plan from a time with few runs could scan a whole flow
    select each.flow, each.claim, each.ended_at into known from public.pawl_runs each where each.id = $2
      for update;
    if not found or known.flow <> $1 or known.ended_at is not null then
      return null;
    end if;
    select each.run, each.is_leased, each.due_at into ready
      from public.pawl_run_ready each where each.run = $2;
    if ready.due_at > now and (ready.is_leased or not $4) and known.claim is distinct from $3 then
      return null;
    end if;
  end if;
  if ready.run is null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased, claimer)
      values ($2, $1, until, true, $7)
      on conflict (run) do update set due_at = excluded.due_at, is_leased = true, claimer = excluded.claimer;
  else
    update public.pawl_run_ready each set due_at = until, is_leased = true, claimer = $7
      where each.run = ready.run;
  end if;
  update public.pawl_runs each set claim = each.claim + 1,
      path = case when each.claim = 0 and each.wish is null then $6 else each.path end,
      was_cut_off = each.was_cut_off or coalesce(ready.is_leased, false)
    where each.id = coalesce(ready.run, $2) returning each.* into claimed;
  if json_array_length(claimed.locks) > 0 then
    update public.pawl_locks held set login = session_user -- of the login that continues the run
      where held.key = any (array(select each.lock ->> 2 from json_array_elements(claimed.locks) each (lock)))
        and held.owner = 'run ' || claimed.id and held.login <> session_user
        and (select true from json_array_elements(claimed.locks) each (lock)
          where each.lock ->> 2 = held.key and each.lock ->> 1 = held.type limit 1);
  end if;
  return claimed;
end
$pawl$;

-- Takes locks. Returns OK with the addition to pawl_runs.locks; LOCKED, maybe with microseconds until a retry; or CONFLICT.
create or replace function public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[],
  clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  own_flow text;
begin
  select known.flow into own_flow from public.pawl_runs known where known.id = $1 and known.claim = $2
    for update;
  if not found then
    return row('CONFLICT', null, null)::public.pawl_run_answer;
  end if;
  answer.detail := public.pawl_run_take($1, own_flow, $3, $4, $5, now);
  answer.status := case when coalesce(answer.detail, '') = '' then 'LOCKED' else 'OK' end;
  if answer.detail = '' then
    answer.detail := 200000;
  elsif answer.detail is null then
    answer.detail := (extract(epoch from public.pawl_run_look_again($4, $5, $1, now) - now) * 1000000)::bigint;
  end if;
  return answer;
end
$pawl$;

-- Saves all changes of a step. Returns OK with an operator's request. Raises PW003 if the claim is no longer valid; raises
-- PW004 if the run would end, but an operator has sent it back and `obeys` is false. These are errors, so that no later
-- statement of the same pipeline commits the step's writes.
-- due_us: null keeps the lease, or with lease_us renews it; below 0: not ready; otherwise the delay until it is due.
-- `leaves_queue`: the run waits for no lock. `tells`: the run has a topic.
create or replace function public.pawl_run_save(
  run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint,
  counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean,
  undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean,
  ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[],
  freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint,
  step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text,
  step_error text, step_actor text, step_duration_us bigint, tells boolean,
  clock_offset bigint)
returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + clock_offset * interval '1 microsecond';
  moment timestamptz; -- never goes back
  due timestamptz;
  own_flow text;
  its_topic text;
  before text;
begin
  if tells then
    select known.status into before from public.pawl_runs known where known.id = $1 and known.claim = $2;
  end if;
  update public.pawl_runs known set
      status = $3, direction = $4, path = $5, iteration = $6, entered = $7, counts = $8::json,
      data = $9::json, locks = $10::json, attempt = $11, failures = $12, is_uncertain = $13, undoing = $14,
      undo_until = $15, undone = $16, error = $17, waits_for = $18,
      was_cut_off = false, steps = coalesce(step_number, known.steps),
      wish = case when obeys or ends then null else known.wish end,
      updated_at = greatest(now, known.updated_at),
      ended_at = case when ends then greatest(now, known.updated_at) end
    where known.id = $1 and known.claim = $2
      and (obeys or not ends or known.wish is null or known.wish not in ('rollback', 'resume_from'))
    returning known.wish, known.flow, known.topic, known.updated_at
    into answer.detail, own_flow, its_topic, moment;
  if not found or (its_topic is not null) is distinct from tells then
    if exists (select from public.pawl_runs known where known.id = $1 and (known.topic is not null) is distinct from tells) then
      raise exception 'run %: `tells` must be true if and only if it has a topic', $1
        using errcode = 'invalid_parameter_value';
    elsif exists (select from public.pawl_runs known where known.id = $1 and known.claim = $2) then
      raise exception 'run % is to go back', $1 using errcode = 'PW004';
    end if;
    raise exception 'the claim on run % is lost', $1 using errcode = 'PW003';
  end if;
  answer.status := 'OK';
  if step_number is not null then
    insert into public.pawl_run_steps
      values ($1, step_number, step_path, step_iteration, step_generation, step_is_undo, step_outcome,
        step_attempt, step_undoes, step_after::json, step_error,
        coalesce(step_actor, session_user), moment, step_duration_us);
  end if;
  if before is not null then
    perform public.pawl_run_tell($1, before, ends, step_outcome, step_path, step_iteration, step_is_undo,
      step_attempt, step_after);
  end if;
  if freed_types is not null or leaves_queue then
    perform public.pawl_run_let_go($1, freed_types, freed_keys, leaves_queue, now);
  end if;
  if due_us is null then
    if lease_us is not null then
      update public.pawl_run_ready set due_at = now + lease_us * interval '1 microsecond' where run = $1;
    end if;
    return answer;
  end if;
  due := case when due_us >= 0 then now + due_us * interval '1 microsecond' end;
  if answer.detail is not null and not ends then
    due := now;
  elsif waits_for is not null then
    if exists (select from public.pawl_run_signals sent where sent.run = $1 and sent.name = $18) then
      due := now;
    end if;
  end if;
  if due is null then
    delete from public.pawl_run_ready where run = $1;
  else
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      values ($1, own_flow, due, false)
      on conflict (run) do update set due_at = excluded.due_at, is_leased = false;
  end if;
  return answer;
end
$pawl$;

-- Returns the last irreversible step from this place on that the run has done or may have done; null if there is none. A
-- step counts if it is irreversible in every version of the flow that has it.
create or replace function public.pawl_run_last_irreversible(run public.pawl_runs, place text) returns text
language sql set search_path = pg_catalog, pg_temp as $pawl$
  with done as (
    select step.number, step.path, step.iteration from public.pawl_run_steps step
      where step.run = $1.id and step.outcome in ('done', 'unknown')
        and not exists (select from public.pawl_run_steps undo
          where undo.run = step.run and undo.undoes = step.number)
    union all
    select $1.steps + 1, $1.path, $1.iteration where $1.is_uncertain
  )
  select done.path || done.iteration from done
    where done.number >= (select max(first.number) from done first where first.path || first.iteration = $2)
      and (select bool_and(coalesce((declared.value ->> 'irreversible')::boolean, false))
        from public.pawl_flows version cross join json_array_elements(version.model -> 'steps') declared
        where version.flow = $1.flow and declared.value ->> 'path' = done.path)
    order by done.number desc limit 1
$pawl$;

-- Records a request. wish: pause, resume, retry, cancel, rollback, or resume_from (place: a step). Returns ILLEGAL with the run's
-- status or the irreversible step.
create or replace function public.pawl_run_say(run bigint, flow text, wish text, place text, actor text,
  clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  known public.pawl_runs;
  bound text;
begin
  if octet_length($5) > 255 or octet_length($4) > 1024 then
    return row('MISUSE', null, null)::public.pawl_run_answer;
  end if;
  select each.* into known from public.pawl_runs each where each.id = $1 and ($2 is null or each.flow = $2)
    for update;
  if not found then
    return row('NOT_FOUND', null, null)::public.pawl_run_answer;
  end if;
  answer.run := known.id;
  answer.detail := known.status;
  if $3 = 'signal' then -- its name is `place`: pawl_run_signal
    insert into public.pawl_run_signals (run, name, actor, sent_at)
      select $1, $4, coalesce($5, session_user), now where known.ended_at is null on conflict do nothing;
    answer.status := case when found then 'OK' when known.ended_at is not null then 'ILLEGAL' else 'EXISTS' end;
    if (answer.status = 'OK' and known.status = 'waiting' and known.waits_for = $4) is not true then
      return answer;
    end if;
  else
    bound := case when $3 = 'resume_from' then public.pawl_run_last_irreversible(known, $4) end;
    if (case $3
        when 'pause' then known.status in ('ready', 'blocked', 'waiting') or known.wish = 'resume'
        when 'resume' then known.status = 'paused' or known.wish = 'pause'
        when 'retry' then known.status in ('parked', 'ready')
        when 'resume_from' then known.ended_at is null and exists (select from public.pawl_run_steps step
          where step.run = $1 and step.path || step.iteration = $4 and step.outcome in ('done', 'unknown')
            and not exists (select from public.pawl_run_steps undo where undo.run = $1 and undo.undoes = step.number))
        else known.ended_at is null end) is not true then
      return row('ILLEGAL', known.id, known.status)::public.pawl_run_answer;
    elsif bound is not null then
      return row('ILLEGAL', known.id, 'irreversible ' || bound)::public.pawl_run_answer;
    end if;
    update public.pawl_runs each set wish = $3, wish_place = $4, wish_actor = coalesce($5, session_user)
      where each.id = $1;
  end if;
  insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, known.flow, now, false)
    on conflict (run) do update set due_at = excluded.due_at where not pawl_run_ready.is_leased;
  if not (pg_try_advisory_lock(8238674899156590684) and pg_advisory_unlock(8238674899156590684)) then
    perform public.pawl_notify('pawl_runs'::text);
  end if;
  return row('OK', answer.run, answer.detail)::public.pawl_run_answer;
end
$pawl$;

-- Sends a signal to a run. flow: null for any. EXISTS: it was sent before.
create or replace function public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint)
returns public.pawl_run_answer language sql
return public.pawl_run_say($1, $2, 'signal'::text, $3, $4, $5);
