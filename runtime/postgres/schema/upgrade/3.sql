-- Upgrades databases of version 2 to version 3.
do $pawl$
begin
  if current_setting('pawl.schema_version')::integer >= 3 and not exists ( -- the first builds of version 3 did not have all of these
      select from (values ('pawl_lock_log', 'actor'), ('pawl_outbox', 'actor'), ('pawl_outbox_parked', 'actor'), ('pawl_run_ready', 'claimer'))
          added (name, field) join pg_class known on known.oid = to_regclass('public.' || added.name)
        where not exists (select from pg_attribute own where own.attrelid = known.oid and own.attname = added.field)) then
    return;
  end if;
  -- which marked a worker as dead once its session was cut, even if its call continued
  if to_regclass('public.pawl_run_ready') is not null then
    alter table public.pawl_run_ready drop column if exists session, add column if not exists claimer bigint;
    drop function if exists public.pawl_run_cannot_save, public.pawl_run_locks_follow, public.pawl_run_event,
      public.pawl_run_parameters, public.pawl_run_claim(text, bigint, bigint, boolean, bigint, bigint);
  end if;
  alter table if exists public.pawl_lock_log add column if not exists actor text collate "C";
  alter table if exists public.pawl_outbox add column if not exists actor text collate "C";
  alter table if exists public.pawl_outbox_parked add column if not exists actor text collate "C";
  drop function if exists public.pawl_outbox_claim(text, bigint, integer, integer);
  -- called by machines that version 2 deployed, until their SQL is applied again
  if to_regprocedure('public.pawl_session()') is not null then
    create or replace function public.pawl_session() returns integer language sql return null::integer;
    create or replace function public.pawl_session_is_gone(number integer) returns boolean language sql return false;
  end if;
end
$pawl$;
