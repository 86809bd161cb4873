-- Frozen machines --------------------------------------------------------------------------------------

-- A function of each machine says whether it is frozen, and the planner puts in its place what it says: MACHINE_is_free(null)
-- is true, and null while the function is strict. Whoever freezes, by whatever way, alters it, and has locked the row before.
-- A flow has none; neither has a machine that an older compiler wrote, which reads the row.
create or replace function public.pawl_turn_is_free() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  turned regprocedure;
begin
  select code.oid into turned from pg_proc code join pg_class head on head.relnamespace = code.pronamespace
    where head.oid = to_regclass(new.head) and code.proname = new.machine || '_is_free'
      and code.proargtypes = '16'::oidvector
      and code.proowner = (select own.relowner from pg_class own where own.oid = tg_relid);
  if found then
    execute format('alter function %s %s', turned,
      case when new.mode is null then 'called on null input' else 'strict' end);
  end if;
  return null;
end
$pawl$;

create or replace trigger pawl_turn_is_free after insert or update of mode on public.pawl_freezes
  for each row execute function public.pawl_turn_is_free();
alter table public.pawl_freezes enable always trigger pawl_turn_is_free; -- in a session that calls itself a replica, too

-- Freezes a machine from the end of this transaction on: mode 'reject' or 'sleep', until null or a time.
-- Moves that have begun before go on: see pawl_freeze_waits_for. LOCKED: another transaction is doing the same.
create or replace function public.pawl_freeze(machine text, mode text, until timestamptz, reason text)
returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or $3 <= clock_timestamp()
     or not isfinite($3) then
    answer.status := 'MISUSE';
    return answer;
  end if;
  -- who waited here would make others wait behind him
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update skip locked;
  if not found then
    answer.status := case when exists (select from public.pawl_freezes type_lock where type_lock.machine = $1)
      then 'LOCKED' else 'NOT_FOUND' end;
    answer.detail := 'moves that read it in another isolation level than READ COMMITTED are under way';
    return answer;
  end if;
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = clock_timestamp(), frozen_by = session_user
    where type_lock.machine = $1;
  insert into public.pawl_lock_log (action, type, reason) values ('freeze', $1, $4);
  answer.status := 'OK';
  return answer;
end
$pawl$;
revoke all on function public.pawl_freeze(text, text, timestamptz, text) from public;

-- Ends a freeze; deferred events are fired first, each entity's before its others.
create or replace function public.pawl_thaw(machine text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  was_frozen boolean;
begin
  select type_lock.mode is not null into was_frozen
    from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  -- Written also where there was no freeze: of one that did not reach all nodes, only some of the others know.
  update public.pawl_freezes type_lock set until = least(type_lock.until, clock_timestamp())
    where type_lock.machine = $1;
  if was_frozen then
    insert into public.pawl_lock_log (action, type) values ('thaw', $1);
    perform public.pawl_wake($1);
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_thaw(text) from public;
