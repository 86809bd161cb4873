-- Lets only Pawl's own functions write. The triggers have the same names on each table, so a name is never too long. They
-- always fire: other triggers do not with `session_replication_role = replica`, which can be granted to any login. 30:
-- before each statement, on insert, update and delete (pg_trigger.h). A trigger that names TRUNCATE, too, would never
-- reach the shards of a distributed table.
create or replace procedure public.pawl_refuse_writes_to(relations regclass[]) language plpgsql as $pawl$
declare
  relation regclass;
begin
  foreach relation in array $1 loop
    -- Functions for one node find rows by ctid, which is not unique among shards.
    if current_setting('pawl.spreads', true) is distinct from 'yes'
        and exists (select from pg_dist_partition known where known.logicalrelid = relation) then
      raise exception 'table % is spread over nodes, and this is written for one; nothing was changed', relation
        using errcode = 'PW006', hint = 'Write it with --distribute=citus, and apply that. There are no migrations of such tables.';
    end if;
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'
        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'
        and own.tgtype = 30 and own.tgattr::text = '' and own.tgqual is null);
    execute format('create or replace trigger pawl_refuse_write before insert or update or delete
      on %s for each statement execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_write', relation);
  end loop;
  call public.pawl_protect_node();
end
$pawl$;
