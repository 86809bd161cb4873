-- Locks of runs ----------------------------------------------------------------------------------------
-- Locks are passed as a JSON list of [type, key]. Everything is read with a lock, since the snapshot of a call may be older
-- than the locks for which it has waited.

-- Makes the next runs for a key ready: the first of each type, unless a run that waits for all types came before it. Each run
-- checks itself whether the lock is free.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_wake(wanted varbinary(1024), moment bigint) returns boolean
begin
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased)
    select waiting.run, waiting.flow, moment, false from pawl_database.pawl_run_waits waiting
      where waiting.lock_key = wanted
        and not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.type = waiting.type and earlier.number < waiting.number lock in share mode)
        and not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.type = '' and earlier.number < waiting.number lock in share mode)
        and (waiting.type <> '' or not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.number < waiting.number lock in share mode))
      lock in share mode
    on duplicate key update due_at = if(pawl_database.pawl_run_ready.is_leased, pawl_database.pawl_run_ready.due_at,
      least(pawl_database.pawl_run_ready.due_at, moment));
  return true;
end //

-- Every release of a lock makes the next runs in its queue ready.
create or replace definer = pawl_database_owner trigger pawl_database.pawl_run_lock_freed after delete on pawl_database.pawl_locks
for each row do pawl_database.pawl_run_wake(old.lock_key, pawl_database.pawl_now()) //

-- Adds a run to the queue for locks, row by row. `insert ... select` would lock the table's auto_increment numbers
-- (innodb_autoinc_lock_mode = 1); a statement that does not wait for locks then fails with error 1467.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_stand(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
begin
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    insert into pawl_database.pawl_run_waits (lock_key, type, run, flow) values (wanted.lock_key, wanted.type, its_run, its_flow)
      on duplicate key update flow = value(flow);
  end for;
  return true;
end //

-- Takes all of these locks for a run, or none. Returns the addition to pawl_runs.locks, or null if the run was queued.
-- Fair: conflicting requests that came before are served first. This waits for transitions that
-- started without a lock, and for changes of locks on these keys, for at most the session's innodb_lock_wait_timeout.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_take(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, scope longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare me varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default concat('run ', its_run);
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare taken longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare is_done, is_taken boolean default false;
  declare its_token bigint;
  declare holder, queued integer;
  for wanted in (select distinct cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 1) do
    set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', convert(wanted.lock_key using utf8mb4)), false);
    set is_done = pawl_database.pawl_lock_mutex(wanted.lock_key);
  end for;
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    select 1 into holder from pawl_database.pawl_locks held
      where held.lock_key = wanted.lock_key and (held.type in (wanted.type, '') or wanted.type = '')
        and held.owner <> me and (held.until is null or held.until > moment) limit 1 lock in share mode;
    select 1 into queued from pawl_database.pawl_run_waits other
      where other.lock_key = wanted.lock_key and (other.type in (wanted.type, '') or wanted.type = '')
        and other.run <> its_run
        and other.number < coalesce((select own.number from pawl_database.pawl_run_waits own
          where own.run = its_run and own.lock_key = wanted.lock_key and own.type = wanted.type lock in share mode), 9223372036854775807)
      limit 1 lock in share mode;
    set is_taken = is_taken or holder is not null or queued is not null;
  end for;
  if is_taken then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given);
    return null;
  end if;
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    delete from pawl_database.pawl_locks
      where lock_key = wanted.lock_key and (type in (wanted.type, '') or wanted.type = '') and until <= moment;
    set its_token = null;
    select held.token into its_token from pawl_database.pawl_locks held
      where held.lock_key = wanted.lock_key and held.type = wanted.type for update;
    if its_token is null then
      update pawl_database.pawl_lock_keys mutex set mutex.last_token = mutex.last_token + 1 where mutex.lock_key = wanted.lock_key;
      select mutex.last_token into its_token from pawl_database.pawl_lock_keys mutex where mutex.lock_key = wanted.lock_key for update;
      insert into pawl_database.pawl_locks (lock_key, type, owner, token, since, until, login)
        values (wanted.lock_key, wanted.type, me, its_token, moment, null, own_login);
    end if;
    delete from pawl_database.pawl_run_waits where run = its_run and lock_key = wanted.lock_key and type = wanted.type;
    set taken = concat(taken, if(taken = '', '', ', '), '[', pawl_database.pawl_json_text(scope), ', ', pawl_database.pawl_json_text(wanted.type),
      ', ', pawl_database.pawl_json_text(convert(wanted.lock_key using utf8mb4)), ', ', its_token, ']');
  end for;
  return taken;
end //

-- Returns after how many microseconds a queued run retries by itself: when the first of the blocking locks ends, or soon if
-- none is held; null: only after a release.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_look_again(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns bigint
begin
  declare me varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default concat('run ', its_run);
  declare its_end bigint;
  declare in_the_way, others integer default 0;
  select count(*), min(each_one.until) into in_the_way, its_end
    from (select held.until
        from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one
          straight_join pawl_database.pawl_locks held force index (primary) on held.lock_key = cast(one.lock_key as binary)
            and (held.type in (one.type, '') or one.type = '')
        where held.owner <> me lock in share mode) each_one;
  select count(*) into others
    from (select other.run
        from json_table(given, '$[*]' columns (lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one
          straight_join pawl_database.pawl_run_waits other force index (pawl_run_waits_order) on other.lock_key = cast(one.lock_key as binary)
        where other.run <> its_run limit 1 lock in share mode) each_one;
  return if(in_the_way = 0 and others = 0, 200000, its_end - moment);
end //

-- Releases locks and, with leaves_queue, removes the run from the queue.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_let_go(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, leaves_queue boolean, moment bigint) returns boolean
begin
  declare is_done boolean;
  for freed in (select one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    set is_done = pawl_database.pawl_lock_mutex(freed.lock_key);
    delete from pawl_database.pawl_locks
      where lock_key = freed.lock_key and type = freed.type and owner = concat('run ', its_run);
  end for;
  if leaves_queue then
    for left_one in (select waiting.lock_key, waiting.type from pawl_database.pawl_run_waits waiting
        where waiting.run = its_run order by waiting.lock_key, waiting.type) do
      set is_done = pawl_database.pawl_lock_mutex(left_one.lock_key);
      delete from pawl_database.pawl_run_waits where run = its_run and lock_key = left_one.lock_key and type = left_one.type;
      set is_done = pawl_database.pawl_run_wake(left_one.lock_key, moment);
    end for;
  end if;
  return true;
end //
