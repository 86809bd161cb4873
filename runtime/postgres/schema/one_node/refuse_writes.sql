-- Lets only Pawl's own functions write. The trigger has one name everywhere: it is its table's own, and so never too
-- long. It always fires: with `session_replication_role = replica`, which can be granted to anybody, others do not. 62:
-- before each statement, on all that writes (pg_trigger.h). Where it stands nothing is locked, so that what is deployed
-- is deployed again, or migrated, beside moves of any machine.
create or replace procedure public.pawl_refuse_writes_to(relations regclass[])
language plpgsql
as $pawl$
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
revoke all on procedure public.pawl_refuse_writes_to(regclass[]) from public;
