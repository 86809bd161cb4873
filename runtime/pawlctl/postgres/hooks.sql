-- Whether PostgreSQL can run a guard or effect, as it would run it.

{define find_routine}
-- The types of its parameters, as many nulls, and its path. Only if it belongs to a role of Pawl's: without roles
-- the deploying login is the owner, and hears of it at once.
select
  coalesce('(' || (select string_agg(format_type(a, null), ', ' order by n)
    from unnest(p.proargtypes) with ordinality as t (a, n)) || ')', ''),
  coalesce('(' || (select string_agg('null', ', ') from unnest(p.proargtypes)) || ')', ''),
  'pg_catalog, ' || p.pronamespace::regnamespace || ', pg_temp'
from pg_catalog.pg_proc p
where p.proname = $1::text and right(pg_get_userbyid(p.proowner), 10) = 'pawl_owner'
  and p.pronamespace = (select relnamespace from pg_catalog.pg_class where oid = to_regclass($2::text))

{define become_owner}
-- A login that may create roles is a member until the rollback.
do $join$ begin
  if not pg_has_role(current_user, 'pawl_owner', 'member') then
    execute format('grant pawl_owner to %I', current_user);
  end if;
end $join$;
set local role pawl_owner;
set transaction read only

{define explain} select public.pawl_explain($1::text, $2::text, $3::text, $4::text)

{define object_to_grant}
-- The object of this name, with its schema: one on which the owner lacks a right, if it can, and in the routine's path.
select coalesce((
  select case when space.nspname = 'public' then '' else quote_ident(space.nspname) || '.' end
  from (select oid, relname as name, relnamespace as space from pg_class where $2::text <> 'function'
      union all select oid, proname, pronamespace from pg_proc where $2::text = 'function') found
    join pg_namespace space on space.oid = found.space
  where found.name = $1::text and $2::text in ('table', 'view', 'sequence', 'function')
  order by $2::text <> 'function' and not exists (
      select from unnest(string_to_array($3::text, ', ')) wanted (privilege)
      where not has_table_privilege('pawl_owner', found.oid, wanted.privilege)),
    $4::text not like '%, ' || quote_ident(space.nspname) || ', %', space.nspname
  limit 1), '') || quote_ident($1::text)

{define undo} rollback to savepoint pawlctl_hook; release savepoint pawlctl_hook
