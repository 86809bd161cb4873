-- Write protection -------------------------------------------------------------------------------------

call public.pawl_refuse_writes_to(array['public.pawl_schema', 'public.pawl_machines', 'public.pawl_objects',
  'public.pawl_past_moves', 'public.pawl_repairs', 'public.pawl_lock_keys', 'public.pawl_locks',
  'public.pawl_lock_waiters', 'public.pawl_lock_log', 'public.pawl_freezes', 'public.pawl_deferred',
  'public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots', 'public.pawl_flows',
  'public.pawl_runs', 'public.pawl_run_steps', 'public.pawl_run_ready', 'public.pawl_run_signals',
  'public.pawl_run_waits', 'public.pawl_grants']::regclass[]);
-- The next part lets Pawl's roles call some of these.
call public.pawl_restrict_calls('public'::text, null::text[], '{}'::text[]);
