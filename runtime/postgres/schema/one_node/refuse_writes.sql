-- Lets only Pawl's own functions write. The trigger has the same name on each table, so the name is never too long. It
-- always fires: other triggers do not with `session_replication_role = replica`, which can be granted to any login. 62:
-- before each statement, on everything that writes (pg_trigger.h). If the trigger exists, nothing is locked: repeated
-- deployments and migrations do not block transitions.
create or replace procedure public.pawl_refuse_writes_to(relations regclass[]) language plpgsql as $pawl$
declare
  relation regclass;
begin
  foreach relation in array $1 loop
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'
        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'
        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);
    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate
      on %s for each statement execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_write', relation);
  end loop;
end
$pawl$;
