-- Workers ----------------------------------------------------------------------------------------------

-- An item of a worker: the name of the timer or work, the sort_key of the transition that started it, and the claim's number.
call public.pawl_create_once('public.pawl_item'::text,
  'create type public.pawl_item as (declaration text, fence integer, claim bigint)'::text);

-- libpawl calls this if one transition of a batch fails, so that none of the batch is made.
create or replace function public.pawl_undo_all(outcome public.pawl_outcome) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
begin
  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, 'MISMATCH')
    using errcode = 'PW005';
end
$pawl$;

-- Notifies workers of new work, but only if one is waiting: PostgreSQL commits notifying transactions one at a time, to keep
-- the order of the notifications. A waiting worker holds this lock shared. One expression takes and releases the lock;
-- nothing can interrupt it, so no session keeps the lock. If it cannot be had shared, another transition holds it for a
-- moment, and no worker does.
create or replace function public.pawl_notify(channel text) returns void language plpgsql as $pawl$
declare
  number bigint := public.pawl_key('sleeping worker'::text, $1);
begin
  if pg_try_advisory_lock_shared(number) and pg_advisory_unlock_shared(number)
    and not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then
    perform pg_notify(left(coalesce(nullif('public'::text, 'public') || '.', '') || $1, 63), '');
  end if;
end
$pawl$;

-- Fails if a guard or effect lacks a privilege, with these types, values and search path. EXPLAIN computes constants, and so
-- may call a function that another login planted. Here that function runs as the owner and cannot take the caller's role.
-- In return, sessions that cannot become the owner are rejected, regardless of their grants.
create or replace function public.pawl_explain(statement text, types text, given text, path text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set standard_conforming_strings = on as $pawl$
begin
  if not pg_has_role(session_user, current_user, 'member') then
    raise exception 'only a member of % may explain as %', current_user, current_user using errcode = 'insufficient_privilege';
  end if;
  perform set_config('search_path', $4, true);
  execute 'prepare pawl_hook' || $2 || ' as ' || $1;
  execute 'explain execute pawl_hook' || $3;
  deallocate pawl_hook;
exception when others then
  if exists (select from pg_prepared_statements where name = 'pawl_hook') then
    deallocate pawl_hook;
  end if;
  raise;
end
$pawl$;
