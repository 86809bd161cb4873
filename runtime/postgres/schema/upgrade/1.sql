-- Upgrades databases without a version to version 1: adds new columns and drops old objects.
do $pawl$
declare
  missing record;
begin
  if current_setting('pawl.schema_version')::integer >= 1 then
    return;
  end if;
  for missing in
    select new.relation, new.name, new.type
      from (values ('public.pawl_locks', 'login', 'text collate "C"'),
                   ('public.pawl_deferred', 'login', 'text collate "C"'),
                   ('public.pawl_deferred', 'is_firing', 'boolean')) new (relation, name, type)
      where to_regclass(new.relation) is not null
        and not exists (select from pg_attribute own where own.attrelid = to_regclass(new.relation)
                        and own.attname = new.name and not own.attisdropped)
  loop
    execute format('alter table %s add column %I %s', missing.relation, missing.name, missing.type);
  end loop;
  -- with which any login could set the result of an event
  drop function if exists public.pawl_deferred_done(bigint, text, text, text, integer, timestamptz, text);
end
$pawl$;
