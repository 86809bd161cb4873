-- Frozen machines --------------------------------------------------------------------------------------

-- Each machine has a function MACHINE_is_free, and the planner replaces calls of it by their result. MACHINE_is_free(null) is
-- true, or null while the function is strict. Each freeze locks the row and then alters the function. Flows have no such
-- function, nor have machines from an older compiler, which read the row.
create or replace function public.pawl_turn_is_free() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
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
alter table public.pawl_freezes enable always trigger pawl_turn_is_free; -- also with session_replication_role = replica

-- Freezes a machine from the end of this transaction. mode: 'reject' or 'sleep'; until: a time, or null for no end.
-- Transitions that have started continue: see pawl_freeze_waits_for. Returns LOCKED if another transaction does the same.
create or replace function public.pawl_freeze(machine text, mode text, until timestamptz, reason text)
returns public.pawl_lock_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
begin
  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or $3 <= clock_timestamp()
     or not isfinite($3) then
    return row('MISUSE', null, null, null)::public.pawl_lock_answer;
  end if;
  -- no waiting: other callers would have to wait for this one
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update skip locked;
  if not found then
    return row(case when exists (select from public.pawl_freezes type_lock where type_lock.machine = $1)
      then 'LOCKED' else 'NOT_FOUND' end, null, null,
      'moves that read it in another isolation level than READ COMMITTED are under way')::public.pawl_lock_answer;
  end if;
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = clock_timestamp(), frozen_by = session_user
    where type_lock.machine = $1;
  insert into public.pawl_lock_log (action, type, reason) values ('freeze', $1, $4);
  return row('OK', null, null, null)::public.pawl_lock_answer;
end
$pawl$;

-- Ends a freeze. Deferred events are fired first, each before other events of its entity.
create or replace function public.pawl_thaw(machine text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  was_frozen boolean;
begin
  select type_lock.mode is not null into was_frozen
    from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  -- Written even without a freeze here: a freeze that failed may have reached only some of the other nodes.
  update public.pawl_freezes type_lock set until = least(type_lock.until, clock_timestamp())
    where type_lock.machine = $1;
  if was_frozen then
    insert into public.pawl_lock_log (action, type) values ('thaw', $1);
    perform public.pawl_wake($1);
  end if;
  return answer;
end
$pawl$;
