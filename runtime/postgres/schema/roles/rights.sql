-- Privileges -------------------------------------------------------------------------------------------
--
-- Applications get pawl_app. pawl_operator may read everything, freeze machines and break locks.
-- This revokes privileges that were granted to Pawl's roles outside a deployment, such as by `grant execute on all functions`.
-- The deployment then grants the necessary ones again. routines: null for the functions of the shared schema.
create or replace procedure public.pawl_take_back_calls(space text, routines text[])
language plpgsql
as $pawl$
declare
  given record;
begin
  for given in
    select distinct own.oid::regprocedure as routine, grantee.rolname
      from pg_proc own join pg_namespace n on n.oid = own.pronamespace, aclexplode(own.proacl) held
      join pg_roles grantee on grantee.oid = held.grantee
      where n.nspname = $1 and own.proowner = current_user::regrole
        and case when $2 is null then starts_with(own.proname, 'pawl_') else own.proname = any ($2) end
        and grantee.rolname in ('pawl_app', 'pawl_operator')
  loop
    execute format('revoke all on routine %s from %I cascade', given.routine, given.rolname);
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_take_back_calls(text, text[]) from public;
call public.pawl_take_back_calls('public'::text, null::text[]);

grant select on public.pawl_machines, public.pawl_objects, public.pawl_past_moves, public.pawl_repairs,
    public.pawl_lock_keys, public.pawl_locks, public.pawl_lock_waiters, public.pawl_held_locks, public.pawl_lock_log,
    public.pawl_freezes, public.pawl_deferred, public.pawl_outbox, public.pawl_outbox_parked,
    public.pawl_outbox_slots, public.pawl_flows, public.pawl_runs, public.pawl_run_steps, public.pawl_run_ready,
    public.pawl_run_signals, public.pawl_run_waits to pawl_app, pawl_operator;

grant execute on function public.pawl_lock(text, text, bigint) to pawl_app;
grant execute on function public.pawl_acquire(text, text, text, bigint, bigint) to pawl_app;
grant execute on function public.pawl_renew(text, text, text, bigint, bigint) to pawl_app;
grant execute on function public.pawl_release(text, text, text, bigint) to pawl_app;
grant execute on function public.pawl_break(text, text, text) to pawl_operator;
grant execute on function public.pawl_freeze(text, text, timestamptz, text) to pawl_operator;
grant execute on function public.pawl_freeze_waits_for(text, text) to pawl_operator;
grant execute on function public.pawl_thaw(text) to pawl_operator;
grant execute on function public.pawl_wake(text) to pawl_app;
grant execute on function public.pawl_defer(text, text, text, text, text, text, text, bigint) to pawl_app;
grant execute on function public.pawl_undo_all(public.pawl_outcome) to pawl_app;
grant execute on function public.pawl_outbox_claim(text, bigint, integer, integer) to pawl_operator;
grant execute on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[],
    integer[], timestamptz[], text[], text[], integer[]) to pawl_operator;
grant execute on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) to pawl_operator;
grant execute on function public.pawl_outbox_retry(text, text) to pawl_operator;
grant execute on function public.pawl_run_start(text, text, text, text, text, text[], text[], bigint) to pawl_app;
grant execute on function public.pawl_run_claim(text, bigint, bigint, boolean, bigint, bigint) to pawl_app;
grant execute on function public.pawl_run_lock(bigint, bigint, text, text[], text[], bigint) to pawl_app;
grant execute on function public.pawl_run_save(bigint, bigint, text, text, text, text, bigint, text, text, text,
    bigint, bigint, boolean, bigint, bigint, bigint, text, text, boolean, boolean, boolean, bigint, bigint, text[],
    text[], bigint, text, text, bigint, boolean, text, bigint, bigint, text, text, text, bigint, boolean, bigint) to
    pawl_app;
grant execute on function public.pawl_run_say(bigint, text, text, text, text, bigint) to pawl_app, pawl_operator;
grant execute on function public.pawl_run_signal(bigint, text, text, text, bigint) to pawl_app, pawl_operator;
