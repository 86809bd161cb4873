-- Locks of runs ----------------------------------------------------------------------------------------

-- The queue for locks: first come, first served.
create table if not exists public.pawl_run_waits (
  key    text collate "C" not null,
  type   text collate "C" not null,
  run    bigint not null,
  flow   text collate "C" not null,
  number bigint generated always as identity,
  primary key (run, key, type)
);

call public.pawl_create_once('public.pawl_run_waits_next'::text,
  'create index pawl_run_waits_next on public.pawl_run_waits (key, type, number)'::text);
call public.pawl_create_once('public.pawl_run_waits_order'::text,
  'create index pawl_run_waits_order on public.pawl_run_waits (key, number)'::text);

-- Makes a queued run ready now, also if it is to retry when a lease ends. A row that a worker is changing is skipped: that
-- worker waits for this change of locks, and then tries the lock itself.
create or replace function public.pawl_run_wake_one(run bigint, flow text, now timestamptz) returns void
language sql set search_path = pg_catalog, pg_temp as $pawl$
  insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, $2, $3, false) on conflict (run) do nothing;
  update public.pawl_run_ready ready set due_at = $3 where ready.run in (select later.run
    from public.pawl_run_ready later where later.run = $1 and not later.is_leased and later.due_at > $3
    for update skip locked)
$pawl$;

-- Makes the next runs for a key ready: the first of each type, unless a run that waits for all types came before it.
create or replace function public.pawl_run_wake(key text, now timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  global_number bigint;
  global_run bigint;
  head record;
  last_type text := '';
  is_first boolean := true;
begin
  select waiting.number, waiting.run into global_number, global_run from public.pawl_run_waits waiting
    where waiting.key = $1 and waiting.type = '' order by waiting.key, waiting.type, waiting.number limit 1;
  loop -- from type to type, past the other runs in the queue
    select waiting.type, waiting.run, waiting.number, waiting.flow into head from public.pawl_run_waits waiting
      where waiting.key = $1 and waiting.type > last_type
      order by waiting.key, waiting.type, waiting.number limit 1;
    exit when not found;
    last_type := head.type;
    if global_number is null or head.number < global_number then
      is_first := false;
      perform public.pawl_run_wake_one(head.run, head.flow, $2);
    end if;
  end loop;
  if is_first and global_number is not null then
    perform public.pawl_run_wake_one(waiting.run, waiting.flow, $2) from public.pawl_run_waits waiting
      where waiting.run = global_run and waiting.key = $1 and waiting.type = ''::text;
  end if;
end
$pawl$;

-- Every release of a lock makes the next runs in its queue ready.
create or replace function public.pawl_run_lock_freed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $pawl$
begin
  perform public.pawl_run_wake(old.key, clock_timestamp());
  return null;
end
$pawl$;

do $pawl$
begin
  if not exists (select from pg_trigger own where own.tgrelid = 'public.pawl_locks'::regclass
                 and own.tgname = 'pawl_run_lock_freed' and own.tgenabled = 'O'
                 and own.tgtype = 9 -- after delete, for each row
                 and own.tgfoid = 'public.pawl_run_lock_freed()'::regprocedure) then
    create or replace trigger pawl_run_lock_freed after delete on public.pawl_locks
      for each row execute function public.pawl_run_lock_freed();
  end if;
end
$pawl$;

-- Takes all of these locks for a run, or none. Returns the addition to pawl_runs.locks, or null if the run was queued.
-- Returns '' if it was queued but must retry soon, because others that are changing locks of these keys cannot see it in
-- the queue. Fair: conflicting requests that came before are served first.
create or replace function public.pawl_run_take(run bigint, flow text, scope text, types text[], keys text[],
  now timestamptz) returns text language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  me text := 'run ' || $1;
  before text := current_setting('lock_timeout');
  wanted record;
  number bigint;
  taken text := '';
  is_free boolean := true;
  is_busy boolean := false;
begin
  begin -- waits for transitions that started without a lock, and for changes of locks on these keys
    perform set_config('lock_timeout', '200ms', true);
    for wanted in select distinct each.key from unnest($5) each (key) order by each.key loop
      perform pg_advisory_xact_lock(public.pawl_key(''::text, wanted.key));
      perform public.pawl_lock_mutex(wanted.key);
    end loop;
    perform set_config('lock_timeout', before, true);
  exception when lock_not_available then
    is_busy := true;
  end;
  -- `offset 0`: otherwise the planner may read a whole table, to join it
  is_free := not is_busy and not exists (
      select from unnest($4, $5) each (type, key) cross join lateral (select from public.pawl_locks held
        where held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
          and held.owner <> me and (held.until is null or held.until > $6) offset 0) held)
    and not exists (
      select from unnest($4, $5) each (type, key) cross join lateral (select from public.pawl_run_waits other
        where other.key = each.key and (other.type = each.type or '' in (other.type, each.type))
          and other.run <> $1 and other.number < coalesce((select own.number from public.pawl_run_waits own
            where own.run = $1 and own.key = each.key and own.type = each.type), 9223372036854775807) offset 0) other);
  if not is_free then
    insert into public.pawl_run_waits (key, type, run, flow)
      select distinct each.key, each.type, $1, $2 from unnest($4, $5) each (type, key)
      on conflict (run, key, type) do nothing;
    return case when is_busy then '' end;
  end if;
  for wanted in select distinct each.type, each.key from unnest($4, $5) each (type, key)
      order by each.key, each.type loop
    delete from public.pawl_locks held
      where held.key = wanted.key and (held.type = wanted.type or '' in (held.type, wanted.type))
        and held.until <= $6;
    select held.token into number from public.pawl_locks held
      where held.key = wanted.key and held.type = wanted.type;
    if not found then
      update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
        where mutex.key = wanted.key returning mutex.last_token into number;
      insert into public.pawl_locks (key, type, owner, token, since, until, login)
        values (wanted.key, wanted.type, me, number, $6, null, session_user);
    end if;
    taken := taken || case when taken = '' then '' else ', ' end
      || json_build_array($3, wanted.type, wanted.key, number)::text;
  end loop;
  delete from public.pawl_run_waits waiting using unnest($4, $5) each (type, key)
    where waiting.run = $1 and waiting.key = each.key and waiting.type = each.type;
  return taken;
end
$pawl$;

-- Returns when a queued run retries by itself: when the first blocking lock ends, or soon if none is held; null: never.
create or replace function public.pawl_run_look_again(types text[], keys text[], run bigint, now timestamptz)
returns timestamptz language sql set search_path = pg_catalog, pg_temp as $pawl$
  select case when count(*) = 0 and not exists (
        select from unnest($1, $2) each (type, key) cross join lateral (
          select from public.pawl_run_waits other where other.key = each.key and other.run <> $3 offset 0) other)
      then $4 + interval '200 milliseconds' else min(held.until) end
    from unnest($1, $2) each (type, key) cross join lateral (select held.until from public.pawl_locks held
      where held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
        and held.owner <> 'run ' || $3 offset 0) held
$pawl$;

-- Releases locks and, with leaves_queue, removes the run from the queue.
create or replace function public.pawl_run_let_go(run bigint, types text[], keys text[], leaves_queue boolean,
  now timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  freed record;
begin
  for freed in select each.type, each.key from unnest($2, $3) each (type, key)
      order by each.key, each.type loop
    perform public.pawl_lock_mutex(freed.key);
    delete from public.pawl_locks held where held.key = freed.key and held.type = freed.type
      and held.owner = 'run ' || $1;
  end loop;
  if leaves_queue then
    for freed in delete from public.pawl_run_waits waiting where waiting.run = $1
        returning waiting.key loop
      perform public.pawl_lock_mutex(freed.key);
      perform public.pawl_run_wake(freed.key, $5);
    end loop;
  end if;
end
$pawl$;
