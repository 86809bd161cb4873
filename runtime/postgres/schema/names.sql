-- Ends the installation or the deployment if another login owns an object with one of these names, or, if that is null, with
-- one of Pawl's. `create if not exists` would use that object, and for example a domain's check would run that login's code in
-- transitions. `adopted` may have another owner. Without roles, a superuser may apply another owner's SQL.
create or replace procedure public.pawl_refuse_strangers(space text, names text[], adopted text) language plpgsql as $pawl$
declare
  stranger record;
begin
  for stranger in
    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'
          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end
        || ' ' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relowner <> current_user::regrole and c.oid is distinct from to_regclass($3)
        and case when $2 is null then starts_with(c.relname, 'pawl_') else c.relname = any ($2) end
    union all
    select 'type ' || t.oid::regtype, t.typowner::regrole
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = $1 and case when $2 is null then starts_with(t.typname, 'pawl_') else t.typname = any ($2) end
        and t.typrelid = 0 and t.typowner <> current_user::regrole
    order by name desc -- an index last: it has the owner of its table
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed', stranger.name, stranger.author
      using errcode = 'PW002', hint = format(
          'If this database was restored without owners, run pawlctl restored. If it is Pawl''s own, alter %s owner to %s. '
          'If it is not Pawl''s, drop or rename it%s. Then apply this again.', stranger.name, current_user::regrole,
          case when $2 is not null then ', or give the machine another name' end);
  end loop;
end
$pawl$;

call public.pawl_refuse_strangers('public'::text, null::text[], null::text);
