-- Moves and workers ------------------------------------------------------------------------------------

-- What a worker has claimed, and what completes it: a timer or work by its name, the sort_key of the move that began
-- it, and the number of the claim.
do $pawl$
begin
  if to_regtype('public.pawl_item') is null then
    create type public.pawl_item as (declaration text, fence integer, claim bigint);
  end if;
end
$pawl$;

-- libpawl asks for it where a move that is to be made together with others is not made: so none is.
create or replace function public.pawl_undo_all(outcome public.pawl_outcome) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
begin
  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, 'MISMATCH')
    using errcode = 'PW005';
end
$pawl$;
revoke all on function public.pawl_undo_all(public.pawl_outcome) from public;

-- Says that there is work, if a worker sleeps: who says so commits alone, since PostgreSQL keeps what is said in
-- the order of the commits. A worker that sleeps holds this lock shared. To try it and to give it back is one
-- expression, in which nothing can interrupt, so that no session keeps it.
create or replace function public.pawl_notify(channel text) returns void
language plpgsql
as $pawl$
declare
  number bigint := public.pawl_key('sleeping worker'::text, $1);
begin
  if not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then
    perform pg_notify($1, '');
  end if;
end
$pawl$;
revoke all on function public.pawl_notify(text) from public;

-- Fails where a guard or effect, with these types, values and names in this path, may not do what it does. To explain is
-- to compute what is constant, by functions of whoever has laid one that fits: in here that is done as the owner, where
-- nobody can take on the role of whoever asks. So it refuses each session that cannot become the owner, whatever it was granted.
create or replace function public.pawl_explain(statement text, types text, given text, path text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set standard_conforming_strings = on
as $pawl$
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
revoke all on function public.pawl_explain(text, text, text, text) from public;
