-- Who writes -------------------------------------------------------------------------------------------
--
-- The trigger has one name everywhere: it is its table's own, and so never too long. It always fires: with
-- `session_replication_role = replica`, which can be granted to anybody, others do not. 62: before each statement, on
-- all that writes (pg_trigger.h). Where it stands nothing is locked, so that this is applied again beside moves.
do $pawl$
declare
  relation regclass;
begin
  foreach relation in array array['public.pawl_schema', 'public.pawl_machines', 'public.pawl_objects',
      'public.pawl_past_moves', 'public.pawl_repairs', 'public.pawl_lock_keys', 'public.pawl_locks',
      'public.pawl_lock_waiters', 'public.pawl_lock_log', 'public.pawl_freezes', 'public.pawl_deferred',
      'public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots', 'public.pawl_flows',
      'public.pawl_runs', 'public.pawl_run_steps', 'public.pawl_run_ready', 'public.pawl_run_signals',
      'public.pawl_run_waits']::regclass[] loop
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
