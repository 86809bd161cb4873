-- Functions of runs for workers and operators ----------------------------------------------------------------

-- Returns the result of the functions of runs.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_answer(status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, run bigint, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return json_object('status', status, 'run', run, 'detail', detail) //

-- Makes a run ready, unless a worker has it.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_call(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns boolean
begin
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased) values (its_run, its_flow, moment, false)
    on duplicate key update due_at = if(is_leased, due_at, value(due_at));
  return true;
end //

-- Starts a run. Returns OK, EXISTS or REUSED with the run; LOCKED or ASLEEP if the flow is frozen; or MISMATCH.
-- wants_locks: the run is not ready until pawl_run_enter was called in the same transaction.
-- 255: PAWL_ACTOR_MAX_BYTES.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_start(
  its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_fingerprint varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_args longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_unique_key longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, wants_locks boolean, clock_offset bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare is_known, is_done boolean default false;
  declare whose longtext character set utf8mb4 collate utf8mb4_nopad_bin default
    if(its_actor like ' __-%', concat(substring_index(session_user(), '@', 1), its_actor), coalesce(its_actor, substring_index(session_user(), '@', 1)));
  declare its_topic, obstacle longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare earlier row (id bigint, args longtext character set utf8mb4 collate utf8mb4_nopad_bin, steps bigint);
  if octet_length(whose) > 255 then
    return pawl_database.pawl_run_answer('MISUSE', null, null);
  end if;
  select true, coalesce(known.topic, json_value(its_args, concat('$.', known.topic_argument))) into is_known, its_topic
    from pawl_database.pawl_flows known where known.flow = its_flow and known.fingerprint = its_fingerprint;
  if not is_known then
    return pawl_database.pawl_run_answer('MISMATCH', null, null);
  end if;
  select own.id, own.args into earlier.id, earlier.args from pawl_database.pawl_runs own
    where own.flow = its_flow and own.unique_key = cast(its_unique_key as binary);
  if earlier.id is not null then
    return pawl_database.pawl_run_answer(if(earlier.args = its_args, 'EXISTS', 'REUSED'), earlier.id, null);
  end if;
  set obstacle = pawl_database.pawl_frozen(its_flow, null, null);
  if obstacle is null then -- the run then holds the flow's gate, so a freeze waits for it
    select true into is_done from pawl_database.pawl_gates gate where gate.machine = its_flow and gate.number = 0 lock in share mode;
    if @@wsrep_on then
      set is_done = pawl_database.pawl_pass_gate(its_flow);
    end if;
    set obstacle = pawl_database.pawl_frozen(its_flow, null, null);
  end if;
  if obstacle is not null then
    return pawl_database.pawl_run_answer(substring_index(obstacle, ' ', 1), null, substr(obstacle, locate(' ', obstacle) + 1));
  end if;
  -- the row has -1 steps, which nobody else ever sees: this distinguishes it from a row that was inserted concurrently
  insert into pawl_database.pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args,
      data, locks, unique_key, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor,
      started_at, updated_at, topic, events)
    values (its_flow, its_fingerprint, 'ready', 'forward', null, '', 0, '{}', its_args, '{}', '[]', cast(its_unique_key as binary),
      0, 0, false, false, -1, 0, 0, whose, moment, moment, its_topic, 0)
    on duplicate key update id = last_insert_id(id);
  select own.id, own.args, own.steps into earlier.id, earlier.args, earlier.steps from pawl_database.pawl_runs own
    where own.id = last_insert_id() for update;
  if earlier.steps >= 0 then
    return pawl_database.pawl_run_answer(if(earlier.args = its_args, 'EXISTS', 'REUSED'), earlier.id, null);
  end if;
  update pawl_database.pawl_runs own set own.steps = 0 where own.id = earlier.id;
  if not wants_locks then
    set is_done = pawl_database.pawl_run_call(earlier.id, its_flow, moment);
    if its_topic is not null then
      set is_done = pawl_database.pawl_run_tell(earlier.id, '', false, null, null, null, null, null, null);
    end if;
  end if;
  return pawl_database.pawl_run_answer('OK', earlier.id, null);
end //

-- Finishes a start with locks. is_busy: other transactions are changing locks of these keys, and nobody waited for them.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_enter(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, is_busy boolean, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare again bigint default 0;
  declare its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare taken, its_topic longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare is_done boolean;
  select own.flow, own.topic into its_flow, its_topic from pawl_database.pawl_runs own where own.id = its_run for update;
  if is_busy then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given), again = 200000;
  else
    set taken = pawl_database.pawl_run_take(its_run, its_flow, '', given, moment);
    if taken is null then
      set again = pawl_database.pawl_run_look_again(its_run, given, moment);
    end if;
  end if;
  update pawl_database.pawl_runs own set own.status = if(taken is null, 'blocked', 'ready'), own.locks = concat('[', coalesce(taken, ''), ']')
    where own.id = its_run;
  if again is not null then
    set is_done = pawl_database.pawl_run_call(its_run, its_flow, moment + again);
  end if;
  if its_topic is not null then
    set is_done = pawl_database.pawl_run_tell(its_run, '', false, null, null, null, null, null, null);
  end if;
  return pawl_database.pawl_run_answer('OK', its_run, null);
end //

-- Returns a text as libpawl writes it into a run's arguments (runtime/core/json.c).
create or replace definer = pawl_database_owner function pawl_database.pawl_run_text(given longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
begin
  declare code integer default 1;
  set given = replace(replace(given, '\', '\\'), '"', '\"');
  while code < 32 and given regexp '[[:cntrl:]]' do
    set given = replace(given, char(code using utf8mb4), concat('\u00', lower(lpad(hex(code), 2, '0')))), code = code + 1;
  end while;
  return concat('"', given, '"');
end //

-- Starts a run for the function of a flow. given: its locks, or null. 1048576: PAWL_RUN_DATA_MAX_BYTES.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_begin(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_fingerprint varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_args longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_unique_key longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare exit handler for sqlexception begin -- or a function of somebody's could keep a run without its locks
    rollback to savepoint pawl_run;
    resignal;
  end;
  if octet_length(its_args) > 1048576 or octet_length(its_unique_key) > 1024 then
    return pawl_database.pawl_run_answer('MISUSE', null, 'as JSON, the arguments have up to 1048576 bytes, and what is `unique` 1024');
  end if;
  savepoint pawl_run;
  set answer = pawl_database.pawl_run_start(its_flow, its_fingerprint, its_args, its_unique_key, its_actor, given is not null, 0);
  if given is not null and json_value(answer, '$.status') = 'OK' then
    return pawl_database.pawl_run_enter(json_value(answer, '$.run'), given, false, 0);
  end if;
  return answer;
end //

-- Leases to the caller a run whose rows the caller has locked. It then reads its changes without a lock: see
-- pawl_run_claim_due.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_lease(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, was_leased boolean, moment bigint, lease_us bigint, first longtext character set utf8mb4 collate utf8mb4_nopad_bin, claimer bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare its_locks, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased, claimer)
    values (its_run, its_flow, moment + lease_us, true, claimer)
    on duplicate key update due_at = value(due_at), is_leased = true, claimer = value(claimer);
  update pawl_database.pawl_runs own
    set own.path = if(own.claim = 0 and own.wish is null, first, own.path),
      own.claim = own.claim + 1, own.was_cut_off = own.was_cut_off or coalesce(was_leased, false)
    where own.id = its_run;
  select own.locks, json_object('id', own.id, 'flow', own.flow, 'fingerprint', own.fingerprint, 'status', own.status,
      'direction', own.direction, 'path', own.path, 'iteration', own.iteration, 'entered', own.entered,
      'counts', own.counts, 'args', own.args, 'data', own.data, 'locks', own.locks,
      'unique_key', convert(own.unique_key using utf8mb4), 'attempt', own.attempt, 'failures', own.failures,
      'is_uncertain', own.is_uncertain, 'was_cut_off', own.was_cut_off, 'undoing', own.undoing,
      'undo_until', own.undo_until, 'steps', own.steps, 'undone', own.undone, 'error', own.error,
      'waits_for', own.waits_for, 'wish', own.wish, 'wish_place', own.wish_place, 'wish_actor', own.wish_actor,
      'claim', own.claim, 'actor', own.actor, 'started_at', own.started_at, 'updated_at', own.updated_at,
      'ended_at', own.ended_at, 'topic', own.topic, 'events', own.events)
    into its_locks, answer
    from pawl_database.pawl_runs own where own.id = its_run;
  if its_locks <> '[]' then -- they belong to the login that continues the run
    for held in (select one.type, one.lock_key
        from json_table(its_locks, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]')) one) do
      update pawl_database.pawl_locks own set own.login = own_login
        where own.lock_key = cast(held.lock_key as binary) and own.type = held.type
          and own.owner = concat('run ', its_run) and own.login <> own_login;
    end for;
  end if;
  return answer;
end //

-- Leases the given run to the caller. Returns null if the caller cannot have it. mine: the caller's earlier claim on the run,
-- to resume it. early: even before it is due. first: a call that every run of the caller's version begins with, or null. With the
-- first claim, it may have begun.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_claim(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_run bigint, mine bigint, early boolean, lease_us bigint, first longtext character set utf8mb4 collate utf8mb4_nopad_bin, claimer bigint, clock_offset bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare ready row (is_leased boolean, due_at bigint);
  declare found row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, claim bigint, ended_at bigint);
  if exists (select 1 from pawl_database.pawl_freezes kept where kept.machine = its_flow and (kept.until is null or kept.until > moment)) then
    return null;
  end if;
  select own.flow, own.claim, own.ended_at into found.flow, found.claim, found.ended_at
    from pawl_database.pawl_runs own where own.id = its_run for update;
  if found.flow is null or found.flow <> its_flow or found.ended_at is not null then
    return null;
  end if;
  select each_one.is_leased, each_one.due_at into ready.is_leased, ready.due_at
    from pawl_database.pawl_run_ready each_one where each_one.run = its_run for update;
  if ready.due_at > moment and (ready.is_leased or not early) and not (found.claim <=> mine) then
    return null;
  end if;
  return pawl_database.pawl_run_lease(its_run, its_flow, ready.is_leased, moment, lease_us, first, claimer);
end //

-- Leases the run that is due longest, or returns null if there is none. It does not wait. This is a separate function because
-- MariaDB applies `skip locked` only in the first statement of a function that uses the table. No other statement of the
-- function, or of functions that it calls, may then be `select ... for update` on that table.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_claim_due(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, lease_us bigint, first longtext character set utf8mb4 collate utf8mb4_nopad_bin, claimer bigint, clock_offset bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare ready row (run bigint, is_leased boolean);
  if exists (select 1 from pawl_database.pawl_freezes kept where kept.machine = its_flow and (kept.until is null or kept.until > moment)) then
    return null;
  end if;
  select each_one.run, each_one.is_leased into ready.run, ready.is_leased
    from pawl_database.pawl_run_ready each_one force index (pawl_run_ready_due)
      straight_join pawl_database.pawl_runs owner force index (primary) on owner.id = each_one.run
    where each_one.flow = its_flow and each_one.due_at <= moment
    order by each_one.due_at limit 1 for update skip locked;
  return if(ready.run is null, null, pawl_database.pawl_run_lease(ready.run, its_flow, ready.is_leased, moment, lease_us, first, claimer));
end //

-- Takes locks. Returns OK with the addition to pawl_runs.locks; LOCKED with the microseconds until the next attempt, or
-- without; or CONFLICT. is_busy: as above.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_lock(its_run bigint, its_claim bigint, scope longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, is_busy boolean, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare taken longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare is_done boolean;
  select own.flow into its_flow from pawl_database.pawl_runs own where own.id = its_run and own.claim = its_claim for update;
  if its_flow is null then
    return pawl_database.pawl_run_answer('CONFLICT', null, null);
  end if;
  if is_busy then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given);
    return pawl_database.pawl_run_answer('LOCKED', null, 200000);
  end if;
  set taken = pawl_database.pawl_run_take(its_run, its_flow, scope, given, moment);
  if taken is null then
    return pawl_database.pawl_run_answer('LOCKED', null, pawl_database.pawl_run_look_again(its_run, given, moment));
  end if;
  return pawl_database.pawl_run_answer('OK', null, taken);
end //

-- Saves all changes of a step. Returns OK with an operator's request. Raises PW003 if the claim is no longer valid; raises
-- PW004 if the run would end, but an operator has sent it back and `obeys` is false. These are errors, so that no later
-- statement of the same pipeline commits the step's writes.
-- due_us: null keeps the lease, or with lease_us renews it; below 0: not ready; otherwise the delay until it is due.
-- `leaves_queue`: the run waits for no lock. `tells`: the run has a topic.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_save(
  its_run bigint, its_claim bigint, its_status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_direction varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_entered bigint,
  its_counts longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_data longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_locks longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_attempt bigint, its_failures bigint, its_uncertainty boolean,
  its_undoing bigint, its_undo_until bigint, its_undone bigint, its_error longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_signal longtext character set utf8mb4 collate utf8mb4_nopad_bin, obeys boolean,
  ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  step_number bigint, step_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_generation bigint,
  step_is_undo boolean, step_outcome varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, step_attempt bigint, step_undoes bigint, step_after longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  step_error longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, step_duration_us bigint, tells boolean, clock_offset bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare due, seen bigint;
  declare is_done boolean;
  declare known row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wish varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, has_topic boolean, updated_at bigint);
  declare what_is_wrong varchar(128);
  select own.flow, own.status, own.wish, own.topic is not null, own.updated_at
    into known.flow, known.status, known.wish, known.has_topic, known.updated_at
    from pawl_database.pawl_runs own where own.id = its_run and own.claim = its_claim for update;
  if known.flow is null then
    set what_is_wrong = concat('the claim on run ', its_run, ' is lost');
    signal sqlstate 'PW003' set message_text = what_is_wrong;
  end if;
  if known.has_topic <> tells then
    set what_is_wrong = concat('run ', its_run, ': `tells` must be true if and only if it has a topic');
    signal sqlstate '22023' set message_text = what_is_wrong;
  end if;
  if ends and not obeys and known.wish in ('rollback', 'resume_from') then
    set what_is_wrong = concat('run ', its_run, ' is to go back');
    signal sqlstate 'PW004' set message_text = what_is_wrong;
  end if;
  if obeys or ends then
    set known.wish = null;
  end if;
  set known.updated_at = greatest(moment, known.updated_at); -- never goes back
  update pawl_database.pawl_runs own set
      own.status = its_status, own.direction = its_direction, own.path = its_path, own.iteration = its_iteration,
      own.entered = its_entered, own.counts = its_counts, own.data = its_data, own.locks = its_locks,
      own.attempt = its_attempt, own.failures = its_failures, own.is_uncertain = its_uncertainty,
      own.undoing = its_undoing, own.undo_until = its_undo_until, own.undone = its_undone, own.error = its_error,
      own.waits_for = its_signal, own.was_cut_off = false, own.steps = coalesce(step_number, own.steps),
      own.wish = known.wish, own.updated_at = known.updated_at, own.ended_at = if(ends, known.updated_at, null)
    where own.id = its_run;
  if step_number is not null then
    insert into pawl_database.pawl_run_steps (run, number, path, iteration, generation, is_undo, outcome, attempt, undoes, after, error,
        actor, at, duration_us)
      values (its_run, step_number, step_path, step_iteration, step_generation, step_is_undo, step_outcome,
        step_attempt, step_undoes, step_after, step_error, coalesce(step_actor, substring_index(session_user(), '@', 1)),
        known.updated_at, step_duration_us);
  end if;
  if tells then
    set is_done = pawl_database.pawl_run_tell(its_run, known.status, ends, step_outcome, step_path, step_iteration, step_is_undo,
      step_attempt, step_after);
  end if;
  if freed is not null or leaves_queue then
    set is_done = pawl_database.pawl_run_let_go(its_run, freed, leaves_queue, moment);
  end if;
  if due_us is null then
    if lease_us is not null then
      update pawl_database.pawl_run_ready ready set ready.due_at = moment + lease_us where ready.run = its_run;
    end if;
    return pawl_database.pawl_run_answer('OK', null, known.wish);
  end if;
  set due = if(due_us >= 0, moment + due_us, null);
  if known.wish is not null and not ends then
    set due = moment;
  elseif its_signal is not null then
    select 1 into seen from pawl_database.pawl_run_signals sent where sent.run = its_run and sent.name = cast(its_signal as binary) lock in share mode;
    if seen is not null then
      set due = moment;
    end if;
  end if;
  if due is null then
    delete from pawl_database.pawl_run_ready where run = its_run;
  else
    insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased) values (its_run, known.flow, due, false)
      on duplicate key update due_at = value(due_at), is_leased = false;
  end if;
  return pawl_database.pawl_run_answer('OK', null, known.wish);
end //

-- Returns the last irreversible step from this place on that the run has done or may have done; null if there is none. A
-- step counts if it is irreversible in every version of the flow that has it.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_last_irreversible(its_run bigint, its_place longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
begin
  return (
    with done as (
      select step.number, step.path, step.iteration, known.flow
        from pawl_database.pawl_run_steps step join pawl_database.pawl_runs known on known.id = step.run
        where step.run = its_run and step.outcome in ('done', 'unknown')
          and not exists (select 1 from pawl_database.pawl_run_steps later where later.run = its_run and later.undoes = step.number)
      union all
      select known.steps + 1, known.path, known.iteration, known.flow from pawl_database.pawl_runs known
        where known.id = its_run and known.is_uncertain
    )
    select concat(done.path, done.iteration) from done
      where done.number >= (select max(first.number) from done first where concat(first.path, first.iteration) = its_place)
        and (select min(declared.irreversible) from pawl_database.pawl_flows version,
            json_table(version.model, '$.steps[*]' columns (path longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$.path', irreversible boolean path '$.irreversible' default '0' on empty)) declared
          where version.flow = done.flow and declared.path = done.path)
      order by done.number desc limit 1);
end //

-- Records an operator's request, or a signal whose name is its_place. Returns OK, NOT_FOUND, or ILLEGAL with the status or with
-- `irreversible` and the step's place; EXISTS if the signal was sent before. 255: PAWL_ACTOR_MAX_BYTES. 1024: PAWL_KEY_MAX_BYTES.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_say(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wanted varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_place longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare known row (id bigint, flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, wish varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, waits_for longtext character set utf8mb4 collate utf8mb4_nopad_bin, ended_at bigint);
  declare is_legal, is_done boolean default false;
  declare seen integer;
  declare bound longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if octet_length(its_actor) > 255 or octet_length(its_place) > 1024 then
    return pawl_database.pawl_run_answer('MISUSE', null, null);
  end if;
  select own.id, own.flow, own.status, own.wish, own.waits_for, own.ended_at
    into known.id, known.flow, known.status, known.wish, known.waits_for, known.ended_at
    from pawl_database.pawl_runs own where own.id = its_run and (its_flow is null or own.flow = its_flow) for update;
  if known.id is null then
    return pawl_database.pawl_run_answer('NOT_FOUND', null, null);
  end if;
  set is_legal = coalesce(case wanted
      when 'pause' then known.status in ('ready', 'blocked', 'waiting') or known.wish = 'resume'
      when 'resume' then known.status = 'paused' or known.wish = 'pause'
      when 'retry' then known.status in ('parked', 'ready')
      when 'resume_from' then known.ended_at is null and exists (select 1 from pawl_database.pawl_run_steps step
        where step.run = its_run and concat(step.path, step.iteration) = its_place and step.outcome in ('done', 'unknown')
          and not exists (select 1 from pawl_database.pawl_run_steps later where later.run = its_run and later.undoes = step.number))
      else known.ended_at is null end, false);
  if not is_legal then
    return pawl_database.pawl_run_answer('ILLEGAL', known.id, known.status);
  end if;
  if wanted = 'resume_from' then
    set bound = pawl_database.pawl_run_last_irreversible(its_run, its_place);
    if bound is not null then
      return pawl_database.pawl_run_answer('ILLEGAL', known.id, concat('irreversible ', bound));
    end if;
  end if;
  if wanted <> 'signal' then
    update pawl_database.pawl_runs own set own.wish = wanted, own.wish_place = its_place,
        own.wish_actor = coalesce(its_actor, substring_index(session_user(), '@', 1))
      where own.id = its_run;
    set is_done = pawl_database.pawl_run_call(its_run, known.flow, moment);
    return pawl_database.pawl_run_answer('OK', known.id, known.status);
  end if;
  select 1 into seen from pawl_database.pawl_run_signals sent where sent.run = its_run and sent.name = cast(its_place as binary) for update;
  if seen is not null then
    return pawl_database.pawl_run_answer('EXISTS', known.id, known.status);
  end if;
  insert into pawl_database.pawl_run_signals (run, name, actor, sent_at)
    values (its_run, cast(its_place as binary), coalesce(its_actor, substring_index(session_user(), '@', 1)), moment);
  if known.status = 'waiting' and known.waits_for = its_place then
    set is_done = pawl_database.pawl_run_call(its_run, known.flow, moment);
  elseif @@wsrep_on then -- another node may be setting the run to wait without seeing this signal: one of the two is rolled back
    update pawl_database.pawl_runs own set own.updated_at = greatest(moment, own.updated_at + 1) where own.id = its_run;
  end if;
  return pawl_database.pawl_run_answer('OK', known.id, known.status);
end //

-- Sends a signal to a run.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_signal(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_name longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
return pawl_database.pawl_run_say(its_run, its_flow, 'signal', its_name, its_actor, clock_offset) //
